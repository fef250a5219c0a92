"""What a release may show by its policy: drawn surrogates are known by place and text, kept kinds by name."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from redaction.capture.images import encode_png
from redaction.findings import ImageFinding, Kind
from redaction.screens.redact.pixels import redact_image
from tests.scrubbed_fixture import png
from validation.files.digests import digest_bytes
from validation.leaks.allowed import Allowed, without_drawn
from validation.leaks.leak_report import LeakReport
from validation.leaks.scan import scan_bundle
from validation.reading.read_words import Part, Word

BOX = (100, 50, 300, 70)
SURROGATE = "mardo.thier@palmanning.example.org"


def kept(text: str, left: int = 100, width: int = 200) -> bool:
    """Whether a word at this place is left to be judged."""
    word = Word(text, left, 50, width, 20, 90.0, 0)
    return bool(without_drawn(Part((word,)), [(BOX, SURROGATE)]).words)


@pytest.mark.parametrize(
    "said",
    [SURROGATE, "mardo.thier@palmanning.example.or(", "rnardo.thier@palmanning.exarnple.org", "example.org", "|"],
)
def test_what_was_drawn_is_ours_also_when_it_is_misread_or_cut(said: str) -> None:
    assert not kept(said)


@pytest.mark.parametrize("said", ["jo.kent@harbour-mills.co.uk", "Josephine", f"{SURROGATE}.kent", "+49 30 1234567"])
def test_something_else_in_the_place_is_judged(said: str) -> None:
    assert kept(said)


def test_a_misreading_has_three_characters_more_at_most() -> None:
    assert not kept(f"{SURROGATE}kxv")
    assert kept(f"{SURROGATE}kxvz")


def test_the_same_words_elsewhere_are_judged() -> None:
    assert not kept(SURROGATE, left=BOX[0] - 20, width=100)
    assert kept(SURROGATE, left=BOX[0] - 21, width=100)


def test_a_word_that_runs_over_two_places_is_what_was_drawn_in_both() -> None:
    places = [((100, 40, 300, 70), "mardo@palm.example.com"), ((296, 40, 420, 70), "348-555-0108")]
    both = Word("mardo@palm.example.con348-555-0108", 102, 44, 310, 20, 80.0, 0)
    assert not without_drawn(Part((both,)), places).words
    assert without_drawn(Part((both,)), places[:1]).words == (both,)


def bundle(folder: Path, text: str, image: bytes) -> Path:
    from release.bundle.archive import write_archive

    (folder / "in").mkdir(parents=True)
    (folder / "in" / "a.png").write_bytes(image)
    (folder / "bundle").mkdir()
    write_archive(folder / "bundle" / "People_screenshots.zip", {"a.png": folder / "in" / "a.png"})
    (folder / "bundle" / "README.md").write_text(text)
    return folder / "bundle"


def kinds(report: LeakReport) -> list[tuple[str, str]]:
    return sorted({(leak.where.split()[0], leak.kind) for leak in report.findings})


def test_kept_kinds_are_no_findings_and_others_stay(tmp_path: Path) -> None:
    blank = png(np.full((40, 60, 3), 255, dtype=np.uint8))
    folder = bundle(tmp_path, "ask jo@harbour-mills.co.uk or call +49 30 24725700", blank)
    assert kinds(scan_bundle(folder, [], workers=1)) == [("README.md", "email"), ("README.md", "phone")]
    allowed = Allowed(frozenset({"email"}))
    assert kinds(scan_bundle(folder, [], workers=1, allowed=allowed)) == [("README.md", "phone")]
    name = [("E1", Kind.PERSON, "Josephine Kentwright")]
    (folder / "README.md").write_text("Josephine Kentwright wrote")
    assert scan_bundle(folder, name, workers=1, allowed=Allowed(frozenset({"email"}))).findings


def test_a_drawn_number_is_no_finding_and_the_same_number_unknown_is(tmp_path: Path) -> None:
    """A surrogate that looks like somebody's number, drawn by the real code: only what is known to be drawn passes."""
    number = "+49 30 24725700"
    white = np.full((120, 420, 3), 255, dtype=np.uint8)
    finding = ImageFinding((40, 40, 240, 64), Kind.PHONE, 1.0, "patterns", "+49 40 1111111")
    image, boxes = redact_image(white, [finding], "substitute", lambda kind, value: number)
    data = encode_png(image)
    folder = bundle(tmp_path, "nothing here", data)
    assert kinds(scan_bundle(folder, [], workers=1)) == [("People_screenshots.zip", "phone")]
    drawn = Allowed(drawn={digest_bytes(data): [(boxes[0], number)]})
    assert scan_bundle(folder, [], workers=1, allowed=drawn).findings == ()
    other = Allowed(drawn={digest_bytes(data): [(boxes[0], "Ada Example")]})
    assert kinds(scan_bundle(folder, [], workers=1, allowed=other)) == [("People_screenshots.zip", "phone")]
