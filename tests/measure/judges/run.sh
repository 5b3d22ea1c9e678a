#!/usr/bin/env bash
# Converts every tool of the reference corpus to every format, and has the official SDKs of the
# providers judge the results; plays their models, and has their types judge how calls are read and
# results written. Exits with 1 if one of them refuses anything. With `transforms` it prints ours beside
# the SDKs' own transforms instead, and exits with 1 if ours changes a meaning silently. The SDKs live in
# tests/measure/.venv and tests/measure/node_modules, which are made on the first run.
set -euo pipefail
cd "$(dirname "$0")/.."

shared="${TOOLMODEL_SHARED:-../../../shared}"
if [[ ! -d "$shared/corpus" ]]; then
    echo "judges skipped: no reference data at $shared"
    exit 0
fi

npm_openai=7.53.0
stamp=.venv/.judges
if ! cmp -s judges/requirements.txt "$stamp"; then
    if ! { python3 -m venv .venv && .venv/bin/pip install -q -r judges/requirements.txt; }; then
        echo "judges skipped: the Python SDKs cannot be installed"
        exit 0
    fi
    cp judges/requirements.txt "$stamp"
fi
if [[ "$(node -p "require('./node_modules/openai/package.json').version" 2>/dev/null)" != "$npm_openai" ]]; then
    if ! npm install --silent --no-save --no-package-lock --no-audit --no-fund --prefix . "openai@$npm_openai"; then
        echo "judges skipped: the npm SDK cannot be installed"
        exit 0
    fi
fi

conversions="$(mktemp)"
trap 'rm -f "$conversions"' EXIT
cargo build --quiet -p toolmodel-measure --bin dump_conversions --bin answer_calls
programs=$(cargo metadata --format-version 1 --no-deps |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')/debug
"$programs/dump_conversions" >"$conversions"

status=0
if [[ "${1:-}" == transforms ]]; then
    .venv/bin/python judges/transforms.py "$conversions" "$programs/dump_conversions" || status=1
    exit "$status"
fi

.venv/bin/python judges/judge.py "$conversions" || status=1
.venv/bin/python judges/calls.py "$programs/answer_calls" || status=1
node judges/judge.mjs "$conversions" || status=1
exit "$status"
