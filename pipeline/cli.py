"""The command line. `entrophy COMMAND --help` explains each; heavy imports wait until they are needed."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.console import Console

from redaction.errors import EntrophyError

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    help="Turns raw recordings of people at work into datasets that are safe to publish.",
)
scrub_app = typer.Typer(no_args_is_help=True, help="Redact single texts or images, outside a release.")
app.add_typer(scrub_app, name="scrub")
key_app = typer.Typer(no_args_is_help=True, help="The keys that sign releases: show, rotate, revoke.")
app.add_typer(key_app, name="key")
console = Console(highlight=False)
errors = Console(stderr=True, highlight=False)

Out = Annotated[Path, typer.Option("--out", help="Folder for bundle, report and work files.")]
PolicyFile = Annotated[Path | None, typer.Option("--policy", help="Policy file (YAML); see `entrophy policy`.")]
KeyFile = Annotated[
    Path | None, typer.Option("--key", help="Key file; made on first use, mode 0600. Default ~/.config/entrophy/key.")
]
Entities = Annotated[
    Path | None,
    typer.Option("--entities", help="Known entities: JSON list of {kind, value, aliases}, or a batch.json."),
]


@app.command(epilog="Example: `entrophy demo --out out/demo`")
def demo(out: Out = Path("out/demo")) -> None:
    """Build a release from the sample recordings that come with Entrophy."""
    from assets.config import SAMPLES

    captures = sorted(p.parent for p in SAMPLES.glob("*/batch.json"))
    if not captures:
        raise EntrophyError("the sample recordings are not there.", remedy="run from a complete checkout.")
    # The demo has a key of its own, so that it never touches the ledger of real releases.
    _build(captures, out, "0.1.0", None, out.resolve().parent / f"{out.name}.key")


@app.command(
    epilog="Example: `entrophy build --captures recordings/may recordings/june --out out/1.2.0 --version 1.2.0`"
)
def build(
    captures: Annotated[list[Path], typer.Option("--captures", help="Capture batch folders.")],
    out: Out,
    more: Annotated[list[Path] | None, typer.Argument(metavar="[DIR]...", help="More capture batch folders.")] = None,
    version: Annotated[str, typer.Option("--version", help="Version of the release, X.Y.Z.")] = "0.1.0",
    previous: Annotated[
        Path | None,
        typer.Option("--previous", help="The version before: what changed is told in report and change log."),
    ] = None,
    policy: PolicyFile = None,
    key: KeyFile = None,
) -> None:
    """Turn capture batches into one verified bundle and its audit report."""
    _build([*captures, *(more or [])], out, version, policy, key, previous)


def key_path(given: Path | None) -> Path:
    """The key file that was given, else the default one. Not resolved: a link in its place is refused."""
    from assets.config import default_key

    return (given or default_key()).expanduser().absolute()


def key_for(out: Path, key: Path | None) -> Path:
    """The key given; else the key a demo made beside its folder; else the default key."""
    from release.verify.origin import key_beside

    if key is not None:
        return key_path(key)
    return key_beside(out) or key_path(None)


def _stoppable() -> AbstractContextManager[None]:
    from pipeline.signals import stoppable

    return stoppable()


def _build(
    captures: list[Path], out: Path, version: str, policy: Path | None, key: Path | None, previous: Path | None = None
) -> None:
    from assets.resources import Workspace
    from pipeline.runner import run_release

    workspace = Workspace(
        captures=[str(path.resolve()) for path in captures],
        out=str(out.resolve()),
        key=str(key_path(key)),
        policy=str(policy.resolve()) if policy else "",
    )
    with _stoppable():
        run_release(workspace, version, console, previous)
    console.print(f"bundle: {workspace.bundle_path}", soft_wrap=True)
    console.print(f"report: {workspace.report_path}", soft_wrap=True)


@scrub_app.command("text", epilog="Example: `entrophy scrub text mails.jsonl clean.jsonl`")
def scrub_text(
    source: Annotated[Path, typer.Argument(metavar="IN.jsonl", help='Rows {"id", "text"}, one JSON object a line.')],
    target: Annotated[Path, typer.Argument(metavar="OUT.jsonl", help="Rows with the redacted text and its findings.")],
    entities: Entities = None,
    policy: PolicyFile = None,
    key: KeyFile = None,
) -> None:
    """Replace identifiers in texts; findings are given as code points of the input."""
    from redaction.errors import sealed
    from redaction.policy import load_policy
    from redaction.scrub_text import scrub_text_file

    with _stoppable(), sealed("scrub text", source.name):
        done = scrub_text_file(source, target, entities, load_policy(policy), key_path(key))
    console.print(f"{done.rows} rows, {done.findings} findings, {done.refused} refused: {target}", soft_wrap=True)
    if done.refused:
        raise typer.Exit(3)


@scrub_app.command("images", epilog="Example: `entrophy scrub images --out clean shots/*.png`")
def scrub_images(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="PNG or JPEG screenshots.")],
    out: Annotated[Path, typer.Option("--out", help="Folder for the redacted images and findings.jsonl.")],
    entities: Entities = None,
    policy: PolicyFile = None,
    key: KeyFile = None,
) -> None:
    """Hide identifiers, faces and codes on screenshots, for good."""
    from pipeline.bars import bars, reporter
    from redaction.errors import sealed
    from redaction.policy import load_policy
    from redaction.scrub_images import scrub_images as run

    with _stoppable(), bars(errors, transient=True) as bar, sealed("scrub images"):
        done = run(files, out, entities, load_policy(policy), key_path(key), reporter(bar))
    console.print(f"{done.images} images, {done.findings} findings, {done.refused} refused: {out}", soft_wrap=True)
    if done.refused:
        raise typer.Exit(3)


@app.command(epilog="Example: `entrophy verify out/demo --unsigned`")
def verify(
    bundle: Annotated[Path, typer.Argument(help="The bundle, or the folder that `build` wrote.")],
    captures: Annotated[
        list[Path] | None,
        typer.Option("--captures", help="The captures it was made from: no value of theirs may be in it."),
    ] = None,
    more: Annotated[list[Path] | None, typer.Argument(metavar="[DIR]...", help="More capture batch folders.")] = None,
    public_key: Annotated[
        str | None, typer.Option("--public-key", help="The maintainer's public key (base64); told by another way.")
    ] = None,
    public_key_file: Annotated[
        Path | None,
        typer.Option("--public-key-file", help="File of such keys, one a line; one of them must have signed."),
    ] = None,
    pin: Annotated[
        bool,
        typer.Option("--pin", help="Remember key, auditor and version of this dataset: later ones are held to them."),
    ] = False,
    revoked: Annotated[
        Path | None, typer.Option("--revoked", help="The maintainer's list of revoked keys (KEY.revoked.json).")
    ] = None,
    allow_older: Annotated[
        bool, typer.Option("--allow-older", help="Take a version older than one seen before.")
    ] = False,
    screens: Annotated[bool, typer.Option("--read-screens", help="Read every screenshot again by OCR (slow).")] = False,
    unsigned: Annotated[bool, typer.Option("--unsigned", help="Before the sign-off: judge the bundle alone.")] = False,
    auditors: Annotated[
        Path | None,
        typer.Option("--auditors", help="List of the auditors whose signatures count, told by another way."),
    ] = None,
    key: Annotated[
        Path | None,
        typer.Option("--key", help="The maintainer's key: the whole leak check is computed again (slow)."),
    ] = None,
    policy: PolicyFile = None,
) -> None:
    """Check a bundle and its sign-off.

    Exit 0: everything holds, and the keys that signed are the ones they should be: your own, told (--public-key,
    --auditors), or pinned. 1: do not use it. 3: all holds but the sign-off. 4: all holds, but whose keys signed was not
    checked. 5: all holds, but a newer version was seen here before.
    """
    from pipeline.verify_command import judge, tell

    with _stoppable():
        report = judge(
            bundle,
            captures=[*(captures or []), *(more or [])],
            public_key=public_key,
            screens=screens,
            unsigned=unsigned,
            auditors=auditors,
            key=key,
            home=key_for(bundle, key),
            policy=policy,
            public_key_file=public_key_file,
            revoked=revoked,
            pin=pin,
            allow_older=allow_older,
        )
    status = tell(report, console, errors)
    if status:
        raise typer.Exit(status)


@key_app.command("show", epilog="Example: `entrophy key show --key out/demo.key`")
def key_show(key: KeyFile = None) -> None:
    """Print the public release key: the line to tell readers by another way than the bundle."""
    from pipeline.key_command import show

    show(_existing(key), console)


@key_app.command("rotate", epilog="Example: `entrophy key rotate`")
def key_rotate(key: KeyFile = None) -> None:
    """Sign with a new release key from now on. The old one signs for the new one; the ledger stays as it is."""
    from pipeline.key_command import rotate

    rotate(_existing(key), console)


@key_app.command("revoke", epilog="Example: `entrophy key revoke --generation 1`")
def key_revoke(
    key: KeyFile = None,
    generation: Annotated[
        int | None, typer.Option("--generation", help="Which release key; default: the one that signs now.")
    ] = None,
) -> None:
    """Revoke a release key that somebody else may have. Writes KEY.revoked.json, to be given to every reader."""
    from pipeline.key_command import revoke

    revoke(_existing(key), generation, console)


def _existing(key: Path | None) -> Path:
    path = key_path(key)
    if not path.is_file():
        raise EntrophyError("there is no such key.", remedy="give --key the key file of a build.")
    return path


@app.command(epilog="Example: `entrophy ledger --key out/demo.key`")
def ledger(
    key: KeyFile = None,
    values: Annotated[
        bool, typer.Option("--show-real-values", help="Print the real values too. They are what all this protects.")
    ] = False,
    accept: Annotated[
        bool,
        typer.Option(
            "--accept",
            help="Take what lies beside the key as its ledger, on purpose: a restored or older one, or none at all.",
        ),
    ] = False,
) -> None:
    """Count the identities of a ledger by kind; real values only when asked for by name."""
    from redaction.ledger.ledger_files import accept_ledger, ledger_path, open_ledger

    path = key_path(key)
    if not accept and not (path.is_file() and ledger_path(path).is_file()):
        raise EntrophyError("there is no ledger beside this key.", remedy="give --key the key file of a build.")
    _, opened = accept_ledger(path) if accept else open_ledger(path)
    if accept:
        console.print("this is the ledger of the key from now on.")
    for kind, count in sorted(opened.counts().items()):
        console.print(f"{kind.value}: {count}")
    if values:
        for entity, kind, value in sorted(opened.real_values()):
            typer.echo(f"{entity}\t{kind.value}\t{value}")


@app.command(epilog="Example: `entrophy publish out/demo/bundle --to folder`")
def publish(
    bundle: Annotated[Path, typer.Argument(help="The bundle, or the folder that `build` wrote.")],
    to: Annotated[Literal["folder", "kaggle"], typer.Option("--to", help="Where to.")],
    yes: Annotated[bool, typer.Option("--yes", help="Really let the data leave this machine.")] = False,
    public: Annotated[
        bool, typer.Option("--public", help="Kaggle: make the dataset public; private otherwise.")
    ] = False,
    key: KeyFile = None,
    dest: Annotated[
        Path | None, typer.Option("--dest", help="For folder: where to. Default published/ beside it.")
    ] = None,
    older: Annotated[
        bool, typer.Option("--allow-older", help="For folder: also a version older than one that is there.")
    ] = False,
) -> None:
    """Publish a verified bundle and read it back."""
    from redaction.errors import sealed
    from release.publish.publish import publish as run
    from release.publish.publish import verify_as_ours
    from release.publish.publish_types import PublishSettings
    from release.sign.signing_gate import signoff_check

    with _stoppable(), sealed("publish"):
        receipt = run(
            bundle,
            to,
            destination=dest,
            yes=yes,
            settings=PublishSettings(public=public, older=older),
            verify=verify_as_ours(key_for(bundle, key)),
            signoff=signoff_check(key_for(bundle, key)),
            say=lambda line: console.print(line, soft_wrap=True, markup=False),
        )
    console.print(f"{receipt.summary()}", soft_wrap=True)


@app.command(epilog="Example: `entrophy ui --captures recordings --out out/ui`")
def ui(
    captures: Annotated[
        Path | None, typer.Option("--captures", help="Folder that holds capture batches. Default: the samples.")
    ] = None,
    out: Annotated[Path, typer.Option("--out", help="Folder for bundle, report, work files and runs.")] = Path(
        "out/ui"
    ),
    port: Annotated[int, typer.Option("--port", help="Port on 127.0.0.1.")] = 3000,
    policy: PolicyFile = None,
    key: KeyFile = None,
) -> None:
    """Open the Dagster UI: materialize batches and releases, look at checks and evidence."""
    from assets.resources import Workspace
    from pipeline.ui import prepare, serve

    given = {"ENTROPHY_CAPTURES": captures, "ENTROPHY_OUT": out, "ENTROPHY_POLICY": policy, "ENTROPHY_KEY": key}
    # Not resolved: a link in place of the key is refused, not followed.
    os.environ.update({name: str(path.expanduser().absolute()) for name, path in given.items() if path is not None})
    home = out.resolve() / "dagster"
    names = prepare(home, Workspace())
    console.print(f"{len(names)} capture batches: {', '.join(names) or 'none yet'}")
    console.print(f"Dagster UI: http://127.0.0.1:{port} (Ctrl+C ends it)")
    serve(home, port)


@app.command(epilog="Example: `entrophy review out/demo --auditor 'Pat Auditor'`")
def review(
    out: Annotated[Path, typer.Argument(help="The folder that `build` wrote, with its work folder.")],
    auditor: Annotated[str, typer.Option("--auditor", help="Who looks and decides.")],
    key: KeyFile = None,
    auditor_key: Annotated[
        Path | None, typer.Option("--auditor-key", help="The auditor's own key file; lets the page sign.")
    ] = None,
    port: Annotated[int, typer.Option("--port", help="Port on 127.0.0.1; 0 takes any free one.")] = 0,
    idle: Annotated[float, typer.Option("--idle", help="Minutes without use until the page closes.")] = 30,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page.")] = True,
    policy: PolicyFile = None,
) -> None:
    """Look at a release beside its originals, on this machine only; flag what was missed."""
    from redaction.policy import load_policy
    from release.review.decisions import decisions_path
    from release.review.server import serve_review

    decisions = decisions_path(key_for(out, key))
    signer = _signer(out, decisions, auditor, auditor_key) if auditor_key else None
    serve_review(
        out,
        decisions,
        auditor=auditor,
        port=port,
        idle_minutes=idle,
        open_browser=browser,
        announce=lambda line: console.print(line, soft_wrap=True, markup=False),
        sign=signer,
        policy=load_policy(policy).capture,
    )


@app.command(epilog="Example: `entrophy sign out/demo --auditor 'Pat Auditor' --auditor-key pat.key`")
def sign(
    out: Annotated[Path, typer.Argument(help="The folder that `build` wrote.")],
    auditor: Annotated[str, typer.Option("--auditor", help="Who signs.")],
    auditor_key: Annotated[Path, typer.Option("--auditor-key", help="The auditor's own key file; made on first use.")],
    decision: Annotated[Literal["release", "stop"], typer.Option("--decision", help="What is signed.")] = "release",
    note: Annotated[str, typer.Option("--note", help="A sentence for the record; no captured words.")] = "",
    show_key: Annotated[
        bool, typer.Option("--show-key", help="Print the line for the list of trusted auditors (KEY.auditors) and end.")
    ] = False,
    key: KeyFile = None,
) -> None:
    """Sign off, or stop, a reviewed release; the signature binds to every byte of the bundle."""
    from redaction.errors import sealed
    from release.review.decisions import decisions_path
    from release.sign.auditors import auditor_key as load_key
    from release.sign.auditors import auditor_line

    if show_key:
        typer.echo(auditor_line(auditor, load_key(auditor_key)))
        return
    with sealed("sign"):
        done = _signer(out, decisions_path(key_for(out, key)), auditor, auditor_key)(decision, note)
    console.print(done, soft_wrap=True, markup=False)


@app.command(epilog="Example: `entrophy doctor --out out`")
def doctor(
    out: Annotated[Path, typer.Option("--out", help="Where builds will write.")] = Path("out"),
    key: KeyFile = None,
) -> None:
    """Check this installation, from packages to disk; each line that is wrong tells its remedy."""
    from pipeline.doctor import Patient, examine, tell

    status = tell(examine(Patient(key=key_for(out, key), out=out)), console)
    if status:
        raise typer.Exit(status)


def _signer(
    out: Path, decisions: Path, auditor: str, auditor_key: Path
) -> Callable[[Literal["release", "stop"], str], str]:
    from release.bundle.bundle_format import find_bundle
    from release.review.session import utc_now
    from release.sign.auditors import auditor_key as load_key
    from release.sign.signoff import sign_release

    signing_key = load_key(auditor_key)

    def sign_now(decision: Literal["release", "stop"], note: str) -> str:
        done = sign_release(
            find_bundle(out),
            decisions,
            auditor=auditor,
            signing_key=signing_key,
            decision=decision,
            note=note,
            now=utc_now(),
        )
        return f"Signed: {done.decision}, bundle {done.bundle_digest[:12]}."

    return sign_now


@app.command(epilog="Example: `entrophy policy > policy.yaml`")
def policy() -> None:
    """Print the default policy with the meaning of every key."""
    from redaction.policy import described_defaults

    typer.echo(described_defaults(), nl=False)


def main() -> None:
    """Entry point: whatever goes wrong becomes one sentence and exit code 2, a signal one sentence and its own code."""
    from pipeline.signals import Stopped
    from redaction.errors import sealed

    try:
        with sealed("the command"):
            app()
    except EntrophyError as error:
        errors.print(f"entrophy: {error}", soft_wrap=True, markup=False)
        sys.exit(2)
    except Stopped as stopped:
        errors.print(f"entrophy: {stopped}", soft_wrap=True, markup=False)
        sys.exit(stopped.status)


if __name__ == "__main__":
    main()
