"""The tasks that are demonstrated: what is asked for, on which site, and how somebody does it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from samples.demonstrations.hand import Hand
from samples.demonstrations.sites import SITES, Data
from samples.marks import keep, plain

Work = Callable[[Hand, Data, Random, bool], None]
"""Does the task on a page that is open; `true` where this person takes a way round."""


@dataclass(frozen=True, slots=True)
class Task:
    """`template` has {{places}} that `fill` gives values with marks, of the site's data."""

    id: int
    site: str
    template: str
    fill: Callable[[Data], dict[str, str]]
    work: Work

    def intent(self, data: Data) -> str:
        """What is asked for, with marks."""
        text = self.template
        for name, value in self.fill(data).items():
            text = text.replace("{{" + name + "}}", value)
        return text

    def block(self, data: Data) -> dict[str, Any]:
        """The task as WebArena writes it."""
        site = SITES[self.site]
        return {
            "sites": [self.site],
            "task_id": self.id,
            "require_login": True,
            "storage_state": f"./.auth/{self.site}_state.json",
            "start_url": f"https://{site.host}{site.start}",
            "geolocation": None,
            "intent_template": self.template,
            "instantiation_dict": {name: plain(value) for name, value in self.fill(data).items()},
            "intent": plain(self.intent(data)),
            "require_reset": False,
            "eval": {
                "eval_types": ["string_match"],
                "reference_answers": {"must_include": [plain(v) for v in self.fill(data).values()]},
                "reference_url": "",
                "program_html": [],
                "string_note": "",
                "reference_answer_raw_annotation": "",
            },
            "intent_template_id": 1000 + self.id,
        }


def _slug(person: Data) -> str:
    return plain(person["slug"])


def _far(data: Data) -> Data:
    """Somebody who is not in sight before the list is scrolled."""
    return dict(data["people"][-5])


def _near(data: Data) -> Data:
    return dict(data["people"][4])


def _other(data: Data) -> Data:
    return dict(data["people"][9])


def _log_call(hand: Hand, data: Data, rng: Random, round_about: bool) -> None:
    person, near = _far(data), _near(data)
    if round_about:
        hand.say(f"Open the actions of {near['name']} to see what there is, and leave the menu.")
        hand.click(f"#contact-{_slug(near)} button", rest=1.2)
        hand.click("h1")
    hand.say(f"Scroll down the list of contacts until {person['name']} of {person['company']} shows.")
    hand.scroll("#rows", 5)
    hand.say(f"Click the three dots beside {person['name']}.")
    hand.click(f"#contact-{_slug(person)} button", rest=1.4)
    hand.say('Choose "Log a call" in the menu. A message at the bottom right confirms it.')
    hand.click("#menu-call", rest=3.6)


def _find_and_log(hand: Hand, data: Data, rng: Random, round_about: bool) -> None:
    person = _far(data)
    hand.say(f"Type {person['given']} into the search box.")
    hand.click("#search")
    hand.type("#search", person["given"], slips=1)
    hand.say(f"Click the three dots beside {person['name']}.")
    hand.click(f"#contact-{_slug(person)} button", rest=1.0)
    hand.say('Choose "Log a call" in the menu.')
    hand.click("#menu-call", rest=2.2)


def _new_phone(hand: Hand, data: Data, rng: Random, round_about: bool) -> None:
    person = _far(data)
    if round_about:
        hand.say("Scroll through the contacts.")
        hand.scroll("#rows", 3)
    hand.say(f"Type {person['given']} into the search box.")
    hand.click("#search")
    hand.type("#search", person["given"], slips=1)
    hand.say(f"Click the name {person['name']}.")
    hand.click(f"#contact-{_slug(person)} a", rest=1.0)
    hand.say('Click "Edit". A dialog opens.')
    hand.click("#edit", rest=1.2)
    hand.say(f"Replace the last digits of the phone number {person['phone']} so that it says {person['newPhone']}.")
    hand.click("#phone")
    hand.press("Key.end", rest=0.2)
    hand.type("#phone", person["newPhone"], cut=2, start=len(plain(person["newPhone"])) - 2)
    hand.say('Click "Save changes".')
    hand.click("#save", rest=3.4)


def _reply(hand: Hand, data: Data, rng: Random, round_about: bool) -> None:
    mail = data["mails"][7 if round_about else 2]
    other = _other(data)
    if round_about:
        hand.say("Scroll down the inbox.")
        hand.scroll("#list", 4)
    hand.say(f'Open the message "{mail["subject"]}" from {mail["from"]["name"]}.')
    hand.click(f"#{mail['id']}", rest=1.2)
    hand.say('Click "Reply".')
    hand.click("#reply", rest=0.7)
    hand.say(f"Add {other['name']}: type the beginning of the name and choose the suggestion.")
    hand.click("#cc")
    hand.type("#cc", other["latin"], slips=1, stop=8)
    hand.click("#hint-0")
    hand.say(f"Write a short thank-you to {mail['from']['given']}.")
    hand.click("#write")
    hand.type("#write", f"Thanks, {mail['from']['given']}, done.")
    hand.say('Click "Send" and then "Send now" in the dialog.')
    hand.click("#send", rest=1.4)
    hand.click("#sure", rest=3.2)


def _read_mails(hand: Hand, data: Data, rng: Random, round_about: bool) -> None:
    first, second = data["mails"][1], data["mails"][8]
    hand.say(f"Open the message from {first['from']['name']} and read it.")
    hand.click(f"#{first['id']}", rest=1.6)
    hand.say("Scroll down the list of messages.")
    hand.scroll("#list", 5)
    if round_about:
        hand.scroll("#list", -2)
        hand.scroll("#list", 2)
    hand.say(
        f"Open the message from {second['from']['name']} of {second['from']['company']} ({second['from']['email']})."
    )
    hand.click(f"#{second['id']}", rest=2.0)
    hand.say(f"The number asked for is {second['from']['phone']}.")


def _address(hand: Hand, data: Data, rng: Random, round_about: bool) -> None:
    person = _far(data)
    hand.say(f"Scroll the list of employees to {person['name']} and click the entry.")
    hand.scroll("#list", 5)
    hand.click(f"#employee-{_slug(person)}", rest=1.0)
    if round_about:
        hand.say("Rest on the picture of the manager to see who it is.")
        hand.move("#boss")
        hand.wait(1.6)
    hand.say(f"Click into the home address ({person['address']}) and add the floor at its end.")
    hand.click("#address")
    hand.press("Key.end", rest=0.2)
    hand.type("#address", person["address"] + ", 2nd floor", start=len(plain(person["address"])))
    hand.say('Click "Save".')
    hand.click("#save", rest=3.4)


def _emergency(hand: Hand, data: Data, rng: Random, round_about: bool) -> None:
    person, contact = _near(data), _other(data)
    if round_about:
        hand.say("Scroll the list down and up again.")
        hand.scroll("#list", 3)
        hand.scroll("#list", -3)
    hand.say(f"Click {person['name']} in the list of employees.")
    hand.click(f"#employee-{_slug(person)}", rest=1.0)
    hand.say(f"Type {contact['name']} as emergency contact.")
    hand.click("#emergency")
    hand.type("#emergency", contact["latin"], slips=2)
    hand.say(f'Rest on the picture beside "Reports to", then save the file of {person["given"]}.')
    hand.move("#boss")
    hand.wait(1.4)
    hand.click("#save", rest=3.4)


def _assign(hand: Hand, data: Data, rng: Random, round_about: bool) -> None:
    ticket, agent = data["tickets"][3], data["people"][5]
    hand.say(f'Open the ticket "{ticket["subject"]}" that {ticket["from"]["name"]} sent.')
    hand.click(f"#{ticket['id']}", rest=1.0)
    hand.say("Rest on the name of the requester to read the contact data.")
    hand.move("#requester")
    hand.wait(1.5)
    if round_about:
        hand.say("Open the menu once and leave it.")
        hand.click("#assign", rest=1.0)
        hand.click("h1")
    hand.say(f'Click "Assign" and choose {agent["name"]}.')
    hand.click("#assign", rest=1.3)
    hand.click("#agent-2", rest=3.4)


def _comment(hand: Hand, data: Data, rng: Random, round_about: bool) -> None:
    ticket, other = data["tickets"][6 if round_about else 1], _other(data)
    if round_about:
        hand.say("Scroll down the queue.")
        hand.scroll("#queue", 3)
    hand.say(f"Open the ticket from {ticket['from']['name']}.")
    hand.click(f"#{ticket['id']}", rest=0.8)
    hand.say("Scroll to the end of the thread.")
    hand.scroll("#thread", 3)
    hand.say(f"Write into the internal comment that {other['name']} will take over.")
    hand.click("#comment")
    hand.type("#comment", f"{other['name']} takes over.", slips=1)
    hand.say('Click "Add comment".')
    hand.click("#post", rest=1.6)


def _look_at_week(hand: Hand, data: Data, rng: Random, round_about: bool) -> None:
    first, second, last = data["events"][0], data["events"][3], data["events"][-1]
    for event in (first, second):
        hand.say(f'Rest on "{event["subject"]}" to read whom {event["who"]["given"]} of {event["who"]["company"]} is.')
        hand.move(f"#{event['id']}")
        hand.wait(1.5)
    hand.say("Scroll down to the afternoon.")
    hand.scroll("#grid", 2 if not round_about else 3)
    if round_about:
        hand.scroll("#grid", -1)
    hand.say(f"The last appointment is with {last['who']['name']}; the number is {last['who']['phone']}.")
    hand.move(f"#{last['id']}")
    hand.wait(1.8)
    hand.click(f"#{last['id']}", rest=0.8)


def _appointment(hand: Hand, data: Data, rng: Random, round_about: bool) -> None:
    guest = data["fresh"]["who"]
    if round_about:
        hand.say("Scroll down to see whether the afternoon is free, and back.")
        hand.scroll("#grid", 2)
        hand.scroll("#grid", -2)
    hand.say('Click "New appointment".')
    hand.click("#new", rest=1.2)
    hand.say('Type the subject "Handover".')
    hand.click("#what")
    hand.type("#what", "Handover")
    hand.say(f"Type {guest['name']} as guest.")
    hand.click("#guest")
    hand.type("#guest", guest["latin"], slips=2)
    hand.say(f'Click "Create". The invitation goes to {guest["email"]}.')
    hand.click("#create", rest=3.6)


def _listen(hand: Hand, data: Data, rng: Random, round_about: bool) -> None:
    hand.say(f"Wait until {data['people'][7]['name']} has joined.")
    hand.wait(4.0)
    hand.say(f'Open "People" to see who takes part: {data["people"][0]["name"]} is first.')
    hand.click("#people", rest=1.6)
    hand.click("#who-0")
    hand.say("Open the chat and read the messages.")
    hand.click("#open-chat", rest=5.0 if round_about else 3.8)


def _write_in_chat(hand: Hand, data: Data, rng: Random, round_about: bool) -> None:
    person = data["people"][3]
    if round_about:
        hand.say("Look at who takes part.")
        hand.click("#people", rest=1.2)
        hand.click("#who-1")
    hand.say("Open the chat.")
    hand.click("#open-chat", rest=1.0)
    hand.say(f"Ask {person['name']} for the figures and press Enter.")
    hand.click("#say")
    hand.type("#say", data["said"], slips=1)
    hand.press("Key.enter", rest=2.2)


def _said(data: Data) -> str:
    return f"{data['people'][3]['given']}, the figures?"


def prepare(task: Task, data: Data) -> None:
    """What the page must know beforehand of the text that will be typed."""
    if task.site == "call":
        data["said"] = _said(data)
    if task.site == "desk":
        data["comment"] = f"{_other(data)['name']} takes over."


TASKS: tuple[Task, ...] = (
    Task(101, "crm", "Log a call with {{name}}", lambda d: {"name": _far(d)["name"]}, _log_call),
    Task(
        102,
        "crm",
        "Change the phone number of {{name}} to {{phone}}",
        lambda d: {"name": _far(d)["name"], "phone": _far(d)["newPhone"]},
        _new_phone,
    ),
    Task(
        201,
        "mail",
        'Answer the message about "{{subject}}" and let {{name}} know',
        lambda d: {"subject": keep(d["mails"][2]["subject"]), "name": _other(d)["name"]},
        _reply,
    ),
    Task(
        202,
        "mail",
        "What is the telephone number of {{name}} of {{company}}?",
        lambda d: {"name": d["mails"][8]["from"]["name"], "company": d["mails"][8]["from"]["company"]},
        _read_mails,
    ),
    Task(301, "hr", "Add the floor to the home address of {{name}}", lambda d: {"name": _far(d)["name"]}, _address),
    Task(
        302,
        "hr",
        "Enter {{contact}} as emergency contact of {{name}}",
        lambda d: {"contact": _other(d)["name"], "name": _near(d)["name"]},
        _emergency,
    ),
    Task(
        401,
        "desk",
        "Assign the ticket of {{requester}} to {{agent}}",
        lambda d: {"requester": d["tickets"][3]["from"]["name"], "agent": d["people"][5]["name"]},
        _assign,
    ),
    Task(402, "desk", "Note that {{name}} takes over the ticket", lambda d: {"name": _other(d)["name"]}, _comment),
    Task(
        501,
        "cal",
        "Whom do I meet last this week, and how do I reach {{name}}?",
        lambda d: {"name": d["events"][-1]["who"]["name"]},
        _look_at_week,
    ),
    Task(
        502,
        "cal",
        "Plan a handover with {{name}} on Thursday",
        lambda d: {"name": d["fresh"]["who"]["name"]},
        _appointment,
    ),
    Task(601, "call", "Who joins the call after {{name}}?", lambda d: {"name": d["people"][0]["name"]}, _listen),
    Task(
        602,
        "call",
        "Ask {{name}} in the chat for the figures",
        lambda d: {"name": d["people"][3]["name"]},
        _write_in_chat,
    ),
)

SEARCH = Task(103, "crm", "Find {{name}} and log a call", lambda d: {"name": _far(d)["name"]}, _find_and_log)
"""Of the committed batch alone."""
