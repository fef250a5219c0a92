# ruff: noqa: E501 - lines of text are data here
"""Texts of interfaces in many languages: labels, titles, lists and sentences of nobody, and people in the same frames.

Words come from `catalogues.py`, people from the culture of the same language in `names.py`. The frames are ours.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable

from benchmarks.training import templates_native
from benchmarks.training.catalogues import LANGUAGES, PLACE, Catalogue, catalogue
from benchmarks.training.entities import Filler, World
from benchmarks.training.grammar import COUNTRY, LOC, NONE, PER, Tagged, Template
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
        self._english_people = _parsed(ENGLISH_PEOPLE)
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
        """One text, half of the time with a person in it."""
        language = self.r.choice(LANGUAGES)
        words = catalogue(language)
        short = language.split("_")[0]
        cultures = self._cultures.get(short) or ()
        if short == "zh":
            cultures = [c for c in cultures if c.name == ("zh_TW" if language.endswith("Hant") else "zh_CN")]
        named = bool(cultures) and self.r.random() < 0.42

        def person() -> Person:
            return self._people.of(self.r.choice(cultures))

        style = self.r.random()
        if style < 0.22:
            made = Tagged()
            self._put(made, words, person if named else None)
            return made
        if style < 0.44:
            return self._frame(self._titles, words, person if named else None)
        if style < 0.56:
            return self._list(words, person if named else None)
        if style < 0.70:
            frames = self._english_people if named and self.r.random() < 0.7 else self._english
            return self._frame(frames, words, person if named else None)
        if self._woven and self.r.random() < 0.45:
            return self._weave(words, person if named else None)
        if named and self._native[short]:
            return self._around(short, words, person)
        return self._prose(words)

    def _label(self, words: Catalogue) -> tuple[str, int]:
        r = self.r
        if self._woven and words.sentences and r.random() < 0.3:
            return self._cased(self._chunk(words)), NONE
        kind = r.choices(("label", "calendar", "country", "term", "city"), (70, 9, 4, 7, 10))[0]
        if kind == "city" and words.cities:
            return r.choice(words.cities), LOC
        if kind == "country":
            return r.choice(words.countries), COUNTRY
        if kind == "calendar":
            return self._cased(r.choice(words.calendar)), NONE
        pool = words.terms if kind == "term" else words.labels or words.terms
        return self._cased(r.choice(pool)), NONE

    def _chunk(self, words: Catalogue) -> str:
        """One to three words in a row of a sentence; of a language without blanks two to eight signs."""
        r, parts = self.r, self.r.choice(words.sentences).split()
        if len(parts) > 1:
            at = r.randrange(len(parts))
            return " ".join(parts[at : at + r.choice((1, 1, 2, 2, 3))]).strip(".,:;!?()\"'«»„“”")
        at = r.randrange(len(parts[0]))
        return parts[0][at : at + r.randint(2, 8)]

    def _weave(self, words: Catalogue, person: Callable[[], Person] | None) -> Tagged:
        """A sentence with a label or a person in the place of a value, or between two of its words."""
        r, made = self.r, Tagged()
        sentence = r.choice(words.sentences or words.labels)
        places = [i for i, c in enumerate(sentence) if c == PLACE] or [
            i for i, c in enumerate(sentence) if c == " " and r.random() < 0.5
        ]
        at = r.choice(places or [len(sentence)])
        valued = sentence[at : at + 1] == PLACE
        made.add(sentence[:at] + ("" if valued else " "))
        self._put(made, words, person)
        made.add(sentence[at + valued :])
        return made

    def _cased(self, text: str) -> str:
        """As written, or with a capital as the first word of a label has, or all in capitals."""
        style = self.r.random()
        return text if style < 0.4 else text[:1].upper() + text[1:] if style < 0.86 else text.upper()

    def _put(self, made: Tagged, words: Catalogue, person: Callable[[], Person] | None) -> None:
        if person is None:
            made.add(*self._label(words))
        else:
            made.add(self._mention(person()), PER)

    def _mention(self, person: Person) -> str:
        style = self.r.choices(("full", "first", "last", "lf", "finit", "upper"), (66, 10, 6, 6, 6, 6))[0]
        return person.mention(style)

    def _frame(self, frames: list[Template], words: Catalogue, person: Callable[[], Person] | None) -> Tagged:
        filler = Filler(self._world, self._people.person)

        def fill(slot: str, style: str) -> list[tuple[str, int]]:
            if slot in ("x", "z"):
                part = Tagged()
                self._put(part, words, person)
                return [(part.text, part.tags[0] if part.tags else NONE)]
            if slot in ("y", "y2"):
                return [self._label(words)]
            return filler(slot, style)

        return self.r.choice(frames).expand(self.r, fill)

    def _list(self, words: Catalogue, person: Callable[[], Person] | None) -> Tagged:
        """A menu, a row of a table, a list of people, or labels with their values."""
        r, made = self.r, Tagged()
        between = r.choice(_SEPARATORS)
        share = r.choice((0.2, 0.5, 1.0))
        for i in range(r.randint(2, 9)):
            if i:
                made.add(between)
            self._put(made, words, person if person is not None and r.random() < share else None)
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
