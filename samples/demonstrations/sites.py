"""The sites that are recorded on: each one a page of pages/, its host, and the data it shows to who is signed in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import jinja2

from samples.demonstrations.cast import PHOTOS, SIZES, Cast, Member, photo
from samples.demonstrations.stage import PAGES, Answer
from samples.look import Look
from samples.marks import plain

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Site:
    """`name` is the file in pages/ and what WebArena's task block calls a site."""

    name: str
    product: str
    host: str
    start: str


SITES: Mapping[str, Site] = {
    site.name: site
    for site in (
        Site("crm", "Nordlys CRM", "crm.nordlys.example", "/contacts"),
        Site("mail", "Kestrel Mail", "mail.kestrel.example", "/inbox"),
        Site("hr", "Peoplebook HR", "hr.peoplebook.example", "/employees"),
        Site("desk", "Harbour Desk", "desk.harbour.example", "/queue/open"),
        Site("cal", "Slate Calendar", "cal.slate.example", "/week"),
        Site("call", "Roundtable Video", "meet.roundtable.example", "/rooms"),
    )
}

_KINDS = {"js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "html": "text/html; charset=utf-8"}
_SUBJECTS = (
    "Delivery dates for April",
    "Offer for the extension",
    "Minutes of Tuesday's meeting",
    "Question about invoice 20431",
    "Access to the test system",
    "Updated price list",
    "Travel plans for the fair",
    "Signed contract attached",
)
_TICKETS = (
    "Backup stops after update",
    "Cannot sign in from the tablet",
    "Printer on floor 3 is offline",
    "Report shows wrong totals",
    "Licence expires next week",
    "Screen stays black after docking",
)
_APPOINTMENTS = ("Interview", "Budget review", "Onboarding", "Site visit", "Contract talk", "Weekly update")
_ROOMS = ("Room Fjord", "Room Birch", "Video call", "Room Granite")


def answers(site: Site, cast: Cast, me: Member, data: Data, look: Look) -> dict[str, Answer]:
    """Everything the host of a site answers, by "host/path"."""
    boot = {
        "user": {k: plain(me.shown[k]) for k in ("name", "email", "username")},
        "locale": "en-GB",
        "version": "7.3.1",
    }
    shell = _shell().render(
        product=site.product,
        company=cast.home.plain_name,
        dark=look.dark,
        font=look.font,
        size=look.size + 1,
        accent=look.accent,
        user=boot["user"],
        boot=json.dumps(boot, ensure_ascii=False).replace("<", "\\u003c"),
    )
    whole = {"me": me.shown, "product": site.product, **data}
    found: dict[str, Answer] = {
        site.start: (_KINDS["html"], shell.encode()),
        "/api/data": ("application/json", json.dumps(whole).encode()),
        "/kit.css": (_KINDS["css"], (PAGES / "kit.css").read_bytes()),
        "/kit.js": (_KINDS["js"], (PAGES / "kit.js").read_bytes()),
        "/app.js": (_KINDS["js"], (PAGES / f"{site.name}.js").read_bytes()),
    }
    pictures = [(p.name, size) for p in sorted(PHOTOS.glob("*.jpg")) for size in SIZES]
    found |= {f"/photos/{size}/{name}": ("image/jpeg", photo(name, size)) for name, size in pictures}
    return {site.host + path: answer for path, answer in found.items()}


def data_of(site: Site, cast: Cast, rng: Random, count: int | None = None) -> Data:
    """What a site shows beside who is signed in; strings with marks. `count` people stand in an order of their own."""
    people = list(cast.people)
    rng.shuffle(people)
    shown = [p.shown for p in people[:count]]
    return {"people": shown, **_MORE[site.name](shown, rng)}


def _crm(people: list[Data], rng: Random) -> Data:
    notes = [
        "Asked {name} for the signed offer.",
        "{given} prefers calls before noon.",
        "Price list 2025 sent by e-mail.",
        "{company} extended the support contract by twelve months.",
        "Demo of the mobile app, four people took part, {name} among them.",
    ]
    rng.shuffle(notes)
    return {"notes": notes}


def _mail(people: list[Data], rng: Random) -> Data:
    mails = []
    for i, sender in enumerate(people[:14]):
        other = people[(i + 5) % len(people)]
        body = [
            f"Could you forward this to {other['name']}? The numbers have to be in by Thursday.",
            f"{other['given']} knows the details; the telephone number is {other['phone']}.",
            "The order has 24 items, among them 6 standing desks and 18 monitors.",
            f"As agreed with {other['name']} of {other['company']}, delivery is in week 18.",
        ]
        rng.shuffle(body)
        subject = _SUBJECTS[i % len(_SUBJECTS)]
        time = f"{8 + i % 9}:{rng.randrange(10, 60)}"
        mails.append(
            {
                "id": f"mail-{i}",
                "from": sender,
                "cc": other,
                "subject": subject,
                "time": time,
                "body": body,
                "unread": i < 3,
            }
        )
    return {"mails": mails}


def _desk(people: list[Data], rng: Random) -> Data:
    tickets = []
    for i, sender in enumerate(people[:12]):
        helper = people[(i + 7) % len(people)]
        thread = [
            [
                sender,
                f"Hello, this is {sender['given']}. Since the update to 4.2 the service stops at 60 %.",
                "The log says: code 1603.",
            ],
            [helper, f"Thank you, {sender['given']}. Please restart the agent and tell us what the window says."],
            [sender, f"It says that {helper['username']} has no rights. You reach me at {sender['phone']}."],
        ]
        subject, priority = _TICKETS[i % len(_TICKETS)], rng.choice(("Low", "Normal", "High"))
        about = {"id": f"ticket-{i}", "number": str(rng.randrange(40_000, 60_000))}
        tickets.append(about | {"from": sender, "subject": subject, "priority": priority, "thread": thread})
    return {"tickets": tickets}


def _cal(people: list[Data], rng: Random) -> Data:
    events: list[Data] = []
    for i in range(14):
        start = 8 + (i // 5) * 3 + rng.choice((0, 0.5, 1))
        event = {
            "id": f"event-{i}",
            "day": i % 5,
            "at": start,
            "long": rng.choice((1, 1.5)),
            "room": rng.choice(_ROOMS),
        }
        events.append(event | {"subject": _APPOINTMENTS[i % len(_APPOINTMENTS)], "who": people[i]})
    fresh = {
        "id": "event-new",
        "day": 3,
        "at": 14,
        "long": 1,
        "room": "No room",
        "subject": "Handover",
        "who": people[15],
    }
    # room for the appointment that will be made
    events = [e for e in events if not (e["day"] == 3 and e["at"] + e["long"] > 12.4 and e["at"] < 15)]
    return {"events": events, "fresh": fresh}


def _call(people: list[Data], rng: Random) -> Data:
    # the first tile has a photograph
    people.sort(key=lambda p: p["photos"] is None)
    people[1:3], people[4:6] = people[4:6], people[1:3]
    said = [
        "Can everybody hear me?",
        f"{people[6]['name']} will be a little late.",
        "The slides are in the shared folder.",
        f"Please ask {people[3]['given']} for the second quarter.",
        "Shall we start with the open points?",
    ]
    chat = [{"who": people[(i * 2 + 1) % 6], "said": text} for i, text in enumerate(said)]
    room = f"{rng.randrange(100, 999)}-{rng.randrange(100, 999)}"
    return {"chat": chat, "room": room, "subject": "Quarterly planning"}


_MORE = {"crm": _crm, "mail": _mail, "hr": lambda people, rng: {}, "desk": _desk, "cal": _cal, "call": _call}


@cache
def _shell() -> jinja2.Template:
    env = jinja2.Environment(loader=jinja2.FileSystemLoader(PAGES), autoescape=True, undefined=jinja2.StrictUndefined)
    return env.get_template("shell.html.j2")
