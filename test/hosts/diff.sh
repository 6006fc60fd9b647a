#!/usr/bin/env bash
# --diff: findings on lines, or in modules, that somebody has changed.
. "$(dirname "$0")/lib.sh"
command -v git >/dev/null || { echo "git isn't installed"; exit 1; }
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=n GIT_AUTHOR_EMAIL=e GIT_COMMITTER_NAME=n GIT_COMMITTER_EMAIL=e
commit() { git add -A && git commit -q -m "$1" || fail "git commit"; }
mkdir -p src build
write_module src/net.cpp
write_module src/other.cpp Other
cat >src/free.cpp <<'CPP'
#include <torch/torch.h>
void first(torch::Tensor x, torch::Device device) {
  x.to(device);
}
void second(torch::Tensor x, torch::Device device) {
  int unrelated = 0;
  x.to(device);
}
CPP
C="clang++ ${FLAGS[*]} -c"
database -d build "$C src/net.cpp" src/net.cpp "$C src/other.cpp" src/other.cpp "$C src/free.cpp" src/free.cpp
git init -q .
echo build >.gitignore
commit first
D=(-p build --format=text)

tidy "${D[@]}"
prints '^4 findings '
tidy "${D[@]}" --diff
exits 0
prints '^no findings$'

# A changed line of a module speaks for the module, one elsewhere for itself.
sed -i '/return x + cache/s/$/ \/\/ changed/' src/net.cpp
sed -i 's/int unrelated = 0/int unrelated = 1/' src/free.cpp
tidy "${D[@]}" --diff
exits 1
prints '^src/net.cpp:'
silent_about '^src/(other|free).cpp:'
sed -i '3s/$/ \/\/ changed/' src/free.cpp
tidy "${D[@]}" --diff
prints '^src/free.cpp:3:'
silent_about '^src/free.cpp:7:'
# Not the last level: what counts is the same for the exit code.
tidy "${D[@]}" --diff --fail-on=never
exits 0
git diff >all.patch
tidy "${D[@]}" --diff=all.patch
exits 1
prints '^2 findings '
run bash -c '"$0" "$@" <all.patch' "$TORCH_TIDY" "${D[@]}" --diff=-
exits 1
prints '^2 findings '
# The patch of another folder of the tree, and without prefixes.
(cd src && git diff --no-prefix --relative . >../relative.patch)
run bash -c 'cd src && "$0" "$@"' "$TORCH_TIDY" -p ../build --diff=../relative.patch
exits 1
prints '^2 findings '
rm ./*.patch
commit second
tidy "${D[@]}" --diff
prints '^no findings$'
tidy "${D[@]}" --diff=HEAD~1
prints '^2 findings '
tidy "${D[@]}" src/net.cpp --diff=HEAD~1
prints '^1 finding '

# Lines that were only taken out: of a module, of a function.
sed -i '/int unrelated/d' src/free.cpp
tidy "${D[@]}" --diff
prints '^src/free.cpp:6:'
silent_about '^src/free.cpp:3:'
git checkout -q src/free.cpp
sed -i '/torch::Tensor cache;/i \ \ int count = 0;' src/other.cpp
commit third
sed -i '/int count/d' src/other.cpp
tidy "${D[@]}" --diff
prints '^src/other.cpp:'
commit fourth

# Renamed, new, oddly named, without a last newline.
git mv src/net.cpp "src/n e\"t é.cpp"
printf '[{"directory": "%s", "arguments": ["clang++", "-std=c++17", "-isystem", "%s", "-c", "src/n e\\"t é.cpp"], "file": "src/n e\\"t é.cpp"}]' "$WORK" "$MOCK" >build/compile_commands.json
tidy "${D[@]}" --diff
exits 0
prints '^no findings$'
truncate -s -1 "src/n e\"t é.cpp"
sed -i 's/return x + cache/return cache + x/' "src/n e\"t é.cpp"
tidy "${D[@]}" --diff
exits 1
prints '^1 finding '
commit renamed
write_module src/brand.cpp Brand
database -d build "$C src/brand.cpp" src/brand.cpp
tidy "${D[@]}" --diff
exits 1
prints '^src/brand.cpp:'

# A header's module, changed in the source of one of its methods.
cat >src/split.h <<'CPP'
#include <torch/torch.h>
struct Split : torch::nn::Module {
  Split() { cache = torch::zeros({10}); }
  torch::Tensor forward(torch::Tensor x);
  torch::Tensor cache;
};
CPP
printf '#include "split.h"\ntorch::Tensor Split::forward(torch::Tensor x) {\n  return x + cache;\n}\n' >src/split.cpp
database -d build "$C src/split.cpp" src/split.cpp
commit split
sed -i 's/x + cache/cache + x/' src/split.cpp
tidy "${D[@]}" --diff
exits 1
prints '^src/split.h:3:'
commit split2

# With a baseline, with fixes.
write_module src/brand.cpp Brand
echo '// more' >>src/brand.cpp
sed -i 's/return x + cache/return cache + x/' src/brand.cpp
database -d build "$C src/brand.cpp" src/brand.cpp "$C src/other.cpp" src/other.cpp
tidy "${D[@]}" --baseline known.json --write-baseline
tidy "${D[@]}" --baseline known.json --diff
exits 0
cp src/other.cpp before.cpp
tidy "${D[@]}" --diff --fix
exits 0
same_files before.cpp src/other.cpp
that grep -q register_buffer src/brand.cpp
git diff >fix.patch
tidy "${D[@]}" --diff=fix.patch --fix
exits 2
says '--fix: goes with --diff=REV only'

# What can't be known is an error, never a clean run.
tidy "${D[@]}" --diff=no-such-revision
exits 2
says 'no-such-revision'
prints_nothing
tidy "${D[@]}" --diff=
exits 2
tidy "${D[@]}" --diff=--output=stolen
exits 2
that test ! -e stolen
tidy "${D[@]}" --diff=src/other.cpp
exits 2
says 'src/other.cpp:[0-9]+: no unified difference in it'
printf -- '--- a/x/y.cpp\n+++ b/x/y.cpp\n@@ -1 +1 @@\n-a\n+b\n' >elsewhere.patch
tidy "${D[@]}" --diff=elsewhere.patch
exits 2
says 'none of its files is in'
printf -- '--- a/src/other.cpp\n+++ b/src/other.cpp\n@@ -1,3 +1 @@\n-a\n' >short.patch
tidy "${D[@]}" --diff=short.patch
exits 2
says 'short.patch:4: a hunk that ends early'
: >empty.patch
tidy "${D[@]}" --diff=empty.patch
exits 0
prints '^no findings$'
rm -rf .git
tidy "${D[@]}" --diff=HEAD
exits 2
says "no file 'HEAD', and .* is in no work tree of git"
finish
