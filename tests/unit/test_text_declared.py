"""What was declared is hidden everywhere: every kind of value in every form it takes, and what is only words stays."""

from __future__ import annotations

import re

import pytest

from redaction.findings import Kind
from redaction.kinds.table import TEXTS
from redaction.policy import TextPolicy
from redaction.records import DeclaredEntity, Participant
from redaction.text import Registry, TextEngine, TextInput
from redaction.text.known.whole_values import CUT_LEAST


@pytest.fixture(scope="module")
def engine() -> TextEngine:
    return TextEngine(TextPolicy(engine="patterns"))


def left(engine: TextEngine, registry: Registry, item: TextInput) -> str:
    """What is not hidden of a text."""
    kept = list(item.text)
    for f in engine.find_many([item], registry)[0]:
        kept[f.start : f.end] = " " * (f.end - f.start)
    return "".join(kept)


#: Every kind of the format, with a value of ordinary words (or of the shape the kind has).
VALUES = {
    "person": "Will Brown",
    "candidate": "Grace Field",
    "employee": "Mark Stone",
    "customer": "Blue Sky",
    "company": "Summit Partners",
    "vendor": "Target",
    "username": "grace",
    "login": "night owl",
    "repository": "Snow House",
    "channel": "Lunch Break",
    "project": "Silver Lining",
    "contract": "Master Frame",
    "invoice": "Winter Order",
    "job_opening": "Chief Cook",
    "address": "Green House",
    "email": "will.brown@northern-light.com",
    "phone": "+49 30 2271 2671",
    "id": "EMP 4711 X",
    "url": "blue.sky.example",
    "host": "paper mill",
    "secret": "wet sesame",
    "travel_document": "PA 4711 X",
}


def slugs(value: str) -> list[str]:
    words = re.split(r"[^\w]+", value.lower())
    camel = words[0] + "".join(w.capitalize() for w in words[1:])
    return ["-".join(words), "_".join(words), ".".join(words), camel, camel[0].upper() + camel[1:]]


WHOLE = [
    "{lower}",
    "{upper}",
    "  {lower}  ",
    "Name\tState\nitem\t{lower}\tok",
    "| {lower} | paid |",
    "reports/{lower}/2024",
    "C:\\data\\{lower}\\old",
    "Home > {lower} > Edit",
    "Home » {lower}",
    "overview – {lower} – notes",
    "overview: {lower}",
    'the file "{lower}" is open',
    "the file “{lower}” is open",
    "the file `{lower}` is open",
    "see ({lower}) there",
    '{{"a": "{lower}", "b": 1}}',
    "before\n{lower}\nafter",
    "- {lower}\n- tea",
    "> {lower}",
]


@pytest.mark.parametrize("kind", sorted(VALUES))
@pytest.mark.parametrize("form", WHOLE)
def test_a_declared_value_that_stands_by_itself(engine: TextEngine, kind: str, form: str) -> None:
    value = VALUES[kind]
    known = Registry.declared([DeclaredEntity(kind, value)], [])
    text = form.format(lower=value.lower(), upper=value.upper())
    rest = left(engine, known, TextInput(text, None, "prose"))
    assert not [w for w in re.findall(r"\w{2,}", value.lower()) if w in rest.lower()], rest
    around = form.format(lower="", upper="")
    assert re.findall(r"\w+", rest) == re.findall(r"\w+", around)


@pytest.mark.parametrize("kind", sorted(VALUES))
def test_a_declared_value_as_a_slug(engine: TextEngine, kind: str) -> None:
    known = Registry.declared([DeclaredEntity(kind, VALUES[kind])], [])
    for slug in slugs(VALUES[kind]):
        for text in (slug, f"open {slug} now" if " " in VALUES[kind] else f"open /{slug}/ now", f"x/{slug}.git"):
            rest = left(engine, known, TextInput(text))
            assert not [w for w in re.findall(r"[^\W_]{2,}", VALUES[kind].lower()) if w in rest.lower()], (text, rest)


@pytest.mark.parametrize("mark", ["…", "..."])
@pytest.mark.parametrize("kind", sorted(VALUES))
def test_a_declared_value_cut_off(engine: TextEngine, kind: str, mark: str) -> None:
    value = VALUES[kind].lower()
    known = Registry.declared([DeclaredEntity(kind, VALUES[kind])], [])
    for length in range(len(value) // 2 + 1, len(value)):
        head = value[:length].rstrip(" .@")
        if sum(c.isalnum() for c in head) < CUT_LEAST or len(head) < length:
            continue
        for text in (head + mark, f"a\t{head}{mark}\tb", f"by/{head}{mark}"):
            rest = left(engine, known, TextInput(text))
            assert not re.search(r"\w{2,}", rest.replace("by", "")), (text, rest)


@pytest.mark.parametrize("kind", sorted(VALUES))
def test_a_declared_value_wrapped_over_lines(engine: TextEngine, kind: str) -> None:
    value = VALUES[kind].lower()
    known = Registry.declared([DeclaredEntity(kind, VALUES[kind])], [])
    for at in range(1, len(value)):
        for end in ("\n", "\r\n", "\n   ", "\n> "):
            wrapped = value[:at].rstrip() + end + value[at:].lstrip()
            for text in (wrapped, f"tea\t1\n{wrapped}\ncup\t2"):
                rest = left(engine, known, TextInput(text))
                assert re.findall(r"\w+", rest) in ([], ["tea", "1", "cup", "2"]), (text, rest)


@pytest.mark.parametrize("kind", sorted(set(VALUES) - {"email", "phone", "url"}))
def test_a_declared_value_beside_its_label(engine: TextEngine, kind: str) -> None:
    known = Registry.declared([DeclaredEntity(kind, VALUES[kind])], [])
    if kind not in ("project", "contract", "id", "invoice", "job_opening", "secret"):
        text = f"{kind}: {VALUES[kind].lower()} since spring"
        assert re.findall(r"\w+", left(engine, known, TextInput(text))) == [kind, "since", "spring"]
    field = TextInput(VALUES[kind].lower(), kind, "field")
    assert not left(engine, known, field).strip()


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        ("customer", "Blue Sky", "under a blue sky we met"),
        ("customer", "Blue Sky", "the sky is blue, the blue is dark"),
        ("customer", "Blue Sky", "blue and sky"),
        ("customer", "Blue Sky", "the blue…"),
        ("repository", "Snow House", "we keep a snow house on Monday"),
        ("person", "Will Brown", "it will brown in the oven"),
        ("person", "Will Brown", "it will be brown"),
        ("username", "grace", "the grace period ends"),
        ("username", "grace", "with grace, we wait"),
        ("channel", "general", "however: general: fix the build"),
        ("channel", "general", "in general, this holds"),
        ("vendor", "Target", "the target is met; target: 5"),
        ("vendor", "Target", "a target-date and a sub-target"),
        ("vendor", "Target", "Q3, target, date"),
        ("channel", "Lunch Break", "lunch\n\nbreak"),
        ("channel", "Lunch Break", "lunch, then a break…"),
        ("company", "HP", "the cup of h p tea"),
        ("username", "jo", "jogging and banjo"),
    ],
)
def test_the_words_of_a_declared_value_that_are_only_words(
    engine: TextEngine, kind: str, value: str, text: str
) -> None:
    known = Registry.declared([DeclaredEntity(kind, value)], [])
    assert left(engine, known, TextInput(text)) == text


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        ("customer", "Blue Sky", "we met Blue Sky at noon"),
        ("customer", "blue sky", "we met blue sky at noon"),
        ("vendor", "Target", "Target has paid"),
        ("vendor", "Target", "they told us Target has paid"),
        ("username", "grace", "ask @grace about it"),
        ("channel", "general", "posted in #general today"),
        ("channel", "sales-team", "posted to sales-team today"),
        ("company", "HP", "the HP deal"),
        ("username", "jo", "user: jo"),
        ("username", "jo", "/home/data/jo/x"),
        ("id", "12", "contract no.: 12"),
        ("customer", "Blue Sky", "b1ue 5ky"),
        ("customer", "Blue Sky", "Bluesky"),
        ("customer", "Blue Sky", "openBlueSkyReport"),
        ("customer", "Northwind Traders", "by Northwind Tra… today"),
    ],
)
def test_a_declared_value_inside_a_text(engine: TextEngine, kind: str, value: str, text: str) -> None:
    known = Registry.declared([DeclaredEntity(kind, value)], [])
    rest = left(engine, known, TextInput(text))
    said = {w for w in re.findall(r"[^\W_]+", value.lower())}
    assert not said & set(re.findall(r"[^\W_]+", rest.lower())), rest
    assert rest != text


def test_aliases_corrections_and_participants_are_declared(engine: TextEngine) -> None:
    known = Registry.declared(
        [DeclaredEntity("customer", "Northwind", ("Paper Street",))],
        [Participant("p", "May Day", "may.day@example.com", "granted")],
    )
    for text in ("paper street", "PAPER-STREET", "may day", "x/may.day/y"):
        assert not re.search(r"may|day|paper|street", left(engine, known, TextInput(text)).lower())


def test_every_declared_kind_of_the_format_is_in_the_table() -> None:
    kinds = {f.kind for k, v in VALUES.items() for f in [_first(k, v)]}
    assert kinds == set(TEXTS) - {Kind.DATE_OF_BIRTH}


def _first(kind: str, value: str):  # type: ignore[no-untyped-def]
    return next(iter(Registry.declared([DeclaredEntity(kind, value)], []).find(value.lower(), "field")))
