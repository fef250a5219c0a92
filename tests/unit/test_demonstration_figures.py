"""The evaluation of released demonstrations, on releases whose figures are known: everything, nothing, one frame."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from benchmarks.demonstration_pixels import LEAST_OPACITY, LEAST_PX, RIM, SHOWS, compare, legible, telling
from benchmarks.demonstration_texts import Needles, folded, joins, texts_of_trace, typed
from benchmarks.demonstrations import Figures, matched, measure, report, tables
from samples.demonstrations.batch import SMALL_NAME
from samples.demonstrations.reel import Format, Reel, frames

ROOT = Path(__file__).resolve().parents[2] / "samples" / "demonstrations" / "recorded"
BATCH, TRUTH = ROOT / SMALL_NAME, ROOT / "truth" / "demonstrations" / SMALL_NAME
Image = np.ndarray
Change = Callable[[int, Image], Image]


def rows() -> list[dict[str, Any]]:
    (path,) = TRUTH.glob("*.jsonl")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def release(folder: Path, change: Change | None = None, crf: int = 23) -> Path:
    """The captured batch in the layout of a release; `change` gets the number and the picture of every frame."""
    shutil.copytree(BATCH / "demos", folder / "data" / "demos")
    for path in BATCH.glob("*.csv"):
        shutil.copy(path, folder / "data")
    if change is None:
        return folder
    (home,) = (folder / "data" / "demos").iterdir()
    video = home / f"{home.name}.mp4"
    shown = list(frames(video))
    height, width = shown[0][1].shape[:2]
    with Reel(video, Format(width, height, crf=crf)) as reel:
        for number, (at, image) in enumerate(shown):
            reel.add(change(number, image.copy()), round(at * 1000))
    for state, frame in enumerate(rows()[0]["states"]):
        cv2.imwrite(str(home / "screenshots" / f"{state}.png"), change(frame, shown[frame][1].copy()))
    return folder


def hide(number: int, image: Image, spare: int = -1) -> Image:
    """Every identifier of the frame under a box in the colour of its letters, but in frame `spare`."""
    if number == spare:
        return image
    for row in rows():
        if row["row"] == "seen" and row["from"] <= number <= row["to"]:
            x0, y0, x1, y1 = row["box"]
            image[y0 - 1 : y1 + 1, x0 - 1 : x1 + 1] = image[y0:y1, x0:x1].reshape(-1, 3).min(axis=0)
    return image


def figures(folder: Path) -> Figures:
    (found,) = measure(BATCH, TRUTH, folder).values()
    return found


def test_in_the_capture_itself_everything_shows(tmp_path: Path) -> None:
    found = figures(release(tmp_path))
    assert found.frames == len(rows()[0]["times"]) and found.clean == 0
    assert found.hidden.total() == 0 and found.total.total() > 500
    assert found.key_frames == 5 and found.key_frames_clean == 0
    assert found.lines_touched == 0 and found.lines > 500
    assert found.text_values and found.streams == {"video": 1} and not found.wrong
    assert tables(BATCH, TRUTH, tmp_path).total() > 0


def test_noise_of_another_encoding_hides_nothing_and_touches_nothing(tmp_path: Path) -> None:
    found = figures(release(tmp_path, lambda number, image: image, crf=30))
    assert found.hidden.total() == 0 and found.clean == 0
    assert found.lines_touched == 0


def test_in_black_frames_nothing_shows_and_every_line_is_touched(tmp_path: Path) -> None:
    found = figures(release(tmp_path, lambda number, image: image * 0))
    assert found.clean == found.frames > 0 and found.hidden == found.total
    assert found.key_frames_clean == 5 and found.lines_touched == found.lines
    assert not found.exceptions


def test_boxes_over_the_identifiers_hide_them_and_leave_the_lines(tmp_path: Path) -> None:
    found = figures(release(tmp_path, hide))
    assert found.clean == found.frames and found.hidden == found.total
    assert found.lines_touched <= 0.02 * found.lines


def test_one_frame_that_was_forgotten_is_told_with_its_number(tmp_path: Path) -> None:
    found = figures(release(tmp_path, lambda number, image: hide(number, image, spare=30), crf=12))
    assert found.frames - found.clean == 1
    assert {row["where"] for row in found.exceptions} == {"frame 30"}
    lines = list(report({"x": found}, tables(BATCH, TRUTH, tmp_path), joins(tmp_path / "data"), show=False))
    told = [line for line in lines if "frame 30" in line]
    assert told and all(row["text"] not in "\n".join(told) for row in found.exceptions if row["text"])
    shown = "\n".join(report({"x": found}, tables(BATCH, TRUTH, tmp_path), [], show=True))
    assert any(row["text"] in shown for row in found.exceptions if row["text"])


def test_a_video_that_ends_early_is_no_success(tmp_path: Path) -> None:
    folder = release(tmp_path, lambda number, image: image * 0)
    (home,) = (folder / "data" / "demos").iterdir()
    with Reel(home / f"{home.name}.mp4", Format(720, 400)) as reel:
        for i in range(10):
            reel.add(np.zeros((400, 720, 3), np.uint8), i * 100)
    assert any("frames could be compared" in line for line in figures(folder).wrong)


@pytest.mark.parametrize(("more", "compared"), [(1, True), (2, False)])
def test_a_side_that_was_made_even_is_compared(tmp_path: Path, more: int, compared: bool) -> None:
    folder = release(tmp_path)
    (home,) = (folder / "data" / "demos").iterdir()
    video = home / f"{home.name}.mp4"
    shown = list(frames(video))
    with Reel(video, Format(720 + more, 400, crf=12)) as reel:
        for at, image in shown:
            reel.add(np.pad(image, ((0, 0), (0, more), (0, 0)), mode="edge"), round(at * 1000))
    found = figures(folder)
    assert found.frames == (len(shown) if compared else 0)
    assert any("another size" in line for line in found.wrong) != compared
    assert found.hidden.total() == 0


def test_a_demonstration_whose_times_were_shifted_is_found_by_its_task(tmp_path: Path) -> None:
    for name in ("7 @ 2024-01-01-00-00-00", "7 @ 2024-01-02-00-00-00", "8 @ 2024-01-01-00-00-00"):
        (tmp_path / "data" / "demos" / name).mkdir(parents=True)
    names = ["7 @ 2025-01-01-00-00-00", "7 @ 2025-01-02-00-00-00", "8 @ 2024-01-01-00-00-00", "9 @ 2025-01-01-00-00-00"]
    assert matched(names, tmp_path) == {
        "7 @ 2025-01-01-00-00-00": "7 @ 2024-01-01-00-00-00",
        "7 @ 2025-01-02-00-00-00": "7 @ 2024-01-02-00-00-00",
        "8 @ 2024-01-01-00-00-00": "8 @ 2024-01-01-00-00-00",
    }


# pixels


def written(text: str) -> Image:
    image = np.full((40, 220, 3), 245, np.uint8)
    cv2.putText(image, text, (6, 26), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (40, 40, 40), 1, cv2.LINE_AA)
    return image


BOX = (4, 8, 170, 34)


def test_half_a_name_is_half_shown() -> None:
    image = written("Maren Oldenkamp")
    half = image.copy()
    half[:, :87] = 245
    left = compare(image, half, BOX)
    assert left is not None and 0.3 < left < 0.7
    assert compare(image, image, BOX) == 1.0


@pytest.mark.parametrize("hidden", ["letters", "ground", "other", "blurred"])
def test_colour_of_the_box_other_words_and_blur_all_hide(hidden: str) -> None:
    image = written("Maren Oldenkamp")
    after = {
        "letters": np.full_like(image, 40),
        "ground": np.full_like(image, 245),
        "other": written("Tilda Quistgaard"),
        "blurred": cv2.GaussianBlur(image, (31, 31), 9),
    }[hidden]
    left = compare(image, np.asarray(after, np.uint8), BOX)
    assert left is not None and left < SHOWS


def test_another_light_hides_nothing_and_a_blank_place_has_nothing_to_hide() -> None:
    image = written("Maren Oldenkamp")
    assert compare(image, np.asarray(image // 2 + 60, np.uint8), BOX) == 1.0
    assert compare(np.full_like(image, 245), image, BOX) is None


def test_what_is_too_small_or_too_faint_to_read_is_told_apart() -> None:
    def row(height: int, opacity: float) -> dict[str, Any]:
        return {"box": [0, 0, 50, height], "opacity": opacity}

    assert legible(row(LEAST_PX, LEAST_OPACITY))
    assert not legible(row(LEAST_PX - 1, 1)) and not legible(row(20, LEAST_OPACITY - 0.01))


def test_of_a_disc_with_initials_the_letters_tell_and_not_the_rim() -> None:
    disc = np.full((40, 40, 3), 245, np.uint8)
    cv2.circle(disc, (20, 20), 18, (60, 90, 160), -1, cv2.LINE_AA)
    lettered = disc.copy()
    cv2.putText(lettered, "WA", (10, 24), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (255, 255, 255), 1, cv2.LINE_AA)
    row = {"box": [0, 0, 40, 40], "note": "initials"}
    assert telling(row) == (round(RIM * 40), round(RIM * 40), 40 - round(RIM * 40), 40 - round(RIM * 40))
    assert telling(row | {"note": "photo"}) == (0, 0, 40, 40)
    assert compare(lettered, lettered, telling(row)) == 1.0
    hidden, whole = compare(lettered, disc, telling(row)), compare(lettered, disc, (0, 0, 40, 40))
    assert hidden is not None and whole is not None and hidden < 0.1 < SHOWS < whole


# texts


def test_values_are_found_in_any_case_accent_and_escape_but_not_inside_words() -> None:
    needles = Needles(
        [
            {"kind": "person", "value": "Đoàn Thùy Dương"},
            {"kind": "person", "value": "Åge"},
            {"kind": "x", "value": "ab"},
        ]
    )
    assert len(needles) == 2
    assert needles.found("hello DOAN  thuy duong!").total() == 1
    assert needles.found("?q=%C4%90o%C3%A0n%20Th%C3%B9y%20D%C6%B0%C6%A1ng").total() == 1
    assert needles.found("the page of an agent").total() == 0
    assert needles.found("age_k@x, Åge.").total() == 2
    assert folded("Łukasz Straße") == "lukasz strasse"


def test_typed_keys_are_read_with_their_corrections() -> None:
    assert typed(["Key.shift", "'M'", "'i'", "'x'", "Key.backspace", "'n'", "Key.space", "'h'"]) == "Min h"
    content = {
        "trace": [
            {"type": "state", "data": {"json_state": json.dumps([{"text": "Ann"}]), "html": "<p>A&amp;B</p>"}},
            {"type": "action", "data": {"type": "keystroke", "key": "'L' 'e' 'e'"}},
            {"type": "action", "data": {"type": "keyrelease", "key": "'e'"}},
            {"type": "action", "data": {"type": "keypress", "key": "'s'"}},
            {"type": "action", "data": {"type": "mouseup"}},
        ]
    }
    found = list(texts_of_trace(content))
    assert ("typed keys", "Lees") in found and ("elements", "Ann") in found and ("html", "<p>A&B</p>") in found


def test_references_that_do_not_join_are_told(tmp_path: Path) -> None:
    folder = release(tmp_path)
    assert joins(folder / "data") == []
    (home,) = (folder / "data" / "demos").iterdir()
    (home / "screenshots" / "3.png").unlink()
    assert any("screenshots" in line for line in joins(folder / "data"))
    ranks = folder / "data" / "df_rankings.csv"
    ranks.write_text(
        ranks.read_text(encoding="utf-8").replace(home.name, "103 @ 2000-01-01-00-00-00"), encoding="utf-8"
    )
    assert any("df_rankings" in line for line in joins(folder / "data"))
    asked = folder / "data" / "qa_dataset.csv"
    asked.write_text(asked.read_text(encoding="utf-8").replace(home.name, "other"), encoding="utf-8")
    assert any("qa_dataset" in line for line in joins(folder / "data"))
