"""Has the SDKs judge how calls are read and results are written.

For each format a model is played: the tools as they go out are read, and calls of them are put into
the types in which the SDK hands out responses, whole and streamed. What the library reads from those
must be the calls that were meant. What it writes as results must be accepted by the types in which
the SDK takes requests. Takes the path of the program `answer_calls`.
"""

import copy
import json
import subprocess
import sys

import botocore.parsers
import botocore.session
from anthropic.types import Message, MessageParam, RawMessageStreamEvent
from botocore.validate import ParamValidator
from google.genai import types as genai
from mistralai.client import models as mistral
from openai.types.chat import ChatCompletion, ChatCompletionChunk, ChatCompletionMessageParam
from openai.types.responses import Response, ResponseInputItemParam, ResponseStreamEvent
from pydantic import TypeAdapter

BEDROCK = botocore.session.get_session().get_service_model("bedrock-runtime")
CONVERSE = BEDROCK.operation_model("Converse")
STREAM = BEDROCK.operation_model("ConverseStream").output_shape.members["stream"]


def tool(name, namespace):
    return {
        "name": name,
        "namespace": namespace,
        "description": "Finds people.",
        "inputSchema": {
            "type": "object",
            "properties": {"e mail": {"type": "string"}, "limit": {"type": "integer"}},
            "required": ["e mail"],
        },
    }


TOOLS = [tool("find", "crm"), tool("find", "web"), {"name": "now", "inputSchema": {"type": "object", "properties": {}}}]
MEANT = [
    {"tool": "crm:find", "arguments": {"e mail": "a@b.c"}},
    {"tool": "web:find", "arguments": {"e mail": "ü\n\"x\"", "limit": 3}},
    {"tool": "now", "arguments": {}},
]
RESULTS = [
    {"content": [{"type": "text", "text": "nobody"}]},
    {"content": [{"type": "text", "text": "{}"}], "structuredContent": {"people": [{"name": "A"}]}},
    {"content": [{"type": "text", "text": "no clock"}, {"type": "image", "data": "", "mimeType": "image/png"}], "isError": True},
]


def check(condition, message):
    if not condition:
        raise ValueError(message)


def schema_of(wire):
    """The name and the schema of a tool on the wire."""
    if "functionDeclarations" in wire:
        (declaration,) = wire["functionDeclarations"]
        return declaration["name"], declaration.get("parameters") or declaration.get("parametersJsonSchema") or {}
    if "toolSpec" in wire:
        return wire["toolSpec"]["name"], wire["toolSpec"]["inputSchema"]["json"]
    function = wire.get("function", wire)
    return function["name"], function.get("parameters") or function["input_schema"]


def played(wire):
    """The calls that a model would make: id, name and arguments as they are on the wire."""
    calls = []
    for number, (one, meant) in enumerate(zip(wire, MEANT)):
        name, schema = schema_of(one)
        given = list(meant["arguments"].values())
        arguments = {}
        for position, key in enumerate(schema.get("properties", {})):
            if position < len(given):
                arguments[key] = given[position]
            elif key in schema.get("required", []):
                arguments[key] = None
        calls.append((f"call_{number}aaaaaaaa"[:9], name, arguments))
    return calls


def pieces(text):
    return [text[:5], text[5:6], text[6:]] if len(text) > 6 else [text]


def dumps(model):
    """What the type says of itself: only what was set, and everything."""
    yield model.model_dump(mode="json", by_alias=True, exclude_unset=True)
    yield model.model_dump(mode="json", by_alias=True)


def read_chat(calls):
    tool_calls = [{"id": id, "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}} for id, name, arguments in calls]
    message = {"role": "assistant", "content": None, "tool_calls": tool_calls}
    whole = {"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [{"index": 0, "finish_reason": "tool_calls", "message": message, "logprobs": None}]}
    for form in dumps(ChatCompletion.model_validate(whole)):
        yield {"response": form}
        yield {"response": form["choices"][0]["message"]}
    deltas = [{"role": "assistant", "content": "Let me see."}]
    for index, (id, name, arguments) in enumerate(calls):
        deltas.append({"tool_calls": [{"index": index, "id": id, "type": "function", "function": {"name": name, "arguments": ""}}]})
        deltas += [{"tool_calls": [{"index": index, "function": {"arguments": piece}}]} for piece in pieces(json.dumps(arguments))]
    chunks = [{"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
    chunks.append({**chunks[0], "choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]})
    chunks.append({**chunks[0], "choices": [], "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}})
    forms = [list(dumps(ChatCompletionChunk.model_validate(chunk))) for chunk in chunks]
    for events in zip(*forms):
        yield {"events": list(events)}


def read_mistral(calls):
    tool_calls = [{"id": id, "function": {"name": name, "arguments": json.dumps(arguments)}} for id, name, arguments in calls]
    # Arguments are a text or an object there.
    tool_calls[0]["function"]["arguments"] = calls[0][2]
    whole = {"id": "c", "object": "chat.completion", "created": 1, "model": "m", "usage": {}, "choices": [{"index": 0, "finish_reason": "tool_calls", "message": {"role": "assistant", "content": "", "tool_calls": tool_calls}}]}
    for form in dumps(mistral.ChatCompletionResponse.model_validate(whole)):
        yield {"response": form}
    # The service sends each call whole, and an index is not promised.
    chunks = [{"id": "c", "model": "m", "choices": [{"index": 0, "delta": {"role": "assistant", "content": ""}, "finish_reason": None}]}]
    for call in tool_calls:
        chunks.append({"id": "c", "model": "m", "choices": [{"index": 0, "delta": {"tool_calls": [call]}, "finish_reason": None}]})
    chunks.append({"id": "c", "model": "m", "choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]})
    forms = [list(dumps(mistral.CompletionEvent.model_validate({"data": chunk}))) for chunk in chunks]
    for events in zip(*forms):
        yield {"events": [event["data"] for event in events]}
    indexed = copy.deepcopy(chunks)
    for index, chunk in enumerate(indexed[1:-1]):
        chunk["choices"][0]["delta"]["tool_calls"][0]["index"] = index
    forms = [list(dumps(mistral.CompletionEvent.model_validate({"data": chunk}))) for chunk in indexed]
    for events in zip(*forms):
        yield {"events": [event["data"] for event in events]}


def read_responses(calls):
    items = [{"type": "function_call", "id": f"fc_{id}", "call_id": id, "name": name, "arguments": json.dumps(arguments), "status": "completed"} for id, name, arguments in calls]
    output = [{"type": "reasoning", "id": "rs", "summary": []}, *items]
    output.append({"type": "message", "id": "msg", "role": "assistant", "status": "completed", "content": [{"type": "output_text", "text": "so", "annotations": []}]})
    whole = {"id": "r", "created_at": 1, "model": "m", "object": "response", "output": output, "parallel_tool_calls": True, "tool_choice": "auto", "tools": []}
    for form in dumps(Response.model_validate(whole)):
        yield {"response": form}
    events = [{"type": "response.created", "response": {**whole, "output": []}}]
    for index, item in enumerate(items, start=1):
        events.append({"type": "response.output_item.added", "output_index": index, "item": {**item, "arguments": "", "status": "in_progress"}})
        for piece in pieces(item["arguments"]):
            events.append({"type": "response.function_call_arguments.delta", "output_index": index, "item_id": item["id"], "delta": piece})
        events.append({"type": "response.function_call_arguments.done", "output_index": index, "item_id": item["id"], "name": item["name"], "arguments": item["arguments"]})
        events.append({"type": "response.output_item.done", "output_index": index, "item": item})
    events.append({"type": "response.completed", "response": whole})
    adapter = TypeAdapter(ResponseStreamEvent)
    forms = [list(dumps(adapter.validate_python({**event, "sequence_number": number}))) for number, event in enumerate(events)]
    for events in zip(*forms):
        yield {"events": list(events)}


def read_anthropic(calls):
    blocks = [{"type": "text", "text": "Let me see."}]
    blocks += [{"type": "tool_use", "id": id, "name": name, "input": arguments} for id, name, arguments in calls]
    usage = {"input_tokens": 1, "output_tokens": 1}
    whole = {"id": "m", "type": "message", "role": "assistant", "model": "m", "content": blocks, "stop_reason": "tool_use", "stop_sequence": None, "usage": usage}
    for form in dumps(Message.model_validate(whole)):
        yield {"response": form}
    events = [{"type": "message_start", "message": {**whole, "content": [], "stop_reason": None}}]
    events.append({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}})
    events.append({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Let me see."}})
    events.append({"type": "content_block_stop", "index": 0})
    for index, block in enumerate(blocks[1:], start=1):
        events.append({"type": "content_block_start", "index": index, "content_block": {**block, "input": {}}})
        text = json.dumps(block["input"]) if block["input"] else ""
        for piece in pieces(text):
            events.append({"type": "content_block_delta", "index": index, "delta": {"type": "input_json_delta", "partial_json": piece}})
        events.append({"type": "content_block_stop", "index": index})
    events.append({"type": "message_delta", "delta": {"stop_reason": "tool_use", "stop_sequence": None}, "usage": {"output_tokens": 9}})
    events.append({"type": "message_stop"})
    adapter = TypeAdapter(RawMessageStreamEvent)
    forms = [list(dumps(adapter.validate_python(event))) for event in events]
    for events in zip(*forms):
        yield {"events": list(events)}


def read_gemini(calls):
    parts = [{"text": "Let me see."}]
    parts += [{"functionCall": {"id": id, "name": name, "args": arguments}} for id, name, arguments in calls]

    def response(parts):
        content = {"role": "model", "parts": parts}
        return genai.GenerateContentResponse.model_validate({"candidates": [{"content": content, "finishReason": "STOP", "index": 0}]})

    for form in dumps(response(parts)):
        yield {"response": form}
        yield {"response": form["candidates"][0]["content"]}
    forms = [list(dumps(response([part]))) for part in parts]
    usage = genai.GenerateContentResponse.model_validate({"usageMetadata": {"totalTokenCount": 3}})
    forms.append(list(dumps(usage)))
    for events in zip(*forms):
        yield {"events": list(events)}


def read_vertex(calls):
    yield from read_gemini(calls)
    # Arguments one by one, as Vertex sends them when it is asked to.
    pieces = []
    for id, name, arguments in calls:
        pieces.append({"id": id, "name": name, "willContinue": True})
        for key, value in arguments.items():
            path = f"$.{key}"
            if isinstance(value, str):
                pieces.append({"partialArgs": [{"jsonPath": path, "stringValue": value[:2], "willContinue": True}], "willContinue": True})
                pieces.append({"partialArgs": [{"jsonPath": path, "stringValue": value[2:]}], "willContinue": True})
            else:
                pieces.append({"partialArgs": [{"jsonPath": path, "numberValue": value}], "willContinue": True})
        pieces.append({})
    forms = []
    for piece in pieces:
        content = {"role": "model", "parts": [{"functionCall": piece}]}
        forms.append(list(dumps(genai.GenerateContentResponse.model_validate({"candidates": [{"content": content}]}))))
    for events in zip(*forms):
        yield {"events": list(events)}


def parsed(shape, value):
    """A response as the SDK parses it from the wire."""
    report = ParamValidator().validate(value, shape)
    check(not report.has_errors(), report.generate_report())
    body = {"body": json.dumps(value).encode(), "headers": {}, "status_code": 200}
    read = botocore.parsers.create_parser("rest-json").parse(body, shape)
    read.pop("ResponseMetadata", None)
    return read


def read_bedrock(calls):
    blocks = [{"text": "Let me see."}]
    blocks += [{"toolUse": {"toolUseId": id, "name": name, "input": arguments}} for id, name, arguments in calls]
    usage = {"inputTokens": 1, "outputTokens": 1, "totalTokens": 2}
    whole = {"output": {"message": {"role": "assistant", "content": blocks}}, "stopReason": "tool_use", "usage": usage, "metrics": {"latencyMs": 1}}
    response = parsed(CONVERSE.output_shape, whole)
    yield {"response": response}
    yield {"response": response["output"]["message"]}
    events = [{"messageStart": {"role": "assistant"}}]
    for index, (id, name, arguments) in enumerate(calls, start=1):
        events.append({"contentBlockStart": {"contentBlockIndex": index, "start": {"toolUse": {"toolUseId": id, "name": name}}}})
        for piece in pieces(json.dumps(arguments)):
            events.append({"contentBlockDelta": {"contentBlockIndex": index, "delta": {"toolUse": {"input": piece}}}})
        events.append({"contentBlockStop": {"contentBlockIndex": index}})
    events.append({"messageStop": {"stopReason": "tool_use"}})
    # botocore hands out the union; the wire has the name of the event in a header and its members alone.
    yield {"events": [parsed(STREAM, event) for event in events]}
    alone = []
    for event in events:
        ((name, members),) = event.items()
        alone.append(parsed(STREAM.members[name], members))
    yield {"events": alone}


def whole(value):
    """What pydantic has left to be looked at later, looked at now."""
    if isinstance(value, dict):
        return {key: whole(item) for key, item in value.items()}
    if isinstance(value, (str, bytes)) or not hasattr(value, "__iter__"):
        return value
    return [whole(item) for item in value]


def typed(kind):
    adapter = TypeAdapter(kind)

    def judge(messages):
        for message in messages:
            check(whole(adapter.validate_python(message, extra="forbid")) == message, "the SDK reads something else")

    return judge


def judge_chat(messages):
    typed(ChatCompletionMessageParam)(messages)
    check([message["role"] for message in messages] == ["tool"] * len(messages), "role")
    check("Error: no clock" in messages[2]["content"], "the error is not marked")
    return [message["tool_call_id"] for message in messages]


def judge_mistral(messages):
    for message in messages:
        check(mistral.ToolMessage.model_validate(message).role == "tool", "role")
        check(set(message) <= set(mistral.ToolMessage.model_fields), "unknown field")
    check("Error: no clock" in messages[2]["content"], "the error is not marked")
    return [message["tool_call_id"] for message in messages]


def judge_responses(messages):
    typed(ResponseInputItemParam)(messages)
    check("Error: no clock" in messages[2]["output"], "the error is not marked")
    return [message["call_id"] for message in messages]


def judge_anthropic(messages):
    typed(MessageParam)(messages)
    (message,) = messages
    blocks = message["content"]
    check([bool(block.get("is_error")) for block in blocks] == [False, False, True], "the error is not marked")
    return [block["tool_use_id"] for block in blocks]


def judge_gemini(messages):
    (message,) = messages
    content = genai.Content.model_validate(message)
    check(content.model_dump(mode="json", by_alias=True, exclude_none=True) == message, "the SDK reads something else")
    answers = [part.function_response for part in content.parts]
    check([set(answer.response) for answer in answers] == [{"output"}, {"output"}, {"error"}], "the error is not marked")
    return [answer.id for answer in answers]


def judge_bedrock(messages):
    (message,) = messages
    report = ParamValidator().validate({"modelId": "m", "messages": [message]}, CONVERSE.input_shape)
    check(not report.has_errors(), report.generate_report())
    results = [block["toolResult"] for block in message["content"]]
    check([result["status"] for result in results] == ["success", "success", "error"], "the error is not marked")
    return [result["toolUseId"] for result in results]


CHAT = (read_chat, judge_chat)
RESPONSES = (read_responses, judge_responses)
ANTHROPIC = (read_anthropic, judge_anthropic)
GEMINI = (read_gemini, judge_gemini)
FORMATS = {
    "openai": CHAT,
    "openai-strict": CHAT,
    "azure": CHAT,
    "azure-strict": CHAT,
    "openai-responses": RESPONSES,
    "openai-responses-strict": RESPONSES,
    "anthropic": ANTHROPIC,
    "anthropic-strict": ANTHROPIC,
    "gemini": GEMINI,
    "gemini-json-schema": GEMINI,
    "vertex": (read_vertex, judge_gemini),
    "bedrock": (read_bedrock, judge_bedrock),
    "mistral": (read_mistral, judge_mistral),
}


class Program:
    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, to, **request):
        line = json.dumps({"to": to, "tools": TOOLS, "results": RESULTS, **request})
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def end(self):
        self.process.stdin.close()
        check(self.process.wait() == 0, "the program failed")


def spoiled(message):
    """The message with the first text of it made a number, once for each place."""
    def places(value, path):
        if isinstance(value, dict):
            for key, item in value.items():
                yield from places(item, [*path, key])
        elif isinstance(value, list):
            for index, item in enumerate(value):
                yield from places(item, [*path, index])
        elif isinstance(value, str):
            yield path

    path = next(places(message, []))
    bad = copy.deepcopy(message)
    inner = bad
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = 5
    return bad


def judge_format(program, to, read, judge):
    wire = program.ask(to, events=[])["wire"]
    calls = played(wire)
    forms = 0
    messages = None
    for request in read(calls):
        answer = program.ask(to, **request)
        check("error" not in answer, f"not read: {answer.get('error')}")
        found = [{"tool": call["tool"], "arguments": call["arguments"]} for call in answer["calls"]]
        check(found == MEANT, f"read {found} from {json.dumps(request)[:800]}")
        ids = [id for id, _, _ in calls]
        check([call["id"] for call in answer["calls"]] == ids, "ids")
        check(judge(answer["messages"]) == ids, "the results name other calls")
        messages = answer["messages"]
        forms += 1
    # A judge that takes anything would be none, and so would a reader.
    try:
        judge([spoiled(messages[0]), *messages[1:]])
    except Exception:
        pass
    else:
        raise ValueError("the judge accepts a bad message")
    check("error" in program.ask(to, response={"answer": "something else"}), "a foreign response is read")
    return forms


def main(path):
    program = Program(path)
    failures = 0
    for to, (read, judge) in FORMATS.items():
        try:
            forms = judge_format(program, to, read, judge)
        except Exception as error:
            failures += 1
            print(f"calls: {to}: {type(error).__name__}: {error}"[:1500])
            continue
        print(f"calls: {to}: read from {forms} forms of the SDK's types, results accepted by them")
    program.end()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
