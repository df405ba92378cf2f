#!/bin/sh
# Runs a program of this folder with the Bun that npm installed, after installing what is missing.
# usage: run.sh FILE.ts [ARG…]   or   run.sh test [ARG…]
# What installing prints goes to stderr: standard output belongs to the program alone.
set -e
cd "$(dirname "$0")/.."
if [ ! -f node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
  npm ci --loglevel=error 1>&2
  touch node_modules/.package-lock.json
fi
# What hangs ends after ten minutes; how long a test takes is judged nowhere. Fast memories of WebAssembly are off, as
# in the worker processes (src/worker/Limits.ts): with them, 40 tests that each start an engine of geometry beside the
# service took 6.7 s of processor time instead of 3.6.
if [ "${1:-}" = test ]; then
  shift
  export BUN_JSC_useWasmFastMemory="${BUN_JSC_useWasmFastMemory:-0}"
  set -- test --timeout 600000 "$@"
fi
# Under --ignore-scripts node_modules/.bin/bun is a stub; the real binary lies in the package of the platform.
for bun in node_modules/@oven/bun-*/bin/bun node_modules/.bin/bun; do
  if "$bun" --version >/dev/null 2>&1; then exec "$bun" --no-install "$@"; fi
done
echo "plinth: Bun was not installed; run npm ci (without --omit=optional) and try again" >&2
exit 1
