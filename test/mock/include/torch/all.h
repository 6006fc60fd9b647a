// Mock of torch/all.h.
#pragma once
#include <torch/csrc/autograd/custom_function.h>
#include <torch/data.h>
#include <torch/library.h>
#include <torch/nn.h>
#include <torch/optim.h>
#include <torch/serialize.h>
#include <torch/types.h>
#include <cmath>
#include <cstring>
#include <iostream>
#define TORCH_VERSION_MAJOR 1
#define TORCH_VERSION_MINOR 13
#define TORCH_VERSION_PATCH 0
