// Trains the detector on made-up images and exports its backbone: detector
// [FILE]
#include "detector.h"

#include <cstdio>

int main(int argc, char **argv) {
  torch::manual_seed(1);
  torch::Device device =
      torch::cuda::is_available() ? torch::kCUDA : torch::kCPU;
  Detector detector(16);
  train(detector, device, 30);
  if (argc > 1) {
    export_backbone(detector, argv[1]);
    std::printf("backbone written to %s\n", argv[1]);
  }
}
