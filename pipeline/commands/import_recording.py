"""Turning what other recorders wrote into a capture batch."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands.options import Entities, say, stoppable_command

if TYPE_CHECKING:
    from redaction.records import Refusal


def import_recording(
    kind: Annotated[str, typer.Argument(help="Who recorded: playwright, rrweb, smartrpa, openadapt, screenpipe.")],
    sources: Annotated[list[Path], typer.Argument(metavar="SOURCE...", help="Its files, or folders of them.")],
    out: Annotated[Path, typer.Option("--out", help="The new capture batch: a folder that is not there yet.")],
    participant: Annotated[str, typer.Option("--participant", help="Needed: id of the recorded person.")] = "",
    consent: Annotated[
        Path | None,
        typer.Option("--consent", help="Needed: that person's, JSON {status, recorded_at, scope, evidence}."),
    ] = None,
    environment: Annotated[str, typer.Option("--environment", help="Needed: staging or production.")] = "",
    application: Annotated[
        list[str] | None,
        typer.Option(
            "--application", help="Needed: an application, host or host pattern that may be recorded; repeat it."
        ),
    ] = None,
    domain: Annotated[str, typer.Option("--domain", help="Needed: domain of the release, such as Finance.")] = "",
    process: Annotated[str, typer.Option("--process", help="Needed: name of the process that was recorded.")] = "",
    name: Annotated[str | None, typer.Option("--name", help="The person's name: to be hidden everywhere.")] = None,
    email: Annotated[str | None, typer.Option("--email", help="The person's address: likewise.")] = None,
    batch: Annotated[
        str | None, typer.Option("--batch", help="Name of the batch. Default: made of the kind and the content.")
    ] = None,
    timezone: Annotated[
        str | None, typer.Option("--timezone", help="Of recorders that write local times, such as Europe/Oslo.")
    ] = None,
    entities: Entities = None,
) -> None:
    """Turn recordings of other tools into one capture batch that `build` takes; every gate stands after it."""
    from redaction.errors import sealed
    from redaction.importers.batch import import_batch
    from redaction.importers.told import Told, zone_of

    with stoppable_command(), sealed("import"):
        told = Told(
            participant=participant,
            process=process,
            domain=domain,
            environment=environment,
            applications=tuple(application or ()),
            consent=consent,
            name=name,
            email=email,
            batch=batch,
            zone=zone_of(timezone),
            entities=entities,
        )
        done = import_batch(kind, sources, told, out)
    say(f"recordings    {done.recordings}: {done.events} events, {done.screenshots} screenshots")
    say(f"declared      {done.declared} entities, to be hidden wherever they stand")
    say(f"passed over   {done.passed_over} records that are no click, typing or hotkey that happened")
    _tell("refused      ", done.refusals)
    gates = done.gates
    say(
        f"a build takes {gates.recordings_accepted} recordings, {gates.events_accepted} events, "
        f"{gates.screenshots_accepted} screenshots"
    )
    _tell("gates refuse ", done.gate_refusals)
    say(f"next          entrophy build --captures {out} --out OUT --plan")
    if done.refusals:
        raise typer.Exit(3)


def _tell(head: str, refusals: Sequence[Refusal]) -> None:
    """A line for each reason: how often, why, what to do, and the first places."""
    from redaction.capture.reasons import REASONS
    from redaction.importers.batch import told_of

    for reason, count, places in told_of(refusals):
        more = f" and {count - len(places)} more" if count > len(places) else ""
        told = REASONS[reason]
        say(f"{head} {reason} {count}: {told.sentence} Remedy: {told.remedy} At: {', '.join(places)}{more}")
