"""Demonstrations through the whole house: what is released of them, read by the format alone, and what is not."""

from __future__ import annotations

import csv
import io
import json
import shutil
import zipfile
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from PIL import Image

from redaction.capture.demonstrations import instance_of
from redaction.capture.reasons import REASONS
from redaction.policy import Policy
from redaction.stages import films, redact_films
from redaction.stages.documents import TRACE
from redaction.stages.films import load_demonstrations
from redaction.stages.ingest import ingest
from redaction.work.progress import no_progress
from redaction.work.store import BatchStore
from release.bundle.gate import check_index_files
from release.bundle.withhold import DEMONSTRATION_REASON
from release.verify.verify_bundle import verify_bundle
from samples.demonstrations.faults import TABLE
from tests.demonstration_batch import CONTACT, FIRST, SECOND, STRANGER, UNTIL, consent, write_batch
from tests.demonstration_build import Work, files, small_policy, work_in
from tests.proof_fixture import DEMONSTRATIONS, Proof, recorded_again

ARCHIVE = "Operations_demonstrations.zip"
TRUTH = DEMONSTRATIONS.parent / "truth" / "demonstrations" / DEMONSTRATIONS.name / "batch.json"
OVERLOOKED = frozenset({"Ha-eunsol Seonuk", "Ha-eunsol", "haeunsol-seonuk", "Åge", "age-kmpedal"})
"""What the sample still tells: somebody whom only a label on a picture knows, a first name that was searched for, and a
form of a name that leaves letters out."""


class Loader:
    """Reads demonstrations by their layout alone: `data/demos/<name>/…` and tables that are joined by folder_name."""

    def __init__(self, archive: Path) -> None:
        self.zip = zipfile.ZipFile(archive)
        members = [name.split("/") for name in self.zip.namelist()]
        self.names = sorted({parts[2] for parts in members if parts[:2] == ["data", "demos"]})

    def has(self, name: str, file: str) -> bool:
        return f"data/demos/{name}/{file}" in self.zip.namelist()

    def file(self, name: str, file: str) -> bytes:
        return self.zip.read(f"data/demos/{name}/{file}")

    def trace(self, name: str) -> list[dict[str, Any]]:
        return list(json.loads(self.file(name, f"{name}.json"))["trace"])

    def guide(self, name: str) -> str:
        return self.file(name, f"SOP - {name}.txt").decode("utf-8")

    def key_frames(self, name: str) -> list[np.ndarray]:
        home = f"data/demos/{name}/screenshots/"
        shots = sorted((n for n in self.zip.namelist() if n.startswith(home)), key=lambda n: int(n[len(home) : -4]))
        assert [n.removeprefix(home) for n in shots] == [f"{number}.png" for number in range(len(shots))]
        return [np.asarray(Image.open(io.BytesIO(self.zip.read(n))).convert("RGB")) for n in shots]

    def video(self, name: str) -> tuple[list[float], float, tuple[int, int]]:
        """Seconds at which pictures appear, seconds that it lasts, and its size."""
        with av.open(io.BytesIO(self.file(name, f"{name}.mp4"))) as container:
            assert [stream.type for stream in container.streams] == ["video"]
            stream = container.streams.video[0]
            times = [float(picture.time) for picture in container.decode(stream)]
            return times, float(stream.duration * stream.time_base), (stream.width, stream.height)

    def table(self, name: str) -> list[dict[str, str]]:
        return list(csv.DictReader(io.StringIO(self.zip.read(f"data/{name}").decode("utf-8"), newline="")))

    def texts(self) -> Iterator[tuple[str, str]]:
        for name in self.zip.namelist():
            if not name.endswith((".mp4", ".png")):
                yield name, self.zip.read(name).decode("utf-8")


def complete(loader: Loader, name: str) -> None:
    """A demonstration with everything that belongs to it."""
    trace = loader.trace(name)
    assert [entry["type"] for entry in trace] == ["state", "action"] * (len(trace) // 2) + ["state"]
    states = [entry["data"] for entry in trace if entry["type"] == "state"]
    shots = loader.key_frames(name)
    assert [state["path_to_screenshot"] for state in states] == [f"screenshots/{n}.png" for n in range(len(shots))]
    times, lasts, (width, height) = loader.video(name)
    assert times[0] == 0 and times == sorted(set(times)) and lasts > states[-1]["secs_from_start"]
    for shot in shots:
        assert shot.shape[1] + shot.shape[1] % 2 == width and shot.shape[0] + shot.shape[0] % 2 == height
    assert loader.guide(name).startswith("1. ")
    for table in ("df_valid.csv", "df_rankings.csv"):
        assert [row["folder_name"] for row in loader.table(table)].count(name) == 1
    assert name in {part.strip() for row in loader.table("qa_dataset.csv") for part in row["Task ID(s)"].split(",")}


def instances(bundle: Path) -> dict[str, str]:
    """Name → process_instance_uuid, as demonstrations.json tells."""
    told = json.loads((bundle / "demonstrations.json").read_bytes())["demonstrations"]
    return {str(one["name"]): str(one["process_instance_uuid"]) for one in told}


def rows(bundle: Path) -> list[dict[str, Any]]:
    return list(json.loads((bundle / "Operations.json").read_bytes()))


def test_the_sample_is_released_as_its_readers_expect_it(filmed: Proof) -> None:
    verified = verify_bundle(filmed.bundle)
    assert verified.problems == [] and verified.checked["demonstrations"] == 1
    loader = Loader(filmed.bundle / ARCHIVE)
    (name,) = loader.names
    complete(loader, name)
    assert len(loader.trace(name)) == 9 and loader.video(name)[1:] == (7.8, (720, 400))
    assert not loader.has(name, f"[raw] {name}.json")
    assert instances(filmed.bundle) == {name: instance_of(name)}
    table = [row for row in rows(filmed.bundle) if row["process_instance_uuid"] == instance_of(name)]
    assert [row["interaction_type"] for row in table] == ["Click", "Typing", "Click", "Click"]
    with zipfile.ZipFile(filmed.bundle / "Operations_screenshots.zip") as shots:
        shown = [np.asarray(Image.open(io.BytesIO(shots.read(n))).convert("RGB")) for n in shots.namelist()]
    frames = loader.key_frames(name)
    assert shown and all(any(np.array_equal(one, frame) for frame in frames) for one in shown)


def test_nothing_that_was_planted_stands_in_any_text_of_the_sample(filmed: Proof) -> None:
    planted = {str(value["value"]) for one in json.loads(TRUTH.read_bytes())["identities"] for value in one["values"]}
    captured = "".join(
        json.dumps(json.loads(path.read_bytes()), ensure_ascii=False)
        for path in (DEMONSTRATIONS / "demos").glob("*/[0-9]*.json")
    )
    wanted = {value for value in planted if value in captured}
    assert len(wanted) >= 40
    texts = dict(Loader(filmed.bundle / ARCHIVE).texts())
    texts |= {path.name: path.read_text(encoding="utf-8") for path in filmed.bundle.glob("*.json*")}
    assert len(texts) > 15
    left = {value for value in wanted for text in texts.values() if value in text or json.dumps(value)[1:-1] in text}
    assert left <= OVERLOOKED


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_batch(tmp_path_factory.mktemp("captured") / "demonstrations-small")


@pytest.fixture(scope="module")
def built(source: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Work, Path]:
    """The work folder and the bundle of two demonstrations."""
    work = work_in(tmp_path_factory.mktemp("built"))
    return work, work.released(work.scrubbed(source))


def test_two_demonstrations_are_released(built: tuple[Work, Path]) -> None:
    work, bundle = built
    verified = verify_bundle(bundle)
    assert verified.problems == [] and verified.checked["index files of demonstrations"] == 4
    few = "df_valid.csv_demonstrations_a_task: not so for 2 of 2: a task has at least 4 valid demonstrations"
    assert [note for note in verified.notes if note.startswith(f"{ARCHIVE}: {few}")], verified.notes
    (store,) = work.stores([Path("demonstrations-small")])
    assert [result.name for result in check_index_files(store)] == ["df_valid.csv_demonstrations_a_task"]
    loader = Loader(bundle / ARCHIVE)
    assert loader.names == [FIRST, SECOND]
    for name in loader.names:
        complete(loader, name)
        assert len(loader.video(name)[0]) == 3 and loader.video(name)[1] == UNTIL / 1000
    assert instances(bundle) == {FIRST: instance_of(FIRST), SECOND: instance_of(SECOND)}
    assert {row["process_instance_uuid"] for row in rows(bundle)} == set(instances(bundle).values())
    said = " ".join(text for _, text in loader.texts())
    assert len(said) > 1000 and not [word for word in CONTACT.split() if word.casefold() in said.casefold()]


def test_another_folder_more_workers_and_the_other_order_give_the_same_bytes(
    source: Path, built: tuple[Work, Path], tmp_path: Path
) -> None:
    moved = tmp_path / "elsewhere" / source.name
    for name in (SECOND, FIRST):  # the files are made in the other order
        shutil.copytree(source / "demos" / name, moved / "demos" / name)
    for path in source.glob("*.*"):
        shutil.copy(path, moved / path.name)
    work = work_in(tmp_path / "work", small_policy(vision={"workers": 2}))
    assert files(work.released(work.scrubbed(moved))) == files(built[1])


def test_what_was_decoded_is_not_decoded_again(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work = work_in(tmp_path)
    moved = Path(shutil.copytree(source, tmp_path / "captures" / source.name))
    (store,) = work.stores([moved])
    ingest(moved, store, work.policy, no_progress, work.key)
    before = load_demonstrations(store)

    def decoded(*given: object) -> None:
        raise AssertionError("a video was decoded again")

    monkeypatch.setattr(films, "decode_film", decoded)
    told = json.loads((moved / "batch.json").read_bytes())
    told["entities"].append({"kind": "person", "value": STRANGER})
    (moved / "batch.json").write_text(json.dumps(told), encoding="utf-8")
    ingest(moved, store, work.policy, no_progress, work.key)
    assert load_demonstrations(store) == before and STRANGER in (store.path / "ingest" / "declared.json").read_text()
    frame = store.file(before[0].film.frames[1][1])  # type: ignore[union-attr]
    frame.write_bytes(frame.read_bytes()[:-1])
    (moved / "batch.json").write_text(json.dumps({**told, "entities": []}), encoding="utf-8")
    with pytest.raises(AssertionError, match="decoded again"):  # a frame that was touched is not trusted
        ingest(moved, store, work.policy, no_progress, work.key)


def test_a_stopped_build_goes_on(
    source: Path, built: tuple[Work, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = work_in(tmp_path)
    decode, encode = films.decode_film, redact_films.encode_film
    calls: Counter[str] = Counter()

    class Stopped(BaseException):
        """As when the process is ended."""

    def decode_once(*given: Any) -> Any:
        calls["decode"] += 1
        if calls["decode"] == 2:
            raise Stopped
        return decode(*given)

    def encode_once(*given: Any) -> None:
        calls["encode"] += 1
        if calls["encode"] == 2:
            raise Stopped
        encode(*given)

    monkeypatch.setattr(films, "decode_film", decode_once)
    monkeypatch.setattr(redact_films, "encode_film", encode_once)
    with pytest.raises(Stopped):
        work.scrubbed(source)
    with pytest.raises(Stopped):
        work.scrubbed(source)
    assert calls["decode"] == 3, "the first video was decoded once, the second again after it was stopped"
    assert files(work.released(work.scrubbed(source))) == files(built[1])


def offsets(source: Path, bundle: Path) -> set[timedelta]:
    """By how much every time that is told was moved."""
    (batch,) = [json.loads((source / "batch.json").read_bytes())]
    loader = Loader(bundle / ARCHIVE)
    captured = {instance_of(path.name): path for path in (source / "demos").iterdir()}
    assert batch["batch"] == source.name
    found = set()
    for name, instance in instances(bundle).items():
        home = captured[instance]
        found.add(at(name) - at(home.name))
        before = json.loads((home / f"{home.name}.json").read_bytes())["trace"]
        for one, other in zip(before, loader.trace(name), strict=True):
            found.add(moment(other["data"]["timestamp"]) - moment(one["data"]["timestamp"]))
            assert one["data"]["secs_from_start"] == other["data"]["secs_from_start"]
        clicked = moment(before[1]["data"]["timestamp"])
        row = min((r for r in rows(bundle) if r["process_instance_uuid"] == instance), key=lambda r: r["timestamp"])
        found.add(moment(row["timestamp"]) - clicked)
    return found


def at(name: str) -> datetime:
    return datetime.strptime(name.split(" ")[2], "%Y-%m-%d-%H-%M-%S")


def moment(written: str) -> datetime:
    return datetime.fromisoformat(written).replace(tzinfo=None)


def test_times_move_together_wherever_they_stand(source: Path, built: tuple[Work, Path], tmp_path: Path) -> None:
    assert offsets(source, built[1]) == {timedelta()}
    work = work_in(tmp_path, small_policy(capture={"shift_times_days": 300}))
    bundle = work.released(work.scrubbed(source))
    assert verify_bundle(bundle).problems == []
    (moved,) = offsets(source, bundle)
    assert timedelta() != moved and abs(moved) <= timedelta(days=300)
    loader = Loader(bundle / ARCHIVE)
    assert loader.names == sorted(instances(bundle)) and FIRST not in loader.names
    for name in loader.names:
        complete(loader, name)
    assert not [place for place, text in loader.texts() if FIRST in text or SECOND in text or "2025-04-14" in text]


def test_without_consent_to_video_the_film_stays_out(tmp_path: Path) -> None:
    silent = {"id": "p2", "name": STRANGER, "email": None, "consent": consent(scope=["events", "screenshots"])}
    source = write_batch(tmp_path / "captures" / "demonstrations-partly")
    told = json.loads((source / "batch.json").read_bytes())
    told |= {"participants": [*told["participants"], silent], "demonstrations": {FIRST: "p2", SECOND: "p1"}}
    (source / "batch.json").write_text(json.dumps(told), encoding="utf-8")
    work = work_in(tmp_path / "work")
    bundle = work.released(work.scrubbed(source))
    assert verify_bundle(bundle).problems == []
    loader = Loader(bundle / ARCHIVE)
    complete(loader, SECOND)
    assert loader.trace(FIRST) and loader.guide(FIRST)
    assert not [n for n in loader.zip.namelist() if FIRST in n and n.endswith((".mp4", ".png"))]
    own = [row for row in rows(bundle) if row["process_instance_uuid"] == instance_of(FIRST)]
    assert len(own) == 2 and not [row for row in own if row["screenshot_name"]]
    flags = {row["folder_name"]: (row["is_mp4"], row["is_screenshots_dir"]) for row in loader.table("df_valid.csv")}
    assert flags == {FIRST: ("False", "False"), SECOND: ("True", "True")}


def test_the_raw_trace_is_released_scrubbed_where_the_policy_says_so(source: Path, tmp_path: Path) -> None:
    work = work_in(tmp_path, small_policy(demonstrations={"raw_trace": "scrub"}))
    bundle = work.released(work.scrubbed(source))
    assert verify_bundle(bundle).problems == []
    loader = Loader(bundle / ARCHIVE)
    for name in loader.names:
        raw = loader.file(name, f"[raw] {name}.json").decode()
        assert len(json.loads(raw)["trace"]) == 5 and not [w for w in CONTACT.split() if w.casefold() in raw.casefold()]


def left_in_a_trace(work: Work, built: Work, source: Path) -> BatchStore:
    """The scrubbed batch with a captured name left in the second demonstration: what a detector missed."""
    shutil.copytree(built.folder / "work", work.folder / "work")
    (store,) = work.stores([source])
    path = store.file(f"scrubbed/demonstrations/{instance_of(SECOND)}{TRACE}")
    whole = json.loads(path.read_bytes())
    whole["trace"][0]["data"]["tab"] = f"Mail to {CONTACT}"
    path.write_text(json.dumps(whole), encoding="utf-8")
    recorded_again(store)
    return store


def test_a_demonstration_with_a_finding_leaves_and_its_rows_stay(
    source: Path, built: tuple[Work, Path], tmp_path: Path
) -> None:
    work, before = Work(tmp_path, built[0].policy, built[0].key, built[0].ledger), built[1]
    store = left_in_a_trace(work, built[0], source)
    bundle = work.released([store])
    assert verify_bundle(bundle).problems == []
    loader = Loader(bundle / ARCHIVE)
    assert loader.names == [FIRST] == list(instances(bundle))
    complete(loader, FIRST)
    assert [row["folder_name"] for row in loader.table("df_valid.csv")] == [FIRST]
    assert [row["folder_name"] for row in loader.table("df_rankings.csv")] == [FIRST]
    assert not [place for place, text in loader.texts() if SECOND in text]
    assert rows(bundle) == rows(before)
    refused = json.loads((bundle / "redaction_summary.json").read_bytes())["refused"]
    assert refused[DEMONSTRATION_REASON] == 1
    assert files(work.released([store], "again")) == files(bundle)


def test_two_batches_of_one_domain_are_one_archive(tmp_path: Path) -> None:
    third = "103 @ 2025-05-02-10-00-00"
    sources = [
        write_batch(tmp_path / "captures" / "demonstrations-one", (FIRST,)),
        write_batch(tmp_path / "captures" / "demonstrations-two", (SECOND, third), index=False),
    ]
    work = work_in(tmp_path / "work")
    bundle = work.released(work.scrubbed(*sources))
    assert verify_bundle(bundle).problems == []
    loader = Loader(bundle / ARCHIVE)
    assert loader.names == sorted([FIRST, SECOND, third]) == sorted(instances(bundle))
    complete(loader, FIRST)
    assert [row["folder_name"] for row in loader.table("df_valid.csv")] == [FIRST]
    assert len({row["process_instance_uuid"] for row in rows(bundle)}) == 3


REFUSED: dict[str, str] = {
    "video_cut_short": "video_undecodable",
    "video_damaged": "video_undecodable",
    "video_missing": "video_missing",
    "video_empty": "video_undecodable",
    "video_is_none": "video_mislabelled",
    "video_symlink": "video_symlink",
    "video_two_streams": "video_streams",
    "json_broken": "json_broken",
    "trace_missing": "trace_missing",
    "time_out_of_order": "time_out_of_order",
    "state_missing": "trace_order",
    "application_not_allowed": "application_not_allowed",
    "consent_withdrawn": "consent_withdrawn",
    "consent_missing": "consent_missing",
    "unknown_participant": "unknown_participant",
    "name_form": "demonstration_name",
}
"""Fault → why the demonstration is refused."""
TOLD = {"guide_missing": "sop_missing"}
"""Fault of what is left out → what is said of it."""


def faulty(root: Path) -> dict[str, str]:
    """A batch of copies of the sample, each with another fault; name of its folder → the fault."""
    (home,) = (DEMONSTRATIONS / "demos").iterdir()
    called: dict[str, str] = {}
    told = json.loads((DEMONSTRATIONS / "batch.json").read_bytes())
    people = {"consent_withdrawn": "left", "consent_missing": "silent", "unknown_participant": "nobody"}
    shown_by: dict[str, str] = {}
    for number, (what, _, fault) in enumerate(TABLE):
        name = f"103 @ 2025-04-14-10-00-{number:02d}"
        copy = Path(shutil.copytree(home, root / "demos" / name))
        for path in [p for p in copy.iterdir() if p.is_file()]:
            path.rename(copy / path.name.replace(home.name, name))
        before = {p.name for p in copy.parent.iterdir()}
        fault(copy)
        name = next(iter({p.name for p in copy.parent.iterdir()} - before), name)
        called[name], shown_by[name] = what, people.get(what, "r0")
    more = [
        {"id": "left", "name": "Runa Aspelund", "consent": consent(status="withdrawn")},
        {"id": "silent", "name": "Ove Birkedal", "consent": consent(status="missing")},
    ]
    told |= {"batch": root.name, "participants": [*told["participants"], *more], "demonstrations": shown_by}
    (root / "batch.json").write_text(json.dumps(told), encoding="utf-8")
    return called


def test_faults_are_refused_each_with_its_reason_and_the_others_go_on(tmp_path: Path) -> None:
    root = tmp_path / "captures" / "demonstrations-faulty"
    called = faulty(root)
    work = work_in(tmp_path / "work", Policy())
    (store,) = work.stores([root])
    summary = ingest(root, store, work.policy, no_progress, work.key)
    by_instance = {instance_of(name): what for name, what in called.items()}
    whole = {by_instance[one.instance] for one in load_demonstrations(store)}
    assert whole == {what for what, may, _ in TABLE if may != "nothing"} == {what for what, *_ in TABLE} - {*REFUSED}
    place = next(n for n, entry in enumerate(sorted((root / "demos").iterdir())) if called[entry.name] == "name_form")
    told: dict[str, str] = {}
    for line in store.read_lines("quarantine/ingest.jsonl"):
        record = str(line["record"]).partition("/")[0]
        told[by_instance.get(record, "name_form" if record == f"demos[{place}]" else record)] = str(line["reason"])
        assert line["remedy"] == REASONS[line["reason"]].remedy
    assert told == REFUSED | TOLD
    funnel, (home,) = summary["funnel"], (DEMONSTRATIONS / "demos").iterdir()
    assert (funnel["recordings_in"], funnel["recordings_accepted"]) == (len(TABLE), len(whole))
    assert funnel["events_accepted"] == 4 * len(whole) == summary["interactions"]
    shots = len(list((home / "screenshots").iterdir()))
    assert funnel["screenshots_in"] == shots * len(TABLE) - 1 - shots  # one is missing of one, all of another
    assert funnel["screenshots_accepted"] == 3 * len(whole)
    rows = list(store.read_lines("ingest/rows.jsonl"))
    assert {row["row"]["process_instance_uuid"] for row in rows} == {one.instance for one in load_demonstrations(store)}
    documents = {path.name.partition(".")[0] for path in store.file("ingest/documents").iterdir()}
    assert documents == {one.instance for one in load_demonstrations(store)}
