"""Hostile texts cost the leak check, the door and the verification of a foreign bundle no more than their length."""

from __future__ import annotations

import base64
import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from redaction.findings import Kind
from redaction.policy import Policy
from redaction.stages.ingest import ingest
from redaction.work.progress import no_progress
from redaction.work.store import BatchStore
from release.verify.verify_bundle import verify_bundle
from tests.hostile_forms import FORMS, GROWTH, grows, hostile
from tests.release_fixture import build, copy, make_batches
from tests.scrubbed_fixture import make_rows
from tests.tiny_batch import Events, tiny_batch
from validation.files.bundle_files import PROVENANCE
from validation.leaks.needles import Matcher, Needle
from validation.leaks.scan import scan_bundle

#: Invented, one of every kind that is looked for in a way of its own: a last name that is a word, one that is a first
#: name, a double name, names in other scripts, what is dialled, what has check digits.
NEEDLES: list[Needle] = [
    ("e1", Kind.PERSON, "Maria Kellerwald"),
    ("e2", Kind.PERSON, "Ilse Long"),
    ("e3", Kind.PERSON, "Devika Martin"),
    ("e4", Kind.PERSON, "Anna-Lena Brandvold-Ortizan"),
    ("e5", Kind.PERSON, "王小明"),
    ("e6", Kind.EMAIL, "maria.kellerwald@brandvold.example"),
    ("e7", Kind.PHONE, "+49 30 90182011"),
    ("e8", Kind.COMPANY, "Brandvold Logistics"),
    ("e9", Kind.ID, "AB-123456"),
]
#: What is repeated to attack the leak check alone: its needles, and the wrappings that it undoes.
NAMED = {
    "needles: a name": "Maria Kellerwald ",
    "needles: a last name that is a word": "Mr Long ",
    "needles: a last name that is a first name": "Martin ",
    "needles: one letter off": "Maria Kellervald ",
    "needles: letters apart": "M a r i a K e l l e r w a l d ",
    "needles: digits for letters": "K3llerwald ",
    "needles: an ideograph": "王小明",
    "needles: backwards": "dlawrellek airam ",
    "needles: a number": "030 90182011 ",
    "needles: in base64": base64.b64encode(b"Maria Kellerwald ").decode(),
    "needles: in base64, word by word": base64.b64encode(b"Maria Kellerwald").decode() + " ",
    "needles: in hexadecimal": b"Maria Kellerwald".hex(),
    "wrappings: percent signs in percent signs": "%25252541",
    "wrappings: ampersands in ampersands": "&amp;amp;amp;",
    "wrappings: backslashes": "\\\\u0041\\x41\\101",
    "wrappings: printable": "=4D=61=\n",
    "wrappings: punycode": "xn--a-b.",
    "wrappings: dots in words": "a at b dot ",
    "wrappings: brackets": "a [at] b [dot] ",
    "wrappings: hyphens at ends of lines": "a-\n",
    "wrappings: hexadecimal with blanks": "4D 61 ",
}
#: Characters of the small text, by the path it takes; the large one has four times as many. A value may have 100,000.
LINE, VALUE, FOREIGN = 4_000, 25_000, 2_000
ALL = {**FORMS, **NAMED}


@pytest.fixture(scope="module")
def scan(tmp_path_factory: pytest.TempPathFactory) -> Callable[[dict[str, str]], None]:
    """The leak check of a bundle of these files, screens left out."""
    count = itertools.count()

    def run(files: dict[str, str]) -> None:
        folder: Path = tmp_path_factory.mktemp(f"scan{next(count)}")
        for name, text in files.items():
            (folder / name).write_bytes(text.encode("utf-8"))
        report = scan_bundle(folder, NEEDLES, read_screens=False)
        assert report.read["texts"] > 0

    run({"README.md": "Maria Kellerwald, +49 30 90182011, card 4111 1111 1111 1111"})
    return run


@pytest.mark.parametrize("form", ALL)
def test_a_line_of_a_bundle_costs_its_length(form: str, scan: Callable[[dict[str, str]], None]) -> None:
    assert grows(lambda size: scan({"README.md": hostile(ALL[form], size)}), LINE) <= GROWTH


def _rows(**texts: list[str]) -> str:
    """A table of interactions of one recording that differ in these fields."""
    base = make_rows("batch-a", ("Invoice creation",), instances=1, steps=1)[0]
    columns = [dict(zip(texts, values, strict=True)) for values in zip(*texts.values(), strict=True)]
    return json.dumps([{**base, **column} for column in columns])


#: Rows of the small table, by what its rows say together.
TABLES: dict[str, Callable[[int], str]] = {
    "a name over two fields of every row": lambda n: _rows(
        field_name=[f"to {i} Maria" for i in range(n)], field_value=[f"Kellerwald {i}" for i in range(n)]
    ),
    "a name over two rows": lambda n: _rows(
        screen_name=[f"Kellerwald {i} Maria" for i in range(n)], description=["Edits"] * n
    ),
    "a name typed letter by letter": lambda n: _rows(
        interaction_value=list(itertools.islice(itertools.cycle("Maria Kellerwald "), n)),
        interaction_type=["Typing"] * n,
        class_name=["Application Field Input"] * n,
    ),
    "a last name behind a label": lambda n: _rows(
        field_name=[f"Last name {i}" for i in range(n)], field_value=[f"Long {i}" for i in range(n)]
    ),
}


@pytest.mark.parametrize("form", TABLES)
def test_what_rows_say_together_costs_their_number(form: str, scan: Callable[[dict[str, str]], None]) -> None:
    assert grows(lambda size: scan({"finance.json": TABLES[form](size)}), 500) <= GROWTH


@pytest.mark.parametrize("typed", ["Maria Kellerwald ", "Ann"], ids=["a name", "no name"])
def test_typing_in_thousands_of_pieces_costs_their_number(typed: str) -> None:
    matcher = Matcher(NEEDLES)
    pieces = list(itertools.islice(itertools.cycle(typed), 16_000))
    assert bool(matcher.find_spread(pieces)) is (typed != "Ann")
    assert grows(lambda size: matcher.find_spread(pieces[:size]), 4_000) <= GROWTH


@pytest.mark.parametrize("form", FORMS)
def test_a_captured_value_comes_in_at_the_cost_of_its_length(form: str, tmp_path: Path) -> None:
    count = itertools.count()

    def run(size: int) -> None:
        def change(events: Events) -> None:
            text = hostile(FORMS[form], size)[:-1] + "§"  # a control character would not come in
            element = {**(events[0]["element"] or {}), "value": text}
            events[0].update(action="type", value=text, element=element)

        number = next(count)
        folder = tiny_batch(tmp_path / f"in{number}", events=1, screenshots=0, change=change)
        stated = ingest(folder, BatchStore(tmp_path / f"out{number}", "batch"), Policy(), no_progress)
        assert stated["interactions"] == 1

    assert grows(run, VALUE) <= GROWTH


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bundle that verifies."""
    return build(make_batches(tmp_path_factory.mktemp("batches")), tmp_path_factory.mktemp("out")).path


#: Forms that go into one bundle together, each into places of its own: verifying one has a price before any text.
GROUPS = [tuple(FORMS)[at : at + 8] for at in range(0, len(FORMS), 8)]


def _put_into(bundle: Path, texts: list[str]) -> None:
    """The texts in rows of a table and its Parquet, in a text, in the chain of stages and in what the manifest says."""
    table = sorted(bundle.glob("*.parquet"))[0]
    columns = pq.read_table(table)
    for field in ("screen_name", "field_value"):
        said = pa.array([*texts, *columns.column(field).to_pylist()[len(texts) :]], columns.schema.field(field).type)
        columns = columns.set_column(columns.schema.get_field_index(field), columns.schema.field(field), said)
    pq.write_table(columns, table)
    rows = json.loads(table.with_suffix(".json").read_text(encoding="utf-8"))
    for row, text in zip(rows, texts, strict=False):
        row.update(screen_name=text, field_value=text)
    table.with_suffix(".json").write_text(json.dumps(rows), encoding="utf-8")
    with (bundle / "README.md").open("a", encoding="utf-8", newline="") as readme:
        readme.write("\n".join(texts))
    for name in (PROVENANCE, "croissant.json", "dataset-metadata.json", "manifest.json"):
        stated: dict[str, Any] = json.loads((bundle / name).read_text(encoding="utf-8"))
        stated |= {"description": " ".join(texts), **dict.fromkeys(texts, 1)}
        (bundle / name).write_text(json.dumps(stated), encoding="utf-8")


@pytest.mark.parametrize("forms", GROUPS, ids=[group[0] for group in GROUPS])
def test_a_foreign_bundle_is_verified_at_the_cost_of_its_texts(
    forms: tuple[str, ...], bundle: Path, tmp_path: Path
) -> None:
    made: dict[int, Path] = {}
    for size in (FOREIGN, 4 * FOREIGN):
        made[size] = copy(bundle, tmp_path / f"bundle{size}")
        _put_into(made[size], [hostile(FORMS[form], size) for form in forms])
        assert verify_bundle(made[size]).checked["scanned texts"] > 0
    assert grows(lambda size: verify_bundle(made[size]), FOREIGN) <= GROWTH
