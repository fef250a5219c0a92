"""The leak check's parts by themselves: what is looked for in which spelling, and where the letters suffice."""

from __future__ import annotations

from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from redaction.errors import EntrophyError
from release.bundle.processes import DEFINITIONS, process_list
from release.sign.signing import public_key
from release.verify.origin import read_public_keys
from validation.leaks.decoding import unescaped
from validation.leaks.folding import confuse, fold_words, join, long_enough
from validation.leaks.search import Alike, Tight, enough
from validation.leaks.unreserved import pattern_hits, real_phone, reserved_domain
from validation.table.expectations import CheckResult, records_of
from validation.table.statistics import compare, statistics

# -- letters --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("letters", "expected"),
    [
        ("abcd", True),
        ("abc", False),
        ("123456", True),
        ("12345", False),
        ("李明", True),
        ("李", False),
        ("李明明", True),
    ],
)
def test_letters_that_can_be_looked_for(letters: str, expected: bool) -> None:
    assert long_enough(letters) is expected


@pytest.mark.parametrize(
    ("form", "least", "expected"),
    [("abcdef", 6, True), ("abcde", 6, False), ("李明", 6, True), ("李明", 7, False), ("abcdefg", 6, True)],
)
def test_letters_that_a_reading_demands(form: str, least: int, expected: bool) -> None:
    assert enough(form, least) is expected


def test_words_are_folded() -> None:
    assert fold_words("Łukasz O\u200bBrien-12a ﬁn Ærø") == ["lukasz", "obrien", "12", "a", "fin", "aero"]
    assert join(["ab", "c"]).edges == {0, 2, 3}
    assert confuse("clarnvvii0159") == confuse("dammuwolsg".replace("mm", "m").replace("uw", "wu"))


def tight(*words: str) -> Tight[str]:
    made: Tight[str] = Tight()
    made.add(words, "it")
    made.seal()
    return made


@pytest.mark.parametrize(
    ("words", "text", "found"),
    [
        (("otta", "brandvold"), "otta brandvold", True),
        (("otta", "brandvold"), "ottabrandvold", True),
        (("otta", "brandvold"), "ot tabrandvold", False),
        (("otta", "brandvold"), "xotta brandvold", False),
        (("otta", "brandvold"), "otta brandvoldx", False),
        (("brandt",), "b r a n d t", True),  # six letters, spelled
        (("brand",), "b r a n d", False),
        (("brandt",), "br a n d t", False),
    ],
)
def test_a_name_stands_between_edges_and_is_divided_in_its_places_only(
    words: tuple[str, ...], text: str, found: bool
) -> None:
    folded = join(fold_words(text))
    assert [hit for hit, *_ in tight(*words).find(folded)] == ["it"] * found
    longest = len("".join(words))
    assert [hit for hit, *_ in tight(*words).find(folded, longest)] == ["it"] * found
    assert list(tight(*words).find(folded, longest + 1)) == []


@pytest.mark.parametrize(
    ("name", "text", "replaced", "found"),
    [
        ("keller", "k3ll3r", False, True),
        ("keller", "keller", False, False),
        ("keller", "keller", True, True),
        ("kelle", "k3lle", False, False),  # five letters
        ("keller", "k3113r", False, False),  # more digits than letters
        ("keller", "ak3ll3r", False, False),  # inside of a longer word
        ("kellermann", "ak3ll3rmann", False, True),  # from ten letters on there, too
        ("kellerman", "ak3ll3rman", False, False),
        ("këller", "k3ll3r", False, False),
    ],
)
def test_digits_for_letters(name: str, text: str, replaced: bool, found: bool) -> None:
    made: Alike[str] = Alike()
    made.add(name, "it")
    made.seal()
    folded = join([text])  # one word, as it is written
    assert list(made.find(folded, 6, replaced=replaced)) == ["it"] * found
    assert list(made.find(folded, len(name) + 1, replaced=replaced)) == []


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("ada%40quorvex.com", "ada@quorvex.com"),
        ("ada&#64;quorvex.com", "ada@quorvex.com"),
        ("ada\\u0040quorvex.com", "ada@quorvex.com"),
        ("ada\\x40quorvex.com", "ada@quorvex.com"),
        ("ada\\100quorvex.com", "ada@quorvex.com"),
        ("\\ud83d\\ude00", "😀"),
        ("caf\\xe9", "café"),
        ("caf\\xc3\\xa9", "café"),
        ("ada at quorvex dot com", "ada@quorvex.com"),
        ("ada at mail dot quorvex dot com", "ada@mail.quorvex.com"),
        ("ada [at] quorvex [dot] com", "ada@quorvex.com"),
        ("Bran-\ndvold", "Brandvold"),
        ("xn--bcher-kva", "bücher"),
        ("50 %", "50 %"),
    ],
)
def test_one_layer_of_every_escape(text: str, plain: str) -> None:
    assert unescaped(text) == plain


# -- identifiers that nobody declared -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("ada@quorvex.com", ["email"]),
        ("ada@example.com", []),
        ("ada@example.com and ada@quorvex.com, +1 415 227 2671", ["email", "phone"]),
        ("no digits, then YWRhQHF1b3J2ZXguY29tIGNhbGxlZA==", ["email"]),
        ("call 415-555-0142", []),
        ("Tel: 030 9018 2077", ["phone"]),
        ("030 9018 2077", []),
        ("GB82 WEST 1234 5698 7654 32", ["id"]),
    ],
)
def test_real_looking_identifiers(text: str, kinds: list[str]) -> None:
    assert pattern_hits(text) == kinds


@pytest.mark.parametrize(
    ("number", "real"),
    [
        ("+1 415 227 2671", True),
        ("001 415 227 2671", True),
        ("415 227 2671", True),
        ("+1 415 555 0142", False),
        ("+44 7700 900123", False),
        ("+44 7700 900999", False),
        ("+44 7701 900123", True),
        ("+61 491 570 156", False),
        ("12", False),
    ],
)
def test_numbers_that_somebody_may_have(number: str, real: bool) -> None:
    assert real_phone(number) is real


@pytest.mark.parametrize(
    ("domain", "ocr", "reserved"),
    [
        ("example.com", False, True),
        ("mail.EXAMPLE.org.", False, True),
        ("badexample.com", False, False),
        ("quorvex.test", False, True),
        ("test", False, False),
        ("examp1e.com", False, False),
        ("examp1e.com", True, True),
        ("quorvex.com", True, False),
    ],
)
def test_domains_that_nobody_can_own(domain: str, ocr: bool, reserved: bool) -> None:
    assert reserved_domain(domain, ocr=ocr) is reserved


# -- tables ---------------------------------------------------------------------------------------------------------


def test_rows_are_named_by_sound_ids_or_by_their_place() -> None:
    sound = "67262701-6d66-492d-af78-51789e08572e"
    rows = [{"process_instance_uuid": sound, "interaction_uuid": one} for one in (sound, "Ottilie", 7)]
    assert records_of(rows, [0, 1, 2]) == (f"{sound}/{sound}", "interactions.jsonl:2", "interactions.jsonl:3")


@pytest.mark.parametrize(
    ("failed", "records", "stated"),
    [
        (0, (), "c: not so for 0 of 9: d"),
        (2, ("a", "b"), "c: not so for 2 of 9: d (a, b)"),
        (3, ("a", "b"), "c: not so for 3 of 9: d (a, b and 1 more)"),
        (3, (), "c: not so for 3 of 9: d"),
    ],
)
def test_a_check_tells_its_records(failed: int, records: tuple[str, ...], stated: str) -> None:
    assert CheckResult("c", not failed, failed, 9, "d", records).sentence() == stated


def row(instance: str, second: int, spent: float | None = None, shot: str | None = None) -> dict[str, object]:
    return {
        "process_instance_uuid": instance,
        "process_name": "Job creation",
        "class_name": "Click",
        "application_name": "Mail",
        "timestamp": f"2025-04-18 09:00:{second:02d}.000",
        "screenshot_name": shot,
        "time_spent": spent,
    }


def test_figures_of_a_release_and_how_they_moved() -> None:
    rows = [row("a", 0, shot="x"), row("a", 10, 2.5, "y"), row("b", 5), row("b", 6, shot="y")]
    now = statistics({"HR": rows}, {"HR": 2})
    assert now.total.model_dump() == {
        "instances": 2,
        "interactions": 4,
        "screenshots": 2,
        "applications": 1,
        "steps_mean": 2.0,
        "seconds_mean": 6.8,
        "seconds_std": 8.1,
        "seconds_total": 13.5,
        "processes": 1,
        "participants": 2,
    }
    assert now.domains["HR"].classes == {"Click": 4}
    before = statistics({"HR": rows[:2]})
    assert before.total.seconds_std is None and before.total.participants is None
    moved = {(line["where"], line["measure"]): (line["before"], line["now"]) for line in compare(now, before)}
    assert moved["all", "instances"] == moved["HR / Job creation", "instances"] == (1, 2)
    assert moved["HR", "participants"] == (None, 2)
    assert ("all", "applications") not in moved
    assert compare(now, now) == compare(now, None) == []
    assert statistics({}).total.steps_mean == 0.0


def test_processes_are_told_with_their_definitions() -> None:
    stated = process_list({"Unknown": ["Odd"], "HR": ["Job creation", "Odd"]})
    assert [entry["domain"] for entry in stated] == ["HR"] * 7 + ["Unknown"]
    assert [entry["process_name"] for entry in stated[:6]] == list(DEFINITIONS["HR"])
    assert [entry["in_data"] for entry in stated] == [False, True, False, False, False, False, True, True]
    assert [entry["definition"] for entry in stated if entry["process_name"] == "Odd"] == [None, None]


def test_a_file_of_public_keys(tmp_path: Path) -> None:
    keys = [public_key(Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32)) for n in (1, 2)]
    path = tmp_path / "keys"
    path.write_text(f"# ours\n\n{keys[0]} maintainer\n  {keys[1]}\n")
    assert read_public_keys(path) == set(keys)
    path.write_text(f"{keys[0]}\n\nnot-a-key\n")
    with pytest.raises(EntrophyError, match=r"keys:3"):
        read_public_keys(path)
    path.write_text("# none\n")
    with pytest.raises(EntrophyError, match="holds none"):
        read_public_keys(path)
    with pytest.raises(EntrophyError, match="cannot be read"):
        read_public_keys(tmp_path / "nowhere")
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(EntrophyError, match="cannot be read"):
        read_public_keys(path)
