// Arguments that LibTorch reads on the host: they stay on cpu whatever the
// others are on.
// RUN: %check %s -- %mock
#include <torch/torch.h>

namespace rnn = torch::nn::utils::rnn;

void moved(torch::Tensor x, torch::Tensor len, torch::Device d) {
  auto packed = rnn::pack_padded_sequence(x.to(d), len.to(d));
  // CHECK: likely torch-mixed-device: 'lengths' has to be on cpu ... may be on 'd'
}

void named(torch::Tensor x, torch::Tensor len) {
  auto lengths = len.cuda();
  auto packed = rnn::pack_padded_sequence(x.cuda(), lengths);
  // CHECK: certain torch-mixed-device: 'lengths' has to be on cpu ... is on cuda
}

void besideTheInput(torch::Tensor x, torch::Tensor len) {
  auto packed = rnn::pack_padded_sequence(x, len.to(x.device()));
  // CHECK: likely torch-mixed-device: 'lengths' has to be on cpu
}

torch::Tensor sections(torch::Tensor x, torch::Tensor where) {
  return x.cuda().tensor_split(where.cuda(), 0)[0];
  // CHECK: certain torch-mixed-device: has to be on cpu
}

void pack(torch::Tensor input, torch::Tensor len) {
  // QUIET: where an argument is, nobody here knows; the caller below does.
  auto packed = rnn::pack_padded_sequence(input, len);
}
void packs(torch::Tensor x, torch::Tensor len) {
  pack(x.cuda(), len.cuda());
  // CHECK: certain torch-mixed-device: 'lengths' has to be on cpu
}

struct Encoder : torch::nn::Module {
  torch::Tensor lengths;
  Encoder() { lengths = register_buffer("lengths", torch::ones({3})); }
  void forward(torch::Tensor x) {
    auto packed = rnn::pack_padded_sequence(x, lengths);
    // CHECK: likely torch-mixed-device: 'lengths' has to be on cpu
  }
};

void leftThere(torch::Tensor x, torch::Tensor len, torch::Device d) {
  // QUIET: as LibTorch wants them.
  auto a = rnn::pack_padded_sequence(x.to(d), len);
  auto b = rnn::pack_padded_sequence(x.to(d), len.to(d).cpu());
  auto c = rnn::pack_padded_sequence(x.to(d), torch::ones({3}));
  auto parts = x.to(d).tensor_split(torch::ones({3}, torch::kLong), 0);
}

void perhaps(torch::Tensor x, torch::Tensor len) {
  // QUIET: without an accelerator, everything is on cpu.
  if (!torch::cuda::is_available())
    return;
  auto packed = rnn::pack_padded_sequence(x.cuda(), len.cpu());
}

namespace mine {
torch::Tensor pack_padded_sequence(torch::Tensor x, torch::Tensor lengths) { return x; }
void namesake(torch::Tensor x, torch::Tensor len) {
  // QUIET: not LibTorch's.
  pack_padded_sequence(x.cuda(), len.cuda());
}
} // namespace mine

void pinned(torch::Tensor x) {
  auto p = x.cuda().pin_memory();
  // CHECK: certain torch-mixed-device: 'x.cuda()' has to be on cpu
  auto q = x.cpu().pin_memory(); // QUIET: there it is
}
