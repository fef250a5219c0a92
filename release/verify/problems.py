"""What verification reports: problems with place and remedy, collected and sorted, never raised one by one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from redaction.work.extras import missing_package
from validation.files.file_models import WrongFields

LEAK = "Do not publish it; declare the missed entity in batch.json and build again."
#: how a note begins that tells what a verification left out
NOT_AGAIN = "not computed again"
REBUILD = "Do not use or publish it; build the bundle again or fetch it again."


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing that does not hold. `where` is a file, member number or row number; no captured value in any field."""

    where: str
    what: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Origin:
    """Which key signed a bundle ("" without a good signature), and what vouches for that key. `digest` is the bundle
    digest; `replaces` says that this told key takes the place of another one that was pinned."""

    signer: str
    how: Literal["told", "own", "pinned", "unchecked"]
    dataset: str = ""
    version: str = ""
    digest: str = ""
    replaces: bool = False


@dataclass(slots=True)
class VerifyReport:
    """The outcome of a verification. `checked` counts what was looked at."""

    bundle: Path
    problems: list[Problem] = field(default_factory=list)
    checked: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    """What else the reader of the report must know: what was computed again, and what was not."""
    origin: Origin | None = None
    """Which key signed, and whether it is known to be the right one; None until that was judged."""
    older: str = ""
    """Why this is an older version than one seen before, if it is."""
    signoff_held: bool | None = None
    """Whether the auditor's key was held against a list; None where no sign-off was judged."""

    @property
    def ok(self) -> bool:
        """Nothing was wrong."""
        return not self.problems

    @property
    def trusted(self) -> bool:
        """Everything holds, the keys that signed are the right ones, and no newer version was seen here before."""
        return self.ok and not self.unchecked and not self.older

    @property
    def unchecked(self) -> list[str]:
        """Whose signatures were not held against anything that came another way than the bundle."""
        who = [] if self.origin is not None and self.origin.how != "unchecked" else ["release key"]
        return who + (["auditor's key"] if self.signoff_held is False else [])

    def add(self, where: str, what: str, remedy: str = REBUILD) -> None:
        """Report a problem; the same one is kept once."""
        problem = Problem(where, what.rstrip(".") + ".", remedy)
        if problem not in self.problems:
            self.problems.append(problem)

    def count(self, what: str, number: int = 1) -> None:
        """Add to a counter of `checked`."""
        self.checked[what] = self.checked.get(what, 0) + number

    def guard(self, where: str, step: Callable[[], None]) -> None:
        """Run a step; whatever it raises on a hostile bundle becomes a problem that names fields of ours that are
        wrong, a package that is not installed here, or the error's type only."""
        try:
            step()
        except WrongFields as error:
            self.add(where, str(error))
        except ModuleNotFoundError as error:
            self.add(where, *missing_package(error))
        except Exception as error:  # noqa: BLE001 - the bundle is untrusted: no input may end verification early
            self.add(where, f"cannot be checked ({type(error).__name__})")
