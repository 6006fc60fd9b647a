// Moves that are kept only by a variable that nobody reads again.
// RUN: %check %s -- %mock
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
