// Where ways meet: each way's device is kept.
// RUN: %known %s -- %mock
#include <torch/torch.h>
template <class... T> void show(const T &...);

void ifElse(torch::Tensor x, bool b) {
  torch::Tensor y;
  if (b)
    y = torch::zeros({3});
  else
    y = x.cuda();
  show(y);
  // KNOWN: 'y': on cpu, or on cuda
  torch::Tensor z;
  if (b) {
    z = torch::zeros({3}, x.options());
  } else {
    z = torch::ones({3}).to(x.device());
  }
  show(z);
  // KNOWN: 'z': on the device of 'x'
}

void onlyIf(torch::Tensor x, bool b) {
  // Moved on one way for a reason that isn't seen: the other claims nothing.
  auto y = torch::zeros({3});
  if (b)
    y = y.to(x.device());
  show(y);
  // KNOWN: 'y': on an unknown device, or on the device of 'x'
}

void ternary(torch::Tensor x, bool b) {
  auto y = b ? x.cpu() : x;
  show(y);
  // KNOWN: 'y': on cpu, or on the device of 'x'
  auto z = b ? x : x.detach();
  show(z);
  // KNOWN: 'z': on the device of 'x'
}

torch::Tensor earlyReturn(torch::Tensor x, bool b) {
  auto y = torch::zeros({3});
  if (b)
    return y;
  y = y.to(x.device());
  show(y);
  // KNOWN: 'y': on the device of 'x'
  return y;
}

torch::Tensor useEarlyReturn(torch::Tensor x, bool b) {
  auto r = earlyReturn(x, b);
  show(r);
  // KNOWN: 'r': on an unknown device, or on the device of 'x'
  return r;
}

void loopKeeps(torch::Tensor x) {
  auto h = torch::zeros({3}, x.options());
  for (int i = 0; i < 3; ++i) {
    show(h);
    // KNOWN: 'h': on the device of 'x'
    h = h * x;
  }
  show(h);
  // KNOWN: 'h': on the device of 'x'
}

void loopMoves(torch::Tensor x) {
  auto h = torch::zeros({3});
  while (x.defined()) {
    show(h);
    // KNOWN: 'h': on an unknown device, or on cuda
    h = h.cuda();
  }
  show(h);
  // KNOWN: 'h': on an unknown device, or on cuda
}

void chainOfThree(torch::Tensor x, int n) {
  auto a = torch::zeros({3}), b = torch::zeros({3}), c = torch::zeros({3});
  for (int i = 0; i < n; ++i) {
    a = b;
    b = c;
    c = x.cuda();
  }
  show(a);
  // KNOWN: 'a': on cpu, or on cuda
}

void cases(torch::Tensor x, int n) {
  torch::Tensor y;
  switch (n) {
  case 0:
    y = torch::zeros({3});
    break;
  case 1:
    y = x.cuda();
    break;
  default:
    y = x.to(torch::kMPS);
  }
  show(y);
  // KNOWN: 'y': on cpu, or on cuda, or on mps
}

void broken(torch::Tensor x) {
  torch::Tensor y = torch::zeros({3});
  for (;;) {
    y = x.cuda();
    if (x.defined())
      break;
    y = x.cpu();
  }
  show(y);
  // KNOWN: 'y': on cuda
}

void caught(torch::Tensor x) {
  torch::Tensor y = torch::zeros({3});
  try {
    y = x.cuda();
  } catch (const c10::Error &) {
    y = torch::ones({3});
  }
  show(y);
  // KNOWN: 'y': on cpu, or on cuda
}
