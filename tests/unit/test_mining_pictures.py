"""Pictures of processes: which activities and arrows are drawn, where, and that the file is the same each time."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from evaluation.mining.follows import processes
from evaluation.mining.layout import END, NODES_AT_MOST, ONE_COLUMN_WITHIN, START, WEAK_BELOW, Layout, layout
from evaluation.mining.picture import _wrapped, draw_processes, told_seconds
from tests.mining_rows import many, row, small


def shown(words: str | list[str]) -> Layout:
    """The layout of instances given as words of one letter a step; capitals are done in another application."""
    rows = [
        row(number, step, f"Do {letter}", "Mail" if letter.isupper() else "CRM", number * 3600 + step)
        for number, word in enumerate([words] if isinstance(words, str) else words)
        for step, letter in enumerate(word)
    ]
    return layout(processes(rows)[0])


def drawn_pairs(found: Layout) -> set[tuple[str, str]]:
    return {(arrow.source[3:4], arrow.target[3:4]) for arrow in found.arrows if arrow.seconds is not None}


def test_as_many_activities_as_fit_and_the_rest_is_counted() -> None:
    letters = "abcdefghijklmnopq"[: NODES_AT_MOST + 3]
    assert len(shown(letters[:NODES_AT_MOST]).places) == NODES_AT_MOST
    found = shown(letters + letters[3:])
    assert {place.label for place in found.places.values()} == {f"Do {letter}" for letter in letters[3:]}
    assert found.left_out == 3 and shown(letters[:NODES_AT_MOST]).left_out == 0


def test_weak_arrows_go_at_the_threshold_unless_an_activity_would_hang() -> None:
    """a→b is strongest (20 times); a→c is 2 or 3 times, where a→b and c→b are the strongest of their activities."""
    assert WEAK_BELOW == 0.15
    strong = ["ab"] * 20 + ["dc"] * 4 + ["ac"] * 3
    weak = ["ab"] * 20 + ["dc"] * 4 + ["ac"] * 2
    assert ("a", "c") in drawn_pairs(shown(strong)) and ("a", "c") not in drawn_pairs(shown(weak))
    assert shown(weak).cut == 1 and shown(strong).cut == 0
    hanging = shown(["ab"] * 20 + ["ec"])
    assert ("e", "c") in drawn_pairs(hanging)  # the only way out of e
    assert ("a", "c") in drawn_pairs(shown(["ab"] * 20 + ["ac"]))  # the only way into c


def test_starts_and_ends_are_drawn_with_their_counts() -> None:
    found = shown(["ab"] * 20 + ["ba"] * 3 + ["cb"] * 2)
    ends = {(arrow.source[:4], arrow.target[:4]): arrow.count for arrow in found.arrows if arrow.seconds is None}
    assert ends == {(START[:4], "Do a"): 20, (START[:4], "Do b"): 3, ("Do b", END[:4]): 22}


def test_an_activity_after_itself_is_told_in_its_box_and_no_arrow() -> None:
    found = shown("aaab")
    assert found.places["Do a · CRM"].again == 2 and found.places["Do a · CRM"].count == 3
    assert ("a", "a") not in drawn_pairs(found)


def test_time_goes_to_the_right_and_applications_are_lanes() -> None:
    found = shown(["aXbY"] * 3)
    assert found.lanes == ("CRM", "Mail")
    assert [found.places[f"Do {one} · CRM"].column for one in "ab"] == [0, 2]
    assert [found.places[f"Do {one} · Mail"].column for one in "XY"] == [1, 3]
    assert {place.lane for place in found.places.values() if place.label in ("Do X", "Do Y")} == {1}


def test_a_column_is_shared_by_applications_that_come_at_the_same_time() -> None:
    near, far = round(1 / ONE_COLUMN_WITHIN), round(1 / ONE_COLUMN_WITHIN) - 1
    for steps, columns in ((near, 2), (far, 3)):
        word = "aX" + "a" * (steps - 2) + "z"
        rows = [row(0, n, f"Do {c}", "Mail" if c == "X" else "CRM", n) for n, c in enumerate("qX")]
        rows += [row(0, n, "Do z", "CRM", n) for n in range(2, steps + 1)]
        assert len(word) == steps + 1 and layout(processes(rows)[0]).columns == columns


def test_no_two_activities_stand_in_one_place() -> None:
    for process in processes(sorted(many(9, 80), key=lambda one: one["process_instance_uuid"])):
        places = [(place.lane, place.column) for place in layout(process).places.values()]
        assert all(one != other for one, other in combinations(places, 2))


def text_of(path: Path) -> list[str]:
    return ["".join(one.itertext()) for one in ET.parse(path).getroot().iter("{http://www.w3.org/2000/svg}text")]


def test_the_picture_tells_its_figures_as_text(tmp_path: Path) -> None:
    draw_processes(small(), tmp_path / "p.svg")
    told = text_of(tmp_path / "p.svg")
    assert {"Invoice creation", "Invoice dispatch", "CRM", "Mail", "start", "end", "2 (1 again)"} <= set(told)
    assert "2 instances, 6 interactions, half of the instances within 8.2 s" in told
    assert "1 · 10 s" in told and any(line.startswith("Not drawn: 0 rarer activities and 0 weaker") for line in told)


def test_odd_names_are_drawn_as_they_are(tmp_path: Path) -> None:
    odd = {"process_name": "Costs $x^2$ <b> & \x00 請求書"}
    draw_processes([row(0, 0, "Tab", "C_R_M $a$", 0, **odd)], tmp_path / "p.svg")
    assert {"Costs $x^2$ <b> & \ufffd 請求書", "C_R_M $a$"} <= set(text_of(tmp_path / "p.svg"))


def test_nothing_to_draw_is_an_empty_picture(tmp_path: Path) -> None:
    draw_processes([], tmp_path / "p.svg")
    assert text_of(tmp_path / "p.svg") == []


DRAW = """
import sys
from pathlib import Path
from evaluation.mining.picture import draw_processes
from tests.mining_rows import many
draw_processes(many(6, 50), Path(sys.argv[1]))
"""


def test_the_same_bytes_in_another_process_on_another_day(tmp_path: Path) -> None:
    made: list[Any] = []
    (tmp_path / "matplotlibrc").write_text("lines.markeredgewidth: 5\nfont.sans-serif: Nobody\n", encoding="utf-8")
    for seed in ("1", "2"):
        path = tmp_path / f"{seed}.svg"
        told = {
            "PYTHONHASHSEED": seed,
            "SOURCE_DATE_EPOCH": seed,
            "HOME": str(tmp_path / seed),
            "PATH": "/usr/bin:/bin",
            "MATPLOTLIBRC": str(tmp_path if seed == "2" else tmp_path / "none"),
        }
        subprocess.run([sys.executable, "-c", DRAW, str(path)], check=True, env=told, capture_output=True)
        made.append(path.read_bytes())
    assert made[0] == made[1] and b"<dc:date>" not in made[0]


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(0, "0.0 s"), (9.94, "9.9 s"), (10, "10 s"), (119.4, "119 s"), (120, "2 min"), (3000, "50 min")],
)
def test_times_are_told_in_the_unit_that_fits(seconds: float, told: str) -> None:
    assert told_seconds(seconds) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Edit Field", "Edit Field"),
        ("Switch Application", "Switch\nApplication"),
        ("acme.my.sales.com", "acme.my.\nsales.com"),
        ("a-very-long-host.of.many.parts", "a-very-long-\nhost.of.…"),
        ("Incomprehensibilities", "Incomprehen…"),
        (" ", ""),
    ],
)
def test_names_are_broken_where_they_may_be_and_cut_where_not(text: str, told: str) -> None:
    assert _wrapped(text, 12) == told
