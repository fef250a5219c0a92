"""The forms that vetoes ask for are the ones the registry reports."""

from __future__ import annotations

from redaction.findings import Kind
from redaction.text.known.known_forms import KnownForm
from redaction.text.known.registry import Registry


def test_the_registry_tells_its_forms() -> None:
    known = Registry([(Kind.PERSON.value, "Zhvexia Brinkhan", True), (Kind.COMPANY.value, "Marrowgate Freight", True)])
    texts = ("Brinkhan wrote", "zbrinkhan", "ZB", "Marrowgate Freight", "Marrowgate Frei…")
    found = [f.detector for text in texts for f in known.find(text, "line")]
    assert {*KnownForm} <= {*found}
