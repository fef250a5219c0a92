"""The parent's side of a host's client: a process of its own, deadlines, bounded retries, and one sentence a fault.

A client reads half of its settings from the environment when it is imported and may have no deadlines, so it lives in a
child process with a bare environment, which can be killed. What each host needs is in its own module.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

from redaction.errors import PublishError
from redaction.offline import SETTINGS
from release.publish.publish_types import PublishSettings, Say

Kind = Literal["auth", "http", "connection", "timeout", "garbled", "incomplete", "refused", "client"]

PASSED_ON = (
    "PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH",
    "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "all_proxy", "no_proxy",
    "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR",
)  # fmt: skip
"""Environment variables that a client sees; it also gets its credentials and folders of its own."""


@dataclass(frozen=True)
class Host:
    """What the sentences about a host say. `package` is its client, `worker` the file that runs it, `new_token` how to
    get credentials."""

    name: str
    package: str
    worker: str
    new_token: str


class HostError(PublishError):
    """One request that failed. `kind` and `status` say how; `transient` whether the same request may succeed later."""

    def __init__(
        self, host: Host, kind: Kind, step: str, *, status: int | None = None, wait: float | None = None, said: str = ""
    ) -> None:
        self.kind = kind
        self.status = status
        self.wait = wait
        message, remedy = _sentence(host, kind, status, wait, said)
        super().__init__(message, record=f"{host.package} {step}", remedy=remedy)

    @property
    def transient(self) -> bool:
        """Dropped connections, deadlines, 429, 5xx and lost files may pass; the rest will not."""
        if self.kind == "http":
            return self.status == 429 or (self.status or 0) >= 500
        return self.kind in ("connection", "timeout", "garbled", "incomplete")


def _sentence(host: Host, kind: Kind, status: int | None, wait: float | None, said: str) -> tuple[str, str]:
    quoted = f" It said: {said!r}." if said else ""
    if kind == "auth":
        return f"{host.name} did not accept the credentials.{quoted}", host.new_token
    if kind == "http" and status == 429:
        later = f" for {wait:.0f} seconds" if wait else ""
        return f"{host.name} asks to slow down{later} (429).", "wait, then run the same command; nothing is sent twice."
    if kind == "http" and status == 403:
        return (
            f"the account may not do this (403).{quoted}",
            "use an account that may write to this owner's datasets, or set release.owner in the policy and rebuild.",
        )
    if kind == "http" and (status or 0) >= 500:
        return f"{host.name} has a problem ({status}).{quoted}", "run the same command later; nothing is sent twice."
    if kind == "http":
        return (
            f"{host.name} refused the request ({status}).{quoted}",
            "correct what it names, then run the command again.",
        )
    if kind == "connection":
        return (
            f"there is no connection to {host.name}, or it was dropped.",
            "check the network and the proxy variables, then run the same command; nothing is sent twice.",
        )
    if kind == "timeout":
        return (
            f"{host.name} did not answer before the deadline.",
            "check the network, or allow more time in the settings, then run the same command.",
        )
    if kind == "garbled":
        return (
            f"the answer did not come from {host.name}'s API.",
            "check whether a proxy or a log-in page of the network answers in its place.",
        )
    if kind == "incomplete":
        return f"the upload failed; no version was made: {said}.", "run the same command again."
    if kind == "refused":
        return f"{host.name} refused the dataset.{quoted}", "correct what it names in the policy, then build again."
    return f"the {host.package} client failed.{quoted}", (
        f"check that the installed {host.package} is the version of the lock file."
    )


def bare_environment(
    environ: Mapping[str, str], work: Path, folders: Mapping[str, str], names: Iterable[str] = ()
) -> dict[str, str]:
    """The allow-listed variables and `names`, the switches of the house, and by variable the folders under `work` that
    are a client's own."""
    child = {name: environ[name] for name in (*PASSED_ON, *names) if name in environ}
    for name, folder in folders.items():
        (work / folder).mkdir(mode=0o700, parents=True, exist_ok=True)
        child[name] = str(work / folder)
    return child | SETTINGS


class HostProcess:
    """A running client. Use as a context manager; `call` is one request, `ask` one with retries."""

    def __init__(
        self, host: Host, environment: Mapping[str, str], work: Path, settings: PublishSettings, say: Say
    ) -> None:
        self.host = host
        self._environment = dict(environment)
        self._work = work
        self._settings = settings
        self._say = say
        self._child: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """End the child and whatever it started; the next call starts a fresh one."""
        if self._child is not None:
            if self._child.poll() is None:
                os.killpg(self._child.pid, signal.SIGKILL)
            self._child.wait()
            for pipe in (self._child.stdin, self._child.stdout):
                if pipe is not None:
                    pipe.close()
            self._child = None

    def ask(self, op: str, *, seconds: float | None = None, **arguments: Any) -> dict[str, Any]:
        """One harmless request, tried up to `attempts` times while the failure is transient."""
        attempt = 1
        while True:
            try:
                return self.call(op, seconds=seconds, **arguments)
            except HostError as fault:
                if attempt >= self._settings.attempts or not fault.transient:
                    raise
                self.pause(fault, attempt)
            attempt += 1

    def pause(self, fault: HostError, attempt: int) -> None:
        """Wait before a retry, as long as the host asks; if it asks for too long, raise the fault."""
        seconds = fault.wait if fault.wait is not None else self._settings.pause_seconds * 2 ** (attempt - 1)
        if seconds > self._settings.call_seconds:
            raise fault
        self._say(f"{fault.record}: {fault.message} Trying again in {seconds:.0f} s ({attempt}).")
        time.sleep(seconds)

    def call(self, op: str, *, seconds: float | None = None, **arguments: Any) -> dict[str, Any]:
        """One request within a deadline; HostError if it fails. After a deadline the child is killed."""
        deadline = time.monotonic() + (self._settings.call_seconds if seconds is None else seconds)
        child = self._started()
        assert child.stdin is not None and child.stdout is not None  # pipes were asked for
        try:
            child.stdin.write(json.dumps({"op": op, **arguments}).encode() + b"\n")
            child.stdin.flush()
        except BrokenPipeError:
            self.stop()
            raise HostError(self.host, "client", op, said="the process ended") from None
        received = bytearray()
        while not received.endswith(b"\n"):
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([child.stdout], [], [], left)[0]:
                self.stop()
                raise HostError(self.host, "timeout", op)
            chunk = os.read(child.stdout.fileno(), 1 << 16)
            if not chunk:
                self.stop()
                raise HostError(self.host, "client", op, said="the process ended")
            received += chunk
        reply = json.loads(received)
        if not reply["ok"]:
            raise HostError(
                self.host, reply["kind"], op, status=reply["status"], wait=reply["retry_after"], said=reply["message"]
            )
        result: dict[str, Any] = reply["result"]
        return result

    def _started(self) -> subprocess.Popen[bytes]:
        if self._child is None:
            loop, worker = (str(Path(__file__).with_name(name)) for name in ("worker_loop.py", self.host.worker))
            self._child = subprocess.Popen(
                [sys.executable, "-I", loop, worker],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=self._environment,
                cwd=self._work,
                start_new_session=True,
            )
        return self._child
