"""Styles, targets, capture formats: what is in a table works the whole way, anything else is refused by the names."""

from __future__ import annotations

import json
import re
import tarfile
from pathlib import Path

import numpy as np
import pytest

from redaction.capture.preflight import check_batches
from redaction.capture.readers import CAPTURE_READERS, READERS
from redaction.doors import Door
from redaction.errors import CaptureError, PolicyError, PublishError
from redaction.findings import ImageFinding, Kind
from redaction.policy import CapturePolicy, Policy, load_policy
from redaction.screens.redact.pixels import redact_image
from redaction.screens.redact.styles import HIDING_STYLES, STYLES
from redaction.stages.ingest import ingest
from redaction.work.progress import no_progress
from redaction.work.store import BatchStore
from release.publish.publish import plan, publish
from release.publish.publish_types import PublishSettings
from release.publish.targets import PUBLISH_TARGETS, TARGETS
from release.verify.verify_captures import captured_needles
from tests.doors import clicks_csv
from tests.kaggle_standin import make_bundle

DOCS = Path(__file__).parents[2] / "docs" / "how-to"
INSTANCE = "3c1e5a52-2a5f-4f0e-8a3e-0d7b8c0f6a11"
NAME = ImageFinding((30, 20, 94, 36), Kind.PERSON, 0.9, "test", "Ann Lee")
FACE = ImageFinding((120, 10, 160, 50), Kind.FACE, 0.9, "test")


def screen(seed: int) -> np.ndarray:
    """A light page with noise where the findings are."""
    image = np.full((60, 400, 3), 245, np.uint8)
    for x0, y0, x1, y1 in (NAME.box, FACE.box):
        image[y0:y1, x0:x1] = np.random.default_rng(seed).integers(0, 256, (y1 - y0, x1 - x0, 3))
    return image


# --- the tables


@pytest.mark.parametrize(
    ("page", "door"), [("style", HIDING_STYLES), ("target", PUBLISH_TARGETS), ("format", CAPTURE_READERS)]
)
def test_every_line_of_a_table_leads_to_an_implementation_and_the_page_names_its_module(page: str, door: Door) -> None:
    text = (DOCS / f"add-a-{page}.md").read_text(encoding="utf-8")
    for name in door.names:
        assert door.open(name) is not None
    assert any(module.replace(".", "/") + ".py" in text for module in door.modules.values())
    for path in re.findall(r"`((?:redaction|release|tests)/[\w/]+\.py)`", text):
        assert (DOCS.parents[1] / path).is_file(), path


def test_an_unknown_style_is_refused_and_not_blurred(tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match=r"no hiding style.*give one of: fill, blur, pixelate, substitute\."):
        redact_image(screen(1), [NAME], "hatch")
    (tmp_path / "policy.yaml").write_text("vision: {style: hatch}\n")
    with pytest.raises(PolicyError, match=r"vision\.style.*'fill', 'blur', 'pixelate' or 'substitute'"):
        load_policy(tmp_path / "policy.yaml")


def test_an_unknown_target_is_refused_and_not_sent_to_kaggle(tmp_path: Path) -> None:
    bundle = make_bundle(tmp_path)
    for ask in (plan, publish):
        with pytest.raises(PublishError, match=r"no publish target.*give one of: folder, kaggle, huggingface, s3\."):
            ask(bundle, "tar")
    # before anything else is looked at
    with pytest.raises(PublishError, match="no publish target"):
        publish(tmp_path / "absent", "tar", yes=True)


def test_an_unknown_capture_format_is_refused_in_the_first_second(tmp_path: Path) -> None:
    folder = clicks(tmp_path / "batch")
    with pytest.raises(
        CaptureError,
        match=r"batch\.json.*no capture format.*give one of: entrophy-capture/1, entrophy-demonstrations/1, "
        r"entrophy-sources/1\.",
    ):
        check_batches({"batch": folder}, CapturePolicy())
    assert captured_needles([folder])[2] == [0], "a release is not held against captures that nobody can read"


# --- one file and one line more


def test_a_new_style_works_the_whole_way(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(STYLES, "hatch", "tests.doors.hatch")
    (tmp_path / "policy.yaml").write_text("vision: {style: hatch}\n")
    style = load_policy(tmp_path / "policy.yaml").vision.style
    image = screen(1)
    out, boxes = redact_image(image, [NAME, FACE], style)
    assert np.array_equal(out, redact_image(screen(2), [NAME, FACE], style)[0]), "it depends on what was there"
    left = out.copy()
    for x0, y0, x1, y1 in boxes:
        assert (out[y0:y1, x0:x1].min(), len(np.unique(out[y0:y1, x0:x1]))) < (100, 99), "lines are drawn"
        left[y0:y1, x0:x1] = image[y0:y1, x0:x1]
    assert np.array_equal(left, image)
    assert not np.array_equal(out, redact_image(image, [NAME, FACE], "fill")[0])


def test_a_new_target_works_the_whole_way(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(TARGETS, "tar", "tests.doors.tar")
    bundle, settings = make_bundle(tmp_path), PublishSettings(destination=tmp_path)
    assert plan(bundle, "tar", settings=settings)[1] == "Write entrophy-test-0.1.0.tar."

    def run():
        return publish(bundle, "tar", settings=settings, verify=lambda path: [], signoff=lambda path: [])

    receipt = run()
    with tarfile.open(receipt.location) as tar:
        assert {m.name: tar.extractfile(m).read() for m in tar} == {p.name: p.read_bytes() for p in bundle.iterdir()}
    assert not receipt.already_published and run().already_published
    written = json.loads((tmp_path / "publish_receipt.json").read_text())["targets"]["tar"]
    assert (written["target"], written["digest"]) == ("tar", receipt.digest)
    with pytest.raises(PublishError, match="does not pass verification"):
        publish(bundle, "tar", settings=settings, verify=lambda path: ["it is odd"], signoff=lambda path: [])


def clicks(folder: Path) -> Path:
    """A batch of three clicks in the format that only the tests know."""
    (folder / "recordings").mkdir(parents=True)
    consent = {"status": "granted", "recorded_at": "2025-04-01", "evidence": "form 7", "scope": ["events"]}
    about = {
        "format": clicks_csv.NAME,
        "batch": "clicks",
        "domain": "Finance",
        "environment": "staging",
        "recorder": {"name": "clicker"},
        "applications": ["Mail"],
        "participants": [{"id": "p1", "name": "Ann Lee", "email": "ann.lee@example.com", "consent": consent}],
    }
    (folder / "batch.json").write_text(json.dumps(about), encoding="utf-8")
    lines = [
        "2025-04-18T17:01:16.466+00:00,Mail,Inbox of ann.lee@example.com,LB Down",
        "2025-04-18T17:01:17.000+00:00,Game,Level 3,LB Down",
        "2025-04-18T17:01:18.000+00:00,Mail,Draft,LB Down",
    ]
    (folder / "recordings" / f"{INSTANCE}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def test_a_new_capture_format_works_the_whole_way(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(READERS, clicks_csv.NAME, "tests.doors.clicks_csv")
    folder, copy = clicks(tmp_path / "one"), clicks(tmp_path / "two")
    (copy / "note.txt").write_text("so that it is another content")
    with pytest.raises(CaptureError, match="one recording is in two batches"):
        check_batches({"one": folder, "two": copy}, CapturePolicy())
    store = BatchStore(tmp_path / "work", "one")
    summary = ingest(folder, store, Policy(), no_progress)
    assert (summary["interactions"], summary["funnel"]["events_in"]) == (2, 3)
    rows = [item["row"] for item in store.read_lines("ingest/rows.jsonl")]
    assert [row["screen_name"] for row in rows] == ["Inbox of ann.lee@example.com", "Draft"]
    (refused,) = store.read_lines("quarantine/ingest.jsonl")
    assert (refused["record"], refused["reason"]) == (f"{INSTANCE}.csv:2", "application_not_allowed")
    _, strings, unread = captured_needles([folder])
    assert list(strings.values()) == ["captures[0] recording 0 line 1"] and unread == []
