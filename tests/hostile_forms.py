"""Hostile texts, and what a test of growth does with them: CPU time of this process, compared with itself."""

from __future__ import annotations

import time
from collections.abc import Callable

#: The most that four times the text may cost, as a multiple: 4 is linear, 16 quadratic.
GROWTH = 8.0
#: What is repeated, by what it attacks.
FORMS = {
    "houses: a capital and an apostrophe": "O'",
    "houses: a capital and a typographic apostrophe": "O’",
    "names: initials with blanks": "A. ",
    "names: initials without blanks": "A.",
    "names: initials on lines": "A.\n",
    "names: one capital and a blank": "A ",
    "names: double names": "Aa-",
    "names: capitalised words": "Abcd ",
    "names: particles": "Van de la ",
    "names: lists with commas": "Aa, ",
    "names: titles": "Mr. Dr. ",
    "names: greetings": "Dear Ann, ",
    "names: headers": "From: A <a>\n",
    "names: open brackets after a name": "Ann <a (b ",
    "names: forwarded": "---- Forwarded by a ",
    "companies: joined by ampersands": "Aa & ",
    "companies: legal forms": "Inc, Ltd ",
    "phones: a bracket and hard spaces": "1)\u00a0\u00a0",
    "phones: groups": "1 - ",
    "phones: brackets": "(1) ",
    "numbers: one run of digits": "1",
    "numbers: words that announce one": "lots nrs. \t\t",
    "mail: at signs": "a@",
    "mail: hidden": "a at b dot ",
    "mail: dashes before an at": "-a-",
    "hosts: labels": "a.",
    "hosts: schemes": "http://a",
    "paths: slashes": "/a",
    "paths: backslashes": "C:\\Users\\",
    "log-ins: words without one": "user  \n",
    "labels: colons": "Name: ",
    "labels: quotes": '"a": \'',
    "secrets: words without one": "password  ",
    "secrets: slashes before what a token needs": "/" * 600 + "_authToken ",
    "secrets: open blocks": "-----BEGIN PRIVATE KEY-----",
    "addresses: streets": "12 Main St, ",
    "addresses: numbers on lines": "1\n",
    "blanks": " ",
    "line ends": "\r\n",
    "tabs": "\t",
    "encodings": "%C3%A4&amp;\\u00e4",
    "combining marks": "a\u0301",
    "ideographs": "王",
    "placeholders beside addresses": "[PERSON] a@b.cd ",
}


def cost(run: Callable[[], object], tries: int = 3) -> float:
    """CPU seconds of the best of some tries."""
    best = float("inf")
    for _ in range(tries):
        started = time.process_time()
        run()
        best = min(best, time.process_time() - started)
    return best


def hostile(unit: str, length: int) -> str:
    """So many characters of a form, and one that no pattern goes on with."""
    return (unit * length)[: length - 1] + "\x01"


def grows(run: Callable[[int], object], small: int, tries: int = 3) -> float:
    """How often the cost of `run(small)` four times the size costs; measured once more, the best of `tries`, where the
    first look is above GROWTH."""
    first = cost(lambda: run(4 * small), 1) / cost(lambda: run(small), 2)
    if first <= GROWTH:
        return first
    return cost(lambda: run(4 * small), tries) / cost(lambda: run(small), tries)
