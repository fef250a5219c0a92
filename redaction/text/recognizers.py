"""Our detectors as Presidio recognizers, and the AnalyzerEngine that runs them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from redaction.findings import Kind, Source, TextFinding
from redaction.text import surnames
from redaction.text.patterns import (
    caseless,
    companies,
    contact,
    government,
    labels,
    listed_people,
    machines,
    network,
    numbers,
    passports,
    people,
    places,
    secret,
    traces,
)
from redaction.text.patterns.pattern import Pattern
from redaction.work.presidio import load_presidio

if TYPE_CHECKING:
    from presidio_analyzer import AnalyzerEngine


@dataclass(frozen=True, slots=True)
class Detector:
    """`find` gives findings of the `kinds`; their detectors are the `names` or those of the `rows`."""

    name: str
    find: Callable[[str], Iterable[TextFinding]]
    kinds: tuple[Kind, ...]
    names: tuple[str, ...] = ()
    rows: tuple[Pattern, ...] = ()


DETECTORS: tuple[Detector, ...] = (
    Detector("EmailPatterns", contact.emails, (Kind.EMAIL,), contact.EMAIL_NAMES),
    Detector("PhoneNumbers", contact.phones, (Kind.PHONE,), ("phone",)),
    Detector("UrlParts", network.urls, (Kind.URL, Kind.USERNAME, Kind.REPOSITORY, Kind.SECRET), network.URL_NAMES),
    Detector("MachineAddresses", machines.addresses_of_machines, (Kind.ID,), rows=machines.ROWS),
    Detector(
        "Numbers", numbers.numbers, (Kind.ID,), (*numbers.NAMES, *government.NAMES), (*numbers.ROWS, *government.SHAPED)
    ),
    Detector("Passports", passports.passports, (Kind.PASSPORT, Kind.PERSON), passports.NAMES),
    Detector("Secrets", secret.secrets, (Kind.SECRET,), rows=secret.ROWS),
    Detector(
        "Traces",
        traces.traces,
        (Kind.USERNAME, Kind.URL, Kind.CHANNEL, Kind.REPOSITORY, Kind.DATE_OF_BIRTH),
        rows=traces.ROWS,
    ),
    Detector("Companies", companies.companies, (Kind.COMPANY,), rows=companies.ROWS),
    Detector("Addresses", places.addresses, (Kind.ADDRESS, Kind.COMPANY), ("company-letterhead",), places.ROWS),
    Detector("People", people.people, (Kind.PERSON, Kind.COMPANY), listed_people.NAMES, people.ROWS),
    Detector("FormsOfAddress", caseless.caseless, (Kind.PERSON,), rows=caseless.ROWS),
    Detector("Surnames", surnames.surnamed, (Kind.PERSON,), surnames.NAMES),
    Detector("InlineLabels", labels.inline, tuple(Kind), ("label-inline",)),
)


def pattern_names() -> frozenset[str]:
    """The names of all patterns: what the findings of these detectors tell as their `detector`."""
    rows = (row.name for detector in DETECTORS for row in detector.rows)
    return frozenset((*rows, *(name for detector in DETECTORS for name in detector.names)))


def make_analyzer(disabled: frozenset[str] = frozenset(), countries: tuple[str, ...] = ()) -> AnalyzerEngine:
    """Presidio's AnalyzerEngine with one recognizer per detector; its entities are our kinds in capitals. Patterns
    whose names are `disabled` find nothing; numbers of the `countries` are found by their checks alone."""
    load_presidio()
    from presidio_analyzer import AnalyzerEngine, EntityRecognizer, RecognizerRegistry, RecognizerResult
    from presidio_analyzer.nlp_engine import NoOpNlpEngine

    class PatternDetector(EntityRecognizer):  # type: ignore[misc]
        """One detector of ours behind Presidio's interface."""

        def __init__(self, detector: Detector) -> None:
            self._find = detector.find
            super().__init__([kind.name for kind in detector.kinds], name=detector.name, supported_language="en")

        def load(self) -> None:
            """Nothing to load: word lists are read on first use."""

        def analyze(self, text: str, entities: list[str], nlp_artifacts: Any = None) -> list[Any]:
            return [
                RecognizerResult(
                    f.kind.name,
                    f.start,
                    f.end,
                    f.score,
                    recognition_metadata={"detector": f.detector, "source": f.source.value},
                )
                for f in self._find(text)
                if f.kind.name in entities and f.detector not in disabled
            ]

    recognizers = [PatternDetector(detector) for detector in DETECTORS]
    if countries:
        find = partial(government.numbers_of_countries, countries=countries)
        recognizers.append(PatternDetector(Detector("NumbersOfCountries", find, (Kind.ID,), government.NAMES)))
    registry = RecognizerRegistry(recognizers=recognizers, supported_languages=["en"])
    blank = NoOpNlpEngine(models=[{"lang_code": "en", "model_name": "noop"}])
    return AnalyzerEngine(registry=registry, nlp_engine=blank, supported_languages=["en"])


def run_analyzer(analyzer: AnalyzerEngine, text: str) -> list[TextFinding]:
    """Findings of an analyzer made by `make_analyzer`, in our shape."""
    found = []
    for result in analyzer.analyze(text, language="en"):
        metadata = result.recognition_metadata or {}
        detector = metadata.get("detector") or metadata.get("recognizer_name", "presidio")
        found.append(
            TextFinding(
                result.start,
                result.end,
                Kind[result.entity_type],
                float(result.score),
                str(detector),
                Source(metadata.get("source", Source.PATTERN)),
            )
        )
    return found
