// RUN: %check %s -- %mock
// A test calls with whatever it likes: that is no promise for the others.
#include <torch/torch.h>
#include <vector>

#define TEST_CASE(Name) static void C_A_T_C_H_TEST_##Name()

struct Net : torch::nn::Module {
  torch::Tensor unroll(torch::Tensor masks) {
    masks = masks.to(torch::kInt);
    std::vector<int> v(masks.data_ptr<int>(),
                       // CHECK: likely torch-host-access: a pointer into 'masks', which may be on a device
                       masks.data_ptr<int>() + masks.numel());
    return masks.sum() + int64_t(v.size());
  }
  torch::Tensor forward(torch::Tensor x, torch::Tensor masks) {
    return x + unroll(masks);
  }
};

struct HostNet : torch::nn::Module {
  torch::Tensor unroll(torch::Tensor masks) {
    masks = masks.to(torch::kInt);
    std::vector<int> v(masks.data_ptr<int>(),
                       // QUIET: the module itself gives it a copy on the host
                       masks.data_ptr<int>() + masks.numel());
    return masks.sum() + int64_t(v.size());
  }
  torch::Tensor forward(torch::Tensor x, torch::Tensor masks) {
    return x + unroll(masks.cpu()).to(x.device());
  }
};

TEST_CASE(forward) {
  Net net;
  net.forward(torch::ones({2}), torch::ones({2}));
  HostNet host;
  host.forward(torch::ones({2}), torch::ones({2}));
}

int main() {
  Net net;
  net.to(torch::kCUDA);
}
