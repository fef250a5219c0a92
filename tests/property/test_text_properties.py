"""Properties of finding and replacing: nothing planted survives, twice is once, order and workers are irrelevant."""

from __future__ import annotations

import html
import random
import tempfile
import unicodedata
from functools import lru_cache
from pathlib import Path
from urllib.parse import quote, quote_plus

from hypothesis import given, settings
from hypothesis import strategies as st

from redaction.apply import apply_text
from redaction.entities import Ledger
from redaction.keys import Key
from redaction.policy import TextPolicy
from redaction.records import Participant
from redaction.text import Registry, TextEngine, TextInput
from redaction.text.fold import fold_token

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
    return Ledger.open(Key(key), Path(tempfile.mkdtemp()) / "ledger")


def scrub(text: str, registry: Registry, ledger: Ledger) -> str:
    found = engine().find(text, registry=registry)
    ledger.resolve([(f.kind, text[f.start : f.end]) for f in found], registry)
    return apply_text(text, found, POLICY, ledger)


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
    found = engine().find_sequence(parts, registry)
    covered = "".join(p[f.start : f.end] for p, fs in zip(parts, found, strict=True) for f in fs)
    assert covered.replace(" ", "") == name.replace(" ", "")


@SETTINGS
@given(NAME, NAME, st.lists(st.sampled_from(ENCODINGS), min_size=1, max_size=4), FILLER)
def test_scrubbing_twice_is_scrubbing_once(first: str, last: str, encodings, filler: str) -> None:  # type: ignore[no-untyped-def]
    registry = Registry.declared(
        [], [Participant("p", f"{first} {last}", f"{first}@zentrix-labs.com".lower(), "granted")]
    )
    text = filler + " and ".join(e(f"{first} {last}") for e in encodings) + " call 415-227-2671"
    ledger = new_ledger()
    once = scrub(text, registry, ledger)
    assert scrub(once, registry, ledger) == once


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
