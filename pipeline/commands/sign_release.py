"""Looking at a release and signing it off."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal

import typer

from pipeline.commands.options import KeyFile, PolicyFile, key_for, say


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
    previous: Annotated[
        Path | None,
        typer.Option("--previous", help="The signed version before, as it was built: ask only for what changed."),
    ] = None,
    independent: Annotated[
        bool,
        typer.Option("--independent", help="Two auditors decide, neither seeing the other's verdicts; this stays so."),
    ] = False,
) -> None:
    """Look at a release beside its originals, on this machine only; flag what was missed."""
    from redaction.errors import sealed
    from redaction.policy import load_policy
    from release.review.decisions import decisions_path
    from release.review.server import serve_review
    from release.review.source_pages import write_source_page

    with sealed("review"):
        page = write_source_page(out)
    if page is not None:
        say(f"Rows and documents of company sources, as captured beside as released: {page.resolve().as_uri()}")
    decisions = decisions_path(key_for(out, key))
    signer = _signer(out, decisions, auditor, auditor_key) if auditor_key else None
    serve_review(
        out,
        decisions,
        auditor=auditor,
        port=port,
        idle_minutes=idle,
        open_browser=browser,
        announce=say,
        sign=signer,
        policy=load_policy(policy).capture,
        previous=previous,
        independent=independent,
    )


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
    say(done)


def _signer(
    out: Path, decisions: Path, auditor: str, auditor_key: Path
) -> Callable[[Literal["release", "stop"], str], str]:
    from release.bundle.bundle_format import find_bundle
    from release.bundle.manifest import read_manifest
    from release.review.session import utc_now
    from release.sign.auditors import auditor_key as load_key
    from release.sign.signoff import sign_release

    read_manifest(find_bundle(out))  # a mistyped folder makes no key
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
        looked = f" {done.looked['text']}" if done.looked is not None else ""
        return f"Signed: {done.decision}, bundle {done.bundle_digest[:12]}.{looked}"

    return sign_now
