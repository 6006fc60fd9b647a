// RUN: %check %s -- %mock
#include <torch/torch.h>
#include <thread>

// A class that has tensors and is no module.
struct Filter {
  torch::Tensor kernel = torch::zeros({1, 1, 4, 4});
  Filter() {
    kernel = kernel.to(torch::kCUDA);
    // CHECK: likely torch-hardcoded-device: 'cuda' is hard-coded in the constructor of 'Filter'; where there is none it may not run, and nothing can move it
    // NOTE: take a torch::Device, and move its tensors with it
  }
  torch::Tensor run(torch::Tensor x) { return torch::conv2d(x, kernel); }
};

struct Initialised {
  torch::Tensor kernel = torch::ones({4}, torch::kCUDA);
  // CHECK: likely torch-hardcoded-device: 'cuda' is hard-coded in an initialiser of 'Initialised'
  torch::Device device = torch::kCUDA;
  // QUIET: a default that a user may change
};

class Detector {
public:
  Detector() : device_(torch::kCUDA) {}
  // CHECK: likely torch-hardcoded-device: 'cuda' is hard-coded in the constructor of 'Detector'
  explicit Detector(bool) : device_(torch::kCPU) {
    if (torch::cuda::is_available())
      device_ = torch::Device(torch::kCUDA);
    // QUIET: under is_available()
  }
  void detect(torch::Tensor x) { last = x.to(device_); }

private:
  torch::Device device_;
  torch::Tensor last;
};

// A program that is written for one device is told once a function.
struct Renderer {
  torch::Tensor a, b, c;
  void prepare() {
    a = torch::ones({4}, torch::kCUDA);
    // CHECK: likely torch-hardcoded-device: 'cuda' is hard-coded in 'Renderer::prepare'
    // NOTE: and here
    b = torch::ones({4}, torch::kCUDA);
    c = torch::ones({4}).to(torch::kCUDA);
    // MAYBE: advice torch-redundant-transfer:
  }
  torch::Tensor none() {
    return torch::empty({0}, torch::kCUDA);
    // CHECK: advice torch-hardcoded-device: 'cuda' is hard-coded in 'Renderer::none'
  }
};

struct Loader {
  std::vector<torch::Tensor> batches;
  void add(const float *data) {
    batches.push_back(torch::from_blob(const_cast<float *>(data), {4}).clone().cuda());
    // CHECK: likely torch-hardcoded-device: 'cuda' is hard-coded in 'Loader::add'
  }
};

// Beside an argument's.
torch::Tensor jitter(torch::Tensor x) {
  return x + torch::randn({4}, torch::kCUDA);
  // CHECK: likely torch-hardcoded-device: 'cuda' is hard-coded in 'jitter'; the tensor made here may not be where its arguments are
  // NOTE: take the argument's: x.device()
}

torch::Tensor outputs(torch::Tensor x) {
  return torch::empty({4}, torch::kCUDA);
  // CHECK: advice torch-hardcoded-device: 'cuda' is hard-coded in 'outputs'
}

torch::Tensor only_moves(torch::Tensor x) {
  return x.to(torch::kCUDA);
  // QUIET: that may be what it is for
}

// Beside a device that is given.
void train(torch::Device device) {
  auto w = torch::ones({4}, device);
  auto x = torch::ones({4}, torch::kCUDA);
  // CHECK: likely torch-hardcoded-device: 'cuda' is hard-coded in 'train', which is given 'device' and may be given another device
  // NOTE: use 'device'
  // MAYBE: certain|likely torch-mixed-device:
}

// In threads.
void workers(torch::Tensor w) {
  std::thread a([&] {
    auto x = torch::ones({4}, torch::kCUDA);
    // CHECK: likely torch-hardcoded-device: 'cuda' is hard-coded in 'workers', the body of a thread; each thread begins with the first device
    // NOTE: give the thread its device: torch::Device(torch::kCUDA, index)
  });
  a.join();
}

void body(int rank) {
  auto x = torch::ones({4}, torch::kCUDA);
  // CHECK: likely torch-hardcoded-device: 'cuda' is hard-coded in 'body', the body of a thread
}
void by_rank(int rank) {
  auto x = torch::ones({4}, torch::Device(torch::kCUDA, rank));
  // QUIET: the thread has its own
}
void start() {
  std::vector<std::thread> ts;
  for (int i = 0; i < 4; ++i)
    ts.emplace_back(body, i);
  ts.emplace_back(by_rank, 1);
  for (auto &t : ts)
    t.join();
}

void program() {
  auto x = torch::ones({4}, torch::kCUDA);
  // QUIET: a function of its own, with no tensor or device of others
}

int main() {
  auto x = torch::ones({4}, torch::kCUDA);
  // QUIET: a program may choose its device
  return int(x.size(0));
}
