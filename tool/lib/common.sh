# shellcheck shell=bash
# What tool/demo and test/run share: words, packages, configure, build.
# Sourced from bash in strict mode, with ROOT set to the top of the sources.

BUILD="$ROOT/build"
INSTALL=yes
WITH_TESTS=no
CMAKE_FLAGS=()

say() { printf '%s\n' "$*"; }

headline() {
  if [[ -t 1 ]]; then
    printf '\n\033[1m== %s\033[0m\n' "$*"
  else
    printf '\n== %s\n' "$*"
  fi
}

die() {
  printf '%s: error: %s\n' "${0##*/}" "$*" >&2
  exit 2
}

# run_logged LOG COMMAND...: quiet unless it fails.
run_logged() {
  local log="$1" status=0
  shift
  mkdir -p "${log%/*}"
  "$@" >"$log" 2>&1 </dev/null || status=$?
  if ((status != 0)); then
    tail -n 40 "$log" >&2
    die "'$*' failed with exit code $status; the whole log is $log"
  fi
}

# As many compilers as there are cores, but none without 1.5 GB of memory:
# <torch/torch.h> takes about one.
parallel_jobs() {
  local cores memory
  cores="$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)"
  memory="$(awk '/^MemAvailable:/ { print int($2 / 1500000) }' /proc/meminfo 2>/dev/null || true)"
  if [[ -n $memory ]] && ((memory < cores)); then
    cores=$((memory > 0 ? memory : 1))
  fi
  echo "$cores"
}

# Without WITH_TESTS=yes only what the programs are built from.
package_list() {
  local skip='^$'
  [[ $WITH_TESTS == yes ]] || skip='# tests$'
  sed -e "/$skip/d" -e 's/#.*//' -e '/^[[:space:]]*$/d' "$ROOT/tool/packages.txt"
}

missing_packages() {
  local package
  for package in $(package_list); do
    if [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) != installed ]]; then
      echo "$package"
    fi
  done
}

is_debian_12() {
  [[ -r /etc/os-release ]] && (
    # shellcheck disable=SC1091
    . /etc/os-release
    [[ ${ID:-} == debian && ${VERSION_ID:-} == 12 ]]
  )
}

# Installs what tool/packages.txt names and the machine lacks.
install_packages() {
  [[ $INSTALL == yes ]] || return 0
  if ! is_debian_12 || ! command -v apt-get >/dev/null; then
    say "This machine is not Debian 12. torch-tidy is built from what these Debian packages hold:"
    package_list | sed 's/^/  /'
    die "install their like (Clang 19 and LLVM 19 with headers, LibTorch, CMake 3.25, ninja), then run again with --no-install"
  fi
  local missing=() as_root=()
  mapfile -t missing < <(missing_packages)
  ((${#missing[@]} > 0)) || return 0
  if ((EUID != 0)); then
    command -v sudo >/dev/null ||
      die "not root, and there is no sudo; run as root: apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  headline "Installing ${missing[*]}"
  say "(for some minutes when all of them are new)"
  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
  local install=("${as_root[@]}" "${apt[@]}" install -y --no-install-recommends "${missing[@]}")
  # Package lists may be absent, or name versions that are gone: then fetch them.
  if ! "${install[@]}" >/dev/null 2>&1 </dev/null; then
    run_logged "$BUILD/apt-update.log" "${as_root[@]}" "${apt[@]}" update
    run_logged "$BUILD/apt-install.log" "${install[@]}"
  fi
}

# Says what is missing before CMake does so in many more words.
need_programs() {
  local program
  for program in "$@"; do
    command -v "$program" >/dev/null || die "'$program' is not installed; see tool/packages.txt"
  done
}

configure() {
  need_programs cmake ninja
  local cache="$BUILD/CMakeCache.txt"
  if [[ -f $cache ]] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$ROOT" "$cache"; then
    say "The sources have moved since $BUILD was configured; configuring it anew."
    rm -rf "$cache" "$BUILD/CMakeFiles"
  fi
  if [[ -f $BUILD/build.ninja && -f $cache ]] && ((${#CMAKE_FLAGS[@]} == 0)); then
    return 0 # ninja runs CMake again when it must
  fi
  headline "Configuring"
  (cd "$ROOT" && run_logged "$BUILD/configure.log" cmake --preset default "${CMAKE_FLAGS[@]}")
}

# build_targets all | TARGET...
build_targets() {
  headline "Building"
  cmake --build "$BUILD" -j "$(parallel_jobs)" --target "$@" </dev/null ||
    die "the build failed; the first error is above"
}
