"""The sandbox as a server of the Model Context Protocol, over standard input and output."""

from __future__ import annotations

import json
from importlib.metadata import version
from typing import Any

from evaluation.company.sandbox import Sandbox, Session
from redaction.errors import EngineUnavailable


def server(sandbox: Sandbox, session: Session) -> Any:
    """A server of the SDK whose tools are those of the sandbox, all called as the person of `session`.
    EngineUnavailable without the extra `sandbox`."""
    try:
        import mcp_types as types
        from mcp.server.lowlevel import Server
    except ImportError:
        raise EngineUnavailable(
            "the Model Context Protocol needs the extra `sandbox`.",
            record="mcp",
            remedy="pip install 'entrophy[sandbox]'.",
        ) from None

    async def listed(_context: Any, _params: Any) -> Any:
        return types.ListToolsResult(
            tools=[
                types.Tool(name=one.name, description=one.description, input_schema=one.parameters)
                for one in sandbox.tools.values()
            ]
        )

    async def called(_context: Any, params: Any) -> Any:
        answer = session.call(params.name, params.arguments)
        text = json.dumps(answer.as_json(), ensure_ascii=False)
        return types.CallToolResult(content=[types.TextContent(type="text", text=text)], is_error=not answer.ok)

    about = f"The company's sources, as {session.actor.id}. What your role does not allow is answered with `denied`."
    return Server(
        "entrophy-sandbox",
        version=version("entrophy"),
        instructions=about,
        on_list_tools=listed,
        on_call_tool=called,
    )


def serve(sandbox: Sandbox, session: Session) -> None:
    """Serve until standard input ends."""
    served = server(sandbox, session)
    import anyio
    from mcp.server.stdio import stdio_server

    async def run() -> None:
        async with stdio_server() as (received, sent):
            await served.run(received, sent, served.create_initialization_options())

    anyio.run(run)
