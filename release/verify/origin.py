"""Where a bundle comes from: which key signed it, and what says that this key is the right one.

A signature shows that nothing was changed since somebody signed. Who that was shows only a key that came another way
than the bundle: one that was told, the maintainer's own beside the bundle, or the one pinned when the dataset was first
met.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from redaction.errors import EntrophyError, KeyProblem
from redaction.ledger.keys import load_key
from release.bundle.bundle_models import Manifest
from release.bundle.exact import exact_base64
from release.sign.release_keys import KeyHistory, load_release_keys, read_revoked, read_statements, revoked_path
from release.sign.signing import PUBLIC_KEY_BYTES, short, signer_of
from release.verify.known_releases import (
    Known,
    KnownReleases,
    known_releases_path,
    order,
    read_known,
    revoked_keys_path,
)
from release.verify.problems import Origin, VerifyReport
from validation.files.bundle_files import KEYS, MANIFEST, SIGNATURE
from validation.files.digests import digest_bytes

UNCHECKED = "where it comes from was not checked"
_HOW = "give the key you were told by another way (--public-key, --public-key-file), or pin it on first use (--pin)"
_REVOKED = "Do not use it: whoever has that key may have signed it. Ask the maintainer for the new key by another way."
_OTHER = (
    "Do not use it before the maintainer has confirmed the new key by another way; then verify with --public-key KEY "
    "--pin."
)


@dataclass(frozen=True, slots=True)
class Trust:
    """What a reader brings along. `told` are keys given by another way; one of them must have signed. `own` are the
    reader's own release keys; `known` is the pin store; `revoked` are keys that count no more."""

    told: frozenset[str] = frozenset()
    own: frozenset[str] = frozenset()
    known: KnownReleases = field(default_factory=KnownReleases)
    revoked: frozenset[str] = frozenset()
    replace_pin: bool = False
    """A told key takes the place of a pinned one instead of having to agree with it."""


def default_key_path() -> Path:
    """The key that makes surrogates and signs (ENTROPHY_KEY)."""
    return Path(os.environ.get("ENTROPHY_KEY", Path.home() / ".config" / "entrophy" / "key")).expanduser()


def key_beside(out: Path) -> Path | None:
    """The key that a demo made beside its folder, for that folder or the bundle in it."""
    folder = out.resolve()
    places = (made.with_name(f"{made.name}.key") for made in (folder, folder.parent))
    return next((place for place in places if place.is_file() or place.is_symlink()), None)


def trust_here(
    bundle: Path,
    *,
    told: Iterable[str] = (),
    home: Path | None = None,
    revoked: Path | None = None,
    replace_pin: bool = False,
) -> Trust:
    """What this machine knows: keys told, the release keys of the key file `home` (default: beside the bundle, else the
    default key), the pin store, the revocations in the default place, beside the key, and in the file `revoked`.

    Nothing is written. EntrophyError for a pin store or a list of revocations that cannot be read.
    """
    home = home or key_beside(bundle) or default_key_path()
    lists = [p for p in (revoked_keys_path(), revoked_path(home)) if p.exists()] + ([revoked] if revoked else [])
    return Trust(
        frozenset(told),
        own_keys(home),
        read_known(known_releases_path()),
        frozenset().union(*(read_revoked(path) for path in lists)),
        replace_pin,
    )


def own_keys(key_path: Path) -> frozenset[str]:
    """The release keys that belong to a key file; none where there is no usable one, and none is made."""
    if not key_path.is_file():
        return frozenset()
    try:
        return load_release_keys(key_path, load_key(key_path)).ours
    except KeyProblem:
        return frozenset()


def read_public_keys(path: Path) -> frozenset[str]:
    """The public keys of a file: one a line, in base64, whatever follows after a space; # begins a remark.
    EntrophyError when it cannot be read, holds none, or a line that does not begin with a key."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise EntrophyError(
            f"the file of public keys cannot be read ({type(error).__name__}).", remedy="check the path."
        ) from None
    words = [(n, line.split()[0]) for n, line in enumerate(lines, 1) if line.strip() and line.strip()[0] != "#"]
    for number, word in words:
        require_public_key(word, f"{path.name}:{number}")
    if not words:
        raise EntrophyError("the file of public keys holds none.", record=path.name, remedy=_SHOWS)
    return frozenset(word for _, word in words)


_SHOWS = "write the line that the maintainer's `entrophy key show` prints."


def require_public_key(text: str, record: str = "") -> str:
    """The text, if it is an Ed25519 public key in base64; EntrophyError otherwise."""
    try:
        exact_base64(text, PUBLIC_KEY_BYTES)
    except ValueError:
        raise EntrophyError("this is not a base64 Ed25519 public key.", record=record, remedy=_SHOWS) from None
    return text


def judge_origin(report: VerifyReport, manifest: Manifest, trust: Trust) -> None:
    """Say which key signed the bundle and what vouches for it: `report.origin`, problems, notes. A bundle without a
    good signature has been reported already."""
    bundle = report.bundle
    data = (bundle / MANIFEST).read_bytes()
    signer = signer_of(data, (bundle / SIGNATURE).read_bytes()) if (bundle / SIGNATURE).is_file() else None
    if signer is None:
        report.origin = Origin("", "unchecked")
        return
    history = _history(report, signer)
    revoked = trust.revoked | history.revoked
    dataset, version = manifest.dataset, manifest.version
    pin = trust.known.get(dataset)
    how = _how(report, signer, trust, pin, history, revoked)
    anew = how == "told" and pin is not None and not history.leads([pin.key], signer, revoked)
    report.origin = Origin(signer, how, dataset, version, digest_bytes(data), anew)
    report.notes.append(f"signed with the key {short(signer)}, {_words(how, pin)}")
    if pin is not None and how != "unchecked" and not anew:
        _against_last(report, pin, version, report.origin.digest)


def _how(
    report: VerifyReport,
    signer: str,
    trust: Trust,
    pin: Known | None,
    history: KeyHistory,
    revoked: frozenset[str],
) -> Literal["told", "own", "pinned", "unchecked"]:
    if signer in revoked:
        report.add(SIGNATURE, f"was made with the key {short(signer)}, which its owner has revoked", _REVOKED)
        return "unchecked"
    pinned = pin is not None and history.leads([pin.key], signer, revoked)
    if trust.told:
        if not history.leads(trust.told, signer, revoked):
            report.add(SIGNATURE, "the manifest was signed with another key than the expected one", _OTHER)
            return "unchecked"
        if pin is None or pinned or trust.replace_pin:
            return "told"
    if signer in trust.own:
        return "own"
    if pinned:
        return "pinned"
    if pin is not None:
        gone = " and has been revoked" if pin.key in revoked else ""
        report.add(
            SIGNATURE,
            f"was made with the key {short(signer)}; the releases of this dataset that were seen before were signed "
            f"with {short(pin.key)}, which has not handed over to it{gone}",
            _OTHER,
        )
    return "unchecked"


def _words(how: str, pin: Known | None) -> str:
    if how == "own":
        return "which is your own"
    if how == "told":
        return "which is the one you were told"
    if how == "pinned" and pin is not None:
        return "which is the one pinned for this dataset, or the one that has taken its place"
    return f"and {UNCHECKED}: {_HOW}"


def _history(report: VerifyReport, signer: str) -> KeyHistory:
    """What the bundle itself tells of keys. Each statement is signed by the key that it speaks for."""
    try:
        return read_statements((report.bundle / KEYS).read_bytes(), signer)
    except (OSError, ValueError):
        report.add(KEYS, "its statements on keys cannot be read, are not signed, or are of another key")
        return KeyHistory()


def _against_last(report: VerifyReport, pin: Known, version: str, digest: str) -> None:
    """Whether a version is older than one that was seen here before, or the same with other content."""
    if order(version) < order(pin.version):
        report.older = (
            f"this is version {version}; version {pin.version} of this dataset was seen here before. Whoever hands out "
            "an older version may be keeping a correction from you"
        )
    elif order(version) == order(pin.version) and digest != pin.digest:
        report.add(
            MANIFEST,
            f"another bundle with this version number ({version}) was seen here before",
            "Ask the maintainer which one is right: a version is never released twice.",
        )


def pin_after(report: VerifyReport, trust: Trust, auditor: tuple[str, str] | None, *, asked: bool) -> None:
    """Remember what was verified: on request (`asked`) whatever signed, else only of a dataset that is pinned already
    and whose origin holds. Called for reports without problems only."""
    origin = report.origin
    if origin is None or not origin.signer or not origin.dataset:
        return
    pin = None if origin.replaces else trust.known.get(origin.dataset)
    if not asked and (pin is None or origin.how == "unchecked"):
        return
    auditors = {*(pin.auditors if pin is not None else ()), *([auditor] if auditor is not None and asked else [])}
    fresh = Known(key=origin.signer, version=origin.version, digest=origin.digest, auditors=tuple(sorted(auditors)))
    if fresh != pin:
        after = trust.known.remember(origin.dataset, fresh, anew=origin.replaces)
        if asked:
            where = after.path.name if after.path is not None else ""
            report.notes.append(f"pinned in {where}: {origin.dataset} with the key {short(origin.signer)}")
