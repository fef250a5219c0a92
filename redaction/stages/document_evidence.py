"""What a demonstration's own documents say of its frames: of words on them, and of texts that are cut there.

The page of a state stands in the trace, word for word, where nothing is misread, cut or half under the pointer, and is
searched sentence by sentence. A word that the documents leave in clear wherever it stands is released in clear with
them: weak evidence on a frame hides nothing by hiding it there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache

from redaction.documents.places import Place, places_in
from redaction.findings import Box, ImageFinding, Kind, TextFinding
from redaction.lexicon.fold import fold_token
from redaction.lexicon.forms import TOKEN, tokens
from redaction.records import DeclaredEntity
from redaction.screens.cut_texts import BELIEVED, WEAK
from redaction.screens.document_texts import ELLIPSIS, Said
from redaction.screens.frames.placed import DocumentEvidence, Placed
from redaction.stages.documents import TRACE, Found
from redaction.stages.films import FilmOf
from redaction.text import Registry, TextInput
from redaction.work.stage_records import DOCUMENTS
from redaction.work.store import BatchStore

Screens = Mapping[str, list[ImageFinding]]

MISREAD_BELOW = 0.5
"""Score below which a word that no document has may be a misreading of one."""
LEAST, LEAST_MISREAD = 4, 5
"""Letters or digits of a word: shorter ones, initials among them, are words of any page by chance."""
LEAST_HIDDEN = 3
"""Letters of a word that is looked for on frames because the documents hide it wherever it stands."""
MISREAD_LETTERS = 1
"""Letters lost, gained or taken for others in a misreading."""


def vetoed(
    screens: Screens, film: Collection[str], documents: Found, registry: Registry
) -> tuple[dict[str, list[ImageFinding]], dict[str, list[ImageFinding]]]:
    """Findings without those on frames of a `film` that the `documents` (every text, with what was found in it) veto,
    and those vetoed, by the names of their frames."""
    from rapidfuzz import process
    from rapidfuzz.distance import Levenshtein

    if not film or not documents:
        return dict(screens), {}
    hidden = {word for _, value, _ in registry.entries for word in tokens(value)}
    clear: set[str] = set()
    for item, found in documents.items():
        hidden.update(word for f in found for word in tokens(_surface(item, f)))
        clear.update(tokens(item.text))
    clear -= hidden
    said = sorted(clear | hidden)

    @cache
    def misread(word: str) -> bool:
        """Whether a word is a misreading of words in clear, and of no hidden one."""
        close = process.extract(word, said, scorer=Levenshtein.distance, score_cutoff=MISREAD_LETTERS, limit=None)
        return bool(close) and hidden.isdisjoint(one for one, *_ in close)

    def in_clear(word: str, score: float) -> bool:
        if word in clear:
            return len(word) >= LEAST
        return score < MISREAD_BELOW and len(word) >= LEAST_MISREAD and word.isalpha() and misread(word)

    def is_vetoed(finding: ImageFinding) -> bool:
        if finding.detector not in WEAK or finding.score >= BELIEVED or ELLIPSIS.search(finding.value):
            return False
        words = tokens(finding.value)
        return bool(words) and all(in_clear(word, finding.score) for word in words)

    kept, out = dict(screens), {}
    for name in film:
        against = [f for f in screens.get(name, ()) if is_vetoed(f)]
        if against:
            out[name] = against
            kept[name] = [f for f in screens[name] if f not in against]
    return kept, out


def only_hidden(documents: Found, registry: Registry) -> Registry:
    """The words that stand in the documents nowhere but within companies of several words, and that the `registry` does
    not find by themselves. A frame shows one of them alone where a cell is too narrow, or where something covers the
    rest: "Analytics" of "Falcon Analytics", "Inc."."""
    within: dict[str, set[str]] = {}
    elsewhere: set[str] = set()
    for item, found in documents.items():
        if item.role == "path":
            continue
        companies = [(f.start, f.end) for f in found if f.kind is Kind.COMPANY and len(tokens(_surface(item, f))) > 1]
        for match in TOKEN.finditer(item.text):
            word = fold_token(match.group())
            if not any(start <= match.start() and match.end() <= end for start, end in companies):
                elsewhere.add(word)
            elif len(word) >= LEAST_HIDDEN and match.group()[0].isupper():
                within.setdefault(word, set()).add(match.group())
    told = sorted(surface for word, some in within.items() if word not in elsewhere for surface in some)
    unknown = [surface for surface in told if not any(registry.find(surface, "line"))]
    return Registry.declared([DeclaredEntity(Kind.COMPANY.value, surface) for surface in unknown], ())


def evidence_of(
    films: Iterable[FilmOf], inputs: Mapping[str, Sequence[TextInput]], found: Found, store: BatchStore
) -> dict[str, DocumentEvidence]:
    """What the documents of a demonstration tell of its film, by the name of its first frame."""
    told: dict[str, dict[TextInput, None]] = {}
    for name, items in inputs.items():
        told.setdefault(name.partition(".")[0], {}).update(dict.fromkeys(items))
    out = {}
    for film in films:
        texts = ((item.text, found[item]) for item in told.get(film.instance, ()) if item.role != "path")
        out[film.shot(0)] = DocumentEvidence(Said.of(texts), dict(_placed(film, store)))
    return out


def _placed(film: FilmOf, store: BatchStore) -> Iterator[tuple[str, list[Placed]]]:
    """The frames that show the states of a film, and the texts that its trace has there."""
    trace = store.file(f"{DOCUMENTS}/{film.instance}{TRACE}")
    if not trace.is_file():
        return
    for at, places in zip(film.shows, places_in(trace.read_bytes()), strict=True):
        if places:
            yield film.shot(at), [Placed(_in_px(place, film.width, film.height), place.text) for place in places]


def _in_px(place: Place, width: int, height: int) -> Box:
    left, top = (place.x - place.width / 2) * width, (place.y - place.height / 2) * height
    right, below = left + place.width * width, top + place.height * height
    return round(left), round(top), round(right), round(below)


def _surface(item: TextInput, finding: TextFinding) -> str:
    return item.text[finding.start : finding.end]
