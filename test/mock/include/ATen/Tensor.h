// Mock of ATen/Tensor.h.
#pragma once
#include <ATen/core/Tensor.h>
