#!/usr/bin/env bash
# How instructions and allocated bytes grow when an input doubles, for every shape of input at every
# entry point. A family that grows by more than 2.6 per doubling, and is not refused, fails; `table.py`
# says what is allowed where a family costs next to nothing.
#
#   tests/measure/growth/run.sh [--sample] [PART OF A NAME]
#
# With `--sample` an unoptimised build is measured: the bytes of all families, and the instructions of one
# in sixteen. Needs valgrind for instructions.
set -euo pipefail
cd "$(dirname "$0")/../../.."
if [ "${1:-}" = --sample ]; then profile=dev folder=debug; else profile=release folder=release; fi
cargo build --locked --quiet --profile "$profile" -p toolmodel-measure --bin growth
growth=$(cargo metadata --locked --format-version 1 --no-deps |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')/$folder/growth
exec python3 -B tests/measure/growth/table.py "$growth" "$@"
