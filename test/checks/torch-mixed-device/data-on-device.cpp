// A data set that puts its tensors on a device: batches need no move.
// RUN: %check %s -- %mock
#include <torch/torch.h>

struct OnDevice : torch::data::datasets::Dataset<OnDevice> {
  torch::Tensor x, y;
  OnDevice(torch::Device d) : x(torch::zeros({100, 8}, d)), y(torch::zeros({100, 4}, d)) {}
  torch::data::Example<> get(size_t i) override { return {x[i], y[i]}; }
  torch::optional<size_t> size() const override { return 100; }
};

void train(torch::Device d) {
  // QUIET: the data set says where its data is.
  torch::nn::Linear net(8, 4);
  net->to(d);
  auto data = OnDevice(d).map(torch::data::transforms::Stack<>());
  auto loader = torch::data::make_data_loader<torch::data::samplers::SequentialSampler>(data, 64);
  for (auto &batch : *loader)
    torch::mse_loss(net->forward(batch.data), batch.target).backward();
}

void loud(torch::Tensor x) {
  auto y = torch::matmul(x.cpu(), x.cuda());
  // CHECK: certain torch-mixed-device: 'x.cpu()' on cpu meets 'x.cuda()' on cuda
}
