#!/usr/bin/env bash
# Called with the root of the checkout: shellcheck finds nothing to say about any shell script of the checkout.
set -euo pipefail
cd "$1"
mapfile -d '' scripts < <(find . \( -name build -o -name out -o -name node_modules -o -name .git \) -prune -o \
  -name '*.sh' -print0)
shellcheck -x plumb check .ci/run "${scripts[@]}"
