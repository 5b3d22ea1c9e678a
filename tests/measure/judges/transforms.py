"""Ours beside the SDKs' own transforms, on the tools of the corpus.

Each transform is given the input schema of each tool. What it makes of it is compared with the source by
samples: arguments that the source accepts and the result does not, or the other way round, are a
change of meaning. A change that is reported is not silent. Prints a table in Markdown.
"""

import collections
import copy
import json
import random
import sys

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
        target = root
        for token in schema["$ref"].lstrip("#/").split("/"):
            target = target.get(token, {}) if isinstance(target, dict) else {}
        return sample(target, root, rng, depth + 1)
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


def changes(source, result, rng):
    """Whether an argument is accepted by one and refused by the other, null and absent taken for the same."""
    ours, theirs = Draft202012Validator(source), Draft202012Validator(result)
    for _ in range(ROUNDS):
        for origin in (source, result):
            try:
                value = sample(origin, origin, rng)
            except Exception:
                continue
            filled = fill(value, result, result)
            try:
                if ours.is_valid(value) != (theirs.is_valid(value) or theirs.is_valid(filled)):
                    return True
            except Exception:
                return True
    return False


def gemini_sdk(schema):
    read = genai.JSONSchema.model_validate(schema)
    made = genai.Schema.from_json_schema(json_schema=read)
    return json_schema(json.loads(made.model_dump_json(exclude_none=True, by_alias=True)))


TRANSFORMS = {
    "openai `_ensure_strict_json_schema`": lambda schema: _ensure_strict_json_schema(schema, path=(), root=schema),
    "openai-agents `ensure_strict_json_schema`": ensure_strict_json_schema,
    "anthropic `transform_schema`": anthropic.transform_schema,
    "google-genai `Schema.from_json_schema`": gemini_sdk,
}


def wire_schema(record):
    wire = record["wire"]
    if "function" in wire:
        return wire["function"]["parameters"]
    if "input_schema" in wire:
        return wire["input_schema"]
    declaration = wire["functionDeclarations"][0]
    return json_schema(declaration.get("parameters")) or declaration.get("parametersJsonSchema") or {"type": "object"}


def main(conversions):
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
        told = any(outcome not in ("inlined", "rewritten") for _, _, outcome, _ in record["warnings"])
        # Names that the provider refuses are mapped back, which is not looked at here.
        renamed = any(what == "properties" and outcome == "rewritten" for what, _, outcome, _ in record["warnings"])
        changed = not renamed and changes(source, wire_schema(record), random.Random(1))
        row["kept" if not changed else "told" if told else "silent"] += 1
    for name, transform in TRANSFORMS.items():
        for source in sources.values():
            try:
                result = transform(copy.deepcopy(source))
                Draft202012Validator.check_schema(result)
            except Exception:
                rows[name]["crashed"] += 1
                continue
            rows[name]["silent" if changes(source, result, random.Random(1)) else "kept"] += 1
    print("| transform | meaning kept | changed and told | changed silently | crashed or refused |\n|---|---|---|---|---|")
    for name, row in rows.items():
        print(f"| {name} | {row['kept']} | {row['told']} | {row['silent']} | {row['crashed']} |")


if __name__ == "__main__":
    main(sys.argv[1])
