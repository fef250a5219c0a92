"""People by position and by lists: headers, salutations, signatures, honorifics, and runs of capitalised names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redaction.findings import Kind, TextFinding
from redaction.lexicon.names import name_lists
from redaction.lexicon.words import CALENDAR, COUNTRIES, is_word, listing
from redaction.text.patterns.bounds import ANY_BACK, SOME_BACK

_UP = r"[^\W\d_a-z]"
#: Hyphens and apostrophes that one part of a name may hold.
_JOINTS = 4
#: one part of a name: "Keller", "O'Brien", "Jean-Paul", "McDonald", "van", "K."
PART = rf"(?:{_UP}[^\W\d_]{ANY_BACK}(?:[’'‘`-][^\W\d_]{SOME_BACK}){{0,{_JOINTS}}})"
#: "J.", "J. R. R.", "J.-P."; blanks between initials are theirs and not given back to the name around them, line ends
#: are: who may take a blank in two ways tries all ways.
_INITIAL = (
    rf"(?:{_UP}\.(?:[ \u00a0]?-?{_UP}\.){{0,4}}+(?:[^\S \u00a0]-?{_UP}\.(?:[ \u00a0]?-?{_UP}\.){{0,3}}+)?|{_UP}(?=\s))"
)
_PARTICLE = (
    r"(?:van der|van den|van de|von der|de la|de los|de las|dos|das|del|della|di|da|de|du|des|van|von|zu|den|ter|ten|"
    r"bin|ibn|al|el|bint|ben|af|la|le|st\.?|y|e)"
)
NAME = rf"(?:{PART}|{_INITIAL})(?:[ \u00a0]+(?:{_PARTICLE}[ \u00a0]+){{0,4}}(?:{_INITIAL}|{PART})){{0,4}}"
_HONORIFIC = re.compile(
    rf"(?<![\w])(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Sir|Dame|Lady|Lord|Madam|Mme|Mlle|M\.|Herr|Frau|Hr|Fr|Sr|Sra|"
    rf"Srta|Señor|Señora|Don|Doña|Signor|"
    rf"Signora|Sig|Rev|Reverend|Father|Sister|Brother|Capt|Captain|Col|Colonel|Gen|General|Lt|Maj|Major|Sgt|Judge|"
    rf"Justice|Attorney|Hon|Senator|"
    rf"President|Minister|Messrs|Shri|Smt|Pan|Pani|Dhr|Mevr|Monsieur|Madame|Eng|Ing|Adv|Doctor|Pastor|Rabbi|Sheikh|"
    rf"Imam|Uncle|Aunt|Detective|Officer|"
    rf"Cons|RN|Nurse|"
    rf"Inspector|Sergeant|Lieutenant|Governor|Mayor|Ambassador|Chancellor|Dean|Coach)\.?(?:[ \u00a0]+(?:Dr|Prof|Ing|"
    rf"Dipl|h\.c|Justice|Judge)\.?)*[ \u00a0]+(?P<name>{NAME}(?:[ \u00a0]+(?:and|&)[ \u00a0]+(?!(?:Mr|Mrs|Ms|Miss|Dr|"
    rf"Prof|Messrs|Sir|Lady|the)\b){PART})?)"
)
_STRONG_HONORIFIC = re.compile(
    r"^(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Mme|Mlle|Herr|Frau|Messrs|Shri|Smt|Señora?|Signora?|Sra|Monsieur|Madame)\b"
)
_HEADER = re.compile(
    r"(?im)^[ \t>|*_-]{0,8}(?:x ?- ?)?(?P<label>from|to|cc|bcc|sender|reply-to|von|an|de|para|à|gesendet von|sent by|"
    r"forwarded by|cc:|attendees|participants|"
    r"organizer|required|optional|assigned to|owner|author|reporter|assignee|requested by|created by|approved by|"
    r"prepared by|attn|attention|contact|contact person|origin|"
    r"folder|filename)\*?[ \t]{0,8}:\**[ \t]{0,8}(?P<value>[^\n]{2,2000})$"
)
_NEXT_LABEL = re.compile(r"\b(?:subject|sent|date|to|cc|bcc)[ \t]{0,8}:", re.IGNORECASE)
_FORWARDED = re.compile(r"(?im)^[ \t>-]{0,8}-{2,}[ \t]{0,8}forwarded by[ \t]+(?P<name>[^\n/]+?)(?:/|[ \t]+on[ \t]+\d)")
_NOTES_NAME = re.compile(
    rf"(?<![\w/])(?P<name>{PART}(?:[ ]{_INITIAL}|[ ]{PART}){{1,3}})/[A-Z]{{2,}}/[A-Z]{{2,}}(?:@\w+)?", re.UNICODE
)
_SALUTATION = re.compile(
    rf"(?im)(?:^|(?<=[\n.!?>\"“])|(?<=\S\s\s))[ \t>\"“*]{{0,8}}(?:dear|hi|hello|hey|hallo|good (?:morning|afternoon|"
    rf"evening)|"
    rf"greetings|morning|bonjour|hola|ciao|liebe[rs]?|"
    rf"sehr geehrte[rs]?|cher|chère|estimad[oa]|querid[oa]|gentile|caro|cara|beste|namaste|yo|thanks|thank you|thx|"
    rf"cheers|welcome|congrat(?:ulation)?s|sorry|bye|happy birthday|"
    rf"good job|nice work|well done|hey there)[ \t,]+(?-i:(?P<name>{NAME}(?:(?:,[ ]?|[ ]and[ ]|[ ]&[ ]|/){PART}(?:[ "
    rf"]{PART})?){{0,4}}))(?=[ \t]{{0,8}}(?:[,.!:;?\n–—-]|$|[ ](?:for|I|we|can|please|just|this|my|and|it|how|do|are|"
    rf"did|"
    rf"the)\b))"
)
_VOCATIVE = re.compile(
    rf"(?m)^[ \t>]{{0,8}}(?P<name>{PART}(?:[ ]{PART})?(?:(?:,[ ]|/|[ ]and[ ]|[ ]&[ ]){PART}){{0,4}})[ ]?(?:,|:|-|–|—|"
    rf"--|"
    rf"\.\.\.|!)[ \t]{{0,8}}(?:\n|$|(?=\S))"
)
_CLOSING = re.compile(
    rf"(?im)(?:^|(?<=[.!?,\n]))[ \t>]{{0,8}}(?:best(?: regards| wishes)?|(?:kind|warm|kindest|warmest)?[ ]?regards|"
    rf"regards|"
    rf"sincerely(?: yours)?|yours (?:sincerely|truly|faithfully)|cheers|thanks(?: again| so much| a lot| in "
    rf"advance)?|thank you(?: very much)?|many thanks|thx|"
    rf"respectfully|cordially|love|take care|rgds|br|ciao|later|talk soon|see you|cordialement|mit freundlichen "
    rf"grüßen|viele grüße|mfg|saludos|un saludo|atentamente|cordiali saluti|groeten|"
    rf"with appreciation|all the best|gratefully)[ \t]{{0,8}}[,.!–—-]*[ \t]{{0,8}}\n(?:[ \t>]{{0,8}}\n){{0,3}}[ "
    rf"\t>]{{0,8}}[-–—~]*[ "
    rf"]?(?-i:(?P<name>{NAME}))[ \t]{{0,8}}(?=\n|$|,|[|/])"
)
_INLINE_CLOSING = re.compile(
    rf"(?:[Tt]hanks|[Tt]hank you|[Rr]egards|[Cc]heers|[Ss]incerely|[Bb]est)[,.!]+[ ]+[-–—]*[ ]?(?P<name>{NAME})[.\s]*$",
    re.MULTILINE,
)
_WROTE = re.compile(
    rf"(?<![\w])(?P<name>{NAME})[ \t]{{0,8}}(?:<[^>\n]+>|\([^)\n]+\)|\[[^\]\n]+\])?[ \t]{{0,8}}(?:wrote|writes|"
    rf"schrieb|a écrit|"
    rf"escribió|ha scritto|said|replied|commented|added|mentioned|approved|assigned|edited|invited|joined|shared|"
    rf"uploaded|created this|left|posted|asked)\b"
)
_LEAD_IN = re.compile(
    rf"(?i:\b(?:my name is|name's|i am|i['’]m|this is|it['’]s|name is|named|called|known as|signed(?: by)?|by|spoke "
    rf"(?:to|with)|speak (?:to|with)|talk(?:ed)? (?:to|with)|met (?:with)?|meet(?:ing)? with|cc['’]?d|ask|asked|"
    rf"contact(?:ed)?|"
    rf"call(?:ed)?|e-?mail(?:ed)?|from|with|assigned to|reports to|reported by|raised by|represented by|on behalf of|"
    rf"c/o|attn:?|signature of|interview(?:ed|ing)? (?:with|of|for)?|"
    rf"(?:resume|cv|profile|offer letter|letter|contract|interview|meeting|appraisal|review|background check|"
    rf"relieving letter) (?:for|of|with)|"
    rf"candidate|employee|customer|patient|applicant|colleague|manager|brother|sister|wife|husband|son|daughter|"
    rf"father|mother|friend|boss|lawyer|attorney|agent|driver|courier|clerk|nurse|doctor|technician|operator|officer|"
    rf"judge|handler|advis[eo]r|consultant|teacher|tutor|coach|mentor|partner|witness|tenant|landlord|guest|caller|"
    rf"contractor|foreman|guard|instructor|neighbou?r|cousin|uncle|aunt|nephew|niece|colleagues?|assistant|"
    rf"secretary))[ \t]{{0,8}}:?[ \t]+(?P<name>{NAME})"
)
_SPEAKER = re.compile(
    rf"(?m)^[ \t]{{0,8}}(?:\[[^\]\n]{{3,25}}\][ \t]{{0,8}})?(?P<name>{PART}(?:[ ](?:{_INITIAL}|{PART})){{0,3}})[ "
    rf"\t]{{0,16}}(?:\([^)\n]{{1,20}}\))?(?::(?=\s)|[ \t]{{1,16}}(?:\d{{1,2}}:\d{{2}}))"
)
_REVERSED = re.compile(
    rf"(?<![\w])(?P<name>(?P<last>{PART}(?:[ ]{PART})?)[ ]?,[ ](?P<first>{PART})(?:[ ](?:{_INITIAL}|{PART}))?)(?![\w])"
)
_RUN = re.compile(
    rf"(?<![\w@#/\\.-])(?P<name>(?:{PART}|{_INITIAL})(?:[ \u00a0]+(?:{_PARTICLE}[ \u00a0]+){{0,4}}(?:{_INITIAL}|{PART}|"
    rf"[A-Z]{{1,2}}(?=[ ]))){{0,4}})(?:(?![\w@])|(?=['’]s\b))"
)
_LABEL_WORDS = listing(
    """
    subject sent date re fw fwd cc bcc to from note ps attachment attachments importance
    """
)
_TOKEN = re.compile(rf"{PART}|{_INITIAL}|[^\W\d_]+")


def people(text: str) -> Iterator[TextFinding]:
    """Names told by their position, then names told by the lists."""
    yield from headers(text)
    for pattern, score, detector in _POSITIONS:
        for match in pattern.finditer(text):
            strict = score < 0.75
            yield from _named(text, match, score, detector, strict=strict)
    yield from _honorifics(text)
    yield from initialed(text)
    yield from listed(text)


_POSITIONS = (
    (_NOTES_NAME, 0.95, "person-notes"),
    (_FORWARDED, 0.9, "person-forwarded"),
    (_CLOSING, 0.8, "person-closing"),
    (_INLINE_CLOSING, 0.7, "person-closing"),
    (_SALUTATION, 0.75, "person-salutation"),
    (_WROTE, 0.7, "person-speech"),
    (_SPEAKER, 0.65, "person-speaker"),
    (_VOCATIVE, 0.65, "person-vocative"),
    (_LEAD_IN, 0.6, "person-lead"),
)


def _honorifics(text: str) -> Iterator[TextFinding]:
    for match in _HONORIFIC.finditer(text):
        start, end = _cut(text, *match.span("name"))
        words = [w for w in re.findall(r"[^\W\d_]+", text[start:end]) if len(w) > 1]
        strong = bool(_STRONG_HONORIFIC.match(match.group()))
        if end > start and (strong or any(not is_word(w) and w.casefold() not in COUNTRIES for w in words)):
            # The title belongs to the mention: "Mrs" tells a gender, and a bare title reads oddly without its name.
            yield TextFinding(match.start(), end, Kind.PERSON, 0.9 if strong else 0.7, "person-honorific")


def _cut(text: str, start: int, end: int) -> tuple[int, int]:
    """End a name before the first ordinary word that follows a proper one ("Mr Keller Please" → "Keller")."""
    tokens = list(_TOKEN.finditer(text, start, end))
    seen = False
    for token in tokens:
        word = token.group().rstrip(".")
        plain = len(word) > 1 and is_word(word) and not name_lists().is_name(word)
        if plain and seen:
            trimmed = text[start : token.start()].rstrip(" \u00a0,&")
            return start, start + len(trimmed)
        seen = True
    return start, end


def headers(text: str) -> Iterator[TextFinding]:
    """Values of From/To/Cc lines: every listed person, addresses aside (those are the e-mail pattern's)."""
    for match in _HEADER.finditer(text):
        offset = match.start("value")
        value = _NEXT_LABEL.split(match["value"])[0]
        if match["label"].casefold() in {"folder", "filename", "origin"}:
            continue
        yield from people_list(value, offset, 0.85, "person-header")


#: Addresses and remarks beside people.
_ASIDE = re.compile(r"<[^>]{0,400}>|\[mailto:[^\]]{0,400}\]|\S{1,64}@\S+|\([^)]{0,400}\)")


def people_list(value: str, offset: int, score: float, detector: str) -> Iterator[TextFinding]:
    """Split "Keller, Maria; Ortiz, Juan <j@x>" or "Maria Keller, Juan Ortiz" into its people."""
    cleaned = re.sub(
        r"<[^>]{0,400}>|\[mailto:[^\]]{0,400}\]|\S{1,64}@\S+|\([^)]{0,400}\)", lambda m: "\0" * len(m.group()), value
    )
    semicolons = ";" in cleaned
    for chunk in re.finditer(r"[^;|\0]+", cleaned):
        piece = chunk.group()
        base = offset + chunk.start()
        words = [w for w in re.findall(r"[^\W\d_]+", piece)]
        if not words:
            continue
        if "," in piece and not semicolons and piece.count(",") != 1:
            spans = list(_pairs(piece))
        elif "," in piece and _REVERSED.fullmatch(piece.strip(" \t'\"*,")) is None:
            spans = [(m.start(), m.end()) for m in re.finditer(r"[^,]+", piece)]
        else:
            spans = [(0, len(piece))]
        for start, end in spans:
            yield from _one(piece, start, end, base, score, detector)


def _pairs(piece: str) -> Iterator[tuple[int, int]]:
    """Commas both inside "Last, First" and between people: one word before and after the comma makes a pair."""
    parts = list(re.finditer(r"[^,]+", piece))
    index = 0
    while index < len(parts):
        current = parts[index]
        following = parts[index + 1] if index + 1 < len(parts) else None
        if following and len(current.group().split()) == 1 and 1 <= len(following.group().split()) <= 2:
            yield current.start(), following.end()
            index += 2
        else:
            yield current.start(), current.end()
            index += 1


def _one(piece: str, start: int, end: int, base: int, score: float, detector: str) -> Iterator[TextFinding]:
    raw = piece[start:end]
    left = len(raw) - len(raw.lstrip(" \t'\"*,<>[]-:._"))
    core = raw.strip(" \t'\"*,<>[]-:_")
    words = re.findall(r"[^\W\d_]+", core)
    if not words or len(words) > 6 or any(c.isdigit() for c in core) or len(core) > 60:
        return
    known = [w for w in words if (len(w) > 1 and not is_word(w)) or name_lists().is_first(w)]
    if not known or (len(words) == 1 and core != core.title() and core.casefold() in _LABEL_WORDS):
        return
    if all(is_word(w) for w in words) and not any(name_lists().is_first(w) for w in words[:1] + words[-1:]):
        return
    yield TextFinding(base + start + left, base + start + left + len(core), Kind.PERSON, score, detector)


_LINK = re.compile(r"[ ]?(?:and|&)[ ]")


def _named(text: str, match: re.Match[str], score: float, detector: str, *, strict: bool) -> Iterator[TextFinding]:
    start, end = match.span("name")
    for part in re.finditer(r"(?:(?!,[ ]|[ ]and[ ]|[ ]&[ ]|/).)+", text[start:end]):
        first, last = start + part.start(), start + part.end()
        link = _LINK.match(text, first, last)
        first = link.end() if link else first
        first, last = _cut(text, first, last)
        words = [w for w in re.findall(r"[^\W\d_]+", text[first:last])]
        if not words or last <= first:
            continue
        lists = name_lists()
        proper = [
            w
            for w in words
            if len(w) > 1
            and w.casefold() not in COUNTRIES
            and (
                not is_word(w)
                or (lists.is_first(w) and w.casefold() not in CALENDAR and w.casefold() not in COMMON_NAMES)
            )
        ]
        if not proper or words[0].casefold() in _LABEL_WORDS:
            continue
        if strict and not any(lists.is_name(w) for w in words):
            continue
        yield TextFinding(first, last, Kind.PERSON, score, detector)


#: Names so frequent as words that only a full name or a registry entry makes people of them.
COMMON_NAMES = listing(
    """
    will may rose mark grant art bill frank grace hope faith joy june april august summer autumn dawn penny rich bob
    jack pat sue drew chase hunter mason carter cooper tyler jordan dean earl duke king prince major page grey gray
    green brown white black young long short small little price day field fields wood woods stone hill brook banks
    park lane street case cash bond bell best moon star snow frost winter good love lucky guy so an in do la no song
    sun he she long ho man min my you see dan chin lee sin sing thanh van lo ma pa ka sa ben miles faith ally amber
    ash angel melody crystal ruby pearl jade olive ivy iris violet lily daisy heather holly robin jay martin norm
    gene dale glen cliff reed clay sandy rusty ray max rob nick skip chip buck ford lance pierce trace sage
    christian noble ace dot mercy charity patience constant victor vice even many ever anna data rita java unity
    index vista
    """
)


_INITIALED = re.compile(
    rf"(?<![\w.])(?P<only>(?:{_UP}\.){{2,3}})(?=[ ]?(?:,|\)|'s|’s|and|was|had|is|has)(?!\w))|"
    rf"(?<=\b[Ww]ith )(?P<led>(?:{_UP}\.){{2,3}})(?![ ]?-?\w)|"
    rf"(?<![\w.])(?P<name>(?:{_UP}\.[ ]?-?){{1,3}}(?:{_PARTICLE}[ ])?{PART})(?![\w])"
)
_DOUBLE = re.compile(r"(?<![\w-])(?P<one>[A-Z][a-z]{2,})-(?P<two>[A-Z][a-z]{2,})(?![\w-])")
_NICK = re.compile(rf"(?<![\w])(?P<name>{PART} [(\"“'‘]{PART}[)\"”'’] {PART})(?![\w])")
_CODE = re.compile(r"[A-Z]{1,4}")
_AT_PLACE = re.compile(
    rf"(?m)(?<![\w@])(?P<name>{PART}(?:[ ]{_INITIAL}|[ ]{PART}){{1,2}})@(?P<unit>[A-Z][A-Z_]+)(?![\w.-])"
)


def initialed(text: str) -> Iterator[TextFinding]:
    """ "G. Nicolson", "Robert (Bob) Marlow", "Ann Barrow@HOUSTON"."""
    lists = name_lists()
    for match in _INITIALED.finditer(text) if "." in text else ():
        for group, score in (("only", 0.42), ("led", 0.5)):
            if match[group] and match[group].casefold() not in _ABBREVIATIONS:
                yield TextFinding(*match.span(group), Kind.PERSON, score, "person-initials")
        if not match["name"]:
            continue
        word = match["name"].split(".")[-1].strip(" -").split(" ")[-1]
        if not is_word(word) and word.casefold() not in COUNTRIES and len(word) > 1 and not word.isupper():
            yield TextFinding(*match.span("name"), Kind.PERSON, 0.65, "person-initialed")
    for match in _DOUBLE.finditer(text) if "-" in text else ():
        if lists.is_last(match["one"]) and lists.is_last(match["two"]):
            yield TextFinding(*match.span(), Kind.PERSON, 0.65, "person-double")
    for match in _NICK.finditer(text) if "(" in text or '"' in text or "“" in text else ():
        words = re.findall(r"[^\W\d_]+", match["name"])
        if lists.is_first(words[0]) and not is_word(words[-1]):
            yield TextFinding(*match.span("name"), Kind.PERSON, 0.8, "person-nickname")
    for match in _AT_PLACE.finditer(text) if "@" in text else ():
        if lists.is_name(match["name"].split()[0]):
            yield TextFinding(*match.span("name"), Kind.PERSON, 0.8, "person-notes")
            if not _CODE.fullmatch(match["unit"]):
                yield TextFinding(*match.span("unit"), Kind.COMPANY, 0.7, "company-notes")


_ABBREVIATIONS = listing(
    """
    u.s. u.k. e.u. u.n. a.m. p.m. i.e. e.g. d.c. l.a. n.y. ph.d. m.d. b.a. m.a. p.s. p.o. u.s.a. j.d. b.s. m.s.
    b.sc. l.l. n.a. r.i.p. r.s.v.p.
    """
)


def listed(text: str) -> Iterator[TextFinding]:
    """Runs of capitalised words that the lists know: "Maria Keller", "Keller, Maria", a first name alone."""
    lists = name_lists()
    for match in _REVERSED.finditer(text):
        first, last = match["first"], match["last"].split()[-1]
        if lists.is_first(first) and not (lists.is_ambiguous(first)) and not is_word(last):
            yield TextFinding(*match.span("name"), Kind.PERSON, 0.7, "person-reversed")
    for match in _RUN.finditer(text):
        tokens = [
            (m.start(), m.end(), m.group())
            for m in re.finditer(rf"{PART}|{_INITIAL}|[^\W\d_]+", text[match.start() : match.end()])
        ]
        yield from _run(text, match.start(), tokens)


def _run(text: str, base: int, tokens: list[tuple[int, int, str]]) -> Iterator[TextFinding]:
    lists = name_lists()
    index = 0
    while index < len(tokens):
        start, _, word = tokens[index]
        low = word.casefold()
        upper = len(word) > 3 and word.isupper()
        if (
            not lists.is_first(word)
            or len(word) < 2
            or low in COUNTRIES
            or low in CALENDAR
            or (word.isupper() and len(word) <= 3)
        ):
            index += 1
            continue
        ambiguous = lists.is_ambiguous(word)
        stop = index + 1
        good = 0
        while stop < len(tokens):
            following = tokens[stop][2]
            bare = following.rstrip(".")
            if len(bare) == 1 and (following.endswith(".") or stop + 1 < len(tokens)):
                stop += 1
                continue
            if following[0].islower() and stop + 1 < len(tokens) and following.casefold() in _PARTICLES:
                stop += 1
                continue
            if following[0].islower():
                break
            if is_word(following) and not (lists.is_last(following) and not ambiguous):
                break
            if following.casefold() in COUNTRIES:
                break
            good += 1
            stop += 1
        while stop > index + 1 and (tokens[stop - 1][2][0].islower() or (len(tokens[stop - 1][2]) == 1 and not good)):
            stop -= 1
        if good:
            score = 0.6 if ambiguous else 0.7
            if any(lists.is_last(t[2]) for t in tokens[index + 1 : stop]):
                score += 0.15
            yield TextFinding(
                base + start, base + tokens[stop - 1][1], Kind.PERSON, score - (0.1 if upper else 0.0), "person-list"
            )
        elif not ambiguous and (not upper or len(text) > 40) and len(word) > 2:
            yield TextFinding(base + start, base + tokens[stop - 1][1], Kind.PERSON, 0.45, "person-first")
        index = max(stop, index + 1)


_PARTICLES = listing(
    """
    van der den de la los las dos das del della di da du des von zu ter ten bin ibn al el bint ben af le y e
    """
)
