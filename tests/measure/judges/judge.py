"""Has the Python SDKs of the providers judge converted tools, given as JSON lines.

Each judge is first shown a tool it must refuse, so that one that accepts anything is found out.
"""

import collections
import copy
import json
import sys

import anthropic
import botocore.session
import mcp.types
from a2a.types import AgentSkill
from a2a.utils.proto_utils import validate_proto_required_fields
from agents.strict_schema import ensure_strict_json_schema
from anthropic.types import ToolParam
from botocore.validate import ParamValidator
from google.genai import types as genai
from google.protobuf.json_format import ParseDict
from jsonschema import Draft202012Validator
from mcp.shared.tool_name_validation import validate_tool_name
from mistralai.client.models import Tool as MistralTool
from mcp_types._v2025_11_25 import Tool as Tool2025
from mcp_types._v2026_07_28 import Tool as Tool2026
from openai.types.chat import ChatCompletionToolParam
from openai.types.responses import FunctionToolParam
from pydantic import TypeAdapter

CONVERSE = botocore.session.get_session().get_service_model("bedrock-runtime").operation_model("Converse").input_shape
MISTRAL = TypeAdapter(MistralTool)
CHAT = TypeAdapter(ChatCompletionToolParam)
RESPONSES = TypeAdapter(FunctionToolParam)
ANTHROPIC = TypeAdapter(ToolParam)

# What Anthropic's API takes in strict tools although its SDK tells it in the description, and
# `type` beside `enum` and `const`, which the SDK leaves out.
SDK_MOVES = {"default", "pattern", "examples", "deprecated", "readOnly", "writeOnly"}

# Tools that break MCP themselves: the root of the input schema has no type. MCP gives back what
# it was given.
UNTYPED_ROOTS = {"modelcontextprotocol__server-gitlab.json"}

# Output schemas that revision 2025-11-25 does not take; 2026-07-28 does.
def output_is_object(wire):
    schema = wire.get("outputSchema")
    return schema is None or schema.get("type") == "object"


def strip(schema):
    """The schema without what the SDK of Anthropic moves although the API takes it."""
    if isinstance(schema, list):
        return [strip(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    listed = "enum" in schema or "const" in schema
    kept = {}
    for key, value in schema.items():
        if key in SDK_MOVES or (listed and key == "type"):
            continue
        if key in ("properties", "$defs"):
            kept[key] = {name: strip(item) for name, item in value.items()}
        elif key in ("enum", "const", "required"):
            kept[key] = value
        else:
            kept[key] = strip(value)
    return kept


def check(condition, message):
    if not condition:
        raise ValueError(message)


def judge_chat(wire, _):
    CHAT.validate_python(wire, extra="forbid")
    schema = wire["function"]["parameters"]
    Draft202012Validator.check_schema(schema)
    if wire["function"].get("strict"):
        agents_strict(schema)


def judge_responses(wire, _):
    RESPONSES.validate_python(wire, extra="forbid")
    Draft202012Validator.check_schema(wire["parameters"])
    if wire["strict"]:
        agents_strict(wire["parameters"])


def agents_strict(schema):
    # The SDK would fill in what is missing; nothing may be.
    filled = ensure_strict_json_schema(copy.deepcopy(schema))
    check(filled == schema, "openai-agents would change the schema")


def judge_anthropic(wire, _):
    ANTHROPIC.validate_python(wire, extra="forbid")
    Draft202012Validator.check_schema(wire["input_schema"])
    if wire.get("strict"):
        plain = strip(wire["input_schema"])
        check(anthropic.transform_schema(plain) == plain, "the SDK would change the schema")


def judge_gemini(wire, _):
    genai.Tool.model_validate(wire)
    (declaration,) = wire["functionDeclarations"]
    genai.FunctionDeclaration.model_validate(declaration)
    check("name" in declaration, "no name")
    if "parametersJsonSchema" in declaration:
        Draft202012Validator.check_schema(declaration["parametersJsonSchema"])


def judge_mcp(wire, file):
    mcp.types.Tool.model_validate(wire)
    check(validate_tool_name(wire["name"]).is_valid, "name")
    if file not in UNTYPED_ROOTS:
        Tool2026.model_validate(wire)
        if output_is_object(wire):
            Tool2025.model_validate(wire)


def judge_a2a(wire, _):
    validate_proto_required_fields(ParseDict(wire, AgentSkill()))


def judge_mistral(wire, _):
    MISTRAL.validate_python(wire)
    Draft202012Validator.check_schema(wire["function"]["parameters"])


def judge_bedrock(wire, _):
    report = ParamValidator().validate({"modelId": "m", "toolConfig": {"tools": [wire]}}, CONVERSE)
    check(not report.has_errors(), report.generate_report())
    Draft202012Validator.check_schema(wire["toolSpec"]["inputSchema"]["json"])


OPEN = {"type": "object", "properties": {"a": {"type": "string"}}}
JUDGES = {
    "openai": (judge_chat, {"type": "function", "name": "f", "parameters": OPEN}),
    "openai-strict": (judge_chat, {"type": "function", "function": {"name": "f", "parameters": OPEN, "strict": True}}),
    "openai-responses": (judge_responses, {"type": "function", "name": "f", "parameters": OPEN}),
    "openai-responses-strict": (judge_responses, {"type": "function", "name": "f", "parameters": OPEN, "strict": True}),
    "anthropic": (judge_anthropic, {"name": "f", "inputSchema": OPEN}),
    "anthropic-strict": (judge_anthropic, {"name": "f", "strict": True, "input_schema": OPEN}),
    "gemini": (judge_gemini, {"functionDeclarations": [{"name": "f", "parameters": {"type": "OBJECT", "const": 1}}]}),
    "vertex": (judge_gemini, {"functionDeclarations": [{"name": "f", "parameters": {"type": "OBJECT", "const": 1}}]}),
    "azure": (judge_chat, {"type": "function", "name": "f", "parameters": OPEN}),
    "azure-strict": (judge_chat, {"type": "function", "function": {"name": "f", "parameters": OPEN, "strict": True}}),
    "bedrock": (judge_bedrock, {"toolSpec": {"name": "f", "inputSchema": OPEN}}),
    "mistral": (judge_mistral, {"type": "function", "name": "f", "parameters": OPEN}),
    "gemini-json-schema": (judge_gemini, {"functionDeclarations": [{"name": "f", "parametersJsonSchema": {"type": 5}}]}),
    "mcp": (judge_mcp, {"name": "f", "inputSchema": {"type": "string"}}),
    "a2a": (judge_a2a, {"id": "f", "name": "f", "description": "d", "tags": []}),
}


def main(path):
    failures = 0
    for name, (judge, bad) in JUDGES.items():
        try:
            judge(bad, "")
        except Exception:
            continue
        print(f"{name}: the judge accepts a bad tool")
        failures += 1
    accepted = collections.Counter()
    strict = collections.Counter()
    for line in open(path, encoding="utf-8"):
        record = json.loads(line)
        judge, _ = JUDGES[record["to"]]
        try:
            judge(record["wire"], record["file"])
        except Exception as error:
            failures += 1
            if failures <= 40:
                print(f"refused: {record['file']} {record['tool']} to {record['to']}: {type(error).__name__}: {error}"[:600])
            continue
        accepted[record["to"]] += 1
        strict[record["to"]] += record["strict"]
    for name in JUDGES:
        print(f"python judges: {name}: {accepted[name]} accepted, {strict[name]} of them strict")
    if not accepted:
        print("nothing was judged")
        failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
