// Mock of torch/torch.h: LibTorch's public names as 1.13 spells them, for tests
// that only read the source. Nothing here runs.
#pragma once
#include <torch/all.h>
