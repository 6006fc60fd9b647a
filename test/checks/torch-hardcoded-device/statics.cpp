// RUN: %check %s -- %mock
// Tensors that are made before main.
#include <torch/torch.h>

static const torch::Tensor epsilon = torch::tensor(1e-16f).to(torch::kCUDA);
// CHECK: likely torch-hardcoded-device: 'cuda' is hard-coded in 'epsilon', a tensor that is made before 'main'; where there is none the program may end there, and nothing can move it

namespace nerf {
torch::Tensor grid = torch::ones({4}, torch::kCUDA);
// CHECK: likely torch-hardcoded-device: 'cuda' is hard-coded in 'nerf::grid'
} // namespace nerf

torch::Tensor table = torch::ones({4});
// QUIET: on cpu
torch::Tensor wherever = // @wherever
    torch::ones({4}, torch::cuda::is_available() ? torch::kCUDA : torch::kCPU);
// MAYBE @wherever: likely torch-host-access: static tensor 'wherever'
torch::Device device(torch::kCUDA);
// QUIET: no tensor
const auto name = "cuda";
// QUIET: no tensor

torch::Tensor use(torch::Tensor x) { return x.clamp_min(1) + epsilon; }
