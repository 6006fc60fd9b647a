# lib.sh - what every test of the hosts begins with.
#
# CMake gives TORCH_TIDY, PLUGIN, CLANG_TIDY, CLANG and MOCK (LibTorch's mock
# headers). A test makes its project in $WORK and says what must come out.
set -uo pipefail
: "${TORCH_TIDY:?}" "${MOCK:?}"
HERE="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)"
WORK="$(mktemp -d)"
WORK="$(cd "$WORK" && pwd -P)"
trap 'rm -rf "$WORK"' EXIT
cd "$WORK" || exit 1
# Nothing of an earlier run, and nothing left behind in the tester's home.
export TORCH_TIDY_CACHE="${TORCH_TIDY_CACHE:-none}"
FLAGS=(-std=c++17 -isystem "$MOCK")
FAILED=0
CHECKED=0

fail() {
  FAILED=1
  echo "FAIL $(basename "$0") line ${BASH_LINENO[1]}: $*"
  if [[ -f $WORK/.out ]]; then
    echo "--- command: ${LAST:-}"
    echo "--- exit code: ${RC:-}"
    echo "--- output"
    head -c 4000 "$WORK/.out"
    echo "--- errors"
    head -c 4000 "$WORK/.err"
  fi
}

# run COMMAND...: keeps its output in $OUT and $ERR, its exit code in $RC.
run() {
  LAST="$*"
  RC=0
  "$@" >"$WORK/.out" 2>"$WORK/.err" </dev/null || RC=$?
  OUT="$(<"$WORK/.out")"
  ERR="$(<"$WORK/.err")"
}
tidy() { run "$TORCH_TIDY" "$@"; }

exits() {
  CHECKED=$((CHECKED + 1))
  [[ $RC -eq $1 ]] || fail "exit code $RC, not $1"
}
# Extended regular expressions, one line each.
says() {
  CHECKED=$((CHECKED + 1))
  grep -Eq -- "$1" "$WORK/.err" || fail "standard error lacks: $1"
}
silent_about() {
  CHECKED=$((CHECKED + 1))
  ! grep -Eq -- "$1" "$WORK/.err" "$WORK/.out" || fail "says: $1"
}
prints() {
  CHECKED=$((CHECKED + 1))
  grep -Eq -- "$1" "$WORK/.out" || fail "standard output lacks: $1"
}
prints_nothing() {
  CHECKED=$((CHECKED + 1))
  [[ ! -s $WORK/.out ]] || fail "standard output isn't empty"
}
that() {
  CHECKED=$((CHECKED + 1))
  "$@" || fail "not so: $*"
}
same_files() {
  CHECKED=$((CHECKED + 1))
  cmp -s "$1" "$2" || {
    fail "$1 and $2 differ"
    diff "$1" "$2" | head -40
  }
}

# finish: the last line of every test. One that checked nothing has failed.
finish() {
  [[ $CHECKED -gt 0 ]] || fail "nothing was checked"
  [[ $FAILED -eq 0 ]] && echo "ok: $CHECKED checks"
  exit "$FAILED"
}

# A module with one certain finding and one fix-it: an unregistered member.
write_module() { # FILE [CLASS]
  cat >"$1" <<CPP
#include <torch/torch.h>
struct ${2:-Net}Impl : torch::nn::Module {
  ${2:-Net}Impl() { cache = torch::zeros({10}); }
  torch::Tensor forward(torch::Tensor x) { return x + cache; }
  torch::Tensor cache;
};
TORCH_MODULE(${2:-Net});
CPP
}
# The same without a fault.
write_clean() { # FILE [CLASS]
  cat >"$1" <<CPP
#include <torch/torch.h>
struct ${2:-Good}Impl : torch::nn::Module {
  ${2:-Good}Impl() { cache = register_buffer("cache", torch::zeros({10})); }
  torch::Tensor forward(torch::Tensor x) { return x + cache; }
  torch::Tensor cache;
};
TORCH_MODULE(${2:-Good});
CPP
}
# Quiet, but for the strict profile: a registered tensor, made without the device
# that the constructor was given.
write_strict() { # FILE
  cat >"$1" <<CPP
#include <torch/torch.h>
struct Strict : torch::nn::Module {
  Strict(torch::Device device) { cache = register_buffer("cache", torch::zeros({10})); }
  torch::Tensor forward(torch::Tensor x) { return x + cache; }
  torch::Tensor cache;
};
CPP
}
# database [-d DIR] COMMAND FILE [COMMAND FILE]...: compile_commands.json in DIR.
database() {
  local dir=. sep=""
  if [[ $1 == -d ]]; then
    dir="$2"
    shift 2
  fi
  mkdir -p "$dir"
  {
    echo "["
    while (($# > 1)); do
      printf '%s{"directory": "%s", "command": "%s", "file": "%s"}\n' "$sep" "$WORK" "${1//\"/\\\"}" "$2"
      sep=","
      shift 2
    done
    echo "]"
  } >"$dir/compile_commands.json"
}
