"""The bundle of a workspace, verified as a reader would: once for the same bytes and the same trust."""

from assets.resources import Workspace
from redaction.work.json_text import digest_of
from release.bundle.kept_verdicts import content_of
from release.verify.origin import Trust, trust_here
from release.verify.problems import VerifyReport
from release.verify.verify_bundle import verify_bundle


def verified(workspace: Workspace) -> VerifyReport:
    """What `entrophy verify` says about the finished bundle, read from disk."""
    bundle = workspace.bundle_path
    trust = trust_here(bundle, home=workspace.key_path)
    asked = digest_of("verify", content_of(bundle), _told(trust))
    return workspace.verdicts().verified(asked, bundle, lambda: verify_bundle(bundle, trust=trust))


def _told(trust: Trust) -> list[object]:
    """Everything that a reader brings along, in one order."""
    known = [[name, repr(pin)] for name, pin in sorted(trust.known.datasets.items())]
    return [sorted(trust.told), sorted(trust.own), sorted(trust.revoked), known, trust.replace_pin]
