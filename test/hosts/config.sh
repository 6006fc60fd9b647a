#!/usr/bin/env bash
# .torch-tidy.yaml: found, checked, overridden by the command line and by
# .clang-tidy, and the same in both hosts.
. "$(dirname "$0")/lib.sh"
F=(-- "${FLAGS[@]}")
plugin() { run "$CLANG_TIDY" --load="$PLUGIN" --quiet --checks='-*,torch-*' "$@"; }
config() { cat >"${1:-$WORK/.torch-tidy.yaml}"; }

mkdir -p src/deep third_party/gen
cat >src/deep/net.cpp <<'CPP'
#include <torch/torch.h>
namespace my {
torch::Tensor mask(int64_t n);
}
struct Net : torch::nn::Module {
  Net() { w = register_parameter("w", torch::randn({8})); }
  torch::Tensor forward(torch::Tensor x) { return x.matmul(my::mask(8)); }
  torch::Tensor w;
};
CPP
write_module third_party/gen/net.cpp

# Nothing is known of my::mask until it is taught, from far below the file.
tidy src/deep/net.cpp "${F[@]}"
exits 0
config <<'YAML'
factories:
  - {name: my::mask, device: cpu}
YAML
tidy src/deep/net.cpp "${F[@]}"
exits 1
prints "'my::mask' always answers on cpu"
plugin src/deep/net.cpp "${F[@]}"
prints "'my::mask' always answers on cpu"
# --config takes another.
: >other.yaml
tidy --config=other.yaml src/deep/net.cpp "${F[@]}"
exits 0
# Or none: what the project says is left out.
tidy --config=none src/deep/net.cpp "${F[@]}"
exits 0
silent_about 'my::mask'
tidy --config=nowhere.yaml src/deep/net.cpp "${F[@]}"
exits 2
says 'nowhere.yaml: error: cannot read'
# The nearest one counts, alone.
: >src/.torch-tidy.yaml
tidy src/deep/net.cpp "${F[@]}"
exits 0
plugin src/deep/net.cpp "${F[@]}"
silent_about "my::mask"
rm src/.torch-tidy.yaml

# Mistakes: place, near spellings, exit code 2, and nothing is analyzed.
wrong() { # TEXT PLACE MESSAGE
  printf '%b' "$1" >.torch-tidy.yaml
  tidy third_party "${F[@]}"
  exits 2
  prints_nothing
  says "^$WORK/.torch-tidy.yaml:$2: error: .*$3"
  plugin third_party/gen/net.cpp "${F[@]}"
  grep -Eq "$3" .out .err || fail "clang-tidy doesn't say: $3"
  prints 'clang-tidy-config'
  silent_about '[[]torch-unregistered-state'
}
wrong 'movrs: []\n' 1:1 "the file has no key 'movrs'; near: 'movers'"
wrong 'movers:\n  - {name: my::f, devcie: cuda}\n' 2:19 "a mover has no key 'devcie'; near: 'device'"
wrong 'movers:\n  - {name: my::f, device: cuad}\n' 2:27 "'device' wants cpu, cuda or argument, and this is 'cuad'; near: 'cuda'"
wrong 'factories:\n  - {name: my::f}\n' 2:5 "a factory wants 'device: cpu'"
wrong 'factories:\n  - {device: cpu}\n' 2:5 "a factory wants 'name: QUALIFIED::NAME'"
wrong 'ignore: ["my::f<int>"]\n' 1:10 "a name is qualified"
wrong 'levels:\n  torch-unregisterd-state: off\n' 2:3 "no rule matches 'torch-unregisterd-state'; near: 'torch-unregistered-state'"
wrong 'levels: {torch-mixed-device: loud}\n' 1:30 "wants certain, likely, advice or off"
wrong 'profile: stirct\n' 1:10 "near: 'strict'"
wrong 'packs: [torch-scater]\n' 1:9 "no pack is called 'torch-scater'; near: 'torch-scatter'"
wrong 'level: likely\nlevel: advice\n' 2:1 "'level' stands on line 1 already"
wrong 'checks: [a\n' 2:1 '.'
wrong 'just words\n' 1:1 "the file wants 'key: value' lines"
wrong 'movers: {name: [my::f, my::f]}\n' 1:16 "'my::f' is taught twice"
printf 'packs: mine.yaml\n' >.torch-tidy.yaml
tidy third_party "${F[@]}"
exits 2
says 'cannot read the pack .*/mine.yaml'

# Levels and rules, and what the line says of them.
config <<'YAML'
levels: {torch-unregistered-state: advice}
YAML
tidy third_party "${F[@]}"
exits 0
tidy --level=advice --fail-on=never --format=jsonl third_party "${F[@]}"
prints '"level":"advice".*torch-unregistered-state|torch-unregistered-state.*"level":"advice"'
config <<'YAML'
levels: {"torch-unregistered-*": off}
YAML
tidy third_party "${F[@]}"
exits 0
plugin third_party/gen/net.cpp "${F[@]}"
silent_about 'torch-unregistered-state'
tidy --list-checks
silent_about 'torch-unregistered'
config <<'YAML'
checks: '*,-torch-unregistered-state'
YAML
tidy third_party "${F[@]}"
exits 0
tidy --checks='*' third_party "${F[@]}"
exits 1
config <<'YAML'
level: advice
levels: {torch-unregistered-state: advice}
YAML
tidy third_party "${F[@]}"
prints 'torch-unregistered-state'
exits 0
tidy --level=likely third_party "${F[@]}"
silent_about 'torch-unregistered-state'
plugin third_party/gen/net.cpp "${F[@]}"
prints 'torch-unregistered-state'
plugin --config='{CheckOptions: {torch-unregistered-state.Level: likely}}' third_party/gen/net.cpp "${F[@]}"
silent_about 'torch-unregistered-state'

# Profiles.
write_strict strict.cpp
sed 's/Strict(torch::Device device)/Strict()/' strict.cpp >stricter.cpp
config <<'YAML'
profile: strict
YAML
tidy stricter.cpp "${F[@]}"
prints 'names no device'
tidy --profile=default stricter.cpp "${F[@]}"
silent_about 'names no device'
plugin stricter.cpp "${F[@]}"
prints 'names no device'
plugin --config='{CheckOptions: {torch-*.Profile: default}}' stricter.cpp "${F[@]}"
silent_about 'names no device'
: >.torch-tidy.yaml
plugin --config='{CheckOptions: {torch-*.Profile: strict}}' stricter.cpp "${F[@]}"
prints 'names no device'
tidy --profile=cpu-only third_party "${F[@]}"
exits 0
tidy --profile=cpu-only --level=advice --fail-on=never third_party "${F[@]}"
prints 'torch-unregistered-state'
cat >index.cpp <<'CPP'
#include <torch/torch.h>
torch::Device second() { return torch::Device(torch::kCUDA, 1); }
torch::Tensor any(torch::Tensor x) { return x.to(torch::kCUDA); }
CPP
tidy --profile=multi-gpu index.cpp "${F[@]}"
prints "index.cpp:2:.*cuda:1.*torch-hardcoded-device"
prints "index.cpp:3:.*torch-hardcoded-device"
tidy --profile=strict,cpu-only stricter.cpp "${F[@]}"
prints 'names no device'
tidy --profile=stirct index.cpp "${F[@]}"
exits 2
says "no profile is called 'stirct'; near: 'strict'"

# What is left out.
tidy . "${F[@]}"
prints 'third_party/gen/net.cpp'
config <<'YAML'
exclude: third_party
YAML
tidy . "${F[@]}"
silent_about 'third_party/gen/net.cpp:'
tidy third_party/gen/net.cpp "${F[@]}"
exits 0
says "third_party/gen/net.cpp is left out"
plugin third_party/gen/net.cpp "${F[@]}"
silent_about 'torch-unregistered-state'
config <<'YAML'
exclude: ['**/gen/*.cpp']
YAML
tidy third_party/gen/net.cpp "${F[@]}"
exits 0
: >.torch-tidy.yaml
tidy --exclude='third_*' third_party/gen/net.cpp "${F[@]}"
exits 0
tidy third_party/gen/net.cpp "${F[@]}"
exits 1
# … a header, too.
mkdir -p inc
write_module inc/net.h
echo '#include "../inc/net.h"' >src/uses.cpp
tidy src/uses.cpp "${F[@]}"
prints 'inc/net.h'
config <<'YAML'
exclude: inc
YAML
tidy src/uses.cpp "${F[@]}"
exits 0
silent_about 'inc/net.h:'
plugin --header-filter='.*' src/uses.cpp "${F[@]}"
silent_about 'inc/net.h:'

# Packs: off until asked for, on until told not to, or the project's own.
cat >scatter.cpp <<'CPP'
#include <torch/torch.h>
torch::Tensor scatter_sum(torch::Tensor src, torch::Tensor index, int64_t dim);
namespace vision { namespace ops {
at::Tensor nms(const at::Tensor &dets, const at::Tensor &scores, double iou);
} }
struct Net : torch::nn::Module {
  Net() { w = register_parameter("w", torch::randn({8})); }
  torch::Tensor forward(torch::Tensor x) {
    auto index = torch::zeros({8}, torch::kLong);
    return scatter_sum(x, index, 0);
  }
  torch::Tensor keep(torch::Tensor boxes) {
    auto scores = torch::ones({8});
    return vision::ops::nms(boxes, scores, 0.5);
  }
  torch::Tensor w;
};
CPP
: >.torch-tidy.yaml
tidy --format=jsonl scatter.cpp "${F[@]}"
prints '"line":13,'
silent_about '"line":9,'
config <<'YAML'
packs: [torch-scatter, -torchvision]
YAML
tidy --format=jsonl scatter.cpp "${F[@]}"
prints '"line":9,'
silent_about '"line":13,'
mkdir -p packs
echo 'operators: {name: scatter_sum, device_of: src}' >packs/mine.yaml
config <<'YAML'
packs: packs/mine.yaml
YAML
tidy --format=jsonl scatter.cpp "${F[@]}"
prints '"line":9,'

# What is taught and annotated is one thing to both hosts.
words() {
  sed -nE 's/^([^ ]+:[0-9]+:[0-9]+): (warning|remark): (.*) \[(torch-[a-z-]+)\]$/\1 \4 \3/p' "$1" | sort -u
}
for folder in taught annotations packs; do
  files=("$HERE/../checks/$folder"/*.cpp)
  that test -e "${files[0]}"
  tidy --single-file --level=advice --format=text "${files[@]}" "${F[@]}"
  words .out | sed -E "s|^[^ ]*/checks/|checks/|" >tool.words
  that test -s tool.words
  plugin --header-filter='.*' --config='{CheckOptions: {Level: advice}}' "${files[@]}" "${F[@]}"
  words .out | sed -E "s|^[^ ]*/checks/|checks/|" >plugin.words
  same_files tool.words plugin.words
done
finish
