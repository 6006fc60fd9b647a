#include "net.h"
torch::Tensor twice(torch::Tensor x) { return x + x; }
