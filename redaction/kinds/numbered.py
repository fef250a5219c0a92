"""Kinds that are numbers, days and secrets of somebody."""

from __future__ import annotations

from datetime import date, timedelta

from redaction.findings import Kind
from redaction.kinds.spec import Canary, Draw, Identity, KindSpec, Labels, Owner, Surrogate, Value


def _birthday(owner: Owner, draw: Draw) -> str:
    return (date(1950, 1, 1) + timedelta(days=draw(50 * 365))).strftime(("%d.%m.%Y", "%Y-%m-%d", "%d/%m/%Y")[draw(3)])


def _passport(owner: Owner, draw: Draw) -> str:
    letters, digits = (("C", 8), ("AB", 7), ("XDA", 6))[draw(3)]
    return letters + "".join(str(draw(10)) for _ in range(digits))


def _secret(owner: Owner, draw: Draw) -> str:
    signs = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
    return "".join(signs[draw(len(signs))] for _ in range(12)) + f"{draw(10)}x"


ID = KindSpec(
    kind=Kind.ID,
    description="numbers of employees, customers, accounts, cards, papers and machines",
    example="card 4111 1111 1111 1111 was charged",
    identity=Identity.MACHINE,
    surrogate=Surrogate.SHAPED,
    value=Value.NUMBER,
    priority=20,
    colour="#8b4a6b",
    labels=(Labels("ids"),),
    aliases=("contract", "invoice", "job", "job_opening"),
    learned=True,
    canary=Canary(
        lambda owner, _: owner.number,
        labels=("Employee ID", "Employee number", "Customer ID"),
        places=("labelled value", "known number"),
        by_default=True,
    ),
)

SECRET = KindSpec(
    kind=Kind.SECRET,
    description="passwords, keys and tokens",
    example="password: tR7#vLq9zXw2",
    identity=Identity.NUMBER,
    surrogate=Surrogate.SHAPED,
    value=Value.ANY,
    priority=0,
    colour="#7c1d3f",
    treatment="mask",
    canary=Canary(
        _secret,
        labels=("Password", "API key", "Access token"),
        places=("labelled value", "sentence"),
        sentence="password: {v}",
    ),
)

DATE_OF_BIRTH = KindSpec(
    kind=Kind.DATE_OF_BIRTH,
    description="days of birth",
    example="she was born on 3 May 1980 there",
    identity=Identity.NUMBER,
    surrogate=Surrogate.DAY,
    value=Value.DAY,
    priority=30,
    colour="#c2410c",
    labels=(Labels("births"),),
    canary=Canary(
        _birthday,
        labels=("Date of birth", "DOB", "Born on"),
        places=("labelled value", "known value", "sentence"),
        sentence="The applicant was born on {v}",
    ),
)

PASSPORT = KindSpec(
    kind=Kind.PASSPORT,
    description="numbers of passports, and the zone on them that machines read",
    example="her passport no. is C01X00T47 and",
    identity=Identity.NUMBER,
    surrogate=Surrogate.SHAPED,
    value=Value.NUMBER,
    priority=15,
    colour="#6b7280",
    labels=(Labels("passports"),),
    aliases=("travel_document",),
    learned=True,
    canary=Canary(
        _passport,
        labels=("Passport number", "Passport no.", "Reisepass-Nr."),
        places=("labelled value", "known value", "sentence"),
        sentence="Travels with passport no. {v}",
    ),
)
