"""What the leak check found and how much it read: the certificate is written from it. Ids and counts only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from redaction.errors import LeakFound
from redaction.work import formats
from validation.leaks.verdicts import NOTHING_READ, Unread


@dataclass(frozen=True, slots=True, order=True)
class Leak:
    """Something that must not be there. `entity_id` is "" for patterns and for what could not be read."""

    where: str
    entity_id: str
    kind: str
    how: str


@dataclass(frozen=True, slots=True)
class Sample:
    """How many of the different screenshots were read again."""

    read: int
    of: int

    @property
    def bound(self) -> float:
        """Share of screenshots with a leak that reading `read` of them without one does not rule out at 95%."""
        if self.read >= self.of:
            return 0.0
        return 1 - 0.05 ** (1 / self.read) if self.read else 1.0

    def words(self) -> str:
        """The sampling as a sentence for people."""
        if self.read >= self.of:
            return "everything was read"
        return (
            f"every text was read; {self.read} of {self.of} different screenshots were read again: without a finding "
            f"there, below {self.bound:.1%} of them hold one, with 95% confidence"
        )


@dataclass(frozen=True, slots=True)
class LeakReport:
    """What was read, what was looked for, what was found; safe to release."""

    content_digest: str
    read: dict[str, int]
    needles: dict[str, int]
    needles_too_short: int
    engines: dict[str, str]
    screens_read: bool
    findings: tuple[Leak, ...]
    sample: Sample = Sample(0, 0)
    #: the findings that were seen in the pixels of a screenshot: places that can be withheld without touching a row
    on_screens: frozenset[Leak] = frozenset()
    unread: Unread = NOTHING_READ

    @property
    def passed(self) -> bool:
        """No finding, and the screenshots were read."""
        return not self.findings and self.screens_read

    def certificate(
        self,
        *,
        inputs: Iterable[str] = (),
        policy_digest: str = "",
        redaction: Mapping[str, str] | None = None,
        canaries: Mapping[str, Any] | None = None,
        detectors: Mapping[str, Any] | None = None,
        kept: Iterable[str] = (),
        withheld: int = 0,
        rows_withheld: int = 0,
    ) -> dict[str, Any]:
        """The payload of leak_certificate.json. `inputs` are the source digests of the batches, `redaction` the engines
        that hid what was found, with versions, `canaries` the figures of what they caught (None: none were planted),
        `detectors` which of them were on and answered, `kept` the kinds that the policy leaves as they are, `withheld`
        the screenshots taken out because of a finding, `rows_withheld` the rows whose text was masked."""
        return {
            "format": formats.CERTIFICATE,
            "verdict": "passed" if self.passed else "failed",
            "content_digest": self.content_digest,
            "inputs": sorted(inputs),
            "policy_digest": policy_digest,
            "engines": self.engines,
            "redaction_engines": dict(sorted((redaction or {}).items())),
            "detectors": dict(sorted((detectors or {}).items())),
            "kinds_kept": sorted(kept),
            "screenshots_withheld": withheld,
            "rows_withheld": rows_withheld,
            "canaries": dict(canaries) if canaries is not None else {"enabled": False},
            "read": self.read,
            "screens_read": self.screens_read,
            "sampling": self.sample.words() if self.screens_read else "screenshots were not read",
            "sample": {
                "screens_read": self.sample.read,
                "screens": self.sample.of,
                "bound": round(self.sample.bound, 6),
            },
            "text_on_screens": self.unread.as_json(),
            "needles": self.needles,
            "needles_too_short": self.needles_too_short,
            "findings": [asdict(finding) for finding in self.findings],
        }

    def places(self) -> str:
        """Where the first ten findings are, and what: ids, never values."""
        return "; ".join(f"{f.where}: {f.how} {f.entity_id or f.kind}".strip() for f in self.findings[:10])

    def require_clean(self) -> None:
        """Raise LeakFound, with the places of the first findings, unless the report passed."""
        if self.passed:
            return
        raise LeakFound(
            f"{len(self.findings)} finding(s) in the finished bundle: {self.places() or 'screenshots were not read'}.",
            remedy="declare the missed entities in batch.json, or correct the detectors, and build again.",
        )
