#!/usr/bin/env python3
"""Lines of code that the same behaviour took before and takes now, concept by concept.

    tests/measure/lines/count.py

`concepts.toml` names, for every concept, the files (or items of files) that hold it in two commits, and apart from them
what is new: duties that nothing had before. Blank lines, comments and unit tests are not counted. A name that is not in
the source is an error, so that the list stays true. Needs the history of the repository.
"""

import pathlib
import re
import subprocess
import sys
import tomllib

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parents[2]
ITEM = re.compile(
    r"\s*(?:pub(?:\([^)]*\))?\s+)?(?:(?:default|const|async|unsafe)\s+)*"
    r"(?:(?P<kind>fn|struct|enum|trait|mod|type|const|static|union)\s+(?P<name>\w+)"
    r"|macro_rules!\s*(?P<macro>\w+)|(?P<impl>impl\b.*))"
)
LITERAL = re.compile(r'r(#+)".*?"\1|r"[^"]*"|"(?:\\.|[^"\\])*"|\'(?:\\.[^\']*|[^\'\\])\'|//.*')


class Unknown(Exception):
    """The list names something that the source does not have."""


class Tree:
    """The source of one commit, or the working tree."""

    def __init__(self, commit):
        self.commit = commit
        self.files = {}

    def paths(self, short):
        """The Rust files that `build/lint.rs` and its like name: one, or all below a folder."""
        crate, _, rest = short.partition("/")
        spec = f"toolmodel-{crate}/src/{rest}".rstrip("/")
        if spec.endswith(".rs"):
            return [spec]
        if self.commit:
            listed = git("ls-tree", "-r", "--name-only", self.commit, "--", spec)
        else:
            listed = git("ls-files", "--", spec)
        found = [path for path in listed.splitlines() if path.endswith(".rs")]
        if not found:
            raise Unknown(f"no Rust file is below `{short}`")
        return found

    def source(self, path):
        if path not in self.files:
            try:
                text = git("show", f"{self.commit}:{path}") if self.commit else (ROOT / path).read_text()
            except (OSError, subprocess.CalledProcessError):
                raise Unknown(f"there is no file `{path}`") from None
            self.files[path] = Source(path, text)
        return self.files[path]

    def lines(self, spec):
        """The lines that a spec names, as pairs of a path and a line number."""
        path, _, names = spec.partition(": ")
        if not names:
            return {(file, line) for file in self.paths(path) for line in self.source(file).code}
        (file,) = self.paths(path)
        source = self.source(file)
        return {(file, line) for name in names.split(", ") for line in source.item(name)}


class Source:
    """One file: which of its lines are code, and which lines each item has."""

    def __init__(self, path, text):
        self.path = path
        lines = text.splitlines()
        self.items = {}
        tests = set()
        for name, span in items(lines):
            if name == "mod tests":
                tests.update(span)
            self.items.setdefault(name, []).append(span)
        self.code = {
            number
            for number, line in enumerate(lines)
            if line.strip() and not line.strip().startswith("//") and number not in tests
        }

    def item(self, name):
        kinds = ("", "fn ", "struct ", "enum ", "const ", "static ", "trait ", "type ", "macro ")
        spans = [span for kind in kinds for span in self.items.get(kind + name, [])]
        if not spans:
            raise Unknown(f"`{self.path}` has no item `{name}`")
        return {line for span in spans for line in span if line in self.code}


def items(lines):
    """Every item with the lines it takes, attributes before it included."""
    bare = [LITERAL.sub('""', line) for line in lines]
    for number, line in enumerate(bare):
        match = ITEM.match(line)
        if not match:
            continue
        if match["impl"]:
            name = " ".join(re.sub(r"<[^<>]*(<[^<>]*>[^<>]*)*>", "", match["impl"]).split("{")[0].split())
        else:
            name = f"{match['kind']} {match['name']}" if match["kind"] else f"macro {match['macro']}"
        first = number
        while first and re.match(r"\s*(#!?\[|//)", lines[first - 1]):
            first -= 1
        yield name, range(first, end(bare, number) + 1)


def end(lines, first):
    """The line on which the item that starts on a line ends."""
    depth = 0
    for number in range(first, len(lines)):
        for character in lines[number]:
            if character in "{([":
                depth += 1
            elif character in "})]":
                depth -= 1
                if depth == 0 and character == "}":
                    return number
            elif character == ";" and depth == 0:
                return number
    return len(lines) - 1


def git(*arguments):
    return subprocess.run(
        ["git", "-C", ROOT, *arguments], check=True, capture_output=True, text=True
    ).stdout


def union(tree, specs):
    lines = set()
    for spec in specs:
        lines |= tree.lines(spec)
    return lines


def main():
    listed = tomllib.loads((FOLDER / "concepts.toml").read_text())
    trees = Tree(listed["before"]), Tree(None)
    problems, rows, counted = [], [], (set(), set())
    for concept in listed["concept"]:
        try:
            before = union(trees[0], concept["before"])
            new = {line for spec in concept.get("new", {}) for line in trees[1].lines(spec)}
            now = union(trees[1], concept["now"])
        except Unknown as problem:
            problems.append(f"{concept['name']}: {problem}")
            continue
        for lines, known in zip((before, now | new), counted):
            if twice := lines & known:
                path, line = sorted(twice)[0]
                problems.append(f"{concept['name']}: {path}:{line + 1} is counted twice")
            known |= lines
        rows.append((concept["name"], len(before), len(now - new), len(now & new)))
    if problems:
        sys.exit("\n".join(problems))
    width = max(len(name) for name, *_ in rows)
    rows.append(("sum", *(sum(row[column] for row in rows) for column in (1, 2, 3))))
    print(f"{'':{width}} {'before':>7} {'now':>7} {'new beside it':>14}")
    for name, before, now, new in rows:
        print(f"{name:{width}} {before:7} {now:7} {new:14}")
    if rows[-1][2] >= rows[-1][1]:
        sys.exit("the same behaviour takes more lines than before")


if __name__ == "__main__":
    main()
