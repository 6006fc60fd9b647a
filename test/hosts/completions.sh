#!/usr/bin/env bash
# The shells offer every command and option that --help has, and every rule; the
# manual page has each of them and no other; docs/command-line.md has each.
. "$(dirname "$0")/lib.sh"
TOOL="$HERE/../../tool"
PAGE="$HERE/../../docs/command-line.md"
mapfile -t COMMANDS < <(echo && "$TORCH_TIDY" --help | sed -nE 's/^  torch-tidy ([a-z]+) .*/\1/p')

# A program, an archive, and an archive that is exported.
REHEARSALS=("" model.pt export)

# options_of PROGRAM [COMMAND]: the names in the left column of its help.
options_of() {
  "$@" --help | sed -nE 's/^  (-[^ ,]+(, ?-[^ ,]+)*).*/\1/p' | tr ',' '\n' | sed 's/ //g; s/{.*}//'
}
that test "$(options_of "$TORCH_TIDY" | wc -l)" -gt 30
that test "${#COMMANDS[@]}" -gt 5
for command in "${COMMANDS[@]:1}"; do
  that grep -q "^Usage: torch-tidy $command " <("$TORCH_TIDY" "$command" --help)
  that grep -q "^    torch-tidy $command " "$PAGE"
done

# What bash offers for the last of the words.
. "$TOOL/completions/torch-tidy.bash"
. "$TOOL/completions/torch-rehearse.bash"
offered() {
  COMP_WORDS=("$@")
  COMP_CWORD=$(($# - 1))
  COMPREPLY=()
  case "$1" in
  *torch-rehearse) _torch_rehearse ;;
  *) _torch_tidy ;;
  esac
  printf '%s\n' "${COMPREPLY[@]}"
}
# all_of WHAT EXPECTED GOT: files of words; each of the first is in the second.
all_of() {
  CHECKED=$((CHECKED + $(wc -l <"$2")))
  that test -s "$2"
  local missing
  missing="$(comm -23 <(sort -u "$2") <(sort -u "$3") | tr '\n' ' ')"
  [[ -z $missing ]] || fail "$1: $missing"
}
is_offered() { # WORD of what LINE...
  CHECKED=$((CHECKED + 1))
  [[ $'\n'"$(offered "${@:2}")"$'\n' == *$'\n'"$1"$'\n'* ]]
}
offers() { is_offered "$@" || fail "bash doesn't offer '$1' for: ${*:2}"; }
offers_no() { ! is_offered "$@" || fail "bash offers '$1' for: ${*:2}"; }
for command in "${COMMANDS[@]}"; do
  line=("$TORCH_TIDY" ${command:+"$command"})
  options_of "${line[@]}" >there
  offered "${line[@]}" - >offered
  all_of "bash doesn't offer for '$command'" there offered
  all_of "bash offers what '$command' doesn't take" offered there
done
if [[ -n ${TORCH_REHEARSE:-} ]]; then
  for what in "${REHEARSALS[@]}"; do
    line=("$TORCH_REHEARSE" ${what:+"$what"})
    options_of "${line[@]}" >there
    offered "${line[@]}" - | grep -vx -e -- >offered
    all_of "bash doesn't offer to rehearse '$what'" there offered
    all_of "bash offers what rehearsing '$what' doesn't take" offered there
  done
  offers export "$TORCH_REHEARSE" exp
  offers advice "$TORCH_REHEARSE" model.pt --fail-on ""
  offers_no advice "$TORCH_REHEARSE" --fail-on ""
  offers jsonl "$TORCH_REHEARSE" export model.pt --format = j
  offers_no export "$TORCH_REHEARSE" model.pt exp
fi
"$TORCH_TIDY" --config=none --list-checks | sed 's/ .*//' >rules
that test "$(wc -l <rules)" -gt 20
offered "$TORCH_TIDY" --explain "" >offered
all_of "bash doesn't offer to explain" rules offered
offered "$TORCH_TIDY" --explain = "" >offered
all_of "bash doesn't offer to explain" rules offered
sed 's/^/--checks=torch-a*,-/' rules >wanted
offered "$TORCH_TIDY" "--checks=torch-a*,-torch" >offered
all_of "bash doesn't offer to --checks" wanted offered
offers gitlab "$TORCH_TIDY" --format g
offers certain "$TORCH_TIDY" link --fail-on = c
for command in "${COMMANDS[@]:1}"; do offers "$command" "$TORCH_TIDY" "${command:0:2}"; done
offers_no facts "$TORCH_TIDY" net.cpp fa
offers info "$TORCH_TIDY" cache ""
offers_no --checks "$TORCH_TIDY" facts --c
mkdir folder && touch "net work.cpp"
offers "net work.cpp" "$TORCH_TIDY" ne
offers folder "$TORCH_TIDY" --cache-dir ""
offers_no "net work.cpp" "$TORCH_TIDY" --cache-dir ""
that test -z "$(offered "$TORCH_TIDY" net.cpp -- -)"
# As bash itself sees it.
that bash -c '. "$1"; complete -p torch-tidy' _ "$TOOL/completions/torch-tidy.bash"

# The values that an option takes are those that are offered.
for pair in format:FORMAT color:WHEN level:LEVEL fail-on:LEVEL; do
  run "$TORCH_TIDY" "--${pair%:*}=nonsense" net.cpp
  exits 2
  while read -r value; do
    offers "$value" "$TORCH_TIDY" "--${pair%:*}" ""
  done < <(sed -n 's/.*{\(.*\)}.*/\1/p' .err | tr ',' '\n')
done

# fish by fish itself; zsh by what it is given for its _arguments.
for shell in fish zsh; do
  command -v "$shell" >/dev/null || { echo "$shell isn't installed"; exit 1; }
done
each_program() { # FUNCTION
  for command in "${COMMANDS[@]}"; do "$1" torch-tidy "$TORCH_TIDY" ${command:+"$command"}; done
  [[ -n ${TORCH_REHEARSE:-} ]] || return 0
  for command in "${REHEARSALS[@]}"; do "$1" torch-rehearse "$TORCH_REHEARSE" ${command:+"$command"}; done
}
fish_offers_all() { # NAME PROGRAM [COMMAND]
  options_of "${@:2}" >there
  HOME="$WORK" XDG_CONFIG_HOME="$WORK" XDG_DATA_HOME="$WORK" fish -c \
    "source '$TOOL/completions/$1.fish'; complete -C '$1 ${3:-} -'; complete -C '$1 ${3:-} --'" |
    cut -f1 >offered
  all_of "fish doesn't offer for '$1 ${3:-}'" there offered
}
zsh_offers_all() { # NAME PROGRAM [COMMAND]
  options_of "${@:2}" >there
  zsh -fc '_arguments() { print -rl -- "$@" }
    file=$1; shift; words=("$@" -); CURRENT=$#words; . $file' _ "$TOOL/completions/_$1" "$1" ${3:+"$3"} |
    grep -vxE -- '-[sS]' | sed -nE 's/^(\*|\([^)]*\))*(--?[a-zA-Z][a-z-]*).*/\2/p' >offered
  all_of "zsh doesn't offer for '$1 ${3:-}'" there offered
  all_of "zsh offers what '$1 ${3:-}' doesn't take" offered there
}
each_program fish_offers_all
each_program zsh_offers_all

manual() { # NAME PROGRAM COMMAND...
  local program="$2" command
  run env LC_ALL=C.UTF-8 MANWIDTH=200 man --warnings -l "$TOOL/man/$1.1"
  exits 0
  that test -z "$ERR"
  sed '/^EXAMPLES/,$d' .out | grep -oE '(^|[ [,])--?[a-z][a-z-]*' | tr -d ' [,' | sort -u >page
  for command in "${@:3}"; do
    options_of "$program" ${command:+"$command"}
  done | sort -u >there
  all_of "$1(1) lacks" there page
  grep -xE -- '--[a-z].*' page >long
  all_of "$1(1) has what $1 hasn't" long there
}
manual torch-tidy "$TORCH_TIDY" "${COMMANDS[@]}"
for command in "${COMMANDS[@]:1}"; do
  prints "^ +torch-tidy $command "
  that grep -q "'$command:" "$TOOL/completions/_torch-tidy"
  that grep -q "use_subcommand\" -a $command " "$TOOL/completions/torch-tidy.fish"
done
options_of "$TORCH_TIDY" >there
grep -oE '(^|[ `])--?[a-z][a-z-]*' "$PAGE" | tr -d '` ' | sort -u >page
all_of "docs/command-line.md lacks" there page
[[ -z ${TORCH_REHEARSE:-} ]] || manual torch-rehearse "$TORCH_REHEARSE" "${REHEARSALS[@]}"
finish
