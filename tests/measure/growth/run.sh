#!/usr/bin/env bash
# How instructions and allocated bytes grow when an input doubles, for every shape of input at every
# entry point. A family that grows by more than 2.6 per doubling, and is not refused, fails.
#
#   tests/measure/growth/run.sh [PART OF A NAME]
#
# Needs valgrind.
set -euo pipefail
cd "$(dirname "$0")/../../.."
if ! command -v valgrind >/dev/null; then
    echo 'SKIPPED: growth is not measured, because there is no valgrind' >&2
    exit 0
fi
cargo build --locked --quiet --release -p toolmodel-measure --bin growth
growth=$(cargo metadata --format-version 1 --no-deps |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')/release/growth
exec python3 -B tests/measure/growth/table.py "$growth" "${1:-}"
