// Mock of pybind11/embed.h.
#pragma once
#include <pybind11/pybind11.h>
