"""Properties of finding and replacing: nothing planted survives, twice is once, order and workers are irrelevant."""

from __future__ import annotations

import atexit
import html
import random
import shutil
import tempfile
import time
import unicodedata
from functools import lru_cache
from pathlib import Path
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redaction.ledger.entities import Ledger
from redaction.ledger.keys import Key
from redaction.lexicon.fold import fold_token
from redaction.policy import TextPolicy
from redaction.records import Participant
from redaction.stages.apply import lies_in, remember, scrubbed
from redaction.stages.row_spans import over_pieces
from redaction.text import Registry, TextEngine, TextInput

POLICY = TextPolicy(engine="patterns")
SOUNDS = st.sampled_from(
    ["bra", "ken", "dor", "vel", "mis", "tha", "lor", "zen", "qui", "pel", "gor", "nad", "wix", "jur", "fen", "hol"]
)
NAME = st.lists(SOUNDS, min_size=2, max_size=3).map("".join).map(str.capitalize)
FILLER = st.sampled_from(
    ["", "Save the report. ", "🙂 ", "日本 ", "x = 12; ", "e\u0301te\u0301 ", "Net 30 | ", "<b>", "path/to/"]
)
SETTINGS = settings(max_examples=25, deadline=None)


@lru_cache(maxsize=1)
def engine() -> TextEngine:
    return TextEngine(POLICY)


def new_ledger(key: bytes = b"p" * 32) -> Ledger:
    """A ledger of its own for one example; its file goes when the tests end."""
    return Ledger.open(Key(key), Path(tempfile.mkdtemp(dir=folder())) / "ledger")


@lru_cache(maxsize=1)
def folder() -> str:
    made = tempfile.mkdtemp(prefix="entrophy-property-")
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return made


def scrub(text: str, registry: Registry, ledger: Ledger) -> str:
    found = engine().find(text, registry=registry)
    ledger.resolve([(f.kind, text[f.start : f.end]) for f in found], registry)
    return scrubbed(text, found, POLICY, ledger).text


def accented(name: str) -> str:
    return unicodedata.normalize("NFC", "".join(c + ("\u0301" if c in "aeiou" else "") for c in name))


ENCODINGS = [
    str,
    str.upper,
    str.lower,
    accented,
    lambda n: unicodedata.normalize("NFD", accented(n)),
    quote,
    quote_plus,
    html.escape,
    lambda n: "".join(f"&#{ord(c)};" for c in n),
    lambda n: "".join(f"%{b:02x}" for b in n.encode()),
    lambda n: "\u00ad".join(n),
    lambda n: ", ".join(reversed(n.split())),
    lambda n: n.replace(" ", "_").lower() + ".pdf",
    lambda n: n.replace(" ", "").lower(),
    lambda n: n.replace(" ", ".").lower() + "@zentrix-labs.com",
    lambda n: (n[0] + n.split()[1]).lower(),
]


@SETTINGS
@given(NAME, NAME, st.sampled_from(ENCODINGS), FILLER, FILLER)
def test_no_planted_name_survives(first: str, last: str, encode, before: str, after: str) -> None:  # type: ignore[no-untyped-def]
    registry = Registry.declared([], [Participant("p", f"{first} {last}", None, "granted")])
    planted = encode(f"{first} {last}")
    out = scrub(f"{before}{planted} {after}", registry, new_ledger())
    assert planted not in out
    folded = fold_token(html.unescape(out).replace("\u00ad", ""))
    assert last.casefold() not in folded


@SETTINGS
@given(NAME, NAME, st.integers(1, 12))
def test_a_name_typed_in_pieces_is_found(first: str, last: str, cut: int) -> None:
    registry = Registry.declared([], [Participant("p", f"{first} {last}", None, "granted")])
    name = f"{first} {last}"
    parts = [name[:cut], name[cut:]]
    found = over_pieces((0, 1), "field_value", parts, engine().find(name, role="field", registry=registry))
    covered = "".join(parts[f.row][f.start : f.end] for f in sorted(found, key=lambda f: (f.row, f.start)))
    assert covered.replace(" ", "") == name.replace(" ", "")


@SETTINGS
@given(NAME, NAME, st.lists(st.sampled_from(ENCODINGS), min_size=1, max_size=4), FILLER)
def test_scrubbing_twice_is_scrubbing_once(first: str, last: str, encodings, filler: str) -> None:  # type: ignore[no-untyped-def]
    registry = Registry.declared(
        [], [Participant("p", f"{first} {last}", f"{first}@zentrix-labs.com".lower(), "granted")]
    )
    text = filler + " and ".join(e(f"{first} {last}") for e in encodings) + " call 415-227-2671"
    ledger = new_ledger()
    found = engine().find(text, registry=registry)
    ledger.resolve([(f.kind, text[f.start : f.end]) for f in found], registry)
    done = scrubbed(text, found, POLICY, ledger)
    remember([done], ledger)
    places = ledger.written([done.text]).get(0, ())  # none where every surrogate is known by its letters
    again = [f for f in engine().find(done.text, registry=registry) if not lies_in(done.text, f.start, f.end, places)]
    ledger.resolve([(f.kind, done.text[f.start : f.end]) for f in again], registry)
    assert scrubbed(done.text, again, POLICY, ledger, places).text == done.text


@SETTINGS
@given(st.lists(st.tuples(NAME, NAME), min_size=2, max_size=5, unique=True), st.randoms(use_true_random=False))
def test_order_and_chunks_change_nothing(people: list[tuple[str, str]], draw: random.Random) -> None:
    texts = [
        f"From: {a} {b}\nTo: {b}, {a} <{a}.{b}@zentrix-labs.com>".lower().replace("from", "From").title()
        for a, b in people
    ]
    inputs = [TextInput(t) for t in texts]
    shuffled = inputs[:]
    draw.shuffle(shuffled)

    def learn(items: list[TextInput], size: int) -> Registry:
        registry = Registry()
        for start in range(0, len(items), size):
            chunk = items[start : start + size]
            registry = registry.merge(Registry().learn(chunk, engine().find_many(chunk)))
        return registry

    one, two = learn(inputs, 10), learn(shuffled, 1)
    assert one == two
    assert [engine().find_many([i], one)[0] for i in inputs] == engine().find_many(inputs, two)


@SETTINGS
@given(st.text(max_size=80))
def test_any_text_is_read_and_offsets_hold(text: str) -> None:
    last = 0
    for finding in engine().find(text):
        assert last <= finding.start < finding.end <= len(text)
        last = finding.end


@SETTINGS
@given(NAME, NAME)
def test_one_identity_one_surrogate_and_keys_differ(first: str, last: str) -> None:
    registry = Registry.declared(
        [], [Participant("p", f"{first} {last}", f"{first}.{last}@zentrix-labs.com".lower(), "granted")]
    )
    text = (
        f"{first} {last}|{first}.{last}@zentrix-labs.com|https://zentrix-labs.com/users/{first}.{last}|"
        f"C:\\Users\\{first}.{last}\\x|{first}_{last}.pdf"
    ).lower()
    outs = []
    for key in (b"1" * 32, b"1" * 32, b"2" * 32):
        out = scrub(text, registry, new_ledger(key))
        name, mail, url, path, file = out.split("|")
        a, b = name.split()
        assert (
            mail.startswith(f"{a}.{b}@")
            and f"/users/{a}.{b}" in url
            and f"\\{a}.{b}\\" in path
            and file == f"{a}_{b}.pdf"
        )
        assert mail.split("@")[1] in url
        outs.append(out)
    assert outs[0] == outs[1] != outs[2]


@SETTINGS
@given(NAME, NAME)
def test_without_the_ledger_nothing_links_back(first: str, last: str) -> None:
    """What is written depends on the key: nobody who lacks it can try names until one gives the same surrogate."""
    registry = Registry.declared([], [Participant("p", f"{first} {last}", None, "granted")])
    text = f"{first} {last} called"
    outs = {scrub(text, registry, new_ledger(bytes([i]) * 32)) for i in range(1, 9)}
    assert len(outs) >= 7
    for out in outs:
        name = out.removesuffix(" called").split()
        assert len(name) == 2
        assert not {part.casefold() for part in name} & {first.casefold(), last.casefold()}


@SETTINGS
@given(
    NAME,
    NAME,
    st.lists(st.sampled_from(["🙂", "👩‍👩‍👧", "日本", "e\u0301", "\U00020000", "نص", "\u200d", "x "]), max_size=8).map(
        "".join
    ),
)
def test_offsets_are_code_points(first: str, last: str, before: str) -> None:
    registry = Registry.declared([], [Participant("p", f"{first} {last}", None, "granted")])
    text = f"{before} | {first} {last} | {before}"
    found = engine().find(text, registry=registry)
    assert f"{first} {last}" in [text[f.start : f.end] for f in found]
    assert text.index(first) == len(before) + 3


UNITS = [
    " ",
    "\n",
    "\t",
    " \n",
    "a",
    "A",
    "1",
    ".",
    "@",
    "/",
    "-",
    ",",
    '"',
    "(",
    "=",
    "\\",
    "_",
    "A.",
    "a.",
    "a@",
    "1-",
    "1 ",
]
UNITS += [
    "Aa ",
    "Aa, ",
    "Aa\n",
    "a: ",
    "A b ",
    "12 Aa ",
    "of ",
    "%41",
    "&amp;",
    "a@b.",
    "token=",
    "www.",
    "0f:",
    "May\n",
    "Will ",
    "_a",
    "J o h n ",
    "Mary_",
    "Ma-\n",
    "a…",
]


@pytest.mark.parametrize("around", [("", ""), ("From:", "1"), ("Dear", ":"), ("Candidate: a", "b")])
def test_time_grows_with_the_length_and_not_with_its_square(around: tuple[str, str]) -> None:
    """4 times the text takes about 4 times as long; a square would take 16 times. Only what can be timed counts."""
    registry = Registry.declared([], [Participant("p", "Maria May", None, "granted")])

    def seconds(unit: str, length: int) -> float:
        text = around[0] + unit * (length // len(unit)) + around[1]
        started = time.process_time()
        engine().find(text, registry=registry)
        return time.process_time() - started

    seconds("Maria ", 100)
    for unit in UNITS:
        long = seconds(unit, 8000)
        if long > 0.3 and long > 10 * seconds(unit, 2000):
            assert seconds(unit, 8004) <= 10 * seconds(unit, 2004), f"{unit!r} repeated"
