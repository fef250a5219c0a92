"""What a model is asked: a system and a task part, in our own words, with the structure of the published benchmark.

A prompt holds what a sample may show (records.py): descriptions and, where asked for, screenshots. Answers stay out.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from evaluation.tasks.records import (
    CLASSIFICATION_FILE,
    CLASSIFICATION_IMAGES_FILE,
    SEGMENTATION_FILE,
    SEGMENTATION_IMAGES_FILE,
    ClassificationSample,
    ProcessClass,
    SegmentationSample,
)

if TYPE_CHECKING:
    from PIL.Image import Image

Task = Literal["classification", "segmentation"]
Sample = ClassificationSample | SegmentationSample
Messages = list[dict[str, Any]]

IMAGE_SIDE_AT_MOST = 1024
"""Pixels of a screenshot's longer side as it is sent; larger ones are made smaller."""


@dataclass(frozen=True, slots=True)
class TaskSettings:
    """Of a task: its files without and with screenshots, and how many tokens a reply may have unless told otherwise."""

    file: str
    images_file: str
    max_tokens: int


TEMPERATURE = 0.6
"""Of every request unless told otherwise, as in the published benchmark; so are the numbers of tokens."""
TASKS: dict[Task, TaskSettings] = {
    "classification": TaskSettings(CLASSIFICATION_FILE, CLASSIFICATION_IMAGES_FILE, 5_000),
    "segmentation": TaskSettings(SEGMENTATION_FILE, SEGMENTATION_IMAGES_FILE, 8_000),
}


def messages(
    task: Task, sample: Sample, classes: Sequence[ProcessClass], screenshot: Callable[[str], Image] | None = None
) -> Messages:
    """The messages of a request. `classes` are the candidates of the sample's domain; `screenshot` opens a screenshot
    by its name, and None leaves screenshots out."""
    told = {"classes": classes, "sequence": [" ".join(one.split()) for one in sample.sequence]}
    text = _template(task).render(told).strip()
    content: str | list[dict[str, Any]] = text
    if screenshot is not None and sample.screenshots:
        content = [{"type": "text", "text": text}]
        for shot in sample.screenshots:
            content.append({"type": "text", "text": f"The screen at interaction {shot.index} (the first is 0):"})
            content.append({"type": "image_url", "image_url": {"url": data_url(screenshot(shot.screenshot))}})
    return [
        {"role": "system", "content": _template(f"{task}_system").render().strip()},
        {"role": "user", "content": content},
    ]


def data_url(image: Image) -> str:
    """A picture as it stands in a request: PNG, its longer side no more than IMAGE_SIDE_AT_MOST pixels."""
    from PIL import Image as Pictures

    longer = max(image.size)
    if longer > IMAGE_SIDE_AT_MOST:
        width, height = (max(1, round(side * IMAGE_SIDE_AT_MOST / longer)) for side in image.size)
        image = image.convert("RGB").resize((width, height), Pictures.Resampling.LANCZOS)
    out = io.BytesIO()
    image.convert("RGB").save(out, "PNG")
    return "data:image/png;base64," + base64.b64encode(out.getvalue()).decode()


@cache
def _environment() -> Environment:
    # Text for a model, not for a browser: nothing in it is escaped.
    loader = FileSystemLoader(Path(__file__).parent / "data")
    return Environment(loader=loader, undefined=StrictUndefined, autoescape=False, trim_blocks=True, lstrip_blocks=True)


def _template(name: str) -> Any:
    return _environment().get_template(f"{name}.j2")
