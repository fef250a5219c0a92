"""A captured name comes back into the content of a release: the leak check finds it and tells the place."""

from __future__ import annotations

import base64
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from PIL import Image, ImageDraw, ImageFont

from redaction.errors import EntrophyError, LeakFound
from redaction.policy import Policy
from redaction.work.store import BatchStore
from release.bundle.captured import CapturedTexts
from release.bundle.withhold import MASK, MASKED, withheld_rows
from release.sign.signing import signing_key
from release.verify.verify_bundle import verify_bundle
from tests.proof_fixture import POLICY, Proof, change_archive, recorded_again, release
from tests.proof_table import compare_with_docs, no_value, one, pixels, policy
from tests.release_fixture import seal_again, sentences
from tests.scrubbed_fixture import png
from validation.files.bundle_files import CERTIFICATE
from validation.leaks.kept_readings import KeptReadings
from validation.leaks.scan import scan_bundle
from validation.leaks.verdicts import Judged
from validation.reading.reader_pool import Worker

MEASURED: dict[str, str] = {}
"""Mutation → who stopped it, as in the table of docs/proof.md."""


def json_row(bundle: Path, name: str, field: str = "field_value") -> None:
    path = one(bundle, ".json")
    rows = json.loads(path.read_bytes())
    rows[1][field] = f"see {name} about it"
    path.write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")


def title(bundle: Path, name: str) -> None:
    json_row(bundle, name.upper(), "screen_name")


def parquet_row(bundle: Path, name: str) -> None:
    path = one(bundle, ".parquet")
    table = pq.read_table(path)
    at = table.schema.get_field_index("description")
    values = table.column(at).to_pylist()
    values[2] = f"Clicked {name}"
    pq.write_table(table.set_column(at, table.schema.field(at), pa.array(values)), path)


def parquet_metadata(bundle: Path, name: str) -> None:
    path = one(bundle, ".parquet")
    pq.write_table(pq.read_table(path).replace_schema_metadata({"author": name}), path)


def member_name(bundle: Path, name: str) -> None:
    change_archive(one(bundle, ".zip"), lambda n, d: (f"{name.replace(' ', '_')}.png", d))


def zip_comment(bundle: Path, name: str) -> None:
    change_archive(one(bundle, ".zip"), comment=name.encode())


def zip_extra(bundle: Path, name: str) -> None:
    change_archive(one(bundle, ".zip"), extra=b"\x99\x99" + len(name).to_bytes(2, "little") + name.encode())


def picture(bundle: Path, change: Callable[[bytes], bytes]) -> None:
    change_archive(one(bundle, ".zip"), lambda n, d: (n, change(d)))


def png_chunk(bundle: Path, name: str) -> None:
    picture(bundle, lambda d: png(pixels(d), [(b"tEXt", b"Author\0" + name.encode())]))


def after_iend(bundle: Path, name: str) -> None:
    picture(bundle, lambda d: d + name.encode())


def with_name(data: bytes, name: str) -> bytes:
    """The screenshot with a name in 12 px in its lower right corner."""
    image = Image.fromarray(pixels(data))
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(12)
    width, height = image.size
    pen.rectangle((width - 260, height - 60, width - 10, height - 20), fill=(255, 255, 255))
    pen.text((width - 240, height - 46), name, font=font, fill=(40, 40, 40))
    return png(np.asarray(image))


def on_screen(bundle: Path, name: str) -> None:
    picture(bundle, lambda data: with_name(data, name))


def with_look(data: bytes, name: str, look: dict[str, Any]) -> bytes:
    """The screenshot with a name in any look, on a panel in its lower right corner."""
    size = look.get("size", 13)
    font = ImageFont.truetype("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", size)
    image = Image.fromarray(pixels(data))
    _, top, right, bottom = (int(v) for v in font.getbbox(name))
    mask = Image.new("L", (right + 8, bottom + 8), 0)
    pen = ImageDraw.Draw(mask)
    pen.text((4, 4), name, font=font, fill=255)
    if look.get("struck"):
        middle = 4 + (top + bottom) // 2 + 1
        pen.line((4, middle, 4 + right, middle), fill=255)
    mask = mask.rotate(look.get("turn", 0), expand=True, resample=Image.Resampling.BICUBIC)
    x, y = image.width - mask.width - 40, image.height - mask.height - 40
    ImageDraw.Draw(image).rectangle((x - 20, y - 20, image.width, image.height), fill=look.get("ground", "#ffffff"))
    image.paste(Image.new("RGB", mask.size, look.get("ink", "#222222")), (x, y), mask)
    return png(np.asarray(image))


LOOKS: dict[str, dict[str, Any]] = {
    "name in white on mid blue on a screenshot": {"ink": "#ffffff", "ground": "#1565c0"},
    "name in white on grey on a screenshot": {"ink": "#ffffff", "ground": "#777777"},
    "name in pale grey on white on a screenshot": {"ink": "#cccccc"},
    "name in light blue on white on a screenshot": {"ink": "#90caf9"},
    "name struck through on a screenshot": {"struck": True},
    "name turned by 15° on a screenshot": {"turn": 15},
    "name turned by 90° on a screenshot": {"turn": 90},
    "name upside down on a screenshot": {"turn": 180},
}


@pytest.fixture(scope="module")
def judged(proof: Proof) -> Judged:
    """The verdicts on the untouched screenshots, so that each mutation reads its own one only."""
    known: Judged = {}
    assert scan_bundle(proof.bundle, proof.needles, workers=1, judged=known).passed
    return known


@pytest.mark.parametrize("mutation", LOOKS)
def test_a_name_on_a_screenshot_is_found_in_any_look(proof: Proof, bundle: Path, judged: Judged, mutation: str) -> None:
    entity, _, name = proof.person
    picture(bundle, lambda data: with_look(data, name, LOOKS[mutation]))
    report = scan_bundle(bundle, proof.needles, workers=1, judged=judged)
    assert {f.entity_id for f in report.on_screens} == {entity}
    with pytest.raises(EntrophyError) as stopped:
        report.require_clean()
    no_value(proof, str(stopped.value))
    MEASURED[mutation] = "leak check, with the entity's id"


def test_what_was_read_before_is_searched_for_whatever_is_looked_for_now(
    proof: Proof, bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A build reads every screenshot once; the next one finds on the kept readings what it would find on the pixels."""
    entity, _, name = proof.person
    picture(bundle, lambda data: with_look(data, name, {}))
    kept = KeptReadings(tmp_path / "checked", b"k" * 32)
    first = scan_bundle(bundle, [], workers=1, kept=kept)
    assert not first.on_screens and len(list((tmp_path / "checked").iterdir())) == first.read["screenshots_by_ocr"] > 0

    def unread(self: Worker, data: bytes) -> None:
        raise AssertionError("a screenshot was read again")

    monkeypatch.setattr(Worker, "read", unread)
    assert scan_bundle(bundle, [], workers=1, kept=kept) == first
    again = scan_bundle(bundle, proof.needles, workers=1, kept=kept)
    assert {f.entity_id for f in again.on_screens} == {entity}


def test_a_name_too_small_to_be_read_is_told_as_unread(proof: Proof, bundle: Path, judged: Judged) -> None:
    untouched = scan_bundle(proof.bundle, proof.needles, workers=1, judged=judged).unread
    picture(bundle, lambda data: with_look(data, proof.person[2], {"size": 6}))
    report = scan_bundle(bundle, proof.needles, workers=1, judged=judged)
    most = [max([number for _, number in unread.most], default=0) for unread in (untouched, report.unread)]
    assert not report.findings and most[1] == most[0] + 1
    MEASURED["name in 6 px on a screenshot"] = "nobody; certificate and report count it as unread text"


def in_card(bundle: Path, name: str) -> None:
    path = bundle / "README.md"
    path.write_text(path.read_text(encoding="utf-8") + f"\nThanks to {name}.\n", encoding="utf-8")


def url_encoded(bundle: Path, name: str) -> None:
    json_row(bundle, name.replace(" ", "%20"))


def with_an_initial(bundle: Path, name: str) -> None:
    json_row(bundle, f"{name[0]}. {name.split()[-1]}")


def as_a_log_in(bundle: Path, name: str) -> None:
    json_row(bundle, f"{name[0]}{name.split()[-1]}".casefold())


def one_letter_off(bundle: Path, name: str) -> None:
    json_row(bundle, name[:-2] + ("x" if name[-2] != "x" else "y") + name[-1])


def last_name_alone(bundle: Path, name: str) -> None:
    json_row(bundle, f"{name.split()[-1]}'s")


def other_letters(bundle: Path, name: str) -> None:
    """The name with every letter that has a Cyrillic twin in Cyrillic."""
    json_row(bundle, name.translate(str.maketrans("aceopxyABEHKMOPTX", "асеорхуАВЕНКМОРТХ")))


def digits_for_letters(bundle: Path, name: str) -> None:
    json_row(bundle, name.casefold().translate(str.maketrans("aeio", "4310")))


def escaped_twice(bundle: Path, name: str) -> None:
    json_row(bundle, "".join(f"%25{ord(c):02X}" for c in name))


def in_base64(bundle: Path, name: str) -> None:
    json_row(bundle, base64.b64encode(f"q={name}".encode()).decode())


def in_hexadecimal(bundle: Path, name: str) -> None:
    json_row(bundle, name.encode("utf-16-le").hex())


def backwards(bundle: Path, name: str) -> None:
    json_row(bundle, name[::-1])


def over_two_rows(bundle: Path, name: str) -> None:
    """Typed in two pieces, cut inside the last name."""
    path = one(bundle, ".json")
    rows = json.loads(path.read_bytes())
    typed = next(
        n for n in range(len(rows) - 1) if rows[n]["process_instance_uuid"] == rows[n + 1]["process_instance_uuid"]
    )
    for row, piece in zip(rows[typed : typed + 2], (name[:-3], name[-3:]), strict=True):
        row.update(interaction_type="Typing", class_name="Text", interaction_value=piece, field_value=None)
    path.write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")


def over_two_fields(bundle: Path, name: str) -> None:
    path = one(bundle, ".json")
    rows = json.loads(path.read_bytes())
    first, last = name.split()
    rows[1].update(field_value=f"of {first}", description=f"{last} again")
    path.write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")


def bank_account(bundle: Path, name: str) -> None:
    """An account that nobody declared, with right check digits; the name stays out."""
    json_row(bundle, "GB82 WEST 1234 5698 7654 32")


CONTENT: dict[str, tuple[Callable[[Path, str], None], str]] = {
    "name in a row (JSON)": (json_row, ".json"),
    "name in a window title, in capitals": (title, ".json"),
    "name in a row (Parquet)": (parquet_row, ".parquet"),
    "name in Parquet key-value metadata": (parquet_metadata, ".parquet"),
    "name of a zip member": (member_name, ".zip"),
    "name in a zip comment": (zip_comment, ".zip"),
    "name in a zip extra field": (zip_extra, ".zip"),
    "name in a PNG text chunk": (png_chunk, ".zip"),
    "name after the IEND of a PNG": (after_iend, ".zip"),
    "name in 12 px on a screenshot": (on_screen, ".zip"),
    "name in the card": (in_card, "README.md"),
    "name in a row, URL-encoded": (url_encoded, ".json"),
    "name in a row, one letter wrong": (one_letter_off, ".json"),
    "last name with an initial": (with_an_initial, ".json"),
    "log-in made of a name": (as_a_log_in, ".json"),
    "last name alone, possessive": (last_name_alone, ".json"),
    "name with letters of another script": (other_letters, ".json"),
    "name with digits for letters": (digits_for_letters, ".json"),
    "name in a row, URL-encoded twice": (escaped_twice, ".json"),
    "name in a row, in base64": (in_base64, ".json"),
    "name in a row, in hexadecimal of UTF-16": (in_hexadecimal, ".json"),
    "name in a row, backwards": (backwards, ".json"),
    "name typed over two rows": (over_two_rows, ".json"),
    "name over two fields of a row": (over_two_fields, ".json"),
    "a bank account that nobody declared": (bank_account, ".json"),
}


@pytest.mark.parametrize("mutation", CONTENT)
def test_a_name_put_back_is_found_and_the_place_is_told(proof: Proof, bundle: Path, mutation: str) -> None:
    change, place = CONTENT[mutation]
    entity, _, name = proof.person
    change(bundle, name)
    report = scan_bundle(bundle, proof.needles, workers=1, read_screens=change is on_screen)
    hits = [f for f in report.findings if place in f.where]
    assert hits, mutation
    named = any(f.entity_id == entity for f in hits)
    # The untouched neighbours say nothing: it is the mutation that is found.
    assert all(place in f.where for f in report.findings)
    with pytest.raises(EntrophyError) as stopped:
        report.require_clean()
    no_value(proof, str(stopped.value))
    # Once the manifest is made to fit, verification without any captured value stops it, too: of the old certificate.
    seal_again(bundle, signing_key(proof.key))
    verified = verify_bundle(bundle)
    assert any(p.where == CERTIFICATE and "other content" in p.what for p in verified.problems)
    no_value(proof, "\n".join(sentences(verified)))
    MEASURED[mutation] = "leak check, with the entity's id" if named else "leak check, as what must not be there"


def test_a_captured_title_put_back_is_found_by_its_place(proof: Proof, bundle: Path) -> None:
    place, text = next(c for c in CapturedTexts([proof.store], POLICY) if "screen_name" in c[0])
    json_row(bundle, text, "screen_name")
    report = scan_bundle(bundle, [], workers=1, read_screens=False, captured=[(place, text)])
    assert {(f.entity_id, f.kind) for f in report.findings} == {(place, "captured text")}
    with pytest.raises(EntrophyError) as stopped:
        report.require_clean()
    assert text.casefold() not in str(stopped.value).casefold()
    MEASURED["a captured window title in a row"] = "leak check, with the place it was captured at"


def left_on_a_screen(proof: Proof, folder: Path) -> BatchStore:
    """The scrubbed batch with a captured name left on one of its screenshots: what a detector missed."""
    shutil.copytree(proof.store.path, folder / "work" / proof.store.name)
    store = BatchStore(folder / "work", proof.store.name, proof.key)
    shot = sorted((store.scrubbed / "screenshots").glob("*.png"))[0]
    shot.write_bytes(with_name(shot.read_bytes(), proof.person[2]))
    recorded_again(store)
    return store


def test_a_screenshot_with_a_finding_is_withheld_and_the_rest_released(proof: Proof, tmp_path: Path) -> None:
    store = left_on_a_screen(proof, tmp_path)
    before = len(list((store.scrubbed / "screenshots").glob("*.png")))
    bundle = release(store, tmp_path / "bundle", proof.key, proof.ledger)
    verified = verify_bundle(bundle)
    assert verified.problems == [] and any("1 screenshot(s) were withheld" in note for note in verified.notes)
    summary = json.loads((bundle / "redaction_summary.json").read_bytes())
    assert summary["refused"]["leak_check"] == 1
    assert summary["funnel"]["screenshots_released"] == before - 1 == verified.checked["screenshots"]
    assert json.loads((bundle / CERTIFICATE).read_bytes())["screenshots_withheld"] == 1
    # All rows are there: the one of the screenshot lost its picture only.
    names = [{r["interaction_uuid"]: r["screenshot_name"] for r in rows_of(b)} for b in (proof.bundle, bundle)]
    assert names[0].keys() == names[1].keys()
    assert [names[1][uuid] for uuid in names[0] if names[0][uuid] != names[1][uuid]] == [None]
    # The same once more, and from a work folder that knows nothing yet of withholding: the same bytes.
    again = release(store, tmp_path / "again", proof.key, proof.ledger)
    assert {p.name: p.read_bytes() for p in again.iterdir()} == {p.name: p.read_bytes() for p in bundle.iterdir()}
    MEASURED["name left on a screenshot by the detectors"] = "that screenshot is withheld"


def test_too_many_screenshots_with_a_finding_stop_the_release(proof: Proof, tmp_path: Path) -> None:
    store = left_on_a_screen(proof, tmp_path)
    strict = policy(release={**POLICY.release.model_dump(mode="json"), "withhold_at_most": 0})
    with pytest.raises(LeakFound, match="at most 0 may be withheld") as stopped:
        release(store, tmp_path / "bundle", proof.key, proof.ledger, strict)
    no_value(proof, str(stopped.value))
    assert not (tmp_path / "bundle").exists()
    MEASURED["names left on more screenshots than may be withheld"] = "leak check, with the entity's id"


def left_in_rows(proof: Proof, folder: Path, said: dict[str, list[str]]) -> tuple[BatchStore, list[str]]:
    """The scrubbed batch with something left in a field of rows that follow one another in a recording: what a
    detector missed. Also the ids of these rows."""
    shutil.copytree(proof.store.path, folder / "work" / proof.store.name)
    store = BatchStore(folder / "work", proof.store.name, proof.key)
    rows = list(store.read_lines("scrubbed/interactions.jsonl"))
    many = max(map(len, said.values()))
    together = [rows[i : i + many] for i in range(len(rows))]
    some = next(t for t in together if len({r["process_instance_uuid"] for r in t}) == 1 and len(t) == many)
    for field, texts in said.items():
        for row, text in zip(some, texts, strict=True):
            row[field] = text
    store.write_lines("scrubbed/interactions.jsonl", rows)
    recorded_again(store)
    return store, [row["interaction_uuid"] for row in some]


def allowing(rows: float) -> Policy:
    return policy(release={**POLICY.release.model_dump(mode="json"), "withhold_rows_at_most": rows})


def test_a_row_with_a_finding_is_withheld_and_the_rest_released(proof: Proof, tmp_path: Path) -> None:
    store, (uuid,) = left_in_rows(proof, tmp_path, {"field_value": [f"see {proof.person[2]} about it"]})
    bundle = release(store, tmp_path / "bundle", proof.key, proof.ledger)
    verified = verify_bundle(bundle)
    assert verified.problems == [] and any("the text of 1 row(s) was withheld" in note for note in verified.notes)
    assert json.loads((bundle / "redaction_summary.json").read_bytes())["refused"]["leak_check_row"] == 1
    assert json.loads((bundle / CERTIFICATE).read_bytes())["rows_withheld"] == 1
    before, after = ({row["interaction_uuid"]: row for row in rows_of(b)} for b in (proof.bundle, bundle))
    assert before.keys() == after.keys() and {u for u in before if before[u] != after[u]} == {uuid}
    changed = {field: value for field, value in after[uuid].items() if value != before[uuid][field]}
    assert set(changed.values()) == {MASK} and set(changed) <= set(MASKED) and "field_value" in changed
    again = release(store, tmp_path / "again", proof.key, proof.ledger)
    assert {p.name: p.read_bytes() for p in again.iterdir()} == {p.name: p.read_bytes() for p in bundle.iterdir()}
    store.write_lines("scrubbed/interactions.jsonl", proof.store.read_lines("scrubbed/interactions.jsonl"))
    assert withheld_rows(store.scrubbed) == {}, "what is redacted better comes back by itself"
    MEASURED["name left in a row by the detectors"] = "the text of that row is withheld"


def test_too_many_rows_with_a_finding_stop_the_release(proof: Proof, tmp_path: Path) -> None:
    said = f"thanks to {proof.person[2]}"
    store, uuids = left_in_rows(proof, tmp_path, {"field_value": [said, f"{said} again"]})
    with pytest.raises(LeakFound, match=r"in 2 of \d+ rows; at most 1 may be withheld") as stopped:
        release(store, tmp_path / "bundle", proof.key, proof.ledger)
    no_value(proof, str(stopped.value))
    bundle = release(store, tmp_path / "bundle", proof.key, proof.ledger, allowing(0.5))
    assert verify_bundle(bundle).problems == []
    assert {row["interaction_uuid"] for row in rows_of(bundle) if row["field_value"] == MASK} == set(uuids)
    MEASURED["names left in more rows than may be withheld"] = "leak check, with the entity's id"


def test_a_name_by_which_rows_are_grouped_stops_the_release(proof: Proof, tmp_path: Path) -> None:
    store, (first,) = left_in_rows(proof, tmp_path, {"process_name": [f"Letters of {proof.person[2]}"]})
    rows = list(store.read_lines("scrubbed/interactions.jsonl"))
    said = {row["process_instance_uuid"]: row["process_name"] for row in rows if row["interaction_uuid"] == first}
    store.write_lines(
        "scrubbed/interactions.jsonl",
        [{**row, "process_name": said.get(row["process_instance_uuid"], row["process_name"])} for row in rows],
    )
    recorded_again(store)
    with pytest.raises(LeakFound, match=r"finding\(s\) in the finished bundle") as stopped:
        release(store, tmp_path / "bundle", proof.key, proof.ledger, allowing(1.0))
    no_value(proof, str(stopped.value))
    MEASURED["name left in the name of a process"] = "leak check, with the entity's id"


def rows_of(bundle: Path) -> list[dict[str, Any]]:
    return list(json.loads(one(bundle, ".json").read_bytes()))


def test_the_table_in_the_docs_is_what_was_measured() -> None:
    compare_with_docs(MEASURED, {*CONTENT, *LOOKS})
