"""URLs, hosts, IP and MAC addresses: what identifies is hidden, the product stays."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator
from functools import lru_cache

from redaction.findings import Kind, Source, TextFinding
from redaction.lexicon.words import is_word, listing
from redaction.offline import host_parts

_HOST = re.compile(
    r"(?<![\w@.-])(?P<scheme>(?:https?|ftp|sftp|wss?|ssh|s3|jdbc:\w+|postgres(?:ql)?|mysql|mongodb(?:\+srv)?|redis|"
    r"smb|git)://)?"
    r"(?:(?P<user>[^\s/@:]{1,64})(?::(?P<password>[^\s/@]{1,128}))?@)?"
    r"(?P<host>[^\W_](?:[\w-]{0,62})(?:\.[^\W_][\w-]{0,62})+)\.?(?P<port>:\d{2,5})?(?P<rest>[/?#][^\s<>\"'“”|]*)?",
    re.UNICODE,
)
#: Hosts under which a tenant has its own name: what stands before the suffix identifies a customer.
TENANT_SUFFIXES = (
    "app.netsuite.com",
    "netsuite.com",
    "my.salesforce.com",
    "lightning.force.com",
    "salesforce.com",
    "force.com",
    "visualforce.com",
    "sharepoint.com",
    "onmicrosoft.com",
    "dynamics.com",
    "crm.dynamics.com",
    "visualstudio.com",
    "azurewebsites.net",
    "atlassian.net",
    "jira.com",
    "zendesk.com",
    "freshdesk.com",
    "freshservice.com",
    "slack.com",
    "service-now.com",
    "servicenow.com",
    "workday.com",
    "myworkday.com",
    "myworkdayjobs.com",
    "greenhouse.io",
    "lever.co",
    "bamboohr.com",
    "okta.com",
    "auth0.com",
    "onelogin.com",
    "my.zoho.com",
    "zohocorp.com",
    "docusign.net",
    "box.com",
    "egnyte.com",
    "successfactors.com",
    "ariba.com",
    "coupahost.com",
    "concursolutions.com",
    "hubspot.com",
    "myshopify.com",
    "github.io",
    "gitlab.io",
    "herokuapp.com",
    "odoo.com",
    "quickbooks.com",
    "intercom.help",
    "statuspage.io",
    "webex.com",
    "zoom.us",
    "amazonaws.com",
    "cloudfront.net",
    "firebaseapp.com",
    "web.app",
    "vercel.app",
    "netlify.app",
    "pages.dev",
    "oraclecloud.com",
    "sap.com",
    "s4hana.ondemand.com",
    "ondemand.com",
    "kintone.com",
    "monday.com",
    "clickup.com",
    "notion.site",
    "teamwork.com",
    "basecamp.com",
    "pipedrive.com",
    "recruitee.com",
    "personio.de",
    "smartrecruiters.com",
    "icims.com",
    "taleo.net",
    "ultipro.com",
    "adp.com",
    "rippling.com",
    "gusto.com",
    "wordpress.com",
    "blogspot.com",
    "tumblr.com",
    "medium.com",
    "substack.com",
)
#: First labels that belong to a product and not to its customer.
_PRODUCT_LABELS = listing(
    """
    www www2 app apps api my login auth accounts account admin mail webmail m mobile docs help support status
    developer developers dev staging stage prod production test sandbox eu us uk na1 na2 na3 na4 ap1 cdn static
    assets img images media blog news shop store get go open web portal secure id sso signin signup dashboard
    console cloud drive calendar meet chat files download downloads updates community forum learn training system
    server home en de fr es it jp
    """
)
#: Public sites everybody uses: the host is kept; in their paths only people and projects are hidden.
_PUBLIC = listing(
    """
    google.com youtube.com amazon.com amazon.in amazon.de amazon.co.uk microsoft.com office.com office365.com
    live.com outlook.com microsoftonline.com apple.com icloud.com github.com gitlab.com bitbucket.org linkedin.com
    facebook.com twitter.com x.com instagram.com wikipedia.org wikimedia.org reddit.com stackoverflow.com
    docusign.com docusign.net zoho.com zoho.in zoho.eu netsuite.com oracle.com salesforce.com sap.com adobe.com
    dropbox.com slack.com zoom.us atlassian.com atlassian.net trello.com notion.so asana.com monday.com
    greenhouse.io workday.com zendesk.com yahoo.com bing.com duckduckgo.com mozilla.org python.org pypi.org
    npmjs.com docker.com kubernetes.io w3.org ietf.org cnn.com bbc.com bbc.co.uk nytimes.com theguardian.com
    espn.com ebay.com paypal.com stripe.com netflix.com spotify.com whatsapp.com openai.com chatgpt.com figma.com
    canva.com medium.com wordpress.com wordpress.org quora.com pinterest.com indeed.com glassdoor.com coursera.org
    udemy.com booking.com airbnb.com uber.com kaggle.com huggingface.co apache.org example.com example.org
    example.net t.me tinyurl.com bit.ly goo.gl gravatar.com cloudflare.com mysql.com postgresql.org gmail.com
    hotmail.com aol.com msn.com debian.org ubuntu.com redhat.com ibm.com intel.com nvidia.com hp.com dell.com
    """
)
FILE_ENDINGS = listing(
    """
    py js ts tsx jsx java cs cpp hpp go rs rb php html htm css scss json xml yaml yml toml ini cfg conf log md txt
    csv tsv pdf doc docx xls xlsx ppt pptx png jpg jpeg gif svg zip gz tar exe dll msi sh bat ps1 sql db sqlite
    parquet ipynb eml msg ics mp4 mp3 wav bak tmp lock dat bin iso dmg apk jar war odt ods odp rtf vsd vsdx one pst
    plist properties env
    """
)
_PROFILE = re.compile(
    r"(?:^|/)(?:in|pub|user|users|u|profile|profiles|people|person|member|members|author|authors|employee|employees|"
    r"candidate|"
    r"candidates|customer|customers|client|clients|contact|contacts|account|accounts|tenant|tenants|org|orgs|"
    r"organization|"
    r"organizations|company|companies|workspace|workspaces|team|teams|vendor|vendors|supplier|suppliers|~|@|home|"
    r"owner|owners|"
    r"space|spaces|sites|personal|messages|mailto:)[/=](?P<part>[^/?#&=]+)",
    re.IGNORECASE,
)
_QUERY = re.compile(
    r"[?&#;](?P<key>[\w.\[\]-]{1,40})=(?P<part>[^&#;]+)",
)
_QUERY_KEYS = re.compile(
    r"^(?:user|username|user_?name|login|name|first_?name|last_?name|full_?name|email|e?mail|phone|tel|mobile|"
    r"customer|client|"
    r"company|account|acct|tenant|org|organization|employee|emp|candidate|owner|assignee|contact|vendor|supplier|"
    r"from|to|author|"
    r"member|uid|user_?id|customer_?id|client_?id|account_?id|emp_?id|employee_?id|candidate_?id|applicant|q_name|"
    r"profile|address)$",
    re.IGNORECASE,
)
_SECRET_KEYS = re.compile(
    r"^(?:token|access_?token|auth|api_?key|apikey|key|secret|password|passwd|pwd|sig|signature|session|session_?id|"
    r"sid|jwt|"
    r"code|refresh_?token|client_?secret|x-amz-signature|x-amz-credential|x-amz-security-token)$",
    re.IGNORECASE,
)
_REPO_HOSTS = ("github.com", "gitlab.com", "bitbucket.org", "codeberg.org", "huggingface.co", "dev.azure.com")
_REPO_PAGES = listing(
    """
    features pricing about login join topics trending collections explore marketplace settings notifications orgs
    search sponsors apps models datasets docs spaces security enterprise contact site readme new
    """
)
_IPV4 = re.compile(
    r"(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|[01]?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d?\d)(?:/\d{1,2})?(?![\w]|\.\d)"
)
_IPV6 = re.compile(
    r"(?<![\w:.])(?:[0-9A-Fa-f]{0,4}:){2,7}(?:[0-9A-Fa-f]{0,4}|(?:\d{1,3}\.){3}\d{1,3})(?:%\w+)?(?![\w:])"
)
_MAC = re.compile(r"(?<![\w:-])[0-9A-Fa-f]{2}([:-])(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}(?![\w:-])")
_VERSION = re.compile(r"(?:version|ver\.?|release|build|firmware|driver|v|section|§)\s*$", re.IGNORECASE)


@lru_cache(maxsize=50_000)
def split_host(host: str) -> tuple[str, str, str]:
    """(subdomain, registrable label, public suffix) of a host name, offline; suffix "" when there is none."""
    parts = host_parts()(host.casefold())
    return parts.subdomain, parts.domain, parts.suffix


PRIVATE_HOST = "url-domain"
"""The detector of the part of a web address that names its owner."""


def urls(text: str, *, host_role: bool = False) -> Iterator[TextFinding]:
    """The identifying parts of URLs and host names: tenant, user, customer, private domain."""
    if "." not in text and "://" not in text:
        return
    for match in _HOST.finditer(text):
        host = match["host"]
        _, domain, suffix = split_host(host)
        marked = bool(match["scheme"]) or host.casefold().startswith("www.") or host_role
        if not suffix or not domain:
            if marked and match["scheme"]:
                yield from _rest(text, match, "")
            continue
        if not marked and (suffix in FILE_ENDINGS or (not match["rest"] and not _plausible(host, suffix))):
            continue
        if match["user"] and marked:
            yield TextFinding(*match.span("user"), Kind.USERNAME, 0.9, "url-user")
            if match["password"]:
                yield TextFinding(*match.span("password"), Kind.SECRET, 0.95, "url-password")
        elif match["user"]:
            continue
        yield from _host_parts(host, match.start("host"))
        yield from _rest(text, match, f"{domain}.{suffix}")


def _plausible(host: str, suffix: str) -> bool:
    if suffix in _COMMON_SUFFIXES:
        return host == host.lower() or host == host.upper() or host.count(".") > 1 or suffix in {"com", "org", "net"}
    return host == host.lower() and host.count(".") > 1


_COMMON_SUFFIXES = listing(
    """
    com org net edu gov io co ai de fr uk co.uk eu ch at nl se in co.in us ca au com.au biz info
    """
)


def _host_parts(host: str, offset: int) -> Iterator[TextFinding]:
    low = host.casefold()
    tenant_suffix = max((s for s in TENANT_SUFFIXES if low.endswith("." + s)), key=len, default="")
    subdomain, domain, suffix = split_host(host)
    registrable = f"{domain}.{suffix}"
    if tenant_suffix:
        prefix = low[: -len(tenant_suffix) - 1]
        yield from _labels(prefix, offset, Kind.URL, 0.9)
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
    yield TextFinding(start, offset + len(host), Kind.URL, 0.6, PRIVATE_HOST)


def _labels(prefix: str, offset: int, kind: Kind, score: float, *, only_private: bool = False) -> Iterator[TextFinding]:
    position = 0
    for label in prefix.split("."):
        generic = label in _PRODUCT_LABELS or len(label) < 2 or (only_private and is_word(label))
        if not generic and re.fullmatch(r"(?:us|eu|ap|na|ca|sa|af|me)(?:-\w+-\d)?|s3[\w-]*|[a-z]{2}\d{1,3}", label):
            generic = True
        if not generic:
            yield TextFinding(offset + position, offset + position + len(label), kind, score, "url-tenant")
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


def addresses_of_machines(text: str) -> Iterator[TextFinding]:
    """IPv4, IPv6 and MAC addresses. Loopback and unspecified addresses identify nobody; versions are no addresses."""
    if text.count(".") >= 3:
        for match in _IPV4.finditer(text):
            plain = match.group().split("/")[0]
            if _VERSION.search(text[max(0, match.start() - 12) : match.start()]):
                continue
            if _number(plain).is_loopback or plain.startswith("0.") or plain.startswith("255."):
                continue
            yield TextFinding(match.start(), match.start() + len(plain), Kind.ID, 0.8, "ip", Source.CHECKED)
    if text.count(":") >= 2 or text.count("-") >= 5:
        for match in _IPV6.finditer(text):
            if _ipv6(match.group()):
                yield TextFinding(match.start(), match.end(), Kind.ID, 0.8, "ip", Source.CHECKED)
        for match in _MAC.finditer(text):
            yield TextFinding(match.start(), match.end(), Kind.ID, 0.9, "mac", Source.CHECKED)


def _number(text: str) -> ipaddress.IPv4Address:
    """An IPv4 address whose numbers may be written with zeros before them."""
    return ipaddress.IPv4Address(".".join(str(int(number)) for number in text.split(".")))


def _ipv6(text: str) -> bool:
    if not any(c in "0123456789abcdefABCDEF" for c in text) or text.count(":") < 2:
        return False
    try:
        address = ipaddress.IPv6Address(text.split("%")[0])
    except ValueError:
        return False
    return (
        not (address.is_loopback or address.is_unspecified) and (text.count(":") >= 4 or "::" in text) and len(text) > 6
    )
