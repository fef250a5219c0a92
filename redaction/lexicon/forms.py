"""The forms one identity takes: parts of names, log-in forms, companies without their legal form."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from redaction.lexicon.fold import decoded, fold_token
from redaction.lexicon.lists import WordList, word_list
from redaction.lexicon.lookalikes import MARKS
from redaction.lexicon.names import name_lists

#: a run of letters and digits; marks that Python counts as neither belong to their letter
#: a sign of a script that sets no words apart, or hardly
UNSPACED = re.compile("[\u3200-\u33ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
TOKEN = re.compile(rf"[^\W_]+(?:[{MARKS}]+[^\W_]*)*")
#: Two capitals before a name are initials: "JP Keller".
_ABBREVIATION = 2
_TITLES = word_list(WordList.TITLES)
PARTICLES = word_list(WordList.PARTICLES)
LEGAL = word_list(WordList.LEGAL_WORDS)
#: Legal forms that stand as words of their own in other alphabets, folded, and those that stand right beside a name.
FORMS_APART = frozenset(fold_token(form) for form in word_list(WordList.LEGAL_FORMS))
_BESIDE = sorted(filter(UNSPACED.search, word_list(WordList.LEGAL_FORMS)), key=lambda form: (-len(form), form))
FORM_BESIDE = re.compile("|".join(_BESIDE) or "(?!)")
_LONGEST_FORM = 5
"""Most tokens of a legal form: "S.A. de C.V."."""
#: Fewest letters of one word of a name that is looked for by itself in a release.
ALONE = 4
_REMEMBERED = 50_000
"""Names that are remembered as they were read: one is learned again with every ledger that is opened."""


@dataclass(frozen=True, slots=True)
class PersonName:
    """Folded parts of a name: `firsts` (with middle names and initials) and `lasts` (with particles)."""

    firsts: tuple[str, ...]
    lasts: tuple[str, ...]

    @property
    def full(self) -> bool:
        """Whether a spelled-out first and last name are both known."""
        return any(len(f) > 1 for f in self.firsts) and any(len(part) > 1 for part in self.lasts)


def tokens(text: str) -> list[str]:
    """Folded tokens of a surface form, encodings undone."""
    return [fold_token(m.group()) for m in TOKEN.finditer(decoded(text).text)]


@lru_cache(maxsize=_REMEMBERED)
def parse_person(text: str) -> PersonName:
    """Read "Maria J. Keller", "Keller, Maria", "KELLER Maria", "maria.keller". One word alone is a first name if the
    lists know it as one, else a last name."""
    plain = decoded(text).text
    comma = plain.find(",")
    reversed_order = comma > 0 and bool(TOKEN.search(plain, comma)) and tokens(plain[comma:])[0] not in _TITLES
    if reversed_order:
        lasts = [t for t in tokens(plain[:comma]) if t not in _TITLES]
        firsts = [t for t in tokens(plain[comma:]) if t not in _TITLES]
        return PersonName(tuple(firsts), tuple(lasts))
    parts = [t for t in tokens(plain) if t not in _TITLES] or tokens(plain)
    surnames = _shouted_first(plain)
    if 0 < surnames < len(parts):
        return PersonName(tuple(parts[surnames:]), tuple(parts[:surnames]))
    if len(parts) == 1:
        return PersonName(tuple(parts), ()) if name_lists().is_first(parts[0]) else PersonName((), tuple(parts))
    split = len(parts) - 1
    while split > 1 and parts[split - 1] in PARTICLES:
        split -= 1
    return PersonName(tuple(parts[:split]), tuple(parts[split:]))


def _shouted_first(plain: str) -> int:
    """How many words in capitals a name begins with, behind its title, where no other is in capitals: 1 of "Mme KELLER
    Maria"."""
    words = [word for word in plain.split() if not _TITLES.issuperset(tokens(word))]
    shouted = [len(tokens(word)) == 1 and word.isupper() and sum(map(str.isalpha, word)) > 1 for word in words]
    first = shouted.index(False) if False in shouted else len(shouted)
    long = any(len(word) > _ABBREVIATION for word in words[:first])
    return first if long and all(word.istitle() for word in words[first:]) else 0


def written_together(text: str) -> str:
    """A name as addresses and ids write it, without the signs inside its words: "Siobhán O'Dunlavey" is "siobhan
    odunlavey"; "" where there is none, or the name is one word."""
    words = [tokens(word) for word in text.replace(",", " , ").split()]
    if len(words) < 2 or all(len(word) < 2 for word in words):
        return ""
    return " ".join("".join(word) or "," for word in words)


def slugged(text: str) -> tuple[str, ...]:
    """A name as addresses of pages write it that know the letters a to z alone, and leave out those that come from none
    of them, or the capital ones alone: "Åge Østerløkke" is "Age sterlkke" or "Age sterlokke". None where no letter is
    left out, or all of a word."""
    some = {_left_out(text, both=False), _left_out(text, both=True)} - {text}
    long = len(text.split())
    return tuple(sorted(one for one in some if len(one.split()) == long and len(tokens(one)) == len(tokens(text))))


def _left_out(text: str, *, both: bool) -> str:
    made = []
    for char in text:
        base = unicodedata.normalize("NFKD", char)
        lost = char.isalpha() and not base[0].isascii() and fold_token(char).isascii()
        made.append("" if lost and (both or char.isupper()) else char)
    return "".join(made)


@lru_cache(maxsize=_REMEMBERED)
def login_forms(name: PersonName) -> Mapping[str, tuple[tuple[str, int], ...]]:
    """No-space and log-in forms of a full name → the parts each is made of: (token, letters used; 0 is all)."""
    forms: dict[str, tuple[tuple[str, int], ...]] = {}
    firsts = [f for f in name.firsts if len(f) > 1]
    lasts = [part for part in name.lasts if len(part) > 1]
    if not firsts or not lasts:
        return forms
    whole_last = tuple((part, 0) for part in name.lasts)
    for last in {whole_last, ((lasts[-1], 0),)}:
        joined = "".join(part for part, _ in last)
        first = firsts[0]
        forms.setdefault(first + joined, ((first, 0), *last))
        forms.setdefault(joined + first, (*last, (first, 0)))
        if len(joined) >= 3:
            forms.setdefault(first[0] + joined, ((first, 1), *last))
            forms.setdefault(joined + first[0], (*last, (first, 1)))
            forms.setdefault(first[:2] + joined, ((first, 2), *last))
            if len(name.firsts) > 1:
                middle = name.firsts[1]
                forms.setdefault(first[0] + middle[0] + joined, ((first, 1), (middle, 1), *last))
        if len(first) >= 3:
            forms.setdefault(first + joined[0], ((first, 0), (last[0][0], 1)))
    return MappingProxyType({form: parts for form, parts in forms.items() if len(form) >= 4})


def initials(name: PersonName) -> list[str]:
    """["mk"] for Maria Keller, ["mk", "mjk"] for Maria J. Keller; [] unless both names are known."""
    if not name.full:
        return []
    first = next(f for f in name.firsts if len(f) > 1)[0]
    short = first + name.lasts[-1][0]
    whole = "".join(f[0] for f in name.firsts) + name.lasts[-1][0]
    return [short, whole] if len(whole) == 3 else [short]


def company_core(text: str) -> tuple[str, ...]:
    """Folded words of a company name without legal form and connecting words (kept when nothing else is left)."""
    words = tokens(text)
    named = _without_form(tokens(FORM_BESIDE.sub(" ", text)))
    core = tuple(w for w in named if w not in LEGAL and w not in FORMS_APART)
    return core or tuple(words)


def _without_form(words: Sequence[str]) -> Sequence[str]:
    """Words without the legal forms that they end with, of one word ("Unipessoal Lda") or of letters ("S.p.A.")."""
    for count in range(min(_LONGEST_FORM, len(words) - 1), 0, -1):
        if tuple(words[-count:]) in _forms_behind() or (count > 1 and _is_spelled_form(words[-count:])):
            return _without_form(words[:-count])
    return words


def _is_spelled_form(letters: Sequence[str]) -> bool:
    return all(len(letter) == 1 for letter in letters) and "".join(letters) in LEGAL


@lru_cache(maxsize=1)
def _forms_behind() -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(tokens(form)) for form in word_list(WordList.FORMS_BEHIND))
