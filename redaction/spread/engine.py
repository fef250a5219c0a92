"""What an engine of a build offers, and the known ones: they differ in where work is done, never in what comes out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

from redaction.errors import EngineUnavailable


class Home(Protocol):
    """What a worker asks the machine on which captures and cache lie."""

    def picture(self, path: Path, limit: int) -> bytes:
        """The bytes of a captured image file; ImageRefused as redaction.capture.images says."""

    def kept(self, name: str) -> bytes | None:
        """A file of the cache, or None."""

    def keep(self, name: str, data: bytes) -> None:
        """Write a file of the cache, whole or not at all."""

    def count(self) -> None:
        """One more screenshot is done."""


class Team(Protocol):
    """Workers that were started alike."""

    size: int

    def submit(self, work: Callable[..., Any], *job: Any) -> Future[Any]:
        """Do `work(*job)` on some worker: a function of a module, whose result depends on nothing but `start` and the
        job."""

    def done(self) -> int:
        """How many screenshots all of them have counted."""

    def close(self, *, hurry: bool) -> None:
        """End the workers; in a hurry also in the middle of a job."""


class Engine(Protocol):
    """Starts teams. `here` is True where workers share the files of this machine, `cores` how many run at once."""

    here: bool
    cores: int

    def team(
        self,
        start: Callable[..., None],
        args: tuple[Any, ...],
        about: Callable[..., Mapping[str, str]],
        *,
        cache: Path | None = None,
        size: int = 0,
    ) -> Team:
        """So many workers (0: one a core), on each of which `start(*args, home)` runs first. `about(*args)` tells what
        decides their results, by name: a worker for which it differs from this machine's is refused."""


def _local(address: str) -> AbstractContextManager[Engine]:
    from redaction.spread.local import here

    if address:
        raise EngineUnavailable("the engine local has no address.", remedy="leave --address out, or add --engine ray.")
    return here()


def _ray(address: str) -> AbstractContextManager[Engine]:
    from redaction.spread.on_ray import RayEngine

    return RayEngine(address)


ENGINES: Mapping[str, Callable[[str], AbstractContextManager[Engine]]] = {"local": _local, "ray": _ray}
"""By the name on the command line."""


def engine_named(name: str, address: str = "") -> AbstractContextManager[Engine]:
    """The engine of this name, begun and ended with a `with` block. EngineUnavailable at once for an unknown one and
    for one whose library is not installed; in the block for one that cannot be started."""
    if name not in ENGINES:
        raise EngineUnavailable("there is no engine of this name.", remedy=f"give one of {', '.join(ENGINES)}.")
    return ENGINES[name](address)
