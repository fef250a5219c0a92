"""What a line itself shows to be somebody's: changes, log-ins beside names, senders, names cut off."""

from __future__ import annotations

import pytest

from redaction.screens.rules.hints import hints


def told(text: str) -> dict[str, str]:
    return {text[start:end]: label for start, end, label in hints(text)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Candidate: Nadia Brink", {"Nadia Brink": "Candidate"}),
        ("• None → 7719204 (Passport No)", {"None": "Passport number", "7719204": "Passport number"}),
        ("Teo Varga -> Nadia Brink (Manager)", {"Teo Varga": "Manager", "Nadia Brink": "Manager"}),
        ("the Mighty Okafor @okafor", {"the Mighty Okafor": "Participant", "okafor": "Username"}),
        ("Nadia B (nadia.b)", {"Nadia B": "Participant", "nadia.b": "Username"}),
        ("ines.okafor Admin 6:56 PM", {"ines.okafor": "Username"}),
        ("N ines.okafor added teo 7:02 PM", {"ines.okafor": "Username"}),
        ("Okaforr4:51 AM", {"Okaforr": "Participant"}),
        ("Nadia Brink, 10:15", {"Nadia Brink": "Participant"}),
        ("Inbox - ines.okafor", {"ines.okafor": "Username"}),
        ("Miller,", {"Miller": "Participant"}),
        ("-- asked by Will, #2006", {"Will": "Participant"}),
        ("14:30 1:1 Mark", {"Mark": "Participant"}),
        ("Interview with Grace", {"Grace": "Participant"}),
        ("Mark on leave", {"Mark": "Participant"}),
        ("01632960123", {"01632960123": "Phone"}),
        ("hWq2BYuUNIaVJEsbc5BELiImVu7v", {"hWq2BYuUNIaVJEsbc5BELiImVu7v": "Token"}),
        ("Hi again Rose!", {"Rose": "Participant"}),
        ("OecaaBepeyo <okafor.i@example.org>", {"OecaaBepeyo": "Participant"}),
        (
            "To: Nadia Brink <n@example.org>; Cc: Toy <b@example.org>",
            {"Nadia Brink": "Participant", "Toy": "Participant"},
        ),
        ("Nadia Brink (nadia@example.org)", {"Nadia Brink": "Participant"}),
        ("ask her for a reference: +84 24", {"+84 24": "Phone"}),
        ("call +49 (030) 23125", {"+49 (030) 23125": "Phone"}),
        ("Dear Harbour, see below", {"Harbour": "Participant"}),
        ("Created by t_varga · Draft", {"t_varga": "Username"}),
        ("Moved to Review by nbrink", {"nbrink": "Username"}),
        ("nbrinkova wants to merge 4 commits into main", {"nbrinkova": "Username"}),
        ("Signed in as okaforin", {"okaforin": "Username"}),
        ("okaforin Jan 12", {"okaforin": "Username"}),
        ("okaforin · 3 days ago", {"okaforin": "Username"}),
        ("14 # ToD0(okaforin): remove after June", {"okaforin": "Username"}),
        ("Ines, Zhvexia and Li are typing", {"Ines": "Participant", "Zhvexia": "Participant", "Li": "Participant"}),
        ("Zhvexia, Harbour, me", {"Zhvexia": "Participant", "Harbour": "Participant"}),
        ("will92 wants to merge 4 commits into main", {"will92": "Username"}),
        ("Zhvexia's birthday", {"Zhvexia": "Participant"}),
        ("please ask Jo about the figures", {"Jo": "Participant"}),
        ("see the second sheet. Kind regards, April", {"April": "Participant"}),
        ("InesOkaforin", {"InesOkaforin": "Participant"}),
        ("C:1Userslokafor45\\Documents", {"okafor45": "Username"}),
        ("C:\\Users\\okafor45\\Documents", {"okafor45": "Username"}),
    ],
)
def test_parts_that_belong_to_somebody(text: str, expected: dict[str, str]) -> None:
    assert told(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Status: Open",
        "Draft → Sent (Stage)",
        "Settings (settings.json)",
        "Design team (design-team)",
        "Meeting at 10:30",
        "Today 4:51 PM",
        "report.pdf 10:30",
        "www.example.org 10:30",
        "Inbox - app.config",
        "Hello,",
        "Hi Everyone!",
        "Customer Service <service@example.org>",
        "changed lines: +12 -3",
        "up by +3 5",
        "Welcome back, Stranger!",
        "0001204417",
        "9f86d081884c7d659a2feaa0c55ad015",
        "Sorted by name",
        "Signed in as guest",
        "Today's birthday",
        "Message from Us",
        "Best regards, the team",
        "Powered by Zhvexia",
        "report.pdf Jan 12",
        "updated yesterday",
        "Red, Green and Blue",
        "JavaScript and PowerPoint",
        "Sorted by Name",
        "Mark as read",
        "Call with Support",
        "Will is required",
    ],
)
def test_parts_that_belong_to_nobody(text: str) -> None:
    assert told(text) == {}


def test_a_greeting_in_front_of_a_name_is_nobody() -> None:
    assert told("Hola, Nuria and Teo") == {"Nuria": "Participant", "Teo": "Participant"}


def test_a_word_of_labels_behind_a_weak_label_is_no_value() -> None:
    assert told("CUSTOMER : PROJECT") == {}
    assert told("Customer: Nadia Brink") == {"Nadia Brink": "Customer"}
    assert told("Customer: Castor") == {"Castor": "Customer"}
