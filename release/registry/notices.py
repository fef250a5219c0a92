"""notices.json, where the truth lies about versions that were withdrawn: signed by the release key, so that a reader
can tell whether the maintainer said it, and one file, so that no single notice can be dropped from it unseen.

The index repeats it for people. Whoever withholds the file withholds the news; nothing that lies beside the data can
prevent that.
"""

from __future__ import annotations

from pathlib import Path

from redaction.errors import PublishError
from redaction.work import formats
from redaction.work.files import write_whole
from redaction.work.json_text import canonical
from release.bundle.bundle_format import json_bytes
from release.registry.registry_models import Notices, Tombstone, Withdrawn
from release.sign.release_keys import KeyHistory, ReleaseKeys, Statements, read_statements
from release.sign.signing import good_signature, signed_text
from validation.files.file_models import parsed

NOTICES = "notices.json"
_CONTEXT = b"entrophy notices v1\0"
_REMEDY = "restore it from a copy; what it says of withdrawn versions must not be lost."


def parse_notices(data: bytes) -> tuple[Notices, KeyHistory]:
    """Notices and what they say of keys. ValueError unless they are in the written form and signed by the key they
    name; whose key that is, `said_by` tells."""
    notices = parsed(Notices, data)
    if notices.format != formats.NOTICES or json_bytes(notices.model_dump(by_alias=True)) != data:
        raise ValueError("not in the written form")
    history = read_statements(json_bytes(notices.keys.model_dump(by_alias=True)))
    if not good_signature(notices.keys.key, notices.signature, _payload(notices)):
        raise ValueError("not signed by the key they name")
    return notices, history


def said_by(notices: Notices, history: KeyHistory, signer: str) -> bool:
    """Whether the notices are of the key `signer` (base64) of a release, or of one that it handed over to. A key that
    was revoked since still withdraws what it signed: a thief could only take releases back."""
    return history.leads([signer], notices.keys.key, frozenset())


def read_notices(shelf: Path) -> Notices | None:
    """The notices of a dataset's folder, None where there are none. PublishError when they were edited or cannot be
    read: a list that nobody can read must not pass for an empty one."""
    try:
        return parse_notices((shelf / NOTICES).read_bytes())[0]
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise PublishError(
            f"the notices cannot be read, or are not as they were signed ({type(error).__name__}).",
            record=NOTICES,
            remedy=_REMEDY,
        ) from None


def write_notices(
    shelf: Path, dataset: str, withdrawn: tuple[Withdrawn, ...], tombstones: tuple[Tombstone, ...], keys: ReleaseKeys
) -> None:
    """Sign and write the notices of a dataset. PublishError when those that are there are of another maintainer."""
    before = read_notices(shelf)
    if before is not None and before.keys.key not in {keys.public(n) for n in range(1, keys.generation + 1)}:
        raise PublishError(
            "the notices that are there were signed with another key.",
            record=NOTICES,
            remedy="give the key file of this dataset's maintainer.",
        )
    notices = Notices(
        format=formats.NOTICES,
        dataset=dataset,
        withdrawn=tuple(sorted(withdrawn, key=lambda one: one.release.version)),
        tombstones=tombstones,
        keys=parsed(Statements, keys.statements()),
        signature="",
    )
    signed = notices.model_copy(update={"signature": signed_text(keys.signing_key, _payload(notices))})
    write_whole(shelf / NOTICES, json_bytes(signed.model_dump(by_alias=True)), private=False)


def _payload(notices: Notices) -> bytes:
    stated = notices.model_copy(update={"signature": ""}).model_dump(by_alias=True)
    return _CONTEXT + canonical(stated).encode()
