"""The package entrophy: light to import, whole, typed, and every function of it for texts, images and Presidio run."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

import entrophy
from entrophy import (
    DeclaredEntity,
    EntrophyError,
    ImageRefused,
    Kind,
    Policy,
    PolicyError,
    image_analyzer,
    image_ocr,
    load_policy,
    scrub_image,
    scrub_images,
    scrub_table,
    scrub_text,
    scrub_texts,
    text_analyzer,
    text_recognizer,
)
from redaction.scrub_text import scrub_text_file

ROOT = Path(__file__).resolve().parents[2]
MAIL = "From: Maria Keller <m.keller@kessler-guss.example>"
POLICY = Policy.model_validate({"vision": {"device": "cpu", "workers": 1}})


def test_importing_it_loads_nothing_but_the_switches() -> None:
    code = (
        "import sys; before = set(sys.modules); import entrophy, os; "
        "print(sorted({m.partition('.')[0] for m in set(sys.modules) - before} - set(sys.stdlib_module_names))); "
        "print(os.environ['HF_HUB_OFFLINE'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.split("\n")[:2] == ["['entrophy', 'redaction']", "1"]


def test_loading_a_bundle_needs_no_detector_and_no_dagster() -> None:
    code = (
        "import sys; from entrophy import load, screenshot, verify; import pandas, pyarrow, PIL; "
        "print(sorted({'torch', 'onnxruntime', 'openvino', 'presidio_analyzer', 'dagster', 'cv2'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "[]"


def test_every_name_is_there_and_described() -> None:
    assert sorted(entrophy.__all__) == sorted(entrophy._HOME) == sorted(set(entrophy.__all__))
    assert set(entrophy.__all__) <= set(dir(entrophy))
    for name in entrophy.__all__:
        assert (getattr(entrophy, name).__doc__ or "").strip(), name
    with pytest.raises(AttributeError, match="no_such_name"):
        entrophy.no_such_name  # noqa: B018


def test_a_type_checker_is_told_of_the_same_names_in_the_same_modules() -> None:
    tree = ast.parse((ROOT / "entrophy" / "__init__.py").read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    stated = {
        alias.name: node.module for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    assert stated == entrophy._HOME


def test_the_reference_has_every_name() -> None:
    page = (ROOT / "docs" / "api" / "index.md").read_text(encoding="utf-8")
    stated = re.findall(r"^::: entrophy\.(\w+)$", page, re.MULTILINE)
    assert sorted(stated) == sorted(entrophy.__all__)


def test_a_text_is_told_in_code_points_of_the_input() -> None:
    text = f"😀 {MAIL}"
    done = scrub_text(text)
    assert [(f.kind, text[f.start : f.end]) for f in done.findings] == [
        (Kind.PERSON, "Maria Keller"),
        (Kind.EMAIL, "m.keller@kessler-guss.example"),
    ]
    rebuilt, last = "", 0
    for finding in done.findings:
        rebuilt += text[last : finding.start] + finding.replacement
        last = finding.end
    assert done.text == rebuilt + text[last:]
    assert "Keller" not in done.text and done.text.startswith("😀 From: ")


def test_texts_of_one_call_know_of_each_other_and_come_back_in_order() -> None:
    first, second, third = scrub_texts(["Nothing here", MAIL, "maria keller agreed"])
    assert first.text == "Nothing here" and first.findings == ()
    surrogate = second.findings[0].replacement
    assert third.text.casefold() == f"{surrogate} agreed".casefold()


def test_labels_are_evidence_one_a_text(tmp_path: Path) -> None:
    labelled, plain = scrub_texts(["48213", "48213"], labels=["Customer number", None])[0], scrub_text("48213")
    assert [f.kind for f in labelled.findings] == [Kind.ID] and plain.findings == ()
    assert [f.kind for f in scrub_text("Stone", label="Last name").findings] == [Kind.PERSON]
    with pytest.raises(EntrophyError, match="as many labels"):
        scrub_texts(["Stone"], labels=[])
    (tmp_path / "in.csv").write_text("Last name,Status\nStone,open\n")
    done = scrub_table(tmp_path / "in.csv", str(tmp_path / "out.csv"), keep=["Status"])
    assert (done.rows, done.findings) == (1, 1) and "Stone" not in (tmp_path / "out.csv").read_text()


def test_the_key_gives_the_same_surrogates_as_the_command_line(tmp_path: Path) -> None:
    key, source, target = tmp_path / "key", tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    done = scrub_text(MAIL, key=key)
    assert scrub_text(MAIL, key=str(key)) == done
    source.write_text(json.dumps({"id": 1, "text": MAIL}) + "\n")
    scrub_text_file(source, target, None, Policy(), key)
    row = json.loads(target.read_text())
    assert row["text"] == done.text
    assert row["findings"] == [
        {
            "start": f.start,
            "end": f.end,
            "kind": f.kind.value,
            "score": f.score,
            "detector": f.detector,
            "replacement": f.replacement,
        }
        for f in done.findings
    ]


def test_without_a_key_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("ENTROPHY_KEY", raising=False)
    assert scrub_text(MAIL).text != MAIL
    assert list(tmp_path.rglob("*")) == []


def test_entities_are_given_as_objects_or_as_a_file(tmp_path: Path) -> None:
    text = "The blue sky plan is ready: Blue Sky."
    assert scrub_text("Blue Sky", entities=[DeclaredEntity("company", "Blue Sky")]).findings[0].kind is Kind.COMPANY
    assert scrub_text("Blue Sky").findings == ()
    known = tmp_path / "known.json"
    known.write_text(json.dumps([{"kind": "company", "value": "Blue Sky", "aliases": ["BSKY"]}]))
    assert "Blue Sky" not in scrub_text(text, entities=known).text
    assert "BSKY" not in scrub_text("Ask BSKY first", entities=str(known)).text


def test_the_policy_is_given_as_an_object_or_as_a_file(tmp_path: Path) -> None:
    file = tmp_path / "policy.yaml"
    file.write_text("text: {kinds: {person: mask, email: keep}}\n")
    masked = "From: [PERSON] <m.keller@kessler-guss.example>"
    assert scrub_text(MAIL, policy=file).text == scrub_text(MAIL, policy=load_policy(file)).text == masked
    file.write_text("text: {kindz: {}}\n")
    with pytest.raises(PolicyError, match="kindz"):
        scrub_text(MAIL, policy=str(file))


def test_half_a_character_is_refused_by_position_and_not_quoted() -> None:
    with pytest.raises(EntrophyError, match=r"texts\[1\]: .*Remedy") as refused:
        scrub_texts(["fine", "Maria\ud800"])
    assert "Maria" not in str(refused.value)


def screen() -> Image.Image:
    page = Image.new("RGB", (560, 100), (250, 250, 250))
    draw = ImageDraw.Draw(page)
    font = ImageFont.truetype("DejaVuSans.ttf", 16)
    for i, text in enumerate(("Mail jana.novak@example.com today", "Reset filters")):
        draw.text((24, 20 + 40 * i), text, font=font, fill=(25, 25, 25))
    return page


def test_an_image_comes_back_as_from_the_command_line(tmp_path: Path) -> None:
    page = screen()
    file = tmp_path / "one.png"
    page.save(file)
    done = scrub_image(page, policy=POLICY)
    assert [f.kind for f in done.findings] == [Kind.EMAIL]
    pixels = np.array(done.image)
    for other in (np.array(page), file, str(file), page.convert("RGBA")):
        again = scrub_image(other, policy=POLICY)
        assert again.findings == done.findings and (np.array(again.image) == pixels).all()
    inside = np.zeros(pixels.shape[:2], dtype=bool)
    x0, y0, x1, y1 = done.findings[0].box
    inside[y0:y1, x0:x1] = True
    changed = (pixels != np.array(page)).any(axis=2)
    assert changed.any() and not changed[~inside].any()
    assert scrub_images([file], out=tmp_path / "out", policy=POLICY).findings == 1
    assert (np.array(Image.open(tmp_path / "out" / "one.png")) == pixels).all()
    assert (np.array(page) == np.array(screen())).all(), "the image that was given is left as it was"


def test_surrogates_are_drawn_with_a_key_and_entities_are_hidden(tmp_path: Path) -> None:
    drawn = Policy.model_validate({"vision": {"device": "cpu", "workers": 1, "style": "substitute"}})
    plain, keyed = scrub_image(screen(), policy=drawn), scrub_image(screen(), policy=drawn, key=tmp_path / "key")
    assert (np.array(plain.image) != np.array(keyed.image)).any()
    more = scrub_image(screen(), policy=drawn, entities=[DeclaredEntity("company", "Reset filters")])
    assert {f.kind for f in more.findings} == {Kind.EMAIL, Kind.COMPANY}


@pytest.mark.parametrize(
    "image",
    [
        np.zeros((40, 40, 3)),
        np.zeros((40, 40, 3), dtype=np.uint16),
        np.zeros((40, 40, 2), dtype=np.uint8),
        np.zeros((4,), dtype=np.uint8),
        Image.new("I;16", (40, 40)),
        Image.new("F", (40, 40)),
        7,
    ],
)
def test_pixels_of_another_depth_are_refused(image: object) -> None:
    with pytest.raises(TypeError, match="eight bits"):
        scrub_image(image, policy=POLICY)  # type: ignore[arg-type]


def test_a_file_that_is_no_sound_image_is_refused(tmp_path: Path) -> None:
    whole = tmp_path / "maria keller.png"
    screen().save(whole)
    whole.write_bytes(whole.read_bytes()[:200])
    with pytest.raises(ImageRefused) as refused:
        scrub_image(whole, policy=POLICY)
    assert "keller" not in str(refused.value)


def test_presidio_finds_with_our_recognizer() -> None:
    from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
    from presidio_analyzer.nlp_engine import NoOpNlpEngine

    results = text_analyzer().analyze(MAIL, language="en")
    assert [(r.entity_type, MAIL[r.start : r.end]) for r in sorted(results, key=lambda r: r.start)] == [
        ("PERSON", "Maria Keller"),
        ("EMAIL", "m.keller@kessler-guss.example"),
    ]
    registry = RecognizerRegistry(supported_languages=["de"])
    registry.add_recognizer(text_recognizer(language="de"))
    blank = NoOpNlpEngine(models=[{"lang_code": "de", "model_name": "noop"}])
    theirs = AnalyzerEngine(registry=registry, nlp_engine=blank, supported_languages=["de"])
    assert [r.entity_type for r in theirs.analyze(MAIL, language="de", entities=["EMAIL"])] == ["EMAIL"]


def test_presidio_reads_and_finds_on_screens_with_our_parts() -> None:
    from presidio_image_redactor import ImageRedactorEngine

    words = image_ocr(policy=POLICY).perform_ocr(screen())
    assert "jana.novak@example.com" in words["text"] and len(set(map(len, words.values()))) == 1
    analyzer = image_analyzer(policy=POLICY)
    assert [r.entity_type for r in analyzer.analyze(screen())] == ["EMAIL"]
    assert ImageRedactorEngine(image_analyzer_engine=analyzer).redact(screen()).size == (560, 100)
