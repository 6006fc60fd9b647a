#include "net.h"
torch::Tensor Split::forward(torch::Tensor x) { return x + cache; }
