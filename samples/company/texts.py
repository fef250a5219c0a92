"""Texts with places for entities, `{who.form}`, and where in the finished text each of them stands."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from samples.company.cast import Entity

_PLACE = re.compile(r"\{(\w+)\.(\w+)\}")

TICKETS = (
    ("VPN drops every few minutes", "The VPN of {who.name} ({who.email}) drops every few minutes since Monday."),
    (
        "Laptop does not start",
        "Laptop of {who.turned} stays dark. {boss.first} needs it for the visit of {firm.short}.",
    ),
    ("No access to the repository", "{who.initial} asks for access, agreed with {boss.name} ({boss.id})."),
    ("Printer on floor two", "Printer prints blank pages; {who.first} tried three cartridges."),
    ("Mailbox is full", "Mailbox {who.email} is full, mails of {firm.name} bounce."),
    ("Password expired", "{who.upper} cannot log in, id {who.id}. Please call back."),
)
RESOLUTIONS = (
    "Fixed together with {who.first}. {agent.name}",
    "New profile for {who.email}; {agent.initial} will look again next week.",
    "Replaced the part. {boss.last} was told.",
)
CHATS = (
    "{customer.name}: my {product.name} arrived damaged.\n{who.first}: I am sorry, {customer.first}. I send a new one.",
    "{customer.first}: where is my order?\n{who.name}: it left today; mail goes to {customer.email}.",
    "{who.first}: hello, {customer.turned}, how is the {product.name}?\n{customer.name}: works well, thank you!",
    "{customer.name} ({customer.id}) asks for an invoice of {product.id}.\n{who.initial}: sent to {customer.email}.",
)
MAILS = (
    ("Visit of {firm.short}", "Hi {to.first},\n\n{firm.name} comes on Thursday. Can {third.name} join?\n\n{who.name}"),
    (
        "Handover",
        "{to.first}, {third.initial} takes over {customer.name} from me. Reach them at {third.email}.\n{who.first}",
    ),
    ("Budget", "Dear {to.name},\n\nplease send the figures to {third.email} by Friday.\n\nRegards\n{who.turned}"),
    (
        "Question about {product.name}",
        "{to.first}, {customer.name} ({customer.id}) asks again. What shall I say?\n{who.first}",
    ),
)
ANSWERS = (
    "Yes, {to.first}. I told {third.name}.\n{who.first}",
    "Not this week, ask {third.email}.\n{who.name}",
    "Done. {third.first} knows.\n\n> {to.name} wrote",
)
POSTS = (
    (
        "What we learned from {firm.short}",
        "Thanks to {third.name} and {boss.first}, the start with {firm.name} went well.",
    ),
    ("Welcome", "Please welcome {third.name} ({third.email})! Their desk is next to {boss.initial}."),
    ("Notes on testing", "{third.first} showed how to test the importer. Slides: ask {who.email}."),
)


def fill(template: str, cast: Mapping[str, Entity]) -> tuple[str, list[dict[str, Any]]]:
    """The text, and its mentions: offsets in code points, the end exclusive; source, key and form of the entity."""
    text, last = "", 0
    mentions: list[dict[str, Any]] = []
    for place in _PLACE.finditer(template):
        entity, form = cast[place[1]], place[2]
        text += template[last : place.start()]
        value = entity.forms[form]
        mentions.append(
            {
                "start": len(text),
                "end": len(text) + len(value),
                "text": value,
                "source": entity.source,
                "key": entity.key,
                "form": form,
            }
        )
        text += value
        last = place.end()
    return text + template[last:], mentions
