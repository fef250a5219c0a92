"""The reader of demonstrations: what is bad is refused with its reason, the rest goes on, nothing captured is told."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from redaction.capture.captures import captured_texts, read_batch_counted, recordings_of
from redaction.capture.demonstrations import instance_of, is_name, moved_name
from redaction.capture.header import read_header
from redaction.capture.readers import IngestCounts
from redaction.capture.reasons import REASONS
from redaction.errors import CaptureError
from redaction.policy import CapturePolicy
from redaction.records import Batch
from tests.demonstration_batch import CONTACT, FIRST, HOST, OWNER, SECOND, STRANGER, action, consent, state, write_batch

POLICY = CapturePolicy(max_document_bytes=50_000)
Spoil = Callable[[Path], None]


def read(root: Path, policy: CapturePolicy = POLICY) -> tuple[Batch, IngestCounts]:
    return read_batch_counted(root, policy)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_batch(tmp_path_factory.mktemp("made") / "unit")


@pytest.fixture
def batch(made: Path, tmp_path: Path) -> Path:
    """A copy to spoil."""
    return Path(shutil.copytree(made, tmp_path / "unit"))


def test_a_sound_batch_comes_in_whole(batch: Path) -> None:
    found, counts = read(batch)
    assert found.refusals == ()
    assert counts == IngestCounts(2, 2, 4, 4, 6, 2)
    one = next(d for d in found.demonstrations if d.name == FIRST)
    assert (one.participant, one.states_s, one.screen) == ("p1", (0.3, 1.3, 2.8), (320, 180))
    assert one.instance == instance_of(FIRST) and [p and p.name for p in one.screenshots] == ["0.png", "1.png", "2.png"]
    home = batch / "demos" / FIRST
    assert (one.video, one.trace, one.sop, one.raw) == (
        home / f"{FIRST}.mp4",
        home / f"{FIRST}.json",
        home / f"SOP - {FIRST}.txt",
        home / f"[raw] {FIRST}.json",
    )
    recording = next(r for r in found.recordings if r.process_instance_uuid == one.instance)
    click, typing = recording.events
    assert recording.process_name == "Save a contact"
    assert (click.action, click.value, click.application, click.screenshot) == (
        "click",
        "LB Down",
        HOST,
        home / "screenshots" / "0.png",
    )
    # a picture of what is being typed is none of the row's
    assert (typing.action, typing.value, typing.screenshot) == ("type", CONTACT, None)
    assert [path.name for path in found.tables] == [
        "df_valid.csv",
        "df_rankings.csv",
        "qa_dataset.csv",
        "metadata.json",
    ]
    assert sorted(recordings_of(batch, read_header(batch))) == sorted(map(instance_of, (FIRST, SECOND)))


def member(name: str) -> Callable[[Path], Path]:
    """A file of the demonstration that is spoiled."""
    return lambda root: root / "demos" / FIRST / name


def rewritten(change: Callable[[dict[str, Any]], Any]) -> Spoil:
    """Another trace."""

    def spoil(root: Path) -> None:
        path = member(f"{FIRST}.json")(root)
        whole = json.loads(path.read_bytes())
        change(whole)
        path.write_text(json.dumps(whole), encoding="utf-8")

    return spoil


def about(**changes: Any) -> Spoil:
    """Another batch.json."""

    def spoil(root: Path) -> None:
        told = json.loads((root / "batch.json").read_bytes())
        (root / "batch.json").write_text(json.dumps({**told, **changes}), encoding="utf-8")

    return spoil


def people(**changes: Any) -> Spoil:
    """The demonstration is somebody else's, whose consent is another; the second one is not."""
    other = {"id": "p2", "name": STRANGER, "email": None, "consent": consent(**changes)}

    def spoil(root: Path) -> None:
        told = json.loads((root / "batch.json").read_bytes())
        about(participants=[*told["participants"], other], demonstrations={FIRST: "p2", SECOND: "p1"})(root)

    return spoil


def written(name: str, data: bytes) -> Spoil:
    return lambda root: member(name)(root).write_bytes(data) and None


def gone(name: str) -> Spoil:
    return lambda root: member(name)(root).unlink()


def linked(name: str) -> Spoil:
    """A link in place of the file."""

    def spoil(root: Path) -> None:
        path = member(name)(root)
        path.rename(root.parent / "elsewhere")
        path.symlink_to(root.parent / "elsewhere")

    return spoil


def renamed(name: str) -> Spoil:
    return lambda root: (root / "demos" / FIRST).rename(root / "demos" / name) and None


def folder_linked(root: Path) -> None:
    (root / "demos" / FIRST).rename(root.parent / "elsewhere")
    (root / "demos" / FIRST).symlink_to(root.parent / "elsewhere")


def swapped(whole: dict[str, Any]) -> None:
    whole["trace"][0], whole["trace"][1] = whole["trace"][1], whole["trace"][0]


#: what is refused with everything of the demonstration, and by which reason
WHOLE: dict[str, tuple[Spoil, str]] = {
    "consent withdrawn": (people(status="withdrawn"), "consent_withdrawn"),
    "consent missing": (people(status="missing"), "consent_missing"),
    "consent without evidence": (people(evidence=None), "consent_missing"),
    "consent to nothing but pictures": (people(scope=["screenshots", "video"]), "consent_scope"),
    "somebody whom batch.json does not list": (about(demonstrations={FIRST: "p9"}), "unknown_participant"),
    "trace gone": (gone(f"{FIRST}.json"), "trace_missing"),
    "trace a link": (linked(f"{FIRST}.json"), "trace_missing"),
    "trace no JSON": (written(f"{FIRST}.json", f'{{"trace": "{CONTACT}'.encode()), "json_broken"),
    "trace not UTF-8": (written(f"{FIRST}.json", b'{"trace": "\xff"}'), "encoding_broken"),
    "trace too large": (written(f"{FIRST}.json", b" " * 50_001), "line_too_long"),
    "trace without steps": (rewritten(lambda whole: whole.pop("trace")), "missing_field"),
    "trace of something else": (rewritten(lambda whole: whole.update(trace=CONTACT)), "wrong_type"),
    "state without a time": (rewritten(lambda whole: whole["trace"][0]["data"].pop("timestamp")), "missing_field"),
    "action that nobody knows": (rewritten(lambda whole: whole["trace"][1]["data"].update(type=CONTACT)), "wrong_type"),
    "two states in a row": (rewritten(lambda whole: whole["trace"].pop(1)), "trace_order"),
    "an action first": (rewritten(swapped), "trace_order"),
    "a state earlier than the one before": (
        rewritten(lambda whole: whole["trace"][2]["data"].update(timestamp="2025-04-14 08:17:41.299999")),
        "time_out_of_order",
    ),
    "seconds that run back": (
        rewritten(lambda whole: whole["trace"][2]["data"].update(secs_from_start=0.29)),
        "time_out_of_order",
    ),
    "no state": (rewritten(lambda whole: whole.update(trace=[])), "recording_empty"),
    "nothing done": (rewritten(lambda whole: whole.update(trace=whole["trace"][:1])), "recording_empty"),
    "a page elsewhere": (
        rewritten(lambda whole: whole["trace"][2]["data"].update(url="https://news.elsewhere.example/")),
        "application_not_allowed",
    ),
    "a program elsewhere": (
        rewritten(lambda whole: whole["trace"][2]["data"].update(url=None, active_application_name="Notes")),
        "application_not_allowed",
    ),
}


@pytest.mark.parametrize("spoiled", WHOLE)
def test_a_demonstration_is_refused_whole(batch: Path, spoiled: str) -> None:
    spoil, reason = WHOLE[spoiled]
    spoil(batch)
    found, counts = read(batch)
    assert [r.reason for r in found.refusals] == [reason]
    if spoiled != "somebody whom batch.json does not list":  # with several participants each must be named
        assert [d.name for d in found.demonstrations] == [SECOND]
    assert {r.process_instance_uuid for r in found.recordings} == {d.instance for d in found.demonstrations}
    assert (counts.recordings_in, counts.recordings_accepted, counts.events_accepted) == (2, 1, 2)
    told_without_values(found)


def told_without_values(found: Batch) -> None:
    said = " ".join(f"{r.record} {r.remedy}" for r in found.refusals)
    assert all(REASONS[r.reason].remedy == r.remedy for r in found.refusals)
    assert not [word for word in (*CONTACT.split(), *STRANGER.split(), *OWNER.split(), FIRST) if word in said]


@pytest.mark.parametrize(
    ("spoil", "reasons"),
    [
        (renamed("103-2025-04-14-08-17-41"), ["demonstration_name"]),
        (renamed("0103 @ 2025-04-14-08-17-41"), ["demonstration_name"]),
        (renamed("103 @ 2025-02-30-08-17-41"), ["demonstration_name"]),
        (folder_linked, ["symlink"]),
        (lambda root: (root / "demos" / CONTACT).write_text(CONTACT), ["file_unexpected"]),
        (lambda root: (root / CONTACT).mkdir(), ["file_unexpected"]),
        (lambda root: (root / "notes.txt").symlink_to("/nowhere"), ["symlink"]),
        (lambda root: member(f"{CONTACT}.txt")(root).write_text(CONTACT), ["file_unexpected"]),
        (gone(f"SOP - {FIRST}.txt"), ["sop_missing"]),
        (linked(f"SOP - {FIRST}.txt"), ["sop_missing"]),
        (about(unheard_of=CONTACT), ["unknown_field"]),
        (people(scope=["events", "screenshots"]), ["consent_scope"]),
        (people(scope=["events", "video"]), ["consent_scope"]),
    ],
)
def test_what_is_wrong_beside_is_told_and_left_out(batch: Path, spoil: Spoil, reasons: list[str]) -> None:
    spoil(batch)
    found, counts = read(batch)
    assert [r.reason for r in found.refusals] == reasons
    assert SECOND in {d.name for d in found.demonstrations}
    told_without_values(found)
    assert counts.recordings_accepted == len(found.recordings) == len(found.demonstrations)


@pytest.mark.parametrize("scope", [["events", "screenshots"], ["events", "video"], ["events"]])
def test_without_consent_to_video_and_screenshots_there_is_neither(batch: Path, scope: list[str]) -> None:
    people(scope=scope)(batch)
    found, counts = read(batch)
    one = next(d for d in found.demonstrations if d.name == FIRST)
    assert one.video is None and one.sop is not None
    own = next(r for r in found.recordings if r.process_instance_uuid == one.instance)
    assert len(own.events) == 2 and not [e for e in own.events if e.screenshot]
    assert [(r.record, r.reason) for r in found.refusals] == [(f"{one.instance}/video", "consent_scope")]
    assert (counts.screenshots_in, counts.screenshots_accepted) == (6, 1)


def test_two_states_of_one_time_are_in_order(batch: Path) -> None:
    def change(whole: dict[str, Any]) -> None:
        whole["trace"][2]["data"].update(timestamp=whole["trace"][0]["data"]["timestamp"], secs_from_start=0.3)

    rewritten(change)(batch)
    found, _ = read(batch)
    assert found.refusals == () and len(found.demonstrations) == 2


def test_scrolling_and_what_is_out_of_order_are_no_rows(tmp_path: Path) -> None:
    def change(whole: dict[str, Any]) -> None:
        scroll, back = action(FIRST, 2, type="scroll", dx=0, dy=-3), action(FIRST, 0)
        for nth, more in enumerate((scroll, back)):
            whole["trace"] += [
                {"type": "action", "data": more},
                {"type": "state", "data": {**state(FIRST, 2), "id": 6 + 2 * nth}},
            ]

    found, counts = read(write_batch(tmp_path / "unit", (FIRST,), changes={FIRST: change}))
    (recording,) = found.recordings
    assert [e.action for e in recording.events] == ["click", "type"]
    assert [r.reason for r in found.refusals] == ["time_out_of_order"]
    assert (counts.events_in, counts.events_accepted) == (4, 2)


def test_too_many_pictures_in_one_second(tmp_path: Path) -> None:
    def change(whole: dict[str, Any]) -> None:
        whole["trace"][3]["data"] = {**action(FIRST, 1), "timestamp": "2025-04-14 08:17:41.900000"}
        whole["trace"][1]["data"]["timestamp"] = "2025-04-14 08:17:41.500000"

    root = write_batch(tmp_path / "unit", (FIRST,), changes={FIRST: change})
    for most, reasons in ((2, []), (1, ["screenshot_too_fast"])):
        found, _ = read(root, CapturePolicy(screenshots_per_second=most))
        assert [r.reason for r in found.refusals] == reasons
        assert sum(e.screenshot is not None for e in found.recordings[0].events) == most


def test_a_batch_without_demonstrations_is_refused_as_one(tmp_path: Path) -> None:
    root = write_batch(tmp_path / "unit", ())
    with pytest.raises(CaptureError, match="no folder of demonstrations"):
        read(root)
    (root / "elsewhere").mkdir()
    (root / "demos").symlink_to("elsewhere")
    with pytest.raises(CaptureError, match="no folder of demonstrations"):
        read(root)
    assert recordings_of(root, read_header(root)) == []


@pytest.mark.skipif(os.geteuid() == 0, reason="whoever runs this may read everything")
def test_a_folder_that_may_not_be_read(batch: Path) -> None:
    (batch / "demos" / FIRST).chmod(0)
    try:
        with pytest.raises(CaptureError, match="cannot be read"):
            read(batch)
    finally:
        (batch / "demos" / FIRST).chmod(0o755)


def test_production_is_refused_unless_the_policy_names_the_batch(batch: Path) -> None:
    about(environment="production")(batch)
    assert {r.reason for r in read(batch)[0].refusals} == {"environment_production"}
    assert read(batch)[0].demonstrations == ()
    assert len(read(batch, CapturePolicy(allow_production=["unit"]))[0].demonstrations) == 2


def test_names_of_demonstrations() -> None:
    for name in (FIRST, SECOND, "0 @ 2024-02-29-00-00-00", "1 @ 2025-01-01-00-00-00 (99)"):
        assert is_name(name), name
    for name in (
        "103 @ 2025-02-29-00-00-00",
        "103 @ 2025-01-01-24-00-00",
        "01 @ 2025-01-01-00-00-00",
        "1234567890 @ 2025-01-01-00-00-00",
        "103 @ 2025-01-01-00-00-00 (0)",
        "103 @ 2025-01-01-00-00-00 (100)",
        "103 @ 2025-01-01-00-00-00 (1) (2)",
        "103 @ 2025-01-01-00-00-00\n",
        "../103 @ 2025-01-01-00-00-00",
        "١٠٣ @ 2025-01-01-00-00-00",
    ):
        assert not is_name(name), name
    assert moved_name(FIRST, timedelta(days=-14, seconds=-42)) == "103 @ 2025-03-31-08-16-59"
    assert moved_name(SECOND, timedelta(days=1)) == "104 @ 2025-04-15-09-00-00 (1)"
    assert instance_of(FIRST) != instance_of(SECOND)


def test_every_text_of_a_batch_is_told_for_verification(batch: Path) -> None:
    told = list(captured_texts(batch, "entrophy-demonstrations/1"))
    places = {place for place, _ in told}
    assert {"demonstration 0 trace", "demonstration 1 guide", "qa_dataset.csv"} <= places
    texts = {text for _, text in told}
    assert {f"{CONTACT} - CRM", f"Open the contact of {CONTACT}.", f"It is {CONTACT}.", CONTACT} <= texts
    assert not [place for place in places if FIRST in place or CONTACT in place]
    written(f"{FIRST}.json", b"{")(batch)
    gone(f"SOP - {FIRST}.txt")(batch)
    assert {place for place, _ in captured_texts(batch, "entrophy-demonstrations/1")} >= {"demonstration 1 trace"}
