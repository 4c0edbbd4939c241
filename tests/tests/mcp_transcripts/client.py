"""A conversation of the official client library with `boolprog mcp`: its types read every answer.

Called with the binary and a folder that has `lock.bp`. Ends with 77 if the package `mcp` is not there.
"""

import asyncio
import json
import pathlib
import sys

try:
    from mcp import ClientSession, StdioServerParameters, types
    from mcp.client.stdio import stdio_client
except ImportError:
    print("skipped: there is no package mcp")
    sys.exit(77)


async def main(binary, folder):
    async def roots(*_):
        return types.ListRootsResult(roots=[types.Root(uri=pathlib.Path(folder).as_uri())])

    server = StdioServerParameters(command=binary, args=["mcp"], cwd="/")
    async with stdio_client(server) as (read, write), ClientSession(read, write, list_roots_callback=roots) as session:
        await session.initialize()
        names = [tool.name for tool in (await session.list_tools()).tools]
        assert names == ["check", "explain", "replay", "what_if", "invariants"], names

        async def call(tool, **arguments):
            answer = await session.call_tool(tool, arguments)
            document = json.loads(answer.model_dump_json(by_alias=True))
            return document.get("isError"), document.get("structuredContent"), document["content"][0]["text"]

        failed, found, text = await call("check", file="lock.bp")
        assert not failed and found["verdict"] == "violated" and json.loads(text) == found, text
        assert found["properties"][0]["line"] == 17, found
        failed, found, text = await call("explain", file="lock.bp")
        assert not failed and found["next"][0]["tool"] == "replay", text
        for following in found["next"]:
            failed, answer, text = await call(following["tool"], **following["arguments"])
            assert not failed and answer, text
        failed, _, text = await call("check", file="/etc/passwd")
        assert failed and text.startswith("The roots of the client have no file"), text
        pages = (await session.list_resources()).resources
        contents = (await session.read_resource(pages[0].uri)).contents
        assert contents[0].text.startswith("# "), pages[0]


asyncio.run(main(*sys.argv[1:]))
print("checked")
