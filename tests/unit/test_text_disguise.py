"""Known names in disguise: spelled out, in leetspeak, broken, in other letters; whole handles; lookalikes."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from redaction.findings import Kind
from redaction.ledger.entities import Ledger
from redaction.ledger.keys import Key
from redaction.ledger.surface import in_case_of, runs
from redaction.ledger.surrogates import invent_name
from redaction.lexicon.fold import decoded, fold_token
from redaction.lexicon.scripts import script_of, spelled
from redaction.policy import TextPolicy
from redaction.stages import apply
from redaction.text import Registry, TextEngine

POLICY = TextPolicy(engine="patterns")


@pytest.fixture(scope="module")
def engine() -> TextEngine:
    return TextEngine(POLICY)


def surfaces(engine: TextEngine, registry: Registry, text: str) -> list[str]:
    return [text[f.start : f.end] for f in engine.find(text, registry=registry)]


#: learned from the batch, not declared
KNOWN = Registry([(str(Kind.PERSON), "Ottokar Stevenbrook", False), (str(Kind.PERSON), "John Smith", False)])


@pytest.mark.parametrize(
    "form",
    [
        "J0hn Sm1th",
        "j0hn sm1th",
        "J0HN 5M1TH",
        "John Sm!th",
        "0tt0k4r St3v3nbr00k",
        "0ttokar",
        "$tevenbrook",
        "Stev€nbrook",
        "J o h n  S m i t h",
        "J o h n S m i t h",
        "j.o.h.n s.m.i.t.h",
        "O-t-t-o-k-a-r",
        "s_t_e_v_e_n_b_r_o_o_k",
        "O · t · t · o · k · a · r",
        "O, t, t, o, k, a, r",
        "0 t t 0 k 4 r",
        "john.smith",
        "Smith, John",
        "Smith John",
        "SMITH,JOHN",
        "Steven-\nbrook",
        "Steven-\r\n   brook",
        "Steven-\n> brook",
        "Steven-brook",
        "Steven\u00ad\nbrook",
        "Steven\nbrook",
        "St\u200bev\u2060en\ufeffbrook",
        "Ste\u034fvenbrook",
        "Ѕtеvеnbrооk",
        "Stevеnbrook",
        "ꜱᴛᴇᴠᴇɴʙʀᴏᴏᴋ",
        "𝐒𝐭𝐞𝐯𝐞𝐧𝐛𝐫𝐨𝐨𝐤",
        "𝒮tevenbrook",
        "Ⓢⓣⓔⓥⓔⓝⓑⓡⓞⓞⓚ",
        "Ｓｔｅｖｅｎｂｒｏｏｋ",
        "Ste\u0301venbro\u0308ok",
        "STEVENBROOK",
        "ottokar_stevenbrook9",
    ],
)
def test_a_known_name_in_disguise(engine: TextEngine, form: str) -> None:
    for before, after in (("see 12 ", " there"), ("", ""), ("🙂 e\u0301t ", "\nok")):
        text = before + form + after
        found = {i for f in engine.find(text, registry=KNOWN) for i in range(f.start, f.end)}
        letters = {i for i in range(len(before), len(before) + len(form)) if text[i].isalnum()}
        assert letters <= found, surfaces(engine, KNOWN, text)
        outside = {i for i in found if i < len(before) or i >= len(before) + len(form)}
        assert not outside


@pytest.mark.parametrize(
    "text",
    [
        "a b c d e f g",
        "J. R. R.",
        "options A, B, C, D, E",
        "x1 y2 z3 = 4 @ 5",
        "well-\nknown steps",
        "even-steven-handed brook",
        "smi7 th15 j0 hn",
        "the 5mith3ry",
        "0x5m17hb",
        "smithereens and johnny-cake",
        "price: $5 + 3 = €8!",
        "brook\n\nsteven",
    ],
)
def test_what_only_looks_alike(engine: TextEngine, text: str) -> None:
    assert surfaces(engine, KNOWN, text) == []


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("Νίκος Παπαδόπουλος", "ΠΑΠΑΔΟΠΟΥΛΟΣ"),
        ("Νίκος Παπαδόπουλος", "παπαδοπουλοσ"),
        ("Jörg Weißmann", "WEISSMANN"),
        ("Jörg Weissmann", "weißmann"),
        ("Ayşe Kılıç", "KILIÇ"),
        ("Işıl Tandır", "IŞIL"),
        ("Işıl Tandır", "ışıl"),
        ("Алёна Семёнова", "СЕМЕНОВА"),
        ("Алена Семенова", "Семёнова"),
        ("محمد الفخراني", "مُحَمَّد"),
        ("محمد الفخراني", "مـحـمـد"),
        ("محمد الفخراني", "ﻣﺤﻤﺪ"),
        ("דוד שפירא", "דָּוִד"),
        ("דוד שפירא", "שׁפירא"),
        ("प्रिया शर्मा", "शर्मा"),
        ("प्रिया शर्मा", "प्रिया"),
        ("张 伟", "张伟"),
        ("张伟", "张 伟"),
        ("张伟", "张\u3000伟"),
        ("ジョン・スミソン", "ジョンスミソン"),
        ("ジョンスミソン", "ジョン・スミソン"),
        ("ジョン・スミソン", "ジョン スミソン"),
        ("ジョン・スミソン", "ｼﾞｮﾝ･ｽﾐｿﾝ"),
        ("김 민수", "김민수"),
        ("김민수", unicodedata.normalize("NFD", "김민수")),
        ("Brändvöld Ilse", unicodedata.normalize("NFD", "Brändvöld")),
    ],
)
def test_one_name_in_the_spellings_of_its_script(engine: TextEngine, value: str, text: str) -> None:
    known = Registry([(str(Kind.PERSON), value, True)])
    for whole in (text, f"🙂 {text}, ok", f"12\n{text}"):
        assert "".join(surfaces(engine, known, whole)).replace(" ", "") == text.replace(" ", "")


MARY = Registry([(str(Kind.PERSON), "Mary Brinkel", True)])


LONG = "Mary_administration_responsibility_communication"


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("login Mary_Thimble7 now", ["Mary_Thimble7"]),
        ("Mary7", ["Mary7"]),
        ("7mary_brinkel", ["7mary_brinkel"]),
        ("Thimble_Mary", ["Thimble_Mary"]),
        ("x/mary.thimble7/y", ["mary.thimble7"]),
        ("C:\\data\\mary-thimble\\y", ["mary-thimble"]),
        ("ask mary.thimblow now", ["mary.thimblow"]),
        ("files/mary_invoice.pdf", ["mary"]),
        ("mary_thimblow_invoice.tar.gz", ["mary_thimblow"]),
        ("2024-05-01_Mary_Brinkel_notes", ["Mary_Brinkel"]),
        ("see file.mary.old", ["mary"]),
        ("thanks Mary.Please call", ["Mary"]),
        ("Mary-led team", ["Mary"]),
        ("Mary's_notes", ["Mary's_notes"]),
        ("/srv/data/report_2024/mary/", ["mary"]),
        ("the Mary_" + "_".join(["plan"] * 5), ["Mary"]),
        ("the Mary_" + "_".join(["plan"] * 4), ["Mary_" + "_".join(["plan"] * 4)]),
        (LONG, [LONG]),  # 48 letters
        (LONG + "s", ["Mary"]),
        ("by Mary Brin-\nkelsen", ["Mary Brin-\nkelsen"]),
    ],
)
def test_a_name_in_a_handle_or_a_path_takes_the_segment(engine: TextEngine, text: str, hidden: list[str]) -> None:
    assert surfaces(engine, MARY, text) == hidden


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("12 High Street, London SW1A", ["12 High Street, London SW1A"]),
        ("flat 2, 9 Elm Road, Leeds LS1 9XY", ["9 Elm Road, Leeds LS1 9XY"]),
        ("Elm Road 3, Leeds M1", ["Elm Road 3, Leeds M1"]),
        ("M1 1AE", ["M1 1AE"]),
        ("postcode: SW1A", ["SW1A"]),
        ("outward code M1", ["M1"]),
        ("Elm Street 12", ["Elm Street 12"]),
        ("Kent Street 9", ["Kent Street 9"]),
        ("rue de la Paix 5", ["rue de la Paix 5"]),
        ("the M1 motorway", []),
        ("range A1 to SW1A", []),
        ("Q1 1AE", []),
        ("see Elm Street 2024", []),
        ("Elm Road 3.5 km", []),
    ],
)
def test_british_postcodes_and_short_house_numbers(engine: TextEngine, text: str, hidden: list[str]) -> None:
    assert surfaces(engine, Registry(), text) == hidden


def scrubbed(engine: TextEngine, registry: Registry, text: str, folder: Path) -> str:
    ledger = Ledger.open(Key(b"d" * 32), folder / "ledger")
    found = engine.find(text, registry=registry)
    ledger.resolve([(f.kind, text[f.start : f.end]) for f in found], registry)
    once = apply.scrubbed(text, found, POLICY, ledger)
    assert all(apply.already_scrubbed(once, f, POLICY, ledger) for f in engine.find(once.text, registry=registry))
    return once.text


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("7 Thimblow Lane, London SW1A 2AB", ["7", "Thimblow", "SW1A", "2AB", "SW", "AB"]),
        ("Hauptstraße 5", ["5"]),
        ("9 Thimblow Road, Leeds LS1", ["9", "LS1", "LS"]),
    ],
)
def test_nothing_of_a_house_number_or_a_postcode_is_left(
    engine: TextEngine, tmp_path: Path, text: str, gone: list[str]
) -> None:
    out = scrubbed(engine, Registry(), text, tmp_path)
    assert not [piece for piece in gone if piece in out.replace(",", " ").split() or (len(piece) > 2 and piece in out)]


def test_a_name_in_disguise_gets_the_surrogate_of_the_name(engine: TextEngine, tmp_path: Path) -> None:
    plain = scrubbed(engine, KNOWN, "Ottokar Stevenbrook", tmp_path)
    for form in ("O t t o k a r  S t e v e n b r o o k", "Ottokar Steven-\nbrook", "Оttоkаr Stevеnbrook"):
        assert " ".join(scrubbed(engine, KNOWN, form, tmp_path).split()) == plain


@pytest.mark.parametrize(
    "name", ["शर्मा", "प्रिया", "김", "박지성", "Παπαδόπουλος", "张伟", "たなか", "ชาย", "தமிழ்", "محمد", "חיים"]
)
def test_a_surrogate_is_of_one_script_whatever_the_attempt(name: str) -> None:
    for key in range(12):
        for attempt in (0, 1, 7):
            for pool in ("last", "m", "f"):
                made = in_case_of(invent_name(bytes([key]) * 32, fold_token(name), pool, attempt), name)
                scripts = {script_of(c) for c in made if c.isalpha() and c != "々"}
                assert len(scripts) == 1 and spelled(made) and unicodedata.is_normalized("NFC", made)
                assert scripts == {script_of(name)} or script_of(name) == "HIRAGANA"
                assert not made.endswith("σ")


def test_runs_of_a_surface_form() -> None:
    assert [r.folded for r in runs(Kind.PERSON, "J o h n  S m i t h")] == ["john", "smith"]
    assert [r.folded for r in runs(Kind.PERSON, "J.R.R. Tolkow")] == ["j", "r", "r", "tolkow"]
    assert [r.folded for r in runs(Kind.PERSON, "Steven-\nson")] == ["stevenson"]
    assert [r.folded for r in runs(Kind.PERSON, "Anna-\nMaria")] == ["anna", "maria"]
    assert [r.folded for r in runs(Kind.PERSON, "शर्मा")] == ["शरमा"]
    assert [r.folded for r in runs(Kind.ADDRESS, "5 Elm Road, SW1A 2AA")] == ["5", "elm", "road", "sw1a2aa"]


def test_folding_letters() -> None:
    assert fold_token("Маriа") == "maria"
    assert fold_token("Мaрия") == "мария"
    assert fold_token("Иванов") == "иванов"
    assert fold_token("ᴊᴏʜɴ") == "john"
    assert fold_token("Παπάς") == fold_token("ΠΑΠΑΣ")
    view = decoded("x\ufe0f 𝐉o\u200bhn ｶﾞ")
    assert view.text == "x John ガ"
    assert view.span(2, 6) == (3, 8)


@pytest.mark.parametrize(("name", "declared", "found"), [("Thimble", True, True), ("Thimble", False, False)])
def test_a_declared_company_of_one_ordinary_word_is_hidden_in_a_file_name(
    name: str, declared: bool, found: bool
) -> None:
    text = "MSA_thimble_signed.pdf"
    engine = TextEngine(TextPolicy(engine="patterns"))
    spans = engine.find(text, role="line", registry=Registry([("company", name, declared)]))
    assert [text[f.start : f.end] for f in spans] == ["thimble"] * found
