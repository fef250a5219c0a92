"""Release keys that follow one another: generations, statements of rotation and revocation, and where they lie.

All generations are made from the maintainer's one secret key, so that turning to the next loses no ledger:

    KEY.release.json     which generation signs now, which are revoked (0600, with a MAC by the key)
    KEY.revoked.json     what readers must be told: statements of revocation, each signed by the key it revokes
    release_keys.json    in every bundle: all rotations up to now, each signed by the old key and by the new one

A rotation is believed by whoever trusts the old key and does not know it to be revoked. After a revocation the new key
must be told by another way: who stole the old one could have signed a rotation as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import Field

from redaction.errors import EntrophyError, KeyProblem
from redaction.ledger.keys import Key
from redaction.work import formats
from redaction.work.files import write_whole
from redaction.work.json_text import digest_of
from release.bundle.bundle_format import json_bytes
from release.sign.signing import fingerprint, good_signature, public_key, signed_text, signing_key
from validation.files.file_models import FileModel, M, parsed

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

MOST_GENERATIONS = 1000
_ROTATES, _REVOKES = b"entrophy key rotation v1\0", b"entrophy key revocation v1\0"


class Rotation(FileModel, extra="forbid"):
    """A key hands over to another; both sign it."""

    old: str = Field(alias="from")
    new: str = Field(alias="to")
    signature_from: str
    signature_to: str


class Revocation(FileModel, extra="forbid"):
    """A key says of itself that it counts no longer."""

    key: str
    signature: str


class Statements(FileModel, extra="forbid"):
    """release_keys.json."""

    format: str
    key: str
    rotations: tuple[Rotation, ...]
    revoked: tuple[Revocation, ...]


class Revocations(FileModel, extra="forbid"):
    """KEY.revoked.json."""

    format: str
    revoked: tuple[Revocation, ...]


class State(FileModel, extra="forbid"):
    """KEY.release.json."""

    format: str
    generation: int
    revoked: tuple[int, ...]
    public_key: str
    mac: str


@dataclass(frozen=True, slots=True)
class ReleaseKeys:
    """The generations of a maintainer: which one signs (from 1 on), and which are revoked."""

    key: Key
    generation: int = 1
    revoked: tuple[int, ...] = ()

    @property
    def signing_key(self) -> Ed25519PrivateKey:
        """The key that signs releases now."""
        return signing_key(self.key, self.generation)

    def public(self, generation: int) -> str:
        """The public key of a generation, as base64."""
        return public_key(signing_key(self.key, generation))

    @property
    def ours(self) -> frozenset[str]:
        """The public keys of all generations up to now that are not revoked."""
        return frozenset(self.public(n) for n in range(1, self.generation + 1) if n not in self.revoked)

    def rotated(self) -> ReleaseKeys:
        """The next generation signs."""
        return replace(self, generation=self.generation + 1)

    def without(self, generation: int) -> ReleaseKeys:
        """That generation is revoked; if it was the one that signs, the next one does."""
        if not 1 <= generation <= self.generation:
            raise EntrophyError(
                "there is no release key of that generation.", remedy=f"give one of 1 to {self.generation}."
            )
        after = self.rotated() if generation == self.generation else self
        return replace(after, revoked=tuple(sorted({*self.revoked, generation})))

    def statements(self) -> bytes:
        """The bytes of release_keys.json: every rotation and revocation up to now."""
        pairs = [(n, n + 1) for n in range(1, self.generation)]
        return _statements(self.public(self.generation), [self._rotation(*pair) for pair in pairs], self._revocations())

    def revoked_bytes(self) -> bytes:
        """The bytes of KEY.revoked.json, to be handed to everybody who reads releases."""
        return json_bytes({"format": formats.REVOKED_KEYS, "revoked": self._revocations()})

    def _revocations(self) -> list[dict[str, str]]:
        return [
            {
                "key": self.public(n),
                "signature": signed_text(signing_key(self.key, n), _REVOKES + self.public(n).encode()),
            }
            for n in self.revoked
        ]

    def _rotation(self, old: int, new: int) -> dict[str, str]:
        one, two = self.public(old), self.public(new)
        message = _rotation_message(one, two)
        return {
            "from": one,
            "to": two,
            "signature_from": signed_text(signing_key(self.key, old), message),
            "signature_to": signed_text(signing_key(self.key, new), message),
        }


def state_path(key_path: Path) -> Path:
    """Where the generation lies that belongs to a key file."""
    return key_path.with_name(key_path.name + ".release.json")


def revoked_path(key_path: Path) -> Path:
    """Where the revocations lie that belong to a key file."""
    return key_path.with_name(key_path.name + ".revoked.json")


def load_release_keys(key_path: Path, key: Key) -> ReleaseKeys:
    """The generations that belong to a key; the first one where nothing was ever rotated. KeyProblem for a state that
    was changed by somebody else, or is gone although a key was revoked."""
    path = state_path(key_path)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        if revoked_path(key_path).exists():
            raise KeyProblem(
                "a release key was revoked, and the file that tells which one signs now is gone.",
                record=path.name,
                remedy="restore it from a copy.",
            ) from None
        return ReleaseKeys(key)
    except OSError as error:
        raise KeyProblem(
            f"the state of the release keys cannot be read ({type(error).__name__}).",
            record=path.name,
            remedy="check its owner and mode.",
        ) from None
    try:
        state = parsed(State, data)
        found = ReleaseKeys(key, state.generation, state.revoked)
        sound = _state(found) == data and 1 <= found.generation <= MOST_GENERATIONS
    except ValueError:
        sound = False
    if not sound:
        raise KeyProblem(
            "the state of the release keys is damaged, or of another key.",
            record=path.name,
            remedy="restore it from a copy.",
        )
    return found


def save_release_keys(key_path: Path, keys: ReleaseKeys) -> None:
    """Write the state, and the revocations where there are any."""
    if keys.generation > MOST_GENERATIONS:
        raise EntrophyError("there are too many release keys.", remedy="begin with a new key.")
    if keys.revoked:
        write_whole(revoked_path(key_path), keys.revoked_bytes())
    write_whole(state_path(key_path), _state(keys))


def _state(keys: ReleaseKeys) -> bytes:
    document: dict[str, Any] = {
        "format": formats.RELEASE_STATE,
        "generation": keys.generation,
        "revoked": list(keys.revoked),
        "public_key": keys.public(keys.generation),
    }
    return json_bytes({**document, "mac": digest_of(document, keys.key.derive("release-state").hex())})


@dataclass(frozen=True, slots=True)
class KeyHistory:
    """What a bundle or a file says of keys, each statement checked: (old, new) of rotations, and keys revoked."""

    rotations: frozenset[tuple[str, str]] = frozenset()
    revoked: frozenset[str] = frozenset()

    def leads(self, trusted: Iterable[str], to: str, revoked: frozenset[str]) -> bool:
        """Whether a trusted key is `to`, or handed over to it through keys of which none is revoked."""
        reached, new = set[str](), set(trusted)
        while new:
            reached |= new
            new = {b for a, b in self.rotations if a in reached and a not in revoked} - reached
        return to in reached and to not in revoked


def read_statements(data: bytes, signer: str | None = None) -> KeyHistory:
    """The statements of release_keys.json; ValueError unless it is in the written form and every signature is good.
    With `signer` it must also be that key's own."""
    stated = _exact(Statements, data)
    if stated.format != formats.RELEASE_KEYS or (signer is not None and stated.key != signer):
        raise ValueError("of another format or key")
    fingerprint(stated.key)
    for one in stated.rotations:
        message = _rotation_message(one.old, one.new)
        if not good_signature(one.old, one.signature_from, message):
            raise ValueError("a rotation is not signed by the old key")
        if not good_signature(one.new, one.signature_to, message):
            raise ValueError("a rotation is not signed by the new key")
    return KeyHistory(frozenset((one.old, one.new) for one in stated.rotations), _revoked(stated.revoked))


def read_revoked(path: Path) -> frozenset[str]:
    """The keys that a file like KEY.revoked.json revokes. EntrophyError when it cannot be read: a list that nobody can
    read must not pass for an empty one."""
    try:
        stated = _exact(Revocations, path.read_bytes())
        if stated.format != formats.REVOKED_KEYS:
            raise ValueError
        return _revoked(stated.revoked)
    except (OSError, ValueError) as error:
        raise EntrophyError(
            f"the list of revoked keys cannot be read, or is not one ({type(error).__name__}).",
            record=path.name,
            remedy="give the file KEY.revoked.json that `entrophy key revoke` wrote.",
        ) from None


def _exact(model: type[M], data: bytes) -> M:
    """What the bytes say, if they are what we write: fields in their order, each spelled one way, and nothing else."""
    stated = parsed(model, data)
    if json_bytes(stated.model_dump(by_alias=True)) != data:
        raise ValueError("not in the written form")
    return stated


def _revoked(stated: Iterable[Revocation]) -> frozenset[str]:
    for one in stated:
        if not good_signature(one.key, one.signature, _REVOKES + one.key.encode()):
            raise ValueError("a revocation is not signed by the key it revokes")
    return frozenset(one.key for one in stated)


def first_statements(public: str) -> bytes:
    """The bytes of release_keys.json for a key that took the place of no other."""
    return _statements(public, [], [])


def _statements(public: str, rotations: list[dict[str, str]], revoked: list[dict[str, str]]) -> bytes:
    return json_bytes({"format": formats.RELEASE_KEYS, "key": public, "rotations": rotations, "revoked": revoked})


def _rotation_message(old: str, new: str) -> bytes:
    return _ROTATES + f"{old} {new}".encode("ascii")
