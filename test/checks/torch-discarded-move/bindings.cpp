// Parts of structured bindings: what they refer to decides.
// RUN: %check %s -- %mock
#include <map>
#include <torch/torch.h>
#include <unordered_map>

struct Batch {
  torch::Tensor input;
  std::unordered_map<std::string, torch::Tensor> more;
  std::map<std::string, torch::Tensor> sorted;

  void to(torch::Device device) {
    for (auto &[name, t] : more)
      t = t.to(device);
    for (auto &&[name, t] : sorted)
      t = t.to(device);
    // QUIET: 't' is the map's own element.
  }
  void copies(torch::Device device) {
    for (auto [name, t] : more)
      t = t.to(device);
    // CHECK: certain torch-discarded-move: 't' is the loop's own copy
  }
};
void pair(std::pair<torch::Tensor, torch::Tensor> &batch, torch::Device device) {
  auto &[data, target] = batch;
  data = data.to(device);
  target = target.to(device);
  // QUIET: both are the pair's.
}
