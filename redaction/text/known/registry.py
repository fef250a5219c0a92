"""Known entities of a batch: what was declared, who took part, and what one place reveals for all others."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from redaction.errors import EntrophyError
from redaction.findings import Kind, Source, TextFinding
from redaction.kinds.table import DECLARED_KINDS, spec_of
from redaction.lexicon.fold import View, decoded
from redaction.lexicon.forms import PARTICLES, company_core, parse_person, tokens
from redaction.lexicon.lists import WordList, machines, nobodys, word_list
from redaction.lexicon.names import name_lists
from redaction.lexicon.words import COUNTRIES, is_word
from redaction.records import DeclaredEntity, Participant
from redaction.text.inputs import TextInput
from redaction.text.known.compiled import compile_forms
from redaction.text.known.composed import without_composed
from redaction.text.known.public import NOTHING_PUBLIC, PublicNames
from redaction.text.known.sweep import Matcher
from redaction.text.patterns.labels import label_kind
from redaction.text.patterns.network import split_host

#: Evidence on which one word is believed to be somebody's name.
_STRONG = (Source.LABEL, Source.HEADER, Source.POSITION)
ROLE_MAILBOX = word_list(WordList.ROLE_MAILBOXES)
_NO_LOG_INS = ROLE_MAILBOX | machines()
PROVIDERS = word_list(WordList.MAIL_PROVIDERS)
_HONORIFICS = frozenset(map(str.casefold, word_list(WordList.HONORIFICS)))
COMPANY_TAILS = word_list(WordList.COMPANY_TAILS)
_TIDY = re.compile(r"(?:[^\W\d_][\w’'-]*\.?[ ]){0,3}[^\W\d_][\w’'-]+")
Entry = tuple[str, str, bool]
#: Digits of a whole day ("3 May 1980"); a year or a month alone is everybody's.
DAY_DIGITS = 5
#: Scores from which a finding tells of other places: a name of several words, of one, a company, one that only a model
#: tells, any other value.
FULL_NAME_SCORE, ONE_WORD_SCORE, COMPANY_SCORE, MODEL_COMPANY_SCORE, VALUE_SCORE = 0.7, 0.8, 0.75, 0.9, 0.7
#: Most words of a name, and most characters of a company, that are learned.
NAME_WORDS, COMPANY_CHARACTERS = 5, 60
#: A word of so few letters does not make a company; one in capitals, of which only a model tells, needs more.
_COMPANY_WORD, _COMPANY_CAPITALS = 3, 5
#: Fewest letters of a log-in or of a domain that an address tells.
_ADDRESS_WORD = 4


class Registry:
    """A set of (kind, value, declared), and what is `public`. Grows by union only, so neither order nor workers matter.
    Never released."""

    def __init__(self, entries: Iterable[Entry] = (), public: PublicNames = NOTHING_PUBLIC) -> None:
        self.entries: frozenset[Entry] = frozenset(entries)
        self.public = public
        self._matcher: Matcher | None = None

    @classmethod
    def declared(cls, entities: Iterable[DeclaredEntity], participants: Iterable[Participant]) -> Registry:
        """What the capture team knows. An unknown kind counts as a person when it reads like one, else as an id."""
        entries: set[Entry] = set()
        for entity in entities:
            kind = _kind_of(entity.kind, entity.value)
            for value in (entity.value, *entity.aliases):
                entries |= set(_entries(kind, value, declared=True))
        for participant in participants:
            if participant.name:
                entries |= set(_entries(Kind.PERSON, participant.name, declared=True))
            if participant.email:
                entries |= set(_entries(Kind.EMAIL, participant.email, declared=True))
        return cls(entries)

    def learn(self, inputs: Sequence[TextInput], findings: Sequence[Sequence[TextFinding]]) -> Registry:
        """A larger registry with what these findings reveal: full names, mail addresses and their owners, companies."""
        entries = set(self.entries)
        for item, found in zip(inputs, findings, strict=True):
            if found:
                view = decoded(item.text)
                domains = frozenset(_domains(view, found))
                for finding in found:
                    surface = _surface(view, finding)
                    if finding.source is Source.MODEL and surface == view.text.strip() and _label_agrees(item, finding):
                        finding = replace(finding, detector="label", source=Source.LABEL)
                    if not finding.source.known and not _unproven(item, surface, finding):
                        entries.update(_revealed(surface, finding, domains))
        return Registry(entries, self.public)

    def merge(self, other: Registry) -> Registry:
        """The union of both."""
        return Registry(self.entries | other.entries, self.public.merge(other.public))

    def only(self, keep: Callable[[Entry], bool]) -> Registry:
        """The entries of which `keep` says so, with the same public names."""
        return Registry(filter(keep, self.entries), self.public)

    def find(self, text: str, role: str = "prose") -> Iterator[TextFinding]:
        """Known entities in a decoded text, as findings of detector `registry…`."""
        if not self.entries:
            return iter(())
        if self._matcher is None:
            self._matcher = compile_forms(without_composed(self.entries))
        return self._matcher.find(text, role)

    @property
    def has_declared(self) -> bool:
        """Whether anything was declared, or only learned."""
        return any(declared for _, _, declared in self.entries)

    def people(self) -> list[str]:
        """Every known person's name as it was met, sorted."""
        return sorted({value for kind, value, _ in self.entries if kind == Kind.PERSON})

    def values(self, kind: Kind) -> list[str]:
        """Every known value of a kind, sorted."""
        return sorted({value for k, value, _ in self.entries if k == kind})

    def to_json(self) -> str:
        """JSON for the work folder; holds captured values."""
        told: dict[str, Any] = {"format": "entrophy-registry/1", "entries": sorted(self.entries)}
        if self.public:
            told["public"] = {"names": sorted(self.public.names), "hosts": sorted(self.public.hosts)}
        return json.dumps(told, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Registry:
        """The registry back from `to_json`; raises EntrophyError when the text is something else."""
        try:
            raw: Any = json.loads(text)
            public = {what: frozenset(map(str, some)) for what, some in raw.get("public", {}).items()}
            entries = [(str(Kind(kind)), str(value), bool(declared)) for kind, value, declared in raw["entries"]]
            return cls(entries, PublicNames(**public))
        except (ValueError, TypeError, KeyError):
            raise EntrophyError(
                "the registry file cannot be read.", remedy="delete it and run the find stage again."
            ) from None

    def __len__(self) -> int:
        return len(self.entries)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Registry) and (self.entries, self.public) == (other.entries, other.public)

    def __hash__(self) -> int:
        return hash((self.entries, self.public))

    def __getstate__(self) -> dict[str, Any]:
        return {"entries": self.entries, "public": self.public}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.entries, self.public = state["entries"], state["public"]
        self._matcher = None


def _kind_of(word: str, value: str) -> Kind:
    low = word.strip().casefold().replace(" ", "_").replace("-", "_")
    try:
        return Kind(low)
    except ValueError:
        pass
    known = DECLARED_KINDS.get(low) or DECLARED_KINDS.get(low.rstrip("s"))
    if known is not None:
        return known
    return Kind.PERSON if name_lists().is_first((tokens(value) or [""])[0]) else Kind.COMPANY


def _surface(view: View, finding: TextFinding) -> str:
    start, end = view.inside(finding.start, finding.end)
    return view.text[start:end]


def _entries(kind: Kind, value: str, *, declared: bool) -> Iterator[Entry]:
    value = re.sub(r"\s+", " ", value).strip(" \t,;:<>\"'")
    if len(value) < 2 or not any(c.isalnum() for c in value):
        return
    yield str(kind), value, declared
    if kind is Kind.EMAIL:
        yield from _owner(value, declared=declared)


def _owner(address: str, *, declared: bool) -> Iterator[Entry]:
    """The person and the company an address names: first.last@company.com."""
    local, _, domain = address.partition("@")
    parts = [p for p in re.split(r"[._+-]+|\d+", local) if p]
    proper = [p for p in parts if len(p) > 1 and p.isalpha()]
    if proper and not any(p.casefold() in ROLE_MAILBOX for p in parts):
        lists = name_lists()
        named = [p for p in proper if lists.is_name(p) or not is_word(p)]
        if len(parts) in (2, 3) and len(proper) >= 1 and named and (len(proper) == 1 or len(named) == len(proper)):
            yield str(Kind.PERSON), " ".join(p.capitalize() for p in parts), declared
        elif len(parts) == 1 and lists.is_name(parts[0]) and not is_word(parts[0]):
            yield str(Kind.PERSON), parts[0].capitalize(), declared
        elif len(parts) == 1 and len(local) >= _ADDRESS_WORD and not is_word(parts[0]):
            yield str(Kind.USERNAME), local, declared
    _, label, suffix = split_host(domain)
    if suffix and label not in PROVIDERS and not domain.endswith((".example.com", ".example.org")):
        if len(label) >= _ADDRESS_WORD and not is_word(label):
            yield str(Kind.COMPANY), label, False
        # "juniper-hq.com" is Juniper's: an ordinary word, believed where a name stands.
        core, *more = label.split("-")
        if len(core) >= _ADDRESS_WORD and is_word(core) and core not in nobodys() and COMPANY_TAILS.issuperset(more):
            yield str(Kind.COMPANY), core.capitalize(), False


def _log_in(local: str) -> Iterator[Entry]:
    """The log-in that a terminal shows before the name of its machine: "chanes" of "chanes@build-07"."""
    if len(local) >= _ADDRESS_WORD and local.casefold() not in _NO_LOG_INS and not is_word(local.casefold()):
        yield str(Kind.USERNAME), local, False


_GENERATION = re.compile(r"[IVX]+")
_LETTERS = re.compile(r"[^\W\d_]+")
_RUN_TOGETHER = re.compile(r"[A-Z][a-z]+|[^\W\d_]+")


def _domains(view: View, found: Iterable[TextFinding]) -> Iterator[str]:
    """The names of the private domains in a text, without their suffixes: "vxlq" of mail.vxlq.com."""
    for finding in found:
        if finding.source is Source.HOST:
            host = _surface(view, finding)
            yield split_host(host)[1] or host.casefold()


def _revealed(surface: str, finding: TextFinding, domains: frozenset[str]) -> Iterator[Entry]:
    kind, strong = finding.kind, finding.source in _STRONG
    if kind is Kind.PERSON:
        yield from _revealed_person(surface, finding, strong)
    elif kind is Kind.COMPANY:
        words = tokens(surface)
        proper = any(not is_word(w) and len(w) > _COMPANY_WORD for w in words) and not surface.islower()
        named = proper or _is_formed(surface)
        sure = MODEL_COMPANY_SCORE if finding.source is Source.MODEL else COMPANY_SCORE
        # Few capitals are an abbreviation, unless a private domain of the same text is called so, too.
        few = finding.source is Source.MODEL and surface.isupper() and len(surface) < _COMPANY_CAPITALS
        short = few and surface.casefold() not in domains
        if finding.score >= sure and len(surface) <= COMPANY_CHARACTERS and named and not short and "\n" not in surface:
            yield from _entries(kind, surface, declared=False)
    elif kind is Kind.EMAIL and "." not in surface.partition("@")[2]:
        yield from _log_in(surface.partition("@")[0])
    elif kind is Kind.DATE_OF_BIRTH:
        if finding.score >= VALUE_SCORE and sum(map(str.isdigit, surface)) >= DAY_DIGITS:
            yield from _entries(kind, surface, declared=False)
    elif spec_of(kind).learned and finding.score >= VALUE_SCORE:
        told = strong or any(c.isdigit() for c in surface)
        if kind is Kind.USERNAME and not told and (is_word(surface) or surface.upper() == surface.lower()):
            return  # a word; or "@米ドル": an icon was read as the sign, and log-ins have letters with capitals
        yield from _entries(kind, surface, declared=False)


def _is_formed(surface: str) -> bool:
    """Whether several ordinary words are a firm by the legal form behind them: "Green Lane Roofing Ltd", and not "Terms
    and Conditions", which loses a connecting word alone."""
    core, words = company_core(surface), tokens(surface)
    spelled = all(word.isalpha() and len(word) >= _COMPANY_WORD for word in core)
    return surface[:1].isupper() and spelled and len(core) >= 2 and core[-1] != words[-1]


def _is_surname_in_capitals(shouted: Sequence[str], firsts: Sequence[str]) -> bool:
    """Whether the words in capitals are one surname beside a listed first name: "Mme VEXLOR Delphine", "Paul VEXLOR",
    and not "Paul Vexlor III"."""
    one = len(shouted) == 1 and not _GENERATION.fullmatch(shouted[0])
    return one and bool(firsts) and all(map(name_lists().is_first, firsts))


def _label_agrees(item: TextInput, finding: TextFinding) -> bool:
    """Whether the label says the same as the finding: then the label's word is what counts."""
    return label_kind(item.label) is finding.kind


def _unproven(item: TextInput, surface: str, finding: TextFinding) -> bool:
    """Whether only the names model says so, of a line of a screen without a label, and no word of it is a known name or
    a title: a product or a heading as often as somebody. It is hidden where it stands, but tells nothing about other
    places."""
    if item.role != "line" or item.label or finding.source is not Source.MODEL or finding.kind is not Kind.PERSON:
        return False
    return not any(name_lists().is_name(word) or word in _HONORIFICS for word in tokens(surface))


def _revealed_person(surface: str, finding: TextFinding, strong: bool) -> Iterator[Entry]:
    name = parse_person(surface)
    spelled = [w for w in (*name.firsts, *name.lasts) if len(w) > 1]
    if not spelled or len(spelled) > NAME_WORDS or any(c.isdigit() for c in surface) or "\n" in surface.strip():
        return
    lists = name_lists()
    modelled = finding.source is Source.MODEL
    if (
        modelled
        and (parts := _RUN_TOGETHER.findall(surface)) != surface.split()
        and all(map(is_word, map(str.lower, parts)))
    ):
        return  # "AprilThu": two ordinary words that were read as one
    proper = [w for w in spelled if w not in COUNTRIES and (not is_word(w) or lists.is_name(w))]
    if not proper or (modelled and (len(proper) < len(spelled) or not _TIDY.fullmatch(surface))):
        return
    if modelled and surface.isupper() and not any(len(w) > 4 or lists.is_name(w) for w in surface.split()):
        return  # an abbreviation far more often than a name: hidden where the model saw it, not everywhere
    small = any(w.islower() and w not in PARTICLES for w in surface.split())
    if modelled and small and not surface.islower():
        return
    if modelled and surface.islower() and len(spelled) == 1 and not lists.is_name(spelled[0]):
        return  # "marié": hidden where the model saw it
    shouted = [w for w in _LETTERS.findall(surface) if w.isupper() and len(w) > 2]
    if shouted and not surface.isupper() and not _is_surname_in_capitals(shouted, name.firsts):
        return
    if (len(spelled) >= 2 and (strong or finding.score >= FULL_NAME_SCORE)) or (
        len(spelled) == 1 and (strong or finding.score >= ONE_WORD_SCORE) and not is_word(spelled[0])
    ):
        yield from _entries(Kind.PERSON, surface, declared=False)
