"""Files of a web host: small ones into memory, large ones to disk, taken up where an earlier attempt stopped.

Python's own client, so that reading a dataset installs nothing more. Headers that log in go to the host that was named
and to none that it points to.
"""

from __future__ import annotations

import http.client
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

from redaction.errors import BundleError
from redaction.work.files import file_digest, private_folder
from redaction.work.trouble import trouble

READ_TIMEOUT_S = 60.0
"""Seconds without a byte after which a connection counts as broken."""
ATTEMPTS = 4
"""How often one file is tried; an attempt that brought something does not count."""
LONGEST_PAUSE_S = 60.0
"""The longest wait, in seconds, that a host may ask for."""
_CHUNK = 1 << 20
_ALTERED = "do not use it; tell the publisher."
_SAME_COMMAND = "do the same again: what has arrived is kept, and only the rest is fetched."


class WebError(BundleError):
    """A request that failed. `status` is the host's, None where there was no answer; `wait` the seconds it asks for."""

    def __init__(self, url: str, what: str, *, status: int | None = None, wait: float | None = None) -> None:
        self.status = status
        self.wait = wait
        remedy = _SAME_COMMAND if self.transient else "check the reference, and that you may read there."
        super().__init__(what, record=f"{urlsplit(url).hostname}", remedy=remedy)

    @property
    def transient(self) -> bool:
        """The same request may succeed later."""
        return self.status is None or self.status in (408, 429) or self.status >= 500


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows a host elsewhere, but never from an encrypted connection to an open one."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        if urlsplit(req.full_url).scheme == "https" and urlsplit(newurl).scheme != "https":
            raise WebError(req.full_url, "the host points to an address without encryption.", status=400)
        new = super().redirect_request(req, fp, code, msg, headers, newurl)
        if new is not None and urlsplit(req.full_url)[:2] == urlsplit(newurl)[:2]:
            # The same host: the login, which goes nowhere else, goes along.
            new.unredirected_hdrs.update({k: v for k, v in req.unredirected_hdrs.items() if k != "Host"})
        return new


@dataclass(frozen=True)
class Web:
    """A way to web hosts. `login` are headers for the host that is asked, `pause_s` the first pause before a retry."""

    login: Mapping[str, str] = field(default_factory=dict, repr=False)
    timeout_s: float = READ_TIMEOUT_S
    pause_s: float = 1.0

    def read(self, url: str, most: int) -> bytes | None:
        """The bytes of a small file, None where the host has none. WebError otherwise, or when it is larger than
        `most` bytes."""
        for attempt in range(1, ATTEMPTS + 1):
            try:
                with self._asked(url, 0) as answer:
                    data: bytes = answer.read(most + 1)
                    length = answer.headers.get("Content-Length", "")
                if len(data) > most:
                    raise WebError(url, f"the file is larger than {most:,} bytes.", status=413)
                if length.isdigit() and len(data) < int(length):
                    raise WebError(url, "the connection was cut off.")
                return data
            except WebError as error:
                if error.status == 404:
                    return None
                self._pause(error, attempt)
        raise AssertionError("the last attempt raises")

    def download(self, url: str, to: Path, size: int, sha256: str) -> None:
        """Bring a file of `size` bytes to `to`. What an earlier attempt left in `to`.part is gone on from; the file
        appears under its name only when its hash is right. BundleError when it never is."""
        private_folder(to.parent)
        part = to.with_name(f".{to.name}.part")
        failures, most = 0, -1
        while True:
            began = _size(part)
            try:
                self._go_on(url, part, size)
            except WebError as error:
                failures = 1 if _size(part) > max(most, began) else failures + 1
                most = max(most, began, _size(part))
                if error.status == 416:  # what was here is longer than the host's file
                    part.unlink()
                self._pause(error, failures)
                continue
            if file_digest(part) == sha256:
                part.replace(to)
                return
            part.unlink()
            # What was there before may have been of other bytes; what came in one piece was altered by the host.
            if began == 0:
                raise BundleError("the host has other bytes than were signed.", record=to.name, remedy=_ALTERED)

    def _go_on(self, url: str, part: Path, size: int) -> None:
        """Append what is missing."""
        have = _size(part)
        if have == size and part.is_file():
            return
        with self._asked(url, have) as answer, part.open("ab") as out:
            if answer.status != 206 or not answer.headers.get("Content-Range", "").startswith(f"bytes {have}-"):
                have = 0
                out.truncate(0)
            length = answer.headers.get("Content-Length", "")
            if length.isdigit() and have + int(length) != size:
                out.truncate(0)
                raise WebError(url, "the host has a file of another length than was signed.", status=400)
            while chunk := answer.read1(_CHUNK):  # what has come: a connection that stalls loses none of it
                have += len(chunk)
                if have > size:
                    out.truncate(0)
                    raise WebError(url, "the host sends more than was signed.", status=400)
                out.write(chunk)
        if have < size:
            raise WebError(url, "the connection was cut off.")

    @contextmanager
    def _asked(self, url: str, start: int) -> Iterator[http.client.HTTPResponse]:
        request = urllib.request.Request(url, headers={"Accept-Encoding": "identity", "User-Agent": "entrophy"})
        if start:
            request.add_header("Range", f"bytes={start}-")
        for name, value in self.login.items():
            request.add_unredirected_header(name, value)
        try:
            with _opener().open(request, timeout=self.timeout_s) as answer:
                yield answer
        except urllib.error.HTTPError as error:
            error.close()
            asked = error.headers.get("Retry-After", "")
            wait = float(asked) if asked.isdigit() else None
            raise WebError(url, f"the host answers {error.code}.", status=error.code, wait=wait) from None
        except (OSError, http.client.HTTPException) as error:
            if isinstance(error, OSError) and trouble(error):
                raise  # of this machine, not of the host
            raise WebError(url, f"no whole answer came from the host ({_name(error)}).") from None

    def _pause(self, error: WebError, attempt: int) -> None:
        """Wait before a retry, or raise the error."""
        seconds = error.wait if error.wait is not None else self.pause_s * 2 ** (attempt - 1)
        if attempt >= ATTEMPTS or not error.transient or seconds > LONGEST_PAUSE_S:
            raise error
        time.sleep(seconds)


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else 0


def _name(error: Exception) -> str:
    reason = getattr(error, "reason", None)
    return type(reason if isinstance(reason, Exception) else error).__name__


def _opener() -> urllib.request.OpenerDirector:
    """Of the web alone: the usual one would also open files and FTP servers that a host points to."""
    opener = urllib.request.OpenerDirector()
    handlers = (
        urllib.request.ProxyHandler,
        urllib.request.HTTPHandler,
        urllib.request.HTTPSHandler,
        urllib.request.HTTPDefaultErrorHandler,
        urllib.request.HTTPErrorProcessor,
        urllib.request.UnknownHandler,
        _Redirects,
    )
    for handler in handlers:
        opener.add_handler(handler())
    return opener
