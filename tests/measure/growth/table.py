"""Runs every family of the growth measurement under callgrind, and prints the table."""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

MOST = 2.6
SECONDS = 120

# Below these, a doubling says nothing: what does not depend on the size is most of it.
LEAST_INSTRUCTIONS = 20_000
LEAST_BYTES = 4_096


def measure(program, name):
    """Lists of instructions, bytes and outcomes, or None when it took too long."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            "valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out",
            "--toggle-collect=*counted_work*", "--dump-after=*counted_work*",
            program, "run", name,
        ]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return None
        if done.returncode:
            return f"ended with {done.returncode}: {done.stderr[-300:]}"
        rows = [line.split("\t") for line in done.stdout.splitlines()]
        # The first part is the run that warms up.
        parts = sorted(pathlib.Path(folder).glob("out.*"), key=lambda path: int(path.suffix[1:]))
        totals = [int(re.search(r"^(?:totals|summary): (\d+)", part.read_text(), re.M)[1]) for part in parts]
        return totals[1:len(rows) + 1], [int(row[1]) for row in rows], [row[2] for row in rows]


def growth(counts, least):
    """The largest ratio between neighbours that are large enough to tell."""
    pairs = [(a, b) for a, b in zip(counts, counts[1:]) if b >= least]
    return max((b / max(a, least / 2) for a, b in pairs), default=0.0)


def row(name, measured):
    if measured is None:
        return f"| {name} | took more than {SECONDS} s | | **FAILS** |", False
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
    print(f"Growth per doubling, at most {MOST}.\n")
    print("| family | instructions | bytes allocated | |\n|---|---|---|---|")
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, measured in zip(names, pool.map(lambda name: measure(program, name), names)):
            text, fine = row(name, measured)
            failed += not fine
            print(text, flush=True)
    print(f"\n{len(names)} families, {failed} grow too fast")
    return 1 if failed or not names else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
