"""Discover, then sweep: what one place reveals is found everywhere, and frequent words do not blank a batch."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from redaction.errors import EntrophyError
from redaction.findings import Kind, Source, TextFinding
from redaction.lexicon.forms import PersonName, parse_person, slugged
from redaction.policy import TextPolicy
from redaction.records import DeclaredEntity, Participant
from redaction.text import Registry, TextEngine, TextInput
from redaction.text.inputs import Role


@pytest.fixture(scope="module")
def engine() -> TextEngine:
    return TextEngine(TextPolicy(engine="patterns"))


@pytest.fixture(scope="module")
def known() -> Registry:
    people = [Participant("p1", "Ilse Brandvold", "ilse.brandvold@brightmoor.com", "granted")]
    return Registry.declared(
        [DeclaredEntity("person", "Will Achterberg"), DeclaredEntity("customer", "Zentrix Labs GmbH")], people
    )


def surfaces(engine: TextEngine, registry: Registry, text: str) -> list[str]:
    return [text[f.start : f.end] for f in engine.find(text, registry=registry)]


@pytest.mark.parametrize(
    "form",
    [
        "Ilse Brandvold",
        "ILSE BRANDVOLD",
        "ilse brandvold",
        "Brandvold, Ilse",
        "ilse.brandvold",
        "ilse_brandvold",
        "ibrandvold",
        "brandvoldi",
        "ilseb",
        "IlseBrandvold",
        "ilse%20brandvold",
        "Ilse+Brandvold",
        "Ilse&nbsp;Brandvold",
        "Ílse Brándvold",
        "l1se Brandvo1d",
        "Ilse",
        "Brandvold",
        "I. Brandvold",
        "Ils\u00ade Brand\u200bvold",
        "Ｉｌｓｅ Ｂｒａｎｄｖｏｌｄ",
        "Zentrix Labs",
        "zentrixlabs",
        "ZENTRIX",
    ],
)
def test_every_form_of_a_known_entity(engine: TextEngine, known: Registry, form: str) -> None:
    text = f"see 12 {form} ok"
    covered = set()
    for finding in engine.find(text, registry=known):
        covered |= set(range(finding.start, finding.end))
    start = text.index(form)
    letters = {i for i in range(start, start + len(form)) if text[i].isalpha()}
    assert letters <= covered


@pytest.mark.parametrize(
    "text",
    [
        "Will you come?",
        "Click Mark as Read",
        "Notifications Will all be read",
        "It will do",
        "WILL CALL",
        "villa",
        "brand",
        "The brandvoldish word",
    ],
)
def test_words_that_are_not_the_person(engine: TextEngine, known: Registry, text: str) -> None:
    assert surfaces(engine, known, text) == []


def test_a_frequent_word_is_the_person_in_name_position(engine: TextEngine, known: Registry) -> None:
    assert surfaces(engine, known, "please ask Will about it") == ["Will"]
    assert surfaces(engine, known, "Will,\nplease sign") == ["Will"]
    assert surfaces(engine, known, "Will | Settings") == surfaces(engine, known, "Settings | Will") == ["Will"]


def test_a_company_that_is_a_word_does_things_and_has_segments_of_lines(engine: TextEngine) -> None:
    known = Registry([(str(Kind.COMPANY), "Thimble", False), (str(Kind.COMPANY), "Groupe Zqtarn SARL", False)])
    for text in (
        "Last week · Thimble extended the contract",
        "Thimble signed our offer",
        "Sent\nThimble · by e-mail\nx",
    ):
        assert surfaces(engine, known, text) == ["Thimble"]
    for text in ("Thimble fitted", "Thimble sized cups", "Thimble, needle"):
        assert surfaces(engine, known, text) == (["Thimble"] if "," in text else [])
    assert surfaces(engine, known, "As agreed with me of Group… today") == ["Group"]
    assert surfaces(engine, known, "Group… of the week") == surfaces(engine, known, "in a group… of") == []


def test_a_name_that_the_end_of_a_line_cuts_is_known_by_its_beginning(engine: TextEngine) -> None:
    names = ("Devendranath Krishnaswamyan", "Planta Zq", "Søren Zqexlin", "Corneli Zqexlin", "Mama Zq")
    known = Registry([(str(Kind.PERSON), name, False) for name in names])

    def found(text: str, role: Role = "line") -> list[str]:
        return [text[f.start : f.end] for f in engine.find(text, role=role, registry=known)]

    assert found("#59518 Cannot sign in (Deve") == ["Deve"]
    assert found("Report shows wrong totals - Krishnasw") == ["Krishnasw"]
    assert found("Cannot sign in (Devei") == ["Devei"], "what is left of an n"
    assert found("Cannot sign in (Devex") == []
    assert found("Cannot sign in (Plantl") == ["Plantl"], "as long as the name, its last letter cut"
    assert found("Cannot sign in (Plantall") == []
    assert found("Cannot sign in (Sorer") == ["Sorer"], "a word, which the cut has made"
    assert found("Cannot sign in (Corner") == [], "the name goes on: a word is a word"
    assert found("Cannot sign in (Mail") == [], "too short for it"
    assert found("Cannot sign in (Kri") == [], "three letters tell too little"
    assert found("Cannot open file.Krishnasw") == [], "what kind of file it is"
    assert found("Cannot sign in (Plan") == [], "a word is a word"
    assert found("Cannot sign in Deve now") == found("and then deve") == []
    assert found("Cannot sign in (Deve", role="prose") == [], "a captured text is whole"


@pytest.mark.parametrize(
    ("text", "role", "hidden"),
    [
        ("knows Adam of Zqm…", "line", "Zqm…"),
        ("knows Adam of Zq…", "line", ""),
        ("knows Adam of zqm…", "line", ""),
        ("knows Adam of Zqm", "line", ""),  # not said to be cut
        ("knows Adam of Zqr…", "line", ""),  # two letters and what may be left of one
        ("knows Adam of Zqm…", "prose", ""),
        ("knows Adam of The…", "line", ""),
    ],
)
def test_three_letters_before_an_ellipsis_on_a_screen_begin_a_known_name(
    engine: TextEngine, text: str, role: Role, hidden: str
) -> None:
    known = Registry([(str(Kind.COMPANY), "Zqmortun Labs", True), (str(Kind.COMPANY), "Thezq Labs", True)])
    found = engine.find(text, role=role, registry=known)
    assert [text[f.start : f.end] for f in found if f.source is Source.CUT_OFF] == [hidden] * bool(hidden)


def test_a_last_name_behind_a_particle_or_an_ordinary_word_is_known_alone(engine: TextEngine) -> None:
    known = Registry([(str(Kind.PERSON), "Ilse van der Zqvexlin", False), (str(Kind.PERSON), "Garden Zqmortun", False)])
    assert surfaces(engine, known, "by Zqvexlin and Zqmortun today") == ["Zqvexlin", "Zqmortun"]


def test_learning_is_a_union(engine: TextEngine) -> None:
    texts = ["From: Kellermann, Marta\nTo: x@brightmoor.com", "Candidate: Devika Raghunathan", "nothing here"]
    inputs = [TextInput(t) for t in texts]
    found = engine.find_many(inputs)
    whole = Registry().learn(inputs, found)
    parts = Registry()
    for item, fs in reversed(list(zip(inputs, found, strict=True))):
        parts = parts.merge(Registry().learn([item], [fs]))
    assert whole == parts
    assert {"Devika Raghunathan", "Kellermann, Marta"} <= set(whole.people())
    assert surfaces(engine, whole, "devika's laptop, file mkellermann.txt") == ["devika", "mkellermann"]


@pytest.mark.parametrize(("text", "learned"), [("@米ドル", []), ("@米ドル7", ["米ドル7"]), ("@zqvexlin", ["zqvexlin"])])
def test_an_icon_read_as_the_sign_of_a_handle_teaches_no_log_in(
    engine: TextEngine, text: str, learned: list[str]
) -> None:
    inputs = [TextInput(text, role="line")]
    assert Registry().learn(inputs, engine.find_many(inputs)).values(Kind.USERNAME) == learned


def test_a_word_in_small_letters_that_no_list_knows_is_nobody_elsewhere() -> None:
    texts = ["zqvexlin", "judith", "zqvexlin mortun"]
    found = [[TextFinding(0, len(text), Kind.PERSON, 0.99, "names-model", Source.MODEL)] for text in texts]
    assert Registry().learn([TextInput(text) for text in texts], found).people() == ["judith", "zqvexlin mortun"]


def test_a_day_of_birth_is_hidden_wherever_it_stands_and_a_year_is_not(engine: TextEngine) -> None:
    inputs = [TextInput("1984-03-12", label="Date of birth"), TextInput("born in 1979, see above"), TextInput("x")]
    known = Registry().learn(inputs, engine.find_many(inputs))
    assert known.values(Kind.DATE_OF_BIRTH) == ["1984-03-12"]
    assert surfaces(engine, known, "B12 1984-03-12 10:30") == ["1984-03-12"]
    assert surfaces(engine, known, "1984/03/12, sent 2025-03-12") == ["1984/03/12"]
    short = [TextInput("03/84", label="Date of birth")]
    assert Registry().learn(short, engine.find_many(short)).values(Kind.DATE_OF_BIRTH) == []


def test_round_trips(known: Registry) -> None:
    assert Registry.from_json(known.to_json()) == known != Registry()
    assert pickle.loads(pickle.dumps(known)) == known  # noqa: S301 - our own bytes, to and from workers
    with pytest.raises(EntrophyError):
        Registry.from_json('{"entries": [["nonsense", 1]]}')


def test_mail_addresses_name_their_owner() -> None:
    registry = Registry.declared([DeclaredEntity("email", "omar.lindqvist@brightmoor.com")], [])
    assert "Omar Lindqvist" in registry.people()
    assert registry.values(Kind.COMPANY) == ["brightmoor"]
    assert Registry.declared([DeclaredEntity("email", "support@gmail.com")], []).people() == []


def test_a_company_is_known_by_its_own_word_and_not_by_what_stands_before_it(engine: TextEngine) -> None:
    known = Registry([(str(Kind.COMPANY), "Groupe Zentrixel SARL", False)])
    assert surfaces(engine, known, "Accounts / Zentrixel / month end") == ["Zentrixel"]
    assert surfaces(engine, known, "le groupe de travail") == []


def test_a_name_is_known_without_the_signs_inside_its_words(engine: TextEngine) -> None:
    learned = Registry([("person", "Siobhán O'Dunlavey", False), ("person", "Jean-Loïc Desrochettes-Vial", False)])
    for text, expected in (
        ("contact-siobhan-odunlavey", ["siobhan-odunlavey"]),
        ("siobhan.odunlavey", ["siobhan.odunlavey"]),
        ("sodunlavey", ["sodunlavey"]),
        ("row-jeanloic-desrochettesvial", ["jeanloic-desrochettesvial"]),
    ):
        assert [text[f.start : f.end] for f in learned.find(text, "path")] == expected
    assert list(learned.find("o dun lavey", "path")) == []


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("Åge Østerløkke", "/contacts/age-sterlokke", "age-sterlokke"),  # the capital letter alone
        ("Åge Østerløkke", 'id="contact-age-sterlkke"', "age-sterlkke"),
        ("Åge Østerløkke", "/contacts/sterlokke-age", "sterlokke-age"),
        ("Åge Østerløkke", "/contacts/age-sterling", None),
        ("Łukasz Wałęsa", "/people/ukasz-waesa", "ukasz-waesa"),
        ("Đan Hill", "behind an hill", None),  # ordinary words
    ],
)
def test_a_slug_that_leaves_letters_out_is_the_name(name: str, text: str, found: str | None) -> None:
    registry = Registry([("person", name, False)])
    assert [text[f.start : f.end] for f in registry.find(text, "path")] == ([found] if found else [])


def test_a_slug_keeps_all_words_of_a_name() -> None:
    assert slugged("Ada Ø") == () == slugged("Ada Brandt") == slugged("Grażyna Hernández")
    assert slugged("Søren Æbelø") == ("Sren bel", "Søren belø")


def test_a_log_in_under_the_label_of_a_person_is_known_everywhere(engine: TextEngine) -> None:
    owner = TextInput("qzyvel77", "Owner", "field")
    [found] = engine.find_many([owner])
    assert [f.kind for f in found] == [Kind.USERNAME]
    learned = Registry().learn([owner], [found])
    assert surfaces(engine, learned, "opened as qzyvel77 today") == ["qzyvel77"]


def test_a_name_that_folds_to_an_ordinary_word_is_told_by_its_spelling(engine: TextEngine) -> None:
    known = Registry.declared([DeclaredEntity("person", "Åge Kvistad")], ())
    assert surfaces(engine, known, "Åge") == ["Åge"]
    assert surfaces(engine, known, "of that Åge") == ["Åge"]
    assert surfaces(engine, known, "of that age") == surfaces(engine, known, "of that åge") == []


def test_ordinary_words_that_were_read_as_one_teach_nothing() -> None:
    item = TextInput("AprilThu", None, "line")
    found = TextFinding(0, 8, Kind.PERSON, 0.95, "names-model", Source.MODEL)
    assert not Registry().learn([item], [[found]]).entries
    assert Registry().learn([TextInput("Marit Aasen", "Owner")], [[replace(found, end=11)]]).entries


@pytest.mark.parametrize(
    ("host", "learned"),
    [("vxlq.com", True), ("mail.vxlq.co.uk", True), ("zquell.com", False)],
)
def test_few_capitals_are_a_firm_where_a_private_domain_is_called_so(host: str, learned: bool) -> None:
    text = f"VXLQ, whom we met ({host}), will join the call"
    at = text.index(host)
    own = host.removeprefix("mail.")
    found = [
        TextFinding(0, 4, Kind.COMPANY, 0.97, "names-model", Source.MODEL),
        TextFinding(at + len(host) - len(own), at + len(host), Kind.URL, 0.6, "url-domain", Source.HOST),
    ]
    companies = Registry().learn([TextInput(text)], [found]).values(Kind.COMPANY)
    assert companies == (["VXLQ"] if learned else [])


def learned_people(text: str, part: str, role: Role = "prose") -> list[str]:
    """Whom the registry learns where a names model is sure of a part of a text."""
    start = text.index(part)
    found = TextFinding(start, start + len(part), Kind.PERSON, 0.95, "names-model", Source.MODEL)
    return Registry().learn([TextInput(text, None, role)], [[found]]).people()


@pytest.mark.parametrize(
    ("name", "learned"),
    [
        ("Mme VEXLOR Delphine", True),
        ("Delphine VEXLOR", True),
        ("VEXLOR Quenby", False),  # no listed first name
        ("PDF VEXLOR Delphine", False),
        ("Delphine Vexlor III", False),
    ],
)
def test_a_surname_in_capitals_beside_a_listed_first_name_is_learned(name: str, learned: bool) -> None:
    assert learned_people(name, name) == [name][: int(learned)]


def test_a_title_proves_a_name_that_no_list_has() -> None:
    assert learned_people("Herr Vexlor hat geprüft", "Herr Vexlor", "line") == ["Herr Vexlor"]
    assert learned_people("Vexlor hat geprüft", "Vexlor", "line") == []


@pytest.mark.parametrize(
    ("shown", "log_in"),
    [
        ("vexlag@srv-web02", "vexlag"),
        ("vexl@srv-web02", "vexl"),
        ("vex@srv-web02", None),
        ("root@srv-web02", None),
        ("backup@srv-web02", None),
    ],
)
def test_who_is_at_a_machine_is_a_log_in(shown: str, log_in: str | None) -> None:
    found = TextFinding(0, len(shown), Kind.EMAIL, 0.8, "email", Source.PATTERN)
    known = Registry().learn([TextInput(shown)], [[found]])
    assert known.values(Kind.USERNAME) == ([log_in] if log_in else [])
    assert not known.values(Kind.EMAIL)


@pytest.mark.parametrize(
    ("name", "firsts", "lasts"),
    [
        ("Mme VEXLOR Delphine", ("delphine",), ("vexlor",)),
        ("LE VEX Jean", ("jean",), ("le", "vex")),
        ("JP Vexlor", ("jp",), ("vexlor",)),  # initials
        ("DELPHINE VEXLOR", ("delphine",), ("vexlor",)),
        ("Delphine VEXLOR", ("delphine",), ("vexlor",)),
        ("VEXLOR Delphine MARIE", ("vexlor", "delphine"), ("marie",)),
        ("VEXLOR delphine", ("vexlor",), ("delphine",)),
    ],
)
def test_a_surname_in_capitals_stands_first(name: str, firsts: tuple[str, ...], lasts: tuple[str, ...]) -> None:
    assert parse_person(name) == PersonName(firsts, lasts)


def test_a_sentence_is_no_address(engine: TextEngine) -> None:
    label = "Billing address"
    [street, sentence] = engine.find_many([
        TextInput("14 Vexlo Yard", label, "line"), TextInput("Thank you for your order, see below", label, "line")
    ])  # fmt: skip
    assert [f.kind for f in street] == [Kind.ADDRESS]
    assert not sentence
