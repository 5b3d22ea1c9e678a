#!/usr/bin/env bash
# Instructions per read of each workload of the `generated` benchmark, and their ratio to plain
# derives. Counts do not change with other work on the machine, as times do.
#
#   tests/measure/benches/count.sh
#
# Needs valgrind.
set -euo pipefail
# The bins of the allocator would otherwise decide more than what is measured.
export GLIBC_TUNABLES=glibc.malloc.tcache_count=65535
cd "$(dirname "$0")/../../.."
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

# The programs name what they can read; each read is counted in a process of its own.
count_all() {
    "$1" count | while IFS=$'\t' read -r workload way reads; do
        valgrind --tool=callgrind --callgrind-out-file=/dev/null \
            --toggle-collect='*counted_reads*' "$1" count "$workload" "$way" 2> "$folder/log" ||
            { cat "$folder/log" >&2; exit 1; }
        total=$(sed -n 's/.*Collected : //p' "$folder/log")
        printf '%s\t%s\t%d\n' "$workload" "$way" "$((total / reads))"
    done
}

generated=$(cargo bench --quiet -p toolmodel-measure --bench generated --no-run \
    --message-format json | sed -n 's/.*"kind":\["bench"\].*"executable":"\([^"]*\)".*/\1/p')
cargo build --quiet --release --manifest-path tests/measure/benches/typify/Cargo.toml \
    --target-dir target/typify
{
    count_all "$generated"
    count_all target/typify/release/typify-peer
} | awk -F '\t' '
    { count[$1, $2] = $3; if (!seen[$1]++) order[++n] = $1 }
    function cell(workload, from, way) {
        if (!((workload, from "/" way) in count)) return "-"
        return sprintf("%.2f", count[workload, from "/" way] / count[workload, from "/plain"])
    }
    END {
        print "Instructions of one read; the others as ratios to plain derives."
        print ""
        print "| | from bytes: plain | generated | typify | validator | from `&Value`: plain | generated | typify | validator |"
        print "|---|---|---|---|---|---|---|---|---|"
        for (i = 1; i <= n; i++) {
            w = order[i]
            printf "| %s ", w
            for (j = 1; j <= 2; j++) {
                from = j == 1 ? "bytes" : "value"
                printf "| %d | %s | %s | %s ", count[w, from "/plain"], cell(w, from, "generated"),
                    cell(w, from, "typify"), cell(w, from, "validator")
            }
            print "|"
        }
    }'
