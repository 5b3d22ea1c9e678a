"""The official Python client lists and calls the example server: official.py SERVER URL."""

import asyncio
import sys

from mcp import Client, MCPError, StdioServerParameters


def check(condition, what):
    print("ok" if condition else "NOT", what)
    if not condition:
        sys.exit(1)


async def use(where, server, mode):
    async with Client(server, mode=mode, read_timeout_seconds=30) as client:
        where = f"{where}, {client.protocol_version}"
        tools = (await client.list_tools()).tools
        names = [tool.name for tool in tools]
        check(names == ["create_issue", "list_issues", "close_issue"], f"{where}: tools/list")
        made = await client.call_tool("create_issue", {"title": "it leaks", "labels": ["bug"]})
        number = made.structured_content["number"]
        check(not made.is_error and made.structured_content["state"] == "open", f"{where}: create")
        closed = await client.call_tool("close_issue", {"number": float(number)})
        check(closed.structured_content["state"] == "closed", f"{where}: close, by 1.0")
        listed = await client.call_tool("list_issues", {"state": "closed"})
        found = [issue["number"] for issue in listed.structured_content["issues"]]
        check(number in found, f"{where}: list")
        wrong = await client.call_tool("create_issue", {"title": "", "labels": 5, "x": 1})
        text = wrong.content[0].text
        told = all(part in text for part in ["/title", "/labels", "`x`"])
        check(wrong.is_error and told, f"{where}: every mistake is told")
        gone = await client.call_tool("close_issue", {"number": 123456})
        check(gone.is_error and "no issue 123456" in gone.content[0].text, f"{where}: a failure")
        try:
            await client.call_tool("tracker:create_issue", {})
            check(False, f"{where}: an unknown tool")
        except MCPError as error:
            check(error.error.code == -32602 and "create_issue" in str(error), f"{where}: an unknown tool")


async def main(program, url):
    stdio = StdioServerParameters(command=program, args=["stdio"])
    for mode in ["legacy", "auto"]:
        await use("stdio", stdio, mode)
        await use("http", url, mode)


asyncio.run(main(*sys.argv[1:]))
