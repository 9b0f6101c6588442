#!/usr/bin/env bash
# without_root_test.sh ROOT: a package is missing and the user may not install it: one sentence that names it, exit code
# 2, and no word to the package manager. A stand-in for dpkg-query makes the packages missing.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder"/{cmake,bin}
cp "$1/plumb" "$1/check" "$folder"
cp "$1"/cmake/{setup.sh,packages.txt} "$folder/cmake"

cat >"$folder/bin/dpkg-query" <<'END'
#!/bin/sh
echo "installed g++"
echo "config-files cmake"
END
printf '#!/bin/sh\nexit 1\n' >"$folder/bin/sudo"
printf '#!/bin/sh\ntouch "%s/called"\n' "$folder" >"$folder/bin/apt-get"
chmod -R a+rwX,a+x "$folder"

as_nobody=()
((EUID != 0)) || as_nobody=(setpriv --reuid 65534 --regid 65534 --clear-groups)
for script in "plumb list" check; do
  code=0
  # shellcheck disable=SC2086 # the verb is an argument of its own
  words=$(PATH=$folder/bin:$PATH "${as_nobody[@]}" "$folder"/$script 2>&1 </dev/null) || code=$?
  printf '%s\n' "$words"
  [[ $code == 2 ]]
  [[ $(wc -l <<<"$words") == 1 ]]
  [[ $words == *" cmake"* && $words == *" libeigen3-dev"* && $words != *" g++"* ]]
  [[ ! -e $folder/called ]]
done
