// Branches, loops, early returns, references: what is known where the tensors meet.
// RUN: %check %s -- %mock
#include <torch/torch.h>

struct OneBranch : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, bool bias) {
    torch::Tensor b;
    if (bias)
      b = torch::ones({4});
      // CHECK: certain|likely torch-factory-without-device: 'torch::ones'
    else
      b = torch::zeros({4}, x.options()); // QUIET
    return x + b;
  }
};

struct Ternary : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, torch::Tensor mask) {
    auto m = mask.defined() ? mask : torch::ones({4});
    // CHECK: certain|likely torch-factory-without-device: 'torch::ones'
    return x * m;
  }
};

struct ByReference : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto t = torch::ones({4});
    // CHECK: certain|likely torch-factory-without-device: 'torch::ones'
    auto &alias = t;
    const torch::Tensor &again = alias;
    return x * again;
  }
};

struct MovedByReference : torch::nn::Module {
  // QUIET: moved through its alias.
  torch::Tensor forward(torch::Tensor x) {
    auto t = torch::ones({4});
    // MAYBE: advice torch-redundant-transfer:
    auto &alias = t;
    alias = alias.to(x.device());
    return x * t;
  }
};

struct LoopCarried : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<torch::Tensor> steps;
    auto h = torch::zeros({8});
    // CHECK: certain|likely torch-factory-without-device: 'torch::zeros'
    for (int64_t i = 0; i < x.size(0); ++i) {
      h = torch::tanh(x[i] + h);
      steps.push_back(h);
    }
    return torch::stack(steps);
  }
};

struct ListOfParts : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<torch::Tensor> parts;
    parts.push_back(x);
    parts.push_back(torch::zeros({4}));
    // CHECK: certain|likely torch-factory-without-device: 'torch::zeros'
    return torch::cat(parts);
  }
};

struct ListOnCpu : torch::nn::Module {
  // QUIET: a list of its own, moved as a whole.
  torch::Tensor forward(torch::Tensor x) {
    std::vector<torch::Tensor> parts;
    for (int i = 0; i < 4; ++i)
      parts.push_back(torch::full({1}, i));
    return x + torch::cat(parts).to(x.device());
  }
};

struct Structured : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    struct {
      torch::Tensor a, b;
    } s;
    s.a = torch::ones({4});
    // CHECK: certain|likely torch-factory-without-device: 'torch::ones'
    s.b = torch::ones({4}, x.options());
    return x * s.a + s.b;
  }
};

struct TwoUses : torch::nn::Module {
  // One fault, one finding, however often it meets.
  torch::Tensor forward(torch::Tensor x) {
    auto t = torch::ones({4});
    // CHECK: certain|likely torch-factory-without-device: 'torch::ones'
    auto y = x * t;
    return y + t;
  }
};

struct DeviceOfBuffer : torch::nn::Module {
  // QUIET: made where the buffer is.
  torch::Tensor b;
  DeviceOfBuffer() { b = register_buffer("b", torch::zeros({4})); }
  torch::Tensor forward(torch::Tensor x) { return x + torch::rand({4}, b.device()) + b; }
};

struct SwitchCase : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, int kind) {
    torch::Tensor noise;
    switch (kind) {
    case 0:
      noise = torch::randn_like(x);
      break;
    case 1:
      noise = torch::rand({4});
      // CHECK: certain|likely torch-factory-without-device: 'torch::rand'
      break;
    default:
      return x;
    }
    return x + noise;
  }
};

struct TryCatch : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    try {
      return x + torch::ones({4});
      // CHECK: certain|likely torch-factory-without-device: 'torch::ones'
    } catch (const c10::Error &) {
      return x;
    }
  }
};

struct DeviceFlag : torch::nn::Module {
  // QUIET: under the flag that means cpu.
  torch::Tensor forward(torch::Tensor x) {
    if (x.device() == torch::Device(torch::kCPU))
      return x + torch::ones({4});
    return x + torch::ones({4}, x.device());
  }
};

struct Ops : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto t = torch::ones({4, 4});
    // CHECK: certain|likely torch-factory-without-device: 'torch::ones'
    auto u = t.t().contiguous().view({16}).unsqueeze(0).expand({2, 16}).clone().to(torch::kFloat);
    return torch::matmul(x, u);
  }
};

struct Outs : torch::nn::Module {
  torch::Tensor forward(torch::Tensor a, torch::Tensor b) {
    auto out = torch::empty({4, 4});
    // CHECK: certain|likely torch-factory-without-device: 'torch::empty'
    torch::mm_out(out, a, b);
    return out;
  }
};

struct Assigns : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto canvas = torch::zeros({8, 8});
    // MAYBE: likely torch-factory-without-device: 'torch::zeros'
    canvas.slice(0, 0, 4) = x; // legal across devices, but the result is on cpu
    return canvas;
  }
};

// A list that was made with some, and got more.
torch::Tensor padded(torch::Tensor x) {
  x = x.to(torch::kCUDA);
  std::vector<torch::Tensor> parts{x};
  parts.push_back(torch::zeros({1, 4}));
  // CHECK: certain torch-factory-without-device: 'torch::zeros' makes a tensor on cpu; it meets a tensor on cuda
  return torch::cat(parts, 0);
}
