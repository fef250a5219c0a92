"""What a release may show by its policy: kept kinds, and the surrogates that its screenshots have in place of names."""

from __future__ import annotations

from collections.abc import Sequence

from redaction.findings import Kind
from redaction.policy import Policy
from redaction.stages.films import load_film_boxes
from redaction.stages.redact_screens import DRAWN
from redaction.work.files import file_digest
from redaction.work.stage_records import HIDDEN_PAGES
from redaction.work.store import BatchStore
from validation.leaks.allowed import Drawn
from validation.reading.read_words import Box


def kept_kinds(policy: Policy) -> list[str]:
    """The kinds of identifier that the policy leaves as they are, sorted."""
    return sorted(kind.value for kind in Kind if policy.text.treatment(kind) == "keep")


def drawn_on(stores: Sequence[BatchStore]) -> dict[str, list[Drawn]]:
    """SHA-256 of each released screenshot or page (as PNG) with surrogates in place → (box in px, surrogate), as
    scrubbing left them."""
    found: dict[str, list[Drawn]] = {}
    for store in stores:
        for row in store.read_lines(DRAWN):
            path = store.screenshots / row["screenshot_name"]
            if path.is_file():  # one that was withheld is not there
                found[file_digest(path)] = [(_box(one["box"]), str(one["text"])) for one in row["places"]]
        for page in store.read_lines(HIDDEN_PAGES) if store.file(HIDDEN_PAGES).is_file() else ():
            found[page["sha256"]] = [(_box(one["box"]), str(one["text"])) for one in page["places"]]
    return found


def drawn_on_films(stores: Sequence[BatchStore]) -> dict[str, list[list[Drawn]]]:
    """Name of each demonstration with surrogates in place in its video → the same of every frame."""
    found: dict[str, list[list[Drawn]]] = {}
    for store in stores:
        for film in load_film_boxes(store):
            places = [[(_box(one["box"]), str(one["text"])) for one in frame["places"]] for frame in film["frames"]]
            if any(places):
                found[str(film["name"])] = places
    return found


def _box(numbers: Sequence[int]) -> Box:
    x0, y0, x1, y1 = numbers
    return x0, y0, x1, y1
