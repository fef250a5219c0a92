"""API keys, tokens and passwords: what vendors' formats show, and what the words beside it call a secret.

Formats and words stand in redaction/lexicon/data/secrets.yaml.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from itertools import pairwise

import yaml

from redaction.findings import Kind, TextFinding
from redaction.lexicon.lists import WordList, word_list
from redaction.lexicon.words import is_word
from redaction.text.patterns.pattern import Pattern, find_all

_DATA = yaml.load(
    resources.files("redaction.lexicon").joinpath("data/secrets.yaml").read_bytes(),
    Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader),
)
_ALPHABETS = {
    "w": "A-Za-z0-9",
    "l": "a-z0-9",
    "u": "A-Z0-9",
    "x": "0-9a-fA-F_-",
    "s": "A-Za-z0-9_=-",
    "b": "A-Za-z0-9+/=",
    "t": "A-Za-z0-9_.=-",
}
#: Shortest text that may hold a secret, in characters.
_TEXT_LEAST = 4
#: Beyond so many characters a text is prose, in which a word behind "password:" is a word.
_PROSE = 200
#: Share of the neighbours in a token that are of different classes (small, capital, digit) from which on it was drawn
#: at random: 0.4 to 0.6 in random ones, below 0.15 in words.
DRAWN = 0.2
#: The same for a token that nothing announces, and its fewest letters and digits.
UNANNOUNCED, UNANNOUNCED_LEAST = 0.4, 8
#: The name of a parameter of an address before its value, and its most signs.
_PARAMETER, _PARAMETER_MOST = re.compile(r"[?&][\w.-]{1,40}=\Z"), 42
#: Fewest letters and digits in a row of a token of no known vendor.
UNKNOWN_LEAST, LIVE_LEAST = 20, 12
#: Fewest letters and digits of a key that code calls so.
KEY_LEAST = 24
#: Fewest digits of a token, or of a password, that is a number.
TOKEN_DIGITS, PASSWORD_DIGITS = 8, 4
_NOT_SECRET = word_list(WordList.NO_SECRETS)
_KEYS_OF_NOTHING = word_list(WordList.KEYS_OF_NOTHING)
#: A text without such a run, scheme or block holds no key.
_HINT = re.compile(
    r"(?<![A-Za-z0-9])[A-Za-z!#$%&*_+-]{0,39}\d[A-Za-z0-9!#$%&*_+-]{3}|"
    r"[A-Za-z0-9_/+.=-]{16,}|://|[{$][A-Za-z0-9]{1,8}[}$]|-{4} ?BEGIN|[0-9A-Z]{4}-[0-9A-Z]{4}"
)


def _listed(text: str) -> list[str]:
    """The entries of a list, the longest first."""
    return sorted((entry.strip() for entry in text.split(",")), key=lambda entry: (-len(entry), entry))


def _called(*sections: str) -> str:
    """Entries as alternatives; a blank in them may be any sign that joins the words of a name, and an o may have been
    read as a nought ("PASSW0RD")."""
    entries = (entry for section in sections for entry in _listed(_DATA[section]))
    return "|".join(re.escape(entry).replace(r"\ ", "[ _.-]?").replace("o", "[o0]") for entry in entries)


def _tokens() -> str:
    prefixes = (
        rf"(?:{'|'.join(map(re.escape, _listed(entries)))})[{_ALPHABETS[signs[0]]}]{{{signs[1:]},}}"
        for signs, entries in _DATA["tokens"].items()
    )
    return "|".join(prefixes)


#: Small letters, capital ones and digits.
_CLASSES = 3


def _class(sign: str) -> int:
    return 0 if sign.isdigit() else 1 if sign.islower() else 2


def changes(token: str) -> float:
    """Which share of the neighbouring letters and digits of a token are of different classes."""
    classes = [_class(sign) for sign in token if sign.isalnum()]
    return sum(one != two for one, two in pairwise(classes)) / max(1, len(classes) - 1)


# What stands where a value would: a reference, a call, a placeholder.
_REFERENCE = re.compile(
    r"\$\w*+(?:\{|\(|\Z)|\$[A-Z][A-Z_]{2,}(?![a-z\d])|[$%@]?\{\{[\w\s.|$()&/:=-]*(?:\}\}|\Z)|[%#]\{|%\(?\w+\)?%?s?\Z|<[^>]*>?\Z|\[[^\]]*\]\Z|!(?:vault|secret|ref|env)\b|&\w+\Z|"
    r"@\w+@\Z|\{\w*\}\Z|:\w+\Z|\?\Z|\(\w+\Z|arn:|[a-z_-]+(?:/[a-z_-]+)+(?:#[a-z_]+)?\Z|\s+[+.,;)&|\]}=]|[,.](?=\D*[$:])|"
    r"/(?:etc|run|var|opt|home|usr|tmp|dev)/|\.{0,2}/\w+/|https?:|env[.:]|\*\Z|\|\Z|>[-+]?\Z"
)
_CODE = re.compile(
    r"[\w.$:>\[\]'\"-]+\(|[A-Za-z_$]\w*(?:(?:\.|->|::)[A-Za-z_]\w*)+(?:\[|\Z)|(?:await|new|function|lambda|async)\Z|"
    r"[A-Za-z_]\w*\["
)
_PLACEHOLDER = re.compile(
    r"(?:your|my|the|some|insert|enter|replace|put|add)[ _-]\w|"
    r".*(?:change[_-]?(?:me|it)|placeholder|fake|redacted|x{4}|#{4}|\.{3}|\*{3})",
    re.IGNORECASE,
)
#: Signs that stand where a token would, and the least share of it that they are.
_FILLER = re.compile(r"x{5,}|([A-Za-z\d])\1{7,}", re.IGNORECASE)
FILLED = 1 / 3
#: Fewest letters of a word by which a token is told from a name put together of words.
_WORD_LEAST = 4
#: The beginning of a token that is told by its vendor alone, its fewest signs, and the fewest digits of the token.
_BEGINNING, _OWN, OWN_DIGITS = re.compile(r"(?P<word>[a-z]+)[_-]"), 5, 2
_PIECE = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[^\W\d_]+|\d+")
_NAMES = _called("passwords", "short_passwords", "secrets")
_SECRET_WORD = re.compile(rf"(?:{_NAMES})s?", re.IGNORECASE)
_NAMES_OF = re.compile(rf"(?<![A-Za-z])(?:{_NAMES})", re.IGNORECASE)


def _filled(token: str) -> bool:
    """Whether one letter again and again stands where a token would."""
    return sum(len(match.group()) for match in _FILLER.finditer(token)) >= max(1, FILLED * len(token))


def no_secret(value: str) -> bool:
    """Whether what stands where code holds a secret is a reference, a call or a placeholder."""
    return _empty(value) or bool(_CODE.match(value))


def _empty(value: str) -> bool:
    """Whether a value is masked, a placeholder, a reference or a word for none."""
    return (
        len(set(value)) == 1
        or set(value) <= set("*•.●-_xX…")
        or value.casefold() in _NOT_SECRET
        or _filled(value)
        or bool(_REFERENCE.match(value) or _PLACEHOLDER.match(value) or _SECRET_WORD.fullmatch(value))
    )


def _worded(value: str) -> bool:
    """Whether a name or a phrase is made of ordinary words alone: `confirm_password`, "expired"."""
    pieces = _PIECE.findall(value)
    return bool(pieces) and all(piece.isalpha() and (is_word(piece) or len(piece) < 2) for piece in pieces)


def _spoken(token: str) -> bool:
    """Whether words make up most letters of a token with hardly a digit: a name in code, which nobody drew."""
    letters = sum(sign.isalpha() for sign in token)
    words = (piece for piece in _PIECE.findall(token) if len(piece) >= _WORD_LEAST and is_word(piece))
    return 10 * sum(map(str.isdigit, token)) <= len(token) and 2 * sum(map(len, words)) > letters > 0


def _says_none(phrase: str) -> bool:
    """Whether half of the words of a phrase stand where there is no value."""
    words = phrase.split()
    return 2 * sum(word.casefold() in _NOT_SECRET for word in words) >= len(words)


def _told(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    """Where the value of a named secret stands, without the punctuation behind it; nothing where there is none."""
    password, quoted = match["password"] is not None, match["quoted"] is not None
    joint, start = match["joint"].strip().casefold(), match.start("quoted" if quoted else "plain")
    value = match["quoted"] if quoted else match["plain"].rstrip(".!?)]}\\")
    if _empty(value) or _empty(value.strip(" '\"\\")) or (not quoted and no_secret(match["plain"])):
        return
    if match["q"] == "`" and " " in value:  # what a shell puts in
        return
    if value.isdecimal() and len(value) < (PASSWORD_DIGITS if password else TOKEN_DIGITS):
        return
    if _worded(value):
        # Tokens are no words. A password may be one, or some, where nothing makes a sentence or a name of them.
        behind = match.string[start + len(value) : start + len(value) + 2]
        phrase = quoted and (" " in value or joint.isalpha())
        sentence = behind.strip().isalpha() or len(match.string) > _PROSE or joint.isalpha() or joint in ("", ",", "'")
        names = "_" in value or _NAMES_OF.search(value) or _says_none(value)
        if not password or names or (sentence and not phrase):
            return
    if joint.isalpha() and not quoted and value.isalpha() and value.islower():
        return
    if joint in ("", ",") and not quoted and not match["option"] and (value.isdecimal() or not changes(value)):
        return
    yield start, start + len(value)


#: Behind which a command takes a user, a colon and a password.
USER_OPTION = r"\b(?:curl|http|wget)\b(?:[^\n]|\\\n){0,200}?\s(?:-u|--user)[ =]{0,3}[\"']?"
_BEGINS = r"(?:(?<![A-Za-z0-9])|(?-i:(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])))"
#: The name of a secret, what joins it to its value, and the value.
_NAMED = (
    rf"(?P<option>--[\w-]{{0,30}}?|(?<=\s)-)?(?:(?P<password>{_called('passwords')}|{_BEGINS}(?:"
    rf"{_called('short_passwords')}))|{_BEGINS}(?:{_called('secrets')})|(?<=[a-z])(?:apikey|secretkey|(?:secret|token)(?=[\"']?(?:\s?=|:\s))))"
    r"(?:[ _.-]?(?:key|base|value|text|string|\d{1,2}))?(?: (?:for|of|to) (?:the |your |this )?\w{1,20})?"
    r"\\?[\"'\])]{0,3}(?:\s?:\s?str(?:ing)?(?= ?=)|\sstring(?= ?=))?"
    r"(?P<joint>\s{0,8}(?:(?:[:?+.!|=]{0,3}=>?|->|\|\|)[^\S\n]{0,8}|[:：](?:\s?[|>][+-]?(?=\s))?\s{0,8})|\s{1,3}(?:is|was|lautet|ist|est|es|é|è)\s*:?\s{1,3}|"
    r"[\"']\s{1,3}value\s?=\s?|>\s{0,8}|\s?,\s{0,3}(?=[\"'])|,(?=\w)|\)?(?:\.\w{2,12})?\((?=[\"'])|\s-\s(?=[\"'])|\s{1,4}(?![\w.-]{1,40}\s?[:=]))"
    r"(?:(?:Bearer|Basic|Token)\s{1,3})?"
    r"(?:\\?[@bfru]{0,2}(?P<q>[\"'`])(?P<quoted>(?:(?!(?P=q))[^\n\\]|\\[^\n]){1,1000}?)\\?(?P=q)|"
    r"(?P<plain>[^\s\"'`,;<]{3,400}))"
)


def _codes(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    """The codes of a list, words left out."""
    for code in re.finditer(r"[A-Za-z0-9-]+", match["codes"]):
        if not _worded(code.group()) and code.group().isascii():
            yield match.start("codes") + code.start(), match.start("codes") + code.end()


def _cookies(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    """The values of cookies that were drawn at random."""
    for value in re.finditer(rf"=(?P<value>[\w%.+/~-]{{{UNKNOWN_LEAST},}})", match["cookies"]):
        if changes(value["value"]) >= DRAWN:
            yield match.start("cookies") + value.start("value"), match.start("cookies") + value.end("value")


def _drawn(match: re.Match[str]) -> bool:
    token = match.group()
    digits = sum(c.isdigit() for c in token)
    drawn = changes(token) >= DRAWN or (token.isupper() and digits > 0)
    return (drawn and not _filled(token) and not _spoken(token)) or (digits >= OWN_DIGITS and _vendors_own(token))


def _vendors_own(token: str) -> bool:
    """Whether a token begins with what a vendor alone writes, no word and too long to begin one."""
    begin = _BEGINNING.match(token)
    return begin is not None and len(begin.group()) >= _OWN and not is_word(begin["word"]) and not _filled(token)


def _unknown(match: re.Match[str]) -> bool:
    """Whether a token of no known vendor was drawn at random, and is no checksum."""
    token = match["drawn"]
    return changes(token) >= DRAWN and any(c.isdigit() for c in token) and not (_filled(token) or _spoken(token))


def _own_key(match: re.Match[str]) -> bool:
    """Whether a key was drawn at random, and code does not call it one of a table, a cache or for everybody."""
    words = {piece.lower() for piece in _PIECE.findall(match["name"])}
    return words.isdisjoint(_KEYS_OF_NOTHING) and any(map(str.isalpha, match["drawn"])) and _unknown(match)


def _random(match: re.Match[str]) -> bool:
    """Whether a token that nothing announces has small and capital letters and digits as if drawn at random, and no
    word in it."""
    token = match.group()
    classes = [_class(sign) for sign in token if sign.isalnum()]
    if len(classes) < UNANNOUNCED_LEAST or len(set(classes)) < _CLASSES or changes(token) < UNANNOUNCED:
        return False
    return not any(len(piece) >= _WORD_LEAST and is_word(piece) for piece in _PIECE.findall(token))


def _long(match: re.Match[str]) -> bool:
    """Whether a long token has all three classes as if drawn at random, and is no parameter of an address."""
    token = match.group()
    classes = {_class(sign) for sign in token if sign.isalnum()}
    drawn = len(classes) == _CLASSES and changes(token) >= UNANNOUNCED and not _filled(token) and not _spoken(token)
    return drawn and not _PARAMETER.search(match.string, max(0, match.start() - _PARAMETER_MOST), match.start())


def _valued(match: re.Match[str]) -> bool:
    return not _empty(match["value"]) and not _worded(match["value"])


# fmt: off
#: What looks like a key by itself, and blocks of keys.
KEYS: tuple[Pattern, ...] = (
    Pattern("secret-token", Kind.SECRET,
        re.compile(rf"(?<![A-Za-z0-9])(?=[\w.:~/+=-]{{16}})(?:{_tokens()})"), 0.9, check=_drawn,
        examples=("use «sk-zq81Vexlor00tango5» now", "«glpat-vexlor_tango_bravo81»",
            "«hf_zq81vexLor00tango5qz»", "«eyJhbGciOiJIUzI1»…"),
        counterexamples=("sk-zqvexlortangobravo", "sk-zq81vexlor", "token_bucket_refill_interval",
            "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",
            "glpat-vexlor_tango_bravo8", "tok-vexlor_tango_bravo81", "AKIAXXXXXXXXXXXXXXXX")),
    Pattern("secret-shape", Kind.SECRET,
        re.compile(rf"(?<![A-Za-z0-9])(?=[\w.:~|-]{{16}})(?:{'|'.join(_DATA['shapes'])})(?![A-Za-z0-9])"), 0.9,
        check=_drawn, examples=("bot «8104711420:AZq81vexLor00tango5-Zq81vexLor00tan»",),
        counterexamples=("8104711420:tango", "s.substring", "s.ReadTimeoutOfEveryReader")),
    # A vendor that nobody listed: a word, a joint, and what was drawn at random.
    Pattern("secret-unknown", Kind.SECRET, re.compile(
            r"(?<![A-Za-z0-9/@.#-])(?!(?:sha\d*|md5|h1|nonce|etag|uuid|guid|v\d+)[_-])[A-Za-z][A-Za-z0-9]{1,11}"
            rf"(?:[_-][A-Za-z0-9]{{1,8}}){{0,2}}[_-](?P<drawn>[A-Za-z0-9]{{{UNKNOWN_LEAST},}})"
            r"(?:_[A-Za-z0-9]{6,40}){0,3}(?![A-Za-z0-9])"
        ), 0.8, check=_unknown,
        examples=("it is «vex_live_zq81Vexlor00tango5Bravo»", "«vex_zq81Vexlor00tango5Bravo_zq81vexl» now"),
        counterexamples=("vex_live_zqvexlortangobravotangos", "sha256-zq81Vexlor00tango5Bravo", "vex_zq81Vexlor")),
    # The same where it says what it is for.
    Pattern("secret-live", Kind.SECRET, re.compile(
            rf"(?<![A-Za-z0-9/@.#-])[a-z]{{2,12}}_(?:live|prod|test|sandbox)_(?P<drawn>[A-Za-z0-9]{{{LIVE_LEAST},}})"
            r"(?![A-Za-z0-9_])"
        ), 0.8, check=_unknown, examples=("Vexla «tm_live_zq81Vx0tA5Br»",),
        counterexamples=("tm_live_zq81Vx0tA5B", "tm_live_vexlortangob", "tm_live_zq81Vx0tA5Br_x")),
    # What opens a door or a gate, in other languages than English.
    Pattern("secret-door", Kind.SECRET, re.compile(
            rf"(?<![^\W_])(?:{_called('door_codes')})(?: (?:is|ist|är|est|è|es|é|to))?\s?:?\s{{1,3}}"
            r"(?P<value>[A-Z]?\d{3,6}[A-Z]?)(?![\w:-]|[.,]\w)", re.IGNORECASE,
        ), 0.85, group="value", examples=("Portkod «2246».", "Türcode: «4711B»", "code du portail est «A4711»"),
        counterexamples=("portkod 22", "Postcode 2246", "portkod 2246.50")),
    # What nothing announces and nobody would think of: "zQ81vXl0tG".
    Pattern("secret-drawn", Kind.SECRET,
        re.compile(r"(?<![\w/.:@#&=%+-])[A-Za-z0-9!#$%&*_+-]{8,40}(?![\w/:@+-]|\.\w)"), 0.6, check=_random,
        examples=("it is «zQ81vXl0tG» now", "«mqW-UX6rx-!4MX»", "it is «zQ81vXl0tG»."),
        counterexamples=("zQ81vXl0tG.py", "Icd9Code", "27-Jun-2025", "zQ81vXl", "zq81vxl0tg", "zQxxvXloTg",
            "Zqvexl81tango")),
    # The same, longer: what Base64 made of bytes. Checksums are written so, too, behind their algorithm, pictures and
    # public keys.
    Pattern("secret-long", Kind.SECRET,
        re.compile(
            r"(?<![\w+/.:@#~%-])(?<!base64,)(?!sha\d|md5|AAAA[BCE])[A-Za-z0-9+/_-]{41,4000}={0,2}(?![\w+/@:.-])"
        ), 0.6, check=_long,
        examples=("send «" + "zQ81vXl0tG" * 5 + "=» on",),
        counterexamples=("h1:" + "zQ81vXl0tG" * 5, "sha512-" + "zQ81vXl0tG" * 5, "zq81vxl0tg" * 5,
            "https://a.example/?s=" + "zQ81vXl0tG" * 5, "/usr/lib/VexlorTango/BravoTests/OfEveryCustomer81")),
    Pattern("secret-hash", Kind.SECRET, re.compile(rf"(?<![\w/])(?:{'|'.join(_DATA['hashes'])})"), 0.9,
        examples=("root:«$6$zq81vexl$zq81Vexlor00tango5Bravo»:19000",), counterexamples=("$6$zq81", "sha256:zq81")),
    Pattern("secret-webhook", Kind.SECRET,
        re.compile(rf"(?:{_called('webhooks')})(?P<value>[^\s\"'<>|]{{12,400}})"), 0.95, group="value",
        examples=("https://hooks.slack.com/services/«T0ZQ81/B0VEXL/zq81vexlor»",),
        counterexamples=("https://hooks.slack.com/services/", "https://example.com/services/T0ZQ81/B0VEXL/zq81vex")),
    Pattern("secret-address", Kind.SECRET,
        re.compile(r"://[^\s/:@\"']{0,64}:(?P<value>[^\s/?#\"'<>]{1,200})@(?=[\w\[])"), 0.95, group="value",
        check=_valued, examples=("redis://:«zq81vexlor»@cache:6379", "redis://:«zq@81@vexlor»@cache"),
        counterexamples=("redis://user:password@cache", "http://a:80/@b")),
    Pattern("secret-private-key", Kind.SECRET, re.compile(
            r"-{4,5} ?BEGIN [A-Z0-9 ]{0,40}(?:PRIVATE KEY(?: BLOCK)?|PGP MESSAGE) ?-{4,5}.*?"
            r"(?:-{4,5} ?END [A-Z0-9 ]{0,40}-{4,5}|\Z)|PuTTY-User-Key-File-\d:.*?(?:Private-MAC: \w+|\Z)",
            re.DOTALL), 1.0,
        examples=(
            "x «-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----» y",
            "«-----BEGIN RSA PRIVATE KEY-----\nabc»",
            "«-----BEGIN PGP PRIVATE KEY BLOCK-----\nabc\n-----END PGP PRIVATE KEY BLOCK-----»",
        ), counterexamples=("-----BEGIN PUBLIC KEY-----\nabc", "-----BEGIN CERTIFICATE-----\nabc")),
)
#: What the words beside it call a secret.
NAMED: tuple[Pattern, ...] = (
    Pattern("secret-card-code", Kind.SECRET,
        re.compile(r"\b(?:cvv|cvc|cvn|csc)2?\b(?: code| number)?\W{0,3}(?P<value>\d{3,4})\b", re.IGNORECASE), 0.8,
        group="value", examples=("CVV: «123»", "cvc code «4321»"), counterexamples=("CVV: 12345", "code 123")),
    Pattern("secret-context", Kind.SECRET, re.compile(_NAMED, re.IGNORECASE), 0.85, spans=_told,
        examples=(
            "password: «Zq81!vexlor».", "the PIN is «8146»", "dbPassword = '«zq vexlor 81»'", "--api-key «zq81vexlor»",
            'if token == "«zq81vexlor»":', f'token: "«{"zq81vexlor" * 60}»"',
            "<secret>«zq81vexlor»</secret>", "Authorization: Bearer «zq81vexlor»",
            'the wifi password is "«centipede»", enjoy',
        ),
        counterexamples=(
            "password: required", "password: ••••••", "the secret is out", "compass: Zq81", "token = get_token(user)",
            "password=${DB_PASSWORD}", "apiKey: this.apiKey", "token: 4096", "passwordPolicy: strict81",
            'password: "Enter your password"', "export API_KEY=`cat /vexlor/key`", "token: zqaaaaaaaavexlor81",
            "secret: [redacted]",
        )),
    Pattern("secret-vendor", Kind.SECRET, re.compile(
            rf"(?:(?<![A-Za-z])|(?<=-D))(?:{_called('vendors')})(?:[\w.-]{{0,30}}?(?:key|login|auth|pat|"
            r"access|access[_.-]?id|credentials?))?[\"'\])]{0,2}(?:\s?(?:[:?+.]{0,3}=>?|:)\s{0,3}[\"'`]?|,\s?[\"'])"
            r"(?P<drawn>[A-Za-z0-9_/+=.~-]{14,400})(?![\w(\[{$:@])", re.IGNORECASE,
        ), 0.8, group="drawn", check=_unknown,
        examples=("okta: «zq81Vexlor00tango5»", 'SONAR_LOGIN = "«zq81Vexlor00tango5»"'),
        counterexamples=("okta: tango-bravo-vexlor", "sonar_url: zq81Vexlor00tango5", "vexlor: zq81Vexlor00tango5")),
    # A key of whatever code calls it, if it is no key of a table or a cache.
    Pattern("secret-key", Kind.SECRET, re.compile(
            rf"(?<![A-Za-z0-9])(?P<name>[A-Za-z][\w.-]{{1,40}}?)(?:[ _.-](?:api[_.-]?)?key|(?-i:Key))[\"'\])]{{0,2}}"
            rf"\s?(?:[:?+.]{{0,3}}=>?|:)\s{{0,3}}[\"'`]?(?P<drawn>[A-Za-z0-9]{{{KEY_LEAST},400}})(?![\w(\[{{$:@./=+-])",
            re.IGNORECASE,
        ), 0.75, group="drawn", check=_own_key, needs=("key", "Key", "KEY"),
        examples=("vexlor_key = «948c19ecde2818a1a357fffb14d2»", "vexlorKey: '«zq81vex1or00tang05bra7o8zq»'",
            "using key = «948c19ecde2818a1a357fffb14d2»"),
        counterexamples=("primary_key = 948c19ecde2818a1a357fffb14d2", "vexlor_key = 948c19ecde28",
            "vexlor_key = requiredOptionsOfEveryCustomer", "vexlor_key = 94810192818013570014012")),
    Pattern("secret-header", Kind.SECRET, re.compile(
            r"(?:authorization|x-api-key|api-key)[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?:(?:bearer|basic|token|api-token|digest|negotiate|"
            r"apikey)\s{1,3})?(?P<value>[\w=~@.+/-]{8,4000})",
            re.IGNORECASE,
        ), 0.85, group="value", check=_valued, examples=("authorization: basic «enE4MXZleGxvcg==»",),
        counterexamples=("Authorization: required", "Authorization: Bearer $TOKEN")),
    Pattern("secret-cookie", Kind.SECRET, re.compile(r"(?i:cookie2?):\s?(?P<cookies>[^\n\r]{1,4000})"), 0.85,
        spans=_cookies, examples=("Cookie: sid=«zq81vexlor00tango5Bravo»; theme=dark",),
        counterexamples=("Cookie: theme=dark",)),
    # Programs that take a password behind a letter: curl -u name:…, mysql -p…, redis-cli -a …
    Pattern("secret-command", Kind.SECRET, re.compile(
            rf"(?:{USER_OPTION}[^\s:\"']{{0,64}}:|"
            r"(?:mysql\w*|mariadb)\b[^\n]{0,120}?\s-p[\"']?|\b(?:sshpass|docker|podman|redis-cli|mosquitto_\w+|(?i:psexec(?:\.exe)?))\b"
            r"[^\n]{0,120}?\s-(?:p|P|a)\s{1,3}[\"']?|\bpass:|\s/user:\S{1,40}\s|"
            r"\b(?i:identified by(?: password)?)\s{1,3}[\"'])"
            r"(?P<value>[^\s\"'$<{\[-][^\s\"']{3,200})"
        ), 0.85, group="value", check=_valued,
        examples=("curl -u ops:«zq81vexlor» x", "mysql -u root -p«zq81vexlor» shop", "IDENTIFIED BY '«zq81vexlor»'"),
        counterexamples=("curl -u user:password x", "mysql -u root -p shop", 'curl -u "$USER:$PASS" x')),
    # What code signs in with: the last argument behind a user's name.
    Pattern("secret-argument", Kind.SECRET, re.compile(
            r"\b\w{0,40}(?:Credentials?|DirectoryEntry)\((?:[^()\n;]|\n){0,200}?[\"'],\s{0,20}"
            r"[\"'](?P<value>[^\"'\n]{4,100})[\"']\s?\)"
        ), 0.85, group="value", check=_valued, needs=("redential", "DirectoryEntry"),
        examples=("new NetworkCredential('ada', '«zq81vexlor»');",),
        counterexamples=("new NetworkCredential('ada', 'password')", "NetworkCredential(user, pass)")),
    Pattern("secret-compared", Kind.SECRET, re.compile(
            rf"(?P<q>[\"'])(?P<value>[^\"'\n]{{4,100}})(?P=q)\s?[=!]==?\s?[\w.]{{0,40}}?(?:{_NAMES})\b", re.IGNORECASE
        ), 0.8, group="value", check=_valued, examples=("if '«zq81vexlor»' == password:",),
        counterexamples=("'required' == password", "'zq81vexlor' == name")),
    Pattern("secret-codes", Kind.SECRET, re.compile(
            r"\b(?:recovery|backup|scratch|verification|security|confirmation|login|access|door|gate|alarm|entry|"
            r"one[- ]time|2fa|mfa|otp|auth(?:entication)?|sms|unlock|reset)[ -](?:code|key|pin|pass(?:word|code))s?"
            r"(?:\s(?:is|are))?\s?:?\s{1,3}"
            r"(?P<codes>(?:(?=[A-Za-z-]{0,40}\d)[A-Za-z0-9-]{4,60}|[a-z0-9]{4,6}-[a-z0-9]{4,6})"
            r"(?:(?:,? and |[\s,;]{1,3})(?:(?=[A-Za-z-]{0,40}\d)[A-Za-z0-9-]{4,60}|[a-z0-9]{4,6}-[a-z0-9]{4,6})){0,30})"
            r"(?![\w:.-]\w)", re.IGNORECASE,
        ), 0.85, spans=_codes, examples=("Backup codes: «81zq-vexl», «tang-00br»", "your recovery code is «ZQ81-VEXL»"),
        counterexamples=("backup codes: long-term", "recovery code sent", "access key 2")),
    Pattern("secret-code-sent", Kind.SECRET, re.compile(
            r"\b(?:(?:otp|code|pin)\W{1,3}(?P<before>\d{4,8})\b(?=[^\n]{0,30}\b(?:sign|log|verify|confirm|continue))|"
            r"(?P<behind>(?:[A-Z]{1,3}-)?\d{4,8})(?= is your\b[^.\n]{0,40}\bcode\b))", re.IGNORECASE,
        ), 0.85, spans=lambda match: [match.span(match.lastgroup or 0)],
        examples=("Use code «814600» to sign in", "«G-814600» is your Vexlor code"),
        counterexamples=("code 814600 was returned", "814600 is your order number")),
)
# fmt: on
ROWS = (*KEYS, *NAMED)


def secrets(text: str) -> Iterator[TextFinding]:
    """Spans that open something: keys, tokens, private key blocks, hashes and passwords named by what stands beside
    them."""
    if len(text) < _TEXT_LEAST:
        return
    if _HINT.search(text):
        yield from find_all(KEYS, text)
    yield from find_all(NAMED, text)
