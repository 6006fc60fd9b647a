// Mock of ATen/CPUGeneratorImpl.h.
#pragma once
#include <ATen/core/Generator.h>
