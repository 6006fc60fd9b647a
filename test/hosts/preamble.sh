#!/usr/bin/env bash
# A preamble changes nothing but the time: what reading a file gives is the same
# bytes with it and without, and where that can't be promised the file is read
# plainly. A preamble is never older than what it was made of.
. "$(dirname "$0")/lib.sh"
: "${FACTS:?}"
TESTS="$(cd "$HERE/.." && pwd -P)"

# with FILE...: reads with a cache; plain FILE...: without. FLAGS and ROOT count.
CACHE="$WORK/cache"
ROOT="$WORK"
with() { run "$FACTS" --how --root="$ROOT" --cache-dir="$CACHE" "$@" -- "${FLAGS[@]}"; }
plain() { run "$FACTS" --how --root="$ROOT" "$@" -- "${FLAGS[@]}"; }
preambles() { find "$CACHE/preambles" -name '*.file' 2>/dev/null | wc -l; }
# same FILE...: the same with and without; $WHY is how the first was read.
same() {
  plain "$@"
  exits 0
  cp .out plain.out
  with "$@"
  exits 0
  WHY="$(head -1 .err)"
  same_files plain.out .out
}
preamble_used() { same "$@" && that grep -q 'with a preamble$' .err; }
read_plainly() { # FILE REASON
  same "$1"
  says "plainly: .*($2)"
}

body() { # NAME
  cat <<CPP
struct $1 : torch::nn::Module {
  $1() { cache = torch::zeros({10}); }
  torch::Tensor forward(torch::Tensor x) { return x + cache; } // NOLINT
  torch::Tensor cache;
};
CPP
}
file() { # NAME, then text before the class on standard input
  cat >"$1.cpp"
  body "${1//[^a-z]/}" >>"$1.cpp"
}

# Two that begin alike share one preamble, whatever light headers go before.
file one <<'CPP'
#include <torch/torch.h>
#include <vector>
CPP
file two <<'CPP'
#include <vector>
#include <string>
#include <torch/torch.h>
CPP
preamble_used one.cpp
that test "$(preambles)" = 1
preamble_used two.cpp
that test "$(preambles)" = 1

# A header of the user's in between, its guard, macros that LibTorch doesn't know,
# harmless pragmas, code that uses what it includes.
cat >net.h <<'CPP'
#ifndef NET_H
#define NET_H
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include <climits>
#include <string>
#define OUR_LIMIT INT_MAX
#define C10_API
#undef slots
namespace ours {
inline int size(const std::string &s) { return int(s.size()) + OUR_LIMIT; }
}
#ifdef OURS_WITHOUT_TORCH
#include <ATen/nothing.h>
#endif
#include <torch/torch.h>
#pragma GCC diagnostic pop
#endif
CPP
file through <<'CPP'
#include <iostream>
#include "net.h"
#include <algorithm>
CPP
preamble_used through.cpp
that test "$(preambles)" = 1

# Other flags, another preamble; another file's name or output, the same.
FLAGS+=(-DNDEBUG)
preamble_used one.cpp
that test "$(preambles)" = 2
FLAGS=("${FLAGS[@]:0:3}" -o one.o -MD -MF one.d)
preamble_used two.cpp
that test "$(preambles)" = 2
FLAGS=("${FLAGS[@]:0:3}")

# Several layers: what a file has more than its neighbour stands on top.
mkdir -p vision/vision
{
  echo '#pragma once'
  echo '#define VISION 1'
  for ((i = 0; i < 9000; ++i)); do
    echo "inline int vision_$i(int a, int b) { return a * $i + b; } // some words that make it long"
  done
} >vision/vision/vision.h
FLAGS+=(-isystem "$WORK/vision")
# Numbers that the preprocessor gives go on behind the preamble's.
mkdir -p counting/include/torch
{
  echo '#pragma once'
  echo '#include <torch/torch.h>'
  echo '#define TORCH_COUNTED 1'
  echo '#define JOIN_(a, b) a##b'
  echo '#define JOIN(a, b) JOIN_(a, b)'
  echo 'static int JOIN(counted_, __COUNTER__);'
  echo 'static int JOIN(counted_, __COUNTER__);'
} >counting/include/torch/counting.h
file counts <<'CPP'
#include <torch/counting.h>
void JOIN(numbered_, __COUNTER__)(torch::Tensor x) { x.to(torch::kCPU); }
CPP
FLAGS+=(-isystem "$WORK/counting/include")
preamble_used counts.cpp
that grep -q numbered_2 .out
FLAGS=("${FLAGS[@]:0:5}")
# The project says what the standard library has.
file forward <<'CPP'
#include <torch/torch.h>
namespace std { template <class...> class tuple; }
CPP
preamble_used forward.cpp
file both <<'CPP'
#include <torch/torch.h>
#include <vision/vision.h>
int seen = vision_7(VISION, 2);
CPP
file htob <<'CPP'
#include <vision/vision.h>
#include <torch/torch.h>
CPP
preamble_used one.cpp
alone=$(preambles)
preamble_used both.cpp
that test "$(preambles)" = $((alone + 1))
preamble_used htob.cpp
that test "$(preambles)" = $((alone + 1))
FLAGS=("${FLAGS[@]:0:3}")

# Where hoisting a header may change something, nothing is hoisted.
file define <<'CPP'
#define C10_API __attribute__((unused))
#include <torch/torch.h>
CPP
read_plainly define.cpp "macro 'C10_API' is changed before"
file undef <<'CPP'
#include <vector>
#undef _GLIBCXX_VECTOR
#include <torch/torch.h>
CPP
read_plainly undef.cpp "macro '_GLIBCXX_VECTOR' is changed before"
file pack <<'CPP'
#pragma pack(push, 1)
#include <torch/torch.h>
#pragma pack(pop)
CPP
read_plainly pack.cpp "pragma pack.push, 1.' stands in front"
file ifdef <<'CPP'
#include <vector>
#ifdef TORCH_ARG
struct Before {};
#endif
#include <torch/torch.h>
#ifdef TORCH_ARG
struct After {};
#endif
CPP
read_plainly ifdef.cpp "macro of .* is used before it is included"
file wrapped <<'CPP'
namespace wrapped {
#include <torch/torch.h>
}
using namespace wrapped;
CPP
read_plainly wrapped.cpp "is included inside a declaration"
file early <<'CPP'
struct Early { torch::Tensor x; };
#include <torch/torch.h>
CPP
read_plainly early.cpp "'Tensor' is used before|errors, and code in front"
file declared <<'CPP'
namespace torch { namespace nn { class Module; } }
struct Keeps { torch::nn::Module *m; };
#include <torch/torch.h>
CPP
read_plainly declared.cpp "'Module' is used before"
file forgot <<'CPP'
inline int twice(std::string *s) { return s ? 2 : 1; }
#include <torch/torch.h>
CPP
read_plainly forgot.cpp "code in front|is used before"
file counter <<'CPP'
int first = __COUNTER__;
#include <torch/torch.h>
CPP
same counter.cpp
file never <<'CPP'
#include <c10/core/Device.h>
#ifndef C10_DEVICE_IS_HERE
#define C10_DEVICE_IS_HERE
#endif
#ifdef C10_NOT_DEFINED_ANYWHERE
#include <torch/torch.h>
#endif
#include <torch/torch.h>
CPP
same never.cpp
# Decided by a macro of a header: the guess is wrong, and that is seen.
file wrong <<'CPP'
#include <climits>
#ifndef INT_MAX
#include <torch/script.h>
#endif
#include <torch/torch.h>
CPP
same wrong.cpp
cat >h.h <<'CPP'
#include <torch/torch.h>
struct InHeader : torch::nn::Module { torch::Tensor t = torch::ones({2}); };
CPP
run "$FACTS" --how --cache-dir="$CACHE" h.h -- -x c++-header "${FLAGS[@]}"
exits 0
says "plainly: a header by itself"
with_flags() { # REASON FLAG...
  local reason="$1"
  shift
  FLAGS+=("$@")
  same one.cpp
  says "$reason"
  FLAGS=("${FLAGS[@]:0:3}")
}
echo '#define OURS 1' >config.h
with_flags "with a preamble" -include config.h
echo '#define C10_API __attribute__((unused))' >config.h
with_flags "plainly: the macro 'C10_API'" -include config.h
with_flags "plainly: -imacros" -imacros config.h
rm config.h
"$CLANG" -x c++-header "${FLAGS[@]}" net.h -o net.pch 2>/dev/null || fail "no precompiled header"
with_flags "plainly: a precompiled header in the flags" -include-pch net.pch
with_flags "with a preamble" -fno-exceptions
with_flags "with a preamble" -std=c++20
cat >unit.cpp <<'CPP'
module;
#include <torch/torch.h>
export module unit;
CPP
FLAGS[0]=-std=c++20
read_plainly unit.cpp "C\+\+ modules"
FLAGS[0]=-std=c++17
with_flags "with a preamble" -Wall -Werror -g -O2 -fPIC
echo "-DRESPONSE=1" >flags.rsp
with_flags "with a preamble" @flags.rsp

# A header without a guard is read where it stands.
mkdir -p loose/include/torch
{
  echo 'namespace torch { struct Loose {}; }'
  sed 's|^inline int vision|static int loose|' vision/vision/vision.h | grep -v '^#'
  sed 's|^inline int vision|static int more|' vision/vision/vision.h | grep -v '^#'
} >loose/include/torch/loose.h
cat >loose.cpp <<'CPP'
#include <torch/loose.h>
struct Kept { torch::Loose l; };
CPP
FLAGS+=(-isystem "$WORK/loose/include")
read_plainly loose.cpp "has no include guard"
FLAGS=("${FLAGS[@]:0:3}")

# A header of someone else's that includes the project's own: bodies of those are
# the user's, and no preamble has them.
mkdir -p others project
{
  echo '#pragma once'
  echo '#include <torch/torch.h>'
  echo '#include <settings.h>'
  grep -v '^#' vision/vision/vision.h
} >others/others.h
echo 'inline torch::Tensor ours() { return torch::ones({3}); }' >project/settings.h
cat >project/uses.cpp <<'CPP'
#include <others.h>
struct Uses : torch::nn::Module { torch::Tensor t = ours(); };
CPP
FLAGS+=(-I "$WORK/others" -I "$WORK/project")
ROOT="$WORK/project"
read_plainly project/uses.cpp "includes the project's own .*settings.h"
FLAGS=("${FLAGS[@]:0:3}")
ROOT="$WORK"

# Errors have the same words and places; one in a header makes no preamble.
file errors <<'CPP'
#include <torch/torch.h>
int broken() { return torch::zero({2}) + undeclared; }
#include "missing.h"
Tensr typo;
CPP
preamble_used errors.cpp
mkdir -p broken/include/torch
{
  echo '#pragma once'
  echo '#include <torch/torch.h>'
  echo '#include <torch/does_not_exist.h>'
} >broken/include/torch/broken.h
file inheader <<'CPP'
#include <torch/broken.h>
CPP
FLAGS+=(-isystem "$WORK/broken/include")
read_plainly inheader.cpp "doesn't parse by itself"
FLAGS=("${FLAGS[@]:0:3}")

# Another LibTorch under the same name is another preamble: an edit, a header that
# comes to stand in front of one, a new file where there was none.
cp -r "$MOCK" libtorch
mkdir -p front
FLAGS=(-std=c++17 -isystem "$WORK/front" -isystem "$WORK/libtorch")
cat >version.cpp <<'CPP'
#include <torch/torch.h>
#if __has_include(<torch/added.h>)
struct Added : torch::nn::Module { torch::Tensor a = torch::ones({1}); };
#endif
#ifdef EDITED
struct Edited : torch::nn::Module { torch::Tensor a = torch::ones({1}); };
#endif
struct Always : torch::nn::Module { torch::Tensor a = torch::ones({1}); };
CPP
preamble_used version.cpp
that test "$(grep -c '"Edited"' .out)" = 0
echo '#define EDITED 1' >>libtorch/torch/all.h
preamble_used version.cpp
that grep -q Edited .out
cp libtorch/torch/all.h all.h
sed -i '$d' libtorch/torch/all.h
preamble_used version.cpp
that test "$(grep -c 'Edited' .out)" = 0
mkdir -p front/torch
cp all.h front/torch/all.h
preamble_used version.cpp
that grep -q Edited .out
rm -r front/torch
preamble_used version.cpp
that test "$(grep -c 'Edited' .out)" = 0
touch libtorch/torch/added.h
preamble_used version.cpp
that grep -q Added .out

# One makes it while the others wait; killed makers leave nothing wrong.
FLAGS=(-std=c++17 -isystem "$MOCK")
CACHE="$WORK/together"
plain one.cpp
cp .out plain.out
for i in 1 2 3; do
  "$FACTS" --how --root="$ROOT" --cache-dir="$CACHE" --jobs=2 one.cpp one.cpp -- "${FLAGS[@]}" >"out.$i" 2>/dev/null &
done
wait
cat plain.out plain.out >twice.out
for i in 1 2 3; do same_files twice.out "out.$i"; done
that test "$(preambles)" = 1
CACHE="$WORK/killed"
for pause in 0.1 0.4 0.8 1.2; do
  "$FACTS" --how --root="$ROOT" --cache-dir="$CACHE" one.cpp -- "${FLAGS[@]}" >/dev/null 2>&1 &
  maker=$!
  sleep "$pause"
  kill -9 "$maker" 2>/dev/null
  wait "$maker" 2>/dev/null
done
preamble_used one.cpp
for f in "$CACHE"/preambles/*.file; do
  printf 'x' | dd of="$f" bs=1 seek=5000 conv=notrunc 2>/dev/null
done
preamble_used one.cpp

# Every case and the example.
CACHE="$WORK/cases"
ROOT="$TESTS/.."
LIST=("$TESTS"/cases/*.cpp "$TESTS"/../docs/example/*/*.cpp)
plain "${LIST[@]}"
cp .out plain.out
with "${LIST[@]}"
same_files plain.out .out
echo "$(grep -c 'with a preamble$' .err) of ${#LIST[@]} files with a preamble, $(preambles) preambles"
that test "$(grep -c 'with a preamble$' .err)" -ge $((${#LIST[@]} * 3 / 4))
finish
