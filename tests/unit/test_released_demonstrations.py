"""The archive of demonstrations: where files stand in it, index files of several batches as one, and its form."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from redaction.errors import BundleError
from redaction.stages.documents import RAW, SOP, TRACE
from redaction.stages.redact_films import KEY_FRAME, VIDEO
from release.bundle.archive import write_archive
from release.bundle.bundle_models import ScrubbedDemonstration
from release.bundle.demonstrations import Demonstrations, archive_members, demonstrations_of, read_demonstrations
from tests.demonstration_batch import FIRST, SECOND, table, write_index
from validation.files.demonstration_layout import (
    INDEX_FILES,
    Place,
    archive_name,
    index_member,
    is_archive,
    member_of,
    place_of,
)
from validation.files.zips import archive_problems

THIRD = "103 @ 2025-04-15-10-00-00"
HOME = f"data/demos/{SECOND}/"
PLACES = {
    f"{HOME}{SECOND}.json": Place(SECOND, "trace"),
    f"{HOME}[raw] {SECOND}.json": Place(SECOND, "raw"),
    f"{HOME}{SECOND}.mp4": Place(SECOND, "video"),
    f"{HOME}SOP - {SECOND}.txt": Place(SECOND, "sop"),
    f"{HOME}screenshots/0.png": Place(SECOND, "key frame", 0),
    f"{HOME}screenshots/1234567.png": Place(SECOND, "key frame", 1234567),
    "data/df_valid.csv": Place(index="df_valid.csv"),
    "data/metadata.json": Place(index="metadata.json"),
}


def test_every_file_has_its_place_and_back() -> None:
    for member, place in PLACES.items():
        assert place_of(member) == place, member
        back = index_member(place.index) if place.part == "index" else member_of(place.name, place.part, place.state)
        assert back == member
    assert {place_of(index_member(name)) for name in INDEX_FILES} == {Place(index=name) for name in INDEX_FILES}
    assert is_archive(archive_name("Operations")) and not is_archive("Operations_screenshots.zip")


@pytest.mark.parametrize(
    "member",
    [
        "df_valid.csv",
        "data/data/df_valid.csv",
        "data/df_invalid.csv",
        "data/demos/df_valid.csv",
        f"data/demos/{FIRST}/{SECOND}.json",
        f"data/demos/{FIRST}/{FIRST}.json.json",
        f"data/demos/{FIRST}/{FIRST}.webm",
        f"data/demos/{FIRST}/Maren Oldenkamp.txt",
        f"data/demos/{FIRST}/SOP - Maren Oldenkamp.txt",
        f"data/demos/{FIRST}/screenshots/00.png",
        f"data/demos/{FIRST}/screenshots/-1.png",
        f"data/demos/{FIRST}/screenshots/12345678.png",
        f"data/demos/{FIRST}/screenshots/0.png\n",
        f"data/demos/{FIRST}/screenshots/",
        f"data/demos/{FIRST}/../{FIRST}/{FIRST}.json",
        f"/data/demos/{FIRST}/{FIRST}.json",
        "data/demos/103 @ yesterday/103 @ yesterday.json",
        "data/demos/0103 @ 2025-04-14-08-17-41/0103 @ 2025-04-14-08-17-41.json",
    ],
)
def test_what_has_no_place(member: str) -> None:
    assert place_of(member) is None


def archive(folder: Path, members: dict[str, bytes], name: str = "Operations_demonstrations.zip") -> list[str]:
    """What is wrong with an archive of these members."""
    path = folder / name
    write_archive(path, members)
    with zipfile.ZipFile(path) as opened:
        return archive_problems(path, opened)


def test_an_archive_of_demonstrations_has_folders_and_another_has_none(tmp_path: Path) -> None:
    members = dict.fromkeys(PLACES, b"1")
    assert archive(tmp_path, members) == []
    assert archive(tmp_path, members, "Operations_screenshots.zip") == ["a member is not a plain file name"]
    assert archive(tmp_path, {"a.png": b"1"}, "Others_screenshots.zip") == []
    assert archive(tmp_path, {**members, "a.png": b"1"}, "Others_demonstrations.zip") == ["a member has no known place"]


def test_the_form_of_an_archive_of_demonstrations(tmp_path: Path) -> None:
    path = tmp_path / "Operations_demonstrations.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as opened:
        opened.writestr("data/df_valid.csv", b"1")
        opened.writestr(f"{HOME}{SECOND}.json", b"1" * 1000)
        opened.comment = b"made by somebody"
    with zipfile.ZipFile(path) as opened:
        assert set(archive_problems(path, opened)) >= {
            "the archive has a comment",
            "a member is compressed",
            "the members are not sorted",
            "a member's header differs from the fixed one",
        }


def scrubbed(folder: Path, *names: str, film: bool = True, raw: bool = False) -> Demonstrations:
    """The demonstrations of a scrubbed batch with these names, and index files that speak of all of them."""
    files = folder / "demonstrations"
    files.mkdir(parents=True)
    about = []
    for name in names:
        one = ScrubbedDemonstration(instance=f"instance-{name[:3]}-{name[-2:]}", name=name, states=2, film=film)
        (files / f"{one.instance}{TRACE}").write_bytes(b'{"trace": []}')
        (files / f"{one.instance}{SOP}").write_bytes(b"1. Save it.\n")
        if raw:
            (files / f"{one.instance}{RAW}").write_bytes(b'{"trace": []}')
        if film:
            (files / VIDEO.format(instance=one.instance)).write_bytes(b"film")
            for state in range(2):
                (files / KEY_FRAME.format(instance=one.instance, state=state)).write_bytes(b"png")
        about.append(one)
    write_index(files, names)
    (folder / "demonstrations.jsonl").write_text("".join(one.model_dump_json() + "\n" for one in about))
    return Demonstrations(files, tuple(about))


def rows(members: dict[str, Any], name: str) -> list[dict[str, str]]:
    data = members[index_member(name)]
    assert isinstance(data, bytes)
    return list(csv.DictReader(io.StringIO(data.decode(), newline="")))


def test_batches_of_one_domain_become_one_archive(tmp_path: Path) -> None:
    one, two = scrubbed(tmp_path / "a", SECOND, FIRST), scrubbed(tmp_path / "b", THIRD, film=False, raw=True)
    members = archive_members([one, two])
    assert {m for m in members if m.startswith("data/demos/")} == {
        *(member_of(n, "key frame", s) for n in (FIRST, SECOND) for s in range(2)),
        *(member_of(n, part) for n in (FIRST, SECOND) for part in ("trace", "sop", "video")),
        *(member_of(THIRD, part) for part in ("trace", "sop", "raw")),
    }
    valid = rows(members, "df_valid.csv")
    assert [row["folder_name"] for row in valid] == sorted([FIRST, SECOND, THIRD])
    assert [row["is_mp4"] for row in valid] == ["True", "False", "True"]
    assert [row["is_screenshots_dir"] for row in valid] == ["True", "False", "True"]
    assert [row["is_mp4_empty"] for row in valid] == ["False", "True", "False"]
    assert {row["is_sop_txt"] for row in valid} == {"True"} and {row["is_sop_txt_empty"] for row in valid} == {"False"}
    assert [row["Task ID(s)"] for row in rows(members, "qa_dataset.csv")] == sorted([FIRST, SECOND, THIRD])
    told = json.loads(members[index_member("metadata.json")])  # type: ignore[arg-type]
    assert [result["folder_name"] for result in told["results"]] == sorted([FIRST, SECOND, THIRD])
    assert archive_members([two, one]) == members, "the order of batches changes nothing"


def test_rows_about_what_is_not_released_leave_and_ranks_close_up(tmp_path: Path) -> None:
    found = scrubbed(tmp_path, FIRST, SECOND, THIRD)
    columns = ["rank", "task_id", "path_to_demo_folder", "folder_name"]
    ranked = [("1", FIRST), ("2", THIRD), ("3", "103 @ 2025-01-01-00-00-00")]
    lines = [[rank, "103", f"data/demos/{name}", name] for rank, name in ranked]
    (found.folder / "df_rankings.csv").write_bytes(table(columns, lines))
    questions = [[f"{FIRST}, {SECOND}", "Which?", "SOP, SOP", "None.", "Which?"], [THIRD, "Who?", "SOP", "He.", "Who?"]]
    head = ["Task ID(s)", "Question Instantiation", "Evidence", "Human Label", "Question Template"]
    (found.folder / "qa_dataset.csv").write_bytes(table(head, questions))
    members = archive_members([found.without([found.about[0].instance])])
    assert not [member for member in members if FIRST in member]
    assert [row["folder_name"] for row in rows(members, "df_valid.csv")] == [THIRD, SECOND]
    assert [(row["rank"], row["folder_name"]) for row in rows(members, "df_rankings.csv")] == [("1", THIRD)]
    assert [row["Task ID(s)"] for row in rows(members, "qa_dataset.csv")] == [THIRD]


def test_index_files_that_lack_a_column_in_one_batch(tmp_path: Path) -> None:
    """The link may be missing, and columns may stand in another order."""
    one, two = scrubbed(tmp_path / "a", FIRST), scrubbed(tmp_path / "b", SECOND)
    (two.folder / "df_rankings.csv").write_bytes(
        table(
            ["folder_name", "rank", "task_id", "path_to_demo_folder"],
            [[SECOND, "1", "104", f"data/demos/{SECOND}"]],
        )
    )
    made = rows(archive_members([one, two]), "df_rankings.csv")
    assert [list(row) for row in made] == 2 * [["rank", "task_id", "gdrive_link", "path_to_demo_folder", "folder_name"]]
    assert [(row["rank"], row["task_id"], row["folder_name"]) for row in made] == [
        ("1", "103", FIRST),
        ("1", "104", SECOND),
    ]


def test_two_demonstrations_of_one_name(tmp_path: Path) -> None:
    with pytest.raises(BundleError, match="two demonstrations have the same name"):
        archive_members([scrubbed(tmp_path / "a", FIRST), scrubbed(tmp_path / "b", FIRST)])


def test_without_demonstrations_there_is_no_archive(tmp_path: Path) -> None:
    found = scrubbed(tmp_path, FIRST)
    assert archive_members([found.without([found.about[0].instance])]) == {} == archive_members([])
    assert demonstrations_of(tmp_path / "elsewhere").about == ()


@pytest.mark.parametrize("lost", [TRACE, ".mp4", ".0.png", ".1.png"])
def test_a_missing_file_stops_the_bundle(tmp_path: Path, lost: str) -> None:
    found = scrubbed(tmp_path, FIRST)
    assert read_demonstrations(tmp_path, found.about).about == found.about
    path = found.folder / f"{found.about[0].instance}{lost}"
    data = path.read_bytes()
    path.unlink()
    with pytest.raises(BundleError, match="a file of a demonstration is missing"):
        read_demonstrations(tmp_path, found.about)
    (tmp_path / "elsewhere").write_bytes(data)
    path.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(BundleError, match="a file of a demonstration is missing"):
        read_demonstrations(tmp_path, found.about)


def test_the_digest_of_a_demonstration_is_that_of_its_files(tmp_path: Path) -> None:
    found = scrubbed(tmp_path, FIRST, SECOND)
    first, second = (found.digest(one) for one in found.about)
    (found.folder / f"{found.about[0].instance}{SOP}").write_bytes(b"1. Leave it.\n")
    assert found.digest(found.about[0]) != first and found.digest(found.about[1]) == second
