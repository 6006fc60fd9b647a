#!/usr/bin/env bash
# -o writes the whole file or leaves the old one.
. "$(dirname "$0")/lib.sh"
write_module net.cpp
F=(-- "${FLAGS[@]}")

tidy --format=jsonl net.cpp "${F[@]}"
cp .out expected
tidy --format=jsonl -o out.jsonl net.cpp "${F[@]}"
exits 1
prints_nothing
same_files out.jsonl expected
that test "$(ls -A | grep -c '^out.jsonl')" = 1
that test "$(stat -c %a out.jsonl)" = "$(printf %o $((0666 & ~$(umask))))"

# Permissions and links stay.
chmod 640 out.jsonl
ln -s out.jsonl link.jsonl
echo old >out.jsonl
tidy --format=jsonl -o link.jsonl net.cpp "${F[@]}"
that test -L link.jsonl
that test "$(stat -c %a out.jsonl)" = 640
same_files out.jsonl expected

# An unreadable source leaves the old report as it was.
tidy --format=jsonl -o out.jsonl nothere.cpp "${F[@]}"
exits 2
same_files out.jsonl expected

# A report with nothing in it replaces the old one.
write_clean good.cpp
tidy --format=jsonl -o out.jsonl good.cpp "${F[@]}"
exits 0
that test ! -s out.jsonl

# What is no regular file is written straight.
tidy --format=jsonl -o /dev/stdout net.cpp "${F[@]}"
same_files .out expected
# No progress bar where there's no terminal; one where there is.
tidy net.cpp "${F[@]}"
silent_about '\[#+\.*\]'
if command -v script >/dev/null; then
  run script -qec "$(printf '%q ' "$TORCH_TIDY" net.cpp "${F[@]}")" /dev/null
  prints '\[#+\] 1/1(, about [0-9]+ s left)? net.cpp'
  run script -qec "$(printf '%q ' "$TORCH_TIDY" --quiet net.cpp "${F[@]}")" /dev/null
  silent_about '\[#+\]'
fi

# Colours, and what a terminal can show: asked for, or on a terminal that has them.
esc=$'\033'
tidy --color=always net.cpp "${F[@]}"
prints "$esc\\[0;1;35mwarning: "
for when in auto never; do
  tidy --color=$when net.cpp "${F[@]}"
  silent_about "$esc"
done
sed 's|^struct|// é is a letter\n&|; s|torch::zeros({10})|/* é */ torch::zeros({10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10})|' net.cpp >wide.cpp
terminal() { # COMMAND-IN-FRONT OPTION...: as on a terminal of 60 columns
  run script -qec "stty cols 60; $1 $(printf '%q ' "$TORCH_TIDY" --quiet "${@:2}" wide.cpp "${F[@]}")" /dev/null
}
if command -v script >/dev/null; then
  terminal 'env -u NO_COLOR TERM=xterm LC_ALL=C.UTF-8'
  prints "$esc\\[0;1;35mwarning: "
  prints '/\* é \*/'
  that test "$(sed "s/$esc\\[[0-9;]*m//g" .out | tr -d '\r' | grep -E '^ +4 \|' | LC_ALL=C.UTF-8 wc -L)" -le 60
  terminal 'env NO_COLOR=1 TERM=xterm LC_ALL=C'
  silent_about "$esc\\["
  prints '/\* <U\+00E9> \*/'
  terminal 'env TERM=dumb'
  silent_about "$esc\\["
fi
# A pipe gets all of it, as UTF-8.
run env LC_ALL=C "$TORCH_TIDY" wide.cpp "${F[@]}"
prints '/\* é \*/ torch::zeros.*10}\); }$'
finish
