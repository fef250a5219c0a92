"""rrweb sessions: what clicks and input become, how the document is followed, and what is refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from redaction.errors import CaptureError
from redaction.importers import rrweb_session
from tests.recorded import PLANTED, RRWEB, imported

Events = list[dict[str, Any]]
CLICK, INPUT = 2, 5


@pytest.fixture
def events() -> Events:
    found: Events = json.loads(RRWEB.read_text(encoding="utf-8"))
    return found


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> Events:
    return imported("rrweb", RRWEB, tmp_path_factory.mktemp("session"))[1]


def session(folder: Path, events: Any) -> Path:
    path = folder / "session.json"
    path.write_text(json.dumps(events), encoding="utf-8")
    return path


def of_source(events: Events, source: int) -> list[int]:
    """Places of the incremental events of a source."""
    return [i for i, e in enumerate(events) if e["type"] == 3 and e["data"]["source"] == source]


def clicked(events: Events) -> list[int]:
    return [i for i in of_source(events, 2) if events[i]["data"]["type"] == CLICK]


def node_of(events: Events, name: str) -> int:
    """The number of the node whose `id` attribute is `name`."""

    def search(node: dict[str, Any]) -> int | None:
        if node.get("attributes", {}).get("id") == name:
            return int(node["id"])
        return next((n for c in node.get("childNodes", ()) if (n := search(c)) is not None), None)

    found = search(events[1]["data"]["node"])
    assert found is not None
    return found


def test_the_work_is_rows_without_screenshots(rows: Events) -> None:
    note = "Silje Aarhaug asked to be called back."
    told = [(r["action"], r["value"], *(r["element"][k] for k in ("role", "name", "value"))) for r in rows]
    assert told == [
        ("click", "LB Down", "textbox", "Phone", "+47 55"),
        ("type", " 50 12 34", "textbox", "Phone", "+47 55 50 12 34"),
        ("click", "LB Down", "combobox", "City", "Oslo"),
        ("type", note, "textbox", "Note", note),
        ("type", "", "textbox", "PIN of approval", None),
        ("click", "LB Down", "button", "Save contact", None),
        ("click", "LB Down", "link", "All contacts", None),
        ("click", "RB Down", "link", "Silje Aarhaug", None),
    ]
    assert {(r["application"], r["screenshot"]) for r in rows} == {("crm.example.com", None)}
    assert [r["screen"] for r in rows][-2:] == ["Contact: Maren Oldenkamp - Harbour CRM", "Contacts - Harbour CRM"]
    assert [r["coordinates"] is not None for r in rows] == [True, False, False, False, False, True, True, True]


def test_a_password_that_rrweb_did_not_mask_is_not_taken_either(tmp_path: Path, events: Events) -> None:
    pin = node_of(events, "pin")
    for i in of_source(events, INPUT):
        if events[i]["data"]["id"] == pin:
            events[i]["data"]["text"] = "Klabautermann"
    imported("rrweb", session(tmp_path, events), tmp_path)
    assert "Klabautermann" not in "".join(p.read_text() for p in (tmp_path / "batch").glob("recordings/*/*"))


@pytest.mark.parametrize("form", ["list", "object", "lines"])
def test_the_same_events_in_every_form(tmp_path: Path, events: Events, rows: Events, form: str) -> None:
    path = tmp_path / "s.json"
    lines = "\n".join(map(json.dumps, events)) + "\n\n"
    whole = {"list": json.dumps(events, indent=1), "object": json.dumps({"events": events}), "lines": lines}
    path.write_text("\ufeff" + whole[form], encoding="utf-8")
    done, found = imported("rrweb", path, tmp_path)
    assert [{**r, "event_id": ""} for r in found] == [{**r, "event_id": ""} for r in rows]
    assert done.refusals == []


def test_typing_is_one_event_until_something_comes_between(tmp_path: Path, events: Events) -> None:
    phone = node_of(events, "phone")
    typed = [i for i in of_source(events, INPUT) if events[i]["data"]["id"] == phone]
    between = copy.deepcopy(events[clicked(events)[0]])
    between["timestamp"] = events[typed[3]]["timestamp"]
    events.insert(typed[4], between)
    _, found = imported("rrweb", session(tmp_path, events), tmp_path)
    assert [r["value"] for r in found if r["action"] == "type"][:2] == [" 50 ", "12 34"]
    assert found[1]["timestamp"] < found[2]["timestamp"] < found[3]["timestamp"]


def test_what_replaces_a_text_is_told_whole(tmp_path: Path, events: Events) -> None:
    phone = node_of(events, "phone")
    typed = [i for i in of_source(events, INPUT) if events[i]["data"]["id"] == phone]
    events[typed[-1]]["data"]["text"] = "0800 1"
    _, found = imported("rrweb", session(tmp_path, events), tmp_path)
    assert (found[1]["value"], found[1]["element"]["value"]) == ("0800 1", "0800 1")


def test_a_tick_was_clicked_already(tmp_path: Path, events: Events) -> None:
    typed = of_source(events, INPUT)[0]
    number = node_of(events, "phone")
    change = {"source": 0, "attributes": [{"id": number, "attributes": {"type": "checkbox"}}]}
    events.insert(typed, {"type": 3, "timestamp": events[typed]["timestamp"], "data": change})
    done, found = imported("rrweb", session(tmp_path, events), tmp_path)
    assert "Phone" not in [r["element"]["name"] for r in found if r["action"] == "type"]
    assert done.refusals == []


# --- the document as it stands


def mutation(events: Events, at: int, **what: Any) -> None:
    events.insert(at, {"type": 3, "timestamp": events[at]["timestamp"], "data": {"source": 0, **what}})


def element(number: int, tag: str, *children: dict[str, Any], **attributes: str) -> dict[str, Any]:
    return {"type": 2, "id": number, "tagName": tag, "attributes": attributes, "childNodes": list(children)}


def text(number: int, content: str) -> dict[str, Any]:
    return {"type": 3, "id": number, "textContent": content}


def test_elements_that_came_later_are_known_and_in_their_place(tmp_path: Path, events: Events) -> None:
    save = node_of(events, "save")
    new = element(900, "button", text(901, "and close"))
    at = clicked(events)[1]
    mutation(events, at, adds=[{"parentId": save, "nextId": None, "node": new}])
    mutation(events, at + 1, adds=[{"parentId": save, "nextId": 900, "node": text(902, " now ")}])
    click = copy.deepcopy(events[at + 2])
    click["data"]["id"] = 900
    events.insert(at + 3, click)
    done, found = imported("rrweb", session(tmp_path, events), tmp_path)
    names = [r["element"]["name"] for r in found]
    assert "Save contact now and close" in names and "and close" in names and done.refusals == []


def test_removed_and_renamed_nodes(tmp_path: Path, events: Events) -> None:
    at = clicked(events)[1]
    save = node_of(events, "save")
    first = clicked(events)[0]
    mutation(events, at, removes=[{"parentId": 1, "id": save}])
    mutation(events, first, texts=[{"id": title_text(events), "value": "New title"}])
    _, found = imported("rrweb", session(tmp_path, events), tmp_path)
    assert found[0]["screen"] == "New title"
    assert [r["element"] for r in found if r["action"] == "click"][2] is None


def title_text(events: Events) -> int:
    def search(node: dict[str, Any]) -> int | None:
        if node.get("tagName") == "title":
            return int(node["childNodes"][0]["id"])
        return next((n for c in node.get("childNodes", ()) if (n := search(c)) is not None), None)

    found = search(events[1]["data"]["node"])
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("attributes", "name"),
    [
        ({"aria-label": "By aria"}, "By aria"),
        ({"aria-labelledby": "save all"}, "Save contact All contacts"),
        ({"placeholder": "0800"}, "Phone"),  # inside its label
    ],
)
def test_ways_of_labelling(tmp_path: Path, events: Events, attributes: dict[str, str], name: str) -> None:
    mutation(events, 2, attributes=[{"id": node_of(events, "phone"), "attributes": attributes}])
    _, found = imported("rrweb", session(tmp_path, events), tmp_path)
    assert found[0]["element"]["name"] == name


def test_a_new_page_knows_nothing_of_the_one_before(tmp_path: Path, events: Events) -> None:
    last = of_source(events, 2)[-1]
    click = {"source": 2, "type": CLICK, "id": 9_000, "x": 1, "y": 1}
    old = {"parentId": node_of(events, "save"), "nextId": None, "node": element(9_000, "button", text(9_001, "Old"))}
    events.insert(last + 1, {"type": 3, "timestamp": events[last]["timestamp"], "data": click})
    mutation(events, 2, adds=[old])
    _, found = imported("rrweb", session(tmp_path, events), tmp_path)
    assert found[-1]["element"] is None and found[-1]["coordinates"] == {"x": 1, "y": 1}


def test_switches_and_numbers_among_attributes(tmp_path: Path, events: Events) -> None:
    city = node_of(events, "city")
    mutation(events, 2, attributes=[{"id": city, "attributes": {"aria-label": 5, "rr_width": 7.5}}])
    click = copy.deepcopy(events[clicked(events)[0]])
    click["data"]["id"] = city
    events.insert(clicked(events)[0], click)
    done, found = imported("rrweb", session(tmp_path, events), tmp_path)
    # rrweb tells the option that is chosen by a switch
    assert (found[0]["element"]["name"], found[0]["element"]["value"], done.refusals) == ("City", "Bergen", [])


def test_an_attribute_that_goes_is_gone(tmp_path: Path, events: Events) -> None:
    phone = node_of(events, "phone")
    mutation(events, 2, attributes=[{"id": phone, "attributes": {"aria-label": "Mobile"}}])
    mutation(events, 3, attributes=[{"id": phone, "attributes": {"aria-label": None}}])
    _, found = imported("rrweb", session(tmp_path, events), tmp_path)
    assert found[0]["element"]["name"] == "Phone"


# --- what is refused


def test_bad_events_are_refused_by_their_place(tmp_path: Path, events: Events) -> None:
    typed = of_source(events, INPUT)
    events[typed[0]]["data"]["id"] = 999_999
    events[typed[1]]["data"]["text"] = 7
    events[clicked(events)[0]]["timestamp"] = "Oldenkamp"
    events[clicked(events)[1]]["data"]["x"] = 1e9
    wrong = [typed[0], typed[1], *clicked(events)[:2], len(events), len(events) + 1]
    places = [f"sources[0]:events[{i}]" for i in wrong]
    events += [None, "Oldenkamp", {"type": 3, "timestamp": 1, "data": {"source": "x"}}]  # type: ignore[list-item]
    done, _ = imported("rrweb", session(tmp_path, events), tmp_path)
    assert sorted(r.record for r in done.refusals) == sorted(places)
    reasons = {r.record: r.reason for r in done.refusals}
    assert reasons[places[3]] == "value_out_of_range" and reasons[places[0]] == "wrong_type"
    assert not any(word in str(r) for r in done.refusals for word in PLANTED)


def test_a_page_without_an_address_is_no_application(tmp_path: Path, events: Events) -> None:
    events[0]["data"]["href"] = "about:blank"
    done, found = imported("rrweb", session(tmp_path, events), tmp_path)
    assert len(found) == 1 and {r.reason for r in done.refusals} == {"missing_field"}


@pytest.mark.parametrize(
    "change",
    [
        lambda events: [e for e in events if e["type"] != 2],
        lambda events: {"name": "Oldenkamp"},
        lambda events: {"events": "Oldenkamp"},
        lambda events: [json.dumps(e) for e in events],  # as rrweb's packer leaves them
        lambda events: "Oldenkamp",
        lambda events: [],
    ],
)
def test_what_is_no_session_gives_one_sentence(tmp_path: Path, events: Events, change: Callable[[Events], Any]) -> None:
    with pytest.raises(CaptureError, match=r"sources\[0\]: this is no rrweb session") as caught:
        imported("rrweb", session(tmp_path, change(events)), tmp_path)
    assert "Oldenkamp" not in str(caught.value)


@pytest.mark.parametrize("data", [b"", b"[", b"\xff\xfe", b"[" * 100_000, b"Maren Oldenkamp"])
def test_files_that_are_no_json(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x.json").write_bytes(data)
    with pytest.raises(CaptureError, match="this is no rrweb session"):
        imported("rrweb", tmp_path / "x.json", tmp_path)


@pytest.mark.parametrize(("spare", "read"), [(0, True), (-1, False)])
def test_a_session_larger_than_what_is_read_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spare: int, read: bool
) -> None:
    monkeypatch.setattr(rrweb_session, "MOST_BYTES", RRWEB.stat().st_size + spare)
    if read:
        assert imported("rrweb", RRWEB, tmp_path)[0].events == 8
    else:
        with pytest.raises(CaptureError, match="larger than what is read at once"):
            imported("rrweb", RRWEB, tmp_path)
