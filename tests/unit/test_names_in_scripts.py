"""One person, one surrogate, in every script that people write a name in; two people never one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redaction.findings import Kind
from redaction.ledger.entities import Ledger
from redaction.ledger.keys import Key
from redaction.ledger.part_kinds import PartKind
from redaction.ledger.twins import Twins
from redaction.lexicon.fold import fold_token
from redaction.lexicon.forms import FORM_BESIDE, PersonName, company_core, parse_person
from redaction.lexicon.name_counts import FIRSTS, LASTS, name_counts
from redaction.lexicon.romanised import in_alphabet, in_kana, keys, readings, romanised, sound
from redaction.lexicon.scripts import script_of
from redaction.text.known.registry import Registry
from samples.people import CULTURES

KEY = Key(b"s" * 32)
P, E, U, C, H = Kind.PERSON, Kind.EMAIL, Kind.USERNAME, Kind.COMPANY, Kind.URL
Mention = tuple[Kind, str]


def resolved(*mentions: Mention, registry: Registry | None = None, key: Key = KEY) -> Ledger:
    ledger = Ledger.open(key, None)
    ledger.resolve(mentions, registry)
    return ledger


def latin(made: str) -> set[str]:
    """The words of a surrogate as they are read in Latin letters."""
    return {readings(word)[0] for word in made.replace(",", "").split()}


#: The same person as each of the others, whichever of them is met.
PEOPLE = [
    ("Анна Смирнова", "Anna Smirnova", "SMIRNOVA, ANNA"),
    ("Юлия Жукова", "Yulia Zhukova", "Julia Zhukova", "Iuliia Zhukova"),
    ("Сергей Щербаков", "Sergey Shcherbakov", "Sergei Scherbakov", "Sergej Ščerbakov"),
    ("Олена Ковальчук", "Olena Kovalchuk"),
    ("Јован Петровић", "Jovan Petrović", "Jovan Petrovic"),
    ("Ελένη Παπαδοπούλου", "Eleni Papadopoulou"),
    ("Γιώργος Μητσοτάκος", "Giorgos Mitsotakos"),
    ("王伟", "Wang Wei", "Wei Wang"),
    ("田中 太郎", "Taro Tanaka", "タナカ タロウ"),
    ("たなか さくら", "Sakura Tanaka"),
    ("김민준", "Kim Min-jun", "Minjun Kim"),
    ("Jörg Müller", "Jorg Muller", "Joerg Mueller"),
    ("Øystein Brandvold", "Oystein Brandvold", "Oeystein Brandvold"),
    ("Łukasz Wójcik", "Lukasz Wojcik"),
    ("გიორგი ბერიძე", "Giorgi Beridze"),
]


@pytest.mark.parametrize("forms", PEOPLE, ids=[forms[0] for forms in PEOPLE])
def test_a_full_name_is_one_identity_and_one_surrogate_in_every_script(forms: Sequence[str]) -> None:
    ledger = resolved(*((P, form) for form in forms))
    assert len({ledger.entity_id(P, form) for form in forms}) == 1
    for form in forms:
        made = ledger.replacement(P, form)
        assert script_of(made) == script_of(form) and made != form


@pytest.mark.parametrize("forms", PEOPLE[:7], ids=[forms[0] for forms in PEOPLE[:7]])
def test_the_surrogate_in_latin_letters_is_the_romanised_one(forms: Sequence[str]) -> None:
    ledger = resolved(*((P, form) for form in forms))
    wanted = {romanised(word).lower() for word in ledger.replacement(P, forms[0]).split()}
    for form in forms[1:]:
        assert {word.strip(",").lower() for word in ledger.replacement(P, form).split()} == wanted


@pytest.mark.parametrize(
    ("declared", "other", "mentions"),
    [
        ("Анна Смирнова", "Anna Smirnova", ("Anna", "Smirnova", "A. Smirnova", "Ms. Anna Smirnova")),
        ("Ελένη Παπαδοπούλου", "Eleni Papadopoulou", ("Eleni", "Papadopoulou", "E. Papadopoulou")),
        ("王伟", "Wei Wang", ("Mr. Wang", "Wang", "Wei")),
        ("Jörg Müller", "Joerg Mueller", ("Herr Mueller", "Herr Müller", "Joerg")),
    ],
)
def test_parts_of_a_name_follow_once_the_full_name_is_known(declared: str, other: str, mentions: Sequence[str]) -> None:
    ledger = resolved((P, declared), (P, other), *((P, mention) for mention in mentions))
    whole = ledger.replacement(P, other).split()
    for mention in mentions:
        said = ledger.replacement(P, mention).split()
        assert said[-1] in (*whole, *ledger.replacement(P, declared).split())
        assert ledger.entity_id(P, mention) == ledger.entity_id(P, declared)


def test_mail_log_in_and_initials_agree_with_a_name_in_another_script() -> None:
    registry = Registry([(P.value, "Анна Смирнова", True), (P.value, "Anna Smirnova", False)])
    ledger = resolved((E, "anna.smirnova@vostokline.ru"), (U, "asmirnova"), (P, "AS"), registry=registry)
    ledger.resolve([(P, "Анна Смирнова")])
    first, last = (romanised(word).lower() for word in ledger.replacement(P, "Анна Смирнова").split())
    assert ledger.replacement(E, "anna.smirnova@vostokline.ru").startswith(f"{first}.{last}@")
    assert ledger.replacement(U, "asmirnova") == first[0] + last
    assert ledger.replacement(P, "AS").lower() == first[0] + last[0]


@pytest.mark.parametrize(
    ("name", "login"), [("Юлия Жукова", "yzhukova"), ("Юлия Жукова", "yuliyaz"), ("Jörg Müller", "jmueller")]
)
def test_a_log_in_agrees_with_a_name_that_is_met_in_its_own_script_only(name: str, login: str) -> None:
    ledger = resolved((P, name), (U, login))
    first, last = (readings(word)[0] for word in ledger.replacement(P, name).split())
    assert ledger.replacement(U, login) in (first[0] + last, first + last[0])


@pytest.mark.parametrize("lone", ["Anna", "Smirnova", "Anna Keller", "Olga Smirnova"])
def test_a_lone_word_makes_nobody_the_same(lone: str) -> None:
    """Somebody else is called Anna: what stands for her is what it would be without Анна."""
    ledger = resolved((P, "Анна Смирнова"), (P, lone))
    assert ledger.entity_id(P, lone) != ledger.entity_id(P, "Анна Смирнова")
    assert ledger.replacement(P, lone) == resolved((P, lone)).replacement(P, lone)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("Иван Кац", "Ivan Kach"), ("Иван Жук", "Ivan Shuk"), ("Анна Смирнова", "Anna Smirnov")),
        *(("王伟", "Wang Wen"), ("张伟", "Zang Wei"), ("김민준", "Kim Min-jung"), ("محمد علي", "Mhmd Ly")),
        *(("Jörg Müller", "Jurg Muler"), ("Łukasz Wójcik", "Lukash Vojcik"), ("Manuel Duenas", "Manül Dunas")),
    ],
)
def test_two_people_are_not_made_one(one: str, other: str) -> None:
    ledger = resolved((P, one), (P, other))
    assert ledger.entity_id(P, one) != ledger.entity_id(P, other)
    assert ledger.replacement(P, other) == resolved((P, other)).replacement(P, other)


def test_a_name_that_reads_like_two_others_follows_neither() -> None:
    both = resolved((P, "王伟"), (P, "王薇"), (P, "Wang Wei"))
    ids = {both.entity_id(P, name) for name in ("王伟", "王薇", "Wang Wei")}
    assert len(ids) == 3
    assert both.replacement(P, "Wang Wei") == resolved((P, "Wang Wei")).replacement(P, "Wang Wei")


@pytest.mark.parametrize("unsaid", ["ь", "ー", "ا", "ء", "ع", "々", "ʼ"])
def test_a_letter_that_nobody_romanises_makes_no_log_in_and_stops_nothing(unsaid: str) -> None:
    assert readings(unsaid) == ()
    for name in (f"{unsaid} Смирнова", f"Анна {unsaid}", f"{unsaid} {unsaid}"):
        ledger = resolved((P, name), (P, "Анна Смирнова"), (P, "Anna Smirnova"), (U, "asmirnova"))
        assert ledger.replacement(P, "Анна Смирнова") and ledger.replacement(P, name)
    twins = Twins(lambda text: text)
    for name in (f"{unsaid} Смирнова", "Anna Smirnova"):
        twins.learn(name, parse_person(name))
    assert twins.login(f"{unsaid}smirnova") is None


@settings(max_examples=200, deadline=None)
@given(st.lists(st.text(st.characters(categories=("L", "M")), min_size=1, max_size=6), min_size=2, max_size=3))
def test_any_letters_may_stand_in_a_name(words: list[str]) -> None:
    twins = Twins(lambda text: text)
    for name in (" ".join(words), "Anna Smirnova", "Анна Смирнова"):
        twins.learn(name, parse_person(name))
    assert twins.login("asmirnova") is not None


def test_the_order_of_mentions_changes_nothing() -> None:
    mentions = [(P, form) for forms in PEOPLE for form in forms]
    one, other = resolved(*mentions), resolved(*mentions[::-1])
    assert [one.replacement(*m) for m in mentions] == [other.replacement(*m) for m in mentions]
    said = [one.replacement(P, form) for forms in PEOPLE for form in forms[:1]]
    assert len(set(said)) == len(PEOPLE)


@pytest.mark.parametrize(
    ("first", "then"),
    [("Anna Smirnova", "Анна Смирнова"), ("Анна Смирнова", "Anna Smirnova"), ("Joerg Mueller", "Jörg Müller")],
)
def test_what_was_issued_stays_and_the_other_script_follows_it(tmp_path: Path, first: str, then: str) -> None:
    ledger = Ledger.open(KEY, tmp_path / "ledger")
    ledger.resolve([(P, first)])
    issued = ledger.replacement(P, first)
    assert issued == resolved((P, first)).replacement(P, first)
    ledger.close()
    ledger = Ledger.open(KEY, tmp_path / "ledger")
    ledger.resolve([(P, then)])
    assert ledger.replacement(P, first) == issued
    made = ledger.replacement(P, then)
    assert script_of(made) == script_of(then)
    for mine, other in zip(made.split(), issued.split(), strict=True):
        same = fold_token(in_alphabet(other, script_of(mine))) == fold_token(mine)
        assert same or keys(mine) & keys(other) or fold_token(mine) == fold_token(other)
    ledger.close()
    again = Ledger.open(KEY, tmp_path / "ledger")
    assert [again.replacement(P, first), again.replacement(P, then)] == [issued, made]


def test_a_surrogate_given_up_is_given_up_in_both_scripts() -> None:
    ledger = resolved((P, "Анна Смирнова"), (P, "Anna Smirnova"))
    before = ledger.replacement(P, "Anna Smirnova").split()[1]
    ledger.resolve([(P, f"Ottilie {before}")])
    cyrillic, plain = ledger.replacement(P, "Анна Смирнова"), ledger.replacement(P, "Anna Smirnova")
    assert before not in plain.split() and [romanised(word) for word in cyrillic.split()] == plain.split()


def test_forgetting_one_script_leaves_nothing_of_it() -> None:
    ledger = resolved((P, "Анна Смирнова"), (P, "Anna Smirnova"))
    ledger.forget(lambda value: "Смирнова" in value)
    assert not {"анна", "смирнова"} & {*ledger.part_names()} and "anna" in ledger.part_names()


def listed(script: str, language: str) -> list[str]:
    of = [(p.role, names.written) for p, names in name_counts().pools.items() if p[:2] == (script, language)]
    firsts = sorted({name for role, written in of if role in FIRSTS for name in written})
    lasts = sorted({name for role, written in of if role in LASTS for name in written})
    return [f"{first} {lasts[i * 7 % len(lasts)]}" for i, first in enumerate(firsts)]


NAMES = {pair: listed(*pair) for pair in (("CYRILLIC", "ru"), ("CYRILLIC", "uk"), ("GREEK", "el"), ("GEORGIAN", "ka"))}


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(NAMES)), st.data())
def test_a_latin_name_never_follows_somebody_else(pair: tuple[str, str], data: st.DataObject) -> None:
    """Of many people of one language, the Latin spelling of one is that one's or, where two read alike, nobody's."""
    people = data.draw(st.lists(st.sampled_from(NAMES[pair]), min_size=2, max_size=40, unique=True))
    twins = Twins(lambda text: text)
    spelled = {name: " ".join(romanised(word) for word in name.split()) for name in people}
    for name in (*people, *spelled.values()):
        twins.learn(name, parse_person(name))
    for name, said in spelled.items():
        assert twins.leader(parse_person(said)) in (parse_person(name), parse_person(said))


def test_of_the_listed_names_of_an_alphabet_hardly_any_reads_like_another() -> None:
    for pair, people in NAMES.items():
        seen: dict[frozenset[str], str] = {}
        alike = 0
        for name in people:
            first, last = (keys(word) for word in name.split())
            pairs = {frozenset((a, b)) for a in first for b in last}
            alike += any(seen.get(p, name) != name for p in pairs)
            seen.update(dict.fromkeys(pairs, name))
        assert alike <= len(people) * 0.005, pair


def test_of_the_people_of_the_samples_only_the_two_spellings_of_one_name_are_merged() -> None:
    spellings = {written: f"{first} {last}" for c in CULTURES.values() for written, first, last in c.native}
    everybody = {f"{first} {last}" for c in CULTURES.values() for first in c.given for last in c.family}
    twins = Twins(lambda text: text)
    for name in sorted({*spellings, *spellings.values(), *everybody}):
        twins.learn(name, parse_person(name))
    merged = {
        written
        for written, said in spellings.items()
        if twins.leader(parse_person(said)).lasts != () and twins.leader(parse_person(said)) == parse_person(written)
    }
    assert merged == {"Олександра Верещучко", "Богдан Голубняк"}
    assert all(twins.leader(parse_person(name)) == parse_person(name) for name in everybody)


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        *(("Щука", "Shchuka"), ("Юлия", "Yuliya"), ("Ελένη", "Eleni"), ("김", "Kim"), ("민준", "Minjun")),
        *(
            ("王", "Wang"),
            ("田中", "Tanaka"),
            ("ジョン", "Jon"),
            ("さくら", "Sakura"),
            ("がく", "Gaku"),
            ("Müller", "Muller"),
        ),
    ],
)
def test_how_a_name_is_romanised(word: str, shown: str) -> None:
    assert romanised(word) == shown


def test_systems_of_romanisation_sound_alike_and_other_names_do_not() -> None:
    assert len({sound(reading) for reading in ("yuliya", "julia", "iuliia", "julija")}) == 1
    assert len({sound(reading) for reading in ("kats", "kach", "kash", "kazh")}) == 4
    assert "mueller" in readings("Müller") and keys("Müller") & keys("Mueller")
    assert not keys("محمد")


def test_a_latin_surrogate_in_other_letters() -> None:
    assert in_alphabet("Margit", "CYRILLIC") == "Маргит" and in_alphabet("Thomas", "GREEK") == "Θομας"
    assert in_alphabet("Margit", "THAI") == "" and in_kana("田中", "HIRAGANA") == "たなか"
    assert in_kana("田中", "KATAKANA") == "タナカ" and in_kana("甲乙丙", "KATAKANA") == ""


@pytest.mark.parametrize(
    ("full", "short", "form"),
    [
        ("株式会社星丸製作所", "星丸製作所", "株式会社"),
        ("星丸製作所株式会社", "星丸製作所", "株式会社"),
        ("海川软件股份有限公司", "海川软件", "股份有限公司"),
        ("한빛웨어 주식회사", "한빛웨어", "주식회사"),
        ("ООО «Востоклайн»", "Востоклайн", "ООО"),
        ("Seewerk Brandvold GmbH", "Seewerk Brandvold", "GmbH"),
    ],
)
def test_a_company_keeps_its_legal_form_and_its_short_name_agrees(full: str, short: str, form: str) -> None:
    ledger = resolved((C, full), (C, short))
    made = ledger.replacement(C, full)
    assert form in made and made.index(form) == (0 if full.startswith(form) else len(made) - len(form))
    assert ledger.replacement(C, short) == made.replace(form, "").strip(" «»") != short


def test_a_company_that_was_issued_whole_stays_as_it_was() -> None:
    """A ledger of an earlier version has a surrogate for form and name together."""
    ledger = Ledger.open(KEY, None)
    ledger._made[PartKind.WORD.of("株式会社星丸製作所")] = "橋崎"
    ledger.resolve([(C, "株式会社星丸製作所")])
    assert ledger.replacement(C, "株式会社星丸製作所") == "橋崎"
    ledger._made[PartKind.WORD.of("ооо")] = "msv"
    ledger.resolve([(C, "ООО «Востоклайн»")])
    assert ledger.replacement(C, "ООО «Востоклайн»").startswith("MSV «")


def test_the_short_name_of_an_unspaced_company_is_found() -> None:
    registry = Registry([(C.value, "株式会社星丸製作所", True), (C.value, "東京株式会社", True)])
    (found,) = [f for f in registry.find("昨日星丸製作所に連絡した。") if f.kind is C]
    assert "昨日星丸製作所に連絡した。"[found.start : found.end] == "星丸製作所"
    assert not list(registry.find("東京に行く。"))  # an ordinary word


def test_the_core_of_a_company() -> None:
    assert company_core("株式会社星丸製作所") == ("星丸製作所",) and company_core("ООО Востоклайн") == ("востоклаин",)
    assert FORM_BESIDE.search("株式会社") and not FORM_BESIDE.search("ООО")
    assert parse_person("王伟") == PersonName((), ("王伟",))


@pytest.mark.parametrize(
    ("name", "core"),
    [
        ("Zevlo Kanti S.p.A.", ("zevlo", "kanti")),
        ("Zevlo Kanti S.n.c.", ("zevlo", "kanti")),
        ("Zevlo Kanti Unipessoal Lda.", ("zevlo", "kanti")),
        ("Zevlo Kanti Sp. z o.o.", ("zevlo", "kanti")),
        ("Zevlo S.A. de C.V.", ("zevlo",)),
        ("Zevlo B. V.", ("zevlo",)),
        ("Zevlo GmbH & Co. KG", ("zevlo",)),
        ("Lda Zevlo", ("lda", "zevlo")),
        ("Zevlo A. B. C.", ("zevlo", "a", "b", "c")),  # no legal form
        ("Sp. z o.o.", ("sp", "z", "o", "o")),
    ],
)
def test_the_core_of_a_company_is_without_the_legal_form_behind_it(name: str, core: tuple[str, ...]) -> None:
    assert company_core(name) == core
