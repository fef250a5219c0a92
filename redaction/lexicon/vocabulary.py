"""What a label says of its value. Labels are put together of words (data/labels.yaml, data/labels-languages.yaml): a
holder and a number word make "Policyholder ref. no.", a deed and "by" make "Last modified by", qualifiers and a role
"Backup approver (optional)".
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources

import yaml

from redaction.findings import Kind
from redaction.kinds.spec import SHOWN, Shape
from redaction.kinds.table import KINDS, written_as
from redaction.lexicon.label_words import words
from redaction.lexicon.lists import WordList, word_list


@dataclass(frozen=True, slots=True)
class LabelSpec:
    """What a label says of the value under it.

    `weak`: on a screen, where any word may stand above any other, the value must look like the kind. `shape`: the value
    must look like that everywhere. `logins`: people may stand there with their log-in names. `position`: what the label
    calls somebody may also be the value of another label: "Role: Nurse".
    """

    kind: Kind
    weak: bool = False
    shape: Shape = ""
    logins: bool = False
    position: bool = False


_SECRET = re.compile(
    r"(?:[\w-]+ ){0,3}(?:password|passcode|passphrase|secret|"
    r"(?:api|access|auth|secret|license|licence|private) key|"
    r"(?:api|access|auth|bearer|refresh|session|security|personal) token)|pin|token|"
    r"(?:security|access|verification|signing|one time|auth(?:entication)?) code|cvv|cvc|otp"
)
_WEAK_ANYWAY = ("billing", "shipping", "bill to", "ship to", "login", "alias", "display name")
"""Entries that are weak though their sections are not."""
_OPEN = written_as(SHOWN)
"""Kinds that a value shows by itself, so that any words may stand before the label's own: "Android phone"."""
_NAME = ("name", "names", "nom", "nombre", "nombres", "nome", "naam")
_LONGEST = 7
CHARACTERS = range(2, 45)
"""How many a label has, the shortest and the longest."""
_PARTS = ("qualifiers", "holders", "number_words", "deeds")
_BRACKETS = re.compile(r"[(\[{<（［【〔][^()\[\]{}<>（）［］【】〔〕]*[)\]}>）］】〕]?")
_AND = re.compile(
    r"\s{0,60}[/|／・]\s*|\s{1,60}(?:&|and|or|und|oder|et|ou|y|e|of|og|och|ja|és|ve|dan|și|şi|in|и|та|και|및)\s+(?=\w)"
)
_PLURAL = re.compile(r"(?:(?<=[a-z]{2})ies|(?<=[sxz])es|(?<=[a-rt-z])s)$")


def other_languages() -> dict[str, dict[str, str]]:
    """The sections of labels-languages.yaml as they are written, by language."""
    data = resources.files("redaction.lexicon").joinpath("data", "labels-languages.yaml")
    return yaml.safe_load(data.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def sections(*, others: bool = True) -> dict[str, list[str]]:
    """The folded entries of each section of labels.yaml, with those of the other languages behind them."""
    data = resources.files("redaction.lexicon").joinpath("data", "labels.yaml")
    blocks = [yaml.safe_load(data.read_text(encoding="utf-8"))]
    if others:
        blocks += other_languages().values()
    entries: dict[str, list[str]] = {}
    for block in blocks:
        for section, text in block.items():
            entries.setdefault(section, []).extend(" ".join(words(entry)) for entry in text.split(","))
    return entries


class _Words:
    """The data files, ready to be asked."""

    def __init__(self) -> None:
        entries = sections()
        self.exact: dict[str, LabelSpec] = {}
        logins = frozenset(entries["logins"])
        for spec in KINDS:
            for labels in spec.labels:
                said = LabelSpec(spec.kind, labels.weak, labels.shape, position=labels.position)
                for entry in entries[labels.section]:
                    weak = labels.weak or entry in _WEAK_ANYWAY
                    self.exact.setdefault(entry, replace(said, weak=weak, logins=entry in logins))
        self.things = frozenset(" ".join(words(entry)) for entry in word_list(WordList.THING_LABELS))
        self.qualifiers = frozenset(entries["qualifiers"])
        self.tails = frozenset(entries["name_tails"])
        self.holders = frozenset(entries["holders"])
        self.numbers = frozenset(entries["number_words"])
        self.leading_names = frozenset(entries["leading_names"])
        self.leading_numbers = frozenset(entries["leading_numbers"])
        self.deeds = frozenset(entries["deeds"])
        self.firsts, self.lasts = frozenset(entries["first_names"]), frozenset(entries["last_names"])
        self.whole_names = frozenset(entries["whole_names"])
        known = (*self.exact, *self.qualifiers, *self.holders, *self.numbers, *self.deeds)
        made_of = (*(labels.section for spec in KINDS for labels in spec.labels), *_PARTS)
        first = sections(others=False)
        # Of other languages only whole labels: parts of theirs are English words ("ho so", "no telp").
        self.single = frozenset(word for section in made_of for entry in first[section] for word in entry.split())
        self.single |= frozenset(entry for entry in known if " " not in entry)
        self.single |= frozenset(word for entry in self.deeds for word in entry.split())
        self.by = frozenset(entries["by_words"])
        self.leads = self.by.union(entries["directions"], word_list(WordList.USER_WORDS))
        self.no_deeds = frozenset(entries["no_deeds"])
        stems, ends = ("|".join(sorted(entries[key], key=len)) for key in ("number_stems", "number_stem_ends"))
        glued = "|".join(sorted(word for word in self.holders if len(word) > 2 and " " not in word))
        short = "|".join(sorted(word for word in self.numbers if word.isalpha()))
        self.stem = re.compile(rf"(?:{stems}) ?(?:{ends})|(?:{glued})(?:{short})")


@lru_cache(maxsize=1)
def _words() -> _Words:
    return _Words()


def occurs(word: str) -> bool:
    """Whether labels are made of this word, among others."""
    found = words(word)
    return bool(found) and found[0] in _words().single


def leads_to_somebody(said: str) -> bool:
    """Whether words in small letters say that somebody follows: "by", "assigned to", "usuario"."""
    return said in _words().leads


@lru_cache(maxsize=20_000)
def spec_of_label(label: str | None) -> LabelSpec | None:
    """What a label says of its value, or None when it is no known label."""
    if not label or len(label) > 60:
        return None
    outside = _BRACKETS.sub(" ", re.sub(r"\((?:s|e|r|in|n)\)", "", label))
    for form in dict.fromkeys((label, outside)):
        spec = _whole(form)
        if spec is not None:
            return spec
    return None


def part_of_name(label: str) -> tuple[str, bool] | None:
    """Whose part of a name a label announces ("" for nobody in particular), and whether it is the first name:
    "Customer first name" is ("customer", True). None for other labels."""
    found, known = words(label), _words()
    for cut in range(len(found)):
        part = " ".join(found[cut:])
        if part in known.firsts or part in known.lasts:
            return " ".join(found[:cut]), part in known.firsts
    return None


def names_people(label: str) -> bool:
    """Whether a label is one of people's names alone: "Last name", but not "Nom", which things have as well."""
    found = words(label)
    return " ".join(found) in _words().whole_names or (part_of_name(label) is not None and " ".join(found) not in _NAME)


@lru_cache(maxsize=20_000)
def names_thing(label: str) -> bool:
    """Whether a label is one of things that are nobody's, perhaps with a word for their number: "Material no.". With
    figures it is a thing ("Room 402")."""
    if len(label) not in CHARACTERS or any(c.isdigit() for c in label) or spec_of_label(label) is not None:
        return False
    found, known = words(label), _words()
    forms = [found]
    forms += [found[:cut] for cut in range(1, len(found)) if " ".join(found[cut:]) in known.numbers]
    forms += [found[cut:] for cut in range(1, len(found)) if " ".join(found[:cut]) in known.leading_numbers]
    return any(" ".join(form) in known.things for form in forms)


def _whole(label: str) -> LabelSpec | None:
    """A label, or two of which each is one: "Phone / Fax", "Name and address"."""
    spec = _parsed(tuple(words(label)))
    if spec is not None:
        return spec
    parts = _AND.split(label)
    if not 2 <= len(parts) <= 3:
        return None
    several = [_parsed(tuple(words(part))) for part in parts]
    first = several[0]
    return first if first is not None and all(several) else None


@lru_cache(maxsize=20_000)
def _parsed(label: tuple[str, ...]) -> LabelSpec | None:
    if not label or len(label) > _LONGEST:
        return None
    known, whole = _words(), " ".join(label)
    if _SECRET.fullmatch(whole):
        return LabelSpec(Kind.SECRET)
    if whole in known.exact:
        return known.exact[whole]
    if whole in known.things:
        return None
    if _number(label) or known.stem.fullmatch(whole):
        return LabelSpec(Kind.ID)
    for rule in (_named, _deed, _plural, _contact, _qualified):
        spec = rule(label)
        if spec is not None:
            return spec
    return None


def _number(label: tuple[str, ...]) -> bool:
    """A holder and a word for a number: "customer ref no", "number of the policy", "nr klienta"."""
    known = _words()
    for cut in range(len(label) - 1, 0, -1):
        if " ".join(label[cut:]) in known.numbers and _holder(label[:cut]):
            return True
        if " ".join(label[:cut]) in known.leading_numbers and " ".join(label[cut:]) in known.holders:
            return True
        if label[cut - 1] == "of" and " ".join(label[: cut - 1]) in known.numbers:
            return " ".join(label[cut:]) in known.holders  # not "number of employees"
    return False


def _holder(label: tuple[str, ...]) -> bool:
    known = _words()
    return any(
        " ".join(label[cut:]) in known.holders and all(word in known.qualifiers for word in label[:cut])
        for cut in range(len(label))
    )


def _named(label: tuple[str, ...]) -> LabelSpec | None:
    """The name of a role or a firm: "approver name", "name of the insured", "consignee name", "nama pelanggan"."""
    known = _words()
    if len(label) > 1 and label[0] in known.leading_names:
        of = _parsed(label[1:])
        return LabelSpec(of.kind) if of is not None and of.kind in (Kind.PERSON, Kind.COMPANY) else None
    if len(label) > 2 and label[0] in _NAME and label[1] in ("of", "de", "du", "del", "des"):
        of = _parsed(label[2:])
        return LabelSpec(of.kind) if of is not None and of.kind in (Kind.PERSON, Kind.COMPANY) else None
    for cut in (len(label) - 1, len(label) - 2):
        if cut > 0 and " ".join(label[cut:]) in known.tails:
            of = _parsed(label[:cut])
            if of is not None and of.kind in (Kind.PERSON, Kind.COMPANY):
                return replace(of, weak=False, shape="", position=False)
    return None


def _deed(label: tuple[str, ...]) -> LabelSpec | None:
    """Who did something: "last modified by", "created by user". Other participles tell it of names and log-ins only."""
    known = _words()
    if len(label) > 2 and label[-1] in ("user", "name", "person", "whom"):
        label = label[:-1]
    if len(label) > 3 and label[-3:] == ("on", "behalf", "of"):
        return LabelSpec(Kind.PERSON)
    if len(label) < 2 or label[-1] not in known.by or not all(word in known.single for word in label[:-2]):
        return None
    deed = " ".join(label[:-1])
    if deed in known.deeds or label[-2] in known.deeds:
        return LabelSpec(Kind.PERSON, logins=True)
    done = re.fullmatch(r"\w{2,}(?:ed|en|un|wn|lt|et|ee|e|ado|ada|ido|ida|ato|ata|ito|uto)", label[-2])
    if done is None or label[-2] in known.no_deeds:
        return None
    return LabelSpec(Kind.PERSON, weak=True, shape="person", logins=True)


def _plural(label: tuple[str, ...]) -> LabelSpec | None:
    """Several of a role. Menus and headings are written so too, hence the value must look like the kind."""
    single = _PLURAL.sub(lambda end: "y" if end.group() == "ies" else "", label[-1])
    if single == label[-1]:
        return None
    spec = _parsed((*label[:-1], single))
    if spec is None or spec.kind not in (Kind.PERSON, Kind.COMPANY):
        return spec if spec is not None and spec.kind in _OPEN else None
    return replace(spec, weak=True, shape="person" if spec.kind is Kind.PERSON else "company")


def _contact(label: tuple[str, ...]) -> LabelSpec | None:
    """Somebody's or some firm's e-mail address, telephone, date of birth, log-in, address: "approver e-mail"."""
    known = _words()
    for cut in range(1, len(label)):
        spec = known.exact.get(" ".join(label[:cut]))
        if spec is not None and spec.kind in _OPEN and all(word in known.qualifiers for word in label[cut:]):
            return spec
    for cut in range(1, len(label)):
        spec = known.exact.get(" ".join(label[cut:]))
        if spec is None or spec.shape or spec.kind in (Kind.PERSON, Kind.COMPANY):
            continue
        before = label[:cut]
        if spec.kind in _OPEN and len(before) <= 3:
            return spec
        if all(word in known.qualifiers or word in known.holders for word in before) or _parsed(before) is not None:
            return spec
    return None


def _qualified(label: tuple[str, ...]) -> LabelSpec | None:
    """A role with words before it: "backup approver", "assigned technician"; the contact of a firm."""
    known = _words()
    for cut in range(1, len(label)):
        if all(word in known.qualifiers for word in label[:cut]):
            spec = known.exact.get(" ".join(label[cut:]))
            if spec is not None and spec.kind is Kind.PERSON and label[cut:] != ("name",):
                return spec
            if spec is not None and spec.kind is Kind.COMPANY and not spec.weak:
                return spec
    if label[-1] == "contact" and len(label) > 1 and _parsed(label[:-1]) is not None:
        return known.exact["contact"]
    return None
