"""Times moved by one secret constant per participant, in every place a time is released."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from redaction.capture.shift import offset_s, shifted
from redaction.errors import CaptureError, KeyProblem
from redaction.ledger.keys import Key
from redaction.policy import Policy
from redaction.records import Batch, Event, Recording
from redaction.stages.ingest import ingest
from redaction.work.progress import no_progress
from redaction.work.store import BatchStore

SOURCE = Path(__file__).parents[2] / "samples" / "captures" / "finance-demo"
KEY, OTHER = Key(b"k" * 32), Key(b"o" * 32)
MOVED = Policy.model_validate({"capture": {"shift_times_days": 30}})


def rows(folder: Path, name: str, policy: Policy, key: Key | None) -> list[dict[str, Any]]:
    store = BatchStore(folder, name)
    ingest(SOURCE, store, policy, no_progress, key)
    return [item["row"] for item in store.read_lines("ingest/rows.jsonl")]


def moment(row: dict[str, Any]) -> datetime:
    return datetime.strptime(row["timestamp"], "%Y-%m-%d %H:%M:%S.%f").replace(tzinfo=UTC)


def test_every_instance_moves_as_a_whole_and_names_of_screenshots_with_it(tmp_path: Path) -> None:
    before, after = rows(tmp_path, "a", Policy(), None), rows(tmp_path, "b", MOVED, KEY)
    assert [r["interaction_uuid"] for r in before] == [r["interaction_uuid"] for r in after]
    deltas: dict[str, set[timedelta]] = {}
    for one, two in zip(before, after, strict=True):
        deltas.setdefault(one["process_instance_uuid"], set()).add(moment(two) - moment(one))
        assert one["time_spent"] == two["time_spent"]
        if two["screenshot_name"]:
            assert two["timestamp"].replace(" ", "T").replace(":", "-") in two["screenshot_name"]
    assert all(len(found) == 1 for found in deltas.values()), "order and durations stay"
    for delta in (d for found in deltas.values() for d in found):
        assert delta.microseconds == 0
        assert timedelta(0) < abs(delta) <= timedelta(days=30)


def test_no_original_time_is_left_anywhere_in_what_ingest_writes(tmp_path: Path) -> None:
    originals = {r["timestamp"] for r in rows(tmp_path, "a", Policy(), None)}
    store = BatchStore(tmp_path, "b")
    ingest(SOURCE, store, MOVED, no_progress, KEY)
    written = "".join(p.read_text(encoding="utf-8") for p in sorted((store.path / "ingest").iterdir()))
    spelled = originals | {t.replace(" ", "T").replace(":", "-") for t in originals}
    assert not [t for t in spelled if t in written]


def test_the_key_decides_and_off_changes_nothing(tmp_path: Path) -> None:
    one, again, two = (rows(tmp_path, n, MOVED, k) for n, k in (("a", KEY), ("b", KEY), ("c", OTHER)))
    assert one == again != two
    assert rows(tmp_path, "d", Policy(), KEY) == rows(tmp_path, "e", Policy(), None)
    with pytest.raises(KeyProblem):
        rows(tmp_path, "f", MOVED, None)


def test_another_key_makes_a_finished_stage_run_again(tmp_path: Path) -> None:
    assert rows(tmp_path, "a", MOVED, KEY) != rows(tmp_path, "a", MOVED, OTHER)


def test_participants_move_apart_and_recordings_of_one_together() -> None:
    assert len({offset_s(b"s" * 32, f"p{i}", 30) for i in range(50)}) > 45
    assert {offset_s(b"s" * 32, f"p{i}", 30) > 0 for i in range(50)} == {True, False}
    start = datetime(2025, 4, 18, 17, tzinfo=UTC)

    def recording(who: str, number: int) -> Recording:
        events = tuple(
            Event(f"e{i}", start + timedelta(seconds=i), "click", "LB Down", "app", "screen") for i in range(3)
        )
        return Recording(f"00000000-0000-4000-8000-{number:012d}", "x", who, events)

    batch = Batch("b", "HR", "staging", "r", (), (), (recording("p", 1), recording("q", 2), recording("p", 3)))
    p, q, again = (r.events[0].timestamp - start for r in shifted(batch, 30, KEY).recordings)
    assert p == again != q
    with pytest.raises(CaptureError):
        far = Event("e", datetime(1, 1, 1, tzinfo=UTC), "click", "LB Down", "app", "screen")
        late = Event("e", datetime(9999, 12, 31, tzinfo=UTC), "click", "LB Down", "app", "screen")
        broken = [Recording("00000000-0000-4000-8000-000000000009", "x", "p", (far, late))]
        shifted(Batch("b", "HR", "staging", "r", (), (), tuple(broken)), 3650, KEY)
