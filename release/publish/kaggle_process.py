"""The parent's side of the Kaggle client: credentials, a bare environment, deadlines, bounded retries.

The client has no timeouts of its own and reads half of its settings from the environment at import, so it lives in a
child process (release/publish/kaggle_worker.py) with its own HOME, KAGGLE_CONFIG_DIR and TMPDIR, which can be killed.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

from redaction.errors import PublishError
from redaction.offline import SETTINGS
from release.publish.publish_types import PublishSettings, Say
from validation.files.file_models import FileModel, parsed

Kind = Literal["auth", "http", "connection", "timeout", "garbled", "incomplete", "refused", "client"]

_PASSED_ON = (
    "PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH",
    "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "all_proxy", "no_proxy",
    "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR",
)  # fmt: skip
_NEW_TOKEN = (
    "make a token on the settings page of your Kaggle account, then set KAGGLE_API_TOKEN, or KAGGLE_USERNAME and "
    "KAGGLE_KEY, or save it as ~/.kaggle/kaggle.json with mode 0600."
)


class HostError(PublishError):
    """One request that failed. `kind` and `status` say how; `transient` whether the same request may succeed later."""

    def __init__(self, kind: Kind, step: str, *, status: int | None = None, wait: float | None = None, said: str = ""):
        self.kind = kind
        self.status = status
        self.wait = wait
        message, remedy = _sentence(kind, status, wait, said)
        super().__init__(message, record=f"kaggle {step}", remedy=remedy)

    @property
    def transient(self) -> bool:
        """Dropped connections, deadlines, 429, 5xx and lost files may pass; the rest will not."""
        if self.kind == "http":
            return self.status == 429 or (self.status or 0) >= 500
        return self.kind in ("connection", "timeout", "garbled", "incomplete")


def _sentence(kind: Kind, status: int | None, wait: float | None, said: str) -> tuple[str, str]:
    quoted = f" It said: {said!r}." if said else ""
    if kind == "auth":
        return f"Kaggle did not accept the credentials.{quoted}", _NEW_TOKEN
    if kind == "http" and status == 429:
        later = f" for {wait:.0f} seconds" if wait else ""
        return f"Kaggle asks to slow down{later} (429).", "wait, then run the same command; nothing is sent twice."
    if kind == "http" and status == 403:
        return (
            f"the account may not do this (403).{quoted}",
            "use an account that may write to this owner's datasets, or set release.owner in the policy and rebuild.",
        )
    if kind == "http" and (status or 0) >= 500:
        return f"Kaggle has a problem ({status}).{quoted}", "run the same command later; nothing is sent twice."
    if kind == "http":
        return f"Kaggle refused the request ({status}).{quoted}", "correct what it names, then run the command again."
    if kind == "connection":
        return (
            "there is no connection to Kaggle, or it was dropped.",
            "check the network and the proxy variables, then run the same command; nothing is sent twice.",
        )
    if kind == "timeout":
        return (
            "Kaggle did not answer before the deadline.",
            "check the network, or allow more time in the settings, then run the same command.",
        )
    if kind == "garbled":
        return (
            "the answer did not come from Kaggle's API.",
            "check whether a proxy or a log-in page of the network answers in its place.",
        )
    if kind == "incomplete":
        return f"the upload failed; no version was made: {said}.", "run the same command again."
    if kind == "refused":
        return f"Kaggle refused the dataset.{quoted}", "correct what it names in the policy, then build again."
    return f"the kaggle client failed.{quoted}", "check that the installed kaggle is the version of the lock file."


def credentials(environ: Mapping[str, str]) -> dict[str, str]:
    """The variables that log in, from the environment or kaggle.json. PublishError if there are none."""
    if token := environ.get("KAGGLE_API_TOKEN"):
        path = Path(token)
        is_file = len(token) < 4096 and path.is_file()
        return {"KAGGLE_API_TOKEN": path.read_text(encoding="utf-8").strip() if is_file else token}
    if environ.get("KAGGLE_USERNAME") and environ.get("KAGGLE_KEY"):
        return {name: environ[name] for name in ("KAGGLE_USERNAME", "KAGGLE_KEY")}
    home = Path(environ.get("HOME") or Path.home())
    folders = [home / ".kaggle", Path(environ.get("XDG_CONFIG_HOME") or home / ".config") / "kaggle"]
    if environ.get("KAGGLE_CONFIG_DIR"):
        folders.insert(0, Path(environ["KAGGLE_CONFIG_DIR"]))
    for folder in folders:
        for name in ("access_token", "kaggle.json"):
            if (folder / name).is_file():
                return _from_file(folder / name)
    raise PublishError("no Kaggle credentials were found.", remedy=_NEW_TOKEN)


class Account(FileModel):
    """kaggle.json, as the host hands it out."""

    username: str
    key: str


def _from_file(path: Path) -> dict[str, str]:
    if path.stat().st_mode & 0o077:
        raise PublishError(
            "the credentials file is open to other users.", record=path.name, remedy="run `chmod 600` on it."
        )
    try:
        text = path.read_text(encoding="utf-8")
        if path.name == "access_token":
            return {"KAGGLE_API_TOKEN": text.strip()}
        account = parsed(Account, text.encode())
        return {"KAGGLE_USERNAME": account.username, "KAGGLE_KEY": account.key}
    except (OSError, ValueError):
        raise PublishError("the credentials file cannot be read.", record=path.name, remedy=_NEW_TOKEN) from None


def child_environment(environ: Mapping[str, str], work: Path) -> dict[str, str]:
    """A bare environment: allow-listed variables, credentials, and folders of its own under `work`."""
    environment = environ.get("KAGGLE_API_ENVIRONMENT")
    if environment not in (None, "PROD", "LOCALHOST"):
        raise PublishError(
            "this value of KAGGLE_API_ENVIRONMENT would be taken for the public site.",
            record="KAGGLE_API_ENVIRONMENT",
            remedy="unset it, or use LOCALHOST for a stand-in on this machine.",
        )
    child = {name: environ[name] for name in _PASSED_ON if name in environ} | credentials(environ)
    if environment:
        child["KAGGLE_API_ENVIRONMENT"] = environment
    for name, folder in (("HOME", "home"), ("KAGGLE_CONFIG_DIR", "config"), ("TMPDIR", "tmp")):
        (work / folder).mkdir(mode=0o700, parents=True, exist_ok=True)
        child[name] = str(work / folder)
    return child | SETTINGS


class KaggleProcess:
    """A running client. Use as a context manager; `call` is one request, `ask` one with retries."""

    def __init__(self, environ: Mapping[str, str], work: Path, settings: PublishSettings, say: Say) -> None:
        self._environment = child_environment(environ, work)
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
            raise HostError("client", op, said="the process ended") from None
        received = bytearray()
        while not received.endswith(b"\n"):
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([child.stdout], [], [], left)[0]:
                self.stop()
                raise HostError("timeout", op)
            chunk = os.read(child.stdout.fileno(), 1 << 16)
            if not chunk:
                self.stop()
                raise HostError("client", op, said="the process ended")
            received += chunk
        reply = json.loads(received)
        if not reply["ok"]:
            raise HostError(reply["kind"], op, status=reply["status"], wait=reply["retry_after"], said=reply["message"])
        result: dict[str, Any] = reply["result"]
        return result

    def _started(self) -> subprocess.Popen[bytes]:
        if self._child is None:
            worker = Path(__file__).with_name("kaggle_worker.py")
            self._child = subprocess.Popen(
                [sys.executable, "-I", str(worker)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=self._environment,
                cwd=self._work,
                start_new_session=True,
            )
        return self._child
