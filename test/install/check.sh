#!/usr/bin/env bash
# find_package(torch_tidy) and torch_tidy_check, in a project of its own.
TORCH_TIDY="$PREFIX/bin/torch-tidy"
PROJECT="$(cd "$(dirname "$0")/project" && pwd -P)"
. "$(dirname "$0")/../hosts/lib.sh"
cp -r "$PROJECT" user

configure() { # GENERATOR [OPTION...]
  run "$CMAKE" -G "$1" -S user -B build -DCMAKE_CXX_COMPILER="$CXX" -DCMAKE_PREFIX_PATH="$PREFIX" -DMOCK="$MOCK" "${@:2}"
}
run_tests() { run "$CTEST" --test-dir build --output-on-failure "$@"; }

configure Ninja
exits 0
run_tests
that test "$RC" -ne 0
prints 'torch-tidy.good \.+ +Passed'
prints 'torch-tidy.buggy \.+\*\*\*Failed'
# With the target's own flags, and with sources that came later.
prints 'buggy.cpp:6:[0-9]+: warning: .* \[torch-unregistered-state\]'
prints 'late.cpp:2:[0-9]+: warning: .* \[torch-discarded-move\]'
# One target alone doesn't know all of the class; the project does.
prints 'half-alone \.+ +Passed'
prints 'torch-tidy.other \.+\*\*\*Failed'
prints 'half.cpp:2:[0-9]+: warning: .* \[torch-unregistered-state\]'
run_tests -L torch-tidy -N
prints 'Total Tests: 4'

# As a build step: ALL is part of the build, and a finding stops it.
run "$CMAKE" --build build
exits 0
prints 'Checking devices in good'
run "$CMAKE" --build build --target torch-tidy-buggy
that test "$RC" -ne 0
that grep -q 'torch-unregistered-state' .out .err

# What is said wrongly is an error of the configuration.
wrong() { # LINE MESSAGE
  { cat "$PROJECT/CMakeLists.txt" && printf "%b\n" "$1"; } >user/CMakeLists.txt
  configure Ninja
  exits 1
  says "$2"
}
wrong 'torch_tidy_check(nothing)' "torch_tidy_check: 'nothing' is no target"
wrong 'add_library(iface INTERFACE)\ntorch_tidy_check(iface)' "'iface' compiles nothing"
wrong 'torch_tidy_check(other OPTION x)' "no argument is called 'OPTION x'"
wrong 'find_package(torch_tidy REQUIRED COMPONENTS lint)' "no component 'lint'"
wrong 'find_package(torch_tidy 9 REQUIRED)' 'torch_tidy'
# A target without C++ is no check of everything.
printf 'int main(void) { return 0; }\n' >user/plain.c
wrong 'enable_language(C)\nadd_library(plain OBJECT plain.c)\ntorch_tidy_check(plain)\nmessage(FATAL_ERROR "so far")' 'so far'
sed -i '$d' user/CMakeLists.txt
configure Ninja
exits 0
run_tests -R torch-tidy.plain
that test "$RC" -ne 0
prints 'no-C\+\+-source-in-plain'
# Makefiles write a database of the checked targets, too.
cp "$PROJECT/CMakeLists.txt" user && rm -rf build
configure "Unix Makefiles"
exits 0
that grep -q late.cpp build/compile_commands.json
finish
