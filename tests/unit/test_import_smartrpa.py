"""smartRPA logs: which rows are clicks, typing and hotkeys, and what of a log is refused."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from redaction.errors import CaptureError
from redaction.importers import smartrpa_log
from redaction.importers.told import zone_of
from samples.smartrpa import USER, write_smartrpa
from tests.recorded import PLANTED, SMARTRPA, imported, tree

OSLO = zone_of("Europe/Oslo")
Rows = list[dict[str, str]]
PHONE, NOTE = "+47 55 50 12 34", "Silje Aarhaug asked,\nto be called back."


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    return imported("smartrpa", SMARTRPA, tmp_path_factory.mktemp("log"), zone=OSLO)[1]


def log(folder: Path, change: Callable[[Rows], Rows] = list, names: dict[str, str] | None = None) -> Path:
    """The sample log with other rows, or with other names of columns."""
    with SMARTRPA.open(encoding="utf-8-sig", newline="") as file:
        reader = csv.DictReader(file)
        given, columns = list(reader), list(reader.fieldnames or ())
    found = change(given)
    columns += sorted({column for row in found for column in row} - set(columns))
    path = folder / "log.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([(names or {}).get(column, column) for column in columns])
        writer.writerows([row.get(column, "") for column in columns] for row in found)
    return path


def one(**cells: str) -> Callable[[Rows], Rows]:
    """The first row of the log with other cells, alone."""
    return lambda given: [{**given[0], **cells}]


def test_the_sample_is_what_its_script_writes(tmp_path: Path) -> None:
    write_smartrpa(tmp_path / "log.csv")
    assert (tmp_path / "log.csv").read_bytes() == SMARTRPA.read_bytes()


def test_the_work_is_rows(rows: list[dict[str, Any]]) -> None:
    told = [
        (r["action"], r["value"], r["element"] and tuple(r["element"][k] for k in ("role", "name", "value")))
        for r in rows
    ]
    called = "called Maren Oldenkamp"
    assert told == [
        ("click", "LB Down", ("textbox", "phone", "+47 55")),
        ("type", PHONE, ("textbox", "phone", PHONE)),
        ("click", "LB Down", ("combobox", "city", "Oslo")),
        ("type", NOTE, ("textbox", "note", NOTE)),
        ("type", "", ("textbox", "pin", None)),
        ("click", "LB Down", ("button", "Save contact", None)),
        ("click", "LB Down", ("link", "All contacts", None)),
        ("click", "RB Down", None),
        ("type", called, ("cell", "C4", called)),
        ("click", "LB Double Click", ("cell", "C4", called)),
        ("hotkey", "CTRL+S", None),
        ("hotkey", "CTRL+X", (None, None, called)),
    ]
    places = [(r["application"], r["screen"]) for r in rows]
    assert places[:8] == [("crm.example.com", "Contact: Maren Oldenkamp - Harbour CRM")] * 8
    assert places[8:10] == [("Microsoft Excel", "Contacts.xlsx - Harbour")] * 2
    assert places[10:] == [("Excel", "Contacts.xlsx - Excel")] * 2


def test_login_and_password_are_nowhere(tmp_path: Path) -> None:
    imported("smartrpa", SMARTRPA, tmp_path, zone=OSLO)
    files = tree(tmp_path / "batch").values()
    assert not any(word in data for data in files for word in (USER.encode(), b"Klabautermann"))


def test_times_are_those_of_the_zone(rows: list[dict[str, Any]], tmp_path: Path) -> None:
    assert rows[0]["timestamp"] == "2026-11-02T08:15:10.685Z"  # 09:15 in Oslo in winter
    summer = one(event_type="hotkey", hotkey="F5", timestamp="2026-07-02 09:15:10:685")
    _, found = imported("smartrpa", log(tmp_path, summer), tmp_path, zone=OSLO)
    assert found[0]["timestamp"] == "2026-07-02T07:15:10.685Z"


@pytest.mark.parametrize("text", ["2026-11-02 09:15:10.685", "2026-11-02T09:15:10.685432", "2026-11-02 09:15:10"])
def test_times_as_other_versions_write_them(tmp_path: Path, text: str) -> None:
    change = one(event_type="hotkey", hotkey="F5", timestamp=text)
    _, found = imported("smartrpa", log(tmp_path, change), tmp_path, zone=OSLO)
    assert found[0]["timestamp"][:19] == "2026-11-02T08:15:10"


def test_without_a_zone_nothing_is_guessed(tmp_path: Path) -> None:
    with pytest.raises(CaptureError, match=r"sources\[0\]: the times of a smartRPA log have no zone.*--timezone"):
        imported("smartrpa", SMARTRPA, tmp_path)


def test_the_columns_of_an_event_log_mean_the_same(tmp_path: Path, rows: list[dict[str, Any]]) -> None:
    names = {"timestamp": "time:timestamp", "event_type": "concept:name", "user": "org:resource"}
    _, found = imported("smartrpa", log(tmp_path, names=names), tmp_path, zone=OSLO)
    assert [{**r, "event_id": ""} for r in found] == [{**r, "event_id": ""} for r in rows]


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        (
            {"category": "DoubleMouseClick", "event_type": "click", "coordX": "10.0", "coordY": "20"},
            ("click", "LB Double Click", {"x": 10, "y": 20}),
        ),
        ({"category": "RightClick", "event_type": "click"}, ("click", "RB Down", None)),
        ({"category": "Keyboard", "event_type": "keypress", "typed_word": "Kari Vold"}, ("type", "Kari Vold", None)),
        (
            {"category": "Keyboard", "event_type": "keypress", "typed_word": "CTRL + ALT + e"},
            ("hotkey", "CTRL+ALT+e", None),
        ),
        ({"category": "Keyboard", "event_type": "keypress", "typed_word": "a CTRL + c"}, ("type", "a CTRL + c", None)),
    ],
)
def test_mouse_and_keyboard_of_later_versions(tmp_path: Path, cells: dict[str, str], told: Any) -> None:
    change = one(**cells, application="Report.docx - Word", title="")
    _, (row,) = imported("smartrpa", log(tmp_path, change), tmp_path, zone=OSLO)
    assert (row["action"], row["value"], row["coordinates"]) == told
    assert (row["application"], row["screen"]) == ("Word", "Report.docx - Word")


def test_the_work_of_several_users_is_no_recording(tmp_path: Path) -> None:
    def second(given: Rows) -> Rows:
        given[-1]["user"] = "pnilsen"
        return given

    with pytest.raises(CaptureError, match="the work of several users") as caught:
        imported("smartrpa", log(tmp_path, second), tmp_path, zone=OSLO)
    assert "pnilsen" not in str(caught.value) and USER not in str(caught.value)


def test_bad_rows_are_refused_by_their_line(tmp_path: Path) -> None:
    def spoilt(given: Rows) -> Rows:
        given[7]["timestamp"] = "yesterday Oldenkamp"
        given[11]["timestamp"] = "2026-02-30 10:00:00:000"
        given[12]["browser_url"] = "file:///home/oldenkamp"
        given[14]["cell_content"] = "a\x00b"
        given[16]["timestamp"] = "0001-01-01 00:00:00:000"
        return given

    path = log(tmp_path, spoilt)
    with path.open("ab") as file:
        file.write(b"too,few,Oldenkamp\n" + b"x" * 10 + b"\xff\n")
    done, found = imported("smartrpa", path, tmp_path, zone=OSLO)
    # line 1 has the columns; the note of the tenth row fills two lines
    assert [(r.record, r.reason) for r in sorted(done.refusals, key=lambda r: int(r.record.rpartition(":")[2]))] == [
        ("sources[0]:9", "wrong_type"),
        ("sources[0]:14", "value_out_of_range"),
        ("sources[0]:15", "missing_field"),
        ("sources[0]:17", "control_character"),
        ("sources[0]:19", "value_out_of_range"),
        ("sources[0]:21", "wrong_type"),
        ("sources[0]:22", "wrong_type"),
    ]
    assert len(found) == 7 and not any(word in str(r) for r in done.refusals for word in PLANTED)


def test_bytes_that_are_no_utf8_are_refused_with_their_row(tmp_path: Path) -> None:
    path = log(tmp_path)
    path.write_bytes(path.read_bytes().replace(b"asked,", b"asked\xe5,"))
    done, found = imported("smartrpa", path, tmp_path, zone=OSLO)
    assert [(r.record, r.reason) for r in done.refusals] == [("sources[0]:11", "encoding_broken")]
    assert len(found) == 11


@pytest.mark.parametrize(("spare", "reasons"), [(0, set()), (-1, {"line_too_long"})])
def test_a_line_that_is_too_long_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spare: int, reasons: set[str]
) -> None:
    path = log(tmp_path, lambda given: [*given, {**given[-1], "cell_content": "x" * 2000}])
    monkeypatch.setattr(smartrpa_log, "MOST_LINE_BYTES", max(map(len, path.read_bytes().split(b"\r\n"))) + spare)
    done, found = imported("smartrpa", path, tmp_path, zone=OSLO)
    assert {r.reason for r in done.refusals} == reasons and len(found) == 13 - len(reasons)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Maren Oldenkamp",
        "timestamp,user,application\n1,2,3\n",
        '"Oldenkamp',
        "timestamp,category,application,event_type,event_type\n",
    ],
)
def test_what_is_no_such_log_gives_one_sentence(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.csv").write_text(text, encoding="utf-8")
    with pytest.raises(CaptureError, match=r"sources\[0\]: this is no smartRPA log") as caught:
        imported("smartrpa", tmp_path / "x.csv", tmp_path, zone=OSLO)
    assert "Oldenkamp" not in str(caught.value)
