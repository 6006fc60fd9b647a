# bash completion for torch-rehearse(1)                     -*- shell-script -*-

_torch_rehearse() {
  local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD - 1]}" i words="" files=""
  # What is rehearsed: a program, an archive, or an archive that is exported.
  local what=program
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case "${COMP_WORDS[i]}" in
    --)
      # Behind "--" stand a program and its own arguments.
      compopt -o filenames 2>/dev/null
      local kind=-f
      ((i + 1 < COMP_CWORD)) || [[ $cur == */* ]] || kind=-c
      mapfile -t COMPREPLY < <(compgen "$kind" -- "$cur"; [[ $kind == -f ]] || compgen -f -- "$cur")
      return 0
      ;;
    export) ((i > 1)) || what=export ;;
    *.pt | *.pth | *.ts | *.ptl | *.pt2 | *.onnx | *.torchscript) [[ $what == export ]] || what=archive ;;
    esac
  done
  [[ $cur != = ]] || cur=""
  [[ $prev != = ]] || prev="${COMP_WORDS[COMP_CWORD - 2]}"
  local before=""
  if [[ $cur == --*=* ]]; then
    prev="${cur%%=*}" cur="${cur#*=}" before="$prev="
  fi
  local common="--devices --level --format -o --output --fail-on -h --help"
  local archive="--input --method --library --timeout --memory --verbose"
  case "$prev" in
  --format) words="text jsonl" ;;
  --level) words="certain likely advice" ;;
  --fail-on)
    words="certain likely never"
    [[ $what == program ]] || words="certain likely advice never"
    ;;
  --devices) words="1 2 3 4 5 6 7 8" ;;
  --device)
    words="cuda:0 cuda:1 cuda:2 cuda:3"
    [[ $what != program ]] || words="$words mps xpu:0"
    ;;
  --method) words="forward" ;;
  --input | --timeout | --memory) return 0 ;;
  -o | --output | --onnx | --torchscript | --library) files=1 ;;
  *)
    case "$what" in
    program) words="$common --device --keep-going --explore --version --" ;;
    archive) words="$common $archive" ;;
    export) words="$common $archive --onnx --torchscript --device --force" ;;
    esac
    if [[ $cur != -* ]]; then
      files=1
      ((COMP_CWORD > 1)) || words="$words export"
    fi
    ;;
  esac
  mapfile -t COMPREPLY < <(compgen -P "$before" -W "$words" -- "$cur")
  if [[ -n $files ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -P "$before" -f -- "$cur")
  fi
}
complete -F _torch_rehearse torch-rehearse
