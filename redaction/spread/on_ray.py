"""The engine `ray`: workers are actors on a Ray cluster, which this process starts on its machine or joins.

Nothing is shared between machines. One more actor, the home, stays on the machine of this process: it alone reads
captures and the cache and writes the cache, and workers ask it for bytes. Whatever else comes out of a worker is
returned to this process, which writes the files. So a worker may die at any moment: another takes its place, and its
job is done again.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread, current_thread, main_thread
from types import TracebackType
from typing import Any

from redaction.errors import EngineUnavailable, EntrophyError, ImageRefused, MachineProblem, sealed
from redaction.spread.home import Here
from redaction.spread.local import THREADS
from redaction.work.presidio import in_our_process
from redaction.work.scratch import scratch_folder, stale_folders

TRIES = 4
"""So many workers in turn are given a job over which the ones before died; as many may die in a row at their start."""
PATIENCE_S = 600.0
"""Seconds that a job waits for any worker to be there at all."""
_AGAIN = "run again, it continues where it stopped"
_ASKED = 32
"""So many questions the home answers at once: mostly it waits for the disk."""
_STORE = 512 * 1024 * 1024
"""Bytes of memory for objects on their way when Ray is started here: each worker holds a few frames at a time."""
_FOLDER, _LONGEST = "entr-", 20
"""Ray's folder, and how long (in characters) the path may be that it lies in: the paths of sockets below it end at
107 characters, Ray itself takes up to 64."""
_OWN = {
    # Everything listens on 127.0.0.1 alone. The name tells where Ray does so by itself.
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
    # Other users of this machine reach that address, too: who does not know the token is turned away.
    "RAY_AUTH_MODE": "token",
    "RAY_worker_niceness": "0",  # its workers would be polite to whatever else runs here; ours are the build itself
}


class RayEngine:
    """Joins the cluster at `address` (this machine must be one of its nodes), or starts Ray on this machine without.

    A context manager. EngineUnavailable when Ray is not installed or does not start.
    """

    here = False
    cores = 0

    def __init__(self, address: str = "") -> None:
        if find_spec("ray") is None:
            raise EngineUnavailable(
                "Ray is not installed.", remedy="pip install 'entrophy[ray]', or take --engine local."
            )
        if address and ("://" in address or ":" not in address):
            raise EngineUnavailable(
                "a cluster is joined from one of its machines, not from outside.",
                remedy="make this machine a node (`ray start --address HOST:PORT`) and give --address HOST:PORT.",
            )
        self._address = address
        self._open = ExitStack()

    def __enter__(self) -> RayEngine:
        with ExitStack() as stack:
            options = {"address": self._address} if self._address else _own(stack)
            import ray

            if ray.is_initialized():
                raise EngineUnavailable("this process has started Ray before.", remedy="build in a process of its own.")
            stack.callback(ray.shutdown)
            try:
                with _signals_kept():
                    ray.init(log_to_driver=False, configure_logging=False, **options)
            except Exception as error:  # noqa: BLE001 - whatever Ray raises is told by its type
                raise EngineUnavailable(
                    f"Ray could not be started or joined ({type(error).__name__}).",
                    remedy="look at the address and at `ray status`, or take --engine local.",
                ) from None
            self.cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
            self._open = stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()

    def team(
        self,
        start: Callable[..., None],
        args: tuple[Any, ...],
        about: Callable[..., Mapping[str, str]],
        *,
        cache: Path | None = None,
        size: int = 0,
    ) -> Actors:
        """Actors on the machines of the cluster, each with one of its cores."""
        return Actors(start, args, about, cache, size or self.cores)


def _own(stack: ExitStack) -> dict[str, Any]:
    """How Ray is started here: for this process alone, with a folder that goes with it."""
    given = {**_OWN, "RAY_AUTH_TOKEN": secrets.token_hex(32)}
    stack.callback(_set, {name: os.environ.get(name) for name in given})
    os.environ.update(given)
    parent = Path(tempfile.gettempdir())
    parent = parent if len(str(parent)) <= _LONGEST else Path("/tmp")
    for stale in stale_folders(parent, _FOLDER):
        shutil.rmtree(stale, ignore_errors=True)
    # Ray opens the folder that it is given to everybody, so it gets one inside.
    inside = stack.enter_context(scratch_folder(parent, _FOLDER)) / "r"
    return {
        "address": "local",  # whatever cluster runs here already, or RAY_ADDRESS names
        "include_dashboard": False,
        "_temp_dir": str(inside),
        "object_store_memory": _STORE,
        "num_gpus": 0,
    }


def _set(values: Mapping[str, str | None]) -> None:
    for name, value in values.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


@contextmanager
def _signals_kept() -> Iterator[None]:
    """Ray puts handlers of its own in the place of those that end a command."""
    if current_thread() is not main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class Actors:
    """A Team of actors, hired as jobs come."""

    def __init__(
        self,
        start: Callable[..., None],
        args: tuple[Any, ...],
        about: Callable[..., Mapping[str, str]],
        cache: Path | None,
        size: int,
    ) -> None:
        import ray
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        self.size = size
        self._ray = ray
        self._about = dict(about(*args))
        self._worker = ray.remote(Worker).options(num_cpus=1)
        pinned = NodeAffinitySchedulingStrategy(ray.get_runtime_context().get_node_id(), soft=False)
        at_home = {"num_cpus": 0, "max_concurrency": _ASKED, "max_restarts": -1, "max_task_retries": -1}
        self._home = ray.remote(HomeActor).options(**at_home, scheduling_strategy=pinned).remote(cache)
        self._begin = (start, args, about, self._home)
        self._free: SimpleQueue[Any] = SimpleQueue()
        """Workers that have nothing to do; or the error for which there can be none."""
        self._lock = Lock()
        self._hired: list[Any] = []
        self._ready = self._died_at_start = self._counted = 0
        self._closed = False
        self._threads = ThreadPoolExecutor(size)

    def submit(self, work: Callable[..., Any], *job: Any) -> Future[Any]:
        """Do `work(*job)` on a worker, and on another when that one dies."""
        self._hire()
        return self._threads.submit(self._ask, work, job)

    def done(self) -> int:
        """How many screenshots all of them have counted; those of a job that was done twice count twice."""
        self._counted = max(self._counted, self._ray.get(self._home.counted.remote()))
        return self._counted

    def close(self, *, hurry: bool) -> None:
        """End the actors."""
        if not hurry:
            self._threads.shutdown(wait=True)
        with self._lock:
            self._closed = True
            actors = [*self._hired, self._home]
        for actor in actors:
            self._ray.kill(actor, no_restart=True)
        self._free.put(EntrophyError("the workers were ended.", remedy=f"{_AGAIN}."))
        self._threads.shutdown(wait=True, cancel_futures=True)

    def _hire(self) -> None:
        """One more worker, unless there are enough."""
        with self._lock:
            if self._closed or len(self._hired) >= self.size:
                return
            worker = self._worker.remote()
            self._hired.append(worker)
        Thread(target=self._welcome, args=(worker,), daemon=True).start()

    def _welcome(self, worker: Any) -> None:
        """Wait until a machine has taken the worker, and start it there."""
        try:
            about = opened(self._ray.get(worker.begin.remote(*self._begin)))
        except EntrophyError as error:
            self._free.put(error)
        except self._ray.exceptions.RayError:
            with self._lock:
                self._hired.remove(worker)
                self._died_at_start += 1
                hopeless = self._died_at_start >= TRIES
            if hopeless:
                self._free.put(
                    EngineUnavailable(
                        f"{TRIES} workers in a row died at their start.",
                        remedy="install this Entrophy with the same libraries on every machine, and look at their "
                        f"memory; {_AGAIN}.",
                    )
                )
            else:
                self._hire()
        else:
            differ = sorted(name for name in {**self._about, **about} if self._about.get(name) != about.get(name))
            if differ:
                self._free.put(
                    EngineUnavailable(
                        f"a machine of the cluster would get other results: it differs in {', '.join(differ)}.",
                        remedy="install this Entrophy with the same libraries on every machine; where the precision "
                        "differs, set vision.device to cpu-float32.",
                    )
                )
                return
            with self._lock:
                self._ready += 1
                self._died_at_start = 0
            self._free.put(worker)

    def _ask(self, work: Callable[..., Any], job: tuple[Any, ...]) -> Any:
        for _ in range(TRIES):
            worker = self._take()
            try:
                result = self._ray.get(worker.do.remote(work, job))
            except self._ray.exceptions.RayError:
                self._dismiss(worker)
            else:
                self._free.put(worker)
                return opened(result)
        raise EngineUnavailable(
            f"{TRIES} workers in turn died over the same screens.",
            remedy=f"look at memory and state of the machines (`ray status`), or take --engine local; {_AGAIN}.",
        )

    def _dismiss(self, worker: Any) -> None:
        """A worker died, or its machine: hire another. Where no machine has room for it the others do its jobs."""
        with self._lock:
            self._hired.remove(worker)
            self._ready -= 1
            closed = self._closed
        if not closed:
            self._ray.kill(worker, no_restart=True)
            self._hire()

    def _take(self) -> Any:
        """A worker that is free. Raises the error for which there can be none."""
        while True:
            try:
                worker = self._free.get(timeout=PATIENCE_S)
            except Empty:
                if self._ready:
                    continue
                raise EngineUnavailable(
                    f"no machine of the cluster had a core for a worker in {PATIENCE_S:.0f} seconds.",
                    remedy=f"look at `ray status`; {_AGAIN}.",
                ) from None
            if isinstance(worker, EntrophyError):
                self._free.put(worker)  # for the others that wait
                raise worker
            return worker


class Worker:
    """The actor that works. Whatever it says or raises could quote a captured value: nothing reaches Ray's logs."""

    def __init__(self) -> None:
        _quiet()
        os.environ.update(dict.fromkeys(THREADS, "1"))

    def begin(self, start: Any, args: tuple[Any, ...], about: Any, home: Any) -> Any:
        """Start, and tell what decides the results here."""
        return packed(_began, start, args, about, home)

    def do(self, work: Callable[..., Any], job: tuple[Any, ...]) -> Any:
        """One job: its result, or a Failure."""
        return packed(work, *job)


def _began(start: Any, args: tuple[Any, ...], about: Any, home: Any) -> dict[str, str]:
    in_our_process()
    found = dict(about(*args))
    start(*args, FromHome(home))
    return found


class HomeActor:
    """The actor on the machine of the captures: answers for a Here."""

    def __init__(self, cache: Path | None) -> None:
        _quiet()
        self._lock = Lock()
        self._count = 0
        self._here = Here(cache, self._count_up)

    def ask(self, question: str, *about: Any) -> Any:
        """What Here says to `question`, the name of a method; or a Failure."""
        return packed(getattr(self._here, question), *about)

    def counted(self) -> int:
        """How many screenshots were counted."""
        return self._count

    def _count_up(self) -> None:
        with self._lock:
            self._count += 1


class FromHome:
    """The Home of a worker on whatever machine: asks the actor."""

    def __init__(self, actor: Any) -> None:
        self._actor = actor

    def picture(self, path: Path, limit: int) -> bytes:
        """The bytes of a captured image file."""
        return bytes(self._answer("picture", path, limit))

    def kept(self, name: str) -> bytes | None:
        """A file of the cache, or None."""
        answer: bytes | None = self._answer("kept", name)
        return answer

    def keep(self, name: str, data: bytes) -> None:
        """Write a file of the cache, whole or not at all."""
        self._answer("keep", name, data)

    def count(self) -> None:
        """One more screenshot is done; nobody waits for the answer."""
        self._actor.ask.remote("count")

    def _answer(self, question: str, *about: Any) -> Any:
        import ray

        return opened(ray.get(self._actor.ask.remote(question, *about)))


@dataclass(frozen=True, slots=True)
class Failure:
    """An error of ours on its way to another process."""

    kind: str
    message: str
    record: str
    remedy: str
    reason: str


def packed(work: Callable[..., Any], *job: Any) -> Any:
    """`work(*job)`, or the Failure that stands for what it raised."""
    try:
        with sealed("a worker"):
            return work(*job)
    except EntrophyError as error:
        reason = error.reason if isinstance(error, ImageRefused) else ""
        return Failure(type(error).__name__, error.message, error.record, error.remedy, reason)


def opened(result: Any) -> Any:
    """A result of `packed`; raises the error that a Failure stands for."""
    if not isinstance(result, Failure):
        return result
    if result.reason:
        raise ImageRefused(result.message, reason=result.reason, record=result.record, remedy=result.remedy)
    kinds = {kind.__name__: kind for kind in (EngineUnavailable, MachineProblem)}
    raise kinds.get(result.kind, EntrophyError)(result.message, record=result.record, remedy=result.remedy)


def _quiet() -> None:
    os.umask(0o077)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    os.close(nowhere)
