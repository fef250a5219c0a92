"""The independent leak check: reads every byte of a finished bundle and looks for what must not be there.

It shares no detector with the redaction. Known values (from the ledger) and captured texts are matched folded, behind
their wrappings and over the borders of fields and rows; e-mail addresses, telephone numbers, cards, accounts and social
security numbers outside reserved space are found by pattern; screenshots are read again by Tesseract, as
a whole and in tiles, and judged a second time by presidio-image-redactor's own analyzer; PNG, Parquet and zip are
searched for places that nobody looks at. Fail closed: what cannot be read is a finding. Findings carry opaque ids,
never values.
"""

from __future__ import annotations

import json
import zipfile
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import blake2b
from importlib.metadata import version
from io import BytesIO
from itertools import islice
from math import ceil
from pathlib import Path

from redaction.spread.engine import Engine
from redaction.spread.local import LOCAL
from redaction.work.files import file_digest
from redaction.work.progress import Progress, no_progress
from validation.files.bundle_files import DEMONSTRATIONS, SEALS
from validation.files.digests import content_digest, digest_bytes
from validation.leaks.allowed import NOTHING as NOTHING_ALLOWED
from validation.leaks.allowed import Allowed, Drawn, without_drawn
from validation.leaks.kept_readings import KeptReadings
from validation.leaks.leak_items import Raw, Said, Screen, Wrong
from validation.leaks.leak_report import Leak, LeakReport, Sample
from validation.leaks.leak_sources import read_items
from validation.leaks.needles import Captured, Matcher, Needle
from validation.leaks.read_screens import ReaderPool, ScreenReading, reader_versions
from validation.leaks.row_context import Together
from validation.leaks.second_reader import SecondReader, engine_versions
from validation.leaks.unreserved import pattern_hits
from validation.leaks.verdicts import UNREAD_SHARE, Found, Judged, Unread, Verdict, count_unread, findings

_BATCH = 64
_DIGEST = 16
"""Bytes of the digest by which a text is known in which nothing was found."""


def scan_bundle(
    bundle: Path,
    needles: Iterable[Needle],
    *,
    read_screens: bool = True,
    share: float = 1.0,
    workers: int = 0,
    progress: Progress = no_progress,
    captured: Iterable[Captured] = (),
    judged: Judged | None = None,
    alone: Container[str] | None = None,
    own: Callable[[str], bool] | None = None,
    unread_at_most: float = UNREAD_SHARE,
    allowed: Allowed = NOTHING_ALLOWED,
    kept: KeptReadings | None = None,
    engine: Engine = LOCAL,
) -> LeakReport:
    """Read every file in `bundle` (a flat folder). `workers` reading processes of the `engine` run at
    once, 0 is one per core.

    With `share` below 1 that part of the different screenshots is read again, chosen by the digest of the content;
    everything else is always read. `captured` texts must not come back whole. `judged` keeps the verdicts on
    screenshots for the next scan with the same needles; `kept` holds what was read on them before, whatever was looked
    for. `alone` and `own` limit what is looked for as a last name by
    itself (see Matcher). What is `allowed` is no finding. A screenshot of whose text-like regions more than
    `unread_at_most` could not be read is a finding. The result does not depend on workers. Raises EngineUnavailable
    without Tesseract.
    """
    needles = list(needles)
    engines = {**reader_versions(), **engine_versions()} if read_screens else {}
    engines |= {name: version(name) for name in ("pyahocorasick", "phonenumbers", "pyarrow", "opencv-python")}
    entries = sorted(bundle.iterdir(), key=lambda path: path.name)
    files = {path.name: file_digest(path) for path in entries if path.is_file() and not path.is_symlink()}
    content = content_digest(files)
    chosen = None if share >= 1 else _chosen(entries, content, share)
    with ReaderPool(workers or engine.cores, engine) as readers:
        scan = _Scan(
            Matcher(needles, captured, alone=alone, own=own),
            SecondReader(needles) if read_screens else None,
            readers,
            chosen,
            progress,
            {} if judged is None else judged,
            unread_at_most,
            allowed,
            kept,
            _shots(entries),
        )
        for path in entries:
            scan.file(path)
    return LeakReport(
        content,
        dict(sorted(scan.read.items())),
        dict(sorted(scan.matcher.counts.items())),
        scan.matcher.too_short,
        dict(sorted(engines.items())),
        read_screens,
        tuple(sorted(scan.leaks)),
        Sample(scan.read["screenshots_by_ocr"], len(scan.different)),
        frozenset(scan.on_screens),
        scan.unread(),
    )


def _chosen(entries: Iterable[Path], content: str, share: float) -> set[str]:
    """The digests of the screenshots to read again: nobody who makes a bundle can choose which."""
    digests = {digest_bytes(i.data) for path in entries for i in read_items(path) if isinstance(i, Screen)}
    order = sorted(digests, key=lambda digest: digest_bytes(f"{content} {digest}".encode()))
    return set(order[: ceil(share * len(order))])


_DAMAGED = (zipfile.BadZipFile, OSError, ValueError, NotImplementedError)


def _shots(entries: Iterable[Path]) -> int:
    """How many screenshots and frames of films there are to read, by the lists of contents of the archives and of
    demonstrations; one that is damaged tells none, and is a finding when it is read."""
    found = 0
    for path in entries:
        if path.suffix == ".zip" and path.is_file() and not path.is_symlink():
            with suppress(*_DAMAGED), zipfile.ZipFile(path) as opened:
                found += sum(info.filename.endswith(".png") for info in opened.infolist())
        elif path.name == DEMONSTRATIONS and path.is_file() and not path.is_symlink():
            with suppress(*_DAMAGED, KeyError, TypeError):
                found += sum(int(one["frames"]) for one in json.loads(path.read_bytes())["demonstrations"])
    return found


class _Scan:
    """The state of one scan: counters, findings, and what was already looked at."""

    def __init__(
        self,
        matcher: Matcher,
        second: SecondReader | None,
        readers: ReaderPool,
        chosen: set[str] | None,
        progress: Progress,
        judged: Judged,
        unread_at_most: float,
        allowed: Allowed,
        kept: KeptReadings | None,
        shots: int,
    ) -> None:
        self.matcher = matcher
        self.second = second
        self.readers = readers
        self.unread_at_most = unread_at_most
        self.allowed = allowed
        self.kept = kept
        self.chosen = chosen
        self.shots = shots
        self.on_screens: set[Leak] = set()
        self.different: set[str] = set()
        self.progress = progress
        self.read: Counter[str] = Counter({"files": 0, "texts": 0, "screenshots": 0, "screenshots_by_ocr": 0})
        self.leaks: set[Leak] = set()
        #: what was found where something was, and digests of the texts in which nothing was
        self._found: dict[tuple[str, ...], list[tuple[str, str, str]]] = {}
        self._clean: set[bytes] = set()
        self._screens = judged
        self._seen: dict[str, str] = {}

    def file(self, path: Path) -> None:
        """Read one file: its items, then its bytes as they are. Seals are read but not counted: some of them are not
        written yet when the certificate is made."""
        content = path.name not in SEALS
        self.read["files"] += content
        items = iter(read_items(path))
        # In portions, so that a large archive is never in memory as a whole.
        while portion := list(islice(items, _BATCH)):
            for item in portion:
                if isinstance(item, Wrong):
                    self.leaks.add(Leak(item.where, "", "unreadable", item.how))
                elif isinstance(item, Said):
                    self.read["texts"] += content
                    self._said(item)
                elif isinstance(item, Together):
                    self._together(item)
                elif isinstance(item, Raw):
                    self._raw(item)
            self._read([item for item in portion if isinstance(item, Screen)])
        if path.is_file() and not path.is_symlink() and path.suffix != ".zip" and path.name not in SEALS:
            known = {leak.entity_id for leak in self.leaks if leak.where.startswith(path.name)}
            with path.open("rb") as file:
                hits = [hit for hit in self.matcher.find_raw(file) if hit.entity_id not in known]
            self.leaks |= {Leak(f"{path.name} bytes", hit.entity_id, hit.kind, hit.how) for hit in hits}

    def _raw(self, item: Raw) -> None:
        hits = self.matcher.find_raw(BytesIO(item.data))
        self.leaks |= {Leak(f"{item.where} bytes", hit.entity_id, hit.kind, hit.how) for hit in hits}

    def _said(self, item: Said) -> None:
        self._once(item.where, (item.text,), lambda: self._look(item.text, ocr=False))

    def _together(self, item: Together) -> None:
        """What texts say only when they are read as one; what one of them says alone is found there."""
        self._once(item.where, (item.how, *item.texts), lambda: self._look_together(item))

    def _once(self, where: str, texts: tuple[str, ...], look: Callable[[], list[tuple[str, str, str]]]) -> None:
        """Rows repeat their texts; one look at each is enough, every place of a hit is reported."""
        digest = blake2b(repr(texts).encode(), digest_size=_DIGEST).digest()
        if digest in self._clean:
            return
        if texts not in self._found:
            if not (found := look()):
                self._clean.add(digest)
                return
            self._found[texts] = found
        self.leaks |= {Leak(where, *hit) for hit in self._found[texts]}

    def _look_together(self, item: Together) -> list[tuple[str, str, str]]:
        if item.how == "label":
            known = {hit[:2] for text in item.texts for hit in self._look(text, ocr=False)}
            return [hit for hit in self._look(": ".join(item.texts), ocr=False) if hit[:2] not in known]
        find = self.matcher.find_spread if item.how == "typing" else self.matcher.find_between
        return [(hit.entity_id, hit.kind, hit.how) for hit in find(item.texts)]

    def _look(self, text: str, *, ocr: bool) -> list[tuple[str, str, str]]:
        found = [(hit.entity_id, hit.kind, hit.how) for hit in self.matcher.find(text, ocr=ocr)]
        return found + [("", kind, "pattern") for kind in pattern_hits(text, ocr=ocr) if kind not in self.allowed.kinds]

    def _read(self, screens: list[Screen]) -> None:
        before = self.read["screenshots"]
        self.read["screenshots"] += len(screens)
        if self.second is None or not screens:
            return
        digests = [digest_bytes(screen.data) for screen in screens]
        self.different.update(digests)
        if self.chosen is not None:
            screens = [s for s, d in zip(screens, digests, strict=True) if d in self.chosen]
            digests = [d for d in digests if d in self.chosen]
        fresh = {d: s.data for d, s in zip(digests, screens, strict=True) if d not in self._screens}
        of_films = {
            d: self.allowed.on_film(s.film) for d, s in zip(digests, screens, strict=True) if s.film is not None
        }
        drawn = {**self.allowed.drawn, **of_films}
        for number, (digest, reading) in enumerate(self._readings(fresh), start=1):
            self._screens[digest] = self._judge(reading, self.second, drawn.get(digest, ()))
            self.progress("leak check", before + number, self.shots)
        self.progress("leak check", self.read["screenshots"], self.shots)
        for digest, screen in zip(digests, screens, strict=True):
            self._seen.setdefault(digest, screen.where)
        self.read["screenshots_by_ocr"] = len(self._seen)
        for digest, screen in zip(digests, screens, strict=True):
            leaks = {Leak(screen.where, *leak) for leak in findings(self._screens[digest], self.unread_at_most)}
            self.leaks |= leaks
            self.on_screens |= leaks

    def _readings(self, fresh: dict[str, bytes]) -> Iterator[tuple[str, ScreenReading | None]]:
        """What stands on screenshots, by the digest of their files: kept, or read and kept."""
        before = {digest: self.kept.get(digest) for digest in fresh} if self.kept is not None else {}
        unknown = {digest: data for digest, data in fresh.items() if before.get(digest) is None}
        yield from ((digest, reading) for digest, reading in before.items() if reading is not None)
        for digest, reading in zip(unknown, self.readers.read_all(unknown.values()), strict=True):
            if self.kept is not None and reading is not None:
                self.kept.put(digest, reading)
            yield digest, reading

    def _kept(self, hit: Found) -> bool:
        """Whether only its kind makes something a finding, and the policy keeps that kind."""
        return not hit[0] and hit[1] in self.allowed.kinds

    def unread(self) -> Unread:
        """The count over all different screenshots that were read again."""
        return count_unread((where, self._screens[digest]) for digest, where in self._seen.items())

    def _judge(self, reading: ScreenReading | None, second: SecondReader, drawn: Sequence[Drawn]) -> Verdict | None:
        """What both readers find in the readings of one screenshot; the second adds what the first did not."""
        if reading is None:
            return None
        parts = [without_drawn(part, drawn) for part in reading.parts]
        found: set[Found] = set()
        for part in parts:
            found |= set(self._look(part.text, ocr=True))
        known = {(entity_id, kind) for entity_id, kind, _ in found}
        for part in parts:
            found |= {hit for hit in second.analyze(part) if hit[:2] not in known and not self._kept(hit)}
        hits = tuple((entity_id, kind, f"{how} on the screenshot") for entity_id, kind, how in sorted(found))
        return Verdict(hits, reading.regions, len(reading.unread))
