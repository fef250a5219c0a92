"""The names model: offsets, independence of texts, robustness, and a handful of sentences written for this test."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

import pytest

from redaction.errors import EngineUnavailable
from redaction.findings import Kind
from redaction.text import model as runtime
from redaction.text.model import LINE_MOST, MAX_PIECES, THRESHOLD, NamesModel, load_tokenizer, shape_ids, words_of

DATA = runtime.DATA


@pytest.fixture(scope="module")
def names() -> NamesModel:
    return NamesModel()


def covered(names: NamesModel, text: str, value: str) -> bool:
    """Whether every letter of `value` lies under some finding."""
    start = text.index(value)
    under = {i for f in names.predict([text])[0] for i in range(f.start, f.end)}
    return all(i in under for i in range(start, start + len(value)) if text[i].isalpha())


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Please ask Ngozi Okonkwo to review the invoice.", "Ngozi Okonkwo"),
        ("Candidate: Wójcik, Małgorzata", "Wójcik, Małgorzata"),
        ("Hi Priya,\nthe report is attached.\nBest regards,\nThomas", "Priya"),
        ("Hi Priya,\nthe report is attached.\nBest regards,\nThomas", "Thomas"),
        ("Meeting with Nguyễn Thị Hương at 10:30", "Nguyễn Thị Hương"),
        ("Owner: Yamamoto Haruki", "Yamamoto Haruki"),
        ("The applicant, Mr Mehmet Yıldırım, was born in 1961.", "Mehmet Yıldırım"),
        ("Spoke to Fatima Al-Harbi about the refund", "Fatima Al-Harbi"),
        ("thanks, sergei will update the ticket", "sergei"),
        ("José Ñúñez Ortega - Candidate profile - Workday", "José Ñúñez Ortega"),
        ("Shared with Kwame and Abena", "Abena"),
        ("LINDQVIST, ASTRID", "LINDQVIST, ASTRID"),
        ("From:Seung-hyun Kang <s.kang@example.com>", "Seung-hyun Kang"),
        ("(Dimitrios Papadakis)", "Dimitrios Papadakis"),
        ("Siobhán O'Rourke's calendar", "Siobhán O'Rourke"),
        ("Отчёт подготовила Ольга Морозова.", "Ольга Морозова"),
        ("担当：佐藤 美咲", "佐藤 美咲"),
        ("Assigned to TobiasLindgren yesterday", "TobiasLindgren"),
        ("Kim Abernathy 2h ago", "Kim Abernathy"),
        ("Вчера Ольга Морозова сообщила, что поставка задерживается.", "Ольга Морозова"),
        ("ping priya or tomasz about the report", "tomasz"),
        ("MARGARET OSEI\nTOBIAS LINDGREN", "TOBIAS LINDGREN"),
    ],
)
def test_people_of_many_cultures_are_found(names: NamesModel, text: str, value: str) -> None:
    assert covered(names, text, value)


@pytest.mark.parametrize(
    ("text", "value", "kind"),
    [
        ("Vendor: Brightwater Logistics GmbH", "Brightwater Logistics GmbH", Kind.COMPANY),
        ("Ship to: 48 Harbour Street, Millbrook", "48 Harbour Street, Millbrook", Kind.ADDRESS),
        ("She works for Paper Lantern in Leeds.", "Paper Lantern", Kind.COMPANY),
        ("Customer: Tallowgate", "Tallowgate", Kind.COMPANY),
    ],
)
def test_companies_and_addresses_are_found(names: NamesModel, text: str, value: str, kind: Kind) -> None:
    assert covered(names, text, value)
    assert kind in {f.kind for f in names.predict([text])[0]}


@pytest.mark.parametrize(
    "label",
    [
        "Save As",
        "Mark all as read",
        "Bill to",
        "Page layout",
        "May 2024",
        "Grant access",
        "Price list",
        "Will be deleted",
        "Account settings",
        "Purchase order",
        "Profit and loss",
        "Frozen rows",
        "Search results",
        "Due date",
        "Microsoft Excel",
        "Pivot table",
        "Sign out",
        "Rich text editor",
        "Terms of service",
        "Chart of accounts",
        "Add to cart",
        "Sort by",
        "Time zone",
        "Version history",
        "Kanban Board",
        "Sales Orders",
        "Risk Committee",
        "Getting started with FlowDesk",
        "Legal Team",
        "All Employees",
        "Monthly Close",
        "12.50",
        "",
    ],
)
def test_harmless_labels_are_untouched(names: NamesModel, label: str) -> None:
    assert names.predict([label]) == [[]]


@pytest.mark.parametrize("text", ["", " ", "\n\n\t", "12345", "—", "🎉🎉", "\u0301", "\x00", "\u200d"])
def test_nothing_to_find(names: NamesModel, text: str) -> None:
    assert names.predict([text]) == [[]]


@pytest.mark.parametrize(
    ("before", "value"),
    [
        ("👩‍💻🎉 met ", "Maria Petrova"),
        ("e\u0301te\u0301 ", "Renée Dupont"),
        ("re\u0301sume\u0301 of ", "Rene\u0301e Dupont"),
        ("漢字 ", "Maria Petrova"),
        ("𝒳𝒴𝒵 by ", "Maria Petrova"),
        ("ﬁle İstanbul ß ", "Maria Petrova"),
    ],
)
def test_offsets_are_code_points(names: NamesModel, before: str, value: str) -> None:
    text = f"{before}{value} yesterday 🎉"
    assert covered(names, text, value)
    for found in names.predict([text])[0]:
        assert not text[found.start].isspace()
        assert not text[found.end - 1].isspace()
        assert "yesterday" not in text[found.start : found.end]


def test_a_text_has_one_answer_whatever_is_beside_it(names: NamesModel) -> None:
    texts = [
        "Please ask Ngozi Okonkwo to review the invoice.",
        "Save As",
        "Candidate: Wójcik, Małgorzata\nOwner: Yamamoto Haruki " * 40,
        "",
        "thanks, sergei",
        "QZX 99 !!! ÿ",
    ]
    alone = [names.predict([t])[0] for t in texts]
    assert names.predict(texts) == alone
    assert names.predict(texts[::-1]) == alone[::-1]
    assert NamesModel().predict(texts * 2) == alone * 2


def test_long_texts_are_read_to_the_end(names: NamesModel) -> None:
    filler = "The invoice was approved and the order was shipped on time. "
    text = filler * 800 + "Signed by Ngozi Okonkwo. " + filler * 40
    assert len(text) > 50_000
    assert covered(names, text, "Ngozi Okonkwo")
    assert len(names.predict([text])[0]) < 20


def test_names_are_found_wherever_a_window_ends(names: NamesModel) -> None:
    for words in range(MAX_PIECES - 8, MAX_PIECES + 8):
        text = "order " * words + ". Please call Ngozi Okonkwo about the invoice. " + "order " * 40
        assert covered(names, text, "Ngozi Okonkwo"), words


def test_half_an_emoji_does_no_harm(names: NamesModel) -> None:
    assert covered(names, "\ud83c met Maria Petrova yesterday", "Maria Petrova")


def test_a_word_without_spaces_does_no_harm(names: NamesModel) -> None:
    for text in ("a" * 50_000, "Müller" * 3000, "王" * 3000, "@" * 2000 + "x"):
        for found in names.predict([text])[0]:
            assert 0 <= found.start < found.end <= len(text)


@pytest.mark.parametrize(("calibration", "least"), [(runtime.CALIBRATION, 0.0208), (runtime.SHORT_CALIBRATION, 0.1493)])
def test_a_score_reaches_the_threshold_where_the_card_says(calibration: tuple[float, float], least: float) -> None:
    below, at = (runtime.calibrated(p, *calibration) for p in (least - 0.0005, least))
    assert below < THRESHOLD <= at


def test_scores_grow_with_probabilities_and_stay_between_0_and_1() -> None:
    scores = [runtime.calibrated(p / 100, *runtime.CALIBRATION) for p in range(101)]
    assert scores == sorted(scores)
    assert 0 < scores[0] < scores[-1] < 1


def test_threshold_only_removes(names: NamesModel) -> None:
    text = "Spoke to Fatima Al-Harbi at Brightwater Logistics about Rose Hill"
    low = {i for f in NamesModel(0.05).predict([text])[0] for i in range(f.start, f.end)}
    high = {i for f in NamesModel(0.95).predict([text])[0] for i in range(f.start, f.end)}
    assert high <= low
    assert NamesModel(1.01).predict([text]) == [[]]


def test_words_keep_names_together() -> None:
    text = "O'Brien's Jean-Luc x_1 王伟 don’t"
    assert [text[a:b] for a, b in words_of(text)] == ["O'Brien", "Jean-Luc", "x", "1", "王", "伟", "don’t"]


def test_shapes_tell_case_and_gap() -> None:
    text = "Bob BOB\nbob  B 12 a1 ."
    offsets = load_tokenizer().encode(text, add_special_tokens=False).offsets
    shapes = shape_ids(text, offsets)
    first: dict[int, int] = {}  # a word may have several pieces: the gap is before its first one
    for (start, _), shape in zip(offsets, shapes, strict=True):
        first.setdefault(start, shape)
    places = [text.index(word) for word in ("Bob", "BOB", "bob", " B ", "12", ".")]
    assert [first[at + (text[at] == " ")] for at in places] == [9, 13, 6, 19, 25, 33]


def test_an_altered_model_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("model.onnx", "tokenizer.json", "labels.json"):
        shutil.copy(DATA / name, tmp_path / name)
    data = bytearray((tmp_path / "model.onnx").read_bytes())
    data[len(data) // 2] ^= 1
    (tmp_path / "model.onnx").write_bytes(data)
    monkeypatch.setattr(runtime, "DATA", tmp_path)
    with pytest.raises(EngineUnavailable, match=r"model\.onnx"):
        NamesModel()


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json", "labels.json"])
def test_a_missing_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    for other in {"model.onnx", "tokenizer.json", "labels.json"} - {name}:
        shutil.copy(DATA / other, tmp_path / other)
    monkeypatch.setattr(runtime, "DATA", tmp_path)
    with pytest.raises(EngineUnavailable, match="cannot be loaded"):
        NamesModel()


def test_the_card_names_what_is_shipped() -> None:
    card = (DATA / "MODEL_CARD.md").read_text(encoding="utf-8")
    record = json.loads((DATA / "labels.json").read_text(encoding="utf-8"))
    assert record["base"]["sha256"] in card
    for name, digest in record["sha256"].items():
        assert hashlib.sha256((DATA / name).read_bytes()).hexdigest() == digest
    assert record["sha256"]["model.onnx"] in card


def test_findings_are_the_recorded_ones(names: NamesModel) -> None:
    golden = json.loads((Path(__file__).parents[1] / "golden" / "names_model.json").read_text(encoding="utf-8"))
    for row in golden:
        found = [[row["text"][f.start : f.end], f.start, f.kind.value] for f in names.predict([row["text"]])[0]]
        assert found == row["findings"]
    assert sum(bool(row["findings"]) for row in golden) > 10


@pytest.mark.parametrize(("characters", "again"), [(LINE_MOST, True), (LINE_MOST + 1, False)])
def test_a_line_is_remembered_and_prose_is_not(
    names: NamesModel, characters: int, again: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = ("Nadia Brink " * characters)[:characters]
    stated = names.chances(text)
    monkeypatch.setattr(names, "_session", None)
    if again:
        assert names.chances(text) == stated
    else:
        with pytest.raises(AttributeError):
            names.chances(text)
