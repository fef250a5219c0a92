"""Field labels as evidence: a value beside "Employee" is a person, whatever it looks like."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from redaction.findings import Kind, TextFinding
from redaction.text.forms import PARTICLES
from redaction.text.words import is_word, listing

#: Whose number it is, and what people call a number: "Personnel number", "Staff no.", "Policy #".
_HOLDER = (
    r"employee|emp|staff|personnel|pers|cust|acct|worker|associate|badge|clock|payroll|matriculation|enrol?lment|student|pupil|member|"
    r"membership|loyalty|frequent flyer|patient|medical record|health (?:card|insurance)|hospital|policy|insurance|"
    r"claim|customer|client|candidate|applicant|application|vendor|supplier|creditor|debtor|account|bank account|"
    r"routing|card|credit card|loan|mortgage|contract|driver'?s? licen[cs]e|licen[cs]e|permit|passport|visa|"
    r"identity(?: card)?|id card|national id(?:entity)?|national insurance|social security|tax(?:payer)?|voter|"
    r"beneficiary|subscriber|user|contractor|pension|registration|case|docket"
)
_NUMBER_WORD = r"ids?|no|nos|nr|num|number|numbers|code|#|№|identifier|identification(?: number)?|reference"
_LABELS: tuple[tuple[str, Kind], ...] = (
    (r"e-?mail(?: address| id)?|mail to|mailto|primary email|work email|correo(?: electrónico)?", Kind.EMAIL),
    (
        r"phone|telephone|tel|mobile|cell|fax|phone number|mobile number|contact number|work phone|home phone|telefon",
        Kind.PHONE,
    ),
    (
        r"dob|d\.o\.b\.?|date of birth|birth ?date|birthday|born(?: on)?|"
        r"geburtsdatum|fecha de nacimiento|date de naissance",
        Kind.DATE_OF_BIRTH,
    ),
    (
        r"address|street|street address|address line ?\d?|city|town|zip|zip code|postal code|postcode|bill(?:ing)? "
        r"(?:to )?address|"
        r"ship(?:ping)? (?:to )?address|ship to|bill to|home address|registered address|mailing address|addressee|"
        r"locality|anschrift|adresse|dirección|billing|shipping",
        Kind.ADDRESS,
    ),
    (
        r"user ?name|login|log-?in|user ?id|account name|screen name|handle|nickname|upn|sam account name|user "
        r"principal name|login name|alias",
        Kind.USERNAME,
    ),
    (
        r"(?:[\w-]+ ){0,3}(?:password|passcode|passphrase|secret|"
        r"(?:api|access|auth|secret|license|licence|private) key|"
        r"(?:api|access|auth|bearer|refresh|session|security|personal) token)|pin|token|"
        r"(?:security|access|verification|signing|one-time|auth(?:entication)?) code|cvv|cvc|otp",
        Kind.SECRET,
    ),
    (
        r"ssn|social security(?: number)?|tax id|tax number|tin|ein|vat(?: number| id| no)?|gstin|pan(?: number)?|"
        r"aadhaar(?: number)?|passport|driver'?s? licen[cs]e|iban|bic|swift(?: code)?|sort code|mrn|nric|"
        r"bank account|credit card|national id|registration plate|number plate|licen[cs]e plate|"
        rf"(?:{_HOLDER})[ -]?(?:{_NUMBER_WORD})|(?:{_NUMBER_WORD}) of (?:the )?(?:{_HOLDER})|"
        r"personalnummer|mitarbeiternummer|kundennummer|matrikelnummer|versicherungsnummer|kontonummer|matricule|"
        r"num[ée]ro (?:de )?(?:client|compte|s[ée]curit[ée] sociale)|n[úu]mero de (?:empleado|cliente|cuenta)",
        Kind.ID,
    ),
    (
        r"company|company name|customer company|vendor|vendor name|supplier|supplier name|client company|"
        r"organi[sz]ation|organi[sz]ation name|employer|subsidiary|"
        r"account|legal entity|entity|business name|firm|bill from|payee|counterparty|firma|empresa|société|parent "
        r"company|partner|current employer|agency",
        Kind.COMPANY,
    ),
    (
        r"employee|employee name|customer|customer name|candidate|candidate name|client|client name|applicant|"
        r"applicant name|from|to|cc|bcc|sender|recipient|recipients|owner|"
        r"owner name|assigned to|assignee|assigned|created by|modified by|updated by|last modified by|approved by|"
        r"approver|approver name|requested by|requester|requestor|reviewer|"
        r"reviewed by|manager|manager name|supervisor|reports to|reporting to|contact|contact name|contact person|"
        r"primary contact|attention|attn|author|full name|first name|last name|"
        r"middle name|given name|family name|surname|display name|name|your name|sales rep(?:resentative)?|sales "
        r"person|salesperson|account manager|recruiter|hiring manager|interviewer|"
        r"interviewers|signatory|signer|signed by|signature|prepared by|submitted by|reported by|raised by|"
        r"participant|participants|attendees|attendee|organizer|guest|guests|patient|"
        r"patient name|student|doctor|physician|nominee|beneficiary|cardholder|name on card|account holder|holder|"
        r"maiden name|spouse|emergency contact|referred by|reference|references|"
        r"representative|buyer|seller|landlord|tenant|member|user|resource|driver|vorname|nachname|nombre|apellidos?|"
        r"nom|prénom|naam|mitarbeiter|kunde|invitees|people|delegate|employee/vendor|mentor|leader|lead|host|"
        r"coordinator|case ?worker|case manager|project lead|product owner|account owner|opportunity owner|case owner|"
        r"lead owner|record owner|task owner|"
        r"(?:opened|closed|resolved|completed|entered|posted|added|uploaded|edited|changed|invited|hired|introduced|"
        r"received|checked|written|sent|processed|handled|authori[sz]ed|verified|performed|initiated|triggered|authored|"
        r"committed|deployed|logged|recorded|issued|registered|scheduled|inspected|picked|packed) by|reporter|creator|"
        r"submitter|uploader|initiator|committer|reviewers|assignees|approvers|followers|watchers|"
        r"(?:requested|opened|booked) for|"
        r"(?:escalated|delegated|transferred|forwarded) to|on behalf of|caller|subscriber|passenger|"
        r"substitute|deputy|stand-?in|"
        r"traveller|traveler|visitor|insured|policy ?holder|claimant|payer|borrower|co-?signer|witness|"
        r"legal name|preferred name|nick ?name|known as|former name|birth name|"
        r"(?:father|mother)(?:'s)? name|next of kin|verantwortlich(?:er)?|ansprechpartner(?:in)?|bearbeiter(?:in)?|"
        r"empleado|cliente|responsable|contacto|employé|interlocuteur|responsabile|dipendente|contatto",
        Kind.PERSON,
    ),
)
_PATTERNS = tuple((re.compile(rf"(?:{words})", re.IGNORECASE), kind) for words, kind in _LABELS)
_TRIM = re.compile(r"^[\s*•:#(\[]+|[\s*:•)\]?.…]+$")
#: A value that is one of these says nothing about anybody.
_EMPTY = listing(
    """
    all any none null nil unknown other others new select add search edit view save cancel n/a na tbd - -- — me self
    everyone nobody unassigned yes no true false admin administrator system default custom open closed active
    inactive pending approved rejected draft total required optional
    """
)
#: Kinds whose labelled value may be another kind: a customer is as often a company as a person.
_EITHER = re.compile(
    r"customer|client|account|vendor|supplier|owner|from|to|bill|ship|payee|partner|contact|name|buyer|seller|tenant|"
    r"landlord|member|user",
    re.IGNORECASE,
)
_COMPANY_LIKE = re.compile(
    r"\b(?:inc|ltd|llc|llp|plc|gmbh|ag|corp|corporation|company|co|group|holdings?|bank|university|institute|"
    r"technologies|solutions|industries|services|limited|pvt|"
    r"consulting|partners|associates|labs?|systems|s\.?a\.?|b\.?v\.?|sons|foundation|hospital|school|college|"
    r"ministry|department)\b\.?",
    re.IGNORECASE,
)


@lru_cache(maxsize=20_000)
def label_kind(label: str | None) -> Kind | None:
    """The kind a label promises, or None. "* Candidate Name:" and "CANDIDATE" promise a person."""
    if not label:
        return None
    plain = _TRIM.sub("", _TRIM.sub("", label.strip())).replace("_", " ")
    plain = re.sub(r"\s+", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", plain)).strip()
    plain = re.sub(r"(?<=\b[A-Za-z]{3})\.|(?<=\b[A-Za-z]{4})\.|(?<=\b[A-Za-z]{5})\.", "", plain)  # "Emp. ID"
    for pattern, kind in _PATTERNS:
        if pattern.fullmatch(plain):
            return kind
    return None


def labelled(text: str, label: str | None, *, field: bool = False) -> Iterator[TextFinding]:
    """The whole value under a telling label; lists of people are split at ; and line ends.

    In a captured field the label is certain: there a value of ordinary words may still be a name, if it is written
    like one ("General Office Supplies").
    """
    kind = label_kind(label)
    if kind is None:
        return
    stripped = text.strip()
    if not stripped or len(stripped) > 300 or stripped.casefold().strip("<>[]().") in _EMPTY:
        return
    if not any(c.isalnum() for c in stripped):
        return
    if kind is Kind.PERSON and not field:
        stripped = _without_deed(stripped)
        text = text[: text.index(stripped) + len(stripped)]
    letters = sum(c.isalpha() for c in stripped)
    if kind in (Kind.PERSON, Kind.COMPANY) and letters < 2:
        return
    if kind is Kind.PERSON and (
        (_sentence(stripped) and not (field and _titled(stripped))) or ("@" in stripped and " " not in stripped)
    ):
        return
    if kind in (Kind.PHONE, Kind.DATE_OF_BIRTH) and not any(c.isdigit() for c in stripped):
        return
    if kind is Kind.EMAIL and "@" not in stripped:
        return
    if kind is Kind.ID and not any(c.isdigit() for c in stripped):
        return
    for match in re.finditer(r"[^;\n|]+" if kind in (Kind.PERSON, Kind.COMPANY, Kind.EMAIL) else r"(?s).+", text):
        piece = match.group()
        core = piece.strip(" \t\r\n,<>\"'")
        if len(core) < 2 or core.casefold() in _EMPTY or (kind is Kind.PERSON and "@" in core):
            continue
        start = match.start() + piece.index(core)
        yield TextFinding(start, start + len(core), _refined(kind, core, label or ""), 0.9, "label")


_DEED = re.compile(r"(?:\s+[a-z]+){2,}[.!…]?$")


def _without_deed(core: str) -> str:
    """The name before what its bearer did: "Ilse Brand left a note" beside an avatar is one line of a feed."""
    deed = _DEED.search(core)
    if deed is None or deed.start() == 0:
        return core
    words, name = deed.group().split(), core[: deed.start()]
    told = words[0] not in PARTICLES and all(is_word(word.strip(".!…")) for word in words)
    return name if told and _titled(name) and not all(is_word(word) for word in name.split()) else core


_INLINE = re.compile(
    r"(?m)(?:^[ \t>*•-]*|[\"'{,|][ \t]*[\"']?|(?<!\s)\s{2,}+)[*_]{0,2}(?P<label>[A-Za-z][A-Za-z "
    r"./_-]{1,28}?)[*_]{0,2}[\"']?[ \t]*[:=][ \t]*[*_]{0,2}"
    r"(?:[\"'](?P<quoted>[^\"'\n]{2,80})[\"']|(?P<plain>[^\s\"'{\[][^\n|;\"]{1,70}?)[ \t]*(?=\n|$|\||;|,[ ]*\"|[ "
    r"]{2,}))"
)


#: Mail headers are read by people.headers, which splits their lists.
_HEADERS = frozenset(("from", "to", "cc", "bcc", "sender", "x-from", "x-to"))


def inline(text: str) -> Iterator[TextFinding]:
    """Labelled values inside a text: 'Company: Northwind Labs', '"Candidate": "Maria Keller"', '| Owner: J. O. |'."""
    if ":" not in text and "=" not in text:
        return
    for match in _INLINE.finditer(text):
        if (
            label_kind(match["label"]) is None
            or match["label"].casefold().strip() in _HEADERS
            or ":" in (match["plain"] or "")
        ):
            continue
        group = "quoted" if match["quoted"] else "plain"
        value = match[group]
        words = re.findall(r"[^\W\d_]+", value)
        kind = label_kind(match["label"])
        if kind in (Kind.PERSON, Kind.COMPANY) and (
            len(words) > 7
            or not words
            or (
                all(is_word(w) for w in words)
                and not (kind is Kind.COMPANY and _name_of_company(match["label"], value, group))
            )
            or not any(w[0].isupper() or not w.isascii() for w in words)
        ):
            continue
        if kind in (Kind.ADDRESS, Kind.USERNAME, Kind.ID, Kind.SECRET) and (
            len(words) > 12 or (all(is_word(w) for w in words) and not re.search(r"\d", value))
        ):
            continue
        for finding in labelled(value, match["label"]):
            start = match.start(group) + finding.start
            yield TextFinding(start, start + finding.end - finding.start, finding.kind, 0.8, "label-inline")


def _name_of_company(label: str, value: str, group: str) -> bool:
    """Whether ordinary words may be a company's name: quoted, or in capitals under a label that asks for a name."""
    several = len(re.findall(r"[^\W\d_]+", value)) > 1
    return several and (group == "quoted" or ("name" in label.casefold() and _titled(value)))


def _titled(text: str) -> bool:
    """Whether a few words are all written with capitals, short connecting words aside."""
    words = re.findall(r"[^\W\d_]+", text)
    return len(words) <= 9 and all(w[0].isupper() or len(w) <= 3 for w in words) and words[0][0].isupper()


def _sentence(text: str) -> bool:
    words = re.findall(r"[^\W\d_]+", text)
    ordinary = sum(is_word(w) and w.islower() for w in words)
    return (
        len(words) > 12
        or ordinary > max(2, len(words) // 2)
        or (bool(words) and all(is_word(w) for w in words) and len(words) > 2)
    )


def _refined(kind: Kind, value: str, label: str) -> Kind:
    if kind is Kind.PERSON and _EITHER.search(label) and _COMPANY_LIKE.search(value):
        return Kind.COMPANY
    return kind
