#!/bin/sh
# Runs every test, or those below the given paths, in two processes, and prints the ten slowest at the end. Two are enough:
# half of the time is spent on waiting for services that start and stop.
# usage: test.sh [PATH…]
cd "$(dirname "$0")/.."
log=$(mktemp)
trap 'rm -f "$log" "$log.code"' EXIT
trap 'exit 130' INT TERM HUP
{ sh scripts/run.sh test --parallel=2 --no-isolate "$@" 2>&1; echo $? >"$log.code"; } | tee "$log"

# Lines of tests end with their time: "(pass) title [12.34ms]".
echo "The ten slowest tests, in seconds:"
sed -nE 's/^\((pass|fail)\) (.*) \[([0-9.]+)ms\]$/\3 \2/p' "$log" | sort -rn | head -10 |
  awk '{ seconds = $1 / 1000; $1 = ""; printf "%7.1f %s\n", seconds, $0 }'
exit "$(cat "$log.code")"
