"""What callers may give in more than one form: a policy, known entities, a key file; and engines kept between calls."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from redaction.policy import Policy, TextPolicy, VisionPolicy, load_policy
from redaction.records import DeclaredEntity

if TYPE_CHECKING:
    from redaction.screens.engine import ScreenEngine
    from redaction.text import Registry, TextEngine

GivenPolicy = Policy | str | Path | None
"""A policy, the path of a policy file (YAML), or None for the defaults."""
GivenEntities = Iterable[DeclaredEntity] | str | Path
"""What is known to identify somebody: declared entities, or a file of them (JSON, JSON lines, or a batch.json)."""
_ENGINES = 2
"""Engines of so many policies are kept loaded; one holds the nets in some hundred megabytes of memory."""


def policy_of(given: GivenPolicy) -> Policy:
    """The policy itself. PolicyError names every setting of a file that cannot be followed."""
    return given if isinstance(given, Policy) else load_policy(Path(given) if given is not None else None)


def registry_of(given: GivenEntities) -> Registry:
    """The registry to begin with. EntrophyError (quoting nothing) for a file that cannot be used."""
    from redaction.text import Registry
    from redaction.text.known.entities_file import load_entities

    if isinstance(given, str | Path):
        return Registry.declared(*load_entities(Path(given)))
    return Registry.declared(given, ())


def key_file(given: str | Path | None) -> Path | None:
    """The path of a key file. Not resolved: a link in its place is refused where it is opened."""
    return Path(given).expanduser().absolute() if given is not None else None


@contextmanager
def policy_file(given: GivenPolicy) -> Iterator[Path | None]:
    """The policy as a file, for what reads one: the file that was given, or a private one for as long as this lasts."""
    import yaml

    if not isinstance(given, Policy):
        yield Path(given).expanduser().absolute() if given is not None else None
        return
    with TemporaryDirectory(prefix="entrophy-policy-") as folder:
        path = Path(folder) / "policy.yaml"
        path.write_text(yaml.safe_dump(given.model_dump(mode="json")), encoding="utf-8")
        yield path


@contextmanager
def workers_without_script() -> Iterator[None]:
    """Worker processes that are started meanwhile do not import the caller's script: they need nothing of it, and
    importing it would run it once more in each of them, where it has no `if __name__ == "__main__":`, or fail, where it
    was read from standard input."""
    main = sys.modules["__main__"]
    kept = {name: value for name, value in vars(main).items() if name in ("__file__", "__spec__")}
    vars(main).pop("__file__", None)
    main.__spec__ = None
    try:
        yield
    finally:
        vars(main).update(kept)


def text_engine(policy: TextPolicy) -> TextEngine:
    """An engine for this policy: loaded once, then kept."""
    from redaction.text.engine import text_engine

    return text_engine(policy)


def screen_engine(policy: Policy) -> ScreenEngine:
    """The same for screens; it keeps nothing on disk."""
    return _screen_engine(policy.vision.model_dump_json(), policy.text.model_dump_json())


@lru_cache(maxsize=_ENGINES)
def _screen_engine(vision: str, text: str) -> ScreenEngine:
    from redaction.screens.engine import ScreenEngine

    return ScreenEngine(VisionPolicy.model_validate_json(vision), text_engine(TextPolicy.model_validate_json(text)))
