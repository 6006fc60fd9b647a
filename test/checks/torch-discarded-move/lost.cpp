// Moves that are kept only by a variable that nobody reads again.
// RUN: %check %s -- %mock
#include <map>
#include <torch/script.h>
#include <torch/torch.h>

void everyParameter(torch::nn::Linear &net, torch::Device d) {
  for (auto &p : net->parameters())
    p = p.to(d);
    // CHECK: certain|likely torch-discarded-move: 'p'
}

void everyBuffer(torch::nn::Module &m) {
  for (auto b : m.buffers())
    b = b.cuda();
    // CHECK: certain|likely torch-discarded-move: 'b'
}

void byName(torch::nn::Module &m, torch::Device d) {
  for (auto &item : m.named_parameters())
    item.value() = item.value().to(d);
    // CHECK: certain|likely torch-discarded-move: 'item
}

void byData(torch::nn::Module &m, torch::Device d) {
  // QUIET: set_data changes the registered tensor.
  for (auto &p : m.parameters())
    p.set_data(p.to(d));
}

void averaged(torch::nn::Module &target, torch::nn::Module &source) {
  // QUIET: copy_ changes the registered tensor, and moved values are used.
  auto from = source.parameters();
  size_t i = 0;
  for (auto &p : target.parameters()) {
    auto s = from[i++].to(p.device());
    p.copy_(0.99 * p + 0.01 * s);
  }
}

void collected(torch::nn::Module &m, std::vector<torch::Tensor> &out) {
  // QUIET: the loop variable is used after the move.
  for (auto p : m.parameters()) {
    p = p.to(torch::kCPU);
    out.push_back(p);
  }
}

void byValue(torch::Tensor x) {
  x = x.to(torch::kCUDA);
  // CHECK: certain|likely torch-discarded-move: 'x'
}

void byReference(torch::Tensor &x) { x = x.to(torch::kCUDA); } // QUIET: the caller sees it

torch::Tensor returned(torch::Tensor x) {
  x = x.to(torch::kCUDA); // QUIET: read after
  return x;
}

void inList(std::vector<torch::Tensor> &all, torch::Device d) {
  for (auto t : all)
    t = t.to(d);
    // CHECK: certain|likely torch-discarded-move: 't'
}

void inListByReference(std::vector<torch::Tensor> &all, torch::Device d) {
  // QUIET: the elements themselves.
  for (auto &t : all)
    t = t.to(d);
}

void batches(std::vector<torch::data::Example<>> &batches, torch::Device d) {
  for (auto batch : batches) {
    batch.data = batch.data.to(d); // QUIET: read below
    batch.target.to(d);
    // CHECK: certain torch-discarded-move: 'batch.target'
    torch::nll_loss(batch.data, batch.target).backward();
  }
}

torch::Tensor readLater(torch::Tensor x, bool gpu) {
  // QUIET: moved in one branch, read after the join.
  if (gpu)
    x = x.cuda();
  else
    x = x.cpu();
  return x.relu();
}

struct Batch {
  torch::Tensor x, y;
};

void structByValue(Batch b, torch::Device d) {
  b.x = b.x.to(d);
  // CHECK: certain torch-discarded-move: 'b.x' is the function's own copy
  // QUIET: below, the same copy.
  b.y = b.y.to(d);
}

void structsByValue(std::vector<Batch> &all, torch::Device d) {
  for (auto b : all) {
    b.x = b.x.to(d);
    // CHECK: certain torch-discarded-move: 'b.x' is the loop's own copy
  }
}

Batch structReturned(Batch b, torch::Device d) {
  // QUIET: what was moved is returned, read, or the caller's.
  b.x = b.x.to(d);
  return b;
}
torch::Tensor structRead(Batch b, torch::Device d) {
  b.x = b.x.to(d); // QUIET: read
  return b.x.relu();
}
void structByReference(Batch &b, torch::Device d) { b.x = b.x.to(d); } // QUIET: the caller's
void structByPointer(std::shared_ptr<Batch> b, torch::Device d) { b->x = b->x.to(d); } // QUIET: the caller's

void listByValue(std::vector<torch::Tensor> all, torch::Device d) {
  for (auto &t : all)
    t = t.to(d);
    // CHECK: certain torch-discarded-move: 't' is an element of the function's own copy
}
std::vector<torch::Tensor> listReturned(std::vector<torch::Tensor> all, torch::Device d) {
  // QUIET: returned.
  for (auto &t : all)
    t = t.to(d);
  return all;
}
void listOfReferences(torch::ArrayRef<torch::Tensor> all, torch::Device d) {
  // QUIET: the elements are the caller's.
  for (auto &t : all)
    t.set_data(t.to(d));
}

void indexed(std::vector<torch::Tensor> &all, torch::Device d) {
  for (size_t i = 0; i < all.size(); ++i) {
    auto t = all[i];
    t = t.to(d);
    // CHECK: certain torch-discarded-move: 't' is a copy of the handle
    // NOTE: auto &t
  }
}
void indexedByReference(std::vector<torch::Tensor> &all, torch::Device d) {
  // QUIET: the element itself, or read after.
  for (size_t i = 0; i < all.size(); ++i) {
    auto &t = all[i];
    t = t.to(d);
    auto u = all[i];
    u = u.to(d);
    all[i] = u;
  }
}

void pairs(std::map<std::string, torch::Tensor> &all, torch::Device d) {
  for (auto kv : all)
    kv.second = kv.second.to(d);
    // CHECK: certain torch-discarded-move: 'kv.second' is the loop's own copy
}
void pairsByReference(std::map<std::string, torch::Tensor> &all, torch::Device d) {
  for (auto &kv : all)
    kv.second = kv.second.to(d); // QUIET: the map's own
}
void optimizers(torch::optim::Optimizer &o, torch::Device d) {
  // QUIET: no copy: the optimizer's own list.
  for (auto &group : o.param_groups())
    for (auto &p : group.params())
      p = p.to(d);
}

void values(std::vector<torch::jit::IValue> inputs, torch::Device d) {
  for (auto v : inputs)
    v = v.toTensor().to(d);
    // CHECK: certain torch-discarded-move: 'v' is the loop's own copy
}

void throughData(torch::nn::Module &m, torch::Device d) {
  for (auto &p : m.parameters())
    p.data() = p.data().to(d);
    // CHECK: certain torch-discarded-move: 'p.data()' is a temporary
    // NOTE: p.set_data
}
void row(torch::Tensor x) {
  x[0] = x[0].cuda();
  // CHECK: certain torch-discarded-move: 'x[0]' is a temporary
}
void otherRow(torch::Tensor x, torch::Tensor y) {
  // QUIET: values of another, wherever they are.
  x[0] = x[1].cuda();
  x[0] = y[0].cuda();
  x.slice(0, 0, 2) = y.to(torch::kCUDA);
}

void readThroughLambda(torch::Tensor x, torch::Device d) {
  // QUIET: the lambda sees what it refers to.
  auto use = [&] { return x.sum(); };
  x = x.to(d);
  use();
}
void readThroughReference(torch::Tensor x, torch::Device d) {
  // QUIET: so does a reference.
  auto &r = x;
  x = x.to(d);
  r.add_(1);
}
