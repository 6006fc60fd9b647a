#!/usr/bin/env bash
# The benchmark's script itself, on the mock headers: it measures what it says,
# and it fails when a tool fails or when its findings change with the way.
. "$(dirname "$0")/../hosts/lib.sh"
RUN="$HERE/../bench/run"
HISTORY="$WORK/history.tsv"
# 30 parses: with the mock headers precompiled, each is a tenth of a second.
MODEL="-std=c++17 -isystem $MOCK ${MOCK_PCH:+-include-pch $MOCK_PCH}"
bench() { # TOOL ARGUMENTS...
  local tool="$1"
  shift
  run "$RUN" --tool "$tool" --plugin "$PLUGIN" --clang "$CLANG" --clang-tidy "$CLANG_TIDY" \
    --flags "$MODEL" --history "$HISTORY" --rounds 1 --repeats 1 --plugin-rounds 1 \
    --small-rounds 1 --files 2 --tidy-files 1 "$@"
}
# Whether the targets are met says nothing here: these headers are small.
measured() {
  that test "$RC" -le 1
  for name in "$@"; do
    # What a plugin adds to nothing can measure below 0.
    that grep -q "	$name	-\?[0-9.]*	" "$HISTORY"
  done
}
bench "$TORCH_TIDY" --list
exits 0
prints '^plugin .*at most'

ONE=(--figure cold --figure no-cache --figure edited --figure edited-seconds --figure unchanged --figure memory-edited)
bench "$TORCH_TIDY" "${ONE[@]}" --figure no-libtorch
measured cold no-cache edited edited-seconds unchanged memory-edited no-libtorch
prints '^3 pairs of outputs were the same bytes$'
prints '^one file edited, warm cache / parse +\| 0.0300 '
bench "$TORCH_TIDY" --figure plugin
measured plugin
bench "$TORCH_TIDY" --figure project-cold --figure project-edited --figure project-unchanged
measured project-cold project-edited project-unchanged
prints '^2 pairs of outputs were the same bytes$'
that test "$(head -1 "$HISTORY" | cut -f1,6,7)" = "$(printf 'date\tfigure\tmedian')"
that test "$(grep -c '	figure	' "$HISTORY")" -eq 1

bench "$TORCH_TIDY" --make-facts "$MAKE_FACTS" --figure link --figure link-memory --facts 30
measured link link-memory
that grep -q '	30 files$' "$HISTORY"

# No figure from a tool that fails, or a competitor that does.
fails() {
  exits 2
  says "$1"
  that test "$(wc -l <"$HISTORY")" -eq "$lines"
}
lines="$(wc -l <"$HISTORY")"
bench "$TORCH_TIDY" "${ONE[@]}" --figure nothing
fails 'no figure is called nothing'
bench "$WORK/none" "${ONE[@]}"
fails "can't be started"
bench "$TORCH_TIDY" --clang false "${ONE[@]}"
fails 'false'
stand_in() { # what it does after --help
  printf '#!/bin/bash\n[[ $1 != --help ]] || { echo --cache-dir; exit; }\n%s\n' "$1" >"$WORK/stand-in"
  chmod +x "$WORK/stand-in"
}
stand_in 'echo cannot read that >&2; exit 2'
bench "$WORK/stand-in" "${ONE[@]}"
fails 'cannot read that'
# One whose findings change with the way that they are come by.
stand_in 'echo "{\"n\": $$}"'
bench "$WORK/stand-in" "${ONE[@]}"
fails 'outputs differ'
# One that finds nothing is fast, too.
stand_in 'exit 0'
bench "$WORK/stand-in" "${ONE[@]}"
fails 'nothing is found there'
finish
