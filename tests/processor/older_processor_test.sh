#!/usr/bin/env bash
# On a processor without AVX2 the program ends with a sentence. Usage: older_processor_test.sh PLUMB
set -euo pipefail
plumb=$1

fail() {
  echo "$*" >&2
  exit 1
}

code=0
said=$(qemu-x86_64 -cpu Nehalem "$plumb" list 2>&1) || code=$?
((code == 5)) || fail "without AVX2 the exit code is $code, expected 5; it said: $said"
[[ $said == plumb:*AVX2* && $said != *$'\n'* ]] || fail "without AVX2 it said: $said"

qemu-x86_64 -cpu max "$plumb" curve stick-slip --at 0.2 >/dev/null || fail "with AVX2 it does not run"
