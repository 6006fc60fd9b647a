// Mock of torch/nn.h.
#pragma once
#include <torch/nn/modules.h>
#include <torch/serialize.h>
