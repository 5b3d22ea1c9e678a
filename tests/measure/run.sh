#!/usr/bin/env bash
# The measurements over the reference data: exactness of generated types on the JSON Schema test suite, on
# real tools and on made-up schemas, real tools in crates of every edition, the providers' SDKs as judges,
# the HTML catalogue in a browser, and the command against public servers.
set -euo pipefail
cd "$(dirname "$0")/../.."

cargo build --locked -p toolmodel-measure --bins
programs=$(cargo metadata --locked --format-version 1 --no-deps |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')/debug
for work in suite corpus 'random 1 300'; do
    printf '\n-- exactness %s\n' "$work"
    # shellcheck disable=SC2086
    "$programs/exactness" $work
done

printf '\n-- editions\n'
"$programs/editions"

printf '\n-- judges\n'
bash tests/measure/judges/run.sh

printf '\n-- browser\n'
if ! command -v chromium >/dev/null && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    { apt-get update -qq && apt-get install -y -qq chromium; } >/dev/null 2>&1 || true
fi
bash tests/measure/browser/run.sh

printf '\n-- command\n'
bash tests/measure/command/run.sh
