#!/usr/bin/env bash
# The hooks, run by pre-commit itself in a repository of their user.
. "$(dirname "$0")/lib.sh"
command -v pre-commit >/dev/null || { echo "pre-commit isn't installed"; exit 1; }
export HOME="$WORK/home" PRE_COMMIT_HOME="$WORK/pre-commit" GIT_CONFIG_NOSYSTEM=1
export GIT_AUTHOR_NAME=n GIT_AUTHOR_EMAIL=e GIT_COMMITTER_NAME=n GIT_COMMITTER_EMAIL=e
mkdir -p "$HOME" bin hooks user/src user/build
ln -s "$TORCH_TIDY" bin/torch-tidy
git config --global init.defaultBranch main
cp "$HERE/../../.pre-commit-hooks.yaml" hooks/
(cd hooks && git init -q && git add -A && git commit -q -m hooks) || fail "the hooks' repository"

cd user || exit 1
cat >.pre-commit-config.yaml <<YAML
repos:
  - repo: $WORK/hooks
    rev: $(git -C "$WORK/hooks" rev-parse HEAD)
    hooks:
      - id: torch-tidy
YAML
# A module over two files: what forward.cpp does counts for a commit of net.cpp.
cat >src/net.h <<'CPP'
#pragma once
#include <torch/torch.h>
struct Net : torch::nn::Module {
  Net();
  torch::Tensor forward(torch::Tensor x);
  torch::Tensor cache;
};
CPP
cat >src/net.cpp <<'CPP'
#include "net.h"
Net::Net() { cache = register_buffer("cache", torch::zeros({4})); }
CPP
cat >src/forward.cpp <<'CPP'
#include "net.h"
torch::Tensor Net::forward(torch::Tensor x) { return x + cache; }
CPP
write_module src/other.cpp Other
C="clang++ ${FLAGS[*]} -c"
database -d build "$C user/src/net.cpp" user/src/net.cpp "$C user/src/forward.cpp" user/src/forward.cpp "$C user/src/other.cpp" user/src/other.cpp
printf 'build\n' >.gitignore
git init -q .
git add -A && git commit -q --no-verify -m first || fail "the first commit"
export PATH="$WORK/bin:$PATH"
run pre-commit install
exits 0

# A clean change passes, though another file has a finding.
echo '// clean' >>src/forward.cpp
git add -A
run git commit -m clean
exits 0

# A bug stops the commit, and says where and what.
sed -i 's/register_buffer("cache", torch::zeros({4}))/torch::zeros({4})/' src/net.cpp
git add -A
run git commit -m bug
exits 1
says 'src/net.cpp:2:22: warning: tensor member .cache. of .Net. is never registered'
says 'torch-tidy\.+Failed'
silent_about 'other.cpp'
that [ "$(git log --oneline | wc -l)" = 2 ]

# The module's other file alone is about the same module.
run pre-commit run torch-tidy --files src/forward.cpp
exits 1
prints 'src/net.cpp:2:22: warning'

# All files: what other.cpp has counts, too.
run pre-commit run --all-files
exits 1
prints 'src/other.cpp:'

# The fixing hook mends the file, and the next try passes.
sed -i 's/id: torch-tidy/id: torch-tidy-fix/' .pre-commit-config.yaml
git add -A
run git commit -m fixed
exits 1
says 'files were modified by this hook'
that grep -q 'register_buffer("cache", torch::zeros({4}))' src/net.cpp
git add -A
run git commit -m fixed
exits 0

# Without torch-tidy it says what is missing.
run env PATH="$(dirname "$(command -v git)"):/usr/bin:/bin" pre-commit run --all-files
exits 1
prints 'torch-tidy is not installed, or not on PATH'

finish
