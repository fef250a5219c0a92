"""What redaction leaves of a screen for those who train and test on it, for each look.

    PYTHONPATH=. .venv/bin/python -m benchmarks.screen_utility [--frames 500] [--read 12] [--seed N] [--work FOLDER]

Generated recordings with the published profile (benchmarks/row_frames.py) go through the build up to scrubbing, once
a look; what is found is the same, only the pixels differ. Of every look:

- pixels: share that is bit-identical to the captured frame;
- clicked places: share of the clicks around which nothing was changed within `AROUND` pixels;
- text: share of the words that the verifier's reader (Tesseract) read on the captured frame and reads again at the same
  place, of all words, and of those that no hidden box touches; on `--read` frames;
- application and screen: accuracy of a small vision baseline (histograms of gradients of a thumbnail, a linear
  model), fitted and asked on recordings it has not met (grouped cross-validation), on captured and on released frames.

`screen` is the title with the names of things taken out: which page of the application it is.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from benchmarks.row_batches import SHARE, write_profile
from redaction.batch import open_ledger, scrub
from redaction.ledger.ledger_files import accept_ledger
from redaction.policy import Policy
from redaction.screens.redact.styles import STYLES
from redaction.stages.find import find
from redaction.stages.ingest import RawRow, ingest, load_rows
from redaction.stages.scrub import resolve
from redaction.work.progress import no_progress
from redaction.work.store import BatchStore
from validation.reading.read_words import Word
from validation.reading.reader_pool import Worker

AROUND = 12
"""Pixels to each side of a click."""
NEAR = 4
"""Pixels by which a word may lie elsewhere when it is read again."""
THUMBNAIL = (192, 108)
"""Width and height of what the vision baseline sees, pixels."""
LENGTHS = (20, 60)
"""Frames of a recording, at least and at most: many short ones, so that classes recur."""
FOLDS = 4
FEWEST = 4
"""Recordings in which a class has to occur: as many as there are folds. Rarer classes are left out."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One captured screenshot, what it shows, and where it was clicked."""

    name: str
    captured: Path
    recording: str
    application: str
    screen: str
    click: tuple[int, int] | None


def frames_of(stores: Sequence[BatchStore]) -> list[Frame]:
    """The screenshots of all batches."""
    return [_frame(raw) for store in stores for raw in load_rows(store) if raw.screenshot is not None]


def _frame(raw: RawRow) -> Frame:
    row, point = raw.row, raw.row.interaction_coordinates
    assert raw.screenshot is not None
    return Frame(
        str(row.screenshot_name),
        raw.screenshot,
        row.process_instance_uuid,
        row.application_name,
        f"{row.application_name}: {page_of(row.screen_name)}",
        (point["x"], point["y"]) if point else None,
    )


def page_of(title: str) -> str:
    """The parts of a title without digits and without two capitalised words in a row, which are names of things."""
    parts = re.split(r" [-|] ", title)
    kept = [part for part in parts if not re.search(r"\d|@|[A-Z]\w+ [A-Z]", part)]
    return " | ".join(kept[-2:])


def pixels(path: Path) -> NDArray[np.uint8]:
    """A frame as an H×W×3 array."""
    return np.asarray(Image.open(path).convert("RGB"), np.uint8)


def changed(frame: Frame, released: Path) -> NDArray[np.bool_]:
    """Where a released frame differs from the captured one."""
    return np.asarray((pixels(frame.captured) != pixels(released)).any(axis=2), np.bool_)


def words(path: Path, reader: Worker) -> list[Word]:
    """The words of the first reading of a frame."""
    reading = reader.read(path.read_bytes())
    assert reading is not None
    return list(reading.parts[0].words)


def read_again(
    before: Sequence[Word], after: Sequence[Word], hidden: NDArray[np.bool_]
) -> tuple[tuple[int, int], tuple[int, int]]:
    """(read again, of) for all words, and for those that no changed pixel touches."""
    places = {}
    for word in after:
        places.setdefault(word.text, []).append(word)
    total, untouched = [0, 0], [0, 0]
    for word in before:
        again = any(
            abs(other.left - word.left) <= NEAR and abs(other.top - word.top) <= NEAR
            for other in places.get(word.text, [])
        )
        area = hidden[word.top : word.top + word.height, word.left : word.left + word.width]
        for count in (total, untouched) if not area.any() else (total,):
            count[0] += again
            count[1] += 1
    return (total[0], total[1]), (untouched[0], untouched[1])


def features(path: Path) -> NDArray[np.float64]:
    """Histograms of gradients of a thumbnail, and its mean colours on a coarse grid."""
    from skimage.feature import hog

    image = Image.open(path).convert("RGB").resize(THUMBNAIL, Image.Resampling.BOX)
    grey = np.asarray(image.convert("L"), np.float64) / 255
    coarse = np.asarray(image.resize((16, 9), Image.Resampling.BOX), np.float64).ravel() / 255
    edges = hog(grey, orientations=8, pixels_per_cell=(12, 12), cells_per_block=(1, 1))
    return np.concatenate([edges, coarse])


def accuracy(seen: NDArray[np.float64], classes: Sequence[str], recordings: Sequence[str]) -> float:
    """Share that a linear model gets right on recordings it was not fitted on."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import StratifiedGroupKFold, cross_val_predict
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    model = make_pipeline(StandardScaler(), LogisticRegression(max_iter=2000))
    folds = StratifiedGroupKFold(FOLDS, shuffle=True, random_state=2404)
    found = cross_val_predict(model, seen, np.asarray(classes), groups=np.asarray(recordings), cv=folds)
    return float((found == np.asarray(classes)).mean())


def common(frames: Sequence[Frame], what: str) -> list[int]:
    """Places of the frames whose class is frequent enough to be learned and asked."""
    recordings: dict[str, set[str]] = {}
    for frame in frames:
        recordings.setdefault(getattr(frame, what), set()).add(frame.recording)
    return [at for at, frame in enumerate(frames) if len(recordings[getattr(frame, what)]) >= FEWEST]


def build(folder: Path, frames: int, seed: int) -> tuple[list[BatchStore], list[Frame], Any]:
    """Recordings searched; what scrubs them in a look."""
    sources = write_profile(folder / "captures", round(frames / SHARE), seed, frames=LENGTHS)
    key_path = folder / "key"
    key_path.write_bytes(bytes(range(32)))
    key_path.chmod(0o600)
    accept_ledger(key_path)[1].close()
    key, ledger = open_ledger(key_path)
    stores = [BatchStore(folder / "work", source.name, key) for source in sources]
    first = _policy("fill")
    for store, source in zip(stores, sources, strict=True):
        ingest(source, store, first, no_progress, key)
        find(store, first, no_progress, others=[other for other in stores if other is not store])
        resolve(store, first, ledger)
    return stores, frames_of(stores), ledger


def _policy(style: str) -> Policy:
    return Policy.model_validate({"vision": {"style": style, "device": "cpu"}, "canaries": {"enabled": False}})


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--frames", type=int, default=500)
    parser.add_argument("--read", type=int, default=12, help="frames whose words are read again")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--work", type=Path, help="leave captures and work folder here")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temp:
        folder = args.work or Path(temp)
        folder.mkdir(parents=True, exist_ok=True)
        measure(folder, args.frames, args.read, args.seed)


def measure(folder: Path, count: int, read: int, seed: int) -> None:
    """Print the table."""
    stores, frames, ledger = build(folder, count, seed)
    reader = Worker()
    chosen = frames[:: max(1, len(frames) // read)][:read]
    captured = {frame.name: words(frame.captured, reader) for frame in chosen}
    sets = {what: common(frames, what) for what in ("application", "screen")}
    print(f"{len(frames)} frames of {len({f.recording for f in frames})} recordings; words read on {len(chosen)}")
    for what, places in sets.items():
        kinds = {getattr(frames[at], what) for at in places}
        print(f"{what}: {len(kinds)} classes, {len(places)} frames in at least {FEWEST} recordings each")
    print("| look | pixels as captured | clicks untouched | all words | words beside boxes | application | screen |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    _row("captured", frames, {f.name: f.captured for f in frames}, sets, None, None)
    for style in sorted(STYLES):
        released = {}
        for store in stores:
            scrub(store, _policy(style), ledger)
            released |= {path.name: path for path in store.screenshots.glob("*.png")}
        there = [frame for frame in frames if frame.name in released]
        if len(there) < len(frames):
            print(f"{style}: {len(frames) - len(there)} frames were refused")
        said = [(captured[f.name], words(released[f.name], reader), changed(f, released[f.name])) for f in chosen]
        _row(style, frames, released, sets, frames, said)
    reader.close()


def _row(
    name: str,
    frames: Sequence[Frame],
    shown: dict[str, Path],
    sets: dict[str, list[int]],
    compared: Sequence[Frame] | None,
    said: Sequence[tuple[list[Word], list[Word], NDArray[np.bool_]]] | None,
) -> None:
    cells = ["", "", "", ""]
    if compared is not None and said is not None:
        same, clicks, kept = 0.0, 0, 0
        for frame in compared:
            hidden = changed(frame, shown[frame.name])
            same += 1 - float(hidden.mean())
            if frame.click is not None:
                x, y = frame.click
                clicks += 1
                kept += not hidden[max(0, y - AROUND) : y + AROUND, max(0, x - AROUND) : x + AROUND].any()
        pairs = [read_again(*one) for one in said]
        cells = [f"{same / len(compared):.4f}", f"{kept} of {clicks}"]
        cells += [f"{sum(p[at][0] for p in pairs)} of {sum(p[at][1] for p in pairs)}" for at in (0, 1)]
    seen = {at: features(shown[frames[at].name]) for at in sorted({*sets["application"], *sets["screen"]})}
    for what, places in sets.items():
        kinds = [getattr(frames[at], what) for at in places]
        recordings = [frames[at].recording for at in places]
        cells.append(f"{accuracy(np.stack([seen[at] for at in places]), kinds, recordings):.3f}")
    print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
