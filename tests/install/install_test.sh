#!/usr/bin/env bash
# install_test.sh ROOT BUILD_FOLDER: installs Plumb into an empty folder and builds projects that know only that folder.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
prefix=$folder/prefix
cmake --install "$2" --prefix "$prefix" >"$folder/log" || { cat "$folder/log" && exit 1; }
"$prefix/bin/plumb" --help >"$folder/log"

# Headers of the checkout must be there, tests must not, and nothing may point back into the checkout.
[[ -f $prefix/include/plumb/core/status.h && -f $prefix/include/judge/question/code.h ]]
if find "$prefix" -name '*_test*' | grep .; then echo "tests were installed" && exit 1; fi
if grep -rlF -e "$1" -e "$2" "$prefix"/lib*/cmake; then echo "the package points into the checkout" && exit 1; fi

build() {
  local copy=$folder/${1##*/}
  cp -r "$1" "$copy"
  cmake -G Ninja -S "$copy" -B "$copy/build" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_BUILD_TYPE=Release
  cmake --build "$copy/build"
}
build "$1/tests/install/consumer"
"$folder/consumer/build/consumer"

# The example of an own energy, checked by the installed program; a library without energies is a user's mistake.
build "$1/examples/own_energy"
"$prefix/bin/plumb" check-derivatives "$folder/own_energy/build/libmorse_bond.so"
status=0
"$prefix/bin/plumb" check-derivatives "$(ldd "$prefix/bin/plumb" | awk '/libfmt/ { print $3; exit }').so" || status=$?
[[ $status -eq 2 ]]
