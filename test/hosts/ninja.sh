#!/usr/bin/env bash
# Facts as steps of ninja: an edit makes one of them anew, and the findings
# change as they should.
. "$(dirname "$0")/lib.sh"
GENERATE="$HERE/../../tool/engines/torch-tidy-ninja"
mkdir src build
write_module src/One.cpp One
write_clean "src/with space.cpp" Spaced
cat >src/shared.h <<'CPP'
#pragma once
#include <torch/torch.h>
struct Shared : torch::nn::Module {
  Shared();
  torch::Tensor forward(torch::Tensor x);
  torch::Tensor mask = torch::ones({3});
};
CPP
printf '#include "shared.h"\nShared::Shared() {}\n' >src/made.cpp
printf '#include "shared.h"\ntorch::Tensor Shared::forward(torch::Tensor x) { return x * mask; }\n' >src/used.cpp
touch .torch-tidy.yaml
S="-std=c++17 -isystem $MOCK"
flags() { # what made.cpp has besides
  database -d build "g++ $S -c src/One.cpp" src/One.cpp "g++ $S $1 -c src/made.cpp" src/made.cpp "g++ $S -c src/used.cpp" src/used.cpp "g++ $S -c 'src/with space.cpp'" "src/with space.cpp"
}
flags ""
generate() {
  run "$GENERATE" -p build --tool "$TORCH_TIDY" -o build/build.ninja -- --format=text --quiet
  exits 0
}
# How many of each kind ninja has run.
made() {
  run ninja -C build -j1 -k0 "$@"
  FACTS="$(grep -c "FACTS" "$WORK/.out")"
}
facts_made() {
  CHECKED=$((CHECKED + 1))
  [[ $FACTS -eq $1 ]] || fail "$FACTS facts files were made, not $1"
}
later() { sleep 0.01; } # than what ninja has seen
generate
made check
facts_made 4
that test "$RC" -ne 0
prints "One.cpp:.*torch-unregistered-state"
prints "shared.h:.*torch-unregistered-state"
cp .out first
# What an analysis of them says.
tidy -p build --quiet
exits 1
that test "$(grep -c 'torch-' .out)" = "$(grep -c ' \[torch-' first)"

made check
facts_made 0
made report
facts_made 0
exits 0
that grep -q unregistered-state build/findings.sarif

# One edit, one facts file; its finding goes, the others stay.
later
write_clean src/One.cpp One
made check
facts_made 1
prints "FACTS .*One.cpp"
prints "shared.h:.*torch-unregistered-state"
CHECKED=$((CHECKED + 1))
grep -q "One.cpp:.*torch-" .out && fail "One.cpp is clean"
# A header's edit: those that include it.
later
sed -i 's|torch::Tensor mask = .*|torch::Tensor mask = register_buffer("mask", torch::ones({3}));|' src/shared.h
made check
facts_made 2
exits 0
that test -e build/checked
made report
facts_made 0
exits 0
that test "$(grep -c unregistered-state.*shared.h build/findings.sarif)" = 0
made check
prints "no work to do"

# Flags: those whose flags changed.
flags -DX=1
generate
made check
facts_made 1
prints "FACTS .*made.cpp"
# What the project says: nothing is read again, all is judged.
later
echo "checks: '*'" >.torch-tidy.yaml
made check
facts_made 0
prints "CHECK"

# A source that can't be read fails its step, and no findings look complete.
later
mv src/used.cpp src/gone.cpp
run ninja -C build -k0 check
that test "$RC" -ne 0
run "$GENERATE" -p nowhere --tool "$TORCH_TIDY"
exits 2
says "nowhere/compile_commands.json"
finish
