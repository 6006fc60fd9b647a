#!/usr/bin/env bash
# The plugin says what `torch-tidy --single-file` says, and skipping bodies of
# functions that aren't the user's changes nothing: on every case and every
# test's source.
. "$(dirname "$0")/lib.sh"
LIST=("$HERE"/../cases/*.cpp "$HERE"/../checks/*.cpp)
[[ -e ${LIST[0]} ]] || fail "no cases"

# place and words of each finding, from clang's text form
words() { sed -nE 's/^([^ ]+:[0-9]+:[0-9]+): (warning|remark): (.*) \[(torch-[a-z-]+)\]$/\1 \4 \3/p' "$1" | sort -u; }
found=0
for file in "${LIST[@]}"; do
  [[ -e $file ]] || continue
  name="$(basename "$file")"
  flags=("${FLAGS[@]}")
  "$TORCH_TIDY" --single-file --level=advice --format=text "$file" -- "${flags[@]}" >tool.txt 2>tool.err
  rc=$?
  "$TORCH_TIDY" --single-file --level=advice --format=text --no-skip "$file" -- "${flags[@]}" >noskip.txt 2>noskip.err
  CHECKED=$((CHECKED + 1))
  cmp -s tool.txt noskip.txt || { fail "$name: skipping bodies changes what is found"; diff tool.txt noskip.txt; }
  "$CLANG_TIDY" --load="$PLUGIN" --quiet --checks='-*,torch-*' --header-filter='.*' \
    --config='{CheckOptions: {Level: advice}}' "$file" -- "${flags[@]}" >plugin.txt 2>plugin.err
  words plugin.txt >plugin.words
  sed "s|^\([^/ ][^ :]*\):|$WORK/\1:|" tool.txt >tool.abs
  words tool.abs >tool.words
  CHECKED=$((CHECKED + 1))
  cmp -s tool.words plugin.words || { fail "$name: plugin and --single-file differ (exit $rc)"; diff tool.words plugin.words; }
  found=$((found + $(wc -l <tool.words)))
done
echo "$found findings in ${#LIST[@]} files"
that test "$found" -gt 0
finish
