"""Kinds that are proper names: people, companies, places."""

from __future__ import annotations

from redaction.findings import Kind
from redaction.kinds.spec import Canary, Identity, KindSpec, Labels, Surrogate, Value

PERSON = KindSpec(
    kind=Kind.PERSON,
    description="people, by full name, part of a name, initials or nickname",
    example="Signed by Mr. Ottilie Brandvold yesterday.",
    identity=Identity.NAME,
    surrogate=Surrogate.WORDS,
    value=Value.NAME,
    priority=100,
    colour="#2f6db3",
    stays="titles",
    labels=(
        Labels("either", weak=True),
        Labels("names"),
        Labels("weak_roles", weak=True),
        Labels("shaped_roles", weak=True, shape="person", position=True),
        Labels("roles", position=True),
        Labels("directions"),
    ),
    aliases=("people", "applicant", "candidate", "employee"),
    model_labels=("PERSON", "PER", "B-PER", "I-PER", "NAME"),
    lookalikes=True,
    misspelt=True,
    canary=Canary(
        lambda owner, _: owner.person,
        labels=("Candidate", "Contact name", "Employee"),
        rotates=True,
        drawn=lambda owner, _: owner.flat,
        by_default=True,
    ),
)

COMPANY = KindSpec(
    kind=Kind.COMPANY,
    description="companies and other organisations",
    example="Brandvold Freight GmbH will deliver it",
    identity=Identity.WORDS,
    surrogate=Surrogate.WORDS,
    value=Value.COMPANY,
    priority=90,
    colour="#1f7a5c",
    stays="business",
    labels=(Labels("companies"), Labels("weak_companies", weak=True)),
    aliases=("customer", "client", "vendor", "supplier", "organization", "organisation"),
    model_labels=("ORG", "ORGANIZATION", "COMPANY"),
    lookalikes=True,
    misspelt=True,
    canary=Canary(
        lambda owner, draw: f"{owner.house.capitalize()} {('GmbH', 'Ltd', 'Inc')[draw(3)]}",
        labels=("Company", "Supplier", "Company name"),
        places=("labelled value", "known value"),
    ),
)

ADDRESS = KindSpec(
    kind=Kind.ADDRESS,
    description="postal addresses and parts of them",
    example="ship it to 14 Brandvold Street, Springfield, IL 62704",
    identity=Identity.WORDS,
    surrogate=Surrogate.WORDS,
    value=Value.PLACE,
    priority=80,
    colour="#8a6d1b",
    stays="streets",
    labels=(Labels("addresses"), Labels("shaped_addresses", weak=True, shape="address")),
    aliases=("location",),
    model_labels=("GPE", "LOC", "LOCATION", "FAC", "ADDRESS"),
    canary=Canary(
        lambda owner, draw: f"{1 + draw(190)} {owner.house.capitalize()} Street",
        labels=("Address", "Home address", "Street address"),
        places=("labelled value", "sentence"),
        sentence="Delivered to {v} at noon",
    ),
)
