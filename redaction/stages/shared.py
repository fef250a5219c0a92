"""What the batches of one release tell each other: whoever one batch knows and another mentions is known there, too.

A batch learns from its own rows and screens alone (`find/own.json`), whichever other is read first. Of what the others
learned, it takes over what is met in its own texts (`find/texts.jsonl`), whole: a name of first and last, an address, a
number; never a single word, initials or a log-in, which are somebody else's in another office. So what a batch is
searched with depends on the batches of the release and not on their order, and a new batch concerns only those that
mention somebody of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from redaction.errors import EntrophyError
from redaction.findings import Source
from redaction.lexicon.fold import decoded
from redaction.text import Registry, TextInput
from redaction.text.known.registry import Entry
from redaction.work.files import file_digest, write_whole
from redaction.work.json_text import canonical, digest_of
from redaction.work.stage_records import OTHERS, OWN, TEXTS
from redaction.work.store import BatchStore

Text = tuple[str, str]
"""A text and its role, as the engine was asked."""
_WHOLE = (Source.REGISTRY, Source.DECLARED)
"""A value in full, in any way of writing it."""


def keep_own(store: BatchStore, own: Registry, inputs: Iterable[TextInput]) -> None:
    """Leave what a batch knows by itself, and its texts, each once."""
    write_whole(store.file(OWN), own.to_json().encode())
    store.write_lines(TEXTS, (list(text) for text in sorted({(item.text, item.role) for item in inputs})))


def taken_over(store: BatchStore, others: Sequence[BatchStore]) -> frozenset[Entry]:
    """What other batches know and this one mentions, after `keep_own` of each; nothing of those not read yet."""
    own = own_of(store).entries
    known = {(kind, value) for kind, value, _ in own}
    foreign = {e for other in others if _digest(other) for e in own_of(other).entries if e[:2] not in known}
    texts = [(str(text), str(role)) for text, role in store.read_lines(TEXTS)]
    return frozenset(met(_once(foreign), texts))


def note_others(store: BatchStore, others: Sequence[BatchStore]) -> None:
    """Remember what the others knew when this batch was searched."""
    asked = sorted(_digests(others))
    store.write_json(OTHERS, {"asked": asked, "seal": store.seal(canonical(asked))})


def asked_others(store: BatchStore) -> set[str]:
    """What `note_others` left; nothing where it was not this batch with this key."""
    try:
        left = store.read_json(OTHERS)
        asked = [str(digest) for digest in left["asked"]]
        return set(asked) if left["seal"] == store.seal(canonical(asked)) else set()
    except (EntrophyError, ValueError, TypeError, KeyError):
        return set()


def is_asked(store: BatchStore, others: Sequence[BatchStore]) -> bool:
    """Whether the others know what they knew when this batch was searched."""
    return asked_others(store) == _digests(others)


def require_shared(stores: Sequence[BatchStore]) -> None:
    """EntrophyError unless every batch was searched with what all others of the release know."""
    digests = {store.name: _digest(store) for store in stores}
    for store in stores:
        asked = asked_others(store)
        if missing := [name for name, digest in sorted(digests.items()) if name != store.name and digest not in asked]:
            raise EntrophyError(
                f"the batch was searched before {', '.join(missing)} had told whom they know.",
                record=store.name,
                remedy="build the batch again: what it takes over is searched for, and nothing is read twice.",
            )


def shared_digest(entries: Collection[Entry]) -> str:
    """SHA-256 of what was taken over."""
    return digest_of(sorted(entries))


def met(entries: Collection[Entry], texts: Sequence[Text]) -> list[Entry]:
    """Which entries (kind, value, declared) stand in one of the texts, whole; sorted.

    The entries are halved until one is left, and only the texts in which a half was met go on: each is asked about
    alone in the end, so that none hides another.
    """
    some = sorted(entries)
    there = _met(Registry(some), texts) if some and texts else []
    if not there or len(some) == 1:
        return some if there else []
    half = len(some) // 2
    return met(some[:half], there) + met(some[half:], there)


def _met(registry: Registry, texts: Sequence[Text]) -> list[Text]:
    return [
        (text, role) for text, role in texts if any(f.source in _WHOLE for f in registry.find(decoded(text).text, role))
    ]


def _once(entries: Collection[Entry]) -> list[Entry]:
    """Each value once: declared, where somebody declared it."""
    best: dict[tuple[str, str], bool] = {}
    for kind, value, declared in entries:
        best[kind, value] = best.get((kind, value), False) or declared
    return [(kind, value, declared) for (kind, value), declared in sorted(best.items())]


def own_of(store: BatchStore) -> Registry:
    """What a batch knows by itself, after `keep_own`."""
    return Registry.from_json(store.file(OWN).read_text(encoding="utf-8"))


def _digests(stores: Iterable[BatchStore]) -> set[str]:
    return {_digest(store) for store in stores} - {""}


def _digest(store: BatchStore) -> str:
    """SHA-256 of what a batch knows by itself; nothing where it was not searched, or the file is not what that left."""
    try:
        kept, digest = store.record("find").outputs.get(OWN), file_digest(store.file(OWN))
    except (EntrophyError, OSError):
        return ""
    return digest if kept == digest else ""
