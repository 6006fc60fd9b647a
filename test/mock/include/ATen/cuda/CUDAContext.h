// Mock of ATen/cuda/CUDAContext.h.
#pragma once
#include <ATen/ATen.h>
#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAStream.h>
