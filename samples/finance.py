"""Two workflows of a finance team: an invoice from an order by mail, and a payment recorded in CRM and spreadsheet."""

from __future__ import annotations

from random import Random
from typing import Any

from samples.cast import Cast, Mail, digit_string, secret, split
from samples.marks import keep, mark
from samples.session import Script, Session, Target

MAIL = "outlook.office.com"


def invoice_creation(rng: Random, cast: Cast) -> Script:
    """Read an order in the mail, write the invoice in the ERP, send it back by mail. Seven screens."""
    me, customer, contact = cast.me, cast.firms[0], cast.people[0]
    session = Session(rng, cast.look(rng, "Open Sans", False), "Invoice creation", me.id)
    po, number = keep(digit_string(rng, 8)), keep(f"INV-{digit_string(rng, 5)}")
    mails = _inbox(rng, cast, po)
    title = f"Inbox - {me.person.name} - Outlook"
    web: dict[str, Any] = {"me": me.person, "home": cast.home, "url": MAIL + "/mail/inbox", "compose": False}
    web |= {"folders": ["Accounts receivable", customer.short, "Month end"], "tabs": ["Customers - ERP"]}
    session.go(MAIL, "mail", title, title=title, mails=mails, open=None, **web)
    session.click("mail-0", "listitem", mails[0].subject, f"{contact.name}: {mails[0].subject}")
    opened = f"{mails[0].subject} - {me.person.name} - Outlook"
    session.show(opened, open=0, title=opened)
    session.click("attachment", "link", "Attachment", mails[0].attachment)
    session.hotkey("Ctrl+C")

    tenant = digit_string(rng, 7)
    host = mark("id", f"{tenant}-sb1") + ".app.netsuite.com"
    _write_invoice(session, rng, cast, host, po, number)

    session.wait(2)
    session.go(MAIL, "mail", title, title=title, mails=mails, open=0, **web | {"compose": True})
    subject = f"Invoice {number} for PO {po}"
    session.show(to=None, subject=subject, draft="", attachment=f"{number}.pdf", focus="to")
    session.click("to", "textbox", "To", shot=False)
    session.type("to", "To", contact.email, cuts=split(rng, contact.email, 2), into="to")
    session.hotkey("Tab", Target("subject", "textbox", "Subject", subject))
    hello = f"Dear {contact.given},\nplease find our invoice {number} attached. It is due on 14 May 2025."
    session.show(focus="body")
    session.type("body", "Message body", hello, cuts=split(rng, hello, 3), into="draft")
    session.show(focus=None)
    session.click("send", "button", "Send")
    return session.script()


def _write_invoice(session: Session, rng: Random, cast: Cast, host: str, po: str, number: str) -> None:
    customer, contact = cast.firms[0], cast.people[0]
    title = f"Invoice - NetSuite ({cast.home.name})"
    rate = rng.randrange(90, 160)
    amount = f"{rate * 80:,}.00"
    items = [
        ("FS-HOUR", "Field service, standard hour", "80", "Hour", f"{rate}.00", keep(amount)),
        ("TRV-EU", "Travel, flat rate", "4", "Trip", "210.00", keep("840.00")),
        ("LIC-PRO", "Beacon Pro licence, 12 months", "10", "Each", "36.50", keep("365.00")),
    ]
    state: dict[str, Any] = {"me": cast.me.person, "home": cast.home, "contact": contact, "rep": cast.people[1]}
    state |= {"url": host + "/app/accounting/transactions/custinvc.nl", "tabs": ["Inbox - Outlook"], "number": number}
    state |= {"po": "", "memo": "", "customer": "", "filled": False, "saved": False, "items": items, "amount": ""}
    session.go(host, "erp", title, title=title, total=f"{rate * 80 + 1205:,}.00", **state)
    session.show(focus="customer")
    session.click("customer", "combobox", "Customer")
    session.type("customer", "Customer", customer.name, cuts=split(rng, customer.name, 3), into="customer")
    session.show(filled=True, focus="po")
    session.hotkey("Enter", Target("customer", "combobox", "Customer", customer.name), shot=True)
    session.hotkey("Tab", Target("address", "textarea", "Bill to", contact.address))
    session.hotkey("Ctrl+V", Target("po", "textbox", "PO #", po))
    session.type("po", "PO #", po, into="po")
    memo = f"Order by {contact.latin}, May delivery"
    session.show(focus="memo")
    session.click("memo", "textbox", "Memo", shot=False)
    session.type("memo", "Memo", memo, cuts=split(rng, memo, 3), into="memo")
    session.show(focus="amount")
    session.click("amount", "textbox", "Amount", shot=False)
    session.type("amount", "Amount", keep(amount), cuts=(3,), into="amount")
    session.show(focus=None)
    session.click("save", "button", "Save")
    done = f"Invoice NetSuite {customer.name}"
    session.wait(1)
    session.show(done, saved=True, title=done)
    session.click("email", "button", "E-mail", contact.email)


def _inbox(rng: Random, cast: Cast, po: str) -> list[Mail]:
    lead, second, firm = cast.people[0], cast.people[1], cast.firms[0]
    body = [
        f"Hello {cast.me.person.given},",
        f"our order {po} was signed by {second.name} on Friday. The invoice goes to {firm.name}, {lead.address}.",
        f"If anything is unclear call me on {lead.phone} or write to {second.email}.",
        "We may add a second delivery in May; that will be a separate order.",
    ]
    note = f"PO {po}"
    mails = [Mail(lead, firm, f"Purchase order {po}", note, "09:42", body, f"{po}.pdf", second.name, True)]
    topics = (
        ("Aging report for March", "Grace period ends on the 30th"),
        ("Re: Bank details", "Will be updated after approval"),
        ("Office move: desk plan", "Building B, level 3"),
        ("Quarterly planning", "Agenda and open items"),
        ("Your weekly digest", "12 approvals are waiting"),
        ("Credit note 4471", "See the attached summary"),
        ("Reminder: timesheets", "Please submit before Friday noon"),
    )
    for i, (subject, preview) in enumerate(topics):
        who = cast.people[(i + 1) % len(cast.people)]
        at = f"{9 - (i + 1) // 2:02d}:{rng.randrange(10, 34) + (25 if i % 2 else 0)}"
        mails.append(
            Mail(who, cast.firms[i % len(cast.firms)], keep(subject), keep(preview), at, [], "", "", i % 3 == 0)
        )
    return mails


def payment_collection(rng: Random, cast: Cast) -> Script:
    """Correct a contact in the CRM, then record the payment in a spreadsheet. Five screens, CRM dark."""
    me, account = cast.me, cast.firms[1]
    contacts = cast.people[1:6]
    session = Session(rng, cast.look(rng, "Roboto", True), "Payment collection", me.id)
    host = mark("company", cast.home.slug) + ".my.salesforce.com"
    title = f"{account.name} | Account | Salesforce"
    deals = [
        (f"{account.short} - renewal 2025", "Negotiation", keep("$48,200.00"), "5/30/2025"),
        (f"{account.short} - Spring pilot", "Closed Won", keep("$9,750.00"), "3/14/2025"),
        ("Beacon Pro upgrade", "Proposal", keep("$12,000.00"), "6/6/2025"),
    ]
    said = (
        ("logged a call", "Will pay on Friday, asked for the bank reference", "Today 08:12"),
        ("sent an e-mail", f"Re: open invoices, cc {contacts[2].name}", "Yesterday"),
        ("created a task", f"Confirm the new number of {contacts[1].name}", "Apr 10"),
        ("changed the stage", "Proposal to Negotiation", "Apr 9"),
        ("uploaded a file", f"MSA_{mark('company', account.slug)}_signed.pdf", "Apr 9"),
    )
    state: dict[str, Any] = {"me": me.person, "account": account, "website": mark("url", account.domain)}
    state |= {"url": host + "/lightning/r/Account/view", "tabs": ["Inbox - Outlook"], "rep": cast.people[5]}
    state |= {"contacts": contacts, "deals": deals, "recent": contacts[3], "selected": None, "phone": ""}
    state |= {"files": [f"MSA {account.short} 2024", "Price list April", f"Minutes {contacts[0].latin}"]}
    state |= {"activity": [(contacts[i % 5], *line) for i, line in enumerate(said)]}
    state |= {"contract": keep(f"C-{digit_string(rng, 6)}"), "token": mark("secret", secret(rng))}
    session.go(host, "crm", title, title=title, **state)
    session.click("contact-1", "row", "Contacts", contacts[1].name)
    edit = f"Edit {contacts[1].name} | Salesforce"
    old, new = contacts[0].phone, contacts[1].phone
    session.show(edit, selected=1, title=edit, phone=old, focus="phone")
    session.click("phone", "textbox", "Phone", old)
    session.hotkey("Ctrl+A", Target("phone", "textbox", "Phone", old))
    session.type("phone", "Phone", new, cuts=split(rng, new, 2), into="phone")
    session.hotkey("Tab", Target("token", "textbox", "Portal API token", state["token"]))
    session.show(focus=None)
    session.click("save", "button", "Save")
    session.wait(3)
    _record_payment(session, rng, cast)
    return session.script()


def _record_payment(session: Session, rng: Random, cast: Cast) -> None:
    rows: list[list[str]] = [["Date", "Invoice", "Customer", "Contact", "E-mail", "Amount", "Status", "Bank ref"]]
    for i in range(12):
        person, firm = cast.people[i % len(cast.people)], cast.firms[i % len(cast.firms)]
        amount = f"{rng.randrange(300, 19_000):,}.{rng.choice(('00', '40', '95'))}"
        paid = ("Paid", "Open", "Overdue")[rng.randrange(3)]
        row = [f"2025-04-{i + 1:02d}", keep(f"INV-{digit_string(rng, 5)}"), firm.name, person.name, person.email]
        rows.append([*row, keep(amount), paid, keep(digit_string(rng, 7))])
    payer = cast.people[2]
    rows.append(["2025-04-14", keep(f"INV-{digit_string(rng, 5)}"), "", "", "", "", "Open", keep(digit_string(rng, 7))])
    last = len(rows) - 1
    title = f"C:\\Users\\{cast.me.person.username}\\Documents\\Payments {cast.firms[1].short} Q2.xlsx - Excel"
    session.look = cast.look(rng, "Liberation Sans", False, width=1366, height=768)
    state: dict[str, Any] = {"me": cast.me.person, "title": title, "numeric": [5], "ref": f"D{last + 1}", "formula": ""}
    state |= {"widths": [82, 86, 196, 190, 268, 88, 72, 74], "sheets": ["Payments", "Aging", "Customers"]}
    session.go("Excel", "sheet", title, rows=rows, focus=f"cell-{last}-3", **state)
    session.click(f"cell-{last}-3", "cell", f"D{last + 1}")
    session.type(f"cell-{last}-3", f"D{last + 1}", payer.name, cuts=split(rng, payer.name, 3), into="formula")
    rows = [*rows[:-1], [*rows[-1][:3], payer.name, *rows[-1][4:]]]
    session.show(rows=rows, focus=f"cell-{last}-4", ref=f"E{last + 1}", formula="")
    session.hotkey("Tab", Target(f"cell-{last}-4", "cell", f"E{last + 1}"), shot=True)
    session.type(f"cell-{last}-4", f"E{last + 1}", payer.email, cuts=split(rng, payer.email, 2), into="formula")
    session.hotkey("Tab", Target(f"cell-{last}-5", "cell", f"F{last + 1}"))
    session.type(f"cell-{last}-5", f"F{last + 1}", keep("4,180.00"), into="formula")
    session.hotkey("Ctrl+S")
