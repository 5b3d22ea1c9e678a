"""Runs the families of the growth measurement under callgrind, and prints the table.

    table.py PROGRAM [--sample] [PART OF A NAME]

A family is measured at N, 2N and 4N. One that grows by more than MOST there is measured at larger
sizes, too, until two doublings in a row are within MOST or the input is refused. It fails if it grows
faster than that where it costs more than SMALL: below, something is told of every level with a path as
long, or another part of an answer begins, which is not worth a thought as long as it ends there.

With `--sample` instructions are counted of about one family in SAMPLE, some of each entry point, and of all
others the bytes alone.
"""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

MOST = 2.6

# What may grow faster, about a hundredth of a second: instructions, and bytes allocated.
SMALL = (20_000_000, 4 << 20)
# A build that is not optimised takes about so many times the instructions.
UNOPTIMISED = 20

# Below these, a doubling says nothing: what does not depend on the size is most of it.
LEAST = (50_000, 16_384)

SAMPLE = 16

SIZES = [1, 2, 4]
LARGER = [8, 16, 32, 64]

# Starting the counter costs more than most families, so that many share a process; what ends or
# hangs it is found by running each of them alone.
BATCH = 40
SECONDS_OF_BATCH = 900
SECONDS_ALONE = 60

# Otherwise the bins of the allocator decide more than what is measured.
ENVIRONMENT = {**os.environ, "GLIBC_TUNABLES": "glibc.malloc.tcache_count=65535"}


def run(command, seconds):
    """What a program printed; or, in brackets, why there is nothing."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=seconds, env=ENVIRONMENT)
    except subprocess.TimeoutExpired:
        return [f"took more than {seconds} s"]
    if done.returncode:
        return [f"ended with {done.returncode}: {done.stderr[-300:]}"]
    return done.stdout


def rows(printed):
    """The lists of bytes and outcomes of each family."""
    found = {}
    for line in printed.splitlines():
        name, _, allocated, outcome = line.split("\t")
        counts = found.setdefault(name, ([], []))
        counts[0].append(int(allocated))
        counts[1].append(outcome)
    return found


def allocated(program, names, sizes, seconds):
    """Of each family, the counts of bytes and the outcomes; or in words why there are none."""
    printed = run([program, "run", ",".join(map(str, sizes)), *names], seconds)
    if isinstance(printed, list):
        return printed[0]
    return {name: (None, *counts) for name, counts in rows(printed).items()}


def counted(program, names, sizes, seconds):
    """The same with instructions before them."""
    with tempfile.TemporaryDirectory() as folder:
        printed = run([
            "valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out",
            # One pattern for both options would lose one of them.
            "--toggle-collect=*counted_work*", "--dump-before=growth::counted*",
            # Deep work may run on a thread of its own, which starts uncounted.
            "--toggle-collect=*thread_start*",
            program, "run", ",".join(map(str, sizes)), *names,
        ], seconds)
        if isinstance(printed, list):
            return printed[0]
        parts = sorted(pathlib.Path(folder).glob("out.*"), key=lambda path: int(path.suffix[1:]))
        # The first is what came before all, and the last is written when the program ends.
        parts = parts[1:] + [pathlib.Path(folder) / "out"]
        totals = [int(re.search(r"^(?:totals|summary): (\d+)", part.read_text(), re.M)[1]) for part in parts]
    found = rows(printed)
    # The first run of each family warms up.
    runs = len(sizes) + 1
    if len(totals) != runs * len(found) or any(len(counts[0]) != len(sizes) for counts in found.values()):
        return f"{len(found)} families and {len(totals)} counts do not fit together"
    return {name: (totals[runs * i + 1:runs * (i + 1)], *counts)
            for i, (name, counts) in enumerate(found.items())}


def measure(count, program, names, sizes):
    """A measurement for each name."""
    together = count(program, names, sizes, SECONDS_OF_BATCH)
    if not isinstance(together, str):
        return [together.get(name, "printed nothing") for name in names]
    if len(names) == 1:
        return [together]
    alone = [(name, count(program, [name], sizes, SECONDS_ALONE)) for name in names]
    return [one if isinstance(one, str) else one.get(name, "printed nothing") for name, one in alone]


def growths(counts, least):
    """The ratios of neighbours, where they are large enough to tell."""
    return [b / max(a, least / 2) if b >= least else 0.0 for a, b in zip(counts, counts[1:])]


def answered(outcomes):
    # What is refused need not be answered; the answers before it still have to grow slowly.
    return outcomes.index("Refused") if "Refused" in outcomes else len(outcomes)


def judged(measured):
    """Whether a family is fine; not known, if it has to be measured at larger sizes."""
    *counts, outcomes = measured
    end = answered(outcomes)
    settled = True
    for count, least, small in zip(counts, LEAST, SMALL):
        if count is None:
            continue
        ratios = growths(count[:end], least)
        if any(ratio > MOST and after > small for ratio, after in zip(ratios, count[1:end])):
            return False
        settled &= all(ratio <= MOST for ratio in ratios[-2:])
    return True if settled or end < len(outcomes) else None


def beyond(count, program, name, measured):
    """A family at larger sizes, until it is known whether it is fine."""
    for size in LARGER:
        if judged(measured) is not None:
            break
        [more] = measure(count, program, [name], [size])
        if isinstance(more, str):
            return f"at {size} times the size it {more}"
        measured = tuple(a and a + b for a, b in zip(measured, more))
    return measured


def row(name, measured):
    if isinstance(measured, str):
        return f"| {name} | {measured} | | **FAILS** |", False
    *counts, outcomes = measured
    end = answered(outcomes)
    fine = judged(measured) is True
    said = "refused" if end < len(outcomes) else "answered"
    if len(outcomes) > len(SIZES):
        said += f" at {2 ** (len(outcomes) - 1)} N"
    cells = []
    for count, least in zip(counts, LEAST):
        if count is None:
            cells.append("")
            continue
        largest = max(growths(count[:end], least), default=0.0)
        cells.append(f"{largest:.2f} ({count[0]:,} to {max(count):,})")
    return f"| {name} | {' | '.join(cells)} | {said if fine else '**FAILS**'} |", fine


def sampled(names):
    """The families of which instructions are counted in a sample."""
    entries, chosen = {}, set()
    for name in names:
        entries.setdefault(name.split(": ")[0], []).append(name)
    for i, mine in enumerate(entries.values()):
        chosen.update(mine[i % min(SAMPLE, len(mine))::SAMPLE])
    return chosen


def main(program, *words):
    global SMALL, LEAST
    if pathlib.Path(program).parent.name == "debug":
        SMALL, LEAST = ((UNOPTIMISED * instructions, size) for instructions, size in (SMALL, LEAST))
    sample = "--sample" in words
    part = "".join(word for word in words if word != "--sample")
    names = subprocess.run([program, "list"], capture_output=True, text=True, check=True).stdout
    names = [name for name in names.splitlines() if part in name]
    chosen = sampled(names) if sample else set(names)
    if not shutil.which("valgrind"):
        print("SKIPPED: instructions are not counted, because there is no valgrind", file=sys.stderr)
        chosen = set()
    kinds = [(allocated, [name for name in names if name not in chosen]),
             (counted, [name for name in names if name in chosen])]
    batches = [(count, mine[i:i + BATCH]) for count, mine in kinds for i in range(0, len(mine), BATCH)]

    def measured(batch):
        count, mine = batch
        results = measure(count, program, mine, SIZES)
        return [one if isinstance(one, str) else beyond(count, program, name, one)
                for name, one in zip(mine, results)]

    print(f"Growth per doubling, at most {MOST}.\n")
    print("| family | instructions | bytes allocated | |\n|---|---|---|---|")
    failed, faster = [], 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for (_, mine), results in zip(batches, pool.map(measured, batches)):
            for name, result in zip(mine, results):
                text, fine = row(name, result)
                if not fine:
                    failed.append(text)
                elif len(result[-1]) > len(SIZES):
                    faster += 1
                if not sample or not fine:
                    print(text, flush=True)
    if failed:
        print("\nThese grow too fast:\n", *failed, sep="\n")
    print(f"\n{len(names)} families, instructions counted of {len(chosen)}; {len(failed)} grow too fast, "
          f"{faster} did at their first sizes")
    return 1 if failed or not names else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
