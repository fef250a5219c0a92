"""What `entrophy key` does: show, rotate and revoke the keys that sign releases."""

from __future__ import annotations

from pathlib import Path

from pipeline.commands.options import say
from redaction.errors import sealed
from redaction.ledger.keys import load_key
from release.sign.release_keys import ReleaseKeys, load_release_keys, revoked_path, save_release_keys
from release.sign.signing import fingerprint, short


def show(key_path: Path) -> None:
    """Print the line for readers, then what it is."""
    with sealed("key"):
        keys = _load(key_path)
    public = keys.public(keys.generation)
    say(f"{public} release key {keys.generation}")
    say(f"# in short {short(public)}")
    say(f"# SHA-256 {fingerprint(public)}")
    for number in keys.revoked:
        say(f"# release key {number} ({short(keys.public(number))}) is revoked")


def rotate(key_path: Path) -> None:
    """The next generation signs from now on."""
    with sealed("key"):
        keys = _load(key_path).rotated()
        save_release_keys(key_path, keys)
    say(
        f"release key {keys.generation} ({short(keys.public(keys.generation))}) signs from now on; every bundle tells "
        "that the key before has handed over to it. Ledger and surrogates stay."
    )


def revoke(key_path: Path, generation: int | None) -> None:
    """A generation counts no more; if it was the one that signs, the next one does."""
    with sealed("key"):
        before = _load(key_path)
        number = before.generation if generation is None else generation
        keys = before.without(number)
        save_release_keys(key_path, keys)
    say(f"release key {number} ({short(keys.public(number))}) is revoked.")
    say(f"give every reader this file: {revoked_path(key_path)}")
    say(
        f"release key {keys.generation} ({short(keys.public(keys.generation))}) signs; tell it by another way than a "
        "bundle, because nobody believes what the revoked key says about it."
    )


def _load(key_path: Path) -> ReleaseKeys:
    return load_release_keys(key_path, load_key(key_path))
