"""The independent leak check: each hiding place is found, by id, and clean text is left alone. Names are made up."""

from __future__ import annotations

import json
import zipfile
from io import BytesIO
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from redaction.errors import LeakFound
from redaction.findings import Kind
from tests.scrubbed_fixture import picture, png
from validation.leaks.leak_report import LeakReport
from validation.leaks.needles import Matcher
from validation.leaks.read_screens import Part, Word
from validation.leaks.scan import scan_bundle
from validation.leaks.second_reader import SecondReader
from validation.leaks.unreserved import pattern_hits

NAME = "Zorvan Quellmaris"
NEEDLES = [
    ("person-01", Kind.PERSON, NAME),
    ("company-01", Kind.COMPANY, "Brännkvist & Söhne GmbH"),
    ("id-01", Kind.ID, "840271"),
    ("person-02", Kind.PERSON, "Ann"),
]


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("to Zorvan Quellmaris today", "exact"),
        ("ZORVAN  QUELLMARIS", "exact"),
        ("zorvan.quellmaris@mail", "exact"),
        ("Quellmaris, Zorvan", "reversed"),
        ("Zörvan Quellmáris", "exact"),
        ("myzorvanquellmarisfile", "exact"),
        ("Z0rvan Que11maris", "ocr"),
        ("Zorvan Quellrnaris", "ocr"),
        ("Zorvan Quetlmaris", "ocr"),
        ("see /people/Zorvan%20Quellmaris/", "exact"),
        ("Z&ouml;rvan&nbsp;Quellmaris", "exact"),
        ("{'n': 'Zorvan\\u0020Quellmaris'}", "exact"),
        ("mail from Z. Quellmaris", "initial or log-in"),
        ("Quellmaris, Z.", "initial or log-in"),
        ("user zquellmaris logged in", "initial or log-in"),
        ("CORP\\quellmarisz", "initial or log-in"),
        ("Zorvan Quelmaris", "one letter off"),
        ("Zorven Quellmaris", "one letter off"),
        ("to Zorvan Que llmari", "one letter off"),
        ("Quellmaris Ltd", "last name alone"),
        ("size quellmaris", "last name alone"),
        ("Y. Quellmaris", "last name alone"),
    ],
)
def test_a_name_is_found_in_every_spelling(text: str, how: str) -> None:
    hits = Matcher(NEEDLES).find(text, ocr=True)
    assert [(hit.entity_id, hit.how) for hit in hits] == [("person-01", how)]


@pytest.mark.parametrize(
    "text",
    [
        *("Zorvan", "announcement by annlee", "Quellmari Ltd", "", "18402715", "a840271b" * 5),
        *("size quell maris", "zq uellmaris", "Zorvan Kellmeris"),
    ],
)
def test_near_misses_are_not_hits(text: str) -> None:
    if text.startswith("a840271b"):
        text = "deadbeef" * 3 + "840271" + "deadbeef" * 4
    assert Matcher(NEEDLES).find(text) == []


def test_a_last_name_that_is_a_word_needs_more_than_an_initial() -> None:
    matcher = Matcher([("person-03", Kind.PERSON, "Walter Price")])
    assert matcher.find("w. price list") == []
    assert [hit.how for hit in matcher.find("price, walter")] == ["reversed"]


def test_few_digits_count_as_they_were_written_and_not_across_a_time_or_an_amount() -> None:
    matcher = Matcher([("id-02", Kind.ID, "170116"), ("id-03", Kind.ID, "84-0271")])
    assert matcher.find("2025-04-18 17:01:16.466", ocr=True) == [] and matcher.find("EUR 170.116,00") == []
    assert [hit.entity_id for hit in matcher.find("no. 170116; 84/0271; 840271")] == ["id-02", "id-03"]
    phone = Matcher([("phone-01", Kind.PHONE, "+49 30 90182077")])
    assert phone.find("49-309-0182-077")


def test_a_captured_text_must_not_come_back_whole() -> None:
    matcher = Matcher([], [("captured screen_name of row-1", "Notes on Zorvan's leave - Planner")])
    assert matcher.counts == {"captured text": 1}
    hits = matcher.find("X | notes on zorvan’s leave - planner | Y")
    assert [(hit.entity_id, hit.kind) for hit in hits] == [("captured screen_name of row-1", "captured text")]
    assert matcher.find("Notes on somebody's leave - Planner") == []
    assert Matcher([], [("x", "Inbox"), ("y", "2024 1234 5678 99")]).counts == {}


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("strom, the notice period is agreed", True),
        ("told-strom, the notice period is agreed (2)", True),
        ("Lindstrom, the notice period is agreed", False),
        ("strom, the notice period is agreedly", False),
    ],
)
def test_a_piece_of_a_captured_text_counts_where_words_begin_and_end(said: str, found: bool) -> None:
    """A piece of typing may begin inside a name ("Tal|strom, …"): in a surrogate that ends so it tells nobody."""
    matcher = Matcher([], [("captured field_value of row-1", "strom, the notice period is agreed")])
    assert bool(matcher.find(said)) is found
    assert bool(matcher.find_raw(BytesIO(f'{{"a": "{said}"}}'.encode()))) is found


def words(text: str) -> Part:
    return Part(tuple(Word(w, 10 * n, 0, 9, 9, 90.0, 0) for n, w in enumerate(text.split())))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sent to zorvan quellmaris today", ("person-01", "person", "second reader")),
        ("no. 840271 is due", ("id-01", "id", "second reader")),
        ("jo@realhost.co.uk", ("", "email", "second reader's pattern")),
        ("call (212) 736-5000 now", ("", "phone", "second reader's pattern")),
        ("card 4111 1111 1111 1111", ("", "id", "second reader's pattern")),
        ("IBAN DE89 3704 0044 0532 0130 00", ("", "id", "second reader's pattern")),
    ],
)
def test_the_second_reader_finds_by_its_own_means(text: str, expected: tuple[str, str, str]) -> None:
    assert SecondReader(NEEDLES).analyze(words(text)) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "jo@mail.example.com",
        "(212) 555-0123",
        "amount 56202596",
        "order 2025 04 18 1701",
        "10.0.19045.3803",
        "Zorvan",
        "731 45 6789",
        "214748 3647",
        "2024-11-30 17",
    ],
)
def test_the_second_reader_leaves_surrogates_and_numbers_alone(text: str) -> None:
    assert SecondReader(NEEDLES).analyze(words(text)) == []


def test_numbers_inside_digests_and_uuids_do_not_count_but_alone_they_do() -> None:
    uuid = "a840271b-1111-2222-3333-444455556666"
    assert Matcher(NEEDLES).find(f"x {uuid} y") == []
    assert [h.entity_id for h in Matcher(NEEDLES).find(f"x {uuid} no. 840271")] == ["id-01"]


def test_values_too_short_to_search_for_are_told() -> None:
    matcher = Matcher(NEEDLES)
    assert matcher.too_short == 1
    assert matcher.counts == {"company": 1, "id": 1, "person": 1}


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("write to jo@realhost.co.uk", ["email"]),
        ("write to jo@mail.example.com", []),
        ("jo@host.test", []),
        ("jo@example.com.evil.io", ["email"]),
        ("call 212-736-5000", ["phone"]),
        ("call (212) 555-0123", []),
        ("call +1 212 555 0123", []),
        ("call +49 30 901820", ["phone"]),
        ("2025-04-18 17:01:16.466", []),
        ("67262701-6d66-492d-af78-51789e08572e", []),
    ],
)
def test_patterns_know_reserved_space(text: str, kinds: list[str]) -> None:
    assert pattern_hits(text) == kinds


def scan(folder: Path, *, screens: bool = False) -> LeakReport:
    return scan_bundle(folder, NEEDLES, read_screens=screens, workers=1)


def found(report: LeakReport) -> set[tuple[str, str]]:
    return {(leak.entity_id, leak.how) for leak in report.findings}


def archive(folder: Path, data: bytes, *, name: str = "a.png", comment: bytes = b"", extra: bytes = b"") -> None:
    with zipfile.ZipFile(folder / "X_screenshots.zip", "w") as out:
        info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        info.create_system, info.external_attr, info.extra = 3, 0o100644 << 16, extra
        out.writestr(info, data)
        out.comment = comment


def test_a_clean_folder_has_no_findings(tmp_path: Path) -> None:
    archive(tmp_path, png(picture(1, (40, 60))))
    (tmp_path / "README.md").write_text("Nothing here.\n")
    (tmp_path / "rows.json").write_text('[{"a": 1.5}]')
    pq.write_table(pa.table({"screen_name": ["Inbox"]}), tmp_path / "X.parquet")
    report = scan(tmp_path)
    assert report.findings == ()
    assert report.read["files"] == 4
    assert not report.passed  # the screenshots were not read


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("README.md", f"Dear {NAME},"),
        ("rows.json", json.dumps([{"screen_name": f"Mail - {NAME}"}])),
        ("rows.json", json.dumps([{NAME: 1}])),
        ("rows.json", f'{{"a": "{NAME}", "a": "clean"}}'),
        ("rows.json", json.dumps({"a": "Zorvan \u0051uellmaris"}).replace("Q", "\\u0051")),
        ("benchmark_x.jsonl", '{"t": 1}\n' + json.dumps({"t": NAME})),
        ("rows.json", '{"n": 840271}'),
        (f"{NAME}.md", "clean"),
    ],
)
def test_a_name_in_text_is_found_and_not_quoted(tmp_path: Path, file: str, text: str) -> None:
    (tmp_path / file).write_text(text, encoding="utf-8")
    report = scan(tmp_path)
    assert {leak.entity_id for leak in report.findings} <= {"person-01", "id-01"}
    assert report.findings
    assert "Quellmaris" not in repr(report)
    with pytest.raises(LeakFound) as caught:
        report.require_clean()
    assert "Quellmaris" not in str(caught.value)


def test_parquet_values_names_metadata_and_statistics_are_read(tmp_path: Path) -> None:
    for place in ("value", "column", "metadata", "field", "statistics"):
        table = pa.table({NAME if place == "column" else "screen_name": [NAME if place == "value" else "Inbox"]})
        if place == "metadata":
            table = table.replace_schema_metadata({"note": NAME})
        if place == "field":
            table = pa.Table.from_arrays(
                [pa.array(["Inbox"])], schema=pa.schema([pa.field("a", pa.string(), metadata={"n": NAME})])
            )
        if place == "statistics":
            table = pa.table({"screen_name": pa.array([NAME, "Inbox"])})
        folder = tmp_path / place
        folder.mkdir()
        pq.write_table(table, folder / "X.parquet", write_statistics=place == "statistics")
        report = scan(folder)
        assert "person-01" in {leak.entity_id for leak in report.findings}, place
        if place == "statistics":
            assert any("statistics" in leak.where for leak in report.findings)


def test_archive_names_comments_and_extra_fields_are_read(tmp_path: Path) -> None:
    clean = png(picture(1, (40, 60)))
    cases: dict[str, dict[str, object]] = {
        "name": {"name": f"{NAME}.png"},
        "comment": {"comment": NAME.encode()},
        "extra": {"extra": b"\xfe\xca" + len(NAME).to_bytes(2, "little") + NAME.encode()},
    }
    for case, arguments in cases.items():
        folder = tmp_path / case
        folder.mkdir()
        archive(folder, clean, **arguments)  # type: ignore[arg-type]
        assert "person-01" in {leak.entity_id for leak in scan(folder).findings}, case


def test_bytes_before_between_and_after_members_are_found(tmp_path: Path) -> None:
    archive(tmp_path, png(picture(1, (40, 60))))
    path = tmp_path / "X_screenshots.zip"
    path.write_bytes(b"hidden" + path.read_bytes())
    assert any(leak.kind == "unreadable" for leak in scan(tmp_path).findings)


def test_archives_beyond_the_classic_limits_are_still_clean(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from release.bundle.archive import write_archive

    shot = tmp_path / "shot.png"
    shot.write_bytes(png(picture(1, (24, 32))))
    folder = tmp_path / "bundle"
    folder.mkdir()
    # Lower limits stand for 4 GB and 65,535 members: the archive gets long offsets and a long end record.
    monkeypatch.setattr(zipfile, "ZIP64_LIMIT", 2_000)
    monkeypatch.setattr(zipfile, "ZIP_FILECOUNT_LIMIT", 10)
    write_archive(folder / "X_screenshots.zip", {f"{n:03d}.png": shot for n in range(40)})
    monkeypatch.undo()
    with zipfile.ZipFile(folder / "X_screenshots.zip") as opened:
        assert any(info.extra for info in opened.infolist())
    report = scan(folder)
    assert report.findings == ()
    assert report.read["screenshots"] == 40


def test_png_chunks_and_tails_are_read(tmp_path: Path) -> None:
    for case, data in {
        "chunk": png(picture(1, (40, 60)), [(b"tEXt", b"Author\0" + NAME.encode())]),
        "tail": png(picture(1, (40, 60)), tail=NAME.encode()),
    }.items():
        folder = tmp_path / case
        folder.mkdir()
        archive(folder, data)
        report = scan(folder)
        assert ("person-01", "exact") in found(report), case
        assert any(leak.kind == "unreadable" for leak in report.findings), case


def test_what_cannot_be_read_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{broken")
    (tmp_path / "b.md").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "c.parquet").write_bytes(b"PAR1 no")
    (tmp_path / "d.zip").write_bytes(b"PK no")
    (tmp_path / "e.md").symlink_to(tmp_path / "a.json")
    (tmp_path / "f").mkdir()
    places = {leak.where.split()[0] for leak in scan(tmp_path).findings if leak.kind == "unreadable"}
    assert places == {"a.json", "b.md", "c.parquet", "d.zip", "e.md", "f"}


def test_a_name_left_on_a_screenshot_is_found_by_tesseract(tmp_path: Path) -> None:
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("RGB", (520, 120), (250, 250, 250))
    draw = ImageDraw.Draw(image)
    draw.text((20, 20), f"Approved by {NAME}", fill=(30, 30, 30), font=ImageFont.load_default(size=20))
    draw.text((20, 70), "reply to jo@realhost.org", fill=(30, 30, 30), font=ImageFont.load_default(size=20))
    archive(tmp_path, png(np.asarray(image)))
    report = scan(tmp_path, screens=True)
    assert report.read["screenshots_by_ocr"] == 1
    assert "person-01" in {leak.entity_id for leak in report.findings}
    assert ("", "email") in {(leak.entity_id, leak.kind) for leak in report.findings}
    assert all("on the screenshot" in leak.how for leak in report.findings)


def test_the_certificate_is_bound_and_does_not_depend_on_workers(tmp_path: Path) -> None:
    archive(tmp_path, png(picture(1, (40, 60))))
    one = scan_bundle(tmp_path, NEEDLES, workers=1).certificate(inputs=["b", "a"], policy_digest="p")
    two = scan_bundle(tmp_path, reversed(NEEDLES), workers=3).certificate(inputs=["a", "b"], policy_digest="p")
    assert one == two
    assert one["verdict"] == "passed"
    assert one["needles_too_short"] == 1
    (tmp_path / "more.md").write_text("more")
    assert scan(tmp_path).certificate()["content_digest"] != one["content_digest"]


def test_a_sample_reads_the_chosen_screens_and_states_its_bound(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "A_screenshots.zip", "w") as archive:
        for number in range(5):
            archive.writestr(f"Screen-{number}.png", png(picture(number, (96, 128))))
    one = scan_bundle(tmp_path, [], share=0.4, workers=1)
    assert one.read["screenshots"] == 5 and one.read["screenshots_by_ocr"] == 2
    stated = one.certificate()
    assert stated["sample"] == {"screens_read": 2, "screens": 5, "bound": 0.776393}
    assert "2 of 5" in stated["sampling"] and "77.6%" in stated["sampling"]
    assert scan_bundle(tmp_path, [], workers=2).certificate()["sampling"] == "everything was read"


@pytest.mark.parametrize("share", [1.0, 0.4])
def test_how_far_it_is_has_a_total_that_is_reached(tmp_path: Path, share: float) -> None:
    with zipfile.ZipFile(tmp_path / "A_screenshots.zip", "w") as archive:
        for number in (0, 1, 2, 2, 2):
            archive.writestr(f"Screen-{len(archive.namelist())}.png", png(picture(number, (96, 128))))
    (tmp_path / "B_screenshots.zip").write_bytes(b"no archive")
    told: list[tuple[str, int, int]] = []
    scan_bundle(tmp_path, [], share=share, workers=1, progress=lambda *what: told.append(what))
    assert {(stage, total) for stage, _, total in told} == {("leak check", 5)}
    done = [number for _, number, _ in told]
    assert done == sorted(done) and done[-1] == 5 and done[0] == 1
