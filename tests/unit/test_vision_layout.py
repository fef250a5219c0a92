"""Layout: labels, columns, lists, wrapped lines and avatars tell what a line is."""

from __future__ import annotations

import pytest

from redaction.findings import ImageFinding, Kind, TextFinding
from redaction.lexicon.labels import label_kind
from redaction.lexicon.shapes import handle_like, name_like, ordinary
from redaction.lexicon.values import plausible
from redaction.page.reading import Line, Reading
from redaction.page.rejoin import rejoined
from redaction.screens.labels.forms import field_labels
from redaction.screens.passages import inputs_for, passages
from redaction.screens.rules.initials import initials
from redaction.screens.rules.widening import widened
from tests.lines import line
from tests.pages import page, page_of


def labels_of(*lines: Line) -> dict[str, str]:
    return {lines[i].text: label for i, (label, _) in field_labels(page(lines)).items()}


def test_label_left_of_the_value() -> None:
    found = labels_of(line("Employee", 10, 10), line("Nadia Brink", 140, 10), line("Status", 10, 40))
    assert found == {"Nadia Brink": "Employee"}


def test_label_above_the_value() -> None:
    assert labels_of(line("Hiring manager", 10, 10), line("Nadia Brink", 10, 28)) == {"Nadia Brink": "Hiring manager"}


def test_something_between_label_and_value_breaks_them_apart() -> None:
    found = labels_of(line("Employee", 10, 10), line("Search here", 120, 10), line("Nadia Brink", 300, 10))
    assert "Nadia Brink" not in found


def test_column_under_its_header_and_not_the_next_column() -> None:
    cells = [line("Candidate", 10, 10), line("Stage", 200, 10)]
    for row, name in enumerate(("Nadia Brink", "Teo Varga", "Ines Okafor")):
        cells += [line(name, 10, 40 + 30 * row), line("Interview", 200, 40 + 30 * row)]
    assert labels_of(*cells) == dict.fromkeys(("Nadia Brink", "Teo Varga", "Ines Okafor"), "Candidate")


def test_a_form_of_labels_in_capitals_is_no_column() -> None:
    stated = labels_of(
        *(line(text, x, 10) for text, x in (("SALES REP", 10), ("DEPARTMENT", 200))),
        *(line(text, x, 30) for text, x in (("Nadia Brink", 10), ("Retail", 200))),
        *(line(text, 10, y) for text, y in (("OPPORTUNITY", 60), ("Spring renewal", 80), ("FS-HOUR", 130))),
    )
    assert stated == {"Nadia Brink": "SALES REP"}


def test_a_weak_header_is_put_to_the_vote() -> None:
    cells = [line("Name", 10, 10), line("Size", 200, 10), line("report.pdf", 10, 40), line("Quarter", 10, 70)]
    reading = Reading(400, 100, tuple(cells))
    assert all(p.column is not None for p in passages(page_of(reading)) if p.input.label == "Name")
    assert all(i.label != "Name" for i in inputs_for(reading))


@pytest.mark.parametrize("value", ["Add participant ...", "Search…"])
def test_placeholders_have_no_label(value: str) -> None:
    assert labels_of(line("Participants", 10, 10), line(value, 10, 28)) == {}


def test_value_after_a_colon() -> None:
    reading = Reading(400, 40, (line("Candidate: Nadia Brink", 10, 10),))
    assert ("Nadia Brink", "Candidate") in [(i.text, i.label) for i in inputs_for(reading)]


def test_wrapped_lines_are_also_read_as_one() -> None:
    reading = Reading(400, 80, (line("Please ask Nadia", 10, 10), line("Brink for the file", 10, 28)))
    joined = next(p for p in passages(page_of(reading)) if len(p.pieces) == 2)
    assert joined.input.text == "Please ask Nadia Brink for the file"
    for piece in joined.pieces:
        text = reading.lines[piece.line].text
        assert joined.input.text[piece.start : piece.end] == text[piece.offset : piece.offset + len(text)]


def test_a_line_that_wraps_onto_a_row_of_pieces_is_read_with_all_of_it() -> None:
    digits = (line("83", 20, 30, height=9), line("01", 44, 30, height=9))
    lines = (line("ask for a reference: +90 212 340", 20, 10, height=15), *digits)
    texts = {p.input.text for p in passages(page_of(Reading(400, 60, lines)))}
    assert "ask for a reference: +90 212 340 83 01" in texts


def test_an_address_broken_over_two_lines_is_joined_without_a_space() -> None:
    reading = Reading(400, 80, (line("nadia.brink@north", 10, 10), line("wind.example", 10, 28)))
    assert "nadia.brink@northwind.example" in [p.input.text for p in passages(page_of(reading))]


def test_an_address_may_break_twice_in_a_centred_card() -> None:
    lines = (line("nadia.brink@north", 10, 10), line("wind.examp", 38, 28), line("le", 70, 48, height=9))
    assert "nadia.brink@northwind.example" in [p.input.text for p in passages(page_of(Reading(400, 80, lines)))]


@pytest.mark.parametrize(
    ("above", "below"),
    [
        ("Room Vienna", "ines@northwind.example"),
        ("ines@northwind", "10:30"),
        ("ines@northwind.example", "Ověřeno"),
        ("ines@northwind.example", "Qvexlor 7,5"),
        ("El. paštas", "ines@northwind.example"),
    ],
)
def test_what_stands_above_or_below_an_address_is_no_part_of_it(above: str, below: str) -> None:
    reading = Reading(400, 80, (line(above, 10, 10), line(below, 10, 28)))
    assert not [p for p in passages(page_of(reading)) if p.input.text == above + below]


@pytest.mark.parametrize(("odds", "joins"), [(0.99, True), (1.0, False)])
def test_a_word_spelled_as_words_is_no_half_of_an_address(
    monkeypatch: pytest.MonkeyPatch, odds: float, joins: bool
) -> None:
    monkeypatch.setattr("redaction.screens.passages.as_word", lambda word: odds)
    reading = Reading(400, 80, (line("zquell", 10, 10), line("ines@northwind.example", 10, 28)))
    texts = [p.input.text for p in passages(page_of(reading))]
    assert ("zquellines@northwind.example" in texts) is joins


def _column(header: str, *values: str) -> dict[str, str]:
    cells = [line(header, 10, 10), line("Stage", 200, 10)]
    return labels_of(*cells, *(line(value, 10, 40 + 30 * row) for row, value in enumerate(values)))


def test_words_in_a_column_of_names_are_names() -> None:
    assert "Price" in _column("Surname", "Okafor", "Varga", "Price")
    assert "Jo" in _column("Assignee", "Okafor", "Varga", "Jo")
    assert "Lantern Optics" in _column("Company", "Zhvexia", "Oktavro GmbH", "Lantern Optics")
    assert "Sales" not in _column("Employee", "Nadia Brink", "Teo Varga", "Sales")
    assert not {"Price", "Field", "Page"} & set(_column("Surname", "Price", "Field", "Page"))


def test_a_header_among_headers_needs_no_vote() -> None:
    cells = [line("Company", 10, 10), line("Mobile", 200, 10), line("E-mail", 400, 10)]
    cells += [line("Lantern Optics", 10, 40 + 30 * row) for row in range(3)]
    assert labels_of(*cells)["Lantern Optics"] == "Company"
    assert "Lantern Optics" not in _column("Company", "Lantern Optics", "Marrow Foods", "Harrow Textiles")


def test_what_stands_close_beside_a_part_of_an_address_belongs_to_it() -> None:
    lines = (line("Address", 10, 10), line("Quillstrasse", 10, 30), line("3-7", 114, 30))
    texts = [(p.input.text, p.input.label) for p in passages(page_of(Reading(400, 60, lines)))]
    assert ("Quillstrasse 3-7", "Address") in texts


def test_a_number_may_stand_far_right_of_its_label_and_a_name_in_a_form() -> None:
    rows = (line("Personnel no.", 10, 10), line("0032787", 400, 10), line("Employee", 10, 160), line("Nadia", 400, 160))
    assert labels_of(*rows) == {"0032787": "Personnel number"}
    form = (*rows[:2], line("Employee", 10, 40), line("Nadia", 400, 40))
    assert labels_of(*form) == {"0032787": "Personnel number", "Nadia": "Employee"}


@pytest.mark.parametrize(
    ("label", "kind"),
    [("Emp. ID", Kind.ID), ("Cust. no.", Kind.ID), ("Born", Kind.DATE_OF_BIRTH), ("Deployed by", Kind.PERSON)],
)
def test_labels_with_abbreviations_and_deeds(label: str, kind: Kind) -> None:
    assert label_kind(label) is kind


def test_log_ins_in_a_column_of_users() -> None:
    assert set(_column("Login", "nbrink", "t_varga", "okafor72")) == {"nbrink", "t_varga", "okafor72"}
    assert _column("Login", "enabled", "disabled", "nbrink") == {}
    assert _column("Name", "nbrink", "t_varga", "okafor72") == {}


def test_words_of_one_label_that_were_read_apart_are_joined() -> None:
    apart = Reading(400, 60, (line("Personnel", 10, 10), line("no.", 90, 10), line("E4711", 200, 10)))
    assert [x.text for x in rejoined(apart).lines] == ["Personnel no.", "E4711"]
    assert ("E4711", "Personnel number") in [(i.text, i.label) for i in inputs_for(apart)]
    whole = rejoined(apart).lines[0]
    assert len(whole.edges) == len(whole.text) + 1 and whole.edges[10] == 90 and whole.box == (10, 10, 114, 24)


@pytest.mark.parametrize(
    ("text", "gap", "read"),
    [
        ("Nadia BrinkNormal", 17, "Nadia Brink Normal"),
        ("Nadia BrinkNormal", 16, "Nadia BrinkNormal"),  # less than 2.4 heights of two letters
        ("nadia brinkrnormal", 40, "nadia brinkrnormal"),
        ("NADIA BRINKNORMAL", 40, "NADIA BRINKNORMAL"),
    ],
)
def test_a_badge_behind_a_name_is_a_word_of_its_own(text: str, gap: int, read: str) -> None:
    widths = [8] * len(text)
    widths[10] = widths[11] = gap
    edges = tuple(10 + sum(widths[:i]) for i in range(len(text) + 1))
    one = Line(text, (10, 10, edges[-1], 24), edges)
    (made,) = rejoined(Reading(600, 60, (one,))).lines
    assert made.text == read and made.box == one.box and len(made.edges) == len(read) + 1
    assert list(made.edges) == sorted(made.edges)
    if read != text:
        assert (made.edges[11], made.edges[12]) == (98, 114), "the space is the gap"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("MRN 4711·08/09", "MRN 4711 · 08/09"),
        ("Vexlor· T15 ·x", "Vexlor · T15 · x"),
        ("•Vexlor", "• Vexlor"),
        ("Vexlor·", "Vexlor ·"),
        ("佐藤·Aki", "佐藤 · Aki"),
        ("Vexlor · Brink", "Vexlor · Brink"),
        ("Gal·la Vexlor", "Gal·la Vexlor"),  # Catalan
        ("巴特尔·乌兰", "巴特尔·乌兰"),  # a name
        ("••••4711", "••••4711"),  # figures that are not shown
        ("+•• •••• ••96", "+•• •••• ••96"),
    ],
)
def test_a_dot_that_parts_a_line_stands_apart(text: str, read: str) -> None:
    one = line(text, 10, 10)
    (made,) = rejoined(Reading(600, 60, (one,))).lines
    assert made.text == read and made.box == one.box and len(made.edges) == len(read) + 1
    assert list(made.edges) == sorted(made.edges) and (made.edges[0], made.edges[-1]) == (one.edges[0], one.edges[-1])
    for before, after in zip(text.replace(" ", ""), read.replace(" ", ""), strict=True):
        assert before == after
    if "· T15" in read:
        assert made.edges[read.index("T15")] == one.edges[text.index("T15")], "no letter moves"


@pytest.mark.parametrize(("lower", "joined"), [(4, True), (5, False)])
def test_words_of_two_rows_are_not_joined(lower: int, joined: bool) -> None:
    lines = (line("Changes are", 10, 10), line("Nadia Brink", 106, 10 + lower))
    assert (len(rejoined(Reading(400, 60, lines)).lines) == 1) is joined


def test_labels_values_times_and_initials_stay_apart() -> None:
    for pair in (("Assignee", "Nadia"), ("Nadia", "10:30"), ("NB", "Nadia")):
        lines = (line(pair[0], 10, 10), line(pair[1], 10 + 8 * len(pair[0]) + 10, 10))
        discs = (((6, 6, 30, 30), "NB"),) if pair[0] == "NB" else ()
        assert rejoined(Reading(400, 60, lines, discs=discs)).lines == lines


def test_the_line_beside_an_avatar_is_a_person() -> None:
    lines = (line("nadia.brink", 60, 20), line("See you at noon", 60, 40))
    reading = Reading(400, 100, lines, faces=(((10, 16, 50, 56), 0.9, "mtcnn"),))
    assert [(p.input.text, p.input.label) for p in passages(page_of(reading)) if p.input.label] == [
        ("nadia.brink", "Participant")
    ]


def test_initials_must_fit_the_name_beside_them() -> None:
    lines = (line("Nadia Brink", 60, 20),)
    fits = Reading(400, 100, lines, discs=(((10, 10, 44, 44), "NB"),))
    other = Reading(400, 100, lines, discs=(((10, 10, 44, 44), "X"),))
    assert [p.input.label for p in passages(page_of(fits))] == ["Participant"]
    assert [p.input.label for p in passages(page_of(other))] == [None]


def test_initials_beside_a_person_and_in_line_with_such() -> None:
    discs = (((10, 10, 44, 44), "NB"), ((10, 110, 44, 144), "TV"), ((300, 300, 340, 340), "Q"))
    reading = Reading(800, 600, (), discs=discs)
    person = ImageFinding((60, 20, 140, 34), Kind.PERSON, 0.9, "test", "Nadia Brink")
    assert [f.box for f in initials(page_of(reading), [person])] == [(10, 10, 44, 44), (10, 110, 44, 144)]
    assert initials(page_of(Reading(800, 600, (), discs=discs[2:])), []) == []


@pytest.mark.parametrize(("letters", "hidden"), [("iE", True), ("E", True), ("To", False), ("in", False)])
def test_letters_read_badly_in_the_corner_are_the_users(letters: str, hidden: bool) -> None:
    reading = Reading(800, 600, (), discs=(((772, 10, 792, 30), letters),))
    assert bool(initials(page_of(reading), [])) is hidden


@pytest.mark.parametrize(
    ("letters", "name", "x", "y", "hidden"),
    [
        ("NB", "Nadia Brink", 160, 20, True),
        ("N0", "Nadia Økland", 160, 20, True),  # as it is read
        ("NB", "Nadia Maria Brink", 160, 20, True),
        ("NMB", "Nadia Maria Brink", 160, 20, True),
        ("NB", "Nadia Brink", 182, 20, True),
        ("NB", "Nadia Brink", 183, 20, False),  # more than three heights away
        ("NB", "Nadia Brink", 160, 40, False),
        ("nb", "Nadia Brink", 160, 20, False),
        ("NX", "Nadia Brink", 160, 20, False),
        ("OK", "Ola Karlsen", 160, 20, False),  # a word
        ("50", "Søren Østerløkke", 160, 20, True),
        ("50", "Nadia Brink", 160, 20, False),
        ("N", "Nadia", 160, 20, False),
    ],
)
def test_initials_whose_disc_is_not_seen_belong_to_the_name_beside_them(
    letters: str, name: str, x: int, y: int, hidden: bool
) -> None:
    reading = Reading(800, 600, (line(letters, x, y),))
    person = ImageFinding((60, 20, 140, 34), Kind.PERSON, 0.9, "test", name)
    assert [f.value for f in initials(page_of(reading), [person])] == [letters] * hidden


@pytest.mark.parametrize("glyph", ["V", "X", "x"])
def test_arrows_and_crosses_of_buttons_are_initials_of_whom_they_begin_alone(glyph: str) -> None:
    beside = Reading(800, 600, (), discs=(((30, 10, 54, 34), glyph),))
    corner = Reading(800, 600, (), discs=(((772, 10, 796, 34), glyph),))
    others = Reading(800, 600, (), discs=(((30, 10, 54, 34), "NB"), ((30, 110, 54, 134), glyph)))

    def people(name: str) -> list[ImageFinding]:
        return [ImageFinding((60, 16, 140, 30), Kind.PERSON, 0.9, "test", name)]

    assert initials(page_of(beside), people("Nadia Brink")) == []
    assert initials(page_of(corner), []) == []
    assert [f.value for f in initials(page_of(beside), people(f"{glyph.upper()}adia Brink"))] == [glyph]
    assert [f.value for f in initials(page_of(others), people("Nadia Brink"))] == ["NB", glyph]


@pytest.mark.parametrize(("chinese", "hidden"), [(1, True), (0, False)])
def test_an_ideograph_on_a_disc_is_an_icon_where_one_line_in_ten_is_not_of_such(chinese: int, hidden: bool) -> None:
    lines = [line("新的订单", 300, 400)] * chinese + [line("Order 4711", 300, 20 + 30 * i) for i in range(9)]
    person = ImageFinding((60, 16, 140, 30), Kind.PERSON, 0.9, "test", "Nadia Brink")
    reading = Reading(800, 600, tuple(lines), discs=(((30, 10, 54, 34), "品"),))
    assert bool(initials(page_of(reading), [person])) is hidden
    once_more = Reading(800, 600, (*lines, line("Order 4712", 300, 500)), discs=reading.discs)
    assert initials(page_of(once_more), [person]) == []


def test_two_capitals_on_a_disc_are_initials_whoever_is_near() -> None:
    for letters, hidden in (("NB", True), ("OK", False), ("Q", False), ("PDF", False), ("EU", False), ("nb", False)):
        reading = Reading(800, 600, (), discs=(((10, 300, 44, 334), letters),))
        assert bool(initials(page_of(reading), [])) is hidden


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("Dr. Nadia Brink", "Dr. Nadia Brink"),
        ("ask Miss Nadia Brink", "Miss Nadia Brink"),
        ("by @Nadia today", "@Nadia"),
        ("by n_Nadia today", "n_Nadia"),
        ("Nadia Admin - 2 hours ago", "Nadia Admin"),
        ("Nadia Brink III", "Nadia Brink III"),
        ("Nadia wrote this", "Nadia"),
        ("Notify: Nadia Brink Okaforhång, today", "Nadia Brink Okaforhång"),
        ("Zdzislava Nadia Brink", "Zdzislava Nadia Brink"),
        ("Nadia Brink Salesforce", "Nadia Brink"),
        ("Inbox Nadia Brink", "Nadia Brink"),
    ],
)
def test_titles_and_suffixes_belong_to_the_name(text: str, hidden: str) -> None:
    start = text.index("Nadia")
    end = start + len("Nadia Brink" if "Brink" in text else "Nadia")
    a, b, _ = widened(text, start, end, TextFinding(start, end, Kind.PERSON, 0.9, "test"))
    assert text[a:b] == hidden


def test_a_telephone_number_may_be_a_log_in() -> None:
    assert plausible("Owner", "Grace", near=False) and not plausible("Owner", "April", near=False)
    assert plausible("Phone", "020 7946 0991", near=False)
    assert not any(plausible("Phone", date, near=True) for date in ("2025-06-30", "30.6.2025", "6/30/2025"))
    assert plausible("Username", "46700123456", near=False) and not plausible("Username", "Settings", near=False)


def test_a_small_l_may_be_a_capital_i() -> None:
    assert name_like("lngrid Brink") and not name_like("later on") and not name_like("TRV-EU")


def test_words_that_decide() -> None:
    assert label_kind("Candidate ▲") is Kind.PERSON and label_kind("Reset filters") is None
    assert name_like("Nadia de la Cruz") and not name_like("Invoice 1204") and not name_like("send it")
    assert handle_like("nadia.brink") and handle_like("@nadia") and not handle_like("nadia brink")
    assert ordinary("Send Message") and not ordinary("Nadia Brink")
    assert plausible("Vendor", "Northern Light", near=True) and not plausible("Company", "Resume", near=False)


def test_a_heading_further_below_and_further_in_is_no_cell() -> None:
    lines = [line("Home address", 20, 10), line("Country", 300, 10), line("Via Cossiga, 0", 20, 30)]
    assert "Machinery" not in labels_of(*lines, line("Machinery", 44, 84))
    assert "Machinery" not in labels_of(*lines, line("Machinery", 20, 60, height=28))
    assert labels_of(*lines, line("9 Ulm Road", 44, 50)).get("9 Ulm Road") == "Home address"
    assert labels_of(*lines, line("28072 Briona", 20, 84)).get("28072 Briona") == "Home address"


def test_tabs_are_no_address() -> None:
    tabs = ["Address", "Human Resources", "Payroll", "Access", "Communication", "System Information"]
    stated = labels_of(*(line(text, 20 + 180 * i, 10) for i, text in enumerate(tabs)))
    assert "Human Resources" not in stated
    assert labels_of(line("Address", 20, 10), line("Spring Valley", 120, 10)) == {"Spring Valley": "Address"}


@pytest.mark.parametrize(("names", "heads_row"), [(("Nadia Brink", "Ines Okafor"), True), (("Nadia Brink",), False)])
def test_a_label_with_names_on_its_right_heads_a_row_and_no_column(names: tuple[str, ...], heads_row: bool) -> None:
    head = line("Requested by", 10, 10)
    # too far away to answer the label by itself
    row = [line(name, 600 + 150 * i, 10) for i, name in enumerate((*names, "Ward")[:2])]
    below = [line(text, 10, 40 + 30 * i) for i, text in enumerate(("Zhvexium", "Brivoxide", "Urea"))]
    stated = labels_of(head, *row, *below)
    assert ("Brivoxide" not in stated) is heads_row


def test_tabs_beside_a_word_for_several_or_for_things_are_no_people() -> None:
    tabs = ["Home", "Insert", "References", "Mailings", "Review", "View"]
    assert labels_of(*(line(text, 20 + 110 * i, 10) for i, text in enumerate(tabs))) == {}
    assert labels_of(line("References", 20, 10), line("Zhvexia Brink", 140, 10)) == {"Zhvexia Brink": "References"}


def test_files_of_ordinary_words_are_no_company() -> None:
    assert not plausible("Vendor", "contacts.ods", near=True)
    assert plausible("Vendor", "Kestrel.pdf", near=True)
    assert plausible("Vendor", "booking.com", near=True)


@pytest.mark.parametrize(
    ("row", "ends"),
    [
        (("Função (CBO)", "Departamento", "Admissão"), True),
        (("Função (CBO)", "Departamento"), False),  # two words are no row of headers
        (("Função (CBO)", "departamento", "Admissão"), False),  # headers have capitals
        (("Função (CBO)", "Departamento", "Turno 2"), False),  # and no digits
    ],
)
def test_a_column_of_numbers_ends_where_a_row_of_headers_begins(row: tuple[str, ...], ends: bool) -> None:
    lefts = (10, 200, 400)
    rows = (("Employee no.", "Employee", "Hours"), ("000900", "Nadia Brink", "220"), row, ("0101", "Salary", "913"))
    lines = [
        line(text, x, 10 + 24 * at) for at, texts in enumerate(rows) for x, text in zip(lefts, texts, strict=False)
    ]
    found = labels_of(*lines)
    assert found["000900"] == "Employee number"
    assert ("0101" not in found) is ends


def test_a_day_of_birth_above_a_table_heads_no_column_of_it() -> None:
    lefts = (10, 200, 400)
    rows = (
        ("Date of birth", "Phone", "City"),
        ("24/12/1952", "020 7946 0018", "Leeds"),
        ("F. valor", "Concept", "Sum"),
    )
    rows += (("28/03/2025", "Recibo", "40"), ("27/03/2025", "Nomina", "90"))
    cells = [(text, x, 10 + 24 * at) for at, row in enumerate(rows) for x, text in zip(lefts, row, strict=False)]
    found = labels_of(*(line(*cell) for cell in cells))
    assert found["24/12/1952"] == "Date of birth"
    assert "28/03/2025" not in found and "27/03/2025" not in found


def test_an_empty_cell_ends_no_column_of_days_of_birth() -> None:
    texts = ("Date of birth", "24/12/1952", "n/a", "03/04/1961")
    found = labels_of(*(line(text, 10, 10 + 24 * at) for at, text in enumerate(texts)), line("Name", 200, 10))
    assert found["24/12/1952"] == found["03/04/1961"] == "Date of birth"
