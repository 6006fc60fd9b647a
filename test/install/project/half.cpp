#include "net.h"
Split::Split() { cache = torch::zeros({10}); }
