// Results of a move that are given to an optimizer for the leaf they were made from.
// RUN: %check %s -- %mock
#include <torch/torch.h>

void inOneExpression(torch::Device d) {
  auto img = torch::zeros({1, 3, 8, 8}, torch::requires_grad()).to(d);
  // CHECK: certain torch-lost-leaf: the result of 'at::Tensor::to' is no leaf ... an optimizer refuses the result
  // NOTE @sgd: given to an optimizer here
  // NOTE: requires_grad_()
  torch::optim::SGD opt({img}, 0.1); // @sgd
  opt.step();
}

void statements() {
  auto w = torch::randn({4}, torch::dtype(torch::kFloat).requires_grad(true));
  w = w.cuda();
  // CHECK: certain torch-lost-leaf: no leaf
  std::vector<torch::Tensor> params;
  params.push_back(w);
  torch::optim::Adam opt(params, 0.1);
  opt.step();
}

void setLater(torch::Device d) {
  torch::Tensor w = torch::ones({4});
  w.set_requires_grad(true);
  auto moved = w.to(d);
  // CHECK: certain torch-lost-leaf: no leaf
  auto opt = std::make_unique<torch::optim::RMSprop>(std::vector<torch::Tensor>{moved}, 0.1);
  opt->step();
}

torch::Tensor parameter(torch::Device d) {
  auto w = torch::ones({4});
  w.requires_grad_();
  return w.to(d); // @move
}
void byHelper(torch::Device d) {
  torch::optim::SGD opt({parameter(d)}, 0.1);
  // CHECK @move: certain torch-lost-leaf: no leaf
  opt.step();
}

void addedLater(torch::nn::Linear net, torch::Device d) {
  torch::optim::SGD opt(net->parameters(), 0.1);
  auto scale = torch::ones({4}, torch::TensorOptions().requires_grad(true)).to(d);
  // CHECK: certain torch-lost-leaf: no leaf
  opt.add_parameters({scale});
  opt.step();
}

void group(torch::Device d) {
  auto scale = torch::ones({4}, torch::TensorOptions().requires_grad(true)).to(d);
  // CHECK: certain torch-lost-leaf: no leaf
  torch::optim::OptimizerParamGroup g({scale});
  std::vector<torch::optim::OptimizerParamGroup> groups{g};
  torch::optim::Adam opt(groups, torch::optim::AdamOptions(0.1));
  opt.step();
}

class Style {
public:
  explicit Style(torch::Device d) { image = torch::zeros({3, 8, 8}, torch::requires_grad()).to(d); }
  // CHECK: certain torch-lost-leaf: no leaf
  // NOTE @adam: given to an optimizer here
  void run() {
    torch::optim::Adam opt({image}, 0.1); // @adam
    opt.step();
  }

private:
  torch::Tensor image;
};

void movedFirst(torch::Device d) {
  auto a = torch::zeros({4}).to(d).requires_grad_();
  // MAYBE: advice torch-redundant-transfer:
  auto b = torch::zeros({4}).to(d).set_requires_grad(true);
  // MAYBE: advice torch-redundant-transfer:
  auto c = torch::zeros({4}, torch::requires_grad().device(d));
  torch::optim::SGD opt({a, b, c}, 0.1);
  // QUIET: the gradient is asked for on the device
  opt.step();
}

void detached(torch::Device d) {
  auto w = torch::zeros({4}, torch::requires_grad());
  auto moved = w.to(d).detach().requires_grad_();
  torch::optim::SGD opt({moved}, 0.1);
  // QUIET: a leaf of its own
  opt.step();
}

void withoutGraph(torch::Device d) {
  auto w = torch::zeros({4}, torch::requires_grad());
  torch::Tensor moved;
  {
    torch::NoGradGuard guard;
    moved = w.to(d);
  }
  moved.set_requires_grad(true);
  torch::optim::SGD opt({moved}, 0.1);
  // QUIET: no graph is built at the move
  opt.step();
}

void input(torch::nn::Linear net, torch::Device d) {
  auto z = torch::randn({4}, torch::requires_grad()).to(d);
  torch::optim::SGD opt(net->parameters(), 0.1);
  net->forward(z).sum().backward();
  // QUIET: nobody takes it for a leaf
}

void noGradient(torch::Device d, bool train) {
  auto w = torch::zeros({4}, torch::dtype(torch::kFloat).requires_grad(false)).to(d);
  // MAYBE: advice torch-redundant-transfer:
  auto v = torch::zeros({4}, torch::dtype(torch::kFloat).requires_grad(train)).to(d);
  // MAYBE: advice torch-redundant-transfer:
  w.requires_grad_();
  torch::optim::SGD opt({w, v}, 0.1);
  // QUIET: not asked for, or nobody knows
}

void toCpu() {
  auto w = torch::zeros({4}, torch::requires_grad()).to(torch::kCPU);
  torch::optim::SGD opt({w}, 0.1);
  // QUIET: it stays the same tensor
}

void theLeafItself(torch::Device d) {
  auto w = torch::zeros({4}, torch::requires_grad());
  auto moved = w.to(d);
  torch::optim::SGD opt({w}, 0.1);
  // QUIET: the leaf is what is optimized
  moved.sum().backward();
}

namespace mine {
struct Tensor {
  Tensor to(torch::Device) { return *this; }
};
Tensor zeros(torch::TensorOptions) { return {}; }
struct SGD {
  explicit SGD(std::vector<Tensor>) {}
};
} // namespace mine
void namesake(torch::Device d) {
  auto w = mine::zeros(torch::requires_grad()).to(d);
  mine::SGD opt({w}); // QUIET: not LibTorch's
}
