#!/usr/bin/env bash
# The plugin says what `torch-tidy --single-file` says, every format says it, and
# skipping bodies of functions that aren't the user's changes nothing: on every
# case and every test's source.
. "$(dirname "$0")/lib.sh"
CASES="$(cd "$HERE/.." && pwd -P)"
LIST=("$CASES"/cases/*.cpp "$CASES"/checks/*.cpp)
[[ -e ${LIST[0]} ]] || fail "no cases in $CASES/cases"

# The mock headers once, precompiled: 4 parses of 60 files take minutes else.
cat >mock.h <<'CPP'
#include <torch/torch.h>
#include <torch/script.h>
CPP
"$CLANG" -x c++-header "${FLAGS[@]}" -fpch-instantiate-templates mock.h -o mock.pch || fail "no precompiled header"
FAST=("${FLAGS[@]}" -include-pch "$WORK/mock.pch")

# Place, rule and words of each finding, from clang's text form.
words() {
  sed -nE 's/^([^ ]+:[0-9]+:[0-9]+): (warning|remark): (.*) \[(torch-[a-z-]+)\]$/\1 \4 \3/p' "$1" | sort -u
}
said() { # FORMAT: read once, told in each
  TORCH_TIDY_CACHE="$WORK/cache" tidy --single-file --level=advice --format="$1" --root="$CASES" \
    "${LIST[@]}" -- "${FAST[@]}"
  cp .out "tool.$1"
}
formats=(text jsonl sarif github gitlab html)
for format in "${formats[@]}"; do said "$format"; done
if [[ -n ${PYTHON:-} ]]; then
  run env -C "$CASES" "$PYTHON" "$HERE/formats.py" "${formats[@]/#/$WORK/tool.}"
  exits 0
  cat .out
fi
cp tool.text .out
sed -E "s|^([^/ ][^ :]*):|$WORK/\1:|" .out >tool.abs
words tool.abs >tool.words
run "$CLANG_TIDY" --load="$PLUGIN" --quiet --checks='-*,torch-*' --header-filter='.*' \
  --config='{CheckOptions: {Level: advice}}' "${LIST[@]}" -- "${FAST[@]}"
words .out >plugin.words
same_files tool.words plugin.words
found=$(wc -l <tool.words)
echo "$found findings in ${#LIST[@]} files"
that test "$found" -gt 20

# Read plainly, with and without those bodies: every fourth file, in turn.
some=()
for ((i = 0; i < ${#LIST[@]}; i += 4)); do some+=("${LIST[i]}"); done
tidy --single-file --level=advice --format=jsonl "${some[@]}" -- "${FLAGS[@]}"
cp .out skip
that test -s skip
tidy --single-file --level=advice --format=jsonl --no-skip "${some[@]}" -- "${FLAGS[@]}"
same_files .out skip
finish
