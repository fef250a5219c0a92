"""Publish a bundle: the last gate before data leaves the house.

`publish` trusts no earlier step: it runs the full verification, asks for a valid sign-off, hashes every file again from
disk, copies while hashing, and reads back what it published. For a host outside this machine nothing is sent without
`yes`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from redaction.errors import PublishError
from redaction.ledger.keys import load_key
from release.bundle.bundle_format import find_bundle
from release.publish.publish_types import PublishReceipt, PublishSettings, Say, write_receipt
from release.publish.staging import Shipment, load_shipment, refuse
from release.publish.targets import PUBLISH_TARGETS, Outcome, PublishTarget
from release.sign.release_keys import load_release_keys
from release.sign.signoff import check_signoff
from release.sign.signoff_file import signoff_path
from release.verify.origin import Trust, trust_here
from release.withdrawal.recalled import recall_problems

Verify = Callable[[Path], Sequence[str]]

_HOW_TO_SIGN = (
    "let an auditor look at it with `entrophy review OUT --auditor NAME`, trust the line that "
    "`entrophy sign OUT --auditor NAME --auditor-key FILE --show-key` prints (add it to KEY.auditors beside your key), "
    "and let the auditor run `entrophy sign OUT --auditor NAME --auditor-key FILE`."
)


def verify_with_release(bundle: Path, trust: Trust | None = None) -> list[str]:
    """The default verification: release.verify.verify_bundle, its problems as short phrases."""
    from release.verify.verify_bundle import verify_bundle

    report = verify_bundle(bundle, trust=trust)
    return [f"{problem.where} {problem.what}".rstrip(".") for problem in report.problems]


def verify_as_ours(key_path: Path) -> Verify:
    """The verification of a maintainer: the manifest must be signed with a release key of this key file that is not
    revoked."""

    def verify(bundle: Path) -> list[str]:
        # Without the key nothing tells whose bundle it is; the sign-off lies beside the key, and is refused then.
        here = trust_here(bundle, home=key_path)
        own = load_release_keys(key_path, load_key(key_path)).ours if key_path.is_file() else frozenset[str]()
        problems = verify_with_release(bundle, Trust(own, own, revoked=here.revoked))
        return [*problems, *(f"the bundle {problem}" for problem in recall_problems(bundle, key_path))]

    return verify


def plan(bundle: Path, target: str, *, settings: PublishSettings | None = None) -> list[str]:
    """What `publish` would do, a sentence a line; reads the bundle, sends nothing. PublishError if it would refuse."""
    return _plan(load_shipment(find_bundle(bundle)), PUBLISH_TARGETS.open(target), settings or PublishSettings())


def publish(
    bundle: Path,
    target: str,
    *,
    yes: bool = False,
    settings: PublishSettings | None = None,
    verify: Verify = verify_with_release,
    signoff: Verify = check_signoff,
    say: Say = lambda line: None,
) -> PublishReceipt:
    """Verify a bundle, publish it, read it back, and write the receipt beside it.

    Nothing is published without a valid certificate and a valid sign-off, not even into a folder: `verify` and
    `signoff` give what is wrong with them. The sign-off goes with the bundle.

    `bundle` may also be the folder a build wrote the bundle into, `target` is a name of PUBLISH_TARGETS. Without `yes`
    a target outside this machine only says what would happen (through `say`) and raises PublishError. Raises
    PublishError with a remedy whenever something is not as it must be; running the same command again never publishes
    twice.
    """
    place = PUBLISH_TARGETS.open(target)
    settings = settings or PublishSettings()
    bundle = find_bundle(bundle)
    if not bundle.is_dir():
        raise PublishError(
            "there is no such bundle.", record=bundle.name, remedy="give a folder made by `entrophy build`."
        )
    beside = signoff_path(bundle)
    shipment = load_shipment(bundle, beside if beside.is_file() else None)
    refuse(
        list(verify(bundle)),
        "the bundle does not pass verification",
        "run `entrophy verify` on it and follow the remedies it names.",
        record=bundle.name,
    )
    refuse(list(signoff(bundle)), "the release is not signed off", _HOW_TO_SIGN, record=bundle.name)
    for line in _plan(shipment, place, settings):
        say(line)
    if place.leaves_machine and not yes:
        raise PublishError("nothing was sent.", record=shipment.dataset, remedy="read the plan, then add --yes.")
    receipt = _receipt(shipment, target, place.publish(shipment, settings, say))
    say(f"Receipt: {write_receipt(bundle, receipt)}")
    return receipt


def _plan(shipment: Shipment, place: PublishTarget, settings: PublishSettings) -> list[str]:
    return [f"{shipment.dataset} {shipment.version}, digest {shipment.digest}", *place.plan(shipment, settings)]


def _receipt(shipment: Shipment, target: str, outcome: Outcome) -> PublishReceipt:
    return PublishReceipt(
        target=target,
        dataset=shipment.dataset,
        version=shipment.version,
        digest=shipment.digest,
        location=outcome.location,
        files=outcome.files,
        bytes=outcome.bytes,
        host_version=outcome.host_version,
        visibility=outcome.visibility,
        already_published=outcome.already_published,
        read_back=outcome.read_back,
        notes=outcome.notes,
        published_at=datetime.now(UTC).replace(microsecond=0).isoformat(),
    )
