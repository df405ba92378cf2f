#!/bin/sh
# Runs every test, or those below the paths that are given. More than half of the time of all is spent on waiting for
# services that start and stop (src/main) and for operations (conformance): these run beside the others, and what they
# print comes last.
# usage: test.sh [PATH…]
cd "$(dirname "$0")/.."
lane() { exec sh scripts/run.sh test --timeout 120000 "$@"; }
[ $# -gt 0 ] && lane "$@"

sh scripts/run.sh --version >/dev/null || exit 1
logs=$(mktemp -d)
(lane src/main --path-ignore-patterns 'src/main/Conformance.test.ts') >"$logs/services" 2>&1 &
services=$!
(lane src/main/Conformance.test.ts) >"$logs/conformance" 2>&1 &
conformance=$!
trap 'kill "$services" "$conformance" 2>/dev/null; rm -rf "$logs"' EXIT
trap 'exit 130' INT TERM HUP
(lane --path-ignore-patterns 'src/main/**')
others=$?
failed=0
for pid in "$conformance" "$services"; do wait "$pid" || failed=1; done
cat "$logs/conformance" "$logs/services"
[ "$others" -eq 0 ] || echo "Of the tests outside of src/main some failed: see above."
[ "$others" -eq 0 ] && [ "$failed" -eq 0 ]
