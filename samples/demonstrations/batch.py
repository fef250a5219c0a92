"""A batch of demonstrations: who shows which task in which form of video, the folders, the index and the truth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import cv2

from samples.batches import consent
from samples.browser import Browser
from samples.demonstrations.cast import Cast, Member, make_cast
from samples.demonstrations.hand import Hand, Recording
from samples.demonstrations.index import Entry, write_index
from samples.demonstrations.reel import Format, Reel, frames
from samples.demonstrations.sites import SITES, data_of
from samples.demonstrations.stage import Stage
from samples.demonstrations.tasks import SEARCH, TASKS, Task, prepare
from samples.demonstrations.trace import Log, Row, as_json
from samples.demonstrations.truth import FORMAT, write_lines
from samples.film import write_json
from samples.look import Look, stage_look
from samples.marks import plain, spans
from samples.truth import fresh

CAPTURE = "entrophy-demonstrations/1"
#: The committed batch.
SMALL_NAME, SMALL_SEED, SMALL_PEOPLE = "demonstrations-crm", 20250423, 8
SMALL = Format(width=720, height=400, metadata={"title": "Screen recording", "comment": "invented sample"})
_FIRST = datetime(2025, 4, 14, 8, 3, 11, tzinfo=UTC)
_FONTS = ("Open Sans", "Roboto", "Liberation Sans", "Lato", "Noto Sans")
_ACCENTS = ("#0b5cab", "#1b7f5c", "#5b3fa8", "#a8441b", "#2d4a6b", "#8a1538")


@dataclass(frozen=True, slots=True)
class Plan:
    """One demonstration to be."""

    name: str
    task: Task
    me: Member
    started: datetime
    form: Format
    look: Look
    round_about: bool
    people: int | None = None


def plans(cast: Cast, seed: int, count: int) -> list[Plan]:
    """`count` demonstrations: every task in turn, shown by one recorded person after the other."""
    found: list[Plan] = []
    for i in range(count):
        rng = Random(f"{seed}/demonstration/{i}")
        turn, place = divmod(i, len(TASKS))
        task = TASKS[(place * 5 + turn) % len(TASKS)]
        started = _FIRST + timedelta(
            minutes=37 * i + rng.randrange(20), seconds=rng.randrange(60), microseconds=rng.randrange(1, 10**6)
        )
        me = cast.recorded[(i + turn) % len(cast.recorded)]
        look = stage_look(rng, rng.choice(_FONTS), rng.random() < 0.25)
        look = replace(look, accent=rng.choice(_ACCENTS))
        name = _name(task, started)
        found.append(Plan(name, task, me, started, _form(i, me, started), look, turn % 2 == 1))
    return found


def _form(number: int, me: Member, started: datetime) -> Format:
    """Every kind of file that recorders write, in turns."""
    metadata = {"title": f"Screen recording of {plain(me.shown['name'])}", "comment": "Recorded for training purposes"}
    metadata |= {"creation_time": f"{started:%Y-%m-%dT%H:%M:%S.000000Z}", "artist": plain(me.shown["email"])}
    turns: tuple[Format, ...] = (
        Format(),
        Format(audio=True, metadata=metadata),
        Format(variable=True),
        Format(width=1366, height=768, metadata=metadata),
        Format(),
        Format(width=1001, height=701),
        Format(variable=True, audio=True),
        Format(turned=90),
    )
    return turns[number % len(turns)]


def small(cast: Cast, seed: int) -> list[Plan]:
    """The one demonstration that is committed: short, few people on a small screen, yet typing, a dialog and a menu."""
    plan = replace(plans(cast, seed, 1)[0], task=SEARCH, form=SMALL, people=SMALL_PEOPLE)
    return [replace(plan, name=_name(SEARCH, plan.started))]


def _name(task: Task, started: datetime) -> str:
    return f"{task.id} @ {started:%Y-%m-%d-%H-%M-%S}"


def write_batch(out: Path, name: str, seed: int, choose: Callable[[Cast], list[Plan]]) -> list[Entry]:
    """Write <name>/ and truth/demonstrations/<name>/ under `out`; what was recorded, as the index lists it."""
    cast = make_cast(Random(f"{seed}/cast"))
    folder, truth = fresh(out / name), fresh(out / "truth" / "demonstrations" / name)
    todo = choose(cast)
    write_json(folder / "batch.json", header(name, cast, {plan.name: plan.me.id for plan in todo}))
    with Browser() as bar:
        entries = [record(plan, cast, bar, folder / "demos" / plan.name, truth, seed) for plan in todo]
        about = {
            "format": FORMAT,
            "batch": name,
            "seed": seed,
            "browser": bar.version(),
            "identities": identities(cast),
        }
    write_index(folder, entries)
    write_json(truth / "batch.json", about)
    return entries


def record(plan: Plan, cast: Cast, bar: Browser, home: Path, truth: Path, seed: int) -> Entry:
    """Write one demonstration folder and truth/<name>.jsonl; `bar` draws the frame of the window."""
    rng = Random(f"{seed}/hand/{plan.name}")
    data = data_of(SITES[plan.task.site], cast, Random(f"{seed}/data/{plan.task.id}"), plan.people)
    prepare(plan.task, data)
    (home / "screenshots").mkdir(parents=True)
    video = home / f"{plan.name}.mp4"
    log = Log(plan.started)
    # A browser of its own: how it scales a photograph depends on the sizes at which it has shown it before.
    with Stage() as stage, Reel(video, plan.form) as reel:
        hand = Hand(stage, bar, cast, plan.me, plan.form, reel, log, rng)
        hand.open(SITES[plan.task.site], data, plan.look)
        plan.task.work(hand, data, rng, plan.round_about)
        hand.finish()
    made = hand.made
    intent = plan.task.intent(data)
    _plant(made, [intent, *made.guide, *plan.task.fill(data).values()])
    rows, shown = log.merged()
    (home / f"{plan.name}.json").write_text(as_json(rows, plan.task.block(data)), encoding="utf-8")
    (home / f"[raw] {plan.name}.json").write_text(as_json(log.raw(), None), encoding="utf-8")
    guide = "".join(f"{i}. {plain(sentence)}\n" for i, sentence in enumerate(made.guide, 1))
    (home / f"SOP - {plan.name}.txt").write_text(guide, encoding="utf-8")
    _key_frames(video, home / "screenshots", shown)
    about: Row = {"row": "about", "format": FORMAT, "demonstration": plan.name, "participant": plan.me.id}
    about |= {
        "width": plan.form.width,
        "height": plan.form.height,
        "turned": plan.form.turned,
        "times": reel.times,
        "states": shown,
    }
    write_lines(truth / f"{plan.name}.jsonl", [about, *made.runs.rows(), *_texts(made, cast, plan)])
    person = next(iter(spans(intent))).value
    return Entry(
        plan.name,
        plan.task.id,
        plan.task.site,
        plain(intent),
        person,
        plan.me.id,
        len(shown),
        2 if plan.round_about else 1,
    )


def header(name: str, cast: Cast, shown_by: dict[str, str]) -> dict[str, Any]:
    """batch.json: some of the people and firms are declared, the rest is to be discovered."""
    granted = consent("granted") | {"scope": ["events", "screenshots", "video"]}
    first, second = cast.people[0], cast.people[4]
    aliases = sorted({plain(second.shown["latin"])} - {plain(second.shown["name"])})
    return {
        "format": CAPTURE,
        "batch": name,
        "domain": "Operations",
        "environment": "staging",
        "recorder": {"name": "Entrophy demonstration recorder", "version": "1"},
        "applications": [site.host for site in SITES.values()],
        "participants": [
            {"id": m.id, "name": plain(m.shown["name"]), "email": plain(m.shown["email"]), "consent": granted}
            for m in cast.recorded
        ],
        "entities": [
            {"kind": "company", "value": cast.home.plain_name, "aliases": [plain(cast.home.short)]},
            {"kind": "person", "value": plain(first.shown["name"]), "aliases": []},
            {"kind": "person", "value": plain(second.shown["name"]), "aliases": aliases},
        ],
        "public": {
            "names": sorted(site.product for site in SITES.values()),
            "hosts": [site.host for site in SITES.values()],
        },
        "demonstrations": shown_by,
    }


def identities(cast: Cast) -> list[Row]:
    """Everybody and every company that can occur, with all values that name them."""
    rows: list[Row] = []
    for member in (*cast.recorded, *cast.people):
        values = [{"kind": kind, "value": value} for value, kind in member.forms.items()]
        rows.append(
            {
                "entity": member.id,
                "kind": "person",
                "declared": member.id[0] == "r" or member.id in ("p00", "p04"),
                "values": values,
            }
        )
    for i, firm in enumerate((cast.home, *cast.firms)):
        values = [{"kind": "company", "value": v} for v in dict.fromkeys((firm.plain_name, plain(firm.short)))]
        rows.append({"entity": f"c{i}", "kind": "company", "declared": i == 0, "values": values})
    return rows


def _plant(made: Recording, texts: list[str]) -> None:
    for text in texts:
        for span in spans(text):
            if span.kind != "harmless":
                made.planted[span.kind, span.of] = None


def _texts(made: Recording, cast: Cast, plan: Plan) -> list[Row]:
    """The planted values of the texts: html, trace, guide, metadata."""
    values = dict(made.planted)
    for text in plan.form.metadata.values():
        values |= {(kind, value): None for value, kind in plan.me.forms.items() if value in text}
    entities = cast.entities
    return [
        {"row": "text", "kind": kind, "value": value, "entity": entities.get(value, "")}
        for kind, value in sorted(values)
        if kind != "face"
    ]


def _key_frames(video: Path, folder: Path, shown: list[int]) -> None:
    """The video's own frames, one a state."""
    wanted = set(shown)
    for number, (_, image) in enumerate(frames(video)):
        if number in wanted:
            png = cv2.imencode(".png", image, [cv2.IMWRITE_PNG_COMPRESSION, 6])[1].tobytes()
            for state in (i for i, frame in enumerate(shown) if frame == number):
                (folder / f"{state}.png").write_bytes(png)
