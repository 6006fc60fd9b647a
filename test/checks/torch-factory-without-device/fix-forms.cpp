// The device is written as another argument, in the forms in which factories get theirs.
// RUN: %check %s -- %mock
// RUN: %check-fix %s -- %mock
#include <torch/torch.h>
#define COUNT 4
#define SIZES {4, 4}

struct Net : torch::nn::Module {
  torch::Tensor w, cache;
  Net() { w = register_buffer("w", torch::zeros({4})); }
  torch::Tensor forward(torch::Tensor x, bool flag) {
    auto a = torch::zeros({COUNT}) + torch::ones(SIZES);
    // CHECK: certain torch-factory-without-device: 'torch::zeros'
    // FIX: auto a = torch::zeros({COUNT}, x.device()) + torch::ones(SIZES);
    // CHECK: certain torch-factory-without-device: 'torch::ones'
    // FIX: auto a = torch::zeros({COUNT}) + torch::ones(SIZES, x.device());
    auto b = torch::zeros( // @b
        {4, 4} // square
    );
    // CHECK @b: certain torch-factory-without-device: 'torch::zeros'
    // FIX: {4, 4}, x.device()
    torch::TensorOptions o1, o2;
    auto c = torch::zeros({4}, flag ? o1 : o2);
    // CHECK: certain torch-factory-without-device: 'torch::zeros'
    // FIX: auto c = torch::zeros({4}, (flag ? o1 : o2).device(x.device()));
    auto d = torch::zeros({4}, (torch::kLong));
    // CHECK: certain torch-factory-without-device: 'torch::zeros'
    // FIX: auto d = torch::zeros({4}, torch::TensorOptions((torch::kLong)).device(x.device()));
    auto e = torch::zeros({4}, {torch::kLong});
    // CHECK: certain torch-factory-without-device: 'torch::zeros'
    // NOFIX
    auto f = at::zeros({4}, at::kLong);
    // CHECK: certain torch-factory-without-device: 'at::zeros'
    // FIX: auto f = at::zeros({4}, at::TensorOptions(at::kLong).device(x.device()));
    auto g = torch::normal(0., 1., {4});
    // CHECK: certain torch-factory-without-device: 'torch::normal'
    // NOFIX
    float data[4] = {};
    auto h = torch::from_blob(data, {4}, torch::kFloat);
    // CHECK: certain torch-factory-without-device: 'torch::from_blob'
    // FIX: auto h = torch::from_blob(data, {4}, torch::kFloat).to(x.device());
    return x + a + b + c + d + e + f + g + h;
  }
  torch::Tensor kept(torch::Tensor x) {
    // On the first input's device it would stay there.
    if (!cache.defined())
      cache = torch::zeros({4});
    // CHECK: certain|likely torch-factory-without-device|torch-unregistered-state: ...
    // NOFIX
    return x + cache;
  }
  // A number has no device.
  template <class T> torch::Tensor generic(T x) {
    return x + torch::zeros({4});
    // CHECK: certain torch-factory-without-device: 'torch::zeros'
    // NOFIX
  }
  template <class T> torch::Tensor typed(torch::Tensor x, T) {
    return x + torch::zeros({4});
    // CHECK: certain torch-factory-without-device: 'torch::zeros'
    // FIX: return x + torch::zeros({4}, x.device());
  }
};

int main() {
  Net net;
  net.to(torch::kCUDA);
  auto x = torch::ones({4}, torch::kCUDA);
  net.generic(x);
  net.generic(2.0);
  net.typed(x, 1);
}
