"""Originals for the auditor's eyes: read once, kept nowhere, refused when they are not what they should be."""

from __future__ import annotations

import hashlib
import io
import json
from pathlib import Path

import pytest
from PIL import Image

from redaction.capture.originals import read_boxes, read_image, read_originals
from redaction.errors import EntrophyError, ImageRefused
from redaction.policy import CapturePolicy
from tests.review_fixture import SECRET, make_build, open_session


@pytest.mark.parametrize(
    ("kind", "media"), [("PNG", "image/png"), ("JPEG", "image/jpeg"), ("BMP", "image/bmp"), ("WEBP", "image/webp")]
)
def test_what_a_browser_shows_goes_out_as_it_is(tmp_path: Path, kind: str, media: str) -> None:
    path = tmp_path / "shot"
    Image.new("RGB", (30, 20), (10, 120, 200)).save(path, kind)
    image = read_image(path)
    assert image.data == path.read_bytes()
    assert (image.media_type, image.digest) == (media, hashlib.sha256(path.read_bytes()).hexdigest())
    assert image.digest not in repr(image), "nothing captured in a repr"


def test_a_tiff_is_shown_as_png_and_known_by_its_file(tmp_path: Path) -> None:
    path = tmp_path / "shot.tiff"
    Image.new("RGB", (30, 20), (10, 120, 200)).save(path)
    image = read_image(path)
    assert image.media_type == "image/png"
    assert image.digest == hashlib.sha256(path.read_bytes()).hexdigest()
    with Image.open(io.BytesIO(image.data)) as shown:
        assert (shown.size, shown.getpixel((3, 3))) == ((30, 20), (10, 120, 200))


def test_what_is_no_ordinary_image_file_is_refused(tmp_path: Path) -> None:
    real = tmp_path / "real.png"
    Image.new("RGB", (30, 20)).save(real)
    (tmp_path / "link.png").symlink_to(real)
    (tmp_path / "text.png").write_text(SECRET)
    (tmp_path / "folder.png").mkdir()
    Image.new("RGB", (30, 20)).save(tmp_path / "big.tiff")
    for name, reason in {
        "link.png": "image_missing",
        "none.png": "image_missing",
        "folder.png": "image_not_file",
        "text.png": "image_corrupt",
    }.items():
        with pytest.raises(ImageRefused) as caught:
            read_image(tmp_path / name)
        assert caught.value.reason == reason
        assert name not in str(caught.value)
        assert SECRET not in str(caught.value)
    with pytest.raises(ImageRefused, match="more bytes"):
        read_image(real, CapturePolicy(max_image_bytes=10))
    with pytest.raises(ImageRefused, match="more pixels"):
        read_image(tmp_path / "big.tiff", CapturePolicy(max_image_pixels=100))


def test_broken_work_folders_are_told_without_their_content(tmp_path: Path) -> None:
    with pytest.raises(EntrophyError, match="no raw rows"):
        read_originals(tmp_path)
    folder = tmp_path / "batches" / "b"
    (folder / "ingest").mkdir(parents=True)
    (folder / "scrubbed").mkdir()
    for name, read in (("ingest/rows.jsonl", read_originals), ("scrubbed/boxes.jsonl", read_boxes)):
        for text in (f'{{"{SECRET}', json.dumps({SECRET: 1}), "[]"):
            (folder / name).write_text(text)
            with pytest.raises(EntrophyError, match="cannot be read") as caught:
                read(tmp_path)
            assert SECRET not in str(caught.value)
            assert caught.value.__cause__ is None


def test_bundle_and_work_folder_must_belong_together(tmp_path: Path) -> None:
    out = make_build(tmp_path / "out")
    session = open_session(out, tmp_path / "key")
    batch = out / "work" / "batches" / "batch-a"
    rows, boxes = batch / "ingest" / "rows.jsonl", batch / "scrubbed" / "boxes.jsonl"
    for path in (rows, boxes):
        good = path.read_text()
        kept = [line for line in good.splitlines() if session.names[0] not in line]
        path.write_text("\n".join(kept))
        with pytest.raises(EntrophyError, match="build the release again"):
            open_session(out, tmp_path / "key").item(0)
        path.write_text(good)
    lines = [json.loads(line) for line in rows.read_text().splitlines()]
    rows.write_text("\n".join(json.dumps({**line, "screenshot": None}) for line in lines))
    with pytest.raises(EntrophyError, match="no original"):
        open_session(out, tmp_path / "key").raw(0)


def test_a_changed_screenshot_is_not_shown(tmp_path: Path) -> None:
    out = make_build(tmp_path / "out")
    session = open_session(out, tmp_path / "key")
    path = out / "bundle" / "Finance_screenshots.zip"
    data = bytearray(path.read_bytes())
    at = data.index(b"IDAT")
    data[at + 30] ^= 1
    path.write_bytes(bytes(data))
    failed = 0
    for index in range(len(session.names)):
        try:
            session.redacted(index)
        except EntrophyError as error:
            failed += 1
            assert "cannot be read" in str(error) or "not the one in the manifest" in str(error)
    assert failed == 1
