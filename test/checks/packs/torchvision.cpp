// RUN: %check %s -- %mock
// The pack of torchvision's C++ operators, as torchvision/csrc declares them.
#include <torch/torch.h>

namespace vision {
namespace ops {
at::Tensor nms(const at::Tensor &dets, const at::Tensor &scores,
               double iou_threshold);
at::Tensor roi_align(const at::Tensor &input, const at::Tensor &rois,
                     double spatial_scale, int64_t pooled_height,
                     int64_t pooled_width, int64_t sampling_ratio,
                     bool aligned);
std::tuple<at::Tensor, at::Tensor>
ps_roi_align(const at::Tensor &input, const at::Tensor &rois,
             double spatial_scale, int64_t pooled_height, int64_t pooled_width,
             int64_t sampling_ratio);
at::Tensor deform_conv2d(const at::Tensor &input, const at::Tensor &weight,
                         const at::Tensor &offset, const at::Tensor &mask,
                         const at::Tensor &bias, int64_t stride_h,
                         int64_t stride_w, int64_t pad_h, int64_t pad_w,
                         int64_t dilation_h, int64_t dilation_w, int64_t groups,
                         int64_t offset_groups, bool use_mask);
} // namespace ops
namespace image {
torch::Tensor read_file(const std::string &filename);
torch::Tensor decode_jpeg(const torch::Tensor &data, int64_t mode = 0);
torch::Tensor encode_jpeg(const torch::Tensor &data, int64_t quality);
} // namespace image
} // namespace vision

bool gpu() { return torch::cuda::is_available(); }

struct Detector : torch::nn::Module {
  Detector() { weight = register_parameter("weight", torch::randn({8, 8, 3, 3})); }

  torch::Tensor keep(torch::Tensor boxes) {
    auto scores = torch::ones({100});
    // CHECK: certain torch-factory-without-device: 'torch::ones' makes a tensor on cpu; it meets 'boxes'
    return vision::ops::nms(boxes, scores, 0.5);
  }
  torch::Tensor keep_there(torch::Tensor boxes) {
    return vision::ops::nms(boxes, torch::ones({100}, boxes.options()), 0.5);
    // QUIET: one device
  }
  torch::Tensor pool(torch::Tensor x) {
    auto rois = torch::zeros({4, 5});
    // CHECK: certain torch-factory-without-device: 'torch::zeros' makes a tensor on cpu
    return vision::ops::roi_align(x, rois, 1.0, 7, 7, 2, true);
  }
  torch::Tensor of_two(torch::Tensor x, torch::Tensor rois) {
    auto [out, mapping] = vision::ops::ps_roi_align(x, rois, 1.0, 7, 7, 2);
    auto bias = torch::zeros({8, 8});
    // CHECK: certain torch-factory-without-device: 'torch::zeros' makes a tensor on cpu
    return out.matmul(bias);
  }
  torch::Tensor convolve(torch::Tensor x, torch::Tensor offset) {
    auto none = torch::zeros({0}, x.options());
    auto bias = torch::zeros({8});
    // CHECK: certain torch-factory-without-device: 'torch::zeros' makes a tensor on cpu
    return vision::ops::deform_conv2d(x, weight, offset, none, bias, 1, 1, 1, 1,
                                      1, 1, 1, 1, false);
  }
  torch::Tensor picture(torch::Tensor x) {
    auto image = vision::image::decode_jpeg(vision::image::read_file("a.jpg"));
    // CHECK: certain torch-factory-without-device: 'vision::image::decode_jpeg' makes a tensor on cpu
    return x.matmul(image);
  }
  torch::Tensor moved_picture(torch::Tensor x) {
    auto image = vision::image::decode_jpeg(vision::image::read_file("a.jpg"));
    return x.matmul(image.to(x.device()));
    // QUIET: moved before it meets the input
  }
  torch::Tensor written(torch::Tensor x) {
    return vision::image::encode_jpeg(x.to(weight.device()), 90);
    // CHECK: certain|likely torch-mixed-device: 'data' has to be on cpu
  }
  torch::Tensor weight;
};

// The same names in a namespace of the project's own.
namespace ops {
at::Tensor nms(const at::Tensor &dets, const at::Tensor &scores, double iou);
}
struct Namesake : torch::nn::Module {
  Namesake() { weight = register_parameter("weight", torch::randn({8})); }
  torch::Tensor keep(torch::Tensor boxes) {
    return ops::nms(boxes, torch::ones({100}), 0.5);
    // QUIET: nothing is known of this one
  }
  torch::Tensor weight;
};
