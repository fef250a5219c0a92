"""Addresses of machines: IPv4, IPv6 and MAC. Loopback and unspecified addresses identify nobody."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator

from redaction.findings import Kind, Source, TextFinding
from redaction.text.patterns.pattern import Pattern, find_all

#: Code points before dotted numbers in which a word for a version is looked for.
_NEAR = 12
#: An IPv6 address is longer than a time with seconds and its zone, in characters.
_IPV6_LEAST = 7
_VERSION = re.compile(r"(?:version|ver\.?|release|build|firmware|driver|v|section|§)\s*$", re.IGNORECASE)


def _ipv4_span(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    """The address without the length of its network; nothing for versions and for nobody's addresses."""
    plain = match.group().split("/")[0]
    number = ipaddress.IPv4Address(".".join(str(int(part)) for part in plain.split(".")))  # zeros may stand before
    before = match.string[max(0, match.start() - _NEAR) : match.start()]
    if not (_VERSION.search(before) or number.is_loopback or plain.startswith(("0.", "255."))):
        yield match.start(), match.start() + len(plain)


def _ipv6(match: re.Match[str]) -> bool:
    text = match.group()
    if len(text) < _IPV6_LEAST or not any(c in "0123456789abcdefABCDEF" for c in text):
        return False
    try:
        address = ipaddress.IPv6Address(text.split("%")[0])
    except ValueError:
        return False
    return not (address.is_loopback or address.is_unspecified)


# fmt: off
ROWS: tuple[Pattern, ...] = (
    Pattern("ip", Kind.ID, re.compile(
            r"(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|[01]?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d?\d)(?:/\d{1,2})?(?![\w]|"
            r"\.\d)"
        ), 0.8, Source.CHECKED, needs=(".",), spans=_ipv4_span,
        examples=("from «198.51.100.7»", "«198.51.100.0»/24", "«010.1.2.3»"),
        counterexamples=("version 10.1.2.3", "127.0.0.1", "0.0.0.0", "255.255.255.0", "300.1.2.3", "1.2.3.4.5")),
    Pattern("ipv6", Kind.ID, re.compile(
            r"(?<![\w:.])(?:[0-9A-Fa-f]{0,4}:){2,7}(?:(?:\d{1,3}\.){3}\d{1,3}|[0-9A-Fa-f]{0,4})(?:%\w+)?(?![\w:]|\.\d)"
        ), 0.8, Source.CHECKED, needs=(":",), check=_ipv6,
        examples=("from «2001:db8::4711»", "«fe80::1:2:3%eth0»", "«2001:db8:0:0:0:0:198.51.100.7»/96"),
        counterexamples=("::1", "::", "12:34:56", "std::vector", "a::b", "2001:db8::256.1.1.1")),
    Pattern("mac", Kind.ID,
        re.compile(r"(?<![\w:-])[0-9A-Fa-f]{2}([:-])(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}(?![\w:-])"), 0.9,
        Source.CHECKED, needs=(":", "-"), examples=("«00:00:5e:00:53:af»", "«00-00-5E-00-53-AF»"),
        counterexamples=("00:00:5e-00:53:af", "00:00:5e:00:53", "00:00:5e:00:53:af:01")),
    # Machines called by their address, and what clouds call machines, disks and networks.
    Pattern("host-ip", Kind.ID, re.compile(
            r"(?<![\w.-])(?=[a-z])[a-z][a-z0-9]{1,19}(?:-[a-z]{2,19}){0,2}(?:-(?:25[0-5]|2[0-4]\d|1?\d?\d)){4}(?![\w-])"
        ), 0.75, needs=("-",), examples=("on «ip-10-0-3-17» now", "«runner-10-20-30-4»"),
        counterexamples=("on 10-0-3-17", "ip-10-0-3", "ip-10-0-3-317")),
    Pattern("cloud-id", Kind.ID, re.compile(
            r"(?<![\w-])(?:i|ami|vol|snap|eni|eipalloc|sg|vpc|subnet|rtb|igw|nat|acl|lt|fs)-(?=[a-f]*\d)(?=\d*[a-f])"
            r"[0-9a-f]{8,17}(?![\w-])"
        ), 0.75, needs=("-",), examples=("instance «i-0a1b2c3d4e5f60718»", "«subnet-9d4a7b6c»"),
        counterexamples=("i-0a1b2c3", "sg-internal", "vol-12345678")),
    # As some makers write it, in three groups; and without any, behind the word for it.
    Pattern("mac-grouped", Kind.ID,
        re.compile(r"(?<![\w.])(?=[\d.]{0,13}[A-Fa-f])[0-9A-Fa-f]{4}(?:\.[0-9A-Fa-f]{4}){2}(?!\w|\.\w)"), 0.9,
        Source.CHECKED, needs=(".",), examples=("on «0000.5e00.53af» now",),
        counterexamples=("0000.5e00.53af.01", "0000.5e00.53", "1234.5678.9012")),
    Pattern("mac-named", Kind.ID, re.compile(
            r"\b(?:mac|bssid|hwaddr|ethernet)(?:[ -]?(?:address|addr|id))?\W{1,4}(?P<value>[0-9A-F]{12})(?!\w)",
            re.IGNORECASE,
        ), 0.9, Source.CHECKED, group="value", examples=("MAC address: «00005e0053af»",),
        counterexamples=("mac 00005e0053", "id 00005e0053af")),
)
# fmt: on


def addresses_of_machines(text: str) -> Iterator[TextFinding]:
    """IPv4, IPv6 and MAC addresses; versions are no addresses."""
    return find_all(ROWS, text)
