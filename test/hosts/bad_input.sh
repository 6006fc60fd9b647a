#!/usr/bin/env bash
# Whatever can't be analyzed is said in words, and ends with 2.
. "$(dirname "$0")/lib.sh"
write_module net.cpp
write_clean good.cpp

tidy nothere.cpp -- "${FLAGS[@]}"
exits 2
says 'no such file or folder: nothere.cpp'
prints_nothing

tidy net.cpp
exits 2
says 'no compile database at or above .*net.cpp: give the build folder with -p'

tidy -p nodir net.cpp
exits 2
says 'no compile database at .*/nodir'

mkdir empty broken && echo '[]' >empty/compile_commands.json && echo '{"a":' >broken/compile_commands.json
tidy -p empty net.cpp
exits 2
says 'empty/compile_commands.json has no entries'
tidy -p broken net.cpp
exits 2
says 'broken/compile_commands.json is no compile database'

tidy empty -- "${FLAGS[@]}"
exits 2
says 'no C\+\+ source under empty'

tidy -- "${FLAGS[@]}"
exits 2
says 'no files'

# A syntax error: what else the file says is still found, and marked.
cat net.cpp - >syntax.cpp <<'CPP'
int broken( { return 1 }
CPP
tidy --format=jsonl syntax.cpp -- "${FLAGS[@]}"
exits 2
says 'syntax.cpp:8:[0-9]+: error: '
says '1 file of 1 could not be analyzed completely'
prints '"partial":true'
prints '"rule":"torch-unregistered-state"'

# Nothing is certain in a function with an error in it: what else it does with a
# tensor may stand in the part that isn't there.
cat >part.cpp <<'CPP'
#include <torch/torch.h>
void read(torch::Tensor x, torch::Device device) {
  x = x.to(device);
  auto y = no_such::thing(x);
}
void dropped(torch::Tensor x, torch::Device device) {
  auto y = no_such::thing(x);
  x.to(device);
}
void whole(torch::Tensor x, torch::Device device) { x.to(device); }
CPP
tidy --format=jsonl part.cpp -- "${FLAGS[@]}"
exits 2
silent_about '"line":3,'
prints '"level":"likely","message":"as far as this function was read, .*"line":8,'
prints '"level":"certain","message":"[^"]*dropped.*"line":10,'

# One broken file doesn't silence the others, and theirs aren't partial.
tidy --format=jsonl net.cpp nothere.cpp -- "${FLAGS[@]}"
exits 2
prints '"rule":"torch-unregistered-state"'
silent_about '"partial":true'

# LibTorch's headers are not in the flags.
tidy net.cpp -- -std=c++17 -nostdinc
exits 2
says "'torch/torch.h' file not found"
says "LibTorch's header <torch/torch.h> (is in .* add -I|was not found: add -I)"

echo '#include "generated/config.h"' | cat - good.cpp >missing.cpp
tidy missing.cpp -- "${FLAGS[@]}"
exits 2
says "header 'generated/config.h' was not found: build the project first"

# A header that is a folder can't be read.
mkdir folder.h && echo '#include "folder.h"' | cat - good.cpp >unreadable.cpp
tidy unreadable.cpp -- "${FLAGS[@]}"
exits 2
says 'unreadable.cpp:1:10: error: .*folder.h'

# A file that brings Clang down takes no other with it.
printf '#include <torch/torch.h>\n#pragma clang __debug crash\n' >crash.cpp
tidy --format=jsonl crash.cpp net.cpp -- "${FLAGS[@]}"
exits 2
says 'crash.cpp: error: Clang crashed while it read this file'
prints '"rule":"torch-unregistered-state"'

# CUDA source without a CUDA toolkit.
{ cat good.cpp && echo '__global__ void k(float *x) { x[threadIdx.x] = 0; }'; } >kernel.cu
tidy kernel.cu -- "${FLAGS[@]}" --cuda-path="$WORK/nocuda"
exits 2
says "CUDA source needs the CUDA toolkit's headers"

# LibTorch 1.13 as C++20: the same words as its own headers make Clang say.
mkdir -p old/torch && echo 'namespace c10 { struct IValue; }' >old/torch/torch.h
cat >cxx20.cpp <<'CPP'
#include <torch/torch.h>
int size = sizeof(c10::IValue);
CPP
tidy cxx20.cpp -- -std=c++20 -isystem old
exits 2
says 'use -std=c\+\+17'

# The command line itself.
for wrong in --nonsense --format=xml --level=sure --fail-on=often -j0 --dry-run \
  --why=net.cpp --checks=no-such-rule --explain=no-such-rule; do
  tidy $wrong net.cpp -- "${FLAGS[@]}"
  exits 2
  says '^torch-tidy: error: '
  prints_nothing
done

# Nothing half-written, and no file at all when nothing was read.
tidy -o out.jsonl --format=jsonl nothere.cpp -- "${FLAGS[@]}"
exits 2
that test ! -e out.jsonl
tidy -o no/such/folder/out.txt net.cpp -- "${FLAGS[@]}"
exits 2
says 'cannot write no/such/folder/out.txt'
tidy net.cpp -o "$WORK" -- "${FLAGS[@]}"
exits 2
says 'it is a folder'
run bash -c '"$0" "$@" >/dev/full' "$TORCH_TIDY" net.cpp -- "${FLAGS[@]}"
exits 2
says 'cannot write to standard output'

tidy confirm nothere.jsonl run.jsonl
exits 2
says 'cannot read nothere.jsonl'
echo 'no json' >bad.jsonl
tidy confirm bad.jsonl bad.jsonl
exits 2
says 'bad.jsonl:1: '
finish
