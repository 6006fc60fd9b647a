#!/usr/bin/env bash
# The clang-tidy plugin: it loads, and everything that people expect of a check
# works: options, NOLINT, -fix, --export-fixes.
. "$(dirname "$0")/lib.sh"
write_module net.cpp
F=(-- "${FLAGS[@]}")
plugin() { run "$CLANG_TIDY" --load="$PLUGIN" --quiet "$@"; }
only() { plugin --checks='-*,torch-*' "$@"; }

# How to tell that it is there.
plugin --checks='-*,torch-*' --verify-config
exits 0
run "$CLANG_TIDY" --load="$WORK/no-plugin.so" --checks='-*,torch-unregistered-state' --verify-config
exits 1
plugin --checks='-*,torch-*' --list-checks
while read -r rule _; do
  prints "^ *$rule\$"
done < <("$TORCH_TIDY" --list-checks)

only net.cpp "${F[@]}"
exits 0
prints "^$WORK/net.cpp:[0-9]+:[0-9]+: warning: .*cache.* \[torch-unregistered-state\]$"
prints ': note: '
only --warnings-as-errors='torch-*' net.cpp "${F[@]}"
exits 1
plugin --checks='-*,torch-*,-torch-unregistered-state' net.cpp "${F[@]}"
silent_about 'torch-unregistered-state'

# A message with a percent sign, from a name that has one nowhere but in text.
cat >percent.cpp <<'CPP'
#include <torch/torch.h>
void f(torch::Tensor x, torch::Device d) { (x % 2).to(d); }
CPP
only percent.cpp "${F[@]}"
exits 0

# NOLINT, in its four forms, with names, globs, without, and of another check.
# LINE FORM: 'x' stands where the finding is.
line="$(sed -n 's/.*net.cpp:\([0-9]*\):.*torch-unregistered-state.*/\1/p' <("$CLANG_TIDY" --load="$PLUGIN" --quiet --checks='-*,torch-*' net.cpp "${F[@]}" 2>/dev/null) | head -1)"
quiet_with() { # SED-SCRIPT
  sed "$1" net.cpp >nolint.cpp
  only nolint.cpp "${F[@]}"
  silent_about '\[torch-unregistered-state\]'
  tidy nolint.cpp "${F[@]}"
  exits 0
  silent_about '\[torch-unregistered-state\]'
}
loud_with() {
  sed "$1" net.cpp >nolint.cpp
  only nolint.cpp "${F[@]}"
  prints '\[torch-unregistered-state\]'
  tidy nolint.cpp "${F[@]}"
  exits 1
}
quiet_with "${line}s|\$| // NOLINT|"
quiet_with "${line}s|\$| // NOLINT(torch-unregistered-state)|"
quiet_with "${line}s|\$| // NOLINT(torch-*)|"
quiet_with "${line}s|\$| // NOLINT(google-x, torch-unregistered-state): kept on the host|"
quiet_with "${line}i // NOLINTNEXTLINE(torch-unregistered-state)"
quiet_with "${line}i // NOLINTBEGIN(torch-unregistered-state)
${line}a // NOLINTEND(torch-unregistered-state)"
loud_with "${line}s|\$| // NOLINT(torch-discarded-move)|"
loud_with "${line}i // NOLINT"
loud_with "${line}a // NOLINTNEXTLINE"
loud_with "${line}i // NOLINTBEGIN(torch-discarded-move)
${line}a // NOLINTEND(torch-discarded-move)"

# Fixes: exported and applied.
only --export-fixes=fixes.yaml net.cpp "${F[@]}"
that grep -q 'DiagnosticName: *torch-unregistered-state' fixes.yaml
that grep -q 'ReplacementText:.*register_buffer' fixes.yaml
cp net.cpp fixed.cpp
only --fix fixed.cpp "${F[@]}"
that grep -q 'register_buffer("cache", torch::zeros({10}))' fixed.cpp
cp net.cpp by_tool.cpp
tidy --fix by_tool.cpp "${F[@]}"
same_files fixed.cpp by_tool.cpp
only fixed.cpp "${F[@]}"
silent_about 'torch-'

# Options, from .clang-tidy and from the command line.
write_clean good.cpp
write_strict strict.cpp
only strict.cpp "${F[@]}"
silent_about 'torch-'
only --config='{CheckOptions: {torch-factory-without-device.Strict: true}}' strict.cpp "${F[@]}"
prints '\[torch-factory-without-device\]'
only --config='{CheckOptions: {torch-factory-without-device.Strict: true, torch-factory-without-device.Level: likely}}' strict.cpp "${F[@]}"
silent_about 'torch-factory'
only --config='{CheckOptions: {Strict: true}}' strict.cpp "${F[@]}"
prints '\[torch-factory-without-device\]'
run bash -c '"$@" 2>&1' _ "$CLANG_TIDY" --load="$PLUGIN" --checks='-*,torch-*' \
  --config='{CheckOptions: {torch-factory-without-device.Level: sure}}' strict.cpp "${F[@]}"
prints "invalid configuration value 'sure' for option 'torch-factory-without-device.Level'"
cat >.clang-tidy <<'YAML'
Checks: '-*,torch-*'
CheckOptions:
  torch-factory-without-device.Strict: true
YAML
plugin strict.cpp "${F[@]}"
prints '\[torch-factory-without-device\]'
plugin --dump-config
prints 'torch-factory-without-device.Level: *advice'
prints 'torch-discarded-move.Level: *likely'
rm .clang-tidy

# A finding in a header is shown when headers are.
write_module net.h Other
printf '#include "net.h"\n' >user.cpp
only user.cpp "${F[@]}"
silent_about 'net.h:'
only --header-filter='.*' user.cpp "${F[@]}"
prints 'net.h:[0-9]+:[0-9]+: warning: .*\[torch-unregistered-state\]'
# Several files in one process.
only net.cpp good.cpp net.cpp "${F[@]}"
that test "$(grep -c 'warning: .*torch-unregistered-state' .out)" -ge 1
# C is none of its business.
echo 'int main(void) { return 0; }' >main.c
only main.c --
exits 0

# It takes Clang from its host and shows nothing of its own.
run readelf -dW "$PLUGIN"
silent_about 'NEEDED.*(clang|LLVM|torch|c10)'
run bash -c 'nm -D --defined-only "$0"' "$PLUGIN"
silent_about 'torchtidy'
# One plugin a major: in another clang-tidy it is an error, never a clean run.
for other in 14 16 19; do
  if [[ $other != "${LLVM_MAJOR:-}" ]] && command -v clang-tidy-$other >/dev/null; then
    run clang-tidy-$other --load="$PLUGIN" --checks='-*,torch-*' --verify-config
    that test "$RC" -eq 2
    says "this plugin is for clang-tidy"
  fi
done
finish
