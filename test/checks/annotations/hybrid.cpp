// RUN: %check %s -- %mock
// A model of two parts: a table that is too large for the GPU, and the rest.
#include "../../../lib/api/include/torch_tidy/annotations.h"
#include <torch/torch.h>

bool use_gpu() { return torch::cuda::is_available(); }

/// Every crossing is marked and has its moves: nothing is to be said.
struct Hybrid : torch::nn::Module {
  Hybrid() {
    table = register_module("table", torch::nn::Embedding(1000000, 8));
    bias = torch::zeros({8});
    head = register_module("head", torch::nn::Linear(8, 2));
  }
  torch::Tensor forward(torch::Tensor ids) {
    torch::Tensor rows;
    {
      TORCH_TIDY_CROSSES_DEVICES;
      rows = (table(ids.cpu()) + bias).to(ids.device());
    }
    return head(rows);
  }
  TORCH_TIDY_RUNS_ON_CPU torch::nn::Embedding table{nullptr};
  TORCH_TIDY_RUNS_ON_CPU torch::Tensor bias;
  torch::nn::Linear head{nullptr};
};

/// … nor of the program that places its parts.
void train(torch::Tensor ids) {
  torch::Device device(use_gpu() ? torch::kCUDA : torch::kCPU);
  auto net = std::make_shared<Hybrid>();
  net->head->to(device);
  auto out = net->forward(ids.to(device));
  out.sum().backward();
}

/// The way back is missing.
struct LosesTheWayBack : torch::nn::Module {
  LosesTheWayBack() {
    table = register_module("table", torch::nn::Embedding(1000000, 8));
    head = register_module("head", torch::nn::Linear(8, 2));
  }
  torch::Tensor forward(torch::Tensor ids) {
    torch::Tensor rows;
    {
      TORCH_TIDY_CROSSES_DEVICES;
      rows = table(ids.cpu());
    }
    return head(rows);
    // CHECK: certain torch-mixed-device: 'table' ... kept on cpu
    // NOTE: cross the devices here
  }
  TORCH_TIDY_RUNS_ON_CPU torch::nn::Embedding table{nullptr};
  torch::nn::Linear head{nullptr};
};

/// The way there is missing: that the boundary is marked moves nothing.
struct LosesTheWayThere : torch::nn::Module {
  LosesTheWayThere() {
    table = register_module("table", torch::nn::Embedding(1000000, 8));
    head = register_module("head", torch::nn::Linear(8, 2));
  }
  torch::Tensor forward(torch::Tensor ids) {
    torch::Tensor rows;
    {
      TORCH_TIDY_CROSSES_DEVICES;
      rows = table(ids).to(ids.device());
      // CHECK: certain torch-mixed-device: 'table' is kept on cpu ... 'ids'
    }
    return head(rows);
  }
  TORCH_TIDY_RUNS_ON_CPU torch::nn::Embedding table{nullptr};
  torch::nn::Linear head{nullptr};
};

/// A class of the project's own that lives on the CPU.
struct TORCH_TIDY_RUNS_ON_CPU Lookup : torch::nn::Module {
  Lookup() { rows = torch::zeros({1000000, 8}); }
  torch::Tensor forward(torch::Tensor ids) { return rows.index_select(0, ids); }
  torch::Tensor rows; // QUIET: the class says where it is
};

struct WithLookup : torch::nn::Module {
  WithLookup() { head = register_module("head", torch::nn::Linear(8, 2)); }
  torch::Tensor forward(torch::Tensor ids) {
    TORCH_TIDY_CROSSES_DEVICES;
    auto rows = lookup->forward(ids.cpu()).to(ids.device());
    return head(rows);
  }
  std::shared_ptr<Lookup> lookup = std::make_shared<Lookup>();
  torch::nn::Linear head{nullptr};
};

struct WithLookupWrong : torch::nn::Module {
  WithLookupWrong() { head = register_module("head", torch::nn::Linear(8, 2)); }
  torch::Tensor forward(torch::Tensor ids) {
    auto rows = lookup->forward(ids);
    // CHECK: certain torch-mixed-device: 'rows' is kept on cpu ... 'ids'
    return head(rows.to(ids.device()));
  }
  std::shared_ptr<Lookup> lookup = std::make_shared<Lookup>();
  torch::nn::Linear head{nullptr};
};

/// Without the words, the same is what it looks like.
struct Unmarked : torch::nn::Module {
  Unmarked() { bias = torch::zeros({8}); }
  // CHECK: certain torch-unregistered-state: 'bias' ... never registered
  torch::Tensor forward(torch::Tensor x) { return x + bias; }
  torch::Tensor bias;
};
