#!/usr/bin/env bash
# A real editor: neovim opens a file, shows what is found, takes the fix.
. "$(dirname "$0")/lib.sh"
: "${NVIM:?}"
export XDG_CONFIG_HOME="$WORK/config" XDG_DATA_HOME="$WORK/data" XDG_STATE_HOME="$WORK/state"
export TORCH_TIDY_CACHE="$WORK/cache" FILE="$WORK/net.cpp"
mkdir -p config data state
write_module net.cpp
database "clang++ -std=c++17 -isystem $MOCK -c net.cpp" net.cpp
run "$NVIM" --headless -u NONE -S "$HERE/neovim.lua"
exits 0
write_clean wanted.cpp Net
same_files net.cpp wanted.cpp
finish
