"""Our detectors as Presidio recognizers, and the AnalyzerEngine that runs them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from redaction.findings import Kind, Source, TextFinding
from redaction.text import (
    caseless,
    companies,
    contact,
    labels,
    network,
    numbers,
    people,
    places,
    secret,
    surnames,
    traces,
)

if TYPE_CHECKING:
    from presidio_analyzer import AnalyzerEngine

Detector = Callable[[str], Iterable[TextFinding]]

DETECTORS: dict[str, tuple[Detector, tuple[Kind, ...]]] = {
    "EmailPatterns": (contact.emails, (Kind.EMAIL,)),
    "PhoneNumbers": (contact.phones, (Kind.PHONE,)),
    "UrlParts": (network.urls, (Kind.URL, Kind.USERNAME, Kind.REPOSITORY, Kind.SECRET)),
    "MachineAddresses": (network.addresses_of_machines, (Kind.ID,)),
    "Numbers": (numbers.numbers, (Kind.ID,)),
    "Secrets": (secret.secrets, (Kind.SECRET,)),
    "FilePaths": (traces.paths, (Kind.USERNAME,)),
    "Handles": (traces.handles, (Kind.USERNAME, Kind.URL)),
    "Channels": (traces.channels, (Kind.CHANNEL,)),
    "Repositories": (traces.repositories, (Kind.REPOSITORY,)),
    "BirthDates": (traces.births, (Kind.DATE_OF_BIRTH,)),
    "Companies": (companies.companies, (Kind.COMPANY,)),
    "Addresses": (places.addresses, (Kind.ADDRESS, Kind.COMPANY)),
    "People": (people.people, (Kind.PERSON, Kind.COMPANY)),
    "FormsOfAddress": (caseless.caseless, (Kind.PERSON,)),
    "Surnames": (surnames.surnamed, (Kind.PERSON,)),
    "InlineLabels": (labels.inline, tuple(Kind)),
}


def make_analyzer() -> AnalyzerEngine:
    """Presidio's AnalyzerEngine with one recognizer per detector; its entities are our kinds in capitals."""
    from presidio_analyzer import AnalyzerEngine, EntityRecognizer, RecognizerRegistry, RecognizerResult
    from presidio_analyzer.nlp_engine import NoOpNlpEngine

    class PatternDetector(EntityRecognizer):  # type: ignore[misc]
        """One detector of ours behind Presidio's interface."""

        def __init__(self, name: str, detector: Detector, kinds: tuple[Kind, ...]) -> None:
            self._detector = detector
            super().__init__([kind.name for kind in kinds], name=name, supported_language="en")

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
                for f in self._detector(text)
                if f.kind.name in entities
            ]

    recognizers = [PatternDetector(name, detector, kinds) for name, (detector, kinds) in DETECTORS.items()]
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
                Source(metadata.get("source", "")),
            )
        )
    return found
