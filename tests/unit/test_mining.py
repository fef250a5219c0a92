"""Event logs of released rows: what stands in them, the schemas they are held to, and what pm4py reads of them."""

from __future__ import annotations

import gzip
import json
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from evaluation.mining.events import activity, cases, plain
from evaluation.mining.follows import graph, processes
from evaluation.mining.ocel import write_ocel
from evaluation.mining.xes import write_xes
from redaction.errors import BundleError
from tests.mining_rows import many, row, small

SCHEMAS = Path(__file__).resolve().parents[1] / "schemas"
ODD = 'Müller & "Söhne" <b>\n\tcostß \x00\x1b\ud800\ufffe\U0001f600 $x$'
"""What a screen's title may hold."""
TOLD = 'Müller & "Söhne" <b>\n\tcostß \ufffd\ufffd\ufffd\ufffd\U0001f600 $x$'
"""The same where XML has no way to write it."""


def xes(tmp_path: Path, rows: list[dict[str, Any]], name: str = "log.xes") -> Path:
    write_xes(rows, tmp_path / name)
    return tmp_path / name


def ocel(tmp_path: Path, rows: list[dict[str, Any]], name: str = "log.json") -> Path:
    write_ocel(rows, tmp_path / name)
    return tmp_path / name


def values(element: ET.Element) -> dict[str, str]:
    """Key → value of an element's attributes."""
    return {one.attrib["key"]: one.attrib["value"] for one in element if "key" in one.attrib}


def pairs(rows: list[dict[str, Any]]) -> Counter[tuple[str, str]]:
    """What follows what, over all processes."""
    each = [Counter({pair: edge.count for pair, edge in graph(one).edges.items()}) for one in processes(rows)]
    return sum(each, Counter())


def test_an_activity_is_what_and_where() -> None:
    assert activity(small()[1]) == "Edit Field · CRM"


def test_a_trace_holds_the_rows_of_an_instance(tmp_path: Path) -> None:
    traces = ET.parse(xes(tmp_path, small())).getroot().findall("trace")
    assert [values(trace)["process_name"] for trace in traces] == ["Invoice creation"] * 2 + ["Invoice dispatch"]
    assert [values(trace)["concept:name"] for trace in traces] == sorted({r["process_instance_uuid"] for r in small()})
    first = values(traces[0].findall("event")[1])
    assert first == {
        "concept:name": "Edit Field · CRM",
        "lifecycle:transition": "complete",
        "time:timestamp": "2026-03-02T09:00:02.000Z",
        "identity:id": small()[1]["interaction_uuid"],
        "class_name": "Application Field Input",
        "subclass_name": "Edit Field",
        "application_name": "CRM",
        "screen_name": "CRM - Invoices",
        "interaction_type": "Click",
        "screenshot_name": "shot-0-1.png",
        "time_spent": "1.25",
    }
    last = values(traces[2].findall("event")[0])
    assert last["field_name"] == "Total" and not {"time_spent", "screenshot_name"} & set(last)


def test_what_is_declared_is_there(tmp_path: Path) -> None:
    log = ET.parse(xes(tmp_path, small())).getroot()
    prefixes = {one.attrib["prefix"] for one in log.findall("extension")}
    globals_ = {one.attrib["scope"]: set(values(one)) for one in log.findall("global")}
    for scope, found in (("trace", log.findall("trace")), ("event", log.findall("trace/event"))):
        assert all(globals_[scope] <= set(values(one)) for one in found)
    used = {key for one in log.iter() for key in values(one)}
    assert {key.partition(":")[0] for key in used if ":" in key} == prefixes
    classified = {key for one in log.findall("classifier") for key in one.attrib["keys"].split()}
    assert classified and classified <= globals_["event"]
    assert values(log)["concept:name"] == "Finance"


def xes_errors(path: Path) -> list[str]:
    grammar = etree.RelaxNG(etree.parse(SCHEMAS / "xes.rng"))
    return [] if grammar.validate(etree.parse(path)) else [str(grammar.error_log.last_error)]


@pytest.mark.parametrize("rows", [small(), [], [row(0, 0, "Tab", ODD, 0, screen_name=ODD, field_name=ODD)]])
def test_both_logs_hold_against_their_schemas(tmp_path: Path, rows: list[dict[str, Any]]) -> None:
    assert xes_errors(xes(tmp_path, rows)) == []
    schema = json.loads((SCHEMAS / "ocel20-schema-json.json").read_text(encoding="utf-8"))
    log = json.loads(ocel(tmp_path, rows).read_text(encoding="utf-8"))
    checker = jsonschema.Draft7Validator(schema, format_checker=jsonschema.FormatChecker())
    assert list(checker.iter_errors(log)) == []


@pytest.mark.parametrize(
    ("old", "new"), [("<date ", "<time "), ('.000Z"', ".000 o'clock\""), ("<float", "<event/><float")]
)
def test_the_grammar_of_xes_refuses_what_is_none(tmp_path: Path, old: str, new: str) -> None:
    path = xes(tmp_path, small())
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    assert xes_errors(path)


def test_everything_that_ocel_mentions_is_declared_once(tmp_path: Path) -> None:
    rows = [*small(), row(3, 0, "Tab", "CRM", 9000, screen_name="Mail - Invoices")]
    log = json.loads(ocel(tmp_path, rows).read_text(encoding="utf-8"))
    objects = {one["id"]: one for one in log["objects"]}
    assert len(objects) == len(log["objects"])
    told = {one["name"]: {a["name"] for a in one["attributes"]} for one in log["eventTypes"] + log["objectTypes"]}
    assert len(told) == len(log["eventTypes"]) + len(log["objectTypes"])
    for one in log["events"] + log["objects"]:
        assert {a["name"] for a in one["attributes"]} <= told[one["type"]]
        assert {r["objectId"] for r in one["relationships"]} <= set(objects)
    assert Counter(one["type"] for one in log["objects"]) == {"process instance": 4, "application": 2, "screen": 3}
    event = log["events"][0]
    linked = {r["qualifier"]: objects[r["objectId"]] for r in event["relationships"]}
    assert {qualifier: one["type"] for qualifier, one in linked.items()} == {
        "step of": "process instance",
        "done in": "application",
        "done on": "screen",
    }
    assert linked["step of"]["attributes"][0]["value"] == "Invoice creation"
    (belongs,) = linked["done on"]["relationships"]
    assert belongs == {"objectId": linked["done in"]["id"], "qualifier": "screen of"}


def test_screens_of_one_name_in_two_applications_are_two(tmp_path: Path) -> None:
    rows = [row(0, 0, "Tab", "CRM", 0, screen_name="Home"), row(0, 1, "Tab", "Mail", 1, screen_name="Home")]
    log = json.loads(ocel(tmp_path, rows).read_text(encoding="utf-8"))
    assert sum(one["type"] == "screen" for one in log["objects"]) == 2


def test_odd_characters_arrive_or_are_told_as_lost(tmp_path: Path) -> None:
    rows = [row(0, 0, "Tab", "CRM", 0, screen_name=ODD, field_name=ODD)]
    event = values(ET.parse(xes(tmp_path, rows)).getroot().findall("trace/event")[0])
    assert event["screen_name"] == event["field_name"] == TOLD
    log = json.loads(ocel(tmp_path, rows).read_text(encoding="utf-8"))
    assert {a["name"]: a["value"] for a in log["events"][0]["attributes"]}["field_name"] == TOLD


@given(st.text(st.characters(exclude_categories=())))
def test_any_text_can_be_written(text: str) -> None:
    assert ET.fromstring(f"<a>{plain(text).replace('&', '').replace('<', '')}</a>").tag == "a"
    assert len(plain(text)) == len(text)


def test_same_rows_same_bytes_packed_and_not(tmp_path: Path) -> None:
    rows = list(many(6, 40))
    assert xes(tmp_path, rows).read_bytes() == gzip.decompress(xes(tmp_path, rows, "a.xes.gz").read_bytes())
    for write, name in ((write_xes, "x.gz"), (write_ocel, "o.gz")):
        write(iter(rows), tmp_path / name)
        before = (tmp_path / name).read_bytes()
        write(iter(rows), tmp_path / ("other-" + name))
        assert (tmp_path / ("other-" + name)).read_bytes() == before
        assert before[4:8] == b"\0\0\0\0" and not before[3]  # no time, no file name


def wrong(which: str) -> list[dict[str, Any]]:
    rows = small()
    if which == "scattered":
        return [rows[0], rows[4], rows[1]]
    if which == "backwards":
        return rows[1::-1]
    if which == "two processes":
        return [rows[0], rows[1] | {"process_name": "Another"}]
    return [rows[0] | {"timestamp": "2026-03-02 09:00:00.000"}]


@pytest.mark.parametrize("which", ["scattered", "backwards", "two processes", "other time"])
def test_rows_that_would_tell_another_story_are_refused(tmp_path: Path, which: str) -> None:
    for write in (write_xes, write_ocel):
        with pytest.raises(BundleError, match="do not lie together in the order of time"):
            write(wrong(which), tmp_path / "log")
        assert list(tmp_path.iterdir()) == []


def test_rows_at_one_moment_are_no_disorder() -> None:
    assert len(next(cases([row(0, 0, "Tab", "CRM", 0), row(0, 1, "Tab", "CRM", 0)])).rows) == 2


def test_the_graph_counts_what_follows_what() -> None:
    creation, dispatch = processes(small())
    found = graph(creation)
    a, b, c = "Button · CRM", "Edit Field · CRM", "Copy · Mail"
    assert {pair: (edge.count, edge.seconds) for pair, edge in found.edges.items()} == {
        (a, b): (1, 2.0),
        (b, b): (1, 3.0),
        (b, c): (1, 1.5),
        (a, c): (1, 10.0),
    }
    assert found.starts == {a: 2} and found.ends == {c: 2}
    assert {name: node.count for name, node in found.nodes.items()} == {a: 2, b: 2, c: 2}
    assert found.nodes[b].position == pytest.approx(0.5) and found.nodes[c].position == 1.0
    assert (creation.steps, dispatch.steps) == (6, 1)
    assert graph(dispatch).nodes[c].position == 0.5 and not graph(dispatch).edges


def test_activities_that_are_left_out_are_bridged() -> None:
    found = graph(processes(small())[0], {"Button · CRM", "Copy · Mail"})
    assert {pair: (edge.count, edge.seconds) for pair, edge in found.edges.items()} == {
        ("Button · CRM", "Copy · Mail"): (2, 8.25)
    }


def test_the_commonest_are_counted_and_ties_go_by_name() -> None:
    assert processes(small())[0].commonest(2) == ("Button · CRM", "Copy · Mail")
    assert processes([*small()[:3], row(0, 3, "Edit Field", "CRM", 7)])[0].commonest(1) == ("Edit Field · CRM",)


@pytest.mark.filterwarnings("ignore")
def test_pm4py_reads_both_as_we_wrote_them(tmp_path: Path) -> None:
    pm4py = pytest.importorskip("pm4py")
    rows = list(many(9, 60))
    log = pm4py.read_xes(str(xes(tmp_path, rows, "log.xes.gz")))
    assert list(log["identity:id"]) == [one["interaction_uuid"] for one in rows]
    assert list(log["concept:name"]) == [activity(one) for one in rows]
    assert list(log["case:concept:name"]) == [one["process_instance_uuid"] for one in rows]
    assert [f"{at:%Y-%m-%dT%H:%M:%S}.{at.microsecond // 1000:03d}Z" for at in log["time:timestamp"]] == [
        one["timestamp"] for one in rows
    ]
    found, starts, ends = pm4py.discover_dfg(log)
    ours = [graph(one) for one in processes(rows)]
    assert dict(found) == dict(pairs(rows))
    assert starts == dict(sum((Counter(one.starts) for one in ours), Counter()))
    assert ends == dict(sum((Counter(one.ends) for one in ours), Counter()))

    read = pm4py.read_ocel2_json(str(ocel(tmp_path, rows)))
    assert sorted(read.events["ocel:eid"]) == sorted(one["interaction_uuid"] for one in rows)
    assert Counter(read.events["ocel:activity"]) == Counter(map(activity, rows))
    assert Counter(read.objects["ocel:type"]) == {"process instance": 9, "application": 3, "screen": 3}
    assert Counter(read.relations["ocel:qualifier"]) == {"step of": 540, "done in": 540, "done on": 540}
    flat = pm4py.ocel_flattening(read, "process instance")
    assert dict(pm4py.discover_dfg(flat)[0]) == dict(pairs(rows))
