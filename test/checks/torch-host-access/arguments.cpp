// RUN: %check %s -- %mock
// Who calls decides: tensors that functions of the project are given.
#include <torch/torch.h>

void raster(torch::Tensor xy, float *out) {
  const float *p = xy.data_ptr<float>();
  for (int64_t i = 0; i < xy.numel(); ++i)
    out[i] = p[i]; // @read
}
void render(torch::Tensor xy, float *out) {
  raster(xy.to(torch::kMPS), out);
  // CHECK: certain torch-host-access: which is on mps
  // NOTE @read: read here, in 'raster'
}
void render_well(torch::Tensor xy, float *out) {
  raster(xy.cpu(), out);
  // QUIET: this call gives it a copy on the host
}

float total(const float *p, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i)
    s += p[i];
  return s;
}
float with_pointer(torch::Tensor t) {
  auto c = t.cuda();
  return total(c.data_ptr<float>(), 3);
  // CHECK: certain torch-host-access: which is on cuda
}

void inner(torch::Tensor t) { t.data_ptr<float>()[0] = 1; }
void outer(torch::Tensor t) { inner(t); }
void far() {
  outer(torch::ones({2}, torch::kCUDA));
  // CHECK: certain torch-host-access: which is on cuda
}

float public_function(torch::Tensor t) {
  return t.data_ptr<float>()[0];
  // CHECK: advice torch-host-access: a pointer into 't', which may be on a device
}

float public_and_checked(torch::Tensor t) {
  TORCH_CHECK(t.device().is_cpu());
  return t.data_ptr<float>()[0];
  // QUIET: it throws elsewhere
}

float public_and_moved(torch::Tensor t) {
  auto h = t.cpu();
  return h.data_ptr<float>()[0];
  // QUIET: copied
}

float dot_cpu(torch::Tensor t) {
  return t.data_ptr<float>()[0];
  // QUIET: by its name it is the one for the host
}

torch::Tensor twice(torch::Tensor t) {
  t.data_ptr<float>()[0] *= 2;
  // QUIET: registered for the CPU, so the dispatcher gives it nothing else
  return t;
}
TORCH_LIBRARY_IMPL(mine, CPU, m) { m.impl("twice", &twice); }

torch::Tensor thrice(torch::Tensor t) {
  t.data_ptr<float>()[0] *= 3;
  // CHECK: advice torch-host-access: a pointer into 't', which may be on a device
  return t;
}
TORCH_LIBRARY_IMPL(mine, CUDA, m) { m.impl("thrice", &thrice); }

struct Net : torch::nn::Module {
  Net() { scale = register_parameter("scale", torch::ones({1})); }
  torch::Tensor forward(torch::Tensor x, torch::Tensor masks) {
    auto has_zeros = masks.to(torch::kInt);
    if (has_zeros.data_ptr<int>()[0])
      // CHECK: likely torch-host-access: a pointer into 'has_zeros', which may be on a device
      return x;
    return x * scale.data_ptr<float>()[0];
    // CHECK: likely torch-host-access: a pointer into 'scale', which may be on a device
  }
  torch::Tensor scale;
};

struct Tree : torch::nn::Module {
  Tree(int n) {
    depth = register_buffer("depth", torch::empty({n}, torch::kInt));
    auto set = [&](int id, int d) { depth.data_ptr<int>()[id] = d; };
    for (int i = 0; i < n; ++i)
      set(i, i / 2);
    // QUIET: called here only, before anything can move it
  }
  torch::Tensor forward(torch::Tensor x) { return x + depth; }
  torch::Tensor depth;
};

struct Rows : torch::data::datasets::Dataset<Rows> {
  torch::data::Example<> get(size_t) override {
    data.data_ptr<float>()[0] = 0;
    return {data, data};
    // QUIET: a data set prepares its tensors on the host
  }
  torch::optional<size_t> size() const override { return 1; }
  torch::Tensor data = torch::zeros({2});
};

// The function puts it there by itself: told there, and not once more of whoever calls it.
void first(c10::DeviceType type) {
  auto a = torch::randn({1, 34}, type);
  a.data_ptr<float>()[0] = 1.0f;
  // CHECK: likely torch-host-access: 'a', which may be on 'type'
}
void first_of_each() {
  auto type = torch::cuda::is_available() ? torch::kCUDA : torch::kCPU;
  first(type);
  // QUIET: told in 'first'
}
