#!/usr/bin/env bash
# Has common Markdown renderers judge the Markdown of hostile tools: marked and markdown-it of npm, with
# HTML allowed, and cmark-gfm, which GitHub uses. Exits with 1 if one of them makes markup of foreign text.
# The renderers live in tests/measure/.venv-markdown and tests/measure/.node-markdown, which are made on the first run.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
tests="$here"
while [[ ! -f "$tests/Cargo.toml" ]]; do tests="$(dirname "$tests")"; done
cd "$tests"

venv=.venv-markdown
modules=.node-markdown
if [[ ! -d "$modules/node_modules/marked" || ! -d "$modules/node_modules/markdown-it" ]]; then
    mkdir -p "$modules"
    if ! npm install --silent --no-save --no-package-lock --no-audit --no-fund --prefix "$modules" \
        marked@18.2.0 markdown-it@15.0.3; then
        echo "markdown judges skipped: marked and markdown-it cannot be installed"
        exit 0
    fi
fi
if ! "$venv/bin/python" -c 'import cmarkgfm' 2>/dev/null; then
    if ! { python3 -m venv "$venv" && "$venv/bin/pip" install -q cmarkgfm==2025.10.22; }; then
        echo "markdown judges skipped: cmarkgfm cannot be installed"
        exit 0
    fi
fi

cargo test --quiet -p toolmodel-tests --test docs markdown_keeps_its_structure >/dev/null
target="$(cargo metadata --format-version 1 --no-deps | python3 -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')"
hostile="$target/tmp/hostile-markdown"
html="$(mktemp -d)"
trap 'rm -rf "$html"' EXIT
NODE_PATH="$PWD/$modules/node_modules" node "$here/markdown.cjs" "$hostile" "$html"
"$venv/bin/python" "$here/markdown.py" "$hostile" "$html"
