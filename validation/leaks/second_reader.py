"""A second opinion on every screenshot: presidio-image-redactor's own analyzer, as its users run it.

Its ImageAnalyzerEngine puts the words of a reading together, asks Presidio's stock pattern recognizers and, as an
ad-hoc recognizer, a deny list of every value that must not be there, and maps what is found back to boxes. It gets the
words that were read already (validation.leaks.read_screens), because reading is what costs; how it joins, searches
and maps is its own. What stands in space reserved for examples is a surrogate and no finding.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from importlib.metadata import version
from typing import Any

from validation.leaks.folding import fold_words, long_enough
from validation.leaks.needles import Needle
from validation.leaks.read_screens import Part
from validation.leaks.unreserved import real_phone, reserved_domain

_KNOWN = "KNOWN_VALUE"
_SURE = 0.5


def _email(text: str) -> bool:
    return not reserved_domain(text.rpartition("@")[2], ocr=True)


#: Presidio takes any digits that could be dialled, and "123 45 6789", for numbers of people; cells of a table that
#: stand side by side read just so. Wanted: a country code, an area code in brackets, or groups with hyphens.
_WRITTEN_PHONE = re.compile(r"^\+\d|\(\d{2,4}\)|\b\d{2,4}[-.]\d{3,4}[-.]\d{3,4}\b")
_WRITTEN_SSN = re.compile(r"\d{3}-\d{2}-\d{4}")


def _phone(text: str) -> bool:
    return bool(_WRITTEN_PHONE.search(text)) and real_phone(text)


#: Stock entity → (kind, least score, whether a hit is no surrogate). Left out are kinds that every screen shows and
#: that name nobody (dates, addresses on the web, numbers of driving licences and accounts without check digits).
STOCK: dict[str, tuple[str, float, Callable[[str], bool]]] = {
    "EMAIL_ADDRESS": ("email", _SURE, _email),
    "PHONE_NUMBER": ("phone", 0.4, _phone),
    "CREDIT_CARD": ("id", _SURE, lambda text: True),
    "IBAN_CODE": ("id", _SURE, lambda text: True),
    "US_SSN": ("id", _SURE, lambda text: bool(_WRITTEN_SSN.fullmatch(text))),
    "CRYPTO": ("id", _SURE, lambda text: True),
}


def engine_versions() -> dict[str, str]:
    """For the certificate."""
    return {name: version(name) for name in ("presidio-analyzer", "presidio-image-redactor")}


class SecondReader:
    """Presidio's image analyzer over words that were read. Holds captured values: never pickle or log one."""

    def __init__(self, needles: Iterable[Needle]) -> None:
        self._owners: dict[str, set[tuple[str, str]]] = {}
        for entity_id, kind, value in sorted(set(needles)):
            plain = " ".join(value.split())
            if long_enough("".join(fold_words(plain))):
                self._owners.setdefault(plain.casefold(), set()).add((entity_id, kind.value))
        self._adhoc: list[Any] | None = None

    def analyze(self, part: Part) -> list[tuple[str, str, str]]:
        """(entity id or "", kind, how) of everything found in one reading, sorted."""
        if not part.words:
            return []
        engine, ocr = _engine()
        ocr.part = part
        if self._adhoc is None:
            self._adhoc = _deny_list(sorted(self._owners))
        known = [_KNOWN] if self._adhoc else []  # presidio warns of an entity that no recognizer finds
        results = engine.analyze(_BLANK, entities=[*STOCK, *known], ad_hoc_recognizers=self._adhoc, score_threshold=0.4)
        text = ocr.get_text_from_ocr_dict(ocr.perform_ocr(_BLANK))
        found: set[tuple[str, str, str]] = set()
        for result in results:
            said = text[result.start : result.end]
            if result.entity_type == _KNOWN:
                for entity_id, kind in self._owners.get(said.casefold(), {("", "known value")}):
                    found.add((entity_id, kind, "second reader"))
            elif result.entity_type in STOCK:
                kind, least, real = STOCK[result.entity_type]
                if result.score >= least and real(said):
                    found.add(("", kind, "second reader's pattern"))
        return sorted(found)


class _Blank:
    """Stands for the image that was read already; the analyzer only hands it on to the reader."""


_BLANK: Any = _Blank()


@lru_cache(maxsize=1)
def _engine() -> tuple[Any, Any]:
    """(ImageAnalyzerEngine, its OCR); made when the first screenshot is judged, because these packages are heavy to
    import."""
    # It comes with a reader of medical images that warns about its own next version when it is loaded, and that sets
    # its own level first: so it goes first.
    import pydicom

    from redaction.offline import keep_presidio_offline
    from redaction.work.presidio import load_presidio

    logging.getLogger(pydicom.__name__).setLevel(logging.ERROR)
    load_presidio()
    from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
    from presidio_analyzer.nlp_engine import NoOpNlpEngine
    from presidio_analyzer.predefined_recognizers import (
        CreditCardRecognizer,
        CryptoRecognizer,
        EmailRecognizer,
        IbanRecognizer,
        PhoneRecognizer,
        UsSsnRecognizer,
    )
    from presidio_image_redactor import OCR, ImageAnalyzerEngine, ImagePreprocessor

    class ReadAlready(OCR):  # type: ignore[misc]
        """Gives the words of one part in pytesseract's column form, as TesseractOCR would."""

        part = Part(())

        def perform_ocr(self, image: object, **kwargs: Any) -> dict[str, list[Any]]:
            words = self.part.words
            return {
                "text": [w.text for w in words],
                "left": [w.left for w in words],
                "top": [w.top for w in words],
                "width": [w.width for w in words],
                "height": [w.height for w in words],
                "conf": [w.confidence for w in words],
            }

    class AsItIs(ImagePreprocessor):  # type: ignore[misc]
        """There is no image to prepare."""

        def preprocess_image(self, image: object) -> tuple[object, dict[str, Any]]:
            return image, {}

    keep_presidio_offline()
    stock = (CreditCardRecognizer, CryptoRecognizer, EmailRecognizer, IbanRecognizer, PhoneRecognizer, UsSsnRecognizer)
    registry = RecognizerRegistry(recognizers=[made() for made in stock], supported_languages=["en"])
    blank = NoOpNlpEngine(models=[{"lang_code": "en", "model_name": "noop"}])
    analyzer = AnalyzerEngine(registry=registry, nlp_engine=blank, supported_languages=["en"])
    ocr = ReadAlready()
    return ImageAnalyzerEngine(analyzer_engine=analyzer, ocr=ocr, image_preprocessor=AsItIs()), ocr


def _deny_list(values: list[str]) -> list[Any]:
    from presidio_analyzer import PatternRecognizer

    if not values:
        return []
    return [PatternRecognizer(supported_entity=_KNOWN, deny_list=values, name="values that must not be there")]
