"""Documents and films of demonstrations in the stages: pieces of texts, what teaches, which frame a state shows."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from redaction.capture.images import Pixels, encode_png
from redaction.findings import ImageFinding, Kind, Source, TextFinding
from redaction.policy import Policy
from redaction.records import Demonstration
from redaction.stages import films
from redaction.stages.documents import in_pieces, shown_too, teaches
from redaction.stages.films import ALIKE, LOOKED_FOR_S, take_film
from redaction.text import TextInput
from redaction.video.encode import encode_film
from redaction.work.store import BatchStore
from tests.films import screen


@pytest.mark.parametrize(
    ("pieces", "replaced", "made"),
    [
        (("Maren Oldenkamp",), [(0, 15, "Ida Lund")], ("Ida Lund",)),
        (("Maren ", "Oldenkamp"), [(0, 15, "Ida Lund")], ("Ida Lund", "")),
        (("of Maren ", "", "Olden", "kamp."), [(3, 18, "Ida Lund")], ("of Ida Lund", "", "", ".")),
        (("Maren ", "Oldenkamp"), [(6, 15, "Lund")], ("Maren ", "Lund")),
        (("ab", "cd", "ef"), [(1, 3, "X"), (3, 5, "Y")], ("aX", "Y", "f")),
        (("ab", "cd"), [(0, 1, "1"), (1, 2, "2"), (2, 3, ""), (3, 4, "4")], ("12", "4")),
        (("ab", "cd"), [], ("ab", "cd")),
        ((), [], ()),
    ],
)
def test_what_stands_over_several_pieces_is_put_into_the_first(
    pieces: tuple[str, ...], replaced: list[tuple[int, int, str]], made: tuple[str, ...]
) -> None:
    assert in_pieces(pieces, replaced) == made


@pytest.mark.parametrize(
    ("item", "learned_from"),
    [
        (TextInput("Call Maren Oldenkamp", None, "prose"), True),
        (TextInput("Oldenkamp", None, "prose"), False),
        (TextInput(" Oldenkamp\n", None, "title"), False),
        (TextInput("Oldenkamp", "Owner", "field"), True),
        (TextInput("contact maren oldenkamp", None, "path"), False),
        (TextInput("contact maren oldenkamp", "Owner", "path"), False),
    ],
)
def test_what_teaches(item: TextInput, learned_from: bool) -> None:
    assert teaches(item) is learned_from


def on_frame(value: str, kind: Kind = Kind.COMPANY, source: Source = Source.LABEL) -> ImageFinding:
    return ImageFinding((0, 0, 10, 10), kind, 0.9, "labels", value, source)


def test_a_text_that_a_label_on_a_frame_has_told_is_found_as_a_whole() -> None:
    found = TextFinding(0, 5, Kind.PERSON, 0.9, "names", Source.MODEL)
    swept: dict[TextInput, list[TextFinding]] = {
        TextInput(" Harvest ", None, "prose"): [],
        TextInput("Harvest of the year", None, "prose"): [],
        TextInput("Harvest", None, "path"): [],
        TextInput("Maren", None, "prose"): [found],
        TextInput("Tally", None, "prose"): [],
        TextInput("", None, "prose"): [],
    }
    screens = [[on_frame("Harvest"), on_frame("Maren"), on_frame("")], [on_frame("Tally", source=Source.MODEL)]]
    got = shown_too(swept, swept, screens)
    assert list(got) == list(swept)
    assert {item.text: [(f.start, f.end, f.kind) for f in some] for item, some in got.items() if some} == {
        " Harvest ": [(1, 8, Kind.COMPANY)],
        "Maren": [(0, 5, Kind.PERSON)],
    }


#: ms at which a frame appears, and what stands on it
FRAMES = ((0, "Contacts"), (1_000, "Owner"), (2_000, "Remark"), (9_000, "Saved"))
UNTIL = 10_000


def shown(tmp_path: Path, at_s: float, key_frame: Pixels | None) -> int:
    """The index of the frame that a state at this time, with this captured key frame, shows."""
    video = tmp_path / "captured.mp4"
    if not video.exists():
        encode_film([(at, screen(word, "Second line", word)) for at, word in FRAMES], UNTIL, video)
    shot = None
    if key_frame is not None:
        shot = tmp_path / "0.png"
        shot.write_bytes(encode_png(key_frame))
    one = Demonstration("i", "103 @ 2025-04-14-08-17-41", "p", video, (at_s,), (shot,), video=video)
    film = take_film(one, one.name, BatchStore(tmp_path / "work", "batch"), Policy())
    assert film is not None and [at for at, _ in film.frames] == [at for at, _ in FRAMES]
    (index,) = film.shows
    return index


def test_a_state_shows_the_frame_of_its_time_unless_its_key_frame_is_another_near(tmp_path: Path) -> None:
    def page(word: str) -> Pixels:
        return screen(word, "Second line", word)

    assert [shown(tmp_path, at_s, None) for at_s in (0, 0.999, 1, 1.5, 2, 8.999, 9, 30)] == [0, 0, 1, 1, 2, 2, 3, 3]
    assert shown(tmp_path, 1.5, page("Contacts")) == 0  # the trace began later than the video
    assert shown(tmp_path, 1.5, page("Remark")) == 2
    assert shown(tmp_path, 1.5, page("Saved")) == 1, "too far away: what stands at the time is shown"
    assert shown(tmp_path, 9.0 - LOOKED_FOR_S, page("Saved")) == 3
    assert shown(tmp_path, 9.0 - LOOKED_FOR_S - 0.001, page("Saved")) == 2
    assert shown(tmp_path, 1.0 + LOOKED_FOR_S, page("Contacts")) == 0
    assert shown(tmp_path, 1.0 + LOOKED_FOR_S + 0.001, page("Contacts")) == 2
    larger = np.asarray(page("Contacts").repeat(2, axis=0).repeat(2, axis=1))
    assert shown(tmp_path, 1.5, larger) == 0, "recorders take pictures at the screen's own size"
    assert shown(tmp_path, 1.5, np.zeros_like(page("x"))) == 1, "a picture of something else tells nothing"
    assert shown(tmp_path, 1.5, np.zeros((100, 900, 3), np.uint8)) == 1
    (tmp_path / "0.png").write_bytes(b"no picture")
    assert shown(tmp_path, 1.5, None) == 1


def test_how_unlike_a_key_frame_may_be() -> None:
    one = np.full((8, 16, 3), 100, np.float32)
    for away, alike in ((ALIKE, True), (ALIKE + 1, False)):
        other = one.copy()
        other[:, 8:] += away  # one part of two
        assert (films._apart(one, other) <= ALIKE) is alike
    assert films._apart(one, one[:4]) == 255
