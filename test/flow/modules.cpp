// Modules: made here, moved or not, called.
// RUN: %known %s -- %mock
#include <torch/script.h>
#include <torch/torch.h>
template <class... T> void show(const T &...);

void neverMoved(torch::Tensor x) {
  torch::nn::Linear fc(3, 4);
  show(fc);
  // KNOWN: 'fc': on cpu
  auto y = fc->forward(x.cuda());
  // KNOWN: forward: a tensor on cpu (on cpu) meets a tensor on cuda (on cuda)
  show(y);
  // KNOWN: 'y': on cuda
}

void moved(torch::Tensor x, torch::Device d) {
  torch::nn::Linear fc(3, 4);
  fc->to(d);
  auto y = fc->forward(x.to(d));
  // SILENT: meets
  auto z = fc(torch::zeros({3}));
  show(y, z, y.sum());
  // KNOWN: 'y': on 'd'
  // KNOWN: 'y.sum()': on 'd' (0-dim)
}

void onCpu() {
  torch::nn::Linear fc(3, 4);
  auto y = fc(torch::zeros({3}));
  show(y);
  // KNOWN: 'y': on cpu
}

void sequential(torch::Tensor x) {
  torch::nn::Sequential s(torch::nn::Linear(3, 4), torch::nn::ReLU());
  s->to(torch::kCUDA);
  auto y = s->forward(x.cuda());
  // SILENT: meets
  show(y);
  // KNOWN: 'y': on cuda
}

void stateless(torch::Tensor x) {
  torch::nn::ReLU relu;
  auto y = relu(x.cuda());
  // SILENT: meets
  show(y);
  // KNOWN: 'y': on cuda
}

void parameters(torch::Device d) {
  torch::nn::Linear fc(3, 4);
  for (auto p : fc->parameters()) {
    show(p);
    // KNOWN: 'p': on cpu
  }
  fc->to(d);
  for (auto p : fc->parameters()) {
    show(p);
    // KNOWN: 'p': on 'd'
  }
}

struct Part : torch::nn::Module {
  torch::Tensor buffer;
  Part() { buffer = register_buffer("buffer", torch::zeros({3})); }
};

void shared(torch::Device d) {
  auto part = std::make_shared<Part>();
  auto a = part->buffer;
  part->to(d);
  auto b = part->buffer;
  show(a, b);
  // A handle of what is registered moves with it.
  // KNOWN: 'a': on 'd'
  // KNOWN: 'b': on 'd'
}

torch::nn::Linear made(torch::Device d) {
  torch::nn::Linear fc(3, 4);
  fc->to(d);
  return fc;
}

void byHelper(torch::Tensor x) {
  auto fc = made(torch::kCUDA);
  auto y = fc->forward(x.cuda());
  // SILENT: meets
  show(y);
  // KNOWN: 'y': on cuda
}

void bring(torch::nn::Linear &fc, torch::Device d) { fc->to(d); }

void broughtByHelper(torch::Tensor x) {
  torch::nn::Linear fc(3, 4);
  bring(fc, torch::kCUDA);
  auto y = fc->forward(x.cuda());
  // SILENT: meets
  show(y);
  // KNOWN: 'y': on cuda
}

void loaded(torch::Device d) {
  torch::Tensor a;
  torch::load(a, "a.pt");
  torch::Tensor b;
  torch::load(b, "b.pt", d);
  auto m = torch::jit::load("m.pt", torch::kCUDA);
  show(a, b, m);
  // UNKNOWN: 'a'
  // KNOWN: 'b': on 'd'
  // KNOWN: 'm': on cuda
}
