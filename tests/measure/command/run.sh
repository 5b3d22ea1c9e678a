#!/usr/bin/env bash
# The command against public servers, for real: four of them, from npm and PyPI, over stdio and streamable
# HTTP. `tour.sh` is what the README shows, run line by line as it stands there.
set -euo pipefail
cd "$(dirname "$0")/../../.."
root=$PWD

if ! command -v npx >/dev/null; then
    echo 'skipped: no npx'
    exit 0
fi
lines=$(grep -c . tests/measure/command/tour.sh)
if [ "$lines" -ge 10 ]; then
    echo "failed: the tour has $lines lines, fewer than ten are promised" >&2
    exit 1
fi
shown=$(sed -n '/^toolmodel new tour/,/^```$/p' README.md | sed '$d')
if [ "$shown" != "$(cat tests/measure/command/tour.sh)" ]; then
    echo 'failed: README.md shows another tour than tests/measure/command/tour.sh' >&2
    exit 1
fi

cargo build --locked -p toolmodel-build
target=$(cargo metadata --locked --format-version 1 --no-deps |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')
work=$(mktemp -d)
# The tour leaves an HTTP server behind, in a session of its own.
tour=
finish() {
    if [ -n "$tour" ]; then
        kill -- "-$tour" 2>/dev/null || true
    fi
    rm -rf "$work"
}
trap finish EXIT

if ! command -v uvx >/dev/null; then
    python3 -m venv "$work/python"
    "$work/python/bin/pip" install -q uv
    PATH="$PATH:$work/python/bin"
fi
export PATH="$target/debug:$PATH"
# What is not released yet comes from here, and the crate made by the tour is built beside the workspace.
export TOOLMODEL_CHECKOUT=$root
export CARGO_TARGET_DIR=$target/tour
cd "$work"
# The tour waits for a server to start, not for a slow network to bring it.
for package in server-everything server-memory; do
    npx -y -p "@modelcontextprotocol/$package" -c true
done
setsid bash -euo pipefail "$root/tests/measure/command/tour.sh" >said.txt 2>&1 &
tour=$!
if ! wait "$tour"; then
    cat said.txt >&2
    echo 'failed: the tour' >&2
    exit 1
fi
cat said.txt
cd tour
for file in everything memory time git; do
    count=$(python3 -c 'import json, sys; print(len(json.load(open(sys.argv[1]))["tools"]))' "tools/$file.json")
    [ "$count" -gt 0 ] || { echo "failed: tools/$file.json has no tools" >&2; exit 1; }
done
grep -q 'sum of' ../said.txt || { echo 'failed: no answer of get-sum' >&2; exit 1; }
grep -q '"timezone": "UTC"' ../said.txt || { echo 'failed: no answer of get_current_time' >&2; exit 1; }
# What was just imported has not drifted.
toolmodel import --http http://localhost:3001/mcp -o tools/everything.json --check
toolmodel import --stdio 'uvx mcp-server-time' -o tools/time.json --check

# A crate of each kind builds, its test passes, and the client calls the server.
cd "$work"
toolmodel new tour-server
(cd tour-server && cargo test --quiet && cargo build --quiet)
server=$CARGO_TARGET_DIR/debug/tour-server
toolmodel import --stdio "$server" | toolmodel check - --deny warnings
toolmodel call --stdio "$server" add --args '{"a": 40, "b": 2}' | grep -q 42
toolmodel new tour-client --client
(cd tour-client && cargo run --quiet -- "$server") | grep -q 'Hello, world!'
# The client of the tour has the tools of four servers, which this one lacks.
(cd tour && cargo run --quiet -- "$server" 2>&1 || true) | grep -q "the server's tools have changed"
echo 'the command: 4 public servers imported, generated, built and called; both kinds of new crates built'
