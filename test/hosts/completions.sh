#!/usr/bin/env bash
# The shells offer every option that --help has, and every rule; the manual page
# has each option and no other.
. "$(dirname "$0")/lib.sh"
TOOL="$HERE/../../tool"
COMMANDS=("" facts link cache confirm)
# A program, an archive, and an archive that is exported.
REHEARSALS=("" model.pt export)

# options_of PROGRAM [COMMAND]: the names in the left column of its help.
options_of() {
  "$@" --help | sed -nE 's/^  (-[^ ,]+(, ?-[^ ,]+)*).*/\1/p' | tr ',' '\n' | tr -d ' '
}
that test "$(options_of "$TORCH_TIDY" | wc -l)" -gt 30

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
offers facts "$TORCH_TIDY" fa
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

# fish by fish itself; zsh's file names each option and is read without errors.
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
zsh_names_all() { # NAME PROGRAM [COMMAND]
  options_of "${@:2}" >there
  grep -oE -- '--?[a-z][a-z-]*' "$TOOL/completions/_$1" | sort -u >named
  all_of "zsh's file names nothing for '$1 ${3:-}'" there named
}
if command -v fish >/dev/null; then each_program fish_offers_all; fi
each_program zsh_names_all
if command -v zsh >/dev/null; then
  for file in "$TOOL"/completions/_*; do
    run zsh -n "$file"
    exits 0
    prints_nothing
  done
fi

# The page as man shows it, its examples left out.
manual() { # NAME PROGRAM [COMMAND]...
  local name="$1" program="$2" command
  shift 2
  run env LC_ALL=C MANWIDTH=100 man --warnings=w -l "$TOOL/man/$name.1"
  exits 0
  that test -z "$ERR"
  sed '/^EXAMPLES/,$d' .out | grep -oE '(^|[ [,])--?[a-z][a-z-]*' | tr -d ' [,' | sort -u >page
  for command; do
    options_of "$program" ${command:+"$command"}
  done | sort -u >there
  all_of "$name(1) lacks" there page
  grep -xE -- '--[a-z].*' page >long
  all_of "$name(1) has what $name hasn't" long there
}
if command -v man >/dev/null; then
  manual torch-tidy "$TORCH_TIDY" "${COMMANDS[@]}"
  [[ -z ${TORCH_REHEARSE:-} ]] || manual torch-rehearse "$TORCH_REHEARSE" "${REHEARSALS[@]}"
fi
finish
