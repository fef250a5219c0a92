"""From a flag to the next build: corrections survive their file, follow the picture, and cover when in doubt."""

from __future__ import annotations

import stat
from pathlib import Path

import numpy as np
import pytest

from redaction.errors import EntrophyError
from redaction.findings import ImageFinding, Kind
from redaction.records import DeclaredEntity
from redaction.screens.redact.pixels import redact_image
from redaction.stages.corrections import (
    Corrections,
    Uncover,
    apply_corrections,
    correct_screens,
    corrections_digest,
    corrections_path,
    load_corrections,
    save_corrections,
)
from redaction.work.files import file_digest
from release.review.corrections import corrections_of, export_corrections
from release.review.decisions import Decision, Decisions, Mark, Verdict

NAME = ImageFinding((33, 40, 90, 52), Kind.PERSON, 0.7, "names", "Jo Planted")
FACE = ImageFinding((260, 10, 300, 50), Kind.FACE, 0.99, "mtcnn")
BLANK = np.full((240, 320, 3), 250, np.uint8)
DRAWN = redact_image(BLANK, [NAME])[1][0]
MISSED = Mark("missed", Kind.PERSON, (10, 100, 80, 120), 320, 240, text=" Ada Invented ")
WRONG = Mark("wrong", Kind.PERSON, DRAWN, 320, 240)


def record(store: Decisions, verdict: Verdict, *marks: Mark, image: str = "i1", evidence: str = "e") -> None:
    store.record(Decision("b", "1.png", "Pat", "2025-05-01T10:00:00+00:00", verdict, image, evidence, "r", "", marks))


def test_corrections_come_back_from_their_file(tmp_path: Path) -> None:
    store = Decisions(tmp_path / "key.decisions")
    record(store, "flag", MISSED, Mark("field", Kind.COMPANY, interaction="u", field="f", text="Planted Ltd"), WRONG)
    record(store, "flag", Mark("missed", Kind.FACE, (0, 0, 9, 9), 320, 240, text="a face"), image="i2", evidence="e2")
    written = export_corrections(store, corrections_path(tmp_path / "key"))
    read = load_corrections(tmp_path / "key.corrections.json")
    assert read == written
    assert corrections_digest(read) == corrections_digest(written) != corrections_digest(Corrections())
    assert stat.S_IMODE((tmp_path / "key.corrections.json").stat().st_mode) == 0o600
    assert read.cover["i1"] == (ImageFinding((10, 100, 80, 120), Kind.PERSON, 1.0, "auditor", "Ada Invented"),)
    assert read.uncover == {"i1": (Uncover(DRAWN, 320, 240),)}
    # a face has no words: it is covered and not declared
    assert read.entities == (DeclaredEntity("company", "Planted Ltd"), DeclaredEntity("person", "Ada Invented"))


def test_corrections_apply_to_their_picture_only(tmp_path: Path) -> None:
    store = Decisions(tmp_path / "d")
    record(store, "flag", MISSED, WRONG)
    corrections = corrections_of(store)
    found = apply_corrections([NAME, FACE], "i1", corrections)
    assert NAME not in found
    assert [f.box for f in found] == [FACE.box, (10, 100, 80, 120)]
    assert apply_corrections([NAME, FACE], "i2", corrections) == [NAME, FACE]
    assert corrections.touches("i1")
    assert not corrections.touches("i2")


def test_only_the_very_box_is_uncovered(tmp_path: Path) -> None:
    near = ImageFinding((33, 41, 90, 52), Kind.PERSON, 0.7, "names", "Jo Planted")
    store = Decisions(tmp_path / "d")
    record(store, "accept", WRONG)
    assert apply_corrections([NAME, near], "i1", corrections_of(store)) == [near]


def test_when_a_place_was_marked_both_ways_it_is_covered() -> None:
    over = ImageFinding(NAME.box, Kind.PERSON, 1.0, "auditor")
    both = Corrections({"i1": (over,)}, {"i1": (Uncover(DRAWN, 320, 240),)})
    assert apply_corrections([NAME], "i1", both) == [over]


def test_a_later_decision_takes_an_earlier_correction_back(tmp_path: Path) -> None:
    store = Decisions(tmp_path / "d")
    record(store, "flag", MISSED, evidence="first build")
    covered = corrections_of(store).cover["i1"][0]
    drawn = Mark("wrong", Kind.PERSON, redact_image(BLANK, [covered])[1][0], 320, 240)
    record(store, "accept", drawn, evidence="second build")
    assert corrections_of(store).cover == {}
    record(store, "flag", MISSED, evidence="third build")
    assert corrections_of(store).cover["i1"] == (covered,)
    assert corrections_of(store).uncover == {}


def test_a_withdrawn_flag_corrects_nothing(tmp_path: Path) -> None:
    store = Decisions(tmp_path / "d")
    record(store, "flag", MISSED)
    record(store, "accept")
    assert corrections_of(store) == Corrections()


def test_the_same_decisions_give_the_same_bytes(tmp_path: Path) -> None:
    for name, order in (("a", (MISSED, WRONG)), ("b", (WRONG, MISSED))):
        store = Decisions(tmp_path / name)
        record(store, "flag", *order)
        export_corrections(store, tmp_path / f"{name}.json")
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()


def test_no_file_means_no_corrections(tmp_path: Path) -> None:
    assert load_corrections(None) == load_corrections(tmp_path / "none") == Corrections()


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"format": "entrophy-corrections/2", "cover": {}, "uncover": {}, "entities": []}',
        '{"format": "entrophy-corrections/1", "cover": {}, "uncover": {}}',
        '{"format": "entrophy-corrections/1", "cover": {"i": [{"box": [5, 5, 5, 9], "kind": "person", "value": ""}]},'
        ' "uncover": {}, "entities": []}',
        '{"format": "entrophy-corrections/1", "cover": {}, "uncover": {}, "entities": [{"kind": "Jo Planted"}]}',
    ],
)
def test_a_broken_file_stops_the_build_without_quoting_it(tmp_path: Path, text: str) -> None:
    path = tmp_path / "c.json"
    path.write_text(text, encoding="utf-8")
    path.chmod(0o600)
    with pytest.raises(EntrophyError, match="not of the format") as caught:
        load_corrections(path)
    assert "Planted" not in str(caught.value)


def test_an_open_file_or_a_link_is_refused(tmp_path: Path) -> None:
    save_corrections(Corrections(), tmp_path / "c")
    (tmp_path / "c").chmod(0o604)
    with pytest.raises(EntrophyError, match="open to other users"):
        load_corrections(tmp_path / "c")
    (tmp_path / "folder").mkdir()
    with pytest.raises(EntrophyError, match="not a regular file"):
        load_corrections(tmp_path / "folder")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    with pytest.raises(EntrophyError, match="cannot be read"):
        load_corrections(tmp_path / "link")


def test_the_digest_of_a_picture_is_that_of_its_file(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x" * 3_000_000)
    (tmp_path / "b").write_bytes(b"x" * 3_000_000)
    assert file_digest(tmp_path / "a") == file_digest(tmp_path / "b")
    (tmp_path / "b").write_bytes(b"x" * 2_999_999 + b"y")
    assert file_digest(tmp_path / "a") != file_digest(tmp_path / "b")


def test_a_batch_is_corrected_by_its_pictures(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).write_bytes(name.encode())
    images = {"a.png": tmp_path / "one", "b.png": tmp_path / "two"}
    mine = file_digest(tmp_path / "one")
    missed = ImageFinding((10, 100, 80, 120), Kind.PERSON, 1.0, "auditor", "Ada Invented")
    corrections = Corrections({mine: (missed,)}, {mine: (Uncover(DRAWN, 320, 240),)})
    done = correct_screens({"a.png": [NAME, FACE], "b.png": [FACE]}, images, corrections)
    assert done == {"a.png": [FACE, missed], "b.png": [FACE]}
    assert correct_screens({"b.png": [NAME]}, images, corrections) == {"b.png": [NAME]}


def test_a_box_marked_wrong_stays_while_its_value_is_hidden_elsewhere(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).write_bytes(name.encode())
    images = {"a.png": tmp_path / "one", "b.png": tmp_path / "two"}
    corrections = Corrections({}, {file_digest(tmp_path / "one"): (Uncover(DRAWN, 320, 240),)})
    twin = ImageFinding((5, 5, 70, 20), Kind.PERSON, 0.9, "names", "JO  planted")
    assert correct_screens({"a.png": [NAME], "b.png": []}, images, corrections)["a.png"] == []
    assert correct_screens({"a.png": [NAME], "b.png": [twin]}, images, corrections)["a.png"] == [NAME]
    assert correct_screens({"a.png": [NAME]}, images, corrections, hidden=["jo planted"])["a.png"] == [NAME]


def test_without_corrections_no_picture_is_read(tmp_path: Path) -> None:
    absent = {"a.png": tmp_path / "absent"}
    assert correct_screens({"a.png": [NAME]}, absent, Corrections()) == {"a.png": [NAME]}
    some = Corrections({"0": (NAME,)})
    with pytest.raises(EntrophyError, match="cannot be read to correct it"):
        correct_screens({"a.png": [NAME]}, absent, some)


def test_a_correction_changes_its_pixels_and_no_others() -> None:
    image = np.random.default_rng(3).integers(0, 255, (240, 320, 3), dtype=np.uint8)
    missed = ImageFinding((10, 100, 80, 120), Kind.PERSON, 1.0, "auditor")
    corrections = Corrections({"i1": (missed,)}, {"i1": (Uncover(DRAWN, 320, 240),)})
    before, _ = redact_image(image, [NAME, FACE])
    after, drawn = redact_image(image, apply_corrections([NAME, FACE], "i1", corrections))
    x0, y0, x1, y1 = DRAWN
    assert (before[y0:y1, x0:x1] != image[y0:y1, x0:x1]).any()
    assert (after[y0:y1, x0:x1] == image[y0:y1, x0:x1]).all(), "what was marked wrong is shown as it was"
    x0, y0, x1, y1 = drawn[1]
    assert x0 <= 10 and x1 >= 80
    assert len(np.unique(after[y0:y1, x0:x1].reshape(-1, 3), axis=0)) == 1, "what was missed is one plain colour"
    outside = np.ones(image.shape[:2], dtype=bool)
    for x0, y0, x1, y1 in drawn:
        outside[y0:y1, x0:x1] = False
    assert (after[outside] == image[outside]).all()
