#!/usr/bin/env bash
# check_format_test.sh ROOT: the format check lets a tidy file pass, catches a crooked one, and skips what is built.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$1/.clang-format" "$folder"
mkdir -p "$folder"/{src,build}
echo 'int  crooked( ) ;' >"$folder/build/generated.h"
check() { bash "$1/tests/format/check_format.sh" "$folder" 2>&1; }

check "$1" && { echo "no file at all should not pass" && exit 1; }
echo 'int tidy();' >"$folder/src/tidy.h"
check "$1" || { echo "a tidy file should pass" && exit 1; }
echo 'int  crooked( ) ;' >"$folder/src/crooked.cpp"
if check "$1" >"$folder/words"; then echo "a crooked file should not pass" && exit 1; fi
grep -q crooked.cpp "$folder/words"
