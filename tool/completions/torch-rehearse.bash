# bash completion for torch-rehearse(1)                     -*- shell-script -*-

_torch_rehearse() {
  local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD - 1]}" i words=""
  COMPREPLY=()
  # Behind "--" stand a program and its own arguments.
  for ((i = 1; i < COMP_CWORD; ++i)); do
    if [[ ${COMP_WORDS[i]} == -- ]]; then
      compopt -o filenames 2>/dev/null
      local kind=-f
      ((i + 1 < COMP_CWORD)) || [[ $cur == */* ]] || kind=-c
      mapfile -t COMPREPLY < <(compgen "$kind" -- "$cur"; [[ $kind == -f ]] || compgen -f -- "$cur")
      return 0
    fi
  done
  [[ $cur != = ]] || cur=""
  [[ $prev != = ]] || prev="${COMP_WORDS[COMP_CWORD - 2]}"
  local before=""
  if [[ $cur == --*=* ]]; then
    prev="${cur%%=*}" cur="${cur#*=}" before="$prev="
  fi
  case "$prev" in
  --format) words="text jsonl" ;;
  --fail-on) words="certain likely never" ;;
  --devices) words="1 2 3 4 5 6 7 8" ;;
  --device) words="0 1 2 3 4 5 6 7" ;;
  -o | --output)
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -P "$before" -f -- "$cur")
    return 0
    ;;
  *) words="--devices --device --keep-going --format -o --output --fail-on -h --help --version --" ;;
  esac
  mapfile -t COMPREPLY < <(compgen -P "$before" -W "$words" -- "$cur")
}
complete -F _torch_rehearse torch-rehearse
