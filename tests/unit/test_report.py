"""The audit report: self-contained, complete, escaped, and without a captured value."""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import json
import re
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from redaction.errors import BundleError
from release.bundle.batches import read_batches
from release.bundle.bundle_models import Certificate, Signature
from release.report.audit import _signed_words, write_report
from release.report.audit_samples import samples, small_picture
from release.report.verdict import Told, verdict
from release.sign.signoff_file import SignOff
from release.verify.problems import VerifyReport
from release.verify.verify_bundle import verify_bundle
from tests.release_fixture import build, certify, make_batches
from tests.scrubbed_fixture import make_batch, make_rows, picture, png
from validation.files.file_models import parsed
from validation.table.expectations import CheckResult

CHECKS = [CheckResult("columns", True, 0, 12, "every row has its fields")]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Path]]:
    folder = tmp_path_factory.mktemp("report")
    batches = make_batches(folder)
    return build(batches, folder / "bundle").path, batches


class Page(HTMLParser):
    """Collects what a check of the page needs."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in {"meta", "img", "br"}:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def page(made: tuple[Path, list[Path]], out: Path, **more: object) -> str:
    write_report(made[0], made[1], more.pop("checks", CHECKS), out, **more)  # type: ignore[arg-type]
    return out.read_text(encoding="utf-8")


def test_the_page_stands_alone_and_is_accessible(made: tuple[Path, list[Path]], tmp_path: Path) -> None:
    text = page(made, tmp_path / "report.html", verification=verify_bundle(made[0]))
    parsed = Page(text)
    assert parsed.open == []
    names = [name for name, _ in parsed.tags]
    assert names.count("h1") == 1
    assert names.count("table") == names.count("caption") > 10
    assert not {"link", "iframe", "object", "form"} & set(names)
    assert names.count("script") == 1
    (script,) = re.findall(r"<script>(.*)</script>", text, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in text, "this script and no other"
    assert not re.search(r"fetch|XMLHttpRequest|import|innerHTML|https?:", script)
    addresses = [v for _, a in parsed.tags for k, v in a.items() if k in ("src", "href", "action", "data")]
    assert all(v and v.startswith(("data:image/jpeg;base64,", "#")) for v in addresses)
    ids = {a["id"] for _, a in parsed.tags if "id" in a}
    assert {v[1:] for v in addresses if v and v.startswith("#")} <= ids
    assert "url(" not in text and "@import" not in text
    assert all(a.get("alt") for name, a in parsed.tags if name == "img")
    assert all(a.get("aria-label") or a.get("aria-hidden") for name, a in parsed.tags if name == "svg")
    assert all(a.get("scope") for name, a in parsed.tags if name == "th")
    assert parsed.tags[0] == ("html", {"lang": "en"})


def test_it_tells_the_whole_story(made: tuple[Path, list[Path]], tmp_path: Path) -> None:
    text = page(made, tmp_path / "report.html", verification=verify_bundle(made[0]))
    assert "Every check holds" in text
    assert "Events captured: 39" in text
    assert text.count("the person withdrew consent") == 3
    for heading in ("What was refused", "What was found", "Leak check", "Validation", "Statistics", "Policy in words"):
        assert heading in text
    assert "Quarterly tidy-up" in text
    assert text.count("data:image/jpeg") == 12
    assert 'class="box k-face"' in text
    assert "There is no earlier version" in text
    assert all(f'<th scope="row">{name}</th>' in text for name in ("batch-a", "batch-b", "batch-c"))
    assert "<td>batch-a</td><th" in text, "a refused record tells its batch"


def test_anything_that_fails_turns_the_verdict(made: tuple[Path, list[Path]], tmp_path: Path) -> None:
    bad = [CheckResult("time_order", False, 3, 12, "timestamps do not go back")]
    assert "Not fit for release" in page(made, tmp_path / "a.html", checks=bad)
    assert "Not fit for release" in page(made, tmp_path / "b.html", checks=[])
    broken = VerifyReport(made[0])
    broken.add("Finance.json", "was altered")
    text = page(made, tmp_path / "c.html", verification=broken)
    assert "Not fit for release" in text and "was altered." in text
    uncertified = build(made[1], tmp_path / "bundle", certify=None).path
    assert "no leak certificate" in page((uncertified, made[1]), tmp_path / "d.html")


def certificate_with(**changes: Any) -> Certificate:
    """A certificate of a clean bundle, with its canaries."""
    told: dict[str, Any] = {
        "format": "entrophy-leak-certificate/1",
        "verdict": "passed",
        "content_digest": "c",
        "findings": [],
        "read": {"texts": 1200, "screenshots": 25},
        "needles": {"person": 300, "email": 11},
    }
    return parsed(Certificate, json.dumps(told | changes).encode())


def planted(caught: int, kinds: list[tuple[str, int, int]], *, passed: bool = True) -> dict[str, Any]:
    share = {"planted": 210, "caught": caught, "share": caught / 210, "low": 0.9659, "high": 0.9974}
    told = [{"where": "text", "kind": k, **share, "planted": n, "caught": c} for k, n, c in kinds]
    return {"enabled": True, "floor": 0.9, "passed": passed, "text": share, "kinds": told}


def told_by(certificate: Certificate | None) -> Told:
    return verdict(CHECKS, certificate, Signature(algorithm="", manifest_sha256="", public_key="", signature=""), None)


def test_a_missed_canary_stands_beside_the_verdict_with_its_interval() -> None:
    clean = told_by(certificate_with(canaries=planted(210, [("person", 84, 84)])))
    assert clean.passed and clean.word == "Every check holds"
    kinds = [("person", 84, 82), ("card_number", 36, 35), ("email", 35, 35)]
    missed = told_by(certificate_with(canaries=planted(207, kinds)))
    line = next(line for line in missed.lines if line.name == "Canaries")
    assert missed.passed and missed.word == "Every check holds, with exceptions"
    assert line.exceptions == "missed: 2 person (text), 1 card number (text)"
    assert "in text 207 of 210 (98.6%; 95% interval 96.6% to 99.7%) caught" in line.words
    assert told_by(certificate_with(canaries=planted(120, [], passed=False))).word == "Not fit for release"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"screenshots_withheld": 2}, "2 screenshot(s) withheld"),
        ({"rows_withheld": 1}, "1 row(s) whose text was withheld"),
        ({"text_on_screens": {"regions": 1560, "unread": 26, "screens_by_unread_regions": {}}}, "26 of 1,560 regions"),
        ({"sample": {"screens_read": 2, "screens": 5, "bound": 0.78}}, "3 of 5 screenshots were not read again"),
        ({"canaries": {"enabled": False}}, "what the detectors miss was not measured"),
    ],
)
def test_what_was_left_out_or_not_read_is_an_exception(changes: dict[str, Any], said: str) -> None:
    told = told_by(certificate_with(**changes))
    assert told.word == "Every check holds, with exceptions"
    assert [line.exceptions for line in told.lines if said in line.exceptions]


def test_the_same_inputs_give_the_same_page(made: tuple[Path, list[Path]], tmp_path: Path) -> None:
    one = page(made, tmp_path / "a.html")
    two = page((made[0], list(reversed(made[1]))), tmp_path / "b.html")
    assert one == two


def test_released_values_are_escaped(tmp_path: Path) -> None:
    rows = make_rows("odd", ("Job creation",))
    for row in rows:
        row["application_name"] = "<script>alert(1)</script>"
        row["process_name"] = 'A "quoted" & <b>bold</b> name'
    batch = make_batch(tmp_path / "odd", "odd", rows=rows, size=(24, 32))
    bundle = build([batch], tmp_path / "bundle").path
    text = page((bundle, [batch]), tmp_path / "report.html")
    assert "<script>alert" not in text and "<b>bold" not in text
    assert "&lt;script&gt;" in text
    assert "\\<script\\>" in (bundle / "README.md").read_text() or "<script>" not in (bundle / "README.md").read_text()


def test_samples_are_spread_over_applications_and_come_from_the_bundle(made: tuple[Path, list[Path]]) -> None:
    chosen = samples(made[0], read_batches(made[1]), limit=6)
    assert sorted(s.application for s in chosen) == sorted(["Mail", "Spreadsheet", "crm.example.com"] * 2)
    rows = json.loads((made[0] / "Finance.json").read_text()) + json.loads((made[0] / "People_Co.json").read_text())
    assert {s.name for s in chosen} <= {row["screenshot_name"] for row in rows}
    assert (
        samples(made[0], read_batches(made[1]), limit=100) and len(samples(made[0], read_batches(made[1]), 100)) == 24
    )


@pytest.mark.parametrize(("width", "shown"), [(1279, 1279), (1280, 1280), (1300, 1280)])
def test_pictures_are_large_enough_to_be_read(width: int, shown: int) -> None:
    address, size, whole = small_picture(png(picture(1, (100, width))), 1280)
    assert (size[0], whole) == (shown, (width, 100)) and address.startswith("data:image/jpeg;base64,")


def test_a_report_after_the_signature_tells_how_was_looked() -> None:
    signed = SignOff("b", "c", "d", "release", "Pat", "2025-05-01T10:00:00", "", None, 12, 0, 0.0)
    assert _signed_words(signed) == "Signed by Pat on 2025-05-01: release."
    looked = {"text": "12 verdict(s).", "agreement": {"text": "agreed at first on 11 of 12 screens"}}
    told = _signed_words(dataclasses.replace(signed, looked=looked))
    assert told.endswith("release. 12 verdict(s). Two auditors agreed at first on 11 of 12 screens.")


def test_changes_since_the_version_before(made: tuple[Path, list[Path]], tmp_path: Path) -> None:
    before = build(made[1][:1], tmp_path / "before", version="0.9.0", certify=None).path
    text = page(made, tmp_path / "report.html", previous=before)
    assert "What changed since the version before" in text
    assert re.search(r'<th scope="row">all</th><td>interactions</td><td class="n">12</td><td class="n">36</td>', text)


def test_canaries_are_drawn_with_their_intervals_and_the_floor(made: tuple[Path, list[Path]], tmp_path: Path) -> None:
    from redaction.canaries.figures import figures

    cells = [
        {"where": where, "field": "title", "kind": "person", "application": "Mail", "planted": 10, "caught": caught}
        for where, caught in (("text", 10), ("screen", 9))
    ]

    def certified(content: Path) -> Mapping[str, Any]:
        return {**certify(content), "canaries": figures(cells, 0.8), "screenshots_withheld": 2}

    planted = (build(made[1], tmp_path / "bundle", certify=certified).path, made[1])
    text = page(planted, tmp_path / "report.html")
    drawn = re.findall(r"<title>(person [a-z ]+: between \d+% and \d+%)</title>", text)
    assert drawn == ["person on screens: between 60% and 98%", "person in text: between 72% and 100%"]
    assert "the floor, 80%" in text and "2 screenshot(s) withheld" in text
    assert "✓ answers" in text and "Not signed by an auditor" in text


def test_findings_are_told_by_application_process_and_kind_least_certain_first(
    made: tuple[Path, list[Path]], tmp_path: Path
) -> None:
    text = page(made, tmp_path / "report.html")
    table = text[text.index('id="combined"') : text.index('id="entities"')]
    rows = re.findall(r'<th scope="row">([^<]+)</th><td>([^<]+)</td>.*?<td class="n">([\d.]+)</td></tr>', table)
    assert len(rows) == 3 * 3 * 4  # applications × processes × kinds and places
    scores = [float(score) for application, process, score in rows if (application, process) == rows[0][:2]]
    assert scores == sorted(scores) and len(scores) == 4


def test_a_folder_that_is_no_bundle_is_refused(made: tuple[Path, list[Path]], tmp_path: Path) -> None:
    with pytest.raises(BundleError):
        write_report(tmp_path, made[1], CHECKS, tmp_path / "report.html")
    assert not (tmp_path / "report.html").exists()
