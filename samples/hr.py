"""Two workflows of a people team: a candidate is assessed, and an employment letter is sent for signature."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from samples.cast import Cast, digit_string, secret, split
from samples.companies import Company
from samples.marks import keep, mark, plain
from samples.people import Person
from samples.session import Script, Session, Target

ATS = "app.greenhouse.io"
SIGN = "apps.docusign.com"


class Candidate(NamedTuple):
    """A row of the candidate list."""

    who: Person
    firm: Company
    stage: str
    source: str
    owner: Person


def candidate_screening(rng: Random, cast: Cast) -> Script:
    """Find a candidate, write a note, advance them. Five screens."""
    me = cast.me
    session = Session(rng, cast.look(rng, "Noto Sans", False), "Candidate sourcing and screening", me.id)
    manager, person = cast.people[-1], cast.people[0]
    stages = [("Application Review", "21"), ("Recruiter Screen", "6"), ("Team Interview", "3"), ("Offer", "1")]
    sources = ("Referral", "Job board", "Website", "Agency")
    rows = [
        Candidate(p, cast.firms[i % len(cast.firms)], stages[i % 3][0], sources[i % 4], manager)
        for i, p in enumerate(cast.people[:-1])
    ]
    job = "Senior Data Engineer"
    title = f"Candidates for {job} | Greenhouse"
    filters = [("Job status", "Open"), ("Stage", "All stages"), ("Source", "Any"), ("Coordinator", me.person.name)]
    filters += [("Recruiter", manager.name), ("Applied after", "1 March 2025"), ("Tags", "May start, Remote")]
    state: dict[str, Any] = {"me": me.person, "home": cast.home, "manager": manager, "job": job, "stages": stages}
    state |= {"url": ATS + "/people", "tabs": ["Inbox - Outlook", "Leave calendar"], "stage": 0, "filters": filters}
    session.go(ATS, "ats", title, title=title, person=None, candidates=rows, query=None, **state)
    session.show(focus="search")
    session.click("search", "searchbox", "Search candidates")
    session.type("search", "Search candidates", person.given, cuts=split(rng, person.given, 2), into="query")
    session.hotkey("Enter")
    session.show(focus=None)
    session.click("candidate-0", "row", "Candidate", person.name)
    session.wait(2)
    _assess(session, rng, cast, person, rows[0].firm, manager, stages)
    return session.script()


def _assess(
    session: Session,
    rng: Random,
    cast: Cast,
    person: Person,
    firm: Company,
    manager: Person,
    stages: list[tuple[str, str]],
) -> None:
    title = f"{person.name} - Candidate - Greenhouse"
    friend = cast.people[3]
    feed = [
        (friend, "referred the candidate", f"We worked together at {firm.short} for three years.", "Apr 9"),
        (manager, "left a note", f"Please ask {person.given} about the notice period.", "Apr 10"),
        (cast.me.person, "scheduled an interview", "Tuesday 22 April, 10:30, room 4.12", "Apr 11"),
        (cast.people[4], "viewed the profile", "Resume downloaded", "Apr 11"),
        (cast.people[5], "was mentioned", f"Salary band agreed with {cast.people[5].name}", "Apr 12"),
    ]
    site = mark("url", f"https://{plain(person.username)}.dev/work")
    badge = f"MECARD:N:{plain(person.latin)};EMAIL:{plain(person.email)};;"
    resume = f"Resume_{plain(person.latin).replace(' ', '_')}.pdf"
    scores = [(cast.people[i], s) for i, s in ((2, "Strong yes"), (5, "Yes"), (6, "Mixed"), (1, "Yes"))]
    session.go(
        ATS,
        "ats",
        title,
        title=title,
        url=ATS + "/people/" + digit_string(rng, 8),
        tabs=["Inbox - Outlook", "Leave calendar"],
        me=cast.me.person,
        home=cast.home,
        manager=manager,
        job="Senior Data Engineer",
        stages=stages,
        stage=0,
        person=person,
        firm=firm,
        site=site,
        badge=badge,
        notice="Two months",
        note="",
        feed=feed,
        scores=scores,
        resume=mark("person", resume),
        focus="note",
    )
    session.click("note", "textbox", "Leave a note")
    note = f"{person.given} can start in June, ask {friend.name} for a reference: {friend.phone}"
    session.type("note", "Leave a note", note, cuts=split(rng, note, 5), into="note")
    session.hotkey("Tab", Target("save-note", "button", "Save note"))
    session.show(focus=None)
    session.click("save-note", "button", "Save note", note)
    session.wait(1)
    session.show(note="", feed=[(cast.me.person, "left a note", note, "now"), *feed[:4]])
    session.click("born", "text", "Date of birth", person.born, shot=False)
    session.hotkey("Ctrl+C", Target("born", "text", "Date of birth", person.born))
    session.hotkey("Tab", Target("site", "link", "Website", site))
    session.click("advance", "button", "Advance")


def employment_letter(rng: Random, cast: Cast) -> Script:
    """Address a letter of appointment, send it for signature. Four screens; the last look is dark."""
    me, person, manager = cast.me, cast.people[1], cast.people[-1]
    session = Session(rng, cast.look(rng, "Lato", False), "Employment letter generation", me.id)
    file = f"Letter of appointment {person.latin}.pdf"
    title = f"{file} | DocuSign"
    state: dict[str, Any] = {"me": me.person, "home": cast.home, "person": person, "manager": manager, "file": file}
    state |= {"job": "Data Engineer", "office": cast.people[2].address, "salary": keep("EUR 68,400.00")}
    state |= {"serif": rng.choice(("Liberation Serif", "Noto Serif", "DejaVu Serif")), "signed": False}
    state |= {"history": [("09:12", me.person.name, "created"), ("09:15", manager.name, "approved the wording")]}
    state |= {
        "url": SIGN + "/send/prepare",
        "tabs": ["Candidates | Greenhouse"],
        "access": mark("secret", secret(rng)[4:16]),
    }
    session.go(SIGN, "esign", title, title=title, name="", to="", message="", **state)
    session.show(focus="name")
    session.click("name", "textbox", "Name")
    session.type("name", "Recipient name", person.name, cuts=split(rng, person.name, 3), into="name")
    session.show(focus="to")
    session.hotkey("Tab", Target("to", "textbox", "Email"), shot=True)
    session.type("to", "Recipient email", person.email, cuts=split(rng, person.email, 2), into="to")
    session.show(focus="message")
    session.click("message", "textbox", "Message", shot=False)
    message = f"Dear {person.given}, the letter will wait for you until 30 April. Best, {me.person.given}"
    session.type("message", "Message", message, cuts=split(rng, message, 4), into="message")
    session.show(focus=None)
    session.click("send", "button", "Send")
    session.wait(4)
    done = f"Completed: {file} | DocuSign"
    session.look = cast.look(rng, session.look.font, True)
    history = [*state["history"], ("09:31", person.name, "signed")]
    session.show(done, signed=True, history=history, title=done)
    session.click("send", "button", "Download", person.latin)
    return session.script()
