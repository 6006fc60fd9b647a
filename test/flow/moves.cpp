// Moves: each overload of to(), and its relatives.
// RUN: %known %s -- %mock
#include <torch/torch.h>
template <class... T> void show(const T &...);

void overloads(torch::Tensor x, torch::Tensor other, torch::Device d, torch::TensorOptions o) {
  auto device = x.to(d);
  auto literal = x.to(torch::kCUDA);
  auto both = x.to(d, torch::kHalf);
  auto tensor = x.to(other);
  auto options = x.to(o);
  auto built = x.to(torch::device(d).dtype(torch::kLong));
  auto dtype = x.to(torch::kFloat);
  auto dtypeOptions = x.to(torch::dtype(torch::kFloat));
  auto text = x.to("cuda:1");
  show(device, literal, both, tensor, options, built, dtype, dtypeOptions, text);
  // KNOWN: 'device': on 'd'
  // KNOWN: 'literal': on cuda
  // KNOWN: 'both': on 'd'
  // KNOWN: 'tensor': on the device of 'other'
  // KNOWN: 'options': on 'o'
  // KNOWN: 'built': on 'd'
  // KNOWN: 'dtype': on the device of 'x'
  // KNOWN: 'dtypeOptions': on the device of 'x'
  // KNOWN: 'text': on cuda:1
}

void named(torch::Tensor x) {
  auto host = x.cpu();
  auto device = x.cuda();
  auto half = device.to(torch::kHalf);
  auto chain = x.cuda().cpu();
  auto kept = device.contiguous().detach().clone();
  auto pinned = x.cpu().pin_memory();
  auto sameDtype = device.to(host.dtype());
  auto async = host.to(x.device(), torch::kLong, true);
  show(host, device, half, chain, kept, pinned, sameDtype, async);
  // KNOWN: 'host': on cpu
  // KNOWN: 'device': on cuda
  // KNOWN: 'half': on cuda
  // KNOWN: 'chain': on cpu
  // KNOWN: 'kept': on cuda
  // KNOWN: 'pinned': on cpu
  // KNOWN: 'sameDtype': on cuda
  // KNOWN: 'async': on the device of 'x'
}

void resultDropped(torch::Tensor x) {
  auto h = torch::zeros({3});
  h.to(torch::kCUDA);
  h.cuda();
  show(h);
  // KNOWN: 'h': on cpu
  h = h.to(x.device());
  show(h);
  // KNOWN: 'h': on the device of 'x'
}

void backAndForth(torch::Tensor x) {
  auto home = x.device();
  auto y = x.cpu() * 2;
  y = y.to(home);
  show(x, y);
  // KNOWN: 'x': on the device of 'x'
  // KNOWN: 'y': on the device of 'x'
}

void data(torch::Tensor x) {
  auto h = torch::zeros({3});
  h.set_data(x.cuda());
  show(h);
  // KNOWN: 'h': on cuda
}
