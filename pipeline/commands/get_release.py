"""Fetching a release that somebody published."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.commands.options import console, say, stoppable_command


def get(
    ref: Annotated[
        str,
        typer.Argument(
            help="A folder of releases, its index.json, the address of one, a bundle, kaggle:owner/slug, hf:owner/slug."
        ),
    ],
    version: Annotated[str | None, typer.Option("--version", help="X.Y.Z. Default: the latest.")] = None,
    domain: Annotated[str | None, typer.Option("--domain", help="Leave the files of other domains out.")] = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="A new folder. Default: the cache, ~/.cache/entrophy (ENTROPHY_CACHE).")
    ] = None,
    public_key: Annotated[
        str | None, typer.Option("--public-key", help="The maintainer's public key (base64); told by another way.")
    ] = None,
    public_key_file: Annotated[
        Path | None,
        typer.Option("--public-key-file", help="File of such keys, one a line; one of them must have signed."),
    ] = None,
    withdrawn: Annotated[bool, typer.Option("--withdrawn", help="Take a version although it was withdrawn.")] = False,
    with_images: Annotated[
        bool, typer.Option("--with-images", help="Into --out: tables with the screenshots inside, for `datasets`.")
    ] = False,
) -> None:
    """Fetch a release and hold every file against its signature; what has arrived before is not fetched again."""
    from redaction.errors import BundleError, sealed
    from release.fetch.get import get as run
    from release.sign.signing import fingerprint
    from release.verify.origin import read_public_keys, require_public_key

    told = {require_public_key(public_key)} if public_key is not None else set[str]()
    told |= read_public_keys(public_key_file) if public_key_file is not None else set()
    with stoppable_command(), sealed("get"):
        if with_images:
            if out is None:
                raise BundleError("tables with images need a folder of their own.", remedy="give it with --out.")
            _with_images(ref, out, version, domain, told, withdrawn)
            return
        got = run(ref, version=version, domain=domain, out=out, told=told, withdrawn=withdrawn, say=say)
    for remark in got.release.remarks:
        say(f"Beware: {remark}")
    for name in got.left_out:
        say(f"Not kept by the host, and left out: {name}")
    origin = got.release.origin
    say(
        f"{origin.dataset} {origin.version}, digest {origin.digest}, signed by {fingerprint(origin.signer)}: "
        f"{got.files} files as they were signed, in {got.folder}"
    )


def _with_images(ref: str, out: Path, version: str | None, domain: str | None, told: set[str], withdrawn: bool) -> None:
    from pipeline.bars import bars, reporter
    from release.fetch.opened import open_release
    from release.fetch.with_images import write_with_images

    release = open_release(ref, version=version, told=told, withdrawn=withdrawn)
    for remark in release.remarks:
        say(f"Beware: {remark}")
    with bars(console, transient=True) as bar:
        tables = write_with_images(release, out, domain, reporter(bar))
    say(f"{release.origin.dataset} {release.origin.version}: {len(tables)} table(s) with images in {out}")
