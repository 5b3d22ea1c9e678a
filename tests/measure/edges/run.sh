#!/usr/bin/env bash
# The edges against the rest of the world: the official Python client, the inspector and the conformance
# suite use servers of these crates, the typed client uses public servers, and ten thousand calls at once
# are compared with a server written with the SDK's macro. What it needs from npm and PyPI goes into a
# folder below `target`.
set -euo pipefail
cd "$(dirname "$0")/../../.."

here=tests/measure/edges
tools=$PWD/target/edges/tools
export CARGO_TARGET_DIR=$PWD/target/edges/build
programs=$CARGO_TARGET_DIR/debug
manifest=examples/server/Cargo.toml
scratch=$(mktemp -d)
started=()
cleanup() {
    for process in "${started[@]}"; do
        kill "$process" 2>/dev/null || true
    done
    rm -rf "$scratch"
}
trap cleanup EXIT

# Starts a server that prints its address, and names it in `url`.
start() {
    "$@" >"$scratch/address" &
    started+=($!)
    for _ in $(seq 100); do
        url=$(head -n 1 "$scratch/address")
        [ -z "$url" ] || return 0
        sleep 0.1
    done
    echo "failed: $1 does not start" >&2
    exit 1
}

printf '\n-- edges: format and lints\n'
for manifest_of in examples/server examples/client "$here"; do
    cargo fmt --check --manifest-path "$manifest_of/Cargo.toml"
done
cargo clippy --locked --quiet --manifest-path "$manifest" --workspace --all-targets -- -D warnings

printf '\n-- edges: the examples and the programs\n'
cargo build --locked --quiet --manifest-path "$manifest" --workspace

printf '\n-- edges: what npm and PyPI have\n'
if ! command -v npm >/dev/null || ! command -v python3 >/dev/null; then
    echo 'skipped: no npm or no python3'
    exit 0
fi
mkdir -p "$tools"
modules=$tools/node_modules
# The conformance suite needs a newer node than most systems have.
[ -e "$tools/installed" ] || {
    npm install --prefix "$tools" --no-audit --no-fund --silent node@22 \
        @modelcontextprotocol/{conformance,inspector,server-everything,server-filesystem,server-memory} &&
        python3 -m venv "$tools/python" &&
        "$tools/python/bin/pip" install --quiet mcp mcp-server-git &&
        touch "$tools/installed"
} || {
    echo 'skipped: the packages cannot be installed here'
    exit 0
}
node=$modules/.bin/node
python=$tools/python/bin/python
export PATH=$modules/.bin:$PATH

printf '\n-- edges: the official Python client\n'
start "$programs/toolmodel-example-server" http 127.0.0.1:0
tracker=$url
"$python" "$here/official.py" "$programs/toolmodel-example-server" "$tracker"

printf '\n-- edges: the inspector\n'
inspect() {
    "$node" "$modules/@modelcontextprotocol/inspector/cli/build/cli.js" --cli "$@" </dev/null
}
for server in "$programs/toolmodel-example-server stdio" "$tracker --transport http"; do
    # shellcheck disable=SC2086
    inspect $server --method tools/list | grep -q '"name": "close_issue"'
    # shellcheck disable=SC2086
    inspect $server --method tools/call --tool-name create_issue --tool-arg title=inspected |
        grep -q '"title": "inspected"'
    # shellcheck disable=SC2086
    inspect $server --method tools/call --tool-name close_issue --tool-arg number=0 |
        grep -q '"isError": true'
    echo "ok $server"
done

printf '\n-- edges: the conformance suite\n'
start "$programs/conformance" 127.0.0.1:0
# What is about tools; prompts, resources, completion and logging are no tools.
for scenario in server-initialize ping tools-list tools-call-simple-text tools-call-image tools-call-audio \
    tools-call-embedded-resource tools-call-mixed-content tools-call-error tools-call-with-progress \
    tools-call-sampling json-schema-2020-12 server-sse-multiple-streams dns-rebinding-protection; do
    if ! (cd "$scratch" && "$node" "$modules/@modelcontextprotocol/conformance/dist/index.js" server \
        --url "$url" --scenario "$scenario" >"$scratch/said" 2>&1); then
        cat "$scratch/said"
        echo "failed: $scenario" >&2
        exit 1
    fi
    echo "ok $scenario"
done

printf '\n-- edges: public servers, by types made from their lists\n'
export TOOLMODEL_LISTS=$scratch/lists
mkdir "$TOOLMODEL_LISTS" "$scratch/files"
official=$modules/@modelcontextprotocol
"$programs/list" "$node" "$official/server-everything/dist/index.js" >"$TOOLMODEL_LISTS/everything.json"
"$programs/list" "$node" "$official/server-filesystem/dist/index.js" "$scratch/files" >"$TOOLMODEL_LISTS/filesystem.json"
"$programs/list" "$node" "$official/server-memory/dist/index.js" >"$TOOLMODEL_LISTS/memory.json"
"$programs/list" "$python" -m mcp_server_git >"$TOOLMODEL_LISTS/git.json"
cargo build --locked --quiet --manifest-path "$here/Cargo.toml" --features peers --bin peers
"$programs/peers" "$node" "$modules" "$python" "$scratch/files"
MEMORY_FILE_PATH=$scratch/graph.jsonl "$programs/toolmodel-example-client" \
    "$node" "$official/server-memory/dist/index.js" >"$scratch/client.txt" 2>/dev/null
diff examples/client/expected.txt "$scratch/client.txt"
echo 'ok examples/client prints what is expected'

printf '\n-- edges: ten thousand calls at once\n'
cargo build --locked --quiet --release --manifest-path "$here/Cargo.toml" --bin load
"$CARGO_TARGET_DIR/release/load"
