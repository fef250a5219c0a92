"""The table of kinds: every kind of it goes through every room, so that none can be forgotten in one."""

from __future__ import annotations

import ast
import re
from dataclasses import fields
from functools import lru_cache
from importlib import resources
from itertools import combinations
from pathlib import Path

import pytest
import yaml

from redaction.canaries.plant import _copies
from redaction.canaries.planted_values import invent
from redaction.findings import ImageFinding, Kind, Source, TextFinding
from redaction.kinds.spec import Identity, KindSpec, Surrogate, Value
from redaction.kinds.table import DECLARED_KINDS, KINDS, PICTURES, TEXTS, is_picture, spec_of
from redaction.ledger.entities import Ledger
from redaction.ledger.keys import Key
from redaction.lexicon.vocabulary import spec_of_label, words
from redaction.policy import Policy, TextPolicy
from redaction.records import DeclaredEntity, Interaction
from redaction.stages.apply import Scrubbed, already_scrubbed, remember, replacement_for, scrubbed
from redaction.text import Registry, TextEngine, TextInput
from release.bundle.bundle_format import find_bundle
from release.bundle.cards import policy_in_words
from release.bundle.distinctive import is_distinctive
from release.report.audit import write_report
from tests.release_fixture import build, make_batches
from tests.scrubbed_fixture import make_rows
from validation.leaks.needles import Matcher

ROOT = Path(__file__).resolve().parents[2]
ROW = Interaction(**make_rows("a", ["Invoice creation"])[0])
SPECS = [pytest.param(spec, id=spec.kind.value) for spec in KINDS]
TEXT_SPECS = [pytest.param(spec, id=spec.kind.value) for spec in KINDS if not spec.is_picture]
LEAST_CONTRAST = 3.0
"""Contrast to white that a graphical object needs (WCAG 2.2, 1.4.11)."""


@lru_cache(maxsize=1)
def engine() -> TextEngine:
    return TextEngine(TextPolicy())


@lru_cache(maxsize=1)
def sections() -> dict[str, list[str]]:
    text = resources.files("redaction.lexicon").joinpath("data/labels.yaml").read_text(encoding="utf-8")
    return {
        name: [" ".join(words(entry)) for entry in str(one).split(",")] for name, one in yaml.safe_load(text).items()
    }


def example_of(spec: KindSpec) -> tuple[str, TextFinding]:
    """The example, and what the rules find of its kind in it."""
    found = [f for f in engine().find(spec.example) if f.kind is spec.kind]
    assert len(found) == 1, spec.kind
    return spec.example, found[0]


def test_every_kind_has_one_row_in_the_order_of_kinds() -> None:
    assert [spec.kind for spec in KINDS] == list(Kind)
    assert set(TEXTS) | set(PICTURES) == set(Kind) and not set(TEXTS) & set(PICTURES)


@pytest.mark.parametrize("spec", SPECS)
def test_rows_are_whole(spec: KindSpec) -> None:
    assert spec.description and not spec.description.endswith(".")
    assert re.fullmatch(r"#[0-9a-f]{6}", spec.colour)
    assert bool(spec.example) is not spec.is_picture is not (spec.canary.value is not None)
    assert (spec.identity is Identity.NONE) is (spec.surrogate is Surrogate.NONE) is spec.is_picture
    assert is_picture(ImageFinding((0, 0, 9, 9), spec.kind, 1.0, "x")) is spec.is_picture
    if not spec.is_picture:
        assert spec.canary.rotates or spec.canary.places
        assert spec.canary.labels or ("labelled value" not in spec.canary.places and not spec.canary.rotates)
        assert spec.canary.sentence.count("{v}") == 1


def test_the_discs_of_initials_are_pictures() -> None:
    assert is_picture(ImageFinding((0, 0, 9, 9), Kind.PERSON, 1.0, "x", source=Source.PICTURE))
    assert not is_picture(ImageFinding((0, 0, 9, 9), Kind.PERSON, 1.0, "initials"))


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_colours_are_apart_and_seen_on_white() -> None:
    for one, two in combinations([spec.colour for spec in KINDS], 2):
        assert sum(abs(int(one[at : at + 2], 16) - int(two[at : at + 2], 16)) for at in (1, 3, 5)) >= 40, (one, two)
    for spec in KINDS:
        assert 1.05 / (_luminance(spec.colour) + 0.05) >= LEAST_CONTRAST, spec.kind


def test_labels_announce_one_kind_each() -> None:
    """Two kinds for one entry would make the order of the table decide, silently."""
    kinds: dict[str, set[Kind]] = {}
    for spec in KINDS:
        for labels in spec.labels:
            for entry in sections()[labels.section]:
                kinds.setdefault(entry, set()).add(spec.kind)
    assert {entry: some for entry, some in kinds.items() if len(some) > 1} == {}
    for spec in KINDS:
        for labels in spec.labels:
            if not labels.shape:
                stated = [spec_of_label(entry) for entry in sections()[labels.section]]
                assert [t for t in stated if t is None or t.kind is not spec.kind] == [], labels.section


@pytest.mark.parametrize("spec", TEXT_SPECS)
def test_its_example_is_found_and_replaced_and_stays_replaced(spec: KindSpec) -> None:
    assert any(f.kind is spec.kind for f in engine().found_by_rules(TextInput(spec.example)))
    text, finding = example_of(spec)
    value = text[finding.start : finding.end]
    ledger, policy = Ledger.open(Key(b"k" * 32), None), TextPolicy(kinds={spec.kind: "substitute"})
    found = engine().find(text)
    ledger.resolve([(f.kind, text[f.start : f.end]) for f in found])
    assert ledger.entity_id(spec.kind, value).startswith(f"{spec.kind.value}-")
    assert (spec.kind, value) in {(kind, real) for _, kind, real in ledger.real_values()}
    done = scrubbed(text, found, policy, ledger)
    assert value not in done.text and ledger.replacement(spec.kind, value) in done.text
    remember([done], ledger)
    places = ledger.written([done.text]).get(0, ())
    again = engine().find(done.text)
    assert all(already_scrubbed(Scrubbed(done.text, ours=[*done.ours]), f, policy, ledger) for f in again)
    ledger.resolve([(f.kind, done.text[f.start : f.end]) for f in again])
    assert scrubbed(done.text, again, policy, ledger, places or done.ours).text == done.text


@pytest.mark.parametrize("spec", TEXT_SPECS)
def test_its_surrogate_is_the_same_for_other_writings(spec: KindSpec) -> None:
    text, finding = example_of(spec)
    value = text[finding.start : finding.end]
    ledger = Ledger.open(Key(b"k" * 32), None)
    ledger.resolve([(spec.kind, value), (spec.kind, value.upper())])
    assert ledger.entity_id(spec.kind, value) == ledger.entity_id(spec.kind, value.upper())
    if spec.surrogate is not Surrogate.DAY:  # the month's name is cased by itself
        assert (
            ledger.replacement(spec.kind, value).casefold() == ledger.replacement(spec.kind, value.upper()).casefold()
        )


@pytest.mark.parametrize("spec", TEXT_SPECS)
def test_a_policy_replaces_masks_and_keeps_it(spec: KindSpec) -> None:
    text, finding = example_of(spec)
    value = text[finding.start : finding.end]
    ledger = Ledger.open(Key(b"k" * 32), None)
    ledger.resolve([(spec.kind, value)])
    assert TextPolicy().treatment(spec.kind) == spec.treatment
    made = {
        way: replacement_for(spec.kind, value, TextPolicy(kinds={spec.kind: way}), ledger)
        for way in ("substitute", "mask", "keep")
    }
    assert made == {"substitute": ledger.replacement(spec.kind, value), "mask": f"[{spec.kind.name}]", "keep": value}
    assert made["substitute"] != value
    # What is masked is not found again.
    masked = scrubbed(text, [finding], TextPolicy(kinds={spec.kind: "mask"}), ledger).text
    at = masked.index(made["mask"])
    assert not any(f.start < at + len(made["mask"]) and at < f.end for f in engine().find(masked))
    stated = policy_in_words(Policy(text=TextPolicy(kinds={spec.kind: "keep"})))
    assert any(line == f"Left as they are: {spec.kind.value}." for line in stated)


@pytest.mark.parametrize("spec", TEXT_SPECS)
def test_its_canaries_are_planted_and_caught(spec: KindSpec) -> None:
    copies = [copy for n in range(4) for copy in _copies(ROW, "Mail", n, [spec.kind], bytes([n]) * 32)]
    assert {copy.kind for copy in copies} == {spec.kind}
    items = [copy.item for copy in copies]
    teaching = [copy.item for copy in copies if not copy.field.startswith("known")]
    registry = Registry().learn(teaching, engine().find_many(teaching, Registry()))
    found = engine().find_many(items, registry)
    policy = Policy()
    assert [copy.caught(f, policy) for copy, f in zip(copies, found, strict=True)] == [True] * len(copies)
    assert not any(copy.caught([], policy) for copy in copies)
    values = {copy.item.text[copy.start : copy.end] for copy in copies}
    assert len(values) >= 4, "every place has a value of its own"


def test_canaries_do_not_depend_on_the_order_or_on_other_kinds() -> None:
    everything = {(c.kind, c.field, c.item.text) for c in _copies(ROW, "Mail", 1, TEXTS, b"k" * 32) if _apart(c.kind)}
    turned = {(c.kind, c.field, c.item.text) for c in _copies(ROW, "Mail", 1, TEXTS[::-1], b"k" * 32) if _apart(c.kind)}
    assert everything == turned
    assert {kind for kind, _, _ in everything} == {kind for kind in TEXTS if _apart(kind)}


def _apart(kind: Kind) -> bool:
    return not spec_of(kind).canary.rotates


def test_what_is_planted_by_default() -> None:
    by_default = (Kind.PERSON, Kind.EMAIL, Kind.PHONE, Kind.ID, Kind.FACE, Kind.CODE)
    assert Policy().canaries.kinds == by_default
    assert {k for k in by_default if k in TEXTS and spec_of(k).canary.drawn} == {Kind.PERSON, Kind.EMAIL, Kind.PHONE}
    planted = invent(b"k" * 32, "place", 0)
    assert planted.house.isalpha() and planted.house in planted.email


@pytest.mark.parametrize("spec", TEXT_SPECS)
def test_it_is_declared_by_its_name_and_its_aliases(spec: KindSpec) -> None:
    text, finding = example_of(spec)
    value = text[finding.start : finding.end]
    for word in (spec.kind.value, *spec.aliases):
        assert DECLARED_KINDS[word] is spec.kind
        registry = Registry.declared([DeclaredEntity(word.replace("_", " ").title(), value)], [])
        assert (spec.kind.value, value, True) in registry.entries
        assert any(f.kind is spec.kind and f.start == 0 and f.end == len(value) for f in registry.find(value, "title"))


@pytest.mark.parametrize("spec", TEXT_SPECS)
def test_the_leak_check_finds_it(spec: KindSpec) -> None:
    text, finding = example_of(spec)
    value = text[finding.start : finding.end]
    matcher = Matcher([("somebody", spec.kind, value)])
    assert matcher.counts == {spec.kind.value: 1}
    assert [(hit.entity_id, hit.kind) for hit in matcher.find(text)] == [("somebody", spec.kind.value)]
    ledger = Ledger.open(Key(b"k" * 32), None)
    ledger.resolve([(f.kind, text[f.start : f.end]) for f in engine().find(text)])
    released = scrubbed(text, engine().find(text), TextPolicy(kinds={spec.kind: "substitute"}), ledger).text
    assert matcher.find(released) == []
    assert is_distinctive(spec.kind, value, declared=True)
    backwards = matcher.find("x " + value[::-1] + " x")
    assert bool(backwards) is spec.lookalikes


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Path]]:
    folder = tmp_path_factory.mktemp("kinds")
    batches = make_batches(folder)
    return build(batches, folder / "bundle").path, batches


def test_every_kind_has_its_colour_in_the_report(made: tuple[Path, list[Path]], tmp_path: Path) -> None:
    page = write_report(*made, [], tmp_path / "report.html").read_text(encoding="utf-8")
    for spec in KINDS:
        assert f".k-{spec.kind.value.replace('_', '-')}{{fill:{spec.colour}}}" in page


def test_the_cards_describe_what_was_found(made: tuple[Path, list[Path]]) -> None:
    sheet = (find_bundle(made[0]) / "DATASHEET.md").read_text(encoding="utf-8")
    for kind in (Kind.PERSON, Kind.FACE):
        assert f"| {kind.value} | {spec_of(kind).description} |" in sheet


@pytest.mark.parametrize("spec", SPECS)
def test_the_documentation_describes_it(spec: KindSpec) -> None:
    named = "–" if spec.is_picture else ", ".join((spec.kind.value, *spec.aliases))
    done = "hidden" if spec.is_picture else spec.treatment
    row = f"| {spec.kind.value} | {spec.description} | {named} | {done} |"
    assert row in (ROOT / "docs" / "text.md").read_text(encoding="utf-8").splitlines()


def test_no_kind_is_a_class_of_value_by_itself_that_nobody_has() -> None:
    assert {spec.value for spec in KINDS} == set(Value)


def test_the_page_on_adding_a_kind_shows_what_stands_in_the_code() -> None:
    page = (ROOT / "docs" / "how-to" / "add-a-kind.md").read_text(encoding="utf-8")
    shown = re.search(r"```python\n(PASSPORT = .*?\n\)\n)```", page, re.DOTALL)
    assert shown is not None
    assert shown[1] in (ROOT / "redaction" / "kinds" / "numbered.py").read_text(encoding="utf-8")
    entries = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", page, re.MULTILINE)
    stated = {name for entry in entries for name in re.findall(r"`(\w+)`", entry)}
    assert stated >= {field.name for field in fields(KindSpec)} - {"kind"}


def test_no_room_lists_kinds_by_itself() -> None:
    """Three kinds in one literal are a list that the next kind is forgotten in. What remains is no such list: the
    classes of the shipped model, in its order, what each recognizer may find, and what asks the screens' detectors."""
    lists = set()
    for room in ("redaction", "validation", "evaluation", "release", "assets", "pipeline"):
        for path in (ROOT / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                items = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", [])
                named = [i for i in items if isinstance(i, ast.Attribute) and ast.unparse(i.value) == "Kind"]
                if len(named) >= 3:
                    lists.add(str(path.relative_to(ROOT)))
    assert lists == {"redaction/text/model.py", "redaction/text/recognizers.py", "redaction/canaries/detectors.py"}
