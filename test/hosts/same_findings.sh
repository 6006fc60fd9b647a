#!/usr/bin/env bash
# The plugin says what `torch-tidy --single-file` says, every format says it,
# pre-commit's hook says what the command says of a project, and skipping bodies of
# functions that aren't the user's changes nothing: on every case and every
# fifth of the tests' sources.
. "$(dirname "$0")/lib.sh"
CASES="$(cd "$HERE/.." && pwd -P)"
LIST=("$CASES"/cases/*.cpp)
checks=("$CASES"/checks/*/*.cpp)
for ((i = 0; i < ${#checks[@]}; i += 5)); do LIST+=("${checks[i]}"); done
[[ -e ${LIST[0]} ]] || fail "no cases in $CASES/cases"

# The mock headers once, precompiled: 2 parses of 80 files take minutes else.
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

# Read plainly, with and without those bodies: every fifth file, in turn.
some=()
for ((i = 0; i < ${#LIST[@]}; i += 5)); do some+=("${LIST[i]}"); done
tidy --single-file --level=advice --format=jsonl "${some[@]}" -- "${FLAGS[@]}"
cp .out skip
that test -s skip
tidy --single-file --level=advice --format=jsonl --no-skip "${some[@]}" -- "${FLAGS[@]}"
same_files .out skip

# The hook over all files of a repository, and the command over its project.
command -v pre-commit >/dev/null || { echo "pre-commit isn't installed"; exit 1; }
export HOME="$WORK/home" PRE_COMMIT_HOME="$WORK/pre-commit" GIT_CONFIG_NOSYSTEM=1
export GIT_AUTHOR_NAME=n GIT_AUTHOR_EMAIL=e GIT_COMMITTER_NAME=n GIT_COMMITTER_EMAIL=e
export PATH="$WORK/bin:$PATH" TORCH_TIDY_CACHE="$WORK/cache"
mkdir -p "$HOME" bin hooks user/build
ln -s "$TORCH_TIDY" bin/torch-tidy
cp "$HERE/../../.pre-commit-hooks.yaml" hooks/
cp "$CASES"/cases/0[0-3]*.cpp user/
cd user || exit 1
commands=()
for source in *.cpp; do commands+=("clang++ ${FAST[*]} -c $PWD/$source" "$PWD/$source"); done
database -d build "${commands[@]}"
printf 'repos:\n  - repo: %s\n    rev: HEAD\n    hooks: [{ id: torch-tidy, args: [--level=advice] }]\n' "$WORK/hooks" >.pre-commit-config.yaml
echo build >.gitignore
for repository in "$WORK/hooks" .; do
  (cd "$repository" && git init -q && git add -A && git commit -q -m all) || fail "the repository $repository"
done
sed -i "s/rev: HEAD/rev: $(git -C "$WORK/hooks" rev-parse HEAD)/" .pre-commit-config.yaml
git add -A
tidy -p build --level=advice
words "$WORK/.out" >project.words
run pre-commit run --all-files
exits 1
words "$WORK/.out" >hook.words
same_files hook.words project.words
that test "$(wc -l <hook.words)" -gt 5
finish
