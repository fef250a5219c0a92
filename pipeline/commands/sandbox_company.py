"""`entrophy sandbox`: a released company to work in, as one of its people."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from pipeline.commands.options import say, stoppable_command
from redaction.errors import EntrophyError, sealed


def sandbox(
    bundle: Annotated[Path, typer.Argument(help="A bundle, its <Domain>_sources.zip, or that archive unpacked.")],
    person: Annotated[str, typer.Option("--as", help="The emp_id of who acts; the access rules are theirs.")],
    call: Annotated[
        str | None, typer.Option("--call", help="Call this tool once; without it, tools are listed.")
    ] = None,
    arguments: Annotated[str, typer.Option("--arguments", help="Arguments of the tool: a JSON object.")] = "{}",
    mcp: Annotated[bool, typer.Option("--mcp", help="Serve by the Model Context Protocol over stdio.")] = False,
    copy: Annotated[
        Path | None, typer.Option("--copy", help="Keep the working copy in this file, and go on with it.")
    ] = None,
    reset: Annotated[bool, typer.Option("--reset", help="Bring --copy back to the released state first.")] = False,
    log: Annotated[
        Path | None, typer.Option("--log", help="Append every call to this file, a line of JSON each.")
    ] = None,
) -> None:
    """Let an agent into a released company, behind its access rules. Writes touch a copy, never the bundle."""
    from evaluation.company.released import read_company
    from evaluation.company.sandbox import Sandbox

    if mcp and call is not None:
        raise EntrophyError("--mcp and --call exclude each other.", remedy="give one of them.")
    given = _arguments(arguments)
    if copy is not None and copy.resolve().is_relative_to(bundle.resolve()):
        raise EntrophyError("the copy would lie in the bundle.", record="--copy", remedy="put it elsewhere.")
    with (
        stoppable_command(),
        sealed("sandbox"),
        Sandbox(read_company(bundle)) as box,
        box.session(person, log, copy) as session,
    ):
        if reset:
            session.reset()
        if mcp:
            from evaluation.company.serve import serve

            serve(box, session)
            return
        if call is None:
            for tool in box.tools.values():
                say(f"{tool.name}: {tool.description}")
            return
        answer = session.call(call, given)
        say(json.dumps(answer.as_json(), ensure_ascii=False, indent=1))
    if not answer.ok:
        raise typer.Exit(1)


def _arguments(text: str) -> dict[str, object]:
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        given = None
    if not isinstance(given, dict):
        raise EntrophyError("is no JSON object.", record="--arguments", remedy='for example \'{"id": "emp_0431"}\'.')
    return given
