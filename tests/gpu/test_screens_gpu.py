"""On a GPU: the provider really is CUDA, and it reads what the CPU reads. Skipped where there is none."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from redaction.errors import EngineUnavailable
from redaction.vision.models import DETECTOR, RECOGNISER, pick_device, session
from redaction.vision.reader import LineReader

pytestmark = pytest.mark.gpu


def has_cuda() -> bool:
    import onnxruntime

    return "CUDAExecutionProvider" in onnxruntime.get_available_providers()


@pytest.mark.skipif(not has_cuda(), reason="no CUDA provider in onnxruntime")
def test_the_sessions_are_on_the_gpu_and_read_alike() -> None:
    for name in (DETECTOR, RECOGNISER):
        assert session(name).get_providers()[0] == "CUDAExecutionProvider"
    page = Image.new("RGB", (640, 200), (250, 250, 250))
    draw = ImageDraw.Draw(page)
    for row, text in enumerate(("Customer register", "Balance due 1,204.50", "Reset filters")):
        draw.text((30, 30 + 50 * row), text, font=ImageFont.truetype("DejaVuSans.ttf", 16), fill=(30, 30, 30))
    image = np.array(page)
    ours, theirs = LineReader("cuda").lines(image), LineReader("cpu").lines(image)
    assert [line.text for line in ours] == [line.text for line in theirs]


@pytest.mark.skipif(has_cuda(), reason="there is a CUDA provider")
def test_asking_for_a_gpu_that_is_not_there_is_an_error() -> None:
    with pytest.raises(EngineUnavailable, match="onnxruntime-gpu"):
        pick_device("cuda")
    assert pick_device("auto") == "cpu"
