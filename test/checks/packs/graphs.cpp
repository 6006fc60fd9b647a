// RUN: %check %s -- %mock
// The packs of torch_scatter, torch_sparse (asked for by .torch-tidy.yaml, beside
// this file) and pyg-lib, with their own declarations.
#include <torch/torch.h>

torch::Tensor scatter_sum(torch::Tensor src, torch::Tensor index, int64_t dim,
                          torch::optional<torch::Tensor> optional_out,
                          torch::optional<int64_t> dim_size);
std::tuple<torch::Tensor, torch::Tensor>
segment_max_csr(torch::Tensor src, torch::Tensor indptr,
                torch::optional<torch::Tensor> optional_out);
torch::Tensor gather_csr(torch::Tensor src, torch::Tensor indptr,
                         torch::optional<torch::Tensor> optional_out);
torch::Tensor spmm_sum(torch::optional<torch::Tensor> opt_row,
                       torch::Tensor rowptr, torch::Tensor col,
                       torch::optional<torch::Tensor> opt_value,
                       torch::optional<torch::Tensor> opt_colptr,
                       torch::optional<torch::Tensor> opt_csr2csc,
                       torch::Tensor mat);
std::tuple<torch::Tensor, torch::Tensor> relabel(torch::Tensor col,
                                                 torch::Tensor idx);
namespace pyg {
namespace ops {
at::Tensor segment_sum_csr(const at::Tensor &src, const at::Tensor &indptr,
                           const torch::optional<at::Tensor> &out = {});
at::Tensor segment_matmul(const at::Tensor &input, const at::Tensor &ptr,
                          const at::Tensor &other);
} // namespace ops
namespace sampler {
std::tuple<at::Tensor, at::Tensor, at::Tensor, torch::optional<at::Tensor>>
neighbor_sample(const at::Tensor &rowptr, const at::Tensor &col,
                const at::Tensor &seed, const std::vector<int64_t> &num_neighbors);
}
} // namespace pyg

bool gpu() { return torch::cuda::is_available(); }

struct Graph : torch::nn::Module {
  Graph() { weight = register_parameter("weight", torch::randn({8, 8})); }

  torch::Tensor sums(torch::Tensor x) {
    auto index = torch::zeros({100}, torch::kLong);
    // CHECK: certain torch-factory-without-device: 'torch::zeros' makes a tensor on cpu; it meets 'x'
    return scatter_sum(x, index, 0, {}, {});
  }
  torch::Tensor sums_there(torch::Tensor x, torch::Tensor index) {
    auto out = torch::zeros({10, 8}, x.options());
    return scatter_sum(x, index, 0, out, {});
    // QUIET: all on the input's device
  }
  torch::Tensor into(torch::Tensor x, torch::Tensor index) {
    auto out = torch::zeros({10, 8});
    // CHECK: certain torch-factory-without-device: 'torch::zeros' makes a tensor on cpu
    return scatter_sum(x, index, 0, out, {});
  }
  torch::Tensor segments(torch::Tensor x) {
    auto indptr = torch::arange(10);
    // CHECK: certain torch-factory-without-device: 'torch::arange' makes a tensor on cpu
    return std::get<0>(segment_max_csr(x, indptr, {}));
  }
  torch::Tensor product(torch::Tensor rowptr, torch::Tensor col) {
    auto dense = torch::ones({10, 8});
    // CHECK: certain torch-factory-without-device: 'torch::ones' makes a tensor on cpu
    return spmm_sum({}, rowptr, col, {}, {}, {}, dense);
  }
  torch::Tensor relabelled(torch::Tensor col, torch::Tensor x) {
    return std::get<0>(relabel(col.to(x.device()), torch::arange(8)));
    // CHECK: certain|likely torch-mixed-device: 'col' has to be on cpu
  }
  torch::Tensor of_pyg(torch::Tensor x) {
    auto indptr = torch::arange(10);
    // CHECK: certain torch-factory-without-device: 'torch::arange' makes a tensor on cpu
    return pyg::ops::segment_sum_csr(x, indptr);
  }
  torch::Tensor pointers(torch::Tensor x) {
    return pyg::ops::segment_matmul(x, torch::arange(10), weight);
    // QUIET: 'ptr' is read on the host, wherever it is
  }
  torch::Tensor sampled(torch::Tensor rowptr, torch::Tensor col) {
    auto seed = torch::arange(10);
    return std::get<0>(pyg::sampler::neighbor_sample(rowptr.cpu(), col.cpu(), seed, {5}));
    // QUIET: the sampler wants the CPU
  }
  torch::Tensor weight;
};
