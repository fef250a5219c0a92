"""What people do in generated rows: mails, invoices, sheets, files of people, deals, and what is none of their work."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from random import Random
from typing import Any

from benchmarks.row_people import Contact
from samples.cast import digit_string, split

HOSTS = {
    "Outlook": "outlook.office.com",
    "NetSuite": "4814618-sb1.app.netsuite.com",
    "Salesforce": "hollowmere.my.salesforce.com",
    "Greenhouse": "app.greenhouse.io",
    "DocuSign": "apps.docusign.com",
    "Zoho": "people.zoho.eu",
    "News": "news.daily-lantern.com",
}
_JOBS = ("Senior Data Engineer", "Payroll Analyst", "Field Technician", "Office Manager", "Legal Counsel")
_HEADLINES = ("Football results", "Weather for the weekend", "Markets close higher", "Ten recipes for spring")


@dataclass(slots=True)
class Desk:
    """One recording being made: events in time order."""

    rng: Random
    recording: str
    clock: datetime
    events: list[dict[str, Any]]
    application: str = ""
    screen: str = ""

    def _add(self, action: str, value: str, element: dict[str, Any] | None) -> None:
        pause = self._pause()
        self.clock += timedelta(milliseconds=round(pause * 1000))
        at = {"x": self.rng.randint(5, 1900), "y": self.rng.randint(5, 1000)} if action == "click" else None
        self.events.append(
            {
                "event_id": str(uuid.uuid5(uuid.UUID(self.recording), str(len(self.events)))),
                "timestamp": self.clock.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
                "action": action,
                "value": value,
                "application": HOSTS.get(self.application, self.application),
                "screen": self.screen,
                "element": element,
                "coordinates": at,
                "screenshot": self._shot(action, value, at),
                "duration_s": pause,
            }
        )

    def _pause(self) -> float:
        """Seconds before the next event."""
        return round(self.rng.uniform(0.4, 3.0), 3)

    def _shot(self, action: str, value: str, at: dict[str, int] | None) -> str | None:
        """Name of the event's screenshot, if it has one."""
        return None

    def click(self, role: str, name: str, value: str | None = None) -> None:
        self._add("click", "LB Down", {"role": role, "name": name, "value": value, "box": None})

    def type(self, name: str, text: str) -> None:
        """Typed in one to five pieces; the field shows what is there so far."""
        pieces = min(self.rng.randint(1, 5), max(1, len(text) // 3))
        for start, end in pairwise((0, *(split(self.rng, text, pieces) if pieces > 1 else ()), len(text))):
            self._add("type", text[start:end], {"role": "textbox", "name": name, "value": text[:end], "box": None})

    def hotkey(self, value: str) -> None:
        self._add("hotkey", value, None)


def _amount(rng: Random) -> str:
    return f"{rng.choice(('EUR', 'USD', 'GBP'))} {rng.randint(1, 99)},{digit_string(rng, 3)}.{rng.randint(0, 99):02d}"


def _iban(rng: Random) -> str:
    account = "37040044" + digit_string(rng, 10)
    check = 98 - int(account + "131400") % 97
    plain = f"DE{check:02d}{account}"
    return " ".join(plain[i : i + 4] for i in range(0, len(plain), 4)) if rng.random() < 0.5 else plain


def _day(rng: Random) -> str:
    return f"2025-{rng.randint(1, 12):02d}-{rng.randint(1, 28):02d}"


def _mail(desk: Desk, rng: Random, me: Contact, who: Contact, other: Contact) -> None:
    subject = rng.choice(
        (f"Order from {who.firm.name}", "Payment advice", f"Interview with {other.given}", "Contract draft")
    )
    desk.screen = f"{subject} - {me.name} - Outlook"
    desk.click("row", "Message", f"{who.name} {subject}")
    desk.click("text", "From", rng.choice((who.name, f"{who.name} <{who.email}>", who.email)))
    desk.hotkey("Ctrl+R")
    body = rng.choice(
        (
            f"Hi {who.given}, thanks, I have asked {other.name} to look at it. You reach me on {me.phone}. {me.given}",
            f"Dear {who.given} {who.family}, order of {who.firm.name} booked on {_day(rng)} for {_amount(rng)}.",
            f"Could you call Ms {other.family} at {other.firm.name} ({other.phone}) before noon?",
            f"Forwarded to {other.email} and {who.login}, please approve.",
        )
    )
    desk.type("Message body", body)
    if rng.random() < 0.5:
        desk.type("Cc", other.email)
    desk.click("button", "Send")


def _record(desk: Desk, rng: Random, me: Contact, who: Contact, other: Contact) -> None:
    invoice = digit_string(rng, 8)
    desk.screen = rng.choice(
        (f"Invoice {who.firm.name}", f"Invoice INV{invoice}", f"Vendor {who.firm.name} - NetSuite")
    )
    desk.click("textbox", "INVOICE*", invoice)
    desk.type("INVOICE*", invoice)
    desk.hotkey("Tab")
    desk.type("Customer", who.firm.name)
    desk.type("Amount", _amount(rng))
    desk.click("combobox", "Contact", who.turned)
    if rng.random() < 0.3:
        desk.type("IBAN", _iban(rng))
    if rng.random() < 0.3:
        desk.type(
            "Memo", f"Agreed with {who.name} on {_day(rng)}, PO {digit_string(rng, 6)}, approved by {other.family}"
        )
    desk.click("button", "Save", me.login)


def _sheet(desk: Desk, rng: Random, me: Contact, who: Contact, other: Contact) -> None:
    desk.screen = rng.choice(
        (f"Leave_{other.firm.name.split()[0]}_{_day(rng)}.xlsx - Excel", "Aging report.xlsx - Excel")
    )
    row = rng.randint(2, 400)
    for column, text in zip("ABCD", (who.number, who.turned, who.email, _amount(rng)), strict=True):
        desk.click("cell", f"{column}{row}", text)
    desk.hotkey("Ctrl+C")
    desk.type(
        f"F{row}", rng.choice((f"checked {me.given}", "ok", f"see {other.name}", f"{other.given} to confirm", "n/a"))
    )


def _list(desk: Desk, rng: Random, me: Contact, who: Contact, other: Contact) -> None:
    desk.screen = "Personnel list.xlsx - Excel"
    row = rng.randint(2, 400)
    for column, text in zip("ABC", (who.turned, who.born, _day(rng)), strict=True):
        desk.click("cell", f"{column}{row}", text)


def _file(desk: Desk, rng: Random, me: Contact, who: Contact, other: Contact) -> None:
    desk.screen = rng.choice(
        (
            f"{who.name} - Candidate - Greenhouse",
            f"Resume_{who.given}_{who.family}.pdf",
            f"{who.turned} - Employee file",
            f"Letter of appointment {who.name}.docx",
        )
    )
    desk.click("text", "Employee ID", who.number)
    desk.click("text", "Date of birth", who.born)
    desk.type("Last name", who.family)
    desk.type("First name", who.given)
    desk.type("Phone", who.phone)
    desk.click("link", "Profile", f"https://people.{who.firm.domain}/in/{who.login}")
    note = rng.choice(
        (
            f"{who.given} can start in June, ask {other.name} for a reference: {other.phone}",
            f"Spoke to {who.family}, notice period is two months, job {rng.choice(_JOBS)}",
            f"{other.turned} knows {who.given} from {other.firm.name}",
        )
    )
    desk.type("Leave a note", note)
    desk.click("button", "Save note", note)


def _deal(desk: Desk, rng: Random, me: Contact, who: Contact, other: Contact) -> None:
    desk.screen = f"{who.firm.name} | Opportunity | {rng.choice(('MSA', 'SOW', 'Order form'))} {digit_string(rng, 5)}"
    desk.click("link", "Account owner", rng.choice((me.name, me.login)))
    desk.type("Signer", who.name)
    desk.hotkey("Tab")
    desk.type("Signer email", who.email)
    desk.click("checkbox", "Counsel", other.name)
    clause = (
        f"Clause {rng.randint(1, 30)}.{rng.randint(1, 9)}: {who.firm.name} shall notify {other.name} at {other.email}."
    )
    desk.type("Comment", clause)
    desk.hotkey("Enter")


def _away(desk: Desk, rng: Random, me: Contact, who: Contact, other: Contact) -> None:
    desk.screen = f"{rng.choice(_HEADLINES)} - The Daily Lantern"
    desk.click("link", "Story", rng.choice(_HEADLINES))
    desk.hotkey("PageDown")


def _errand(desk: Desk, rng: Random, me: Contact, who: Contact, other: Contact) -> None:
    desk.screen = f"{rng.choice(('Dentist on Thursday', 'Concert tickets', 'Parents evening'))} - {me.name} - Outlook"
    desk.click("row", "Message", rng.choice((other.given, other.name)))
    desk.hotkey("PageDown")
    if rng.random() < 0.3:
        desk.type("Message body", f"Can we make it at six? {me.given}")


SCENES = {
    "Outlook": _mail,
    "Teams": _mail,
    "Calendar": _mail,
    "NetSuite": _record,
    "Bank portal": _record,
    "Tax portal": _record,
    "Supplier portal": _record,
    "Excel": _sheet,
    "Zoho": _file,
    "Personnel list": _list,
    "Greenhouse": _file,
    "Job board": _file,
    "Identity console": _file,
    "PDF Reader": _record,
    "Salesforce": _deal,
    "Word": _deal,
    "DocuSign": _deal,
    "Contract library": _deal,
    "News": _away,
}
ERRANDS = dict.fromkeys(("Outlook", "Teams", "Calendar"), _errand)
"""Applications in which personal mails are read."""
