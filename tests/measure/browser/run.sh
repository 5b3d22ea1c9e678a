#!/usr/bin/env bash
# Opens the HTML catalogue of all corpus tools in headless Chromium and uses it.
# Screenshots go to the folder of the page: catalogue-light.png and catalogue-dark.png among them.
set -euo pipefail
cd "$(dirname "$0")/../../.."

browser="${CHROMIUM:-$(command -v chromium || command -v chromium-browser || true)}"
if [ -z "$browser" ]; then
    echo "skipped: no chromium" >&2
    exit 0
fi
cargo test --quiet -p toolmodel-tests --test docs for_the_browser >/dev/null
folder="$(cargo metadata --format-version 1 --no-deps |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')/tmp"
exec timeout 300 python3 -B tests/measure/browser/catalogue.py "$browser" "$folder"
