"""Invented rows of one domain, as a bundle publishes them, from a few words a row."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
CLASSES = {
    "Button": "Application Click",
    "Edit Field": "Application Field Input",
    "Copy": "Hotkey",
    "Tab": "Application Click",
}


def row(instance: int, number: int, subclass: str, application: str, seconds: float, **more: Any) -> dict[str, Any]:
    """Interaction `number` of an instance, `seconds` after the start."""
    at = START + timedelta(seconds=seconds)
    made: dict[str, Any] = {
        "domain": "Finance",
        "process_instance_uuid": str(UUID(int=instance + 1)),
        "process_name": "Invoice creation",
        "interaction_uuid": str(UUID(int=(instance + 1) * 10_000 + number)),
        "class_name": CLASSES.get(subclass, "Navigation"),
        "subclass_name": subclass,
        "description": f"{subclass} - Total",
        "timestamp": at.strftime("%Y-%m-%dT%H:%M:%S.") + f"{at.microsecond // 1000:03d}Z",
        "application_name": application,
        "screenshot_name": f"shot-{instance}-{number}.png",
        "screen_name": f"{application} - Invoices",
        "interaction_type": "Click",
        "interaction_value": "Left",
        "interaction_coordinates": {"x": 4, "y": 5},
        "field_name": None,
        "field_value": None,
        "time_spent": 1.25,
    }
    return made | more


def small() -> list[dict[str, Any]]:
    """Two instances of one process: A B B C and A C, with A, B, C in two applications; one of another process: C."""
    a, b, c = ("Button", "CRM"), ("Edit Field", "CRM"), ("Copy", "Mail")
    first = [row(0, n, *what, second) for n, (what, second) in enumerate([(a, 0), (b, 2), (b, 5), (c, 6.5)])]
    second = [row(1, n, *what, 3600 + second) for n, (what, second) in enumerate([(a, 0), (c, 10)])]
    other = row(
        2, 0, *c, 7200, process_name="Invoice dispatch", time_spent=None, screenshot_name=None, field_name="Total"
    )
    return [*first, *second, other]


def many(instances: int, steps: int, seed: int = 0) -> Iterator[dict[str, Any]]:
    """Instances of three processes, steps that mostly follow a plan."""
    chance = Random(seed)
    plan = [
        (kind, where) for where in ("CRM", "Mail", "Sheets") for kind in ("Open Screen", "Button", "Edit Field", "Copy")
    ]
    for instance in range(instances):
        for number in range(steps):
            due = min(len(plan) - 1, max(0, int(number / steps * len(plan) + chance.gauss(0, 1))))
            kind, where = plan[due] if chance.random() < 0.9 else chance.choice(plan)
            yield row(
                instance, number, kind, where, instance * 3600 + number * 2.0 + chance.random(),
                process_name=("Invoice creation", "Invoice dispatch", "Payment collection")[instance % 3],
            )  # fmt: skip
