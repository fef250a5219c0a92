"""What the names model is believed on a screen, which web addresses go whole, and what happens to unread lines."""

from __future__ import annotations

import pytest

from redaction.findings import ImageFinding, Kind, Source, TextFinding
from redaction.lexicon.languages import ENGLISH
from redaction.page.passage import joined, part
from redaction.page.reading import NOT_READ, Line, Reading
from redaction.policy import VisionPolicy
from redaction.screens.engine import ScreenEngine
from redaction.screens.ocr.unreadable import surely_read, unreadable
from redaction.screens.rules import vetoes
from redaction.screens.rules.links import links
from redaction.screens.rules.pieces import own_pieces
from redaction.text.inputs import TextInput
from redaction.text.known.registry import Registry
from tests.lines import line
from tests.pages import page_of


def believed(text: str, piece: str, score: float, label: str | None = None) -> bool:
    reading = Reading(800, 40, (line(text),))
    start = text.index(piece)
    finding = TextFinding(start, start + len(piece), Kind.PERSON, score, "names-model", Source.MODEL)
    return vetoes.believed(page_of(reading), part(reading.lines, 0, 0, len(text), label), finding)


@pytest.mark.parametrize(
    ("text", "piece", "score", "expected"),
    [
        ("Call Nadia today", "Nadia", 0.5, True),
        ("Call Zhvexia today", "Zhvexia", 0.95, True),
        ("Call Zhvexia today", "Zhvexia", 0.7, False),
        ("Ask McVexxor", "McVexxor", 0.99, True),
        ("Save Changes", "Save Changes", 0.99, False),
    ],
)
def test_unlisted_names_need_a_sure_model(text: str, piece: str, score: float, expected: bool) -> None:
    assert believed(text, piece, score) is expected


@pytest.mark.parametrize(
    ("text", "piece", "expected"),
    [
        ("Open the Field Stone", "Field Stone", False),
        ("PATIENT", "PATIENT", False),
    ],
)
def test_ordinary_words_are_nobody(text: str, piece: str, expected: bool) -> None:
    assert believed(text, piece, 0.99) is expected


@pytest.mark.parametrize(
    ("piece", "expected"), [("Leeds", False), ("New York", False), ("Quay 4, Leeds", True), ("Rue de la Paix", True)]
)
def test_a_town_alone_is_nobodys_address(piece: str, expected: bool) -> None:
    reading = Reading(800, 40, (line(piece),))
    finding = TextFinding(0, len(piece), Kind.ADDRESS, 0.99, "names-model", Source.MODEL)
    assert vetoes.believed(page_of(reading), part(reading.lines, 0, 0, len(piece), None), finding) is expected


@pytest.mark.parametrize(
    ("piece", "expected"),
    [("Field Stone Ltd.", True), ("Field Stone", False), ("Stone Ltd.", False), ("Open Field Company", False)],
)
def test_ordinary_words_with_a_legal_form_are_a_firm(piece: str, expected: bool) -> None:
    reading = Reading(800, 40, (line(piece),))
    finding = TextFinding(0, len(piece), Kind.COMPANY, 0.99, "names-model", Source.MODEL)
    assert vetoes.believed(page_of(reading), part(reading.lines, 0, 0, len(piece), None), finding) is expected


@pytest.mark.parametrize(("above", "kept"), [("Ioana Vexlescu-", 2), ("Ioana Vexlescu", 1)])
def test_what_a_hyphen_hangs_on_a_name_is_part_of_it_in_capitals_too(above: str, kept: int) -> None:
    lines = (line(above, 10, 10), line("Termin", 10, 28))
    passage = joined(lines, [(0, 0), (1, 0)], None, " ")
    finding = TextFinding(0, len(passage.input.text), Kind.PERSON, 0.99, "names-model", Source.MODEL)
    assert len(own_pieces(passage, finding, ENGLISH)) == kept


@pytest.mark.parametrize(
    ("left", "right", "kept"),
    [
        ("16,763.25", "085 555 6747", ["085 555 6747"]),  # the amount of the cell beside it
        ("Workshop", "W0417", ["W0417"]),
        ("NF", "4711", ["NF", "4711"]),  # a plate that was read in two
        ("085", "555 6747", ["085", "555 6747"]),
    ],
)
def test_a_number_takes_no_amount_and_no_word_of_the_cell_beside_it(left: str, right: str, kept: list[str]) -> None:
    lines = (line(left, 10, 10), line(right, 10 + 8 * len(left) + 8, 10))
    passage = joined(lines, [(0, 0), (1, 0)], None, " ")
    finding = TextFinding(0, len(passage.input.text), Kind.ID, 0.9, "label", Source.LABEL)
    pieces = own_pieces(passage, finding, ENGLISH)
    assert [passage.input.text[piece.start : piece.end] for piece in pieces] == kept


def test_a_label_is_believed_in_any_case() -> None:
    assert believed("Zhvexia", "Zhvexia", 0.5, "Candidate")


def test_what_the_registry_knows_is_hidden_though_the_model_was_surer() -> None:
    reading = Reading(800, 40, (line("zhvexia: I am good."),))
    engine = ScreenEngine.__new__(ScreenEngine)
    engine.policy, engine.text = VisionPolicy(), _Sure()  # type: ignore[assignment]
    assert engine.find(reading) == []
    known = Registry([(Kind.PERSON.value, "Zhvexia", False)])
    assert [f.value for f in engine.find(reading, known)] == ["zhvexia"]


def test_the_time_of_day_is_nobodys_initials_whatever_the_registry_knows() -> None:
    reading = Reading(800, 40, (line("AM"),))
    engine = ScreenEngine.__new__(ScreenEngine)
    engine.policy, engine.text = VisionPolicy(), _Initials()  # type: ignore[assignment]
    assert engine.find(reading, Registry([(Kind.PERSON.value, "Alva Merrow", False)])) == []


def test_a_company_that_the_registry_knows_is_hidden_though_the_model_takes_it_for_a_town() -> None:
    reading = Reading(800, 40, (line("Marrowgate: invoices"),))
    engine = ScreenEngine.__new__(ScreenEngine)
    engine.policy, engine.text = VisionPolicy(), _Sure(Kind.ADDRESS)  # type: ignore[assignment]
    assert engine.find(reading) == []
    known = Registry([(Kind.COMPANY.value, "Marrowgate Freight Ltd", False)])
    assert [(f.kind, f.value) for f in engine.find(reading, known)] == [(Kind.COMPANY, "Marrowgate")]


class _Initials:
    """A text engine that finds initials at the end of every text."""

    def chances(self, text: str) -> list[object]:
        return []

    def find_many(self, inputs: list[TextInput], registry: object) -> list[list[TextFinding]]:
        return [
            [TextFinding(len(i.text) - 2, len(i.text), Kind.PERSON, 0.8, "registry-initials", Source.INITIALS)]
            for i in inputs
        ]


class _Sure:
    """A text engine whose names model is sure of the first word of every text."""

    def chances(self, text: str) -> list[object]:
        return []

    def __init__(self, kind: Kind = Kind.PERSON) -> None:
        self.kind = kind

    def find_many(self, inputs: list[TextInput], registry: object) -> list[list[TextFinding]]:
        return [[TextFinding(0, i.text.index(":"), self.kind, 0.95, "names-model", Source.MODEL)] for i in inputs]


def test_what_only_the_model_says_of_a_line_does_not_spread() -> None:
    def learnt(item: TextInput) -> int:
        found = [TextFinding(0, len(item.text), Kind.PERSON, 0.99, "names-model", Source.MODEL)]
        return len(Registry().learn([item], [found]))

    assert learnt(TextInput("Zhvexia", None, "line")) == 0
    assert learnt(TextInput("Zhvexia", "Candidate", "line")) == 1
    assert learnt(TextInput("Zhvexia", None, "prose")) == 1
    assert learnt(TextInput("Nadia Zhvexia", None, "line")) == 1


def test_a_label_that_agrees_with_the_model_spreads_even_ordinary_words() -> None:
    found = [TextFinding(0, 9, Kind.PERSON, 0.99, "names-model", Source.MODEL)]
    known = Registry().learn([TextInput("Mark Lamp", "Full name", "line")], [found])
    assert [(f.start, f.end) for f in known.find("User - Lamp Mark - ID 7", "line")] == [(7, 16)]
    assert len(Registry().learn([TextInput("Mark Lamp", None, "line")], [found])) == 0


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("see https://crm.localhost/index.php?id=4", ["https://crm.localhost/index.php?id=4"]),
        ("see https://tinyurl.com/x4kq9.", ["https://tinyurl.com/x4kq9"]),
        ("see https://www.wikipedia.org/wiki/Ink", []),
        ("see http://10.0.0.4/a", []),
        ("no address here", []),
    ],
)
def test_addresses_that_go_whole(text: str, hidden: list[str]) -> None:
    assert [text[f.start : f.end] for f in links(text, [])] == hidden


def test_an_address_whose_domain_is_found_goes_whole() -> None:
    text = "(https://northwind-labs.com/jobs/12)"
    domain = TextFinding(9, 27, Kind.URL, 0.6, "url-domain", Source.HOST)
    assert [text[f.start : f.end] for f in links(text, [domain])] == ["https://northwind-labs.com/jobs/12"]


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("in https://quillbrook.sharepoint.com/:x:/g/a...", ["https://quillbrook.sharepoint.com/:x:/g/a"]),
        ("0https://quillbrook.okta.com/admin?q=1", ["https://quillbrook.okta.com/admin?q=1"]),  # a lock is read as 0
        ("quillbrook.okta.com/admin/users?q=d", ["quillbrook.okta.com/admin/users?q=d"]),
        ("quillbrook.okta.com", []),  # the tenant's name is hidden, nothing else is told
        ("jo@quillbrook.okta.com/a", []),
    ],
)
def test_an_address_that_names_its_tenant_goes_whole(text: str, hidden: list[str]) -> None:
    start = text.index("quillbrook")
    tenant = TextFinding(start, start + len("quillbrook"), Kind.URL, 0.9, "url-tenant", Source.HOST)
    assert [text[f.start : f.end] for f in links(text, [tenant])] == hidden


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("Join: meet.northwind-labs.com/acb-wsnw-htb", "meet.northwind-labs.com/acb-wsnw-htb"),
        ("sso.northwind-labs.com", "sso.northwind-labs.com"),
        ("ada@mail.northwind-labs.com", ""),
        ("northwind-labs.com/jobs", "northwind-labs.com/jobs"),
        ("northwind-labs.com", ""),
    ],
)
def test_an_address_without_its_protocol_goes_whole_with_the_owner_in_it(text: str, hidden: str) -> None:
    start = text.index("northwind-labs.com")
    domain = TextFinding(start, start + 18, Kind.URL, 0.6, "url-domain", Source.HOST)
    assert [text[f.start : f.end] for f in links(text, [domain])] == ([hidden] if hidden else [])


@pytest.mark.parametrize(
    ("item", "hidden"),
    [
        (line("— □ x", step=25, score=0.9), False),
        (line("←Qr", step=40, score=0.9), False),
        (line("←Qrs", step=40, score=0.9), True),  # three letters may be what was read of a name
        (line("← → Q", step=25, score=0.7), True),
        (line("+ 7 Q", step=25, score=0.9), True),
        (Line(NOT_READ, (10, 10, 130, 24), (10, 130), 0.0), True),
        (line("17 |D 901'", score=0.57), True),
        (line("ab", step=60, score=0.9), True),
        (line(".   12,  40277", step=15, height=11, score=0.97), True),
        (line("- ndidt - Grnhs", step=17, height=12, score=0.85), True),
        (line("1 2 3 4 5", step=15, height=11, score=0.97), False),
        (line("Save changes"), False),
        (line("...", step=5, height=4, score=0.4), False),
        (line("ok", step=9, score=0.5), False),
    ],
)
def test_lines_that_cannot_be_read_are_hidden(item: Line, hidden: bool) -> None:
    found = unreadable(Reading(400, 60, (item,)), [])
    assert [(f.detector, f.value) for f in found] == ([("unreadable", "")] if hidden else [])


def spaced(text: str, widths: dict[int, int]) -> Line:
    """A line 10 px high whose characters are 6 px wide, those at the given places wider."""
    edges = [10]
    for at in range(len(text)):
        edges.append(edges[-1] + widths.get(at, 6))
    return Line(text, (10, 10, edges[-1], 20), tuple(edges), 0.97)


@pytest.mark.parametrize(
    ("item", "hidden"),
    [
        (spaced("Brink Trading In., . o Ra 13,  0100.", {19: 42, 21: 24, 29: 26}), (15, 36)),
        (spaced("<nadia@example.org>", {0: 40}), (0, 1)),
        (spaced("by Okafor", {5: 40}), (0, 9)),
        (spaced("y <nadia@example.org>", {0: 60, 1: 12}), (0, 1)),
        (spaced("Nadia <nadia@example.org>", {}), None),
        (spaced("Home /Accounts /Users", {4: 25, 14: 25}), None),
        (spaced("Sales and more", {0: 40}), None),
        (spaced("Sales and more >", {15: 40}), None),
        (spaced("- Cndidat - Grnhose", {0: 90}), (0, 1)),
        (spaced("- first of a list", {0: 24}), None),
    ],
)
def test_the_part_of_a_line_that_cannot_be_read_is_hidden(item: Line, hidden: tuple[int, int] | None) -> None:
    found = unreadable(Reading(600, 60, (item,)), [])
    if hidden is None:
        assert found == []
    else:
        [finding] = found
        assert finding.box[0] <= item.edges[hidden[0]] and finding.box[2] >= item.edges[hidden[1]]
        assert hidden[0] == 0 or finding.box[0] > item.edges[hidden[0] - 2]


@pytest.mark.parametrize(
    ("text", "x", "hidden"),
    [("Ś", 392, True), ("Brin", 368, True), ("inka", 0, True), ("Sale", 368, False), ("Ś", 300, False)],
)
def test_the_stump_of_a_word_at_the_edge_is_hidden(text: str, x: int, hidden: bool) -> None:
    edges = tuple(x + 8 * i for i in range(len(text) + 1))
    item = Line(text, (x, 10, edges[-1], 24), edges, 0.99)
    assert bool(unreadable(Reading(400, 60, (item,)), [])) == hidden


def test_a_word_of_another_script_in_a_line_that_can_be_read_is_hidden() -> None:
    text = "to Po today"
    edges = (10, 18, 26, 34, 90, 150, 158, 166, 174, 182, 190, 198)
    found = unreadable(Reading(400, 60, (Line(text, (10, 10, 198, 24), edges, 0.92),)), [])
    assert [f.detector for f in found] == ["unreadable"]
    assert found[0].box[0] <= 34 and 150 <= found[0].box[2] < 175


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("9 AM", False),
        ("10:30 PM", False),
        ("13 PM", True),
        ("9 Am", True),
        ("9 AB", True),
        ("Ada AM", True),
    ],
)
def test_an_hour_beside_the_line_of_a_calendar_is_read(text: str, hidden: bool) -> None:
    """The line is taken for the end of the last letter."""
    item = spaced(text, {len(text) - 1: 30})
    assert bool(unreadable(Reading(400, 60, (item,)), [])) == hidden


def test_what_sticks_out_of_a_picture_is_hidden_too() -> None:
    item = Line(NOT_READ, (10, 10, 130, 24), (10, 130), 0.0)
    photo = ImageFinding((20, 0, 200, 100), Kind.FACE, 0.9, "mtcnn")
    assert len(unreadable(Reading(400, 160, (item,)), [photo])) == 1


def test_an_unread_line_that_is_hidden_already_is_not_told_twice() -> None:
    item = Line(NOT_READ, (10, 10, 130, 24), (10, 130), 0.0)
    photo = ImageFinding((0, 0, 200, 100), Kind.FACE, 0.9, "mtcnn")
    assert unreadable(Reading(400, 160, (item,)), [photo]) == []


@pytest.mark.parametrize(
    ("text", "piece", "expected"),
    [
        ("Firma", "Firma", False),
        ("Firma Vexlor", "Firma", True),
        ("Vexlor", "Vexlor", True),
        ("Firma:", "Firma", False),
    ],
)
def test_what_was_learned_is_a_label_where_it_is_a_whole_line(text: str, piece: str, expected: bool) -> None:
    lines = (line(text),)
    found = TextFinding(0, len(piece), Kind.COMPANY, 0.8, "registry", Source.REGISTRY)
    assert vetoes.believed(page_of(Reading(800, 40, lines)), part(lines, 0, 0, len(text), None), found) is expected


@pytest.mark.parametrize(("long", "read"), [(30, True), (31, False)])
def test_a_line_cut_so_low_that_two_signs_of_it_were_read_is_not_read(long: int, read: bool) -> None:
    item = Line("54", (10, 50, 10 + long, 56), (10, 20, 10 + long), 1.0)
    assert bool(surely_read(Reading(400, 56, (item,)), [])) is read


@pytest.mark.parametrize(("high", "read"), [(8, False), (9, True)])
def test_a_row_of_icons_as_high_as_a_line_is_read(high: int, read: bool) -> None:
    item = Line("→ ☆", (10, 50, 90, 50 + high), (10, 30, 60, 90), 1.0)
    assert bool(surely_read(Reading(400, 60, (item,)), [])) is read
