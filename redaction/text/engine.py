"""The text engine: patterns, lists, labels, model and registry asked in turn; their findings made one list."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from redaction.findings import Source, TextFinding
from redaction.lexicon.fold import View, decoded
from redaction.lexicon.names import name_lists
from redaction.lexicon.words import is_word
from redaction.policy import TextPolicy
from redaction.text.hub import load_names
from redaction.text.inputs import Role, TextInput
from redaction.text.known.registry import Registry
from redaction.text.known.segments import whole_segments
from redaction.text.known.wholes import settled
from redaction.text.merge import merge
from redaction.text.model import Chance, NamesModel, States
from redaction.text.patterns.labels import labelled
from redaction.text.patterns.network import urls
from redaction.text.recognizers import make_analyzer, pattern_names, run_analyzer
from redaction.text.vetoes import PIECE_VETOES, VETOES
from redaction.text.whose import NAME as SECOND_OPINION
from redaction.text.whose import SecondOpinion

REMEMBERED = 50_000
"""Texts whose findings an engine remembers."""
_ENGINES = 2
"""Engines of so many policies are kept: one holds a names model."""
#: two capitalised words inside a sentence may be a company of ordinary words
_PROPER = re.compile(r"(?:^[A-Z][a-z]+ [A-Z][a-z]+ [a-z]|[a-z] [A-Z][a-z]+ [A-Z][a-z]+)")
_WORDS = re.compile(r"[^\W\d_]{2,}")
#: Scripts of India and South-East Asia: vowels are marks, so that a word may hold no two letters in a row.
_MARKED = re.compile("[\u0900-\u0fff\u1000-\u109f\u1780-\u17ff]")
#: Ids, times, numbers, coordinates and names of screenshots as interaction logs write them: nothing to find unless a
#: label says otherwise.
_PLAIN = re.compile(
    r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?)?|"
    r"-?\d{1,8}(?:\.\d{1,6})?|"
    r"Screen-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}E\d{1,70}\.png|"
    r"\{\"x\": ?-?\d{1,6}, ?\"y\": ?-?\d{1,6}\}|[\W_]*"
)


class TextEngine:
    """Finds identifiers in text. Build one per process; screens and logs repeat, so findings are cached by string.

    `disabled`: names of patterns (the `detector` of their findings) and of vetoes that are left out, to learn what each
    of them earns. No policy sets it. ValueError for a name that nothing bears (`can_be_disabled`).
    """

    def __init__(self, policy: TextPolicy, disabled: frozenset[str] = frozenset()) -> None:
        if unknown := disabled - can_be_disabled():
            raise ValueError(f"nothing is called {', '.join(sorted(unknown))}")
        self._policy = policy
        self._disabled = disabled
        self._analyzer = make_analyzer(disabled, policy.countries)
        self._names = load_names(policy)
        asked = isinstance(self._names, NamesModel) and SECOND_OPINION not in disabled
        self._second = SecondOpinion() if asked else None
        self._seen: OrderedDict[TextInput, list[TextFinding]] = OrderedDict()
        self._swept: OrderedDict[TextInput, list[TextFinding]] = OrderedDict()
        self._registry: Registry | None = None

    def find(
        self, text: str, *, label: str | None = None, role: Role = "prose", registry: Registry | None = None
    ) -> list[TextFinding]:
        """Findings in one string: sorted, not overlapping, offsets in code points of `text`."""
        return self.find_many([TextInput(text, label, role)], registry)[0]

    def find_many(self, inputs: Sequence[TextInput], registry: Registry | None = None) -> list[list[TextFinding]]:
        """Findings per input. Strings seen before cost a look-up; the model reads the rest in one batch."""
        if registry is not self._registry:
            self._registry = registry
            self._swept.clear()
        fresh = list(dict.fromkeys(item for item in inputs if item not in self._swept and item not in self._seen))
        views = {item: decoded(item.text) for item in fresh}
        modelled = self._predict(list(dict.fromkeys(views[item].text for item in fresh)))
        raw = {item: self._raw(item, views[item], modelled) for item in fresh}
        done: dict[TextInput, list[TextFinding]] = {}
        for item in dict.fromkeys(inputs):
            found = self._swept.get(item)
            if found is None:
                base = raw.get(item) or self._seen.get(item, [])
                found = self._finish(item, base, registry)
            done[item] = found
        for item, found in raw.items():
            _remember(self._seen, item, found)
        for item, found in done.items():
            _remember(self._swept, item, found)
        return [list(done[item]) for item in inputs]

    def known(self, inputs: Iterable[TextInput]) -> dict[TextInput, list[TextFinding]]:
        """What was found in these texts before the registry was asked, as far as it is remembered."""
        return {item: self._seen[item] for item in inputs if item in self._seen}

    def recall(self, found: Mapping[TextInput, list[TextFinding]]) -> None:
        """Remember what an engine of the same policy, code and libraries found in these texts: as `known` told it."""
        for item, findings in found.items():
            _remember(self._seen, item, findings)

    def found_by_rules(self, item: TextInput) -> list[TextFinding]:
        """What patterns, lists and labels find, without model, registry and merging: to ask each alone."""
        return self._raw(item, decoded(item.text), {})

    def found_by_model(self, text: str) -> list[TextFinding]:
        """What the names model alone finds; nothing when the policy uses none."""
        return self._predict([text]).get(text, [])

    @property
    def shipped_names(self) -> bool:
        """Whether the policy uses the names model that ships with this package."""
        return isinstance(self._names, NamesModel)

    def chances(self, text: str) -> list[Chance]:
        """What the shipped names model thinks of each word of a text; nothing of texts it is not asked about, nor of
        any when the policy uses another model or none."""
        if not isinstance(self._names, NamesModel) or _PLAIN.fullmatch(text) or not _may_name(text):
            return []
        return self._names.chances(text)

    def embedding(self, text: str) -> NDArray[np.float16] | None:
        """What the shipped names model makes of a text as a whole, shape (EMBEDDING,); nothing of a text without a
        letter, nor of any when the policy uses another model or none."""
        if not isinstance(self._names, NamesModel) or not any(map(str.isalpha, text)):
            return None
        return self._names.embedding(text)

    def states(self, text: str) -> States | None:
        """What the shipped names model makes of each word piece of a text; nothing of another model."""
        return self._names.states(text) if isinstance(self._names, NamesModel) else None

    def _raw(self, item: TextInput, view: View, modelled: dict[str, list[TextFinding]]) -> list[TextFinding]:
        """Everything found in the decoded text without the registry, before merging."""
        if _PLAIN.fullmatch(view.text):
            return list(labelled(view.text, item.label, field=item.role == "field"))
        found = run_analyzer(self._analyzer, view.text)
        if item.role == "host":
            return [*found, *(f for f in urls(view.text, host_role=True) if f.detector not in self._disabled)]
        found.extend(f for f in modelled.get(view.text, ()) if not self._nobodys(item.role, view.text, f))
        found.extend(labelled(view.text, item.label, field=item.role == "field"))
        return found

    def _nobodys(self, role: Role, text: str, finding: TextFinding) -> bool:
        """Whether what the shipped model takes for a name is nobody's, by a second opinion. Of lines of a screen the
        re-scorer has one, which sees the page."""
        if self._second is None or role == "line" or not isinstance(self._names, NamesModel):
            return False
        return self._second.nobodys(text, finding, self._names.states)

    def _finish(self, item: TextInput, raw: list[TextFinding], registry: Registry | None) -> list[TextFinding]:
        view = decoded(item.text)
        found = list(raw)
        if registry is not None:
            found.extend(registry.find(view.text, item.role))
            found = settled(view.text, found, registry.public, item.role)
        merged = whole_segments(view.text, merge(view.text, found, self._policy.threshold, self._disabled))
        if view.starts is None:
            return merged
        return [f.over(*view.span(f.start, f.end)) for f in merged]

    def _predict(self, texts: list[str]) -> dict[str, list[TextFinding]]:
        readable = [text for text in texts if not _PLAIN.fullmatch(text) and _may_name(text)]
        if self._names is None or not readable:
            return {}
        # Whatever a model calls itself, what it says is a model's word.
        modelled = [[replace(f, source=Source.MODEL) for f in found] for found in self._names.predict(readable)]
        return dict(zip(readable, modelled, strict=True))


def text_engine(policy: TextPolicy) -> TextEngine:
    """The engine of this process for a policy: what one batch, or one stage, has read is not read again by the next."""
    return _text_engine(policy.model_dump_json())


@lru_cache(maxsize=_ENGINES)
def _text_engine(policy: str) -> TextEngine:
    return TextEngine(TextPolicy.model_validate_json(policy))


def can_be_disabled() -> frozenset[str]:
    """The names of all patterns and vetoes, as `TextEngine(disabled=…)` takes them."""
    return frozenset(pattern_names()) | {veto.name for veto in (*VETOES, *PIECE_VETOES)} | {SECOND_OPINION}


def _may_name(text: str) -> bool:
    """Whether some word is a name on the lists or in no dictionary.

    The model need not read "Save and New": what it finds in ordinary words is dropped afterwards anyway.
    """
    if len(text) > 400 or _PROPER.search(text) or _MARKED.search(text):
        return True
    return any(_telling(word) for word in _WORDS.findall(text))


@lru_cache(maxsize=100_000)
def _telling(word: str) -> bool:
    return not is_word(word) or (not word.islower() and name_lists().is_name(word))


def _remember(cache: OrderedDict[TextInput, list[TextFinding]], item: TextInput, found: list[TextFinding]) -> None:
    cache[item] = found
    if len(cache) > REMEMBERED:
        cache.popitem(last=False)
