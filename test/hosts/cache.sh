#!/usr/bin/env bash
# With the cache a run says what it says without: cold, unchanged, after every
# kind of change, and with a cache that is damaged or can't be had. What didn't
# change isn't read again.
. "$(dirname "$0")/lib.sh"
# A LibTorch that is read in no time, and may be edited.
mkdir -p torch/torch
cat >torch/torch/torch.h <<'CPP'
#pragma once
namespace c10 {
struct IntArrayRef {
  IntArrayRef(int);
};
} // namespace c10
namespace at {
struct Tensor {
  Tensor();
  Tensor(const Tensor &);
  Tensor &operator=(const Tensor &);
};
Tensor operator+(const Tensor &, const Tensor &);
Tensor zeros(c10::IntArrayRef);
Tensor ones(c10::IntArrayRef);
Tensor arange(int);
} // namespace at
namespace torch {
using at::Tensor;
using at::zeros;
using at::ones;
using at::arange;
namespace nn {
struct Module {
  virtual ~Module();
  Tensor &register_buffer(const char *, Tensor);
};
template <class T> struct ModuleHolder {
  ModuleHolder();
};
} // namespace nn
} // namespace torch
#define TORCH_MODULE(Name) \
  struct Name : torch::nn::ModuleHolder<Name##Impl> { \
    using torch::nn::ModuleHolder<Name##Impl>::ModuleHolder; \
  }
CPP
cp -r torch torch.kept
FLAGS=(-std=c++17 -isystem "$WORK/torch")
export TORCH_TIDY_CACHE="$WORK/cache" HOME="$WORK/home"
mkdir home src first second

# both ARGUMENTS...: twice with the cache, cold or not, as without it.
both() {
  tidy --no-cache "$@"
  cp .out plain.out
  # How a file is read may be told: that it was by the cache.
  grep -v 'read plainly\|precompiled headers' .err >plain.err
  local code=$RC
  for _ in 1 2; do
    tidy "$@"
    exits "$code"
    same_files .out plain.out
    grep -v 'read plainly\|precompiled headers' .err >cached.err
    same_files cached.err plain.err
  done
}
mark() {
  touch marker
  sleep 0.02
}
# read_again N: so many units were read since the mark.
read_again() {
  CHECKED=$((CHECKED + 1))
  local n=0 entry
  # An entry whose stamps are renewed comes without facts of its own.
  for entry in $(find cache/facts -name '*.entry' -newer marker); do
    [[ $(tail -c +49 "$entry" | head -c 6 | tr -d '\0') == "facts " ]] && n=$((n + 1))
  done
  [[ $n -eq $1 ]] || fail "$n units were read, not $1"
}
# The module is where Clang is: it isn't loaded when nothing is read.
loads_clang() { # yes|no ARGUMENTS...
  local want=$1
  shift
  rm -f ld.*
  LD_DEBUG=files LD_DEBUG_OUTPUT="$WORK/ld" "$TORCH_TIDY" "$@" >/dev/null 2>&1
  CHECKED=$((CHECKED + 1))
  local got=no
  grep -q 'calling init: .*libtorchtidy-clang-[0-9]*\.so' ld.* && got=yes
  [[ $got == "$want" ]] || fail "Clang is loaded: $got, not $want"
}

# --- A project -------------------------------------------------------------
write_module src/net.h Net
cat >src/a.cpp <<'CPP'
#include "net.h"
#include "used.h"
Net make() { return Net(); }
CPP
cat >src/b.cpp <<'CPP'
#include "net.h"
struct Other : torch::nn::Module {
  Other() { table = torch::arange(4); } // NOLINT(torch-unregistered-tensor)
  torch::Tensor forward(torch::Tensor x) { return x + table; }
  torch::Tensor table;
};
CPP
write_clean src/c.cpp
echo 'inline int used() { return 1; }' >second/used.h
DEFINE=
project() {
  local c="c++ ${FLAGS[*]} -Ifirst -Isecond"
  database "$c $DEFINE -c src/a.cpp" src/a.cpp "$c -c src/b.cpp" src/b.cpp "$c -c src/c.cpp" src/c.cpp
}
project
sed -i 's/NOLINT([^)]*)/NOLINT/' src/b.cpp
tidy --no-cache
exits 1
prints 'net.h:.*never registered'
that test ! -e cache
mark
tidy
that test -d cache
read_again 3
both
read_again 3
loads_clang no
that test "$(stat -c %a cache)" = 700
for options in "--level=advice" "--format=jsonl" "--format=sarif" "--format=html" "--format=github" "--stats" \
  "--show-suppressed" "--show-suppressed --format=jsonl" "--checks=*,-torch-unregistered-*" "--profile=strict" \
  "--single-file" "--quiet" "--fail-on=never" "--why=src/net.h:3" "src/a.cpp" "src/net.h" "src" "--exclude=src/b.cpp" \
  "--fix --dry-run" "--format=jsonl --modules" "--no-skip" "-j1" "--project src/b.cpp"; do
  # shellcheck disable=SC2086
  both $options
done
loads_clang no --format=sarif
loads_clang yes --no-cache

# --- Changes ---------------------------------------------------------------
mark
both
read_again 0
touch src/*.cpp src/net.h torch/torch/torch.h
tidy
loads_clang no
mark
echo '// more' >>second/used.h
both
read_again 1
mark
sed -i 's/register_buffer("cache", /(/' src/c.cpp
both
read_again 1
tidy
prints 'c.cpp:.*never registered'
mark
DEFINE=-DSOMETHING
project
both
read_again 1
mark
echo 'checks: "*,-torch-unregistered-*"' >.torch-tidy.yaml
both
silent_about 'never registered'
read_again 0
rm .torch-tidy.yaml
both
prints 'never registered'
# LibTorch itself: what is read changes.
mark
sed -i 's/register_buffer/register_buffer_/g' torch/torch/torch.h
both
read_again 3
rm -r torch
cp -r torch.kept torch
both

# A header in front of the one that was included.
both src/a.cpp
printf '#pragma once\n%s\n' 'struct Shadow : torch::nn::Module { Shadow() { s = torch::ones(3); }
  torch::Tensor forward(torch::Tensor x) { return x + s; } torch::Tensor s; };' >first/used.h
mark
both
read_again 1
prints 'first/used.h:.*never registered'
rm first/used.h
both
silent_about 'first/used.h'
# A folder in front of one, too.
rmdir first
both
mkdir first
both

# What is asked for and isn't there.
cat >src/a.cpp <<'CPP'
#include "net.h"
#if __has_include("later.h")
#include "later.h"
#endif
CPP
both
write_module src/later.h Later
both
prints 'later.h:.*never registered'
rm src/later.h
both
silent_about 'later.h'

# A link that is pointed elsewhere.
mkdir one two
write_clean one/part.h Part
write_module two/part.h Part
ln -s one part
echo '#include "../part/part.h"' >src/a.cpp
both
silent_about 'part.h'
ln -sfn two part
both
prints 'part.h:.*never registered'

# Problems are kept with their words and their exit code, and go when mended.
printf '#include "missing.h"\n#include <torch/nosuch.h>\nint x = y;\n' >src/a.cpp
both
exits 2
says 'missing.h'
mark
both
read_again 0
loads_clang no
touch src/missing.h
both
exits 2
touch torch/torch/nosuch.h
echo 'int y;' >src/missing.h
both
exits 1

# Changed lines, known findings, the project's own file.
git init -q . && git -c user.name=t -c user.email=t@t add src && git -c user.name=t -c user.email=t@t commit -qm one
both --diff
echo '// a line' >>src/net.h
both --diff
both --diff --format=jsonl
tidy --baseline=known --write-baseline
exits 0
cp known cached.known
rm known
tidy --no-cache --baseline=known --write-baseline
same_files cached.known known
both --baseline=known
both --baseline=known --show-suppressed
echo 'levels: {torch-unregistered-tensor: advice}' >.torch-tidy.yaml
both
rm .torch-tidy.yaml

# Fixes: the same files come out.
cp -r src kept
tidy --no-cache --fix
mv src plain-src
cp -r kept src
tidy --fix
that diff -r src plain-src
rm -rf src && cp -r kept src
tidy
tidy --fix
that diff -r src plain-src
both
rm -rf src plain-src && mv kept src

# --- With LibTorch's mock, whose headers are heavy -------------------------
cp -r "$MOCK" mock
mkdir heavy before
write_module heavy/net.cpp Net
HEAVY=(-std=c++17 -isystem "$WORK/before" -isystem "$WORK/mock")
both heavy/net.cpp -- "${HEAVY[@]}"
loads_clang no heavy/net.cpp -- "${HEAVY[@]}"
mkdir -p before/torch
sed 's/struct Module\b/struct Module_/' "mock/torch/torch.h" >before/torch/torch.h
echo '#error in front' >>before/torch/torch.h
both heavy/net.cpp -- "${HEAVY[@]}"
exits 2
rm -r before/torch
both heavy/net.cpp -- "${HEAVY[@]}"
exits 1

# --- Every case, by itself and together ------------------------------------
cat >mock.h <<'CPP'
#include <torch/torch.h>
#include <torch/script.h>
CPP
"$CLANG" -x c++-header -std=c++17 -isystem "$MOCK" -fpch-instantiate-templates mock.h -o mock.pch || fail "no precompiled header"
FAST=(-std=c++17 -isystem "$MOCK" -include-pch "$WORK/mock.pch")
LIST=("$HERE"/../cases/*.cpp)
both --single-file --level=advice "${LIST[@]}" -- "${FAST[@]}"
mark
both --show-suppressed --format=jsonl --level=advice "${LIST[@]}" -- "${FAST[@]}"
loads_clang no --show-suppressed --format=jsonl --level=advice "${LIST[@]}" -- "${FAST[@]}"
# Clang holds stamps against a precompiled header: so does the cache.
touch mock.h
both --level=advice "${LIST[0]}" -- "${FAST[@]}"

# --- The command -----------------------------------------------------------
tidy cache info
exits 0
prints "^$WORK/cache$"
prints '^  facts: [1-9][0-9]*, [0-9.]+ (kB|MB)$'
prints '^  answers: [1-9]'
tidy cache clear --kind=answers
exits 0
prints '^[1-9][0-9]* entr(y|ies) of .*/cache removed'
tidy cache info
prints '^  answers: 0, 0 bytes$'
prints '^  facts: [1-9]'
tidy cache clear --unused-for=30
prints '^0 entries'
tidy cache clear
tidy cache info
prints '^  all: 0, 0 bytes$'
both
tidy cache
exits 2
tidy cache info --kind=facts
exits 2
says 'go with clear'
tidy cache clear --kind=nothing
exits 2
tidy --cache-size=much
exits 2
says 'no size'

# --- Where it is -----------------------------------------------------------
mkdir elsewhere
tidy --cache-dir elsewhere/deep/cache
that test -d elsewhere/deep/cache/facts
env -u TORCH_TIDY_CACHE XDG_CACHE_HOME="$WORK/xdg" "$TORCH_TIDY" >/dev/null 2>&1
that test -d xdg/torch-tidy/facts
env -u TORCH_TIDY_CACHE "$TORCH_TIDY" >/dev/null 2>&1
that test -d home/.cache/torch-tidy/facts
rm -rf cache
tidy --cache-size=1k
exits 1
tidy cache info
prints '^  all: [0-9]+, [0-9]+ bytes$'

# Without one the findings are the same; the reason is said once.
tidy --no-cache
cp .out plain.out
without() { # REASON ARGUMENTS...
  local reason=$1
  shift
  "$@"
  exits 1
  same_files .out plain.out
  CHECKED=$((CHECKED + 1))
  [[ $(grep -Ec -- "note: .*$reason" .err) -eq 1 ]] || fail "not said once: $reason"
}
chmod o+w cache
without 'no cache: others may write to' tidy
tidy --quiet
silent_about 'no cache'
chmod o-w cache
rm -rf cache/facts
ln -s "$WORK/elsewhere" cache/facts
without 'no cache: cannot open' tidy
rm -rf cache
touch cache
without 'no cache' tidy
rm cache
without 'no cache: cannot make the folder' tidy --cache-dir /proc/nowhere/cache
TORCH_TIDY_CACHE=none tidy
same_files .out plain.out
silent_about 'no cache'
TORCH_TIDY_CACHE=none tidy cache info
exits 2
run env -u HOME -u TORCH_TIDY_CACHE "$TORCH_TIDY" --no-cache
same_files .out plain.out
# A disk that is full: facts of so much are larger than any file may become.
{
  echo '#include "net.h"'
  for i in {1..60}; do
    write_clean piece "Large$i"
    sed 1d piece
  done
} >src/large.cpp
tidy --no-cache src/large.cpp -- "${FLAGS[@]}"
cp .out plain.out
full() { run bash -c 'ulimit -f 4; exec "$0" "$@"' "$TORCH_TIDY" "$@"; }
without 'not all was kept in the cache' full src/large.cpp -- "${FLAGS[@]}"
without 'not all was kept in the cache' full src/large.cpp -- "${FLAGS[@]}"
rm src/large.cpp

# --- Killed at any moment, and damaged -------------------------------------
rm -rf cache
unset TORCH_TIDY_CACHE
export TORCH_TIDY_CACHE="$WORK/cache"
# state N: a source of which each state has findings of its own.
state() {
  write_module src/net.h Net
  for ((j = 0; j <= $1; ++j)); do write_module "src/extra$j.h" "Extra$1$j"; done
  { echo '#include "net.h"'; for ((j = 0; j <= $1; ++j)); do echo "#include \"extra$j.h\""; done; } >src/a.cpp
}
for n in 0 1 2; do
  state $n
  tidy --no-cache --quiet
  cp .out "state$n"
  that test "$(grep -c 'never registered' "state$n")" -ge $((n + 2))
done
right() { # STATE WHAT
  LAST="$2"
  timeout 60 "$TORCH_TIDY" --quiet >.out 2>.err </dev/null
  RC=$?
  exits 1
  same_files .out "state$1"
}
RANDOM=${TORCH_TIDY_TEST_SEED:-11}
killed=0
for ((k = 0; k < ${TORCH_TIDY_TEST_KILLS:-25}; ++k)); do
  n=$((RANDOM % 3))
  state $n
  ((RANDOM % 8)) || rm -rf cache
  "$TORCH_TIDY" --quiet -j$((1 + RANDOM % 2)) >/dev/null 2>&1 </dev/null &
  child=$!
  sleep "0.0$((RANDOM % 5))$((RANDOM % 10))"
  kill -KILL $child 2>/dev/null && killed=$((killed + 1))
  wait $child 2>/dev/null
  right $n "after kill $k"
done
echo "$killed runs were killed"
that test "$killed" -gt 0
for ((k = 0; k < ${TORCH_TIDY_TEST_DAMAGES:-24}; ++k)); do
  n=$((RANDOM % 3))
  state $n
  right $n "before damage $k"
  mapfile -t entries < <(find cache -name '*.entry' -type f)
  entry=${entries[RANDOM % ${#entries[@]}]}
  other=${entries[RANDOM % ${#entries[@]}]}
  size=$(stat -c %s "$entry")
  at=$((RANDOM * 32768 % (size + 1)))
  case $((k % 8)) in
  0) truncate -s $at "$entry" ;;
  1 | 2) printf '\x5a' | dd of="$entry" bs=1 seek=$at conv=notrunc status=none ;;
  3) : >"$entry" ;;
  4) echo more >>"$entry" ;;
  5) cp "$other" swapped && cp "$entry" "$other" && cp swapped "$entry" ;;
  6) rm "$entry" && mkdir -p "$entry/folder" ;;
  7) mv "$entry" moved && ln -s "$WORK/moved" "$entry" ;;
  esac
  m=$(((n + RANDOM % 2) % 3))
  state $m
  right $m "damage $k of $entry"
done
finish
