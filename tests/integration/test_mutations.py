"""The mutation proof: everything that could go wrong with a release, done to one, and who stops it.

The table in docs/proof.md is what these tests measured; the last one compares.
"""

from __future__ import annotations

import base64
import io
import json
import shutil
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from PIL import Image, ImageDraw, ImageFont

from redaction.canaries.plant import plant as canaries
from redaction.canaries.plant import plant_and_count, require_caught
from redaction.errors import EntrophyError, LeakFound
from redaction.lexicon.names import NameLists
from redaction.policy import Policy
from redaction.stages.engine_versions import screen_engines
from redaction.stages.find import find
from redaction.stages.ingest import ingest, load_rows, require_same_screenshots
from redaction.text import Registry
from redaction.work.progress import no_progress
from redaction.work.stage_records import RELEASED
from redaction.work.store import BatchStore
from release.bundle.bundle_format import json_bytes
from release.bundle.captured import captured_texts
from release.bundle.certify import Certifier
from release.bundle.manifest import certify_bundle, manifest_as_written, seal
from release.publish.publish import publish, verify_as_ours
from release.publish.publish_types import PublishSettings
from release.sign.signing import public_key, signing_key
from release.sign.signing_gate import add_signoff, only_unsigned, signoff_check
from release.sign.signoff_file import signed_by
from release.verify.problems import NOT_AGAIN, VerifyReport
from release.verify.recompute import add_recomputed
from release.verify.verify_bundle import verify_bundle
from tests.proof_fixture import POLICY, SOURCE, Proof, build_proof, change_archive, recorded_again, release
from tests.release_fixture import seal_again, sentences
from tests.scrubbed_fixture import png
from tests.signed_release import AUDITOR, review_all, sign_off, trust
from validation.files.bundle_files import CERTIFICATE, PROVENANCE, SIGNATURE, SIGNOFF
from validation.leaks.scan import scan_bundle
from validation.leaks.verdicts import Judged

DOC = Path(__file__).resolve().parents[2] / "docs" / "proof.md"
MEASURED: dict[str, str] = {}
"""Mutation → who stopped it, as in the table of docs/proof.md."""


@pytest.fixture(scope="module")
def proof(tmp_path_factory: pytest.TempPathFactory) -> Proof:
    return build_proof(tmp_path_factory.mktemp("proof"))


@pytest.fixture
def bundle(proof: Proof, tmp_path: Path) -> Path:
    """A copy to damage."""
    return Path(shutil.copytree(proof.bundle, tmp_path / "bundle"))


def no_value(proof: Proof, said: str) -> None:
    assert not [value for value in proof.captured if value.casefold() in said.casefold()], "a captured value is told"


def one(bundle: Path, suffix: str) -> Path:
    return next(p for p in sorted(bundle.iterdir()) if p.name.endswith(suffix) and p.name[0].isupper())


# --- a captured name comes back into the content: the leak check finds it -----------------------------------------


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


def pixels(data: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))


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


def test_a_name_too_small_to_be_read_is_told_as_unread(proof: Proof, bundle: Path, judged: Judged) -> None:
    untouched = scan_bundle(proof.bundle, proof.needles, workers=1, judged=judged).unread
    picture(bundle, lambda data: with_look(data, proof.person[2], {"size": 6}))
    report = scan_bundle(bundle, proof.needles, workers=1, judged=judged)
    assert not report.findings and report.unread.unread == untouched.unread + 1
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
    place, text = next(c for c in captured_texts([proof.store], POLICY) if "screen_name" in c[0])
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


def rows_of(bundle: Path) -> list[dict[str, Any]]:
    return list(json.loads(one(bundle, ".json").read_bytes()))


# --- the release is not what was certified and signed: verify and publish stop it ---------------------------------


def flipped(bundle: Path, proof: Proof) -> None:
    path = one(bundle, ".parquet")
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(bytes(data))


def missing(bundle: Path, proof: Proof) -> None:
    one(bundle, ".zip").unlink()


def extra(bundle: Path, proof: Proof) -> None:
    (bundle / "notes.txt").write_text("one more file", encoding="utf-8")


def stale(bundle: Path, proof: Proof) -> None:
    path = bundle / "README.md"
    path.write_text(path.read_text(encoding="utf-8") + "\nOne more line.\n", encoding="utf-8")
    seal_again(bundle, signing_key(proof.key))


def certificate(bundle: Path, proof: Proof, change: Callable[[dict[str, Any]], None]) -> None:
    told = json.loads((bundle / CERTIFICATE).read_bytes())
    change(told)
    certify_bundle(bundle, told, signing_key(proof.key))


def failed(bundle: Path, proof: Proof) -> None:
    certificate(bundle, proof, lambda c: c.update(verdict="failed"))


def no_canaries(bundle: Path, proof: Proof) -> None:
    certificate(bundle, proof, lambda c: c.update(canaries={"enabled": False}))


def better_canaries(bundle: Path, proof: Proof) -> None:
    def change(told: dict[str, Any]) -> None:
        told["canaries"]["text"]["caught"] += 1

    certificate(bundle, proof, change)


def less_unread(bundle: Path, proof: Proof) -> None:
    def change(told: dict[str, Any]) -> None:
        told["text_on_screens"]["unread"] = -1

    certificate(bundle, proof, change)


def unread_untold(bundle: Path, proof: Proof) -> None:
    certificate(bundle, proof, lambda c: c.pop("text_on_screens"))


def detectors_untold(bundle: Path, proof: Proof) -> None:
    certificate(bundle, proof, lambda c: c.pop("detectors"))


def detector_off(bundle: Path, proof: Proof) -> None:
    certificate(bundle, proof, lambda c: c["detectors"]["name lists"].update(answers=False))


def forged(bundle: Path, proof: Proof) -> None:
    path = bundle / SIGNATURE
    told = json.loads(path.read_bytes())
    told["signature"] = base64.b64encode(bytes(64)).decode()
    path.write_bytes(json.dumps(told).encode())


def another_key(bundle: Path, proof: Proof) -> None:
    seal_again(bundle, Ed25519PrivateKey.from_private_bytes(bytes([9]) * 32))


def unsigned_words(bundle: Path, proof: Proof) -> None:
    path = bundle / SIGNATURE
    path.write_bytes(json_bytes({**json.loads(path.read_bytes()), "note": "words that nobody signed " * 2000}))


def shorter_chain(bundle: Path, proof: Proof) -> None:
    path = bundle / PROVENANCE
    told = json.loads(path.read_bytes())
    told["predicate"]["runDetails"]["byproducts"].pop(1)
    path.write_bytes(json_bytes(told))
    seal_again(bundle, signing_key(proof.key))


def unsigned(bundle: Path, proof: Proof) -> None:
    (bundle / SIGNATURE).unlink()


SEALS: dict[str, tuple[Callable[[Path, Proof], None], str]] = {
    "one flipped byte": (flipped, ".parquet"),
    "a missing file": (missing, ".zip"),
    "one more file": (extra, "notes.txt"),
    "a certificate of other content": (stale, CERTIFICATE),
    "a certificate that did not pass": (failed, CERTIFICATE),
    "a certificate without canaries": (no_canaries, CERTIFICATE),
    "a certificate with better canary figures": (better_canaries, CERTIFICATE),
    "a certificate with other figures of unread text": (less_unread, CERTIFICATE),
    "a certificate that does not tell what was not read": (unread_untold, CERTIFICATE),
    "a certificate without its detectors": (detectors_untold, CERTIFICATE),
    "a certificate of a build with a detector off": (detector_off, CERTIFICATE),
    "a forged signature": (forged, SIGNATURE),
    "a signature by another key": (another_key, SIGNATURE),
    "no signature": (unsigned, SIGNATURE),
    "unsigned words in the signature file": (unsigned_words, SIGNATURE),
    "a stage left out of the provenance": (shorter_chain, PROVENANCE),
}


@pytest.mark.parametrize("mutation", SEALS)
def test_what_is_not_certified_and_signed_is_refused(proof: Proof, bundle: Path, tmp_path: Path, mutation: str) -> None:
    change, place = SEALS[mutation]
    change(bundle, proof)
    own = public_key(signing_key(proof.key))
    verified = verify_bundle(bundle, public_key=own)
    assert any(place in p.where for p in verified.problems), sentences(verified)
    no_value(proof, "\n".join(sentences(verified)))
    ours = verify_as_ours(proof.folder / "key")
    with pytest.raises(EntrophyError, match=r"does not pass|does not agree") as refused:
        publish(
            bundle,
            "folder",
            settings=PublishSettings(destination=tmp_path / "published"),
            verify=ours,
            signoff=lambda folder: [],
        )
    no_value(proof, str(refused.value))
    assert not any((tmp_path / "published").glob("*"))
    MEASURED[mutation] = "verify and publish"


def test_the_certificate_is_computed_again_by_whoever_has_the_key(proof: Proof, bundle: Path, tmp_path: Path) -> None:
    key, work = proof.folder / "key", proof.folder / "work"
    report = verify_bundle(bundle)
    assert any(note.startswith(NOT_AGAIN) for note in report.notes)
    add_recomputed(report, key, POLICY, work)
    assert report.problems == []
    assert any("what the provenance tells" in note for note in report.notes)
    assert report.notes[-1].endswith("the certificate tells the same figures")
    assert not any(note.startswith(NOT_AGAIN) for note in report.notes)
    # Without the work folder everybody in the ledger is looked for; the figures of what was looked for stay untold.
    elsewhere = verify_bundle(bundle)
    add_recomputed(elsewhere, key, POLICY, tmp_path)
    assert elsewhere.problems == [] and "everybody in the ledger" in elsewhere.notes[-1]
    certificate(bundle, proof, lambda c: c["needles"].update(person=c["needles"]["person"] + 1))
    better = verify_bundle(bundle)
    assert better.problems == [], "nothing tells this from the bytes alone"
    add_recomputed(better, key, POLICY, work)
    assert [(p.where, p.what) for p in better.problems] == [
        (CERTIFICATE, "tells other figures than a check today: needles.")
    ]
    MEASURED["a certificate that tells of more than was looked for"] = "verify with the maintainer's key"


def test_without_a_ledger_nothing_is_computed_again_and_that_is_a_problem(proof: Proof, tmp_path: Path) -> None:
    report = VerifyReport(proof.bundle)
    add_recomputed(report, tmp_path / "no-key", POLICY, tmp_path)
    assert [p.where for p in report.problems] == [CERTIFICATE] and not (tmp_path / "no-key").exists()


_ENGINES = {
    "cv2": "opencv-python",
    "detect_secrets": "detect-secrets",
    "facenet_pytorch": "facenet-pytorch",
    "numpy": "numpy",
    "onnxruntime": "onnxruntime",
    "openvino": "openvino",
    "phonenumbers": "phonenumbers",
    "PIL": "pillow",
    "presidio_analyzer": "presidio-analyzer",
    "rapidocr": "rapidocr",
    "stdnum": "python-stdnum",
    "tldextract": "tldextract",
    "tokenizers": "tokenizers",
    "torch": "torch",
}
"""Module → package of everything that can read or hide; the build of `proof` ran in this very process."""


def test_the_certificate_names_every_engine_that_ran(proof: Proof) -> None:
    told = json.loads((proof.bundle / CERTIFICATE).read_bytes())["redaction_engines"]
    assert {package for module, package in _ENGINES.items() if module in sys.modules} <= told.keys()
    assert set(told) - {"names-model"} == set(_ENGINES.values())
    assert told["openvino"] == version("openvino")
    # Nobody may read a net on a GPU and say that a CPU did.
    on_a_gpu = screen_engines("cuda").keys()
    assert "openvino" not in on_a_gpu and on_a_gpu & {"onnxruntime", "onnxruntime-gpu"}


def test_the_chain_is_in_the_bundle_and_tells_no_name(proof: Proof) -> None:
    told = json.loads((proof.bundle / PROVENANCE).read_bytes())
    stages = [one["annotations"]["stage"] for one in told["predicate"]["runDetails"]["byproducts"]]
    assert stages == list(RELEASED)
    assert proof.store.name not in (proof.bundle / PROVENANCE).read_text(encoding="utf-8")
    # What a stage left is told by a keyed digest: the plain one of a file that can be guessed would tell the file.
    plain = {record.digest for record in proof.store.require_released()}
    plain |= {digest for record in proof.store.require_released() for digest in record.outputs.values()}
    assert not [digest for digest in plain if digest in (proof.bundle / PROVENANCE).read_text(encoding="utf-8")]


def test_the_untouched_release_passes(proof: Proof) -> None:
    assert verify_bundle(proof.bundle, public_key=public_key(signing_key(proof.key))).problems == []


# --- the work folder was edited between two stages: the next one refuses ------------------------------------------


def edited(file: str, change: Callable[[bytes], bytes]) -> Callable[[BatchStore], None]:
    def edit(store: BatchStore) -> None:
        path = store.file(file)
        data = change(path.read_bytes())
        assert data != path.read_bytes()
        path.write_bytes(data)

    return edit


def a_row(data: bytes) -> bytes:
    rows = [json.loads(line) for line in data.decode().split("\n") if line]
    rows[0]["description"] = "Edited by hand"
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def no_findings(data: bytes) -> bytes:
    return b"".join(data.splitlines(keepends=True)[1:])


def another_screenshot(store: BatchStore) -> None:
    shot = sorted((store.scrubbed / "screenshots").glob("*.png"))[0]
    shot.write_bytes(png(pixels(shot.read_bytes())[:, ::-1]))


def one_more_screenshot(store: BatchStore) -> None:
    shot = sorted((store.scrubbed / "screenshots").glob("*.png"))[0]
    shutil.copy(shot, shot.with_name("Screen-more.png"))


def no_refusals(store: BatchStore) -> None:
    store.file("quarantine/ingest.jsonl").unlink()


def forged_record(store: BatchStore) -> None:
    """Somebody without the key edits a row and writes the records anew."""
    edited("scrubbed/interactions.jsonl", a_row)(store)
    BatchStore(store.path.parent, store.name).mark_done("finish")


def redone_in_between(store: BatchStore) -> None:
    """The findings were made anew, and nothing after them."""
    edited("find/text.jsonl", no_findings)(store)
    store.mark_done("find", store.record("find").stamp)


EDITS: dict[str, tuple[Callable[[BatchStore], None], str]] = {
    "a released row edited in the work folder": (edited("scrubbed/interactions.jsonl", a_row), "stage finish"),
    "a screenshot swapped in the work folder": (another_screenshot, "stage scrub"),
    "a screenshot added in the work folder": (one_more_screenshot, "stage scrub"),
    "a scrubbed row edited in the work folder": (edited("scrub/rows.jsonl", a_row), "stage scrub"),
    "a finding taken out in the work folder": (edited("find/text.jsonl", no_findings), "stage find"),
    "a learned name taken out in the work folder": (edited("find/registry.json", lambda d: d[:-40]), "stage find"),
    "a captured row edited after ingest": (edited("ingest/rows.jsonl", lambda d: d + b"\n"), "stage ingest"),
    "the refusals of ingest taken away": (no_refusals, "stage ingest"),
    "better canary figures in the work folder": (
        edited("canaries/report.json", lambda d: d.replace(b'"passed"', b'"Passed"', 1)),
        "stage canaries",
    ),
    "an edited row with a forged record": (forged_record, "stage finish"),
    "findings made anew without what follows": (redone_in_between, "other outputs of find"),
}


@pytest.mark.parametrize("mutation", EDITS)
def test_what_was_edited_between_two_stages_is_never_released(proof: Proof, tmp_path: Path, mutation: str) -> None:
    change, words = EDITS[mutation]
    shutil.copytree(proof.store.path, tmp_path / "work" / proof.store.name)
    store = BatchStore(tmp_path / "work", proof.store.name, proof.key)
    store.require_released()
    change(store)
    with pytest.raises(EntrophyError, match=words) as refused:
        release(store, tmp_path / "bundle", proof.key, proof.ledger)
    assert not (tmp_path / "bundle").exists() and refused.value.remedy
    no_value(proof, str(refused.value))
    MEASURED[mutation] = "the next stage, with the stage and the file"


def test_what_is_edited_while_it_is_released_is_refused_too(proof: Proof, tmp_path: Path) -> None:
    shutil.copytree(proof.store.path, tmp_path / "work" / proof.store.name)
    store = BatchStore(tmp_path / "work", proof.store.name, proof.key)
    certify = Certifier([store], proof.ledger, POLICY, no_progress)
    content = Path(shutil.copytree(proof.bundle, tmp_path / "content"))
    another_screenshot(store)
    with pytest.raises(EntrophyError, match="stage scrub"):
        certify(content)


def test_a_screenshot_that_changes_after_ingest_is_not_read_for_the_old_one(proof: Proof, tmp_path: Path) -> None:
    captures = Path(shutil.copytree(SOURCE, tmp_path / SOURCE.name))
    store = BatchStore(tmp_path / "work", SOURCE.name, proof.key)
    ingest(captures, store, POLICY, no_progress, proof.key)
    moved = load_rows(store)
    # The chain says nothing of where the captures lie.
    assert store.record("ingest").digest == proof.store.record("ingest").digest
    shot = next(r.screenshot for r in moved if r.screenshot is not None)
    shot.write_bytes(png(pixels(shot.read_bytes())[:, ::-1]))
    for stage in (lambda: find(store, POLICY, no_progress), lambda: require_same_screenshots(store, load_rows(store))):
        with pytest.raises(EntrophyError, match="not the one that was ingested") as refused:
            stage()
        no_value(proof, str(refused.value))
    assert not store.file("find").exists()
    MEASURED["a capture swapped between ingest and find"] = "the next stage, with the stage and the file"


# --- no auditor signed it, or one stopped it: verify and publish stop it -------------------------------------------


def nobody(out: Path, proof: Proof, key: Path) -> None:
    """Nobody looked."""


def stopped(out: Path, proof: Proof, key: Path) -> None:
    sign_off(out, key, "stop")


def flagged(out: Path, proof: Proof, key: Path) -> None:
    sign_off(out, key)
    review_all(out, key, "flag")


def forged_signoff(out: Path, proof: Proof, key: Path) -> None:
    sign_off(out, key)
    told = json.loads((out / SIGNOFF).read_bytes())
    told["statement"]["reviewed"] += 1
    (out / SIGNOFF).write_bytes(json_bytes(told))


def for_another(out: Path, proof: Proof, key: Path) -> None:
    """The same content under another manifest, sealed by the maintainer: everything holds but the sign-off."""
    sign_off(out, key)
    manifest = manifest_as_written(out / "bundle")
    about = {k: v for k, v in manifest.items() if k not in ("format", "content_digest", "files", "screenshots")}
    about["another"] = "1.0"
    seal(out / "bundle", about, manifest["screenshots"], signing_key(proof.key))


def distrusted(out: Path, proof: Proof, key: Path) -> None:
    sign_off(out, key)
    trust(key, key.with_name("somebody-else.key"))


SIGNOFFS: dict[str, tuple[Callable[[Path, Proof, Path], None], str]] = {
    "a release that no auditor signed": (nobody, "not signed by an auditor"),
    "a release that an auditor stopped": (stopped, "decided to stop"),
    "a release that an auditor flagged after signing": (flagged, "flag"),
    "a forged sign-off": (forged_signoff, "does not belong to this sign-off"),
    "a sign-off for another bundle": (for_another, "is for another bundle"),
    "a sign-off by an auditor who is not trusted": (distrusted, "not in the list of trusted auditors"),
}


@pytest.fixture
def out(proof: Proof, tmp_path: Path) -> Path:
    """A copy of the build with its work folder, as an auditor gets it."""
    shutil.copytree(proof.bundle, tmp_path / "out" / "bundle")
    shutil.copytree(proof.store.path.parent, tmp_path / "out" / "work" / "batches")
    return tmp_path / "out"


@pytest.mark.parametrize("mutation", SIGNOFFS)
def test_what_no_auditor_signed_or_one_stopped_goes_nowhere(
    proof: Proof, out: Path, tmp_path: Path, mutation: str
) -> None:
    change, words = SIGNOFFS[mutation]
    key = tmp_path / "key"
    change(out, proof, key)
    report = verify_bundle(out / "bundle")
    add_signoff(report, key)
    assert any(p.where == SIGNOFF and words in p.what for p in report.problems), sentences(report)
    no_value(proof, "\n".join(sentences(report)))
    with pytest.raises(EntrophyError, match=words) as refused:
        publish(
            out / "bundle",
            "folder",
            settings=PublishSettings(destination=tmp_path / "published"),
            signoff=signoff_check(key),
        )
    no_value(proof, str(refused.value))
    assert not (tmp_path / "published").exists()
    MEASURED[mutation] = "verify and publish"


def test_a_signed_release_is_published_with_its_sign_off_and_verifies_anywhere(
    proof: Proof, out: Path, tmp_path: Path
) -> None:
    key = tmp_path / "key"
    sign_off(out, key)
    receipt = publish(
        out / "bundle",
        "folder",
        settings=PublishSettings(destination=tmp_path / "published"),
        signoff=signoff_check(key),
    )
    copy = Path(receipt.location)
    # a stranger, who has nothing but the copy
    report = verify_bundle(copy)
    add_signoff(report)
    assert report.problems == [] and report.checked["sign-offs"] == 1
    assert any("held against no list" in note for note in report.notes)
    assert report.unchecked == ["release key", "auditor's key"]
    # one who was told the auditors' keys by another way
    add_signoff(report, auditors=key.with_name("key.auditors"))
    assert report.problems == [] and report.unchecked == ["release key"]
    # one who pinned it before, with the auditor who signed then
    pinned = signed_by(copy)
    assert pinned is not None
    for known, held in (([(pinned[1], AUDITOR)], True), ([(pinned[1], "Somebody Else")], False)):
        add_signoff(report, known=known)
        assert report.signoff_held is held
    (copy / SIGNOFF).unlink()
    report = verify_bundle(copy)
    add_signoff(report)
    assert only_unsigned(report)


# --- a detector is off: the canaries, or the detector's own silence, stop the build -----------------------------------


def policy(**sections: dict[str, Any]) -> Policy:
    return Policy.model_validate({**POLICY.model_dump(mode="json"), **sections})


def vision(**keys: bool) -> Policy:
    return policy(vision={**POLICY.vision.model_dump(mode="json"), **keys})


def no_model(monkeypatch: pytest.MonkeyPatch) -> Policy:
    return policy(text={**POLICY.text.model_dump(mode="json"), "engine": "patterns"})


def no_lists(monkeypatch: pytest.MonkeyPatch) -> Policy:
    for name in ("is_first", "is_last", "is_name"):
        monkeypatch.setattr(NameLists, name, lambda self, token: False)
    return POLICY


def no_patterns(monkeypatch: pytest.MonkeyPatch) -> Policy:
    monkeypatch.setattr("redaction.text.engine.run_analyzer", lambda analyzer, text: [])
    return POLICY


def no_registry(monkeypatch: pytest.MonkeyPatch) -> Policy:
    monkeypatch.setattr(Registry, "find", lambda self, text, role="prose": iter(()))
    return POLICY


def no_labels(monkeypatch: pytest.MonkeyPatch) -> Policy:
    monkeypatch.setattr("redaction.text.engine.labelled", lambda *given, **more: [])
    return POLICY


def no_faces(monkeypatch: pytest.MonkeyPatch) -> Policy:
    return vision(faces=False)


def no_codes(monkeypatch: pytest.MonkeyPatch) -> Policy:
    return vision(codes=False)


def no_lines(monkeypatch: pytest.MonkeyPatch) -> Policy:
    monkeypatch.setattr("redaction.screens.engine.boxes_for", lambda reading, texts, found: [])
    return POLICY


DETECTORS: dict[str, Callable[[pytest.MonkeyPatch], Policy]] = {
    "names model off": no_model,
    "name lists off": no_lists,
    "patterns off": no_patterns,
    "registry sweep off": no_registry,
    "labels off": no_labels,
    "faces off": no_faces,
    "codes off": no_codes,
    "text on screens off": no_lines,
}


@pytest.fixture(scope="module")
def twin(proof: Proof) -> BatchStore:
    """A copy of the work folder whose canaries may be counted again."""
    shutil.copytree(proof.store.path, proof.folder / "twin" / proof.store.name)
    return BatchStore(proof.folder / "twin", proof.store.name, proof.key)


@pytest.mark.parametrize("mutation", DETECTORS)
def test_a_detector_that_is_off_is_noticed(
    proof: Proof, twin: BatchStore, mutation: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    changed = DETECTORS[mutation](monkeypatch)
    twin.mark_undone("canaries")
    report = plant_and_count(twin, changed, proof.key, no_progress)
    assert not report["passed"], report["kinds"]
    with pytest.raises(EntrophyError) as stopped:
        require_caught(report, "faulty-demo")
    no_value(proof, str(stopped.value))
    MEASURED[mutation] = "canaries: " + ", ".join(report["below"])


def test_canaries_leave_nothing_behind(proof: Proof) -> None:
    """No planted value is in the ledger, the registry, the rows or the bundle."""
    seed = canaries.digest_of(proof.key.derive("canaries").hex(), proof.store.name).encode()
    rows = [r for r in proof.store.read_lines("ingest/rows.jsonl")]
    values = set()
    for item in rows:
        for nth in range(4):
            planted = canaries.invent(seed, item["row"]["interaction_uuid"], nth)
            values |= {planted.person, planted.login, planted.email, planted.phone}
    kept = "".join(
        proof.store.file(f).read_text(encoding="utf-8")
        for f in ("find/registry.json", "find/text.jsonl", "find/screens.jsonl", "scrub/rows.jsonl", canaries.REPORT)
    )
    kept += "".join(value for _, _, value in proof.ledger.real_values())
    kept += "".join(p.read_bytes().decode("latin-1") for p in proof.bundle.iterdir())
    assert len(values) > 12
    assert not [v for v in values if v in kept]


def test_the_table_in_the_docs_is_what_was_measured() -> None:
    if len(MEASURED) < len(CONTENT) + len(SEALS) + len(EDITS) + len(SIGNOFFS) + len(DETECTORS):
        pytest.skip("the whole table is compared only when every mutation ran and held")
    written = DOC.read_text(encoding="utf-8")
    rows = [f"| {mutation} | {outcome} |" for mutation, outcome in MEASURED.items()]
    absent = [row for row in rows if row not in written]
    assert not absent, "docs/proof.md lacks:\n" + "\n".join(absent)
