"""Every text of a screen worth searching, with its label: a table of where such texts come from."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import pairwise

from redaction.kinds.spec import WITH_DIGITS, Value
from redaction.kinds.table import written_as
from redaction.lexicon.fold import fold_token
from redaction.lexicon.forms import FORMS_APART, LEGAL
from redaction.lexicon.labels import PERSON, label_kind
from redaction.lexicon.languages import Language
from redaction.lexicon.words import is_word
from redaction.page.page import Page
from redaction.page.passage import Passage, joined, part, unlabelled
from redaction.page.reading import Reading
from redaction.page.wrapping import onto_rows, wrapped
from redaction.screens.labels.forms import field_labels
from redaction.screens.labels.slots import workspaces
from redaction.screens.rules.address_blocks import address_blocks
from redaction.screens.rules.avatars import beside_avatars
from redaction.screens.rules.line_forms import Labelled, changes, names_with_logins, value_behind_label
from redaction.screens.rules.lists import lists
from redaction.screens.rules.veto_case import searchable
from redaction.text.inputs import TextInput
from redaction.text.interface import says
from redaction.text.spelling import as_word

_PARTED = written_as(WITH_DIGITS, Value.PLACE)
"""Kinds of values whose parts may be read apart and tell too little by themselves."""
_CAPITAL = re.compile(r"[^\W\d_a-z][^\W\d_]*")
_LOCAL_PART = re.compile(r"[<(\[]?[\w.+'-]+")
_HOST = re.compile(r"(?:[\w-]+\.)+[A-Za-z]{2,}")
_SPELLED = 1.0
"""The odds of `as_word` from which one word is spelled as words are."""
_HOST_PART = re.compile(r"[\w.-]+[>),;]*")


_Form = Callable[[str, Language], Iterable[Labelled]]


@dataclass(frozen=True)
class Labelling:
    """A page and the label of each of its lines, without the evidence that is `disabled` by name: "fields" (headers,
    forms), "slots", "avatars" and "lists"."""

    page: Page
    disabled: frozenset[str] = field(default=frozenset())

    @cached_property
    def fields(self) -> Mapping[int, tuple[str, int | None]]:
        """Labels by header or form."""
        return field_labels(self.page) if "fields" not in self.disabled else {}

    @cached_property
    def slots(self) -> Mapping[int, tuple[str, int | None]]:
        """Labels of lines that only their place tells."""
        return workspaces(self.page) if "slots" not in self.disabled else {}

    @cached_property
    def avatars(self) -> Mapping[int, tuple[str, int | None]]:
        """Labels of lines beside avatars."""
        return beside_avatars(self.page) if "avatars" not in self.disabled else {}

    @cached_property
    def listed(self) -> Mapping[int, int]:
        """Lines of lists of people → the list's first line. What has a certain label is in no list."""
        certain = {i for i, (_, column) in self.fields.items() if column is None}
        return lists(self.page, certain) if "lists" not in self.disabled else {}

    @cached_property
    def labels(self) -> Mapping[int, tuple[str, int | None]]:
        """The label of each line; an avatar tells more than a field, a list and a slot less."""
        by_list: dict[int, tuple[str, int | None]] = {i: (PERSON, first) for i, first in self.listed.items()}
        return by_list | dict(self.slots) | dict(self.fields) | dict(self.avatars)

    def is_placed(self, at: int) -> bool:
        """Whether a line has its label from its slot."""
        return at in self.slots and at not in self.fields and at not in self.avatars


@dataclass(frozen=True, slots=True)
class PassageRule:
    """`passages` are texts to search, beside the lines themselves."""

    name: str
    passages: Callable[[Labelling], Iterable[Passage]]


def _whole_lines(at: Labelling) -> Iterator[Passage]:
    for i, line in enumerate(at.page.lines):
        label, column = at.labels.get(i, (None, None))
        whole = part(at.page.lines, i, 0, len(line.text), label)
        corroborated = i in at.avatars and i in at.listed
        column = at.listed[i] if corroborated else column
        yield replace(whole, column=column, corroborated=corroborated, placed=at.is_placed(i))


def _parts(at: Labelling, form: _Form) -> Iterator[Passage]:
    """The parts of lines that have a form."""
    for i, line in enumerate(at.page.lines):
        for start, end, label in _parts_of(line.text, form, at.page.language):
            yield part(at.page.lines, i, start, end, label)


@lru_cache(maxsize=60_000)
def _parts_of(text: str, form: _Form, language: Language) -> tuple[Labelled, ...]:
    """From frame to frame most lines are the same."""
    return tuple(form(text, language))


def _joined(
    at: Labelling, chains: Iterable[Iterable[int]], label: str | None = None, space: str = " "
) -> list[Passage]:
    return [joined(at.page.lines, [(i, 0) for i in chain], label, space) for chain in chains]


def _labelled_rows(at: Labelling) -> Iterator[Passage]:
    """Rows with the only label of a part of an address, number or day: it goes for the parts close beside it too."""
    for chain in at.page.split_rows:
        shared = {label for i in chain for label, column in [at.labels.get(i, ("", None))] if label and column is None}
        if len(shared) == 1 and label_kind(min(shared)) in _PARTED:
            yield from _joined(at, [chain], min(shared))


def _broken_addresses(at: Labelling) -> Iterator[Passage]:
    """Lines that are one e-mail address or URL cut in two or three (joined without a space)."""
    lines = at.page.lines
    for chain in wrapped(lines, loose=True):
        for a, b in pairwise(chain):
            last, first = lines[a].text.split()[-1:], lines[b].text.split()[:1]
            if not last or not first or not _continues(last[0], first[0]):
                continue
            yield from _joined(at, [(a, b)], space="")
            third = chain[chain.index(b) + 1 : chain.index(b) + 2]
            if third and all(_HOST_PART.fullmatch(lines[k].text) for k in third) and " " not in lines[b].text:
                yield from _joined(at, [(a, b, *third)], space="")


def _continues(last: str, first: str) -> bool:
    """Whether the last word of a line and the first of the next may be one address. Before a whole address a word with
    a capital or of the dictionary is none of its parts; nor is a time behind one."""
    host = last.rpartition("@")[2].rstrip(">),;")
    if last.startswith("@"):
        return False  # a handle
    if "@" in last and _HOST.fullmatch(host) and not _goes_on(host, first):
        return False  # the address is whole: what stands below is a word or a figure
    if "@" in first:
        return first.startswith("@") or (bool(_LOCAL_PART.fullmatch(last)) and not _stands_alone(last))
    return "://" in last or ("@" in last and bool(_HOST_PART.fullmatch(first)))


def _goes_on(host: str, first: str) -> bool:
    """Whether a word may be the rest of a host that could be whole: the last part of a host has letters alone."""
    rest = first.rstrip(">),;.")
    return bool(_HOST.fullmatch(host + rest)) and not _spoken(first.strip(",;.")) and not _begins_anew(host, first)


def _stands_alone(word: str) -> bool:
    """Whether a word above an address is none of its parts: a name, a word, a label or the legal form of a company."""
    form = fold_token(word.replace(".", "").strip(","))
    named = form in LEGAL or form in FORMS_APART or label_kind(word) is not None
    return named or bool(_CAPITAL.fullmatch(word.rstrip("."))) or _spoken(word)


def _begins_anew(host: str, first: str) -> bool:
    """Whether a word begins with a capital behind a host that has none: no address changes so in its middle."""
    return first[0].isupper() and host.islower()


def _spoken(word: str) -> bool:
    """Whether a word is one of English, or written and spelled as one of another language: no half of an address."""
    if len(word) == 1:
        return False
    foreign = word.isalpha() and (says(word) or not word.isascii() or as_word(word) >= _SPELLED)
    return is_word(word) or foreign


def _addresses(at: Labelling) -> Iterator[Passage]:
    return (joined(at.page.lines, chain, "Address") for chain in address_blocks(at.page.lines, at.labels))


PASSAGES: tuple[PassageRule, ...] = (
    PassageRule("lines", _whole_lines),
    PassageRule("inline-label", lambda at: _parts(at, value_behind_label)),
    PassageRule("change", lambda at: _parts(at, changes)),
    PassageRule("name-and-login", lambda at: _parts(at, names_with_logins)),
    PassageRule("wrapped", lambda at: _joined(at, at.page.wrapped)),
    PassageRule("split-row", lambda at: _joined(at, at.page.split_rows)),
    PassageRule("wrapped-onto-row", lambda at: _joined(at, onto_rows(at.page.wrapped, at.page.split_rows))),
    PassageRule("labelled-split-row", _labelled_rows),
    PassageRule("broken-address", _broken_addresses),
    PassageRule("address-block", _addresses),
)
LABELS = ("fields", "slots", "avatars", "lists")
"""The names of evidence for labels; see Labelling."""


def passages(page: Page, disabled: frozenset[str] = frozenset()) -> list[Passage]:
    """Every text of a page worth searching: each line with its label, what its own form says of its parts, wrapped
    lines and addresses joined."""
    labelling = Labelling(page, disabled)
    return [p for rule in PASSAGES if rule.name not in disabled for p in rule.passages(labelling)]


def declared_passages(page: Page) -> list[Passage]:
    """Lines below each other that may be one declared value, a line's end between them."""
    return _joined(Labelling(page), page.stacked, space="\n")


def teaching(page: Page, disabled: frozenset[str] = frozenset()) -> list[tuple[Passage, TextInput]]:
    """The passages that a batch registry learns from, as text inputs. Weak column headers are left out."""
    return [(p, p.input if p.certain else unlabelled(p)) for p in passages(page, disabled) if searchable(page, p)]


def inputs_for(reading: Reading, disabled: frozenset[str] = frozenset()) -> list[TextInput]:
    """The text inputs of a reading that a batch registry learns from."""
    return [item for _, item in teaching(Page.of(reading), disabled)]
