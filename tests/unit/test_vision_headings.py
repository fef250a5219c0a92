"""What a label is on its page: header, form label, or somebody's position; and columns that go on."""

from __future__ import annotations

from redaction.findings import ImageFinding, Kind
from redaction.lexicon.labels import label_spec
from redaction.lexicon.values import plausible
from redaction.page.reading import NOT_READ, Line, Reading
from redaction.screens.labels.forms import field_labels
from redaction.screens.rules.unread_cells import unread_cells
from tests.lines import line
from tests.pages import page, page_of


def labels_of(*lines: Line) -> dict[str, str]:
    return {lines[i].text: label for i, (label, _) in field_labels(page(lines)).items()}


def grid(*rows: tuple[str, ...], pitch: int = 30) -> list[Line]:
    return [
        line(text, 10 + 200 * k, 10 + pitch * row) for row, cells in enumerate(rows) for k, text in enumerate(cells)
    ]


def test_labels_below_each_other_are_a_form_and_not_headers() -> None:
    told = labels_of(
        *grid(("Requested by", "Ingvild Hald"), ("Buyer", "Teo Varga"), ("Kostnad", "Facilities"), ("Incoterms", "DAP"))
    )
    assert told == {"Ingvild Hald": "Requested by", "Teo Varga": "Buyer"}


def test_a_table_stays_a_table() -> None:
    rows = (("Mitarbeiter", "Abteilung"), ("Nadia Okafor", "Einkauf"), ("Teo Varga", "Vertrieb"))
    assert labels_of(*grid(*rows)) == {"Nadia Okafor": "Mitarbeiter", "Teo Varga": "Mitarbeiter"}


def test_a_label_with_its_value_on_its_right_says_nothing_of_what_stands_below() -> None:
    form = grid(("Tenant", "Nadia Okafor"), ("Afrekening", "2 weeks"))
    assert labels_of(*form) == {"Nadia Okafor": "Tenant"}
    table = labels_of(*grid(("Tenant", "Afrekening"), ("Nadia Okafor", "2 weeks")))
    assert table["Nadia Okafor"] == "Tenant", "what stands below is a name, too"
    japanese = grid(("担当者", "佐藤健"), ("部署名", "営業部"))
    assert labels_of(*japanese) == {"佐藤健": "担当者"}
    short = grid(("Tenant", "Zqu"), ("Afrekening", "2 weeks"))
    assert "Afrekening" in labels_of(*short), "three letters are no name that answers"
    assert "Afrekening" not in labels_of(*grid(("Tenant", "Zquo"), ("Afrekening", "2 weeks")))
    ends = 10 + 8 * len("Tenant")
    for gap, below in ((18 * 14, {}), (18 * 14 + 1, {"Afrekening": "Tenant"})):
        row = [line("Tenant", 10, 10), line("Nadia Okafor", ends + gap, 10), line("Afrekening", 10, 30)]
        told = labels_of(*row)
        assert {text: label for text, label in told.items() if text == "Afrekening"} == below, gap


def test_an_amount_is_no_number_of_anybody() -> None:
    for amount in ("659,61", "1 234,50", "7 853,09 zł", "€ 43.08", "NT$ 4607", "12 %"):
        assert not plausible("Customer no.", amount, near=True), amount
    for number in ("65961", "659-61", "1234,567", "A 659,61"):
        assert plausible("Customer no.", number, near=True), number


def test_the_label_on_its_left_names_a_day_and_no_other() -> None:
    number = [line("DOB", 10, 10), line("09.05.1997", 10, 27), line("Sex", 200, 10), line("F", 200, 27)]
    assert labels_of(*number) == {"09.05.1997": "DOB"}


def test_a_position_is_no_label() -> None:
    card = (line("Nadia Okafor", 10, 10), line("Nurse", 10, 26), line("Prague", 10, 42))
    assert labels_of(*card) == {}
    staff = grid(("Name", "Role"), ("Nadia Okafor", "Driver"), ("Teo Varga", "Fleet"))
    assert "Fleet" not in labels_of(*staff)


def test_a_header_is_not_the_value_of_the_header_before_it() -> None:
    heads = ("Consignee", "Drop-off", "Driver", "Phone")
    told = labels_of(*grid(heads, ("Zhvexia Foods", "Quillgasse 12, 1090 Zvolnik", "Teo Varga", "555 010 1234")))
    assert not set(heads) & set(told) and told["Quillgasse 12, 1090 Zvolnik"] == "Drop-off"


def test_a_label_with_its_number_is_no_label_for_others() -> None:
    assert label_spec("MRN") is not None and label_spec("MRN 11920911") is None
    assert label_spec("Address line 2") is not None and label_spec("user.login") is None


def test_a_time_is_no_number_of_anybody() -> None:
    assert plausible("Patient no.", "2049916", near=True)
    assert not plausible("Patient no.", "14:00", near=True) and not plausible("Patient no.", "Home 14:00", near=True)


def test_a_short_cell_that_cannot_be_read_among_names_is_one() -> None:
    names = ("Nadia Brink", "Teo Varga", "Ines Okafor", "Jun Sato")
    lines = (*(line(name, 10, 10 + 30 * k) for k, name in enumerate(names)), line(NOT_READ, 10, 130))
    found = [ImageFinding(x.box, Kind.PERSON, 0.9, "lists", x.text) for x in lines[:4]]
    reading = Reading(400, 200, lines)
    assert [f.box for f in unread_cells(page_of(reading), found)] == [lines[4].box]
    assert unread_cells(page_of(reading), found[:3]) == []
    aside = Reading(400, 200, (*lines[:4], line(NOT_READ, 200, 130)))
    assert unread_cells(page_of(aside), found) == []


def test_a_column_of_companies_that_is_settled_takes_single_words_with_it() -> None:
    head = ("Name", "Company", "E-mail", "Phone")
    rest = ("Ada Brandt", "a@x.example", "020 7946 0101")

    def cells(*companies: str) -> list[str]:
        rows = [(rest[0], company, rest[1], rest[2]) for company in companies]
        told = labels_of(*grid(head, *rows))
        return sorted({company for company in companies if told.get(company) == "Company"})

    assert cells("Harvest", "Zentrix Ltd", "Brightmoor GmbH") == ["Brightmoor GmbH", "Harvest", "Zentrix Ltd"]
    assert cells("Harvest", "Meridian", "Zentrix Ltd", "Brightmoor GmbH") == [
        "Brightmoor GmbH",
        "Harvest",
        "Meridian",
        "Zentrix Ltd",
    ]
    # fewer than half, or fewer than two, tell nothing about single words; abbreviations and numbers are none
    assert cells("Harvest", "Meridian", "Anchor", "Zentrix Ltd", "Brightmoor GmbH") == [
        "Brightmoor GmbH",
        "Zentrix Ltd",
    ]
    assert cells("Harvest", "Zentrix Ltd") == ["Zentrix Ltd"]
    assert cells("Own", "harvest", "Zentrix Ltd", "Brightmoor GmbH", "Quillon AG") == [
        "Brightmoor GmbH",
        "Quillon AG",
        "Zentrix Ltd",
    ]
