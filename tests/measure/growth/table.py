"""Runs every family of the growth measurement under callgrind, and prints the table."""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

MOST = 2.6
# Starting the counter costs more than most families, so that many share a process; what ends or
# hangs it is found by running each of them alone.
BATCH = 24
SECONDS_OF_BATCH = 300
SECONDS_ALONE = 60

# Below these, a doubling says nothing: what does not depend on the size is most of it.
LEAST_INSTRUCTIONS = 50_000
LEAST_BYTES = 16_384

# The first run of each family warms up.
RUNS = 4


def counted(program, names, seconds):
    """Of each family, the lists of instructions, bytes and outcomes; or in words why there are none."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            "valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out",
            # One pattern for both options would lose one of them.
            "--toggle-collect=*counted_work*", "--dump-before=growth::counted*",
            # Deep work may run on a thread of its own, which starts uncounted.
            "--toggle-collect=*thread_start*",
            program, "run", *names,
        ]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=seconds)
        except subprocess.TimeoutExpired:
            return f"took more than {seconds} s"
        if done.returncode:
            return f"ended with {done.returncode}: {done.stderr[-300:]}"
        rows = [line.split("\t") for line in done.stdout.splitlines()]
        parts = sorted(pathlib.Path(folder).glob("out.*"), key=lambda path: int(path.suffix[1:]))
        # The first is what came before all, and the last is written when the program ends.
        parts = parts[1:] + [pathlib.Path(folder) / "out"]
        totals = [int(re.search(r"^(?:totals|summary): (\d+)", part.read_text(), re.M)[1]) for part in parts]
    order = list(dict.fromkeys(row[0] for row in rows))
    measured = {}
    for i, name in enumerate(order):
        mine = [row for row in rows if row[0] == name]
        instructions = totals[RUNS * i + 1:RUNS * (i + 1)]
        if len(mine) != RUNS - 1 or len(instructions) != RUNS - 1:
            return f"{len(rows)} rows and {len(totals)} counts do not fit together"
        measured[name] = (instructions, [int(row[2]) for row in mine], [row[3] for row in mine])
    return measured


def measure(program, names):
    """A measurement for each name."""
    together = counted(program, names, SECONDS_OF_BATCH)
    if not isinstance(together, str):
        return [together[name] for name in names]
    if len(names) == 1:
        return [together]
    alone = []
    for name in names:
        one = counted(program, [name], SECONDS_ALONE)
        alone.append(one if isinstance(one, str) else one[name])
    return alone


def growth(counts, least):
    """The largest ratio between neighbours that are large enough to tell."""
    pairs = [(a, b) for a, b in zip(counts, counts[1:]) if b >= least]
    return max((b / max(a, least / 2) for a, b in pairs), default=0.0)


def row(name, measured):
    if isinstance(measured, str):
        return f"| {name} | {measured} | | **FAILS** |", False
    instructions, allocated, outcomes = measured
    # What is refused need not be answered; the answers before it still have to grow slowly.
    answered = outcomes.index("Refused") if "Refused" in outcomes else len(outcomes)
    ratios = [growth(instructions[:answered], LEAST_INSTRUCTIONS), growth(allocated[:answered], LEAST_BYTES)]
    fine = max(ratios) <= MOST
    said = "refused" if answered < len(outcomes) else "answered"
    cells = " | ".join(f"{ratio:.2f} ({counts[0]:,} to {counts[-1]:,})"
                       for ratio, counts in zip(ratios, (instructions, allocated)))
    return f"| {name} | {cells} | {said if fine else '**FAILS**'} |", fine


def main(program, part):
    names = subprocess.run([program, "list"], capture_output=True, text=True, check=True).stdout
    names = [name for name in names.splitlines() if part in name]
    batches = [names[i:i + BATCH] for i in range(0, len(names), BATCH)]
    print(f"Growth per doubling, at most {MOST}.\n")
    print("| family | instructions | bytes allocated | |\n|---|---|---|---|")
    failed = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for batch, results in zip(batches, pool.map(lambda batch: measure(program, batch), batches)):
            for name, measured in zip(batch, results):
                text, fine = row(name, measured)
                if not fine:
                    failed.append(text)
                print(text, flush=True)
    if failed:
        print("\nThese grow too fast:\n", *failed, sep="\n")
    print(f"\n{len(names)} families, {len(failed)} grow too fast")
    return 1 if failed or not names else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
