#!/usr/bin/env bash
# check_format.sh ROOT: every C++ file of the checkout is laid out as clang-format would. Mend with
# clang-format -i FILE.
set -euo pipefail
cd "$1"
mapfile -d '' files < <(find . \( -name build -o -name out -o -name node_modules -o -name '.?*' \) -prune -o \
  \( -name '*.h' -o -name '*.cpp' \) -print0)
((${#files[@]})) || exit 1
printf '%s\0' "${files[@]}" | xargs -0 clang-format --dry-run -Werror --ferror-limit=1
echo "${#files[@]} files"
