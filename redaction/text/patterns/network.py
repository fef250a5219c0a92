"""URLs and hosts: what identifies is hidden, the product stays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from redaction.findings import Kind, Source, TextFinding
from redaction.lexicon.lists import WordList, any_of, machines, word_list
from redaction.lexicon.words import is_word
from redaction.offline import host_parts

_SECRET_QUERY = any_of(WordList.SECRET_KEYS)
_PERSON_KEYS = any_of(WordList.PERSON_KEYS)
_PROFILE_PARTS = any_of(WordList.PROFILE_PARTS)
#: Names of what this module finds.
URL_NAMES = (
    *("url-user", "url-password", "url-tenant", "url-domain", "url-repository"),
    *("url-profile", "url-secret", "url-query"),
)
_HOST = re.compile(
    r"(?<![\w@.-])(?P<scheme>(?:https?|ftp|sftp|wss?|ssh|s3|jdbc:\w+|postgres(?:ql)?|mysql|mongodb(?:\+srv)?|redis|"
    r"smb|git)://)?(?:(?P<user>[^\s/@:]{1,64})(?::(?P<password>[^\s/@]{1,128}))?@)?(?P<host>[^\W_](?:[\w-]{0,62})"
    r"(?:\.[^\W_][\w-]{0,62})+)\.?(?P<port>:\d{2,5})?(?P<rest>[/?#][^\s<>\"'“”|]*)?",
    re.UNICODE,
)
TENANT_SUFFIXES = word_list(WordList.TENANT_HOSTS)
_PRODUCT_LABELS = word_list(WordList.PRODUCT_LABELS)
_PUBLIC = word_list(WordList.PUBLIC_SITES)
FILE_ENDINGS = word_list(WordList.FILE_ENDINGS)
_PROFILE = re.compile(rf"(?:^|/)(?:{_PROFILE_PARTS})[/=](?P<part>[^/?#&=]+)", re.IGNORECASE)
_QUERY = re.compile(r"[?&#;](?P<key>[\w.\[\]-]{1,40})=(?P<part>[^&#;]+)")
_QUERY_KEYS = re.compile(rf"^(?:{_PERSON_KEYS})$", re.IGNORECASE)
_SECRET_KEYS = re.compile(rf"^(?:{_SECRET_QUERY})$", re.IGNORECASE)
_REPO_HOSTS = word_list(WordList.REPOSITORY_HOSTS)
_REPO_PAGES = word_list(WordList.REPOSITORY_PAGES)


@lru_cache(maxsize=50_000)
def split_host(host: str) -> tuple[str, str, str]:
    """(subdomain, registrable label, public suffix) of a host name, offline; suffix "" when there is none."""
    parts = host_parts()(host.casefold())
    return parts.subdomain, parts.domain, parts.suffix


def urls(text: str, *, host_role: bool = False) -> Iterator[TextFinding]:
    """The identifying parts of URLs and host names: tenant, user, customer, private domain."""
    if "." not in text and "://" not in text:
        return
    for match in _HOST.finditer(text):
        host = match["host"]
        _, domain, suffix = split_host(host)
        marked = bool(match["scheme"]) or host.casefold().startswith("www.") or host_role
        if not suffix or not domain:
            if match["scheme"]:
                yield from _credentials(match)
                yield from _rest(text, match, "")
            continue
        if not marked and (suffix in FILE_ENDINGS or (not match["rest"] and not _plausible(host, suffix))):
            continue
        if match["user"] and not marked:
            continue
        yield from _credentials(match)
        yield from _host_parts(host, match.start("host"))
        yield from _rest(text, match, f"{domain}.{suffix}")


def _credentials(match: re.Match[str]) -> Iterator[TextFinding]:
    """Who signs in to a host, and with what; a database may call its programs like everybody's."""
    if match["user"] and match["user"].casefold() not in machines():
        yield TextFinding(*match.span("user"), Kind.USERNAME, 0.9, "url-user")
    if match["password"]:
        yield TextFinding(*match.span("password"), Kind.SECRET, 0.95, "url-password")


def _plausible(host: str, suffix: str) -> bool:
    if suffix in _COMMON_SUFFIXES:
        return host == host.lower() or host == host.upper() or host.count(".") > 1 or suffix in {"com", "org", "net"}
    return host == host.lower() and host.count(".") > 1


_COMMON_SUFFIXES = word_list(WordList.COMMON_SUFFIXES)


def _host_parts(host: str, offset: int) -> Iterator[TextFinding]:
    low = host.casefold()
    tenant_suffix = max((s for s in TENANT_SUFFIXES if low.endswith("." + s)), key=len, default="")
    subdomain, domain, suffix = split_host(host)
    registrable = f"{domain}.{suffix}"
    if tenant_suffix:
        prefix = low[: -len(tenant_suffix) - 1]
        yield from _labels(prefix, offset, Kind.URL, 0.9, Source.HOST)
        return
    if registrable.startswith("example."):
        yield from _labels(subdomain, offset, Kind.URL, 0.7, only_private=True)
        return
    if registrable in _PUBLIC:
        return
    # A private domain names its owner: the registrable label is the identifier, product labels before it stay.
    if subdomain:
        yield from _labels(subdomain, offset, Kind.URL, 0.7, only_private=True)
    start = offset + len(subdomain) + (1 if subdomain else 0)
    yield TextFinding(start, offset + len(host), Kind.URL, 0.6, "url-domain", Source.HOST)


def _labels(
    prefix: str, offset: int, kind: Kind, score: float, source: Source = Source.PATTERN, *, only_private: bool = False
) -> Iterator[TextFinding]:
    position = 0
    for label in prefix.split("."):
        generic = label in _PRODUCT_LABELS or len(label) < 2 or (only_private and is_word(label))
        if not generic and re.fullmatch(r"(?:us|eu|ap|na|ca|sa|af|me)(?:-\w+-\d)?|s3[\w-]*|[a-z]{2}\d{1,3}", label):
            generic = True
        if not generic:
            yield TextFinding(offset + position, offset + position + len(label), kind, score, "url-tenant", source)
        position += len(label) + 1


def _rest(text: str, match: re.Match[str], registrable: str) -> Iterator[TextFinding]:
    rest = match["rest"]
    if not rest:
        return
    base = match.start("rest")
    trimmed = rest.rstrip(".,;:!?)]}'\"")
    if registrable in _REPO_HOSTS:
        yield from _repository(trimmed, base)
    for part in _PROFILE.finditer(trimmed.split("?")[0]):
        if not _generic_part(part["part"]):
            yield TextFinding(base + part.start("part"), base + part.end("part"), Kind.USERNAME, 0.8, "url-profile")
    for part in re.finditer(r"/[@~](?P<part>[\w.-]{2,})", trimmed):
        yield TextFinding(base + part.start("part"), base + part.end("part"), Kind.USERNAME, 0.8, "url-profile")
    for part in _QUERY.finditer(trimmed):
        span = base + part.start("part"), base + part.end("part")
        if _SECRET_KEYS.match(part["key"]) and len(part["part"]) >= 6:
            yield TextFinding(*span, Kind.SECRET, 0.8, "url-secret")
        elif _QUERY_KEYS.match(part["key"]) and not _generic_part(part["part"]):
            yield TextFinding(*span, Kind.USERNAME, 0.7, "url-query")


def _generic_part(part: str) -> bool:
    words = [w for w in re.split(r"[\W_]+", part) if w]
    return (
        not words
        or all(is_word(w) or len(w) < 2 for w in words)
        or part.casefold().endswith((".html", ".aspx", ".php"))
    )


def _repository(rest: str, base: int) -> Iterator[TextFinding]:
    parts = re.match(r"/(?P<owner>[\w.-]+)(?:/(?P<name>[\w.-]+))?", rest)
    if parts is None or parts["owner"].casefold() in _REPO_PAGES:
        return
    end = parts.end("name") if parts["name"] else parts.end("owner")
    end -= 4 if rest[:end].endswith(".git") else 0
    yield TextFinding(base + 1, base + end, Kind.REPOSITORY, 0.85, "url-repository")
