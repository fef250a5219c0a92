"""What of a model's finding is a person in scripts where a name has no capital: Chinese, Japanese, Korean and Thai.

The model's tokenizer knows few of these signs, so that any string of them looks like a name to it. Here a string is a
name when it is a surname and a given name and is not made of words: the run of signs is cut where that costs least,
words being cheap, names dearer and unknown signs dearest. A surname with a given name behind a blank is a name even
where either is a word as well. Surnames are Faker's and the commonest of each language (`caseless.py`,
data/surnames.txt, -chinese.txt, -japanese.txt), given names Faker's and IPADIC's (names-japanese.txt.gz).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from importlib import resources

from redaction.findings import Kind, TextFinding
from redaction.lexicon.lists import packed
from redaction.lexicon.names import name_lists
from redaction.text.interface import is_city, words_of
from redaction.text.patterns.caseless import HAN, ONE_SIGN

_RUN = re.compile(rf"[{HAN}\u3040-\u30ffー]+|[\uac00-\ud7a3]+|[\u0e00-\u0e7f]+")
_UNSPACED = re.compile("[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_HAN_SIGN = re.compile(rf"[{HAN}]")
_KATAKANA = re.compile(r"[ァ-ヺー]+")
_GIVEN = re.compile(rf"[{HAN}]{{1,3}}|[\u3040-\u309f]{{2,4}}|[ァ-ヺー]{{2,5}}")
#: A name of another people in Chinese signs: its parts stand apart by a dot, without blanks.
_DOT = "·"
#: Signs of a surname and a given name behind a blank, at least: labels are written apart as well ("氏 名", "合 計").
_APART = 3
#: Syllables of a Korean given name, at most.
_SYLLABLES = 2
#: Given names behind a surname, at most.
_GIVENS = 2
#: From this score on a model is believed that Korean signs that are no word are the name of a foreigner, and fewest of
#: its signs.
_SURE, _FOREIGN = 0.99, 3
#: What makes a place or a shop of a surname.
_OF_PLACES = frozenset("県市町村区郡駅店館院港線橋寺城山川島")
#: Costs of cutting a run: a word, a word of one sign, an unknown sign; a name by the signs of its surname and its own.
_WORD_COST, _SIGN_COST, _UNKNOWN_COST = 1.0, 1.5, 2.0
_NAME_COST, _SHORT_NAME_COST, _LISTED_NAME_COST = 2.3, 2.6, 1.9
#: Surnames that more often are a word of their own ("at", "high", "often"), and what that adds to the cost.
_ALSO_WORDS, _DOUBT = frozenset("于高常万方金白萬黑全"), 0.3
#: Words of the list that a rarer surname may begin: from more on, what begins with it is rather a word.
_FEW_WORDS = 12
_LONGEST_WORD, _LONGEST_GIVEN = 8, 3
_HIRAGANA = re.compile("[\u3041-\u309f]+")
#: What follows a surname in hiragana and is no given name; signs that end a word in a sentence.
_FUNCTION = (
    *("です", "でし", "では", "でも", "から", "まで", "より", "には", "とは", "さん", "さま", "だけ", "につ", "とい"),
    *("など", "しか", "ちゃん", "くん", "との", "への", "によ", "とし", "にお", "がい", "はい", "もい", "らし", "たち"),
    *("だっ", "のよ", "とと"),
)  # fmt: skip
_PARTICLE_SIGNS = "がはをにのともへでや"
#: Blanks between a surname and a given name.
_BLANKS = " \u3000"
#: What is written behind a Japanese name without a blank.
_POLITE = ("さん", "さま", "様", "君", "くん", "ちゃん", "先生", "氏")
#: Korean endings that stand on a name without a blank.
_PARTICLES = (
    "에게서",
    "입니다",
    "에게",
    "께서",
    "이다",
    "님",
    "씨",
    "은",
    "는",
    "이",
    "가",
    "을",
    "를",
    "의",
    "와",
    "과",
    "도",
    "께",
)
#: Syllables that make a word of a Korean word: 회계 + 팀.
_SUFFIXES = frozenset("팀부실과용별명자들서장표함창판률량액비금형식점권원소")
_THAI_LED = re.compile(r"(?:คุณ|นาย|นางสาว|นาง|น\.ส\.|ดร\.|ด\.ช\.|ด\.ญ\.)\s?$")
#: A form of address written together with the name, and with the words before it; not "quality", "property", "value".
_THAI_TITLE = re.compile(r"(?:คุณ(?!ภาพ|สมบัติ|ค่า|ลักษณะ|ธรรม)|นาย(?!ก)|นางสาว|นาง)(?=[\u0e00-\u0e7f]{2})")
#: Letters of one part of a Thai name at most; a longer run is words.
_THAI_PART = 14
#: Signs of a run that are cut on either side of a finding; signs of a name at most.
_WINDOW, _LONGEST_NAME = 60, 16
#: Letters of a line that are looked at on either side of a run.
_REACH = 300
_SEPARATOR = re.compile(r"[\n|:·•—–,;()\[\]/]| - ")


def unspaced(text: str, finding: TextFinding) -> bool:
    """Whether a finding is in a script that parts no words, or tells names by no capital, and holds no other."""
    letters = [c for c in text[finding.start : finding.end] if c.isalpha()]
    return bool(letters) and all(_UNSPACED.match(c) for c in letters)


def named(text: str, finding: TextFinding) -> Iterator[TextFinding]:
    """The people in the runs of signs that a model's finding touches."""
    seen = set()
    for run in _RUN.finditer(text, *_around(text, finding)):
        if run.start() < finding.end and finding.start < run.end():
            for start, end in _people(text, run.start(), run.end()) or _foreign(run, finding):
                if start < finding.end and finding.start < end and (start, end) not in seen:
                    seen.add((start, end))
                    yield finding.over(start, end)


NAMES = ("person-surname",)


def surnamed(text: str) -> Iterator[TextFinding]:
    """Runs of signs that are one name and nothing else: a label's value, a cell, the part of a title."""
    if not _UNSPACED.search(text):
        return
    for run in _RUN.finditer(text):
        if len(run.group()) > _LONGEST_NAME:
            continue
        for start, end in _people(text, run.start(), run.end()):
            if start == run.start() and end >= run.end() and not _by_form_alone(text, run):
                yield TextFinding(start, end, Kind.PERSON, 0.7, "person-surname")


def _by_form_alone(text: str, run: re.Match[str]) -> bool:
    """Whether nothing but the form of a Thai run, or of katakana, tells that it is a name: that is too little without
    a model."""
    if "\u0e00" <= run.group()[0] <= "\u0e7f":
        led = _THAI_TITLE.match(run.group()) or _THAI_LED.search(text[max(0, run.start() - 8) : run.start()])
        return not led and not name_lists().is_first(run.group())
    return bool(_KATAKANA.fullmatch(run.group())) and not name_lists().is_name(run.group())


def led_by_surname(text: str, start: int) -> int:
    """Where a name in Chinese signs begins whose given name stands at `start`: at the surname right before it, where
    that begins its run."""
    for signs in (2, 1):
        at = start - signs
        surname = text[max(0, at) : start]
        begins = at == 0 or (at > 0 and not _UNSPACED.match(text[at - 1]))
        if begins and (_listed(surname) if signs > 1 else _one_sign(surname)):
            return at
    return start


def words_only(run: str) -> bool:
    """Whether a run of Chinese, Japanese or Korean signs is made of known words, or is a city."""
    if is_city(run):
        return True
    if "\uac00" <= run[0] <= "\ud7a3":
        return _korean_words(run)
    pieces = _cut(run)
    return all(kind == "word" for _, _, kind in pieces) and sum(b - a == 1 for a, b, _ in pieces) <= 1


def _around(text: str, finding: TextFinding) -> tuple[int, int]:
    start, end = finding.start, finding.end
    while start > 0 and finding.start - start < _WINDOW and _UNSPACED.match(text[start - 1]):
        start -= 1
    while end < len(text) and end - finding.end < _WINDOW and _UNSPACED.match(text[end]):
        end += 1
    return start, end


def _people(text: str, start: int, end: int) -> list[tuple[int, int]]:
    return _apart(text, start, end) or _dotted(text, start, end) or list(_together(text, start, end))


def _apart(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """A surname and a given name behind a blank, of which a run is either."""
    first, last = start, end
    surname = _is_surname(text[start:end])
    for _ in range(_GIVENS):
        before = _next(text, first, backwards=True)
        if before is None or not _is_surname(text[slice(*before)]):
            break
        (first, last), surname = before, True
    if not surname:
        return []
    told, given = last - first > 1, 0
    while given < _GIVENS and (behind := _next(text, last)) is not None:
        name = _given(text[slice(*behind)], told=told)
        if not name:
            break
        last, given = behind[0] + len(name), given + 1
        if len(name) < behind[1] - behind[0]:
            break
    signs = sum(not sign.isspace() for sign in text[first:last])
    return [(first, last)] if given and signs >= _APART and last > start else []


def _next(text: str, at: int, *, backwards: bool = False) -> tuple[int, int] | None:
    """The run of signs behind the blank at `at`, or before the one that ends there."""
    if backwards:
        if at < 2 or text[at - 1] not in _BLANKS:
            return None
        first = at - 1
        while first > 0 and at - first <= _LONGEST_NAME and _UNSPACED.match(text[first - 1]):
            first -= 1
        return (first, at - 1) if first < at - 1 else None
    blank = at < len(text) and text[at] in _BLANKS
    run = _RUN.match(text, at + 1) if blank else None
    return run.span() if run else None


def _is_surname(run: str) -> bool:
    if "\uac00" <= run[0] <= "\ud7a3":
        return run in _data("surnames.txt") or (len(run) == 1 and name_lists().is_last(run))
    return run in japanese_names()["surnames"]


def _given(run: str, *, told: bool) -> str:
    """The given name that a run is, without a Korean ending or what is written behind a Japanese one; empty where it is
    none. Behind a Korean surname of two syllables (`told`) it is any two that are no word."""
    if "\uac00" <= run[0] <= "\ud7a3":
        stems = [run.removesuffix(ending) for ending in ("", *_PARTICLES)]
        listed = next((stem for stem in stems if name_lists().is_first(stem)), "")
        return listed or (run if told and len(run) <= _SYLLABLES and not _korean_words(run) else "")
    given = japanese_names()["given"]
    ends = [run.find(end, 1) for end in _POLITE]
    polite = run[: min((at for at in ends if at > 0), default=len(run))]
    sound = bool(_KATAKANA.fullmatch(polite)) and len(polite) > 1 and polite not in words_of("ja")
    return polite if sound or polite in given or name_lists().is_first(polite) else ""


def _dotted(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """A name of another people, of which a run of Chinese signs is a part: "阿依古丽·买买提"."""
    first, last = start, end
    while first > 1 and text[first - 1] == _DOT and _HAN_SIGN.match(text[first - 2]):
        first -= 2
        while first > 0 and end - first <= 2 * _LONGEST_NAME and _HAN_SIGN.match(text[first - 1]):
            first -= 1
    while last - first < 2 * _LONGEST_NAME and text[last : last + 1] == _DOT and (part := _RUN.match(text, last + 1)):
        last = part.end()
    parts = text[first:last].split(_DOT)
    foreign = len(parts) > 1 and all(len(p) > 1 and _HAN_SIGN.match(p) and not words_only(p) for p in parts)
    return [(first, last)] if foreign else []


def _foreign(run: re.Match[str], finding: TextFinding) -> list[tuple[int, int]]:
    """A foreigner's name written in Korean, which a model is sure of."""
    korean = "\uac00" <= run.group()[0] <= "\ud7a3"
    whole = finding.start <= run.start() and run.end() <= finding.end and finding.score >= _SURE
    if not korean or not whole or len(run.group()) < _FOREIGN or _korean_words(run.group()):
        return []
    return [run.span()]


def _together(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    run = text[start:end]
    if "\uac00" <= run[0] <= "\ud7a3":
        if stem := _korean(run):
            yield start, start + len(stem)
    elif "\u0e00" <= run[0] <= "\u0e7f":
        yield from _thai(text, start, end)
    elif _KATAKANA.fullmatch(run):
        # A name of another language, written by its sound; a word is one that is known.
        if run not in words_of("ja") and not is_city(run):
            yield start, end
    elif not is_city(run):
        yield from _han(text, start, run)


def _han(text: str, at: int, run: str) -> Iterator[tuple[int, int]]:
    for start, end, kind in _cut(run):
        if kind == "name":
            yield at + start, at + end
        elif kind == "surname" and end == len(run):
            # "渡辺 翔太": the given name stands behind a blank
            gap = at + end + 1
            behind = _GIVEN.match(text, gap) if text[gap - 1 : gap] in (" ", "\u3000") else None
            yield at + start, behind.end() if behind else at + end
        elif kind == "surname" and run[end] not in _OF_PLACES:
            yield at + start, at + end + _in_hiragana(run[end:])


def _in_hiragana(rest: str) -> int:
    """Letters of the given name that follows a surname in hiragana ("小林さくらが"), where particles stand too."""
    kana = _HIRAGANA.match(rest)
    if kana is None or kana.group().startswith(_FUNCTION):
        return 0
    given = kana.group()
    if given[-1] in _PARTICLE_SIGNS and len(given) > 2:
        given = given[:-1]
    return len(given) if 2 <= len(given) <= 4 else 0


@lru_cache(maxsize=5_000)
def _cut(run: str) -> tuple[tuple[int, int, str], ...]:
    """The cheapest way to cut a run of Chinese or Japanese signs: (start, end, word, sign, name or surname)."""
    best: list[tuple[float, int, str]] = [(0.0, 0, "")]
    for end in range(1, len(run) + 1):
        options = [
            (best[start][0] + cost, start, kind)
            for start in range(max(0, end - _LONGEST_WORD), end)
            for cost, kind in _prices(run[start:end])
        ]
        best.append(min(options))
    pieces: list[tuple[int, int, str]] = []
    end = len(run)
    while end:
        _, start, kind = best[end]
        pieces.append((start, end, kind))
        end = start
    return tuple(reversed(pieces))


def _prices(part: str) -> Iterator[tuple[float, str]]:
    known = part in words_of("zh") or part in words_of("ja")
    if len(part) == 1:
        kana = not _HAN_SIGN.match(part)
        yield (_SIGN_COST, "word") if known or kana else (_UNKNOWN_COST, "sign")
        return
    if known or _KATAKANA.fullmatch(part):
        yield _WORD_COST, "word"
    if all(_HAN_SIGN.match(c) for c in part):
        for length in (3, 2):
            if _listed(part[:length]) and len(part) - length <= _LONGEST_GIVEN and part[length:] not in _OF_PLACES:
                yield (_LISTED_NAME_COST, "name") if len(part) > length else (_WORD_COST, "surname")
        if _one_sign(part[0]) and len(part) in (2, 3):
            yield (_NAME_COST if len(part) == 3 else _SHORT_NAME_COST) + _DOUBT * (part[0] in _ALSO_WORDS), "name"


@lru_cache(maxsize=3)
def _data(file: str) -> frozenset[str]:
    lines = resources.files("redaction.text").joinpath(f"data/{file}").read_text(encoding="utf-8").splitlines()
    return frozenset(name for line in lines if not line.startswith("#") for name in line.split())


@lru_cache(maxsize=1)
def japanese_names() -> dict[str, frozenset[str]]:
    """IPADIC's "surnames" and "given" names, words among them."""
    rows = (row.split("\t") for row in packed("redaction.text", "names-japanese.txt.gz").splitlines())
    return {row[0]: frozenset(row[1:]) for row in rows}


@lru_cache(maxsize=10_000)
def _listed(surname: str) -> bool:
    written = any(surname in _data(f) for f in ("surnames.txt", "surnames-chinese.txt", "surnames-japanese.txt"))
    return len(surname) > 1 and (written or name_lists().is_last(surname))


@lru_cache(maxsize=10_000)
def _one_sign(sign: str) -> bool:
    """Whether a sign is a Chinese surname: a common one, or a rarer one that begins hardly any word."""
    return sign in ONE_SIGN or (sign in _data("surnames-chinese.txt") and _begun()[sign] <= _FEW_WORDS)


@lru_cache(maxsize=1)
def _begun() -> Counter[str]:
    """How many known Chinese words begin with each sign."""
    return Counter(word[0] for word in words_of("zh") if len(word) > 1)


@lru_cache(maxsize=20_000)
def _korean(run: str) -> str:
    """The name that a Korean word is, without its ending; empty where it is none."""
    lists = name_lists()
    for ending in ("", *_PARTICLES):
        stem = run.removesuffix(ending) if ending else run
        if (ending and stem == run) or not 2 <= len(stem) <= 4 or is_city(stem):
            continue
        if stem in words_of("ko") or run in words_of("ko"):
            continue
        if len(stem) > 2 and stem[:2] in _data("surnames.txt"):
            return stem
        if not lists.is_last(stem[0]):
            continue
        if lists.is_first(stem[1:]) or (len(stem) == 3 and not (_korean_words(run) or _korean_words(stem))):
            return stem
    return ""


def _korean_words(run: str) -> bool:
    words = words_of("ko")
    return run in words or any(
        run[:i] in words and (run[i:] in _SUFFIXES or (len(run) - i > 1 and run[i:] in words))
        for i in range(2, len(run))
    )


def _thai(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Thai names are two runs with a blank between them; words run on without one."""
    run = text[start:end]
    after = _RUN.match(text, end + 1) if text[end : end + 1] == " " else None
    title = _THAI_TITLE.match(run) or (_THAI_TITLE.search(run) if after else None)
    first = start + (title.end() if title else 0)
    led = title is not None or bool(_THAI_LED.search(text[max(0, start - 8) : start]))
    before = next(_backwards(text, start), None)
    lists = name_lists()
    if led or lists.is_first(text[first:end]):
        partner = after and len(after.group()) <= _THAI_PART and after.group() not in words_of("th")
        yield first, after.end() if after and partner else end
    elif before and lists.is_first(text[before[0] : before[1]]):
        yield before[0], end
    else:
        line = _line(text, start)
        runs = [m.span() for m in _RUN.finditer(text, *line)]
        titled = _THAI_TITLE.match(text, runs[0][0])
        if (
            len(runs) == 2
            and not titled
            and all(b - a <= _THAI_PART and text[a:b] not in words_of("th") for a, b in runs)
        ):
            yield runs[0][0], runs[1][1]


def _backwards(text: str, start: int) -> Iterator[tuple[int, int]]:
    at = start - 1
    if at > 0 and text[at] == " ":
        begin = at
        while begin > 0 and "\u0e00" <= text[begin - 1] <= "\u0e7f":
            begin -= 1
        if begin < at:
            yield begin, at


def _line(text: str, at: int) -> tuple[int, int]:
    """The part of a title or a line that a position is in."""
    first, last = max(0, at - _REACH), min(len(text), at + _REACH)
    start = max((m.end() for m in _SEPARATOR.finditer(text, first, at)), default=first)
    end = _SEPARATOR.search(text, at, last)
    return start, end.start() if end else last
