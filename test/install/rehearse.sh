#!/usr/bin/env bash
# torch_rehearse_test and torch_tidy::runtime, in a project with the real LibTorch.
TORCH_TIDY="$PREFIX/bin/torch-tidy"
PROJECT="$(cd "$(dirname "$0")/torch" && pwd -P)"
. "$(dirname "$0")/../hosts/lib.sh"

# At one place always, for the sake of the compiler's cache.
build="${PREFIX%/*}/torch-project"
rm -rf "$build"
run "$CMAKE" -G Ninja -S "$PROJECT" -B "$build" -DCMAKE_CXX_COMPILER="$CXX" -DCMAKE_BUILD_TYPE=Debug \
  -DCMAKE_PREFIX_PATH="$PREFIX" ${LAUNCHER:+"-DCMAKE_CXX_COMPILER_LAUNCHER=$LAUNCHER"}
exits 0
run "$CMAKE" --build "$build" -j1
exits 0
run "$CTEST" --test-dir "$build" --output-on-failure
that test "$RC" -ne 0
prints 'rehearse.whole \.+ +Passed'
prints 'plain \.+ +Passed'
prints 'Net.IsDeviceSafe \.+ +Passed'
prints 'Net.LeavesATensorBehind \.+ +Passed'
prints 'Net.IsCheckedBeforeAnExport \.+ +Passed'
prints 'rehearse.train \.+\*\*\*Failed'
prints "train.cpp:[0-9]+:1: error: aten::add: 'other' is on cpu, 'self' on cuda:1 \[run-device-mix\]"
prints '1 tests failed out of 6'
# The tree's name has a blank, which LD_PRELOAD can't hold; nothing is left of the
# link that stands for it.
that test "$PREFIX" != "${PREFIX// /}"
mkdir temporary
run env TMPDIR="$WORK/temporary" "$PREFIX/bin/torch-rehearse" -- "$build/train" left-behind
says 'run-device-mix'
that test -z "$(ls -A temporary)"

# Another LibTorch than the library's is refused when it is configured.
other="$PREFIX/$LIBDIR/cmake/other"
rm -rf "$other" && cp -r "$PREFIX/$LIBDIR/cmake/torch_tidy" "$other"
sed -i "s/VERSION_EQUAL \"[0-9.]*\"/VERSION_EQUAL \"0.4.1\"/" "$other/torch_tidyConfig.cmake"
run "$CMAKE" -G Ninja -S "$PROJECT" -B other -DCMAKE_CXX_COMPILER="$CXX" -Dtorch_tidy_DIR="$other"
exits 1
says 'runtime is for LibTorch'
rm -r "$other"
finish
