"""A finished build to review: bundle, work folder with raw rows, and raw screenshots. All values are made up here."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from redaction.policy import Policy, ReviewPolicy
from redaction.records import INTERACTION_FIELDS
from redaction.work.files import file_digest
from redaction.work.stage_records import CAPTURES
from release.bundle.build import build_bundle
from release.review.decisions import Decisions
from release.review.server import serve_review
from release.review.session import ReviewSession
from tests.release_fixture import ANSWERING, chained
from tests.scrubbed_fixture import PROCESSES, make_batch, make_rows, picture, png
from validation.files.digests import content_digest
from validation.leaks.verdicts import NOTHING_READ

SECRET = "Wilhelmina Featherstonehaugh"
#: there are no captures here in which canaries could be planted
POLICY = Policy.model_validate({"canaries": {"enabled": False}})
NOW = "2025-05-01T10:00:00+00:00"


def clean_certificate(folder: Path) -> Mapping[str, Any]:
    """A certificate that found nothing, bound to the content of `folder`."""
    digests = {path.name: file_digest(path) for path in folder.iterdir()}
    return {
        "format": "entrophy-leak-certificate/1",
        "verdict": "passed",
        "screens_read": True,
        "content_digest": content_digest(digests),
        "findings": [],
        "text_on_screens": NOTHING_READ.as_json(),
        "detectors": ANSWERING,
    }


def raw_picture(number: int, size: tuple[int, int]) -> np.ndarray:
    """What the redacted fixture picture looked like before: a name where the black box is."""
    image = picture(number, size)
    height, width = size
    image[height // 2 : height // 2 + 14, width // 2 : width // 2 + 90] = 255
    cv2.putText(image, SECRET.split()[0], (width // 2, height // 2 + 12), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (0, 0, 0), 1)
    return image


def make_build(
    out: Path,
    *,
    certify: Callable[[Path], Mapping[str, Any]] | None = clean_certificate,
    change: Callable[[list[dict[str, Any]]], None] | None = None,
    repaint: bool = False,
    instances: int = 1,
    size: tuple[int, int] = (240, 320),
    signing_key: Ed25519PrivateKey | None = None,
    seconds: int = 0,
) -> Path:
    """Write `out`/{bundle,work,captures} and return `out`. `change` edits the released rows; `repaint` covers more;
    `seconds` is how long the policy asks for each screen to be looked at."""
    rows = make_rows("batch-a", PROCESSES, instances=instances)
    raw_rows = [{**row, "field_value": row["field_value"] and f"{SECRET} {row['field_value']}"} for row in rows]
    if change is not None:
        change(rows)
    batch = make_batch(out / "work" / "batches" / "batch-a", rows=rows, size=size)
    captures = out / "captures"
    captures.mkdir(parents=True)
    lines = []
    shot = 0
    for row in raw_rows:
        path = None
        if row["screenshot_name"]:
            path = captures / f"{shot}.png"
            path.write_bytes(png(raw_picture(shot, size)))
            if repaint:
                image = picture(shot, size)
                image[200:220, 100:200] = 0
                (batch / "scrubbed" / "screenshots" / row["screenshot_name"]).write_bytes(png(image))
            shot += 1
        ordered = {name: row[name] for name in INTERACTION_FIELDS}
        digest = file_digest(path) if path else ""
        lines.append(json.dumps({"row": ordered, "screenshot": path.name if path else None, "sha256": digest}))
    (batch / "ingest").mkdir()
    (batch / CAPTURES).write_text(json.dumps({"folder": str(captures.resolve())}), encoding="utf-8")
    (batch / "ingest" / "rows.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    build_bundle(
        [batch],
        out / "bundle",
        version="1.0.0",
        policy=POLICY.model_copy(update={"review": ReviewPolicy(seconds_a_screen_at_least=seconds)}),
        certify=certify,
        signing_key=signing_key,
        **chained([batch]),
    )
    return out


def open_session(out: Path, key: Path, auditor: str = "Pat Auditor", *, independent: bool = False) -> ReviewSession:
    """A review session with its decisions and corrections beside `key`."""
    return ReviewSession(
        out,
        Decisions(key.with_name("key.decisions")),
        key.with_name("key.corrections.json"),
        auditor,
        fraction=0.01,
        confidence=0.95,
        now=lambda: NOW,
        independent=independent,
    )


@dataclass
class Running:
    """A review served in a thread of this process."""

    address: str
    said: list[str]
    thread: threading.Thread

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self.address.split(":")[2].split("/")[0])

    @property
    def prefix(self) -> str:
        """The random path under which everything lies."""
        return "/" + self.address.split("/")[3]


@contextmanager
def running(out: Path, key: Path, patience: float = 30, **settings: Any) -> Iterator[Running]:
    """Serve the review of `out`; ends with the test if the test did not end it."""
    said: list[str] = []
    given = {"auditor": "Pat Auditor", "open_browser": False, "idle_minutes": 1, **settings}
    failed: list[BaseException] = []

    def serve() -> None:
        try:
            serve_review(out, key.with_name("key.decisions"), announce=said.append, **given)
        except BaseException as error:
            failed.append(error)
            raise

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    end = time.monotonic() + patience
    while len(said) < 2 and thread.is_alive() and time.monotonic() < end:
        time.sleep(0.02)
    assert not failed, failed
    yield Running(said[1].split()[-1], said, thread)


class Visitor:
    """Some other process: plain HTTP, with the headers it chooses to send."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookie = ""

    def ask(
        self, path: str, method: str = "GET", body: bytes | None = None, **headers: str
    ) -> tuple[int, bytes, dict[str, str]]:
        """(status, body, headers) of one request; underscores in header names stand for hyphens."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        sent = {"Host": f"127.0.0.1:{self.port}", **{k.replace("_", "-"): v for k, v in headers.items()}}
        if self.cookie:
            sent.setdefault("Cookie", self.cookie)
        if body is not None:
            sent["Content-Length"] = str(len(body))
        for name, value in sent.items():
            connection.putheader(name, value)
        connection.endheaders(body)
        try:
            answer = connection.getresponse()
            return answer.status, answer.read(), {k.lower(): v for k, v in answer.getheaders()}
        finally:
            connection.close()

    def enter(self, address: str) -> int:
        """Exchange the token for the cookie."""
        status, _, headers = self.ask("/" + address.split("/", 3)[3])
        self.cookie = headers.get("set-cookie", "").split(";")[0]
        return status
