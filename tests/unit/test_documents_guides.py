"""Guides, tasks and index files: texts scrubbed, references kept, what is not declared gone."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from redaction.documents import index_files, sop
from redaction.documents.index_files import INDEX_FILES, TABLES, rewrite_index
from redaction.documents.refusal import DocumentRefused
from redaction.documents.sop import rewrite_sop
from redaction.documents.tasks import KNOWN, rewrite_tasks
from redaction.documents.unit import Unit, as_is
from tests.documents import PLANTED, all_x, swapped, units_of

DATA = Path(__file__).parents[2] / "../shared/data/interaction"
A, B = "7 @ 2024-01-01-10-00-00", "7 @ 2024-01-02-10-00-00"
NAMES = {A: "7 @ 2024-03-01-10-00-00"}


def rows(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode(), newline="")))


# --- guides

GUIDE = (
    "\ufeffCall Maria Keller\r\n\r\n1. Open the contact Maria\r\n   Keller  \r\n2) Click\n"
    " - Save as Maria\nStep 3: Keller\n\n"
)


def test_a_step_is_read_as_one_with_the_lines_that_go_on_with_it() -> None:
    seen = units_of(lambda each: rewrite_sop(GUIDE.encode(), each))
    assert seen == [
        Unit(("Call Maria Keller",)),
        Unit(("Open the contact Maria", "\n", "Keller")),
        Unit(("Click",)),
        Unit(("Save as Maria",)),
        Unit(("Keller",)),
    ]


def test_numbers_and_lines_of_a_guide_stay() -> None:
    made = rewrite_sop(GUIDE.encode(), swapped(maria="anna", keller="berg")).decode()
    assert made == ("Call Anna Berg\n\n1. Open the contact Anna\n   Berg\n2) Click\n - Save as Anna\nStep 3: Berg\n")
    assert rewrite_sop(made.encode(), as_is) == made.encode()
    assert rewrite_sop(b"a\nb\n", lambda unit: ("X\nY", "Z", "W")) == b"X YZ\nW\n"


def test_an_empty_guide_stays_empty_and_no_text_is_refused() -> None:
    assert rewrite_sop(b"\r\n\n", as_is) == b""
    with pytest.raises(DocumentRefused) as caught:
        rewrite_sop("Zoë".encode("utf-16"), as_is)
    assert caught.value.reason == "encoding_broken"


def test_a_guide_may_be_so_long_and_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sop, "LARGEST_SOP", 3)
    assert rewrite_sop(b"abc", as_is) == b"abc\n"
    with pytest.raises(DocumentRefused):
        rewrite_sop(b"abcd", as_is)


# --- index files


def test_rows_of_demonstrations_that_are_not_released_leave_and_names_are_those_of_the_release() -> None:
    table = f"rank,task_id,gdrive_link,path_to_demo_folder,folder_name\n1,7,http://x/{PLANTED},data/demos/{A},{A}\n"
    table += f"2,7,http://x/{PLANTED},data/demos/{B},{B}\n"
    made = rewrite_index("df_rankings.csv", table.encode(), as_is, NAMES)
    assert (made.rows, made.rows_left, made.rows_broken, made.dropped) == (1, 1, 0, 0)
    assert rows(made.data) == [
        {
            "rank": "1",
            "task_id": "7",
            "gdrive_link": "",
            "path_to_demo_folder": f"data/demos/{NAMES[A]}",
            "folder_name": NAMES[A],
        }
    ]


def test_questions_about_several_demonstrations_need_all_of_them() -> None:
    head = "\ufeffTask ID(s),Question Instantiation,Evidence,Human Label,Question Template\r\n"
    table = head + f'"{A}, {A} (1)","Who is, Maria?",SOP,"Maria ""K""",Who?\r\n"{A}, {B}",Maria?,SOP,x,y\r\n'
    made = rewrite_index("qa_dataset.csv", table.encode(), swapped(maria="anna"), NAMES)
    assert made.data.decode() == (
        "Task ID(s),Question Instantiation,Evidence,Human Label,Question Template\n"
        f'"{NAMES[A]}, {NAMES[A]}","Who is, Anna?",SOP,"Anna ""K""",Who?\n'
    )
    shown = units_of(lambda each: rewrite_index("qa_dataset.csv", table.encode(), each, NAMES))
    assert Unit(("Maria?",)) not in shown and Unit(("Who is, Maria?",)) in shown


def test_unknown_columns_and_values_that_are_not_what_a_column_holds_go() -> None:
    table = f"rank,owner,folder_name,path_to_demo_folder\n{PLANTED},{PLANTED},{A},/home/{PLANTED}/{A}\nbroken\n"
    made = rewrite_index("df_rankings.csv", table.encode(), as_is, NAMES)
    assert (made.dropped, made.emptied, made.rows_broken) == (1, 1, 1)
    assert PLANTED not in made.data.decode()
    assert list(rows(made.data)[0]) == ["rank", "folder_name", "path_to_demo_folder"]


@pytest.mark.parametrize("name", sorted(TABLES))
def test_no_planted_text_survives_in_any_column(name: str) -> None:
    columns = TABLES[name]
    reference = {"demonstration": A, "demonstrations": A, "path": f"data/demos/{A}"}
    out = io.StringIO()
    csv.writer(out).writerows([[*columns, "more"], [*(reference.get(c, PLANTED) for c in columns.values()), PLANTED]])
    made = rewrite_index(name, out.getvalue().encode(), all_x, NAMES)
    assert made.rows == 1 and PLANTED not in made.data.decode()
    assert len(rows(made.data)[0]) == len(columns)


def test_the_list_of_folders_keeps_names_and_paths_alone() -> None:
    one = {
        "folder_id": PLANTED,
        "folder_name": A,
        "url": PLANTED,
        "path_to_output": f"data/demos/{A}",
        "owner": PLANTED,
    }
    given = {"results": [None, one, {**one, "folder_name": B}, {"x": 1}], "account": PLANTED}
    made = rewrite_index("metadata.json", json.dumps(given).encode(), as_is, NAMES)
    assert json.loads(made.data) == {
        "results": [{"folder_id": "", "folder_name": NAMES[A], "url": "", "path_to_output": f"data/demos/{NAMES[A]}"}]
    }
    assert (made.rows, made.rows_left, made.rows_broken, made.dropped) == (1, 1, 1, 2)


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("others.csv", b"a\n", "value_out_of_range"),
        ("df_valid.csv", b"", "missing_field"),
        ("df_valid.csv", b"task_id\n7\n", "missing_field"),
        ("df_valid.csv", b"folder_name,folder_name\n7,8\n", "missing_field"),
        ("df_valid.csv", b"\xff\xfe", "encoding_broken"),
        ("metadata.json", b"{", "json_broken"),
        ("metadata.json", b"[]", "missing_field"),
    ],
)
def test_what_is_no_index_file_is_refused(name: str, data: bytes, reason: str) -> None:
    with pytest.raises(DocumentRefused) as caught:
        rewrite_index(name, data, as_is, NAMES)
    assert caught.value.reason == reason


def test_an_index_file_may_be_so_large_and_no_larger(monkeypatch: pytest.MonkeyPatch) -> None:
    data = f"folder_name\n{A}\n".encode()
    monkeypatch.setattr(index_files, "LARGEST_INDEX", len(data))
    assert rewrite_index("df_valid.csv", data, as_is, NAMES).rows == 1
    with pytest.raises(DocumentRefused):
        rewrite_index("df_valid.csv", data + b"\n", as_is, NAMES)


# --- tasks


def test_of_a_task_ids_and_flags_stay_and_texts_are_shown() -> None:
    task = {
        "task_id": 7,
        "require_login": True,
        "intent": "Call Maria",
        "geolocation": {"lat": 1.5},
        "instantiation_dict": {"lastName": "Stone", "n": 2},
        "eval": {"eval_types": ["string_match", "other"], "reference_answers": {"exact_match": "Maria"}},
        "owner": "Maria",
    }
    made = json.loads(rewrite_tasks(json.dumps([task]).encode(), swapped(maria="anna")))[0]
    assert made == {
        **{k: v for k, v in task.items() if k != "owner"},
        "intent": "Call Anna",
        "geolocation": None,
        "eval": {"eval_types": ["string_match"], "reference_answers": {"exact_match": "Anna"}},
    }
    shown = units_of(lambda each: rewrite_tasks(json.dumps(task).encode(), each))
    assert Unit(("Stone",), "last Name", "field") in shown


@pytest.mark.parametrize(
    ("data", "reason"), [(b"\xff", "encoding_broken"), (b"{", "json_broken"), (b"[1]", "wrong_type")]
)
def test_what_are_no_tasks_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(DocumentRefused) as caught:
        rewrite_tasks(data, as_is)
    assert caught.value.reason == reason


# --- the real files


@pytest.mark.skipif(not DATA.is_dir(), reason="the development data with WONDERBREAD's index files is not here")
def test_the_real_index_files_are_read_whole() -> None:
    folder = DATA / "wonderbread"
    names = {row["folder_name"]: row["folder_name"] for row in rows((folder / "df_valid.csv").read_bytes())}
    assert len(names) == 2_928
    told = {}
    for name in INDEX_FILES:
        made = rewrite_index(name, (folder / name).read_bytes(), as_is, names)
        told[name] = (made.rows, made.rows_left, made.rows_broken, made.dropped, made.emptied)
        assert rewrite_index(name, made.data, as_is, names).data == made.data
        assert b"drive.google.com" not in made.data
    assert told == {
        "df_valid.csv": (2_928, 0, 0, 0, 0),
        "df_rankings.csv": (724, 0, 0, 0, 0),
        "qa_dataset.csv": (120, 0, 0, 0, 0),
        "sop_sample.csv": (30, 0, 0, 0, 0),
        "sop_sample_human_eval.csv": (30, 0, 0, 0, 0),
        "metadata.json": (2_939, 274, 0, 0, 0),
    }


@pytest.mark.skipif(not DATA.is_dir(), reason="the development data with WebArena's tasks is not here")
def test_the_real_tasks_stay_as_they_are_where_nothing_is_replaced() -> None:
    data = (DATA / "webarena/test.raw.json").read_bytes()
    given = json.loads(data)
    assert len(given) == 812 and set().union(*given) <= KNOWN
    assert json.loads(rewrite_tasks(data, as_is)) == given
