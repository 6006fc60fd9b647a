// What came after the registration comes before it.
// RUN: %check %s -- %mock
// RUN: %check-fix %s -- %mock
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor sum, negative, made, given, drawn, viewed;
  Net(torch::Device d, torch::Tensor a, torch::Tensor b) {
    sum = register_buffer("sum", a + b).to(d);
    // CHECK: certain|likely torch-rebound-registration: 'sum'
    // FIX: sum = register_buffer("sum", (a + b).to(d));
    negative = register_buffer("negative", -a).to(d).contiguous();
    // CHECK: certain|likely torch-rebound-registration: 'negative'
    // FIX: negative = register_buffer("negative", (-a).to(d).contiguous());
    // A factory is given the device.
    made = register_buffer("made", torch::zeros({2}, torch::kLong)).to(d);
    // CHECK: certain|likely torch-rebound-registration: 'made'
    // FIX: made = register_buffer("made", torch::zeros({2}, torch::TensorOptions(torch::kLong).device(d)));
    given = register_buffer("given", a).to(d);
    // CHECK: certain|likely torch-rebound-registration: 'given'
    // FIX: given = register_buffer("given", a.to(d));
    // A GPU's generator gives other numbers.
    drawn = register_parameter("drawn", torch::randn({2})).to(d);
    // CHECK: certain|likely torch-rebound-registration: 'drawn'
    // FIX: drawn = register_parameter("drawn", torch::randn({2}).to(d));
    // MAYBE: advice torch-redundant-transfer: 'torch::randn'
  }
  torch::Tensor forward(torch::Tensor x) { return x + sum + negative + made + given + drawn; }
};
