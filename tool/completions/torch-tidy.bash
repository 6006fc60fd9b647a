# bash completion for torch-tidy(1)                         -*- shell-script -*-

# Words that begin with the current one. A word that an '=' ends gets no space.
_torch_tidy_words() {
  mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur")
}

_torch_tidy_files() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen "$1" -- "$cur")
}

# The last of a list with commas; a '-' in front takes a rule away.
_torch_tidy_rules() {
  local before="" word="$cur" rule
  [[ $word != *,* ]] || before="${word%,*},"
  word="${word##*,}"
  [[ $word != -* ]] || before="$before-"
  COMPREPLY=()
  while read -r rule _; do
    [[ $before$rule != "$cur"* ]] || COMPREPLY+=("$before$rule")
  done < <("${1:-torch-tidy}" --config=none --list-checks 2>/dev/null)
  compopt -o nospace 2>/dev/null
}

# What may follow an option; nothing for one that takes no value.
_torch_tidy_value() {
  case "$1" in
  --format) _torch_tidy_words "text jsonl sarif html github gitlab" ;;
  --color) _torch_tidy_words "auto always never" ;;
  --level) _torch_tidy_words "certain likely advice" ;;
  --fail-on) _torch_tidy_words "certain likely advice never" ;;
  --profile) _torch_tidy_words "strict exported multi-gpu cpu-only default" ;;
  --kind) _torch_tidy_words "facts answers closures scans preambles" ;;
  --explain | --checks) _torch_tidy_rules "$2" ;;
  --root | --cache-dir) _torch_tidy_files -d ;;
  -p | -o | --output | --config | --baseline | --why | --depfile | --confirmed) _torch_tidy_files -f ;;
  -j | --jobs | --memory | --cache-size | --exclude | --unused-for) COMPREPLY=() ;;
  *) return 1 ;;
  esac
  return 0
}

_torch_tidy_options() {
  local read="-p --root" cache="--cache-dir --cache-size --no-cache" output="-o --output --format --color --fail-on --quiet" help="-h --help --version"
  local judge="--single-file --checks --profile --config --exclude --level --diff --baseline --write-baseline
    --prune-baseline --show-suppressed --fix --dry-run --why --stats --modules -j --jobs"
  case "$1" in
  facts) echo "$read -o --output --depfile --relative $help" ;;
  link) echo "$read $judge $output $help" ;;
  cache) echo "--cache-dir --kind --unused-for $help" ;;
  confirm) echo "$output $help" ;;
  lsp) echo "$read $cache $help --stdio -j --jobs --checks --config --baseline --confirmed --level" ;;
  *) echo "$read $judge $output $cache $help --project --memory --list-checks --explain" ;;
  esac
}

_torch_tidy() {
  local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD - 1]}" command="" i
  COMPREPLY=()
  # What stands behind "--" is the compiler's.
  for ((i = 1; i < COMP_CWORD; ++i)); do
    [[ ${COMP_WORDS[i]} != -- ]] || return 0
  done
  case "${COMP_WORDS[1]}" in
  facts | link | cache | confirm | lsp) ((COMP_CWORD == 1)) || command="${COMP_WORDS[1]}" ;;
  esac
  # "--level=c" comes as three words where '=' divides them.
  [[ $cur != = ]] || cur=""
  if [[ $prev == = ]]; then
    prev="${COMP_WORDS[COMP_CWORD - 2]}"
  fi
  if [[ $cur == --*=* ]]; then
    prev="${cur%%=*}" cur="${cur#*=}"
    _torch_tidy_value "$prev" "${COMP_WORDS[0]}"
    COMPREPLY=("${COMPREPLY[@]/#/$prev=}")
    return 0
  fi
  if [[ $cur != -* || $prev == --checks ]] && _torch_tidy_value "$prev" "${COMP_WORDS[0]}"; then
    return 0
  fi
  if [[ $cur == -* ]]; then
    _torch_tidy_words "$(_torch_tidy_options "$command")"
  elif [[ $command == cache ]]; then
    _torch_tidy_words "info clear"
  else
    _torch_tidy_files -f
    if ((COMP_CWORD == 1)); then
      local files=("${COMPREPLY[@]}")
      _torch_tidy_words "facts link cache confirm lsp"
      COMPREPLY+=("${files[@]}")
    fi
  fi
}
complete -F _torch_tidy torch-tidy
