"""People who ask to be forgotten, and versions that are called back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands.options import KeyFile, PolicyFile, complain, console, existing_key, say, stoppable_command
from redaction.errors import EntrophyError

if TYPE_CHECKING:
    from redaction.policy import CapturePolicy
    from redaction.records import DeclaredEntity
    from release.withdrawal.forget import Places, Told

Outs = Annotated[list[Path] | None, typer.Argument(metavar="[OUT]...", help="The folders that `build` wrote.")]
Registries = Annotated[
    list[Path] | None, typer.Option("--registry", help="Folder of published releases; receipts tell of others.")
]
Reason = Annotated[str, typer.Option("--reason", help="Why, in one line that names nobody.")]
_MOST_BYTES = 100_000
"""Of a file with the value of an entity."""


def forget(
    outs: Outs = None,
    participant: Annotated[str, typer.Option("--participant", help="A recorded person, by the id in batch.json.")] = "",
    entity: Annotated[
        bool,
        typer.Option("--entity", help="Somebody in others' recordings: asked for here, or read --from a file."),
    ] = False,
    from_file: Annotated[
        Path | None,
        typer.Option("--from", help="The value in the first line of a file, other spellings in lines of their own."),
    ] = None,
    kind: Annotated[
        str, typer.Option("--kind", help="What the value is: person, company, email, phone, id …")
    ] = "person",
    batch: Annotated[str, typer.Option("--batch", help="Which batch's participant, where an id is two people's.")] = "",
    reason: Reason = "asked to be forgotten",
    date: Annotated[str, typer.Option("--date", help="When it was asked, YYYY-MM-DD; default: today.")] = "",
    captures: Annotated[
        list[Path] | None, typer.Option("--captures", help="Capture batches; those that OUT was built from are known.")
    ] = None,
    registry: Registries = None,
    from_hosts: Annotated[
        bool,
        typer.Option(
            "--remove-from-hosts", help="Also delete published versions that held the data, where that can be."
        ),
    ] = False,
    listed: Annotated[bool, typer.Option("--list", help="Show the requests, without values, and end.")] = False,
    done: Annotated[
        int | None, typer.Option("--done", help="End the request of this number: no capture holds the person any more.")
    ] = None,
    key: KeyFile = None,
    policy: PolicyFile = None,
) -> None:
    """Record that somebody asked to be forgotten, and remove what is kept of the person.

    The next build leaves the person out. A value is never given on the command line, which shells remember.
    """
    from redaction.errors import sealed
    from redaction.policy import load_policy
    from release.withdrawal.forget import end_request, remove_from_hosts

    if sum((bool(participant), entity, listed, done is not None)) != 1:
        raise EntrophyError(
            "it is not clear what is asked for.", remedy="give one of --participant ID, --entity, --list, --done N."
        )
    with stoppable_command(), sealed("forget"), _places(existing_key(key), outs, captures, registry) as places:
        if listed:
            _list(places)
        elif done is not None:
            ended = end_request(done, places, load_policy(policy).capture)
            console.print(f"request {ended.number} is done: its value is not kept any more.")
        else:
            rules = load_policy(policy).capture
            if participant:
                told = forget_participant(participant, date, reason, places, rules, batch=batch)
            else:
                told = forget_entity(_entities(kind, from_file), date, reason, places, rules)
            _tell(told)
            if from_hosts:
                for one in remove_from_hosts(told.request, told.versions, places):
                    say(f"deleted: version {one.version} ({one.location})")
            told.proof.require_clean()


def forget_participant(
    participant: str, date: str, reason: str, places: Places, rules: CapturePolicy, *, batch: str = ""
) -> Told:
    """As `entrophy forget --participant`."""
    from release.review.session import today
    from release.withdrawal.forget import forget_participant as run

    return run(participant, date or today(), reason, places, rules, batch=batch, say=say)


def forget_entity(entities: list[DeclaredEntity], date: str, reason: str, places: Places, rules: CapturePolicy) -> Told:
    """As `entrophy forget --entity`."""
    from release.review.session import today
    from release.withdrawal.forget import forget_entity as run

    return run(entities, date or today(), reason, places, rules, say=say)


def recall(
    version: Annotated[str, typer.Argument(help="The version that must not be used any more, X.Y.Z.")],
    reason: Reason,
    outs: Outs = None,
    replaced_by: Annotated[str | None, typer.Option("--replaced-by", help="The version that took its place.")] = None,
    date: Annotated[str, typer.Option("--date", help="Since when, YYYY-MM-DD; default: today.")] = "",
    registry: Registries = None,
    on_hosts: Annotated[
        bool, typer.Option("--on-hosts", help="Also tell readers on the hosts it was published to (network).")
    ] = False,
    key: KeyFile = None,
) -> None:
    """Call a published version back, and tell the way to a patched one.

    It is marked in every folder of releases and, with --on-hosts, on its hosts; `verify` and `publish` refuse it from
    now on.
    """
    from redaction.errors import sealed
    from redaction.ledger.keys import load_key
    from release.publish.publish_types import RECEIPT_NAME, PublishSettings
    from release.review.session import today
    from release.withdrawal.concerned import capture_folders
    from release.withdrawal.published import remedy_of
    from release.withdrawal.recalled import recall as run

    path, folders = existing_key(key), [out.resolve() for out in outs or []]
    if on_hosts and not folders:
        raise EntrophyError(
            "where it was published is not known.", remedy=f"give the folder of the build, which holds {RECEIPT_NAME}."
        )
    with stoppable_command(), sealed("recall"):
        patch = run(
            version,
            reason=reason,
            date=date or today(),
            replaced_by=replaced_by,
            outs=folders,
            registries=registry or [],
            key_path=path,
            key=load_key(path),
            on_hosts=PublishSettings(work=folders[0] / ".publishing") if on_hosts else None,
            say=say,
        )
        captures = " ".join(map(str, capture_folders([], folders))) or "CAPTURES"
    for shelf in patch.shelves:
        say(f"withdrawn in {shelf}")
    for one in patch.announced:
        say(f"readers are told: {one.target}, {one.location}")
    for one, reason_given in patch.refused:
        complain(f"readers are not told: {one.target}, {one.location}: {reason_given}")
    for one in patch.elsewhere:
        say(f"still public: {one.target}, {one.location}. {remedy_of(one.target)}")
    covered = sum(map(len, patch.corrections.cover.values()))
    say(
        f"the next build carries on from the review: {patch.flags} flagged screens, {covered} places to cover, "
        f"{len(patch.corrections.entities)} words to hide everywhere."
    )
    if replaced_by is None:
        at = patch.shelves[0] if patch.shelves else None
        before = f" --previous {at / version}" if at is not None else ""
        target = f" --registry {at.parent}" if at is not None else ""
        out = folders[0] if folders else Path("OUT")
        say("then:")
        named = before or f" --version {patch.version}"  # with the version before, the build names the next itself
        say(f"  entrophy build --captures {captures} --out {out}{named} --key {path}")
        say(f"  entrophy review {out} --auditor NAME; entrophy sign {out} --auditor NAME --auditor-key FILE")
        say(f"  entrophy publish {out} --to folder")
        say(f"  entrophy recall {version} --reason '…' --replaced-by {patch.version}{target} --key {path}")
    if patch.refused:
        raise typer.Exit(1)


def _tell(told: Told) -> None:
    say(told.proof.sentence())
    for name in told.proof.found:
        say(f"left: {name}")
    for batch in told.held:
        say(
            f"captures: {batch.batch} still holds {batch.recordings} recordings of the person and {batch.texts} texts; "
            "they are yours to delete."
        )
    if not told.held:
        say("captures: none that is known here holds the person in its texts; screenshots were not read.")
    for version in told.versions:
        say(version.sentence())
    say("Build the next version now: it leaves the data out, and its change log says so without a name.")


def _entities(kind: str, from_file: Path | None) -> list[DeclaredEntity]:
    from redaction.records import DeclaredEntity

    if from_file is None:
        lines = [typer.prompt("Value (it is not shown)", hide_input=True, err=True)]
    else:
        try:
            with from_file.open("rb") as file:
                lines = file.read(_MOST_BYTES).decode("utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise EntrophyError(
                f"the file of the value cannot be read ({type(error).__name__}).", remedy="give a text file in UTF-8."
            ) from None
    values = [line.strip() for line in lines if line.strip()]
    if not values:
        raise EntrophyError("no value was given.", remedy="type it, or put it in the first line of the file.")
    # a mail address is no name of two words: what is written like one is looked for as one
    return [DeclaredEntity("email" if "@" in value else kind, value) for value in values]


def _list(places: Places) -> None:
    from redaction.withdrawal.requests import load_requests

    for one in load_requests(places.key_path, places.key).requests:
        say(f"{one.number}\t{one.date}\t{one.kind}\t{one.state}\t{one.reason}")


@contextmanager
def _places(
    key_path: Path, outs: list[Path] | None, captures: list[Path] | None, registries: list[Path] | None
) -> Iterator[Places]:
    """Key, ledger and folders, with no build at work in any of them."""
    from pipeline.runner import LOCK
    from redaction.batch import open_ledger
    from redaction.work.lock import only_one
    from release.withdrawal.forget import Places

    folders = [out.resolve() for out in outs or []]
    for out in folders:
        if not out.is_dir():
            raise EntrophyError("there is no such folder.", record=out.name, remedy="give folders that `build` wrote.")
    key, ledger = open_ledger(key_path)
    with ExitStack() as stack:
        stack.enter_context(closing(ledger))
        for out in folders:
            if (out / "work").is_dir():
                lock = only_one(
                    out / "work" / LOCK, "a build is at work in this output folder", "wait until it has ended."
                )
                stack.enter_context(lock)
        yield Places(folders, captures or [], key_path, key, ledger, registries or [])
