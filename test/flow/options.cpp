// Options: through variables, auto, setters, conversions and getters.
// RUN: %known %s -- %mock
#include <torch/torch.h>
template <class... T> void show(const T &...);

void variables(torch::Device d, torch::Tensor x) {
  torch::TensorOptions a(d);
  auto b = torch::TensorOptions().dtype(torch::kFloat).device(d);
  auto c = b.dtype(torch::kLong).requires_grad(false);
  torch::TensorOptions e = torch::kCUDA;
  auto f = x.options();
  auto g = torch::dtype(torch::kInt);
  show(a, b, c, e, f, g);
  // KNOWN: 'a': on 'd'
  // KNOWN: 'b': on 'd'
  // KNOWN: 'c': on 'd'
  // KNOWN: 'e': on cuda
  // KNOWN: 'f': on the device of 'x'
  // KNOWN: 'g': options that name no device
}

void setters(torch::Tensor x) {
  auto cpuFirst = torch::TensorOptions().device(torch::kCPU);
  auto last = cpuFirst.device(torch::Device(torch::kCUDA, 1));
  auto text = torch::TensorOptions("cuda:2").dtype(torch::kHalf);
  auto braced = torch::device({torch::kCUDA, 1});
  auto device = last.device();
  auto kept = x.options().dtype(torch::kLong);
  auto moved = x.options().device(torch::kCPU);
  show(cpuFirst, last, text, braced, device, kept, moved);
  // KNOWN: 'cpuFirst': on cpu
  // KNOWN: 'last': on cuda:1
  // KNOWN: 'text': on cuda:2
  // KNOWN: 'braced': on cuda:1
  // KNOWN: 'device': on cuda:1
  // KNOWN: 'kept': on the device of 'x'
  // KNOWN: 'moved': on cpu
}

void dropped() {
  auto o = torch::TensorOptions().dtype(torch::kFloat);
  (void)o.device(torch::kCUDA);
  show(o);
  // KNOWN: 'o': options that name no device
  o = o.device(torch::kCUDA);
  show(o);
  // KNOWN: 'o': on cuda
}

void merged(torch::Device d) {
  auto base = torch::device(d);
  auto withDtype = base.merge_in(torch::dtype(torch::kLong));
  auto withDevice = base.merge_in(torch::device(torch::kMPS));
  show(withDtype, withDevice);
  // KNOWN: 'withDtype': on 'd'
  // KNOWN: 'withDevice': on mps
}

void factories(torch::Device d, torch::TensorOptions given, torch::Tensor x) {
  auto none = torch::zeros({2, 3}); // @none
  auto dtype = torch::zeros({2, 3}, torch::kLong);
  auto converted = torch::zeros({2, 3}, d);
  auto literal = torch::zeros({2, 3}, torch::kCUDA);
  auto passed = torch::randn({2, 3}, given);
  auto like = torch::arange(3, x.options());
  auto listed = torch::tensor({1, 2, 3}, torch::dtype(torch::kLong).device(d));
  show(none, dtype, converted, literal, passed, like, listed);
  // KNOWN @none: 'none': on cpu
  // KNOWN: 'dtype': on cpu
  // KNOWN: 'converted': on 'd'
  // KNOWN: 'literal': on cuda
  // KNOWN: 'passed': on 'given'
  // KNOWN: 'like': on the device of 'x'
  // KNOWN: 'listed': on 'd'
}

void blob(float *host, torch::Device d) {
  auto plain = torch::from_blob(host, {2, 3});
  auto label = torch::from_blob(host, {2, 3}, torch::device(d));
  show(plain, label);
  // KNOWN: 'plain': on cpu
  // KNOWN: 'label': on 'd'
}

void optional(c10::optional<torch::Device> maybe) {
  auto o = torch::TensorOptions().device(maybe);
  show(o);
  // KNOWN: 'o': on 'maybe'
}
