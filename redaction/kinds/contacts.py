"""Kinds under which somebody is reached or found on the net."""

from __future__ import annotations

from redaction.findings import Kind
from redaction.kinds.spec import Canary, Identity, KindSpec, Labels, Surrogate, Value

EMAIL = KindSpec(
    kind=Kind.EMAIL,
    description="e-mail addresses",
    example="write to o.brandvold@brandvold-freight.net today",
    identity=Identity.WORDS,
    surrogate=Surrogate.EMAIL,
    value=Value.EMAIL,
    priority=10,
    colour="#b0620e",
    stays="plumbing",
    labels=(Labels("emails"), Labels("shaped_emails", weak=True, shape="email")),
    learned=True,
    lookalikes=True,
    misspelt=True,
    canary=Canary(
        lambda owner, _: owner.email,
        labels=("E-mail", "Work email", "Recipient"),
        rotates=True,
        drawn=lambda owner, _: owner.email,
        by_default=True,
    ),
)

PHONE = KindSpec(
    kind=Kind.PHONE,
    description="telephone and fax numbers, extensions",
    example="call +49 30 901820 today",
    identity=Identity.TELEPHONE,
    surrogate=Surrogate.TELEPHONE,
    value=Value.TELEPHONE,
    priority=40,
    colour="#6d4aa8",
    labels=(
        Labels("phones"),
        Labels("extensions", shape="extension"),
        Labels("shaped_phones", weak=True, shape="phone"),
    ),
    learned=True,
    canary=Canary(
        lambda owner, _: owner.phone,
        labels=("Phone", "Mobile", "Telephone"),
        rotates=True,
        drawn=lambda owner, _: owner.phone,
        by_default=True,
    ),
)

USERNAME = KindSpec(
    kind=Kind.USERNAME,
    description="log-in names and handles",
    example="saved under /home/obrandvold/reports",
    identity=Identity.WORDS,
    surrogate=Surrogate.WORDS,
    value=Value.LOGIN,
    priority=80,
    colour="#0f7c93",
    stays="plumbing",
    labels=(Labels("usernames"), Labels("shaped_usernames", weak=True, shape="login")),
    aliases=("login", "handle"),
    learned=True,
    lookalikes=True,
    canary=Canary(
        lambda owner, draw: f"{owner.login}{draw(90) + 10}",
        labels=("Username", "Login name", "User ID"),
        places=("labelled value", "known value"),
    ),
)

URL = KindSpec(
    kind=Kind.URL,
    description="host names and parts of web addresses that name somebody",
    example="see https://portal.brandvold-freight.net/start",
    identity=Identity.WORDS,
    surrogate=Surrogate.HOST,
    value=Value.HOST,
    priority=70,
    colour="#5d6b2f",
    stays="slugs",
    aliases=("host", "domain"),
    canary=Canary(
        lambda owner, draw: f"{owner.house}{draw(90) + 10}.com",
        places=("sentence",),
        sentence="Opened https://{v}/start",
    ),
)

REPOSITORY = KindSpec(
    kind=Kind.REPOSITORY,
    description="repositories, by owner and name",
    example="forked from brandvold-freight/ottilie-tools today",
    identity=Identity.WORDS,
    surrogate=Surrogate.WORDS,
    value=Value.SLUG,
    priority=50,
    colour="#3f4fa0",
    stays="slugs",
    aliases=("repo",),
    learned=True,
    canary=Canary(
        lambda owner, draw: f"{owner.house}/{owner.login}-tools{draw(90) + 10}",
        places=("sentence",),
        sentence="Opened the repository {v} again",
    ),
)

CHANNEL = KindSpec(
    kind=Kind.CHANNEL,
    description="chat channels that name somebody",
    example="posted in #customer-brandvold at noon",
    identity=Identity.WORDS,
    surrogate=Surrogate.WORDS,
    value=Value.SLUG,
    priority=60,
    colour="#00695c",
    stays="channels",
    learned=True,
    canary=Canary(
        lambda owner, _: f"customer-{owner.house}",
        places=("sentence",),
        sentence="Posted in #{v} at noon",
    ),
)
