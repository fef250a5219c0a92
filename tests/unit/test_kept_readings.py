"""What the leak check read on a screenshot is kept: the same reading comes back, and no other."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from validation.leaks import kept_readings
from validation.leaks.kept_readings import KeptReadings
from validation.reading.read_words import Part, ScreenReading, Word

KEY, OTHER = b"k" * 32, b"o" * 32
DIGEST = "ab" * 32
WORDS = (Word("Ada", 10, 20, 30, 12, 91.5, 0), Word("Žluť", 44, 20, 31, 12, 12.25, 0), Word("—", 10, 40, 5, 12, 0.0, 1))
READING = ScreenReading((Part(WORDS), Part(WORDS[:1])), 7, ((1, 2, 3, 4), (5, 6, 70, 80)))


def kept(folder: Path, key: bytes = KEY) -> KeptReadings:
    return KeptReadings(folder / "work" / "checked", key)


def test_the_same_reading_comes_back_and_nobody_else_may_read_it(tmp_path: Path) -> None:
    kept(tmp_path).put(DIGEST, READING)
    assert kept(tmp_path).get(DIGEST) == READING
    assert kept(tmp_path).get("cd" * 32) is None
    (file,) = (tmp_path / "work" / "checked").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_a_reading_that_was_changed_cut_or_sealed_by_somebody_else_is_none(tmp_path: Path) -> None:
    kept(tmp_path).put(DIGEST, READING)
    (file,) = (tmp_path / "work" / "checked").iterdir()
    whole = file.read_bytes()
    assert kept(tmp_path, OTHER).get(DIGEST) is None
    for damaged in (whole.replace(b"Ada", b"Bea"), whole[:-1], whole[5:], b""):
        file.write_bytes(damaged)
        assert kept(tmp_path).get(DIGEST) is None
    file.write_bytes(whole)
    assert kept(tmp_path).get(DIGEST) == READING


def test_a_reading_is_bound_to_its_screenshot(tmp_path: Path) -> None:
    kept(tmp_path).put(DIGEST, READING)
    (file,) = (tmp_path / "work" / "checked").iterdir()
    file.rename(file.with_name(file.name.replace(DIGEST, "cd" * 32)))
    assert kept(tmp_path).get("cd" * 32) is None


def test_another_reader_reads_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(tmp_path).put(DIGEST, READING)
    monkeypatch.setattr(kept_readings, "reader_versions", lambda: {"tesseract": "0"})
    assert kept(tmp_path).get(DIGEST) is None


def test_a_change_of_the_readers_code_reads_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = tmp_path / "code"
    code.mkdir()
    (code / "reader.py").write_text("ONE = 1\n")
    monkeypatch.setattr(kept_readings, "_CODE", code)
    kept(tmp_path).put(DIGEST, READING)
    assert kept(tmp_path).get(DIGEST) == READING
    (code / "reader.py").write_text("ONE = 2\n")
    assert kept(tmp_path).get(DIGEST) is None
