# Set-up shared by ./plumb and ./check: packages, configuration and build, all told on standard error, so that what
# the program itself prints stays clean. To be sourced with `root` set to the folder of the checkout.
# shellcheck shell=bash
: "${root:?}"

# A user without a home has no place for a cache of compiled files.
[[ -w ${CCACHE_DIR:-${HOME:-/nonexistent}} ]] || export CCACHE_DISABLE=1

say() { printf '%s\n' "plumb: $*" >&2; }

# Ends the script with one sentence: the user can mend it (exit code 2).
give_up() {
  say "$*"
  exit 2
}

# Reads "PERCENT TEXT" lines: one line that rewrites itself on a terminal, elsewhere a line every ten seconds.
show_progress() {
  local percent text shown=-10 drawn=''
  while read -r percent text; do
    if [[ -t 2 ]]; then
      printf '\r\033[K%4s %%  %.100s' "$percent" "$text" >&2
      drawn=yes
    elif ((SECONDS - shown >= 10)); then
      printf '%4s %%  %s\n' "$percent" "$text" >&2
      shown=$SECONDS
    fi
  done
  [[ -z $drawn ]] || printf '\r\033[K' >&2
}

# The packages of the given tiers (run, check, all) that are not installed; one query, no package manager.
missing_packages() {
  local tiers=" $* " tier name wanted=()
  while read -r tier name _; do
    [[ $tiers == *" $tier "* ]] && wanted+=("$name")
  done <"$root/cmake/packages.txt"
  comm -23 <(printf '%s\n' "${wanted[@]}" | sort) \
    <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${wanted[@]}" 2>/dev/null | sed -n 's/^installed //p' | sort)
}

# Turns apt-get's reports of its status into progress; its other words go to the log.
apt_progress() {
  local line kind percent text
  while IFS= read -r line; do
    IFS=: read -r kind _ percent text <<<"$line"
    case $kind in
      dlstatus | pmstatus) echo "${percent%.*} $text" ;;
      *) printf '%s\n' "$line" >>"$1" ;;
    esac
  done | show_progress
}

# Installs what the tiers miss, as root or through sudo.
install_packages() {
  if ! command -v dpkg-query >/dev/null; then
    say "this is not Debian: the packages of cmake/packages.txt are taken to be there"
    return
  fi
  local missing as_root=()
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) || return 0

  local refusal="these Debian packages are missing, and only root may install them: ${missing[*]}"
  if ((EUID != 0)); then
    # Without a terminal nobody can type a password: only a sudo that asks nothing will do.
    command -v sudo >/dev/null || give_up "$refusal"
    if [[ -t 0 && -t 2 ]]; then sudo -v >&2; else sudo -n true 2>/dev/null; fi || give_up "$refusal"
    as_root=(sudo)
  fi

  local log apt
  log=$(mktemp) || exit
  # apt-get reports its status on a stream of its own, opened behind sudo, which would close it.
  apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive sh -c 'exec apt-get -y -q -o APT::Status-Fd=3 "$@" 3>&1' sh
    -o DPkg::Use-Pty=0 -o DPkg::Lock::Timeout=600)
  say "installing ${#missing[@]} package(s): ${missing[*]}"
  "${apt[@]}" update </dev/null 2>&1 | apt_progress "$log"
  if ! "${apt[@]}" install --no-install-recommends "${missing[@]}" </dev/null 2>&1 | apt_progress "$log"; then
    tail -n 20 "$log" >&2
    give_up "apt-get could not install ${missing[*]}; what it said is in $log"
  fi
  rm -f "$log"
}

# Configures build/PRESET unless it is: configure PRESET [-DNAME=VALUE...]. Ninja repeats it when a CMake file changes.
configure() {
  local folder=$root/build/$1 setting fresh=() todo='' output
  if [[ ! -f $folder/build.ninja ]] || ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$folder/CMakeCache.txt"; then
    # An attempt that failed leaves a misleading cache, a checkout that was moved a stale one.
    fresh=(--fresh)
    todo=yes
  fi
  for setting in "${@:2}"; do
    [[ $todo ]] || sed 's/:[A-Z]*=/=/' "$folder/CMakeCache.txt" | grep -xF "${setting#-D}" >/dev/null || todo=yes
  done
  [[ $todo ]] || return 0
  say "configuring build/$1"
  if ! output=$(cd "$root" && cmake --preset "$1" "${fresh[@]}" "${@:2}" 2>&1); then
    printf '%s\n' "$output" >&2
    return 1
  fi
}

# Builds the targets in build/PRESET: build PRESET [TARGET...]. Silent when there is nothing to do.
build() {
  local preset=$1 line started=''
  shift
  NINJA_STATUS='@%p ' ninja -C "$root/build/$preset" "$@" 2>&1 | while IFS= read -r line; do
    case $line in
      *'Re-checking globbed directories'* | '-- '* | 'ninja: Entering directory'* | 'ninja: no work to do.') ;;
      @*)
        [[ $started ]] || say "building $preset${*:+: $*}"
        started=yes
        line=${line#@}
        printf '%s\n' "${line/\%/}"
        ;;
      *)
        [[ ! -t 2 ]] || printf '\r\033[K' >&2
        printf '%s\n' "$line" >&2
        ;;
    esac
  done | show_progress
}

# prepare PRESET [-DNAME=VALUE...] [TARGET...]: configures and builds, one call at a time: a second one waits and then
# finds the work done.
prepare() {
  local lock settings=() targets=() word code=0
  for word in "${@:2}"; do
    if [[ $word == -D* ]]; then settings+=("$word"); else targets+=("$word"); fi
  done
  mkdir -p "$root/build/$1" 2>/dev/null || give_up "cannot write in $root/build: call as its owner, or copy the checkout"
  exec {lock}>"$root/build/lock"
  if ! flock -n "$lock"; then
    say "waiting for another build in this checkout to end"
    flock "$lock"
  fi
  if ! configure "$1" "${settings[@]}" || ! build "$1" "${targets[@]}"; then code=1; fi
  exec {lock}>&-
  return $code
}
