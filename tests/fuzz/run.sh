#!/usr/bin/env bash
# Runs the fuzz targets, each for some seconds, from the seeds and from what earlier runs have found.
#
#   tests/fuzz/run.sh [SECONDS [TARGET...]]
#
# Needs cargo-fuzz. The targets are built without a sanitizer, so a stable compiler will do: there is no
# unsafe code here to look into. What makes a target fail is left in tests/fuzz/artifacts.
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-20}
shift || true
if [ $# -gt 0 ]; then targets=("$@"); else
    mapfile -t targets < <(sed -n 's/^path = "targets\/\(.*\)\.rs"$/\1/p' tests/fuzz/Cargo.toml)
fi

if ! cargo fuzz --version >/dev/null 2>&1; then
    cargo install cargo-fuzz --locked --quiet || {
        echo 'SKIPPED: nothing is fuzzed, because cargo-fuzz cannot be installed here' >&2
        exit 0
    }
fi

folder=${CARGO_TARGET_DIR:-target}/fuzz
options=(--fuzz-dir tests/fuzz --target-dir "$folder" --sanitizer none)
cargo fuzz build "${options[@]}"
failed=0
for target in "${targets[@]}"; do
    mkdir -p "$folder/corpus/$target"
    log=$folder/$target.log
    # 10 s and 2 GB for one input of 4 KB: what takes more has no bound.
    if cargo fuzz run "${options[@]}" "$target" "$folder/corpus/$target" "tests/fuzz/seeds/$target" -- \
        -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=4096 -print_final_stats=1 \
        >"$log" 2>&1; then
        runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
        coverage=$(grep -o 'cov: [0-9]*' "$log" | tail -n 1)
        printf '%s: %s inputs in %s s, %s\n' "$target" "$runs" "$seconds" "$coverage"
    else
        tail -n 40 "$log"
        printf '%s: FAILED\n' "$target"
        failed=1
    fi
done
exit "$failed"
