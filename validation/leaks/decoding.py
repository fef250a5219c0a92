"""What a text says once its wrappings are undone: escapes of any nesting, base64, hexadecimal, punycode, "[at]".

Undoing is bounded: LAYERS deep and MOST readings in all, every step linear in the text.
"""

from __future__ import annotations

import base64
import binascii
import html
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote

#: How many wrappings inside each other are undone, and how many readings of one text there can be.
LAYERS, MOST = 4, 16
#: Letters a value needs to be looked for in what only looks like base64 or hexadecimal. In 1 MB of random base64 one of
#: 10,000 names of so many letters turns up with a chance below 1e-6: (2/256)**8 for each of 3e6 places and each name.
BURIED = 8
#: The same where a whole run decodes to nothing but text, which random characters do once in a thousand: below 1e-4.
PACKED = 6
#: Stands between decoded pieces: letters that no value has, so that nothing is found across.
_BARRIER = " \u2d63\u2d63\u2d63 "

#: Without any of this a text says nothing but what it says.
_WRAPPED = re.compile(
    r"[%&\\=\[({<]|[A-Za-z0-9+/_-]{10}|-[ \t]*\r?\n|xn--| dot |(?:[0-9A-Fa-f]{2}[\s:,;-]{1,3}){5}", re.IGNORECASE
)
_U_ESCAPE = re.compile(r"(?:\\u\{([0-9A-Fa-f]{1,6})\}|[\\%]u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8}))")
_X_ESCAPES = re.compile(r"(?:\\x[0-9A-Fa-f]{2})+")
_OCTAL = re.compile(r"(?:\\[0-3][0-7]{2})+")
_PRINTABLE = re.compile(r"(?:=[0-9A-Fa-f]{2})+")
_IS_PRINTABLE = re.compile(r"=(?:[0-9A-Fa-f]{2}(?:=[0-9A-Fa-f]{2}|\w)|\r?\n)")
_BROKEN = re.compile(r"(?<=[^\W\d_])-[ \t]*\r?\n[ \t]*(?=[^\W\d_])")
_PUNYCODE = re.compile(r"xn--([a-z0-9-]{2,59})", re.IGNORECASE)
_AT = re.compile(r"[ ]{0,2}[\[({<][ ]?(?:at|@|arobase|ät)[ ]?[\])}>][ ]{0,2}", re.IGNORECASE)
_DOT = re.compile(r"[ ]{0,2}[\[({<][ ]?(?:dot|punkt|point|punto|\.)[ ]?[\])}>][ ]{0,2}", re.IGNORECASE)
#: "jo at host dot org" in plain words: only with both, and an end that domains have.
_SPELLED = re.compile(
    r"(?<![\w.+-])([\w.+-]{1,64}) at ((?:[\w-]{1,63} dot ){1,4})"
    r"(com|org|net|edu|gov|info|biz|io|eu|uk|de|fr|es|it|nl|be|ch|at|ie|pl|se|no|dk|fi|pt|cz|us|ca|au|nz|in|jp|cn|br|mx|za)\b",
    re.IGNORECASE,
)
_RUN = re.compile(r"[A-Za-z0-9+/_-]{10,}(?:\r?\n[A-Za-z0-9+/_-]{4,})*")
_HEX = re.compile(r"[0-9A-Fa-f]{12,}")
_SPACED_HEX = re.compile(
    r"(?<![0-9A-Za-z])(?:(?:0x)?[0-9A-Fa-f]{2}[\s:,;-]{1,3}){5,}(?:0x)?[0-9A-Fa-f]{2}(?![0-9A-Za-z])"
)
#: Dates, digests and UUIDs: base64 of a name has other letters, too, but for one in 1e9.
_NO_BASE64 = re.compile(r"[\dTZ/+_-]+|[0-9a-fA-F]{32,}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_URL_SAFE = str.maketrans("-_", "+/", "\r\n")
_TEXT_8 = re.compile(rb"(?:[\x20-\x7e\t\r\n]|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|\xf0[\x80-\xbf]{3}){6,}")
_TEXT_16 = (
    ("utf-16-le", re.compile(rb"(?:[\x20-\xff]\x00|[\x00-\xff][\x01-\x06]){6,}")),
    ("utf-16-be", re.compile(rb"(?:\x00[\x20-\xff]|[\x01-\x06][\x00-\xff]){6,}")),
)


class Reading(NamedTuple):
    """One way to read a text. Values shorter than `least` letters are not looked for in it."""

    text: str
    least: int


def readings(text: str) -> tuple[Reading, ...]:
    """The text as it is, and everything it says behind its wrappings, each once."""
    return _readings(text) if _WRAPPED.search(text) else (Reading(text, 0),)


@lru_cache(maxsize=16)
def _readings(text: str) -> tuple[Reading, ...]:
    found = {text: 0}
    front = [Reading(text, 0)]
    for _ in range(LAYERS):
        inner: list[Reading] = []
        for reading in front:
            for said, least in (Reading(unescaped(reading.text), 0), *_unpacked(reading.text)):
                if said not in found and len(found) < MOST:
                    found[said] = max(least, reading.least)
                    inner.append(Reading(said, found[said]))
        if not inner:
            break
        front = inner
    return tuple(Reading(*item) for item in found.items())


def unescaped(text: str) -> str:
    """The text with one layer of every escape undone."""
    if "%" in text:
        text = unquote(text, errors="replace")
    if "&" in text:
        text = html.unescape(text)
    if "\\" in text or "%u" in text:
        text = _backslashes(text)
    if "=" in text and _IS_PRINTABLE.search(text):
        text = _PRINTABLE.sub(lambda m: _decoded(bytes.fromhex(m[0].replace("=", ""))), re.sub(r"=\r?\n", "", text))
    if "-\n" in text or "-\r" in text or "- \n" in text:
        text = _BROKEN.sub("", text)
    if "xn--" in text or "XN--" in text:
        text = _PUNYCODE.sub(_from_punycode, text)
    if " dot " in text or " DOT " in text:
        text = _SPELLED.sub(lambda m: f"{m[1]}@{m[2].casefold().replace(' dot ', '.')}{m[3]}", text)
    if "[" in text or "(" in text or "{" in text or "<" in text:
        text = _DOT.sub(".", _AT.sub("@", text))
    return text


def _backslashes(text: str) -> str:
    text = _U_ESCAPE.sub(lambda m: _char(int(m[1] or m[2] or m[3], 16)), text)
    text = _X_ESCAPES.sub(lambda m: _decoded(bytes.fromhex(m[0].replace("\\x", ""))), text)
    text = _OCTAL.sub(lambda m: _decoded(bytes(int(o, 8) for o in m[0].split("\\")[1:])), text)
    if any("\ud800" <= c <= "\udfff" for c in text):
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def _char(code: int) -> str:
    return chr(code) if code <= 0x10FFFF else "\ufffd"


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _from_punycode(match: re.Match[str]) -> str:
    try:
        return unicodedata.normalize("NFC", match[1].casefold().encode("ascii").decode("punycode"))
    except (UnicodeError, ValueError, OverflowError):
        return match[0]  # not punycode: it stays as it is written


def _unpacked(text: str) -> Iterator[Reading]:
    """What runs of base64 and hexadecimal hold, at any alignment: what is text as a whole, and pieces."""
    whole: list[str] = []
    pieces: list[str] = []
    for data, first in _payloads(text):
        for said, complete in _said(data):
            (whole if complete and first else pieces).append(said)
    for texts, least in ((whole, PACKED), (pieces, BURIED)):
        if texts:
            yield Reading(_BARRIER.join(dict.fromkeys(texts)), least)


def _payloads(text: str) -> Iterator[tuple[bytes, bool]]:
    """(bytes, whether they begin where the run begins) of every run that can be decoded, at every alignment."""
    for match in _RUN.finditer(text):
        run = match[0].translate(_URL_SAFE)
        if _NO_BASE64.fullmatch(match[0]):
            continue
        for offset in range(4):
            part = run[offset:]
            part = part[: len(part) - (len(part) % 4 == 1)]
            try:
                yield base64.b64decode(part + "=" * (-len(part) % 4)), offset == 0
            except binascii.Error:
                continue
    for match in _HEX.finditer(text):
        for offset in range(2):
            part = match[0][offset:]
            yield bytes.fromhex(part[: len(part) // 2 * 2]), offset == 0
    for match in _SPACED_HEX.finditer(text):
        yield bytes.fromhex(re.sub(r"0x|[\s:,;-]", "", match[0])), True


def _said(data: bytes) -> Iterator[tuple[str, bool]]:
    """(text, whether it is all there is) in bytes of any form."""
    for match in _TEXT_8.finditer(data):
        yield match[0].decode("utf-8", errors="replace"), len(match[0]) == len(data)
    if b"\x00" in data:
        for encoding, pattern in _TEXT_16:
            for match in pattern.finditer(data):
                yield match[0].decode(encoding, errors="replace"), len(match[0]) == len(data)
