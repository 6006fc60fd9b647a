#!/usr/bin/env bash
# The ways to clang-tidy that docs/clang-tidy.md tells of, with the programs of
# the LLVM that the plugin is for: .clang-tidy, run-clang-tidy, clang-tidy-diff,
# CMAKE_CXX_CLANG_TIDY.
. "$(dirname "$0")/lib.sh"
RUN="run-clang-tidy-$LLVM_MAJOR"
DIFF="clang-tidy-diff-$LLVM_MAJOR.py"
CMAKE="${CMAKE:-cmake}"
write_module net.cpp
write_clean good.cpp
S="-std=c++17 -isystem $MOCK"
mkdir src && mv net.cpp good.cpp src
database -d build "c++ $S -c src/net.cpp" src/net.cpp "c++ $S -c src/good.cpp" src/good.cpp
FINDING='src/net.cpp:[0-9]+:[0-9]+: (warning|error): .*\[torch-unregistered-state'

# What a snippet of the page says is what is tried here.
snippet() { # LANGUAGE N: the Nth block of that language in the page
  awk -v want="$1" -v n="$2" '
    /^```/ { if (on) { on = 0; next } if ($0 == "```" want && ++seen == n) { on = 1; next } }
    on' "$HERE/../../docs/clang-tidy.md" | sed "s|/path/to/torch-tidy-plugin-19.so|$PLUGIN|g"
}
snippet yaml 1 >.clang-tidy
that grep -q "torch-\*" .clang-tidy
run "$CLANG_TIDY" --load="$PLUGIN" -p build src/net.cpp
prints "$FINDING"
# Without the plugin .clang-tidy alone is no clean run that passes for one.
run "$CLANG_TIDY" --checks=torch-unregistered-state --verify-config
exits 1

# Over the whole database.
run "$RUN" -clang-tidy-binary "$CLANG_TIDY" -p build -load "$PLUGIN" -quiet
prints "$FINDING"
run "$RUN" -clang-tidy-binary "$CLANG_TIDY" -p build -load "$PLUGIN" -quiet -warnings-as-errors='torch-*'
exits 1
prints "$FINDING"
run "$RUN" -clang-tidy-binary "$CLANG_TIDY" -p build -load "$PLUGIN" -quiet good.cpp
exits 0
silent_about "$FINDING"
# Its fixes, with the program of Debian's clang-tools that puts them together.
cp -r src kept
if command -v "clang-apply-replacements-$LLVM_MAJOR" >/dev/null; then
  run "$RUN" -clang-tidy-binary "$CLANG_TIDY" -clang-apply-replacements-binary "clang-apply-replacements-$LLVM_MAJOR" \
    -p build -load "$PLUGIN" -quiet -fix net.cpp
  that grep -q 'register_buffer("cache"' src/net.cpp
fi
rm -r src && mv kept src

# Over the lines of a change.
git init -q . && git -c user.name=t -c user.email=t@t add src
git -c user.name=t -c user.email=t@t commit -qm one
diff_tidy() { git diff -U0 HEAD | "$DIFF" -p1 -path build -clang-tidy-binary "$CLANG_TIDY" -load "$PLUGIN" -quiet; }
echo '// a line more' >>src/net.cpp
run diff_tidy
silent_about "$FINDING"
sed -i 's/torch::zeros({10})/torch::zeros({11})/' src/net.cpp
run diff_tidy
prints "$FINDING"

# In a build by CMake: with each source that is compiled.
cat >CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(user LANGUAGES CXX)
set(CMAKE_CXX_STANDARD 17)
include_directories(SYSTEM "${MOCK}")
CMAKE
snippet cmake 1 >>CMakeLists.txt
that grep -q CMAKE_CXX_CLANG_TIDY CMakeLists.txt
echo 'add_library(net OBJECT src/net.cpp src/good.cpp)' >>CMakeLists.txt
cmake_build() { "$CMAKE" -S . -B tidy -DCMAKE_CXX_COMPILER="$CLANG" -DMOCK="$MOCK" "$@" && "$CMAKE" --build tidy --target net; }
run cmake_build
that test "$RC" -ne 0
that grep -Eq -- "$FINDING" .out .err
sed -i 's/{ cache = \(torch::zeros({11})\); }/{ cache = register_buffer("cache", \1); }/' src/net.cpp
run cmake_build
exits 0
silent_about 'torch-unregistered'
finish
