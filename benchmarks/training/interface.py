# ruff: noqa: E501 - lines of text are data here
"""Texts of interfaces in many languages: labels, titles, lists and sentences of nobody, and people, companies and
addresses in the same frames.

Words come from `catalogues.py`, people from the culture of the same language in `names.py`, companies, addresses and
the labels over them from `local.py`. The frames are ours.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable

from benchmarks.training import local, templates_native
from benchmarks.training.catalogues import LANGUAGES, PLACE, Catalogue, catalogue
from benchmarks.training.entities import Filler, World
from benchmarks.training.grammar import COUNTRY, LOC, NONE, ORG, PER, Tagged, Template
from benchmarks.training.names import Culture, People, Person

#: Title frames; `x` is what the frame is about (a label, a month, a place or a person), `y` a label beside it.
TITLES = (
    "{x}",
    "{x}",
    "{x} - {product}",
    "{x} — {coin}",
    "{x} | {product}",
    "{x} | {y} | {product}",
    "{y}: {x}",
    "{y} - {x}",
    "{y} / {x} / {y2}",
    "{y} > {x}",
    "{x} ({small})",
    "({small}) {x} - {product}",
    "{x} • {coin} {version}",
    "{x} {year}",
    "{y} {x}",
    "{x} {y}",
    "{product} - (({x}))",
    "{product}: {x}",
    "{id} {x}",
    "{x} {id} - {product}",
    "{x} · {y} · {date}",
    "*{x} - {product}",
    "{x}.pdf",
    "{y}_{x}.xlsx - {product}",
    "{x}…",
    "{x} *",
    "{x}:",
    "✓ {x}",
    "+ {x}",
)
#: English around a word of another language, as mails, tickets and manuals have it.
ENGLISH = (
    "Click [|on |the ]{x} [|button |tab |menu ][|to continue|and wait|in the top bar|on the left].",
    'The [button|label|menu|column|page|field|tab] "{x}" [is missing|is cut off|is not translated|opens {y}|should read {y}].',
    "[Open|Choose|Select|Pick|See|Go to] {x}[ > {y}|, then {y}|].",
    "I [changed|renamed|translated|moved|removed] {x} [to {y}|last week|in the {noun}].",
    "[We|They|You] [can|will|should] {verb} the {noun} under {x}.",
    "Please {verb} {x} [before|after|until] {date}.",
    "{x} [is|was] {adj}[ and {adj}|][.|, see {y}.]",
    "[Why is|Where is|What does] {x} [there|mean|for]?",
    "The translation of {x} is {y}.",
)
#: In frames that hold a name, the words before a person in English.
ENGLISH_PEOPLE = (
    "[Please ask|Talk to|I met|We called|Meeting with|Message from|Assigned to|Approved by|Shared with] {x}[ about {y}| yesterday|.]",
    "{x} [approved|sent|rejected|signed|opened|closed|asked for] [{y}|the {noun}|it][.|]",
    "{x} and {z} [discussed|reviewed] {y}.",
    "[Dear|Hi|Hello] {x}, [the {noun} is {adj}|please {verb} {y}].",
)
#: The same before or after a company or a place.
ENGLISH_FIRMS = (
    "[Invoice from|Order from|Quote for|Contract with|Supplier|Shipped to|Meeting at|Site visit|Delivery to]:? {x}[ - {y}|, {date}|]",
    "[We|They] [signed|renewed|closed] the {noun} with {x}[ in {month}|].",
    "{x} [confirmed|cancelled|paid|sent] [{y}|the {noun}|it][.|]",
    "[Send it to|It was delivered to|The office is in|They moved to] {x}[ by {date}|.|]",
)
#: Shares of texts with people, companies and places in them; the rest is nobody's.
SHARES = {PER: 0.34, ORG: 0.14, LOC: 0.10}
#: Cultures that are not called by the code of their language.
_NAMED = {"no_NO": "nb"}
_SEPARATORS = ("\n", "\n", " | ", "  ", "\t", " ", ", ", " · ", " > ", "\n\n", "; ")


def _parsed(lines: tuple[str, ...]) -> list[Template]:
    return [Template(line) for line in lines]


class Interface:
    """Endless texts of screens in LANGUAGES. `woven`: labels are cut from sentences too, and sentences hold labels and
    people where the programs of the catalogues put their values."""

    def __init__(
        self, rng: random.Random, world: World, people: People, cultures: list[Culture], woven: bool = False
    ) -> None:
        self.r, self._world, self._people, self._woven = rng, world, people, woven
        self._cultures: dict[str, list[Culture]] = defaultdict(list)
        for culture in cultures:
            if "_" in culture.name:
                self._cultures[_NAMED.get(culture.name, culture.name.split("_")[0])].append(culture)
        self._titles, self._english = _parsed(TITLES), _parsed(ENGLISH)
        self._english_people, self._english_firms = _parsed(ENGLISH_PEOPLE), _parsed(ENGLISH_FIRMS)
        self._native = {
            language: [
                Template(line)
                for line in (
                    *templates_native.NATIVE.get(language, ()),
                    *templates_native.PROSE.get(language, ()),
                    *templates_native.LATIN.get(language, ()),
                )
                if "{p1" in line
            ]
            for language in {name.split("_")[0] for name in LANGUAGES}
        }

    def draw(self) -> Tagged:
        """One text, more than half of the time with somebody or something in it that identifies."""
        language = self.r.choice(LANGUAGES)
        words = catalogue(language)
        short = language.split("_")[0]
        cultures = self._cultures.get(short) or []
        if short == "zh":
            cultures = [c for c in cultures if c.name == ("zh_TW" if language.endswith("Hant") else "zh_CN")]
        shares = (*SHARES.values(), 1 - sum(SHARES.values()))
        kind = self.r.choices((*SHARES, NONE), shares)[0] if cultures else NONE

        def person() -> Person:
            return self._people.of(self.r.choice(cultures))

        def entity(tag: int = kind) -> tuple[str, int]:
            return self._entity(tag, language, self.r.choice(cultures))

        some = entity if kind else None
        style = self.r.random()
        if style < 0.20:
            made = Tagged()
            self._put(made, words, some)
            return made
        if style < 0.40:
            return self._frame(self._titles, words, some)
        if style < 0.50:
            return self._list(words, some)
        if cultures and style < 0.64:
            return self._record(language, words, entity)
        if style < 0.74:
            frames = self._english
            if kind and self.r.random() < 0.7:
                frames = self._english_people if kind == PER else self._english_firms
            return self._frame(frames, words, some)
        if self._woven and self.r.random() < 0.45:
            return self._weave(words, some)
        if kind == PER and self._native[short]:
            return self._around(short, words, person)
        return self._prose(words)

    def _entity(self, tag: int, language: str, culture: Culture) -> tuple[str, int]:
        """A person, a company or a place of a culture, and what it is."""
        if tag == ORG:
            return local.company(self.r, language, culture), ORG
        if tag == LOC and (found := local.address(self.r, culture)):
            return found, LOC
        return self._mention(self._people.of(culture)), PER

    def _record(self, language: str, words: Catalogue, entity: Callable[[int], tuple[str, int]]) -> Tagged:
        """A form, a card or rows of a table: labels with their values, or the values alone."""
        r, made = self.r, Tagged()
        filler = Filler(self._world, self._people.person)
        heads = local.labels(language.split("_")[0])
        labelled, joint = r.random() < 0.6, r.choice((": ", "\n", " ", ":  ", "\t"))
        between = r.choice(("\n", "\n", " | ", "  ", "\t", " · ", "; ", ", "))
        for i in range(r.choice((1, 1, 2, 3, 4, 5, 6))):
            if i:
                made.add(between)
            tag = r.choices((PER, ORG, LOC, NONE), (30, 22, 16, 32))[0]
            if labelled:
                head = r.choice(heads[tag]) if tag in heads and r.random() < 0.75 else self._label(words)[0]
                made.add(self._cased(head) + joint)
            if tag:
                made.add(*entity(tag))
            elif r.random() < 0.35:
                made.add(*self._label(words))
            else:
                for text, other in filler(
                    r.choice(("id", "date", "num", "phone", "money", "time", "rand", "coin")), ""
                ):
                    made.add(text, other)
        return made

    def _label(self, words: Catalogue) -> tuple[str, int]:
        r = self.r
        if self._woven and words.sentences and r.random() < 0.3:
            return self._cased(self._chunk(words)), NONE
        kind = r.choices(("label", "plain", "calendar", "country", "term", "city"), (52, 24, 7, 4, 6, 7))[0]
        if kind == "plain":
            plain = local.plain_words(words.language)
            if plain and r.random() < 0.5:
                return self._cased(r.choice(r.choice(plain))), NONE
            return self._cased(self._cut(r.choice(self._world.foreign_of(words.language[:2])))), NONE
        if kind == "city" and words.cities:
            return r.choice(words.cities), LOC
        if kind == "country":
            return r.choice(words.countries), COUNTRY
        if kind == "calendar":
            return self._cased(r.choice(words.calendar)), NONE
        pool = words.terms if kind == "term" else words.labels or words.terms
        return self._cased(r.choice(pool)), NONE

    def _chunk(self, words: Catalogue) -> str:
        return self._cut(self.r.choice(words.sentences))

    def _cut(self, sentence: str) -> str:
        """One to three words in a row of a sentence; of a language without blanks two to eight signs."""
        r, parts = self.r, sentence.split()
        if len(parts) > 1:
            at = r.randrange(len(parts))
            return " ".join(parts[at : at + r.choice((1, 1, 2, 2, 3))]).strip(".,:;!?()\"'«»„“”")
        at = r.randrange(len(parts[0]))
        return parts[0][at : at + r.randint(2, 8)]

    def _weave(self, words: Catalogue, entity: Callable[[], tuple[str, int]] | None) -> Tagged:
        """A sentence with a label or an entity in the place of a value, or between two of its words."""
        r, made = self.r, Tagged()
        sentence = r.choice(words.sentences or words.labels)
        places = [i for i, c in enumerate(sentence) if c == PLACE] or [
            i for i, c in enumerate(sentence) if c == " " and r.random() < 0.5
        ]
        at = r.choice(places or [len(sentence)])
        valued = sentence[at : at + 1] == PLACE
        made.add(sentence[:at] + ("" if valued else " "))
        self._put(made, words, entity)
        made.add(sentence[at + valued :])
        return made

    def _cased(self, text: str) -> str:
        """As written, or with a capital as the first word of a label has, or all in capitals."""
        style = self.r.random()
        return text if style < 0.4 else text[:1].upper() + text[1:] if style < 0.86 else text.upper()

    def _put(self, made: Tagged, words: Catalogue, entity: Callable[[], tuple[str, int]] | None) -> None:
        made.add(*(self._label(words) if entity is None else entity()))

    def _mention(self, person: Person) -> str:
        style = self.r.choices(("full", "first", "last", "lf", "finit", "upper"), (66, 10, 6, 6, 6, 6))[0]
        return person.mention(style)

    def _frame(self, frames: list[Template], words: Catalogue, entity: Callable[[], tuple[str, int]] | None) -> Tagged:
        filler = Filler(self._world, self._people.person)

        def fill(slot: str, style: str) -> list[tuple[str, int]]:
            if slot in ("x", "z"):
                part = Tagged()
                self._put(part, words, entity)
                return [(part.text, part.tags[0] if part.tags else NONE)]
            if slot in ("y", "y2"):
                return [self._label(words)]
            return filler(slot, style)

        return self.r.choice(frames).expand(self.r, fill)

    def _list(self, words: Catalogue, entity: Callable[[], tuple[str, int]] | None) -> Tagged:
        """A menu, a row of a table, a list of people, or labels with their values."""
        r, made = self.r, Tagged()
        between = r.choice(_SEPARATORS)
        share = r.choice((0.2, 0.5, 1.0))
        for i in range(r.randint(2, 9)):
            if i:
                made.add(between)
            self._put(made, words, entity if entity is not None and r.random() < share else None)
            if r.random() < 0.12:
                made.add(f" {r.randrange(1, 500)}")
        return made

    def _around(self, short: str, words: Catalogue, person: Callable[[], Person]) -> Tagged:
        """A sentence of the language with people in it, with labels or sentences beside it at times."""
        r, made = self.r, Tagged()
        filler = Filler(self._world, person)
        if r.random() < 0.3:
            made.add(*self._label(words))
            made.add(r.choice(("\n", ": ", " ", " - ")))
        one = r.choice(self._native[short]).expand(r, filler)
        made.chars += one.chars
        made.tags += one.tags
        made.starts += one.starts
        if r.random() < 0.4 and words.sentences:
            made.add(r.choice(("\n", " ")) + r.choice(words.sentences))
        return made

    def _prose(self, words: Catalogue) -> Tagged:
        """One to three sentences of the language, without people; a place in one of them at times."""
        r, made = self.r, Tagged()
        for i in range(r.choice((1, 1, 1, 2, 3))):
            if i:
                made.add(r.choice((" ", "\n")))
            made.add(r.choice(words.sentences or words.labels))
        if r.random() < 0.15:
            made.add(r.choice(("\n", " - ", ", ", " ")))
            made.add(*self._label(words))
        return made
