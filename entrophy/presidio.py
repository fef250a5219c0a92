"""Our detectors as components of Presidio, for whoever has a pipeline of Presidio already.

Entity types are our kinds in capitals: PERSON, EMAIL, PHONE, COMPANY, ADDRESS, USERNAME, URL, ID, SECRET and so on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from entrophy.given import GivenPolicy, policy_of, screen_engine, text_engine
from redaction.findings import Kind

if TYPE_CHECKING:
    from presidio_analyzer import AnalyzerEngine, EntityRecognizer
    from presidio_image_redactor import OCR, ImageAnalyzerEngine


def text_recognizer(*, policy: GivenPolicy = None, language: str = "en") -> EntityRecognizer:
    """Everything we find in text as one recognizer: patterns, lists, labels and the names model, merged.

    Args:
        policy: A `Policy` or a policy file; None: the defaults. Of it, `text` counts.
        language: The language code under which Presidio asks for it. It reads every language alike.

    Returns:
        A `presidio_analyzer.EntityRecognizer` for a registry of yours.

    Example:
        ```python
        from entrophy import text_recognizer
        from presidio_analyzer import AnalyzerEngine

        analyzer = AnalyzerEngine()  # yours, with its own recognizers
        analyzer.registry.add_recognizer(text_recognizer())
        ```
    """
    from presidio_analyzer import EntityRecognizer, RecognizerResult

    engine = text_engine(policy_of(policy).text)

    class EntrophyRecognizer(EntityRecognizer):  # type: ignore[misc]
        """The text engine behind Presidio's interface."""

        def load(self) -> None:
            """Loaded already: what cannot be loaded must not be found out in the middle of a text."""

        def analyze(self, text: str, entities: list[str], nlp_artifacts: Any = None) -> list[Any]:
            """Findings in code points of `text`, of the entity types that are asked for."""
            return [
                RecognizerResult(f.kind.name, f.start, f.end, f.score, recognition_metadata={"detector": f.detector})
                for f in engine.find(text)
                if f.kind.name in entities
            ]

    return EntrophyRecognizer([kind.name for kind in Kind], name="Entrophy", supported_language=language)


def text_analyzer(*, policy: GivenPolicy = None) -> AnalyzerEngine:
    """A `presidio_analyzer.AnalyzerEngine` with [text_recognizer][entrophy.text_recognizer] alone: no spaCy model is
    needed.

    Example:
        ```python
        from entrophy import text_analyzer

        text_analyzer().analyze("Maria Keller called", language="en")
        ```
    """
    from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
    from presidio_analyzer.nlp_engine import NoOpNlpEngine

    registry = RecognizerRegistry(recognizers=[text_recognizer(policy=policy)], supported_languages=["en"])
    blank = NoOpNlpEngine(models=[{"lang_code": "en", "model_name": "noop"}])
    return AnalyzerEngine(registry=registry, nlp_engine=blank, supported_languages=["en"])


def image_ocr(*, policy: GivenPolicy = None) -> OCR:
    """A `presidio_image_redactor.OCR` that reads screens with our reader: words with their boxes."""
    from redaction.screens.presidio_plugin import screen_ocr

    ocr: OCR = screen_ocr(screen_engine(policy_of(policy)))
    return ocr


def image_analyzer(*, policy: GivenPolicy = None) -> ImageAnalyzerEngine:
    """A `presidio_image_redactor.ImageAnalyzerEngine` whose results are all our findings: text, initials, faces, codes.

    Example:
        ```python
        from entrophy import image_analyzer
        from PIL import Image
        from presidio_image_redactor import ImageRedactorEngine

        redactor = ImageRedactorEngine(image_analyzer_engine=image_analyzer())
        redactor.redact(Image.open("screen.png"))  # Presidio's own fill; scrub_image has the looks of ours
        ```
    """
    from redaction.screens import presidio_plugin

    analyzer: ImageAnalyzerEngine = presidio_plugin.image_analyzer(screen_engine(policy_of(policy)))
    return analyzer
