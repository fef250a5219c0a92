"""What stands beside a row, how many rows go at once, and in which order, changes nothing; what fails, fails alone."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from redaction.screens.nets.net_batches import Batches
from redaction.screens.ocr import detect, recognise
from redaction.screens.pictures import mtcnn

KERNELS = 1e-6
"""How far apart the answers of two kernels of one CPU may be (2e-7 was seen)."""
LIMIT = 60
"""Seconds after which something hangs."""


def at_once(works: Sequence[Callable[[], Any]]) -> list[Any]:
    """What each of the works gives, or the error it ended with; all run at the same time, none may hang."""
    ends: list[Any] = [None] * len(works)

    def end(i: int) -> None:
        try:
            ends[i] = works[i]()
        except Exception as error:  # noqa: BLE001 - the error is what the test looks at
            ends[i] = error

    threads = [threading.Thread(target=end, args=(i,), daemon=True) for i in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LIMIT)
    assert not any(thread.is_alive() for thread in threads), "a thread hangs"
    return ends


class Doubler:
    """Stands in for a net: doubles numbers, fails on some, and notes the batches it was given."""

    def __init__(self, bad: Sequence[int] = (), mistake: Sequence[int] = ()) -> None:
        self.bad, self.mistake = bad, mistake
        self.batches: list[list[int]] = []
        self.running = 0

    def run(self, shape: int, rows: Sequence[int]) -> list[int]:
        self.running += 1
        assert self.running == 1, "two batches at once"
        self.batches.append(list(rows))
        try:
            time.sleep(0.001)
            assert {row % 3 for row in rows} == {shape}, "shapes are mixed"
            if any(row in self.bad for row in rows):
                raise RuntimeError(f"cannot run {sorted(set(rows) & set(self.bad))}")
            if any(row in self.mistake for row in rows):
                raise KeyError("a mistake of ours")
            return [2 * row for row in rows]
        finally:
            self.running -= 1


def rows_of(numbers: Sequence[int]) -> list[tuple[int, int]]:
    return [(number % 3, number) for number in numbers]


@pytest.mark.parametrize("room", [1, 2, 5, 64])
@pytest.mark.parametrize("threads", [1, 2, 9])
def test_every_thread_gets_the_answers_to_its_own_rows_in_order(room: int, threads: int) -> None:
    net = Doubler()
    batches = Batches(net.run, lambda shape: room)
    orders = [random.Random(seed).sample(range(100 * seed, 100 * seed + 40), 40) for seed in range(threads)]

    def ask(order: Sequence[int]) -> list[int]:
        return [answer for at in range(0, 40, 10) for answer in batches.ask(rows_of(order[at : at + 10]))]

    ends = at_once([lambda order=order: ask(order) for order in orders])
    assert ends == [[2 * number for number in order] for order in orders]
    assert sorted(row for batch in net.batches for row in batch) == sorted(n for order in orders for n in order)
    assert max(map(len, net.batches)) <= room
    assert batches.ask([]) == []


def test_what_gathers_while_a_batch_runs_is_run_together() -> None:
    started, go = threading.Event(), threading.Event()
    seen: list[list[int]] = []

    def run(shape: int, rows: Sequence[int]) -> list[int]:
        seen.append(sorted(rows))
        started.set()
        assert go.wait(LIMIT)
        return list(rows)

    batches = Batches(run, lambda shape: 8)

    def later(number: int) -> list[int]:
        assert started.wait(LIMIT)
        return batches.ask([(0, number)])

    def release() -> None:
        assert started.wait(LIMIT)
        deadline = time.monotonic() + LIMIT
        while len(batches._waiting) < 5 and time.monotonic() < deadline:
            time.sleep(0.001)
        go.set()

    ends = at_once([lambda: batches.ask([(0, 1)]), *(lambda n=n: later(n) for n in range(2, 7)), release])
    assert ends == [[1], [2], [3], [4], [5], [6], None]
    assert seen == [[1], [2, 3, 4, 5, 6]]


def test_only_who_asked_for_what_cannot_be_run_fails() -> None:
    net = Doubler(bad=(12, 42))
    batches = Batches(net.run, lambda shape: 16)
    asked = [[3, 6, 9], [12, 15], [18], [1, 42, 4], [21, 24]]
    ends = at_once([lambda numbers=numbers: batches.ask(rows_of(numbers)) for numbers in asked])
    assert [end if isinstance(end, list) else str(end) for end in ends] == [
        [6, 12, 18],
        "cannot run [12]",
        [36],
        "cannot run [42]",
        [42, 48],
    ]
    assert batches.ask(rows_of([30])) == [60], "and it goes on"


def test_a_mistake_of_ours_leaves_nobody_waiting() -> None:
    net = Doubler(mistake=(9,))
    batches = Batches(net.run, lambda shape: 4)
    works = [lambda n=n: batches.ask([(n % 3, n)]) for n in (3, 6, 9, 12, 15, 18, 21, 24)]
    ends = at_once(works)
    mistakes = [end for end in ends if isinstance(end, KeyError)]
    assert len(mistakes) == 1, "told once, as what it is"
    broken = [end for end in ends if isinstance(end, RuntimeError)]
    assert len(broken) <= 3 and all("broken off" in str(end) for end in broken), "its mates are refused, not passed"
    assert sum(isinstance(end, list) for end in ends) == len(works) - 1 - len(broken)
    assert batches.ask([(0, 30)]) == [60], "and it goes on"


WORDS = ["Balance", "due", "1,204.50", "is", "payable", "by", "Helena", "Marsh", "within", "fourteen", "days", "net"]


def drawn(words: int, size: int) -> NDArray[np.uint8]:
    font = ImageFont.truetype("DejaVuSans.ttf", size)
    text = " ".join(WORDS[:words])
    image = Image.new("RGB", (round(font.getlength(text)) + 12, size + 10), (250, 250, 250))
    ImageDraw.Draw(image).text((6, 3), text, font=font, fill=(30, 30, 30))
    return np.asarray(image, dtype=np.uint8)


def test_lines_read_alike_alone_in_batches_of_any_size_and_in_any_order(monkeypatch: pytest.MonkeyPatch) -> None:
    crops = [drawn(words, size) for size in (11, 13, 16) for words in (1, 2, 3, 5, 8, 12)]
    alone = [recognise.recognise([crop])[0] for crop in crops]
    assert sum(found.text == " ".join(WORDS[:n]) for found, n in zip(alone, (1, 2, 3, 5, 8, 12) * 3, strict=True)) > 14
    order = random.Random(3).sample(range(len(crops)), len(crops))
    for room in (2, 3, 8, 32):
        monkeypatch.setattr(recognise, "_room", lambda device, bucket, room=room: room)
        assert recognise.recognise(crops) == alone
        assert recognise.recognise([crops[i] for i in order]) == [alone[i] for i in order]
    monkeypatch.setattr(recognise, "_room", lambda device, bucket: 6)
    sides = [order[i::4] for i in range(4)]
    ends = at_once([lambda side=side: recognise.recognise([crops[i] for i in side]) for side in sides])
    assert ends == [[alone[i] for i in side] for side in sides]


def test_tiles_read_alike_alone_and_in_batches_of_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = []
    for number in range(3):
        page = np.full((420, 640, 3), 250, np.uint8)
        for row in range(6):
            crop = drawn(2 + (row + number) % 5, 12 + row % 3)
            page[20 + 60 * row : 20 + 60 * row + crop.shape[0], 20 + 9 * number : 20 + 9 * number + crop.shape[1]] = (
                crop[:, : 600 - 9 * number]
            )
        pages.append(page)
    alone = [detect.text_spots(page) for page in pages]
    assert all(len(spots) >= 6 for spots in alone)
    for room in (2, 3):
        monkeypatch.setattr(detect, "_room", lambda device, tile, room=room: room)
        assert at_once([lambda page=page: detect.text_spots(page) for page in pages]) == alone


@pytest.mark.parametrize(("net", "side"), [("rnet", 24), ("onet", 48)])
def test_face_candidates_are_judged_alike_in_batches_of_any_size(net: str, side: int) -> None:
    import torch

    inner = getattr(mtcnn.mtcnn("cpu"), net).net
    rows = torch.rand((70, 3, side, side), generator=torch.Generator().manual_seed(2)) * 2 - 1
    room = {"rnet": mtcnn._CANDIDATES, "onet": mtcnn._FINALISTS}[net]["cpu"]
    ours = getattr(mtcnn.mtcnn("cpu"), net)(rows)
    for other in (room, 7, 33):
        judge = mtcnn.shared(inner, other)
        ends = at_once([lambda part=part, judge=judge: judge(part) for part in rows.split([1, 2, 30, 37])])
        for expected, *parts in zip(ours, *ends, strict=True):
            if other == room:  # what ships: the same to the last bit, whoever asked beside whom
                assert torch.equal(torch.cat(parts), expected)
            else:  # for other numbers of rows a CPU may take other kernels
                torch.testing.assert_close(torch.cat(parts), expected, rtol=0, atol=KERNELS)
