#!/bin/sh
# Runs every test, or those below the paths that are given. Half of the time of all is spent on waiting for services
# that start and stop (src/main), so these run beside the others; what they print comes last.
# usage: test.sh [PATH…]
cd "$(dirname "$0")/.."
lane() { exec sh scripts/run.sh test "$@"; }
[ $# -gt 0 ] && lane "$@"

sh scripts/run.sh --version >/dev/null || exit 1
log=$(mktemp)
(lane src/main) >"$log" 2>&1 &
services=$!
trap 'kill "$services" 2>/dev/null; rm -f "$log"' EXIT
trap 'exit 130' INT TERM HUP
(lane --path-ignore-patterns 'src/main/**')
others=$?
wait "$services"
code=$?
cat "$log"
[ "$others" -eq 0 ] || echo "Of the tests outside of src/main some failed: see above."
[ "$others" -eq 0 ] && [ "$code" -eq 0 ]
