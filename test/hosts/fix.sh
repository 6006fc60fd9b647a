#!/usr/bin/env bash
# --fix changes each file once and to the end; --dry-run prints the same change.
. "$(dirname "$0")/lib.sh"
cat >net.h <<'CPP'
#pragma once
#include <torch/torch.h>
struct Net : torch::nn::Module {
  Net() { cache = torch::zeros({10}); }
  torch::Tensor forward(torch::Tensor x) { return x + cache; }
  torch::Tensor cache;
};
CPP
cat >move.cpp <<'CPP'
#include "net.h"
torch::Tensor go(Net &net, torch::Tensor x, torch::Device d) {
  x.to(d);
  return net.forward(x);
}
CPP
printf '#include "net.h"\nvoid use(Net &net, torch::Tensor x) {\r\n  x.to(torch::kCUDA);\r\n  net.forward(x);\r\n}' >crlf.cpp
S="-std=c++17 -isystem $MOCK"
database "g++ $S -c move.cpp" move.cpp "g++ $S -c crlf.cpp" crlf.cpp
mkdir keep && cp net.h move.cpp crlf.cpp keep

tidy --fix --dry-run
exits 1
cp .out change.patch
says 'fixes; apply in .* with .patch -p1. or .git apply.'
prints '^--- a/net.h$'
prints '^\+\+\+ b/net.h$'
that test "$(grep -c '^--- a/net.h' change.patch)" = 1
for f in net.h move.cpp crlf.cpp; do same_files $f keep/$f; done

# patch and git agree on it.
mkdir patched gitted && cp keep/* patched && cp keep/* gitted
run patch --binary -p1 -d patched -i "$WORK/change.patch"
exits 0
(cd gitted && git init -q . && git -c core.autocrlf=false apply ../change.patch) || fail "git apply refuses the patch"

# Where the rounds end before the fixes, that is said, and counts.
tidy --fix --fix-rounds=0
exits 1
says 'warning: --fix: stopped after 0 rounds with 3 fixes left; run again, or look whether two fixes undo each other'
says '^0 fixes applied$'
for f in net.h move.cpp crlf.cpp; do same_files $f keep/$f; done

tidy --fix --fix-rounds=1
silent_about 'stopped after'
says '3 fixes applied'
exits 0
for f in net.h move.cpp crlf.cpp; do
  same_files $f patched/$f
  same_files $f gitted/$f
done
that grep -q 'register_buffer("cache", torch::zeros({10}))' net.h
that grep -q 'x = x.to(d);' move.cpp

# A second time there's nothing left to change.
mkdir once && cp net.h move.cpp crlf.cpp once
tidy --fix
exits 0
says '0 fixes applied'
for f in net.h move.cpp crlf.cpp; do same_files $f once/$f; done
tidy --fix --dry-run
exits 0
prints_nothing

# A file that doesn't parse isn't touched.
cp keep/* . && echo 'int broken(' >>move.cpp && cp move.cpp before
tidy --fix move.cpp
exits 2
same_files move.cpp before
same_files net.h keep/net.h

# Neither is one that can't be written, and it is said.
cp keep/* .
if [[ $EUID -ne 0 ]]; then
  chmod 444 net.h
  tidy --fix
  exits 2
  says 'cannot write .*net.h'
  chmod 644 net.h
fi

# Nor one that changed after it was read: the editor of this project saves
# between the parse and the fix.
mkfifo gate
cat >slow.cpp <<'CPP'
#include "net.h"
#include "gate"
CPP
cp keep/net.h .
"$TORCH_TIDY" --fix slow.cpp -- $S -I. >.out 2>.err &
pid=$!
# Clang has opened net.h before it waits for the pipe's other end.
{ echo "// saved meanwhile" >>net.h && echo 'int gate;'; } >gate
wait $pid
RC=$?
cp net.h changed
exits 2
says 'net.h has changed since it was read'
that test "$(tail -1 net.h)" = "// saved meanwhile"
that grep -q '  Net() { cache = torch::zeros' net.h
finish
