#!/bin/sh
# Runs every test, or those below the given paths, and prints the ten slowest at the end. Half of the time of all tests is
# spent on waiting for services that start and stop (src/main), so those run beside the others; their output comes last.
# usage: test.sh [PATH…]
cd "$(dirname "$0")/.."
lane() { exec sh scripts/run.sh test "$@"; }
[ $# -gt 0 ] && lane "$@"

sh scripts/run.sh --version >/dev/null || exit 1
logs=$(mktemp -d)
(lane src/main) >"$logs/services" 2>&1 &
services=$!
trap 'kill "$services" 2>/dev/null; rm -rf "$logs"' EXIT
trap 'exit 130' INT TERM HUP
(sh scripts/run.sh test --path-ignore-patterns 'src/main/**'; echo $? >"$logs/code") 2>&1 | tee "$logs/others"
wait "$services"
code=$?
cat "$logs/services"
others=$(cat "$logs/code")

# Lines of tests end with their time: "(pass) title [12.34ms]".
echo "The ten slowest tests, in seconds:"
sed -nE 's/^\((pass|fail)\) (.*) \[([0-9.]+)ms\]$/\3 \2/p' "$logs/services" "$logs/others" | sort -rn | head -10 |
  awk '{ seconds = $1 / 1000; $1 = ""; printf "%7.1f %s\n", seconds, $0 }'
[ "$others" -eq 0 ] || echo "Some tests outside of src/main failed: see above."
[ "$others" -eq 0 ] && [ "$code" -eq 0 ]
