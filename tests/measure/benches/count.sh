#!/usr/bin/env bash
# Instructions per read of each workload of the `generated` and `derived` benchmarks, and their ratio to
# plain derives; per conversion of the `adapters` benchmark, with the ratio to the plain conversion and
# the growth from one size to twice that size; and per call of the `validate` benchmark, with the ratio to the
# engine alone. Counts do not change with other work on the machine, as times do.
#
#   tests/measure/benches/count.sh [generated|derived|adapters|validate]
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

# The path of a compiled benchmark.
bench() {
    cargo bench --quiet -p toolmodel-measure --bench "$1" --no-run --message-format json |
        sed -n 's/.*"kind":\["bench"\].*"executable":"\([^"]*\)".*/\1/p'
}

# A table of counts: the ways are columns, for bytes and for values.
table() {
    awk -F '\t' -v ways="$*" '
    { count[$1, $2] = $3; if (!seen[$1]++) order[++n] = $1 }
    function cell(workload, from, way) {
        if (!((workload, from "/" way) in count)) return "-"
        return sprintf("%.2f", count[workload, from "/" way] / count[workload, from "/plain"])
    }
    function columns(from, workload,    text, i) {
        text = workload == "" ? " | from " from ": plain" : " | " count[workload, from "/plain"]
        for (i = 1; i <= several; i++)
            text = text " | " (workload == "" ? way[i] : cell(workload, from, way[i]))
        return text
    }
    END {
        several = split(ways, way, " ")
        print "|" columns("bytes") columns("value") " |"
        printf "|---"
        for (i = 0; i < 2 * (several + 1); i++) printf "|---"
        print "|"
        for (i = 1; i <= n; i++)
            print "| " order[i] columns("bytes", order[i]) columns("value", order[i]) " |"
    }'
}

# A table of conversions. Fails where one grows by more than 2.2 when the properties double.
conversions() {
    awk -F '\t' '
    BEGIN { print "| tool | to | instructions | to the plain one | growth |\n|---|---|---|---|---|" }
    {
        if ($2 == "openai") plain = $3
        ratio = $3 / plain
        growth = ($2 in before) && $1 != "bench_tool" ? sprintf("%.2f", $3 / before[$2]) : "-"
        if ($1 != "bench_tool") before[$2] = $3
        printf "| %s | %s | %d | %.2f | %s |\n", $1, $2, $3, ratio, growth
        if (growth != "-" && growth > 2.2) failed = failed "\n" $2 " grows by " growth " to " $1
    }
    END { if (failed) { print failed > "/dev/stderr"; exit 1 } }'
}

# A table of calls: what the engine takes alone, and the validator around it.
calls() {
    awk -F '\t' '
    { count[$1, $2] = $3; if (!seen[$1]++) order[++n] = $1 }
    END {
        print "| tool | prebuilt engine | cached call | engine built | first call |\n|---|---|---|---|---|"
        for (i = 1; i <= n; i++) {
            tool = order[i]
            printf "| %s | %d | %.2f | %d | %.2f |\n", tool, count[tool, "prebuilt"],
                count[tool, "cached"] / count[tool, "prebuilt"], count[tool, "built"],
                count[tool, "first"] / count[tool, "built"]
        }
    }'
}

if [ "${1:-}" = validate ]; then
    validate=$(bench validate)
    echo 'Instructions of one call by the engine alone; the validator as ratios to it.'
    echo
    count_all "$validate" | calls
    exit
fi
if [ "${1:-}" = adapters ]; then
    adapters=$(bench adapters)
    echo 'Instructions of one conversion.'
    echo
    count_all "$adapters" | conversions
    exit
fi
echo 'Instructions of one read; the others as ratios to plain derives.'
if [ "${1:-generated}" = generated ]; then
    generated=$(bench generated)
    cargo build --quiet --release --manifest-path tests/measure/benches/typify/Cargo.toml \
        --target-dir target/typify
    echo
    {
        count_all "$generated"
        count_all target/typify/release/typify-peer
    } | table generated typify validator
fi
if [ "${1:-derived}" = derived ]; then
    derived=$(bench derived)
    echo
    count_all "$derived" | table derived validator
fi
