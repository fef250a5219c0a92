"""The proof that nothing is left: a search of every byte that a build leaves, by who knows the person.

It asks the matcher of the leak check, which shares nothing with the code that hid and removed; and each file is
searched as it lies there, for every plain spelling, whatever it is. What was found is told by file, never by value.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

from redaction.errors import LeakFound
from redaction.findings import Kind
from redaction.ledger.entities import Ledger
from redaction.ledger.ledger_files import ledger_path
from redaction.ledger.ledger_state import backup_path
from redaction.lexicon.fold import fold_token
from redaction.lexicon.forms import parse_person, tokens
from redaction.withdrawal.forgotten import Forgotten
from redaction.withdrawal.requests import requests_path
from validation.leaks.leak_items import Said
from validation.leaks.leak_sources import read_items
from validation.leaks.needles import Matcher

RAW_LETTERS = 6
"""Letters from which a spelling is looked for in bytes of any kind: fewer turn up by chance."""
_SURE = frozenset(
    ("exact", "reversed", "without middle names", "part of a double name", "backwards", "dialled in another way")
)
#: forms that are somebody else's as well, when another person bears the last name
_BY_LAST_NAME = frozenset(("last name alone", "initial or log-in"))
_CHUNK, _OVERLAP = 1 << 24, 1 << 10
_CACHES = ("work/batches/*/cache/readings/*", "work/checked/*")
_READ_BY_FORM = (".parquet", ".zip")
_TOLD = 8
"""How many files the sentence of an error names."""


@dataclass(frozen=True, slots=True)
class Searched:
    """Where was looked (place → files), how many bytes, and the files in which something is left."""

    looked: dict[str, int]
    bytes: int
    found: tuple[str, ...]

    def sentence(self) -> str:
        """For people: where was looked, and what came of it."""
        places = ", ".join(f"{name} ({count:,} files)" for name, count in self.looked.items())
        left = f"something is left in {len(self.found)}" if self.found else "nothing is left"
        return f"searched {places}: {self.bytes:,} bytes; {left}."

    def require_clean(self) -> None:
        """LeakFound, naming files, unless nothing is left."""
        if self.found:
            more = f" and {len(self.found) - _TOLD} more" if len(self.found) > _TOLD else ""
            raise LeakFound(
                "something that tells of somebody who asked to be forgotten is left in "
                f"{', '.join(self.found[:_TOLD])}{more}.",
                remedy="look there for a spelling that the request does not know, record it with `entrophy forget "
                "--entity`, and build again; files of your own in these folders you have to remove yourself.",
            )


@dataclass
class Seeker:
    """Knows all spellings of those who are to be forgotten. Holds values: never pickle or log one."""

    matcher: Matcher
    raw: frozenset[bytes]
    sure: frozenset[str] = _SURE

    def in_text(self, text: str) -> bool:
        """Whether a text tells of one of them in a form that is nobody else's."""
        return any(hit.how in self.sure for line in text.split("\n") if line for hit in self.matcher.find(line))

    def in_bytes(self, data: bytes) -> bool:
        """Whether a plain spelling stands in bytes of any kind."""
        low = data.lower()
        return any(form in low for form in self.raw)

    def holds(self, path: Path) -> bool:
        """Whether a file tells of one of them: as it lies there, and read by its form."""
        if path.is_symlink():
            return self.in_text(str(path.readlink()))
        before = b""
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                if self.in_bytes(before + chunk):
                    return True
                before = chunk[-_OVERLAP:]
        if path.suffix in _READ_BY_FORM:
            return any(self.in_text(item.text) for item in read_items(path) if isinstance(item, Said))
        if path.suffix == ".png":
            return False  # pixels: the leak check reads those of a release
        if _is_database(path):
            return any(map(self.in_text, _sqlite_texts(path)))
        return self.in_text(path.read_bytes().decode("utf-8", errors="replace"))


def seeker(forgotten: Forgotten, ledger: Ledger) -> Seeker:
    """Of everybody who is to be forgotten; a last name that others in the ledger bear tells nothing alone."""
    others = [v for _, kind, v in ledger.real_values() if kind is Kind.PERSON and not forgotten.concerns(v)]
    borne = {word for value in others for word in tokens(value)}
    entries = [(Kind(kind), value) for kind, value, _ in forgotten.registry.entries]
    needles = [(f"request-{n}", kind, value) for n, (kind, value) in enumerate(sorted(entries), 1)]
    people = [value for kind, value in entries if kind is Kind.PERSON]
    own = {value for value in people if not borne & {*parse_person(value).lasts}}
    raw = {form for _, value in entries for form in _raw_forms(value)}
    sure = _SURE | _BY_LAST_NAME if len(own) == len(people) else _SURE | {"last name alone"}
    return Seeker(Matcher(needles, alone=own), frozenset(raw), sure)


def _raw_forms(value: str) -> Iterator[bytes]:
    words = [fold_token(word) for word in value.split()]
    texts = {value, value.lower(), value.casefold(), value.upper()}
    if 1 < len(words) <= 3:
        texts |= {joint.join(order) for order in permutations(words) for joint in (" ", "", ".", "_", "-", "%20", "+")}
    for text in texts:
        if sum(c.isalnum() for c in text) >= RAW_LETTERS:
            for code in ("utf-8", "utf-16-le"):
                yield text.encode(code).lower()


def clear_caches(forgotten: Forgotten, outs: Iterable[Path], ledger: Ledger) -> int:
    """Remove what was read on screens that show one of them, in whichever spelling: it would be read again. Returns
    how many readings went."""
    if not forgotten.entities:
        return 0
    seek = seeker(forgotten, ledger)
    gone = 0
    for path in (path for out in outs for pattern in _CACHES for path in sorted(out.glob(pattern))):
        text = path.read_bytes().decode("utf-8", errors="replace")
        if forgotten.concerns(text) or any(seek.matcher.find(text, ocr=ocr) for ocr in (False, True)):
            path.unlink()
            gone += 1
    return gone


def prove_forgotten(forgotten: Forgotten, out: Path, key_path: Path, ledger: Ledger) -> None:
    """After a build: nothing of those who are to be forgotten is in what it left. Readings of screens that show one of
    them go first. LeakFound, naming files, otherwise."""
    if forgotten.entities:
        clear_caches(forgotten, [out], ledger)
        search(forgotten, [out], key_path, ledger).require_clean()


def search(forgotten: Forgotten, outs: Iterable[Path], key_path: Path, ledger: Ledger) -> Searched:
    """Look for everybody who is to be forgotten in all files of the builds `outs`, in what lies beside the key, and in
    what the ledger has sealed. The sealed requests themselves are left out."""
    seek, looked, total, found = seeker(forgotten, ledger), dict[str, int](), 0, list[str]()
    for place, root, paths in [(out.name or "out", out, sorted(out.rglob("*"))) for out in outs] + [
        ("beside the key", key_path.parent, _beside(key_path))
    ]:
        count = 0
        for path in paths:
            if path.is_dir() and not path.is_symlink():
                continue
            count += 1
            name = str(path.relative_to(root))
            spoken = seek.in_text(name.replace("/", "\n"))
            total += 0 if path.is_symlink() else path.stat().st_size
            if spoken or seek.holds(path):
                found.append(f"{place}, file {count} (its name tells)" if spoken else f"{place}/{name}")
        looked[place] = count
    texts = [value for _, _, value in ledger.real_values()] + ledger.part_names()
    looked["the ledger, opened"] = len(texts)
    if any(seek.in_text(text) for text in texts):
        found.append("the ledger, opened")
    copy, original = backup_path(ledger_path(key_path)), ledger_path(key_path)
    if copy.is_file() and copy.read_bytes() != original.read_bytes():
        found.append(f"beside the key/{copy.name} (another state of the ledger)")
    return Searched(looked, total, tuple(found))


def _beside(key_path: Path) -> list[Path]:
    """What lies beside a key and begins with its name, but the requests themselves."""
    requests = requests_path(key_path).name
    return [p for p in sorted(key_path.parent.glob(f"{key_path.name}.*")) if not p.name.startswith(requests)]


def _is_database(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(16) == b"SQLite format 3\0"


def _sqlite_texts(path: Path) -> Iterator[str]:
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
        yield from db.iterdump()
