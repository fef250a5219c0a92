"""Records of stages: what a stage left is what the next one reads, or the next one does not run."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from redaction.errors import EntrophyError
from redaction.ledger.keys import Key
from redaction.stages.finish import _keep_withheld
from redaction.work.stage_records import RELEASED, STAGES, WITHHELD, StageRecord, changed
from redaction.work.store import BatchStore
from release.bundle.certify import require_untouched

KEY, OTHER = Key(b"k" * 32), Key(b"o" * 32)
SHOTS = "scrubbed/screenshots"
NAMED = "Mary_Kent.png"
"""A foreign file may have any name."""


def worked(folder: Path, key: Key | None = KEY) -> BatchStore:
    """A batch that went through every stage."""
    store = BatchStore(folder, "batch-1", key)
    for name, stage in STAGES.items():
        if name == "withhold":
            continue
        for file in stage.files:
            store.write_json(file, {"of": file})
        if SHOTS in stage.all_of:
            for number in range(2):
                store.write_json(f"{SHOTS}/Screen-{number}.png", number)
        store.mark_done(name, "stamp")
    return store


@pytest.fixture
def store(tmp_path: Path) -> BatchStore:
    return worked(tmp_path)


def test_a_whole_chain_holds_and_every_stage_names_what_it_read(store: BatchStore) -> None:
    chain = store.require_released()
    assert [r.stage for r in chain] == list(RELEASED)
    digests = {r.stage: r.digest for r in chain}
    assert all(r.inputs == {name: digests[name] for name in STAGES[r.stage].reads} for r in chain)
    assert all(store.is_done(name, "stamp") and not store.is_done(name, "other") for name in RELEASED)


FILES = sorted({f for s in RELEASED for f in STAGES[s].files} | {f"{SHOTS}/Screen-1.png"})


def edit(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b" ")


def drop(path: Path) -> None:
    path.unlink()


def link(path: Path) -> None:
    path.rename(path.with_name("elsewhere.part"))
    path.symlink_to("elsewhere.part")


@pytest.mark.parametrize("change", [edit, drop, link])
@pytest.mark.parametrize("file", FILES)
def test_no_output_of_any_stage_may_change_or_go(store: BatchStore, file: str, change: Callable[[Path], None]) -> None:
    owner = next(n for n, s in STAGES.items() if file in s.files or file.startswith(tuple(f"{f}/" for f in s.all_of)))
    change(store.file(file))
    with pytest.raises(EntrophyError, match=f"stage {owner} .*{file}") as refused:
        store.require_released()
    assert refused.value.remedy and refused.value.record == "batch-1"
    assert not store.is_done(owner, "stamp"), "the stage is redone, not skipped"


@pytest.mark.parametrize("folder", ["ingest", "find", "scrub", "scrubbed", SHOTS, "canaries"])
def test_nothing_may_be_added_and_its_name_is_not_told(store: BatchStore, folder: str) -> None:
    store.write_json(f"{folder}/{NAMED}", 1)
    with pytest.raises(EntrophyError, match=f"a file was added to {folder}") as refused:
        store.require_released()
    assert "Mary" not in str(refused.value)


def test_our_own_half_written_file_is_no_stranger(store: BatchStore) -> None:
    store.file("find/.text.jsonl.77.part").write_text("half")
    assert len(store.require_released()) == len(RELEASED)


@pytest.mark.parametrize("stage", RELEASED)
def test_a_stage_without_a_record_was_not_done(store: BatchStore, stage: str) -> None:
    store.mark_undone(stage)
    with pytest.raises(EntrophyError, match=r"no record that the stage|was done from other outputs"):
        store.require_released()


def test_a_stage_that_was_redone_makes_those_after_it_outdated(store: BatchStore) -> None:
    store.write_json("find/text.jsonl", {"of": "another run"})
    store.mark_done("find", "stamp")
    with pytest.raises(EntrophyError, match="resolve was done from other outputs of find"):
        store.require_released()
    assert store.is_done("ingest", "stamp") and store.is_done("find", "stamp")
    assert not store.is_done("canaries", "stamp") and store.is_as_left("canaries")
    # The same outputs once more are no other ones.
    store.write_json("find/text.jsonl", {"of": "find/text.jsonl"})
    store.mark_done("find", "stamp")
    assert len(store.require_released()) == len(RELEASED)


def test_who_has_no_key_cannot_write_a_record_that_fits(store: BatchStore, tmp_path: Path) -> None:
    path = store.file("scrub.done")
    edit(store.file("scrub/rows.jsonl"))
    for forger in (BatchStore(tmp_path, "batch-1"), BatchStore(tmp_path, "batch-1", OTHER)):
        for stage in ("scrub", "finish", "canaries"):
            forger.mark_done(stage, "stamp")
        assert not store.is_done("scrub", "stamp")
        with pytest.raises(EntrophyError, match="not one made with this key"):
            store.require_released()
    stated = json.loads(path.read_bytes())
    stated["outputs"].pop("scrub/rows.jsonl")
    path.write_text(json.dumps(stated))
    assert not store.is_as_left("scrub")


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b'{"format": "entrophy-stage/1"}', b"d" * 64, b"\xff"])
def test_anything_else_is_no_record(data: bytes) -> None:
    assert StageRecord.from_bytes(data, None) is None


@pytest.mark.parametrize("files", [{"scrub/rows.jsonl": 7}, {"scrub/rows.jsonl": None}, ["scrub/rows.jsonl"], "", None])
def test_a_record_whose_files_have_no_digests_is_none(store: BatchStore, files: object) -> None:
    stated = json.loads(store.file("scrub.done").read_bytes())
    assert StageRecord.from_bytes(json.dumps(stated).encode(), None) is not None
    for name in ("inputs", "outputs"):
        assert StageRecord.from_bytes(json.dumps({**stated, name: files}).encode(), None) is None


def test_a_record_of_another_stage_does_not_count(store: BatchStore) -> None:
    store.file("find.done").write_bytes(store.file("ingest.done").read_bytes())
    with pytest.raises(EntrophyError, match="no record that the stage find"):
        store.require("find")


def test_the_list_of_what_is_withheld_is_recorded_too(store: BatchStore) -> None:
    store.write_json(WITHHELD, [])
    with pytest.raises(EntrophyError, match="stage withhold"):
        store.require_released()
    store.mark_done("withhold")
    assert store.require_released()[-1].stage == "withhold"
    edit(store.file(WITHHELD))
    with pytest.raises(EntrophyError, match=r"withheld\.jsonl was changed"):
        store.require_released()
    drop(store.file(WITHHELD))
    with pytest.raises(EntrophyError, match=r"withheld\.jsonl is missing"):
        store.require_released()


@pytest.mark.parametrize(
    ("count", "told"), [(1, "f0 is missing."), (3, "f2 is missing."), (4, "f2 is missing and 1 more.")]
)
def test_three_changes_are_named_and_the_others_counted(count: int, told: str) -> None:
    said = changed("b1", "find", [f"f{n} is missing" for n in range(count)]).message
    assert said.startswith("what the stage find left was changed afterwards: f0 is missing") and said.endswith(told)
    assert said.count("is missing") == min(3, count)


def test_only_batches_as_their_stages_left_them_are_certified(store: BatchStore, tmp_path: Path) -> None:
    require_untouched([store])
    begun = BatchStore(tmp_path / "other", "batch-2", KEY)
    with pytest.raises(EntrophyError):
        require_untouched([store, begun])
    edit(store.file(FILES[0]))
    with pytest.raises(EntrophyError):
        require_untouched([store])


def test_a_list_of_withheld_screens_stays_only_as_it_was_written(store: BatchStore) -> None:
    _keep_withheld(store)
    assert not store.file(WITHHELD).exists(), "there need not be one"
    store.write_json(WITHHELD, ["Screen-1.png"])
    store.mark_done("withhold")
    _keep_withheld(store)
    assert store.file(WITHHELD).exists() and store.is_as_left("withhold")
    edit(store.file(WITHHELD))
    _keep_withheld(store)
    assert not store.file(WITHHELD).exists(), "what is on a screenshot is found again"
