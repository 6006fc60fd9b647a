#!/usr/bin/env bash
# What stands in front of Clang: which files are read at all, where the module
# that parses is found, and that one file's crash or one key ends nothing else.
. "$(dirname "$0")/lib.sh"
BIN="$(dirname "$TORCH_TIDY")"
MODULE="$(find "$BIN" "$BIN/../lib" -maxdepth 1 -name "libtorchtidy-clang-$LLVM_MAJOR.so" 2>/dev/null | head -1)"
that test -n "$MODULE"

# The module is found from the program's own folder, wherever that is.
write_module net.cpp
at() { run "$1" net.cpp -- "${FLAGS[@]}"; }
mkdir -p beside tree/bin tree/lib prefix/bin prefix/lib/torch-tidy links
cp "$TORCH_TIDY" "$MODULE" beside
cp "$TORCH_TIDY" tree/bin && cp "$MODULE" tree/lib
cp "$TORCH_TIDY" prefix/bin && cp "$MODULE" prefix/lib/torch-tidy
ln -s "$WORK/prefix/bin/torch-tidy" links/tt
for program in beside/torch-tidy tree/bin/torch-tidy prefix/bin/torch-tidy links/tt; do
  at "$program"
  exits 1
  prints 'torch-unregistered-state'
done
mv prefix moved
at moved/bin/torch-tidy
exits 1

# Without one that fits: an error with the path, never a clean run.
mkdir alone
cp "$TORCH_TIDY" alone
at alone/torch-tidy
exits 2
prints_nothing
says "error: the module that parses, libtorchtidy-clang-$LLVM_MAJOR.so, is missing. Looked for $WORK/alone/libtorchtidy-clang-$LLVM_MAJOR.so"
that test "$(grep -c error .err)" = 1
echo "no library" >"alone/libtorchtidy-clang-$LLVM_MAJOR.so"
at alone/torch-tidy
exits 2
says "error: cannot load $WORK/alone/libtorchtidy-clang-$LLVM_MAJOR.so: "
printf 'int other;\n' | "$CLANG" -x c++ -shared -fPIC - -o "alone/libtorchtidy-clang-$LLVM_MAJOR.so"
at alone/torch-tidy
exits 2
says "libtorchtidy-clang-$LLVM_MAJOR.so is no module of torch-tidy"
printf 'extern "C" const void *torchtidy_clang(const char *) { return nullptr; }\n' |
  "$CLANG" -x c++ -shared -fPIC - -o "alone/libtorchtidy-clang-$LLVM_MAJOR.so"
at alone/torch-tidy
exits 2
says "libtorchtidy-clang-$LLVM_MAJOR.so is of another version than this program"
rm "alone/libtorchtidy-clang-$LLVM_MAJOR.so"
# … and what needs no parse needs no module.
for words in --version --help --list-checks --explain=torch-mixed-device; do
  run alone/torch-tidy "$words"
  exits 0
done

# Its copy of everything is its own: it shows one symbol.
that test "$(nm -D --defined-only "$MODULE" | grep -c ' T ')" = 1

# ".." behind a link is the real folder's parent: the finding names a file that
# is there, and an edit of it is seen.
mkdir -p behind/real/inner
ln -s real/inner behind/link
write_module behind/real/net.h Behind
printf '#include "../net.h"\nint f() { return sizeof(BehindImpl); }\n' >behind/real/inner/use.cpp
for twice in 1 2; do
  tidy --root "$WORK" --cache-dir behind/cache behind/link/use.cpp -- "${FLAGS[@]}"
  exits 1
  prints '^behind/real/net.h:[0-9:]* warning: tensor member'
  prints "cache = torch::zeros"
done
write_clean behind/real/net.h Behind
tidy --root "$WORK" --cache-dir behind/cache behind/link/use.cpp -- "${FLAGS[@]}"
exits 0

# A file without LibTorch isn't read: it needs no module either.
printf '#include <vector>\n#include <string>\nint f() { return 1; }\n' >plain.cpp
run alone/torch-tidy plain.cpp -- "${FLAGS[@]}"
exits 0
says 'note: .*plain.cpp includes nothing of LibTorch, and nothing was read'
printf '#pragma once\n#include <torch/torch.h>\n' >vision.h
printf '#include "vision.h"\nint g(torch::Tensor);\n' >through.cpp
run alone/torch-tidy through.cpp -- "${FLAGS[@]}"
exits 2
printf 'int g(int);\n' >forced.cpp
run alone/torch-tidy forced.cpp -- "${FLAGS[@]}" -include "$WORK/vision.h"
exits 2
run alone/torch-tidy forced.cpp -- "${FLAGS[@]}"
exits 0
# What is broken in it is the compiler's to tell.
printf 'int f( {\n' >broken.cpp
tidy broken.cpp -- "${FLAGS[@]}"
exits 0
# LibTorch's own headers missing is ours.
tidy net.cpp -- -std=c++17
exits 2
says "LibTorch's header"
tidy --stats --format=jsonl net.cpp plain.cpp -- "${FLAGS[@]}"
exits 1
says '^analyzed 1 file: '
says '^ +1 more include nothing of LibTorch, and were not read$'
tidy --stats --quiet plain.cpp -- "${FLAGS[@]}"
exits 0
silent_about 'nothing was read'
tidy --why=plain.cpp:1 -- "${FLAGS[@]}"
exits 0
prints 'the file includes nothing of LibTorch'

# One file that brings Clang down is an error of that file.
mkdir crash
for how in crash llvm_fatal_error parser_crash; do
  { echo '#include <torch/torch.h>'; echo "#pragma clang __debug $how"; } >"crash/$how.cpp"
done
# Too deep for any stack.
{ echo '#include <torch/torch.h>' && printf 'int deep = 0' && printf '+1%.0s' {1..150000} && echo ';'; } >crash/overflow.cpp
cp net.cpp crash/net.cpp
args=()
for f in crash/*.cpp; do
  args+=("g++ -std=c++17 -isystem $MOCK -c $f" "$f")
done
database "${args[@]}"
for jobs in 1 3; do
  tidy -j$jobs --format=jsonl
  exits 2
  prints 'crash/net.cpp.*torch-unregistered-state|torch-unregistered-state.*crash/net.cpp'
  for how in crash llvm_fatal_error parser_crash overflow; do
    says "crash/$how.cpp: ?error: Clang crashed while it read this file"
  done
done
rm compile_commands.json

# How many at once changes nothing.
mkdir many
args=()
for i in 1 2 3 4 5 6; do
  write_module "many/m$i.cpp" "M$i"
  args+=("g++ -std=c++17 -isystem $MOCK -c many/m$i.cpp" "many/m$i.cpp")
done
database "${args[@]}"
tidy -j1 --format=jsonl
cp .out first
for options in "-j3" "-j6 --memory=1" "-j2 --memory=4G" "-j6 --memory 100MiB"; do
  # shellcheck disable=SC2086
  tidy $options --format=jsonl
  exits 1
  same_files .out first
done
tidy --memory=much
exits 2
says "error: --memory: 'much' is no size"
for size in -1 0 4X 1e30 4GG ''; do
  tidy "--memory=$size"
  exits 2
done

# A terminal gets a bar that leaves nothing behind; a log never has one.
tidy -j1
silent_about $'\r'
if command -v script >/dev/null; then
  TERM=xterm script -qec "'$TORCH_TIDY' -j1 >/dev/null" bar >/dev/null 2>&1 </dev/null
  that grep -q $'\r\033\[K\[' bar
  that grep -q '6/6' bar
  TERM=xterm script -qec "'$TORCH_TIDY' --quiet -j1 >/dev/null" bar >/dev/null 2>&1 </dev/null
  that test "$(grep -c $'\033\[K' bar)" = 0
  TERM=dumb script -qec "'$TORCH_TIDY' -j1 >/dev/null" bar >/dev/null 2>&1 </dev/null
  that test "$(grep -c $'\033\[K' bar)" = 0
fi

# Interrupted, it is gone at once, and dies of that signal.
mkdir long
{
  echo '#include <torch/torch.h>'
  echo 'template <int N> struct S { static constexpr long v = S<N - 1>::v + 1; };'
  echo 'template <> struct S<0> { static constexpr long v = 0; };'
  echo 'constexpr long loop() { long s = 0; for (long i = 0; i < 4000000000; ++i) s += i % 7; return s; }'
  echo 'constexpr long x = loop();'
} >long/long.cpp
for signal in INT TERM; do
  # A script's background jobs ignore SIGINT: python doesn't.
  run python3 - "$signal" "$TORCH_TIDY" long/long.cpp -- "${FLAGS[@]}" -fconstexpr-steps=4294967295 <<'PY'
import signal, subprocess, sys, time
sig = getattr(signal, "SIG" + sys.argv[1])
p = subprocess.Popen(sys.argv[2:], preexec_fn=lambda: signal.signal(sig, signal.SIG_DFL))
time.sleep(2)
assert p.poll() is None, "it ended by itself"
begin = time.time()
p.send_signal(sig)
p.wait(10)
assert p.returncode == -sig, p.returncode
assert time.time() - begin < 8, "it took its time"
PY
  exits 0
done
finish
