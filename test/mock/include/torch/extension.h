// Mock of torch/extension.h.
#pragma once
#include <pybind11/pybind11.h>
#include <torch/all.h>
namespace py = pybind11;
#ifndef TORCH_EXTENSION_NAME
#define TORCH_EXTENSION_NAME mock_extension
#endif
