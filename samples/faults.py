"""faulty-demo: three recordings that must stay out whole, and one full of planted faults among good events.

`truth/faults.json` says which record each fault is in and which reason code the gates must give it.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from samples.batches import Plan, participant, plan
from samples.browser import Browser
from samples.film import Row, Truth, film, write_json
from samples.look import stage_look
from samples.marks import plain
from samples.session import Script, Session
from samples.spoil import TABLE, spoil
from samples.truth import fresh, write_truth

_SITE = "outlook.office.com"


def write_faulty(browser: Browser, out: Path, seed: int, taken: set[str]) -> int:
    """Write captures/faulty-demo, truth/faulty-demo.json and truth/faults.json; returns the number of screenshots.

    `taken` holds the names of the other batches.
    """
    base = plan(seed, "Finance", "faulty-demo", taken, count=0, staged="ukrainian")
    folder = fresh(out / "captures" / base.name)
    write_json(folder / "batch.json", _header(base))
    rng = Random(f"{seed}/faults")
    truth = Truth()
    expected: list[Row] = []
    for who, reason in _OUT.items():
        script = _visit(rng, base, who, clicks=2)
        film(script, browser, folder, truth, rng)
        expected.append({"record": script.recording, "reason": reason})
    script = _visit(rng, base, base.recorded[0].id, clicks=len(TABLE))
    rows = film(script, browser, folder, truth, rng)
    before = [(str(row["event_id"]), str(row["screenshot"])) for row in rows]
    home = folder / "recordings" / script.recording
    expected += spoil(home, rows)
    write_truth(out, base, _accepted(truth, home, before), seed, browser.version())
    write_json(out / "truth" / "faults.json", {"format": "entrophy-faults/1", "batch": base.name, "faults": expected})
    return sum(1 for _ in folder.rglob("*.png"))


#: Participants whose recordings stay out, and why.
_OUT = {
    "faulty-missing": "consent_missing",
    "faulty-withdrawn": "consent_withdrawn",
    "faulty-stranger": "unknown_participant",
}


#: Refusals that cost an event its screenshot only.
_SCREENSHOT_ONLY = ("screenshot_", "image_", "path_outside")


def _accepted(truth: Truth, home: Path, before: list[tuple[str, str]]) -> Truth:
    """The truth of what the gates let through. `before`: each event's id and screenshot as filmed, not yet spoiled."""
    events: set[str] = set()
    shots: set[tuple[str, str]] = set()
    for (event_id, shot), (reason, _) in zip(before, TABLE, strict=True):
        if reason is None or reason.startswith(_SCREENSHOT_ONLY):
            events.add(f"{home.name}/{event_id}")
        if reason is None and (home / "screenshots" / shot).exists():
            shots.add((home.name, shot))
    return Truth(
        text=[r for r in truth.text if r["record"] in events],
        pixels=[r for r in truth.pixels if (r["recording"], r["screenshot"]) in shots],
        harmless_text=[r for r in truth.harmless_text if r["record"] in events],
        harmless_pixels=[r for r in truth.harmless_pixels if (r["recording"], r["screenshot"]) in shots],
    )


def _header(base: Plan) -> dict[str, Any]:
    silent = base.cast.people[-1]
    unknown: dict[str, Any] = {"status": "missing", "recorded_at": None, "scope": [], "evidence": None}
    missing = {"name": plain(silent.name), "email": plain(silent.email), "consent": unknown}
    return base.header | {
        "participants": [
            participant(base.recorded[0], "granted"),
            {"id": "faulty-missing"} | missing,
            participant(base.recorded[1], "withdrawn") | {"id": "faulty-withdrawn"},
        ]
    }


def _visit(rng: Random, base: Plan, who: str, clicks: int) -> Script:
    """Somebody clicks through one message: small screens, all of them byte for byte the same."""
    cast, sender = base.cast, base.cast.people[2]
    look = stage_look(rng, "Liberation Sans", False, width=820, height=440)
    session = Session(rng, look, "Invoice processing", who)
    title = f"Order from {cast.firms[0].name} - {cast.me.person.name} - Outlook"
    state: dict[str, Any] = {"title": title, "url": _SITE + "/mail", "firm": cast.firms[0], "who": sender}
    session.go(_SITE, "note", title, me=cast.me.person, **state)
    for _ in range(clicks):
        session.click("contact", "text", "From", sender.name)
    return session.script()
