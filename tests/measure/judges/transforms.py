"""Ours beside the SDKs' own transforms, on the tools of the corpus.

Each transform is given the input schema of each tool. What it makes of it is compared with the source by
samples: arguments that the source accepts and the result does not, or the other way round, are a
change of meaning. A change that is reported is not silent. A result is accepted when it breaks none
of the rules that the provider documents, as `dump_conversions lint` has them. Prints a table in
Markdown. Takes the conversions, and the path of that program.
"""

import collections
import copy
import json
import random
import subprocess
import sys
import warnings

import anthropic
from agents.strict_schema import ensure_strict_json_schema
from google.genai import types as genai
from jsonschema import Draft202012Validator
from openai.lib._pydantic import _ensure_strict_json_schema

ROUNDS = 12
OURS = {"openai-strict": "function", "anthropic-strict": "input_schema", "gemini": "functionDeclarations"}


def sample(schema, root, rng, depth=0):
    """An instance that is likely to be accepted; optional properties are left out at times."""
    if not isinstance(schema, dict) or depth > 8:
        return {}
    if "$ref" in schema:
        return sample(target(schema["$ref"], root), root, rng, depth + 1)
    for key in ("anyOf", "oneOf"):
        if schema.get(key):
            return sample({**{k: v for k, v in schema.items() if k != key}, **rng.choice(schema[key])}, root, rng, depth + 1)
    if "const" in schema:
        return schema["const"]
    if schema.get("enum"):
        return rng.choice(schema["enum"])
    kind = schema.get("type", "object" if "properties" in schema else "string")
    if isinstance(kind, list):
        kind = rng.choice(kind)
    kind = kind.lower()
    if kind == "object":
        required = set(schema.get("required", []))
        return {
            name: sample(item, root, rng, depth + 1)
            for name, item in schema.get("properties", {}).items()
            if name in required or rng.random() < 0.5
        }
    if kind == "array":
        return [sample(schema.get("items", {}), root, rng, depth + 1) for _ in range(max(schema.get("minItems", 0), rng.randint(0, 2)))]
    if kind in ("integer", "number"):
        low = schema.get("minimum", schema.get("exclusiveMinimum", 0) + 1)
        return int(low) if rng.random() < 0.5 else int(schema.get("maximum", low + 5))
    return {"boolean": rng.random() < 0.5, "null": None}.get(kind, "x" * max(1, schema.get("minLength", 1)))


def json_schema(schema):
    """Gemini's schemas as JSON Schema."""
    if isinstance(schema, list):
        return [json_schema(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    read = {}
    for key, value in schema.items():
        if key in ("properties",):
            read[key] = {name: json_schema(item) for name, item in value.items()}
        elif key == "type" and isinstance(value, str):
            read[key] = value.lower()
        elif key in ("enum", "required", "default", "example"):
            read[key] = value
        else:
            read[key] = json_schema(value)
    if read.pop("nullable", False):
        return {"anyOf": [read, {"type": "null"}]}
    return read


def fill(value, schema, root, depth=0):
    """The value with null for each property that the schema requires and the value does not have."""
    if not isinstance(schema, dict) or depth > 12:
        return value
    if "$ref" in schema:
        return fill(value, root.get("$defs", {}).get(schema["$ref"].rsplit("/", 1)[-1], {}), root, depth + 1)
    if "anyOf" in schema:
        for branch in schema["anyOf"]:
            filled = fill(value, branch, root, depth + 1)
            try:
                if Draft202012Validator({**branch, "$defs": root.get("$defs", {})}).is_valid(filled):
                    return filled
            except Exception:
                # A reference to elsewhere in the schema: the first alternative has to do.
                return filled
        return value
    if isinstance(value, list):
        return [fill(item, schema.get("items"), root, depth + 1) for item in value]
    if not isinstance(value, dict):
        return value
    properties = schema.get("properties", {})
    filled = {name: fill(item, properties.get(name), root, depth + 1) for name, item in value.items()}
    for name in schema.get("required", []):
        filled.setdefault(name, None)
    return filled


def back(value, schema, root, depth=0):
    """The value without the nulls that stand for optional properties of the source."""
    if isinstance(value, list):
        items = schema.get("items") if isinstance(schema, dict) else None
        return [back(item, items, root, depth + 1) for item in value]
    if not isinstance(value, dict) or depth > 12:
        return value
    if value == {"is_null": True}:
        return None
    if isinstance(schema, dict) and "$ref" in schema:
        return back(value, target(schema["$ref"], root), root, depth + 1)
    branches = [] if not isinstance(schema, dict) else schema.get("anyOf", []) + schema.get("oneOf", []) + schema.get("allOf", [])
    known = {}
    required = set()
    for one in [schema, *branches]:
        if isinstance(one, dict) and "$ref" in one:
            one = target(one["$ref"], root)
        if isinstance(one, dict):
            known = {**one.get("properties", {}), **known}
            required |= set(one.get("required", []))
    return {
        name: back(item, known.get(name), root, depth + 1)
        for name, item in value.items()
        if item is not None or name in required or name not in known
    }


def target(reference, root):
    found = root
    for token in reference.lstrip("#/").split("/"):
        found = found.get(token, {}) if isinstance(found, dict) else {}
    return found


def changes(source, result, rng):
    """Whether an argument is accepted by one and refused by the other, null and absent taken for the same."""
    ours, theirs = Draft202012Validator(source), Draft202012Validator(result)
    for _ in range(ROUNDS):
        for origin in (source, result):
            try:
                value = sample(origin, origin, rng)
            except Exception:
                continue
            # Arguments are objects, whether or not the schema says so.
            if not isinstance(value, dict):
                continue
            filled = fill(value, result, result)
            try:
                here = ours.is_valid(value) or ours.is_valid(back(value, source, source))
                if here != (theirs.is_valid(value) or theirs.is_valid(filled)):
                    return True
            except Exception:
                return True
    return False


def gemini_sdk(schema):
    read = genai.JSONSchema.model_validate(schema)
    made = genai.Schema.from_json_schema(json_schema=read)
    return json.loads(made.model_dump_json(exclude_none=True, by_alias=True))


def openai_tool(schema):
    return {"type": "function", "function": {"name": "f", "parameters": schema, "strict": True}}


def anthropic_tool(schema):
    return {"name": "f", "input_schema": schema, "strict": True}


def gemini_tool(schema):
    return {"functionDeclarations": [{"name": "f", "parameters": schema}]}


TRANSFORMS = {
    "openai `_ensure_strict_json_schema`": (lambda schema: _ensure_strict_json_schema(schema, path=(), root=schema), "openai", openai_tool),
    "openai-agents `ensure_strict_json_schema`": (ensure_strict_json_schema, "openai", openai_tool),
    "anthropic `transform_schema`": (anthropic.transform_schema, "anthropic", anthropic_tool),
    "google-genai `Schema.from_json_schema`": (gemini_sdk, "gemini", gemini_tool),
}


class Lint:
    """The rules that providers document."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "lint"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def accepts(self, to, tool):
        self.process.stdin.write(json.dumps({"to": to, "tool": tool}) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline()) == 0


def wire_schema(record):
    wire = record["wire"]
    if "function" in wire:
        return wire["function"]["parameters"]
    if "input_schema" in wire:
        return wire["input_schema"]
    declaration = wire["functionDeclarations"][0]
    return json_schema(declaration.get("parameters")) or declaration.get("parametersJsonSchema") or {"type": "object"}


def main(conversions, program):
    warnings.simplefilter("ignore")
    lint = Lint(program)
    sources, rows = {}, collections.defaultdict(collections.Counter)
    records = [json.loads(line) for line in open(conversions, encoding="utf-8")]
    for record in records:
        if record["to"] == "mcp":
            sources[(record["file"], record["tool"])] = record["wire"]["inputSchema"]
    for record in records:
        if record["to"] not in OURS:
            continue
        source = sources[(record["file"], record["tool"])]
        row = rows[f"toolmodel `{record['to']}`"]
        row["accepted"] += lint.accepts(record["to"], record["wire"])
        row["strict"] += record["strict"]
        told = any(outcome not in ("inlined", "rewritten") for _, _, outcome, _ in record["warnings"])
        # Names that the provider refuses are mapped back, which is not looked at here.
        renamed = any(what == "properties" and outcome == "rewritten" for what, _, outcome, _ in record["warnings"])
        changed = not renamed and changes(source, wire_schema(record), random.Random(1))
        row["kept" if not changed else "told" if told else "silent"] += 1
        if changed and not told:
            print(f"silent: {record['file']} {record['tool']} to {record['to']}", file=sys.stderr)
    for name, (transform, to, tool) in TRANSFORMS.items():
        row = rows[name]
        for source in sources.values():
            try:
                result = transform(copy.deepcopy(source))
                read = json_schema(result) if to == "gemini" else result
                Draft202012Validator.check_schema(read)
            except Exception:
                row["crashed"] += 1
                continue
            row["accepted"] += lint.accepts(to, tool(result))
            row["silent" if changes(source, read, random.Random(1)) else "kept"] += 1
    print(f"{len(sources)} tools\n")
    print("| transform | accepted | meaning kept | changed and told | changed silently | crashed |\n|---|---|---|---|---|---|")
    for name, row in rows.items():
        print(f"| {name} | {row['accepted']} | {row['kept']} | {row['told']} | {row['silent']} | {row['crashed']} |")
    silent = sum(row["silent"] for name, row in rows.items() if name.startswith("toolmodel"))
    return 1 if silent or not sources else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
