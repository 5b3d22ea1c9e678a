#!/usr/bin/env bash
# The measurements over the reference data: exactness of generated types on the JSON Schema test suite, on
# real tools and on made-up schemas, real tools in crates of every edition, the providers' SDKs and common
# Markdown renderers as judges, the HTML catalogue in a browser, and the command, servers and clients against
# public ones. Also how costs grow when an input doubles.
set -euo pipefail
cd "$(dirname "$0")/../.."

# Installs a program that is missing, where that is possible.
want() {
    if ! command -v "$1" >/dev/null && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        { apt-get update -qq && apt-get install -y -qq "$1"; } >/dev/null 2>&1 || true
    fi
}

cargo build --locked -p toolmodel-measure --bins
programs=$(cargo metadata --locked --format-version 1 --no-deps |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')/debug
for work in suite corpus formats 'random 1 300' 'typify every 10'; do
    printf '\n-- exactness %s\n' "$work"
    # shellcheck disable=SC2086
    "$programs/exactness" $work
done

printf '\n-- growth\n'
want valgrind
bash tests/measure/growth/run.sh --sample

printf '\n-- editions\n'
"$programs/editions"

printf '\n-- judges\n'
bash tests/measure/judges/run.sh

printf '\n-- Markdown judges\n'
bash tests/measure/judges/markdown.sh

printf '\n-- browser\n'
want chromium
bash tests/measure/browser/run.sh

printf '\n-- command\n'
bash tests/measure/command/run.sh

bash tests/measure/edges/run.sh
