"""Entrophy from a program: redact texts, tables and images, build, verify, load, publish releases, plug into Presidio.

    from entrophy import load, scrub_text

    scrub_text("Please call Maria Keller on +49 30 901820.").text
    rows = load("out/demo")

Importing this package loads nothing heavy: each name is fetched when it is first used. Whatever goes wrong on purpose
is an `EntrophyError` whose text carries ids, counts and a remedy, never a captured value. Nothing here reports or looks
anything up; `publish(..., yes=True)` to a host is the one call that sends, and `load` and `screenshot` fetch where
they are given the name of a host.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import redaction  # noqa: F401 - telemetry of all dependencies off before one of them loads

if TYPE_CHECKING:
    from entrophy.presidio import image_analyzer, image_ocr, text_analyzer, text_recognizer
    from entrophy.releases import BuiltRelease, build, publish, review_plan, verify
    from entrophy.screens import HiddenBox, ScrubbedImage, scrub_image, scrub_images
    from entrophy.tables import scrub_table
    from entrophy.texts import ReplacedSpan, ScrubbedText, scrub_text, scrub_texts
    from redaction.errors import (
        BundleError,
        CaptureError,
        EngineUnavailable,
        EntrophyError,
        ImageRefused,
        KeyProblem,
        LeakFound,
        MachineProblem,
        PolicyError,
        PublishError,
    )
    from redaction.findings import Kind
    from redaction.policy import Policy, load_policy
    from redaction.records import DeclaredEntity
    from redaction.scrub_table import ColumnCounts, TableCounts
    from release.load import Instance, OriginWarning, load, screenshot
    from release.publish.publish_types import PublishReceipt
    from release.review.plan import Plan
    from release.verify.problems import VerifyReport

__all__ = [
    "BuiltRelease",
    "BundleError",
    "CaptureError",
    "ColumnCounts",
    "DeclaredEntity",
    "EngineUnavailable",
    "EntrophyError",
    "HiddenBox",
    "ImageRefused",
    "Instance",
    "KeyProblem",
    "Kind",
    "LeakFound",
    "MachineProblem",
    "OriginWarning",
    "Plan",
    "Policy",
    "PolicyError",
    "PublishError",
    "PublishReceipt",
    "ReplacedSpan",
    "ScrubbedImage",
    "ScrubbedText",
    "TableCounts",
    "VerifyReport",
    "build",
    "image_analyzer",
    "image_ocr",
    "load",
    "load_policy",
    "publish",
    "review_plan",
    "screenshot",
    "scrub_image",
    "scrub_images",
    "scrub_table",
    "scrub_text",
    "scrub_texts",
    "text_analyzer",
    "text_recognizer",
    "verify",
]

#: Module → the names it gives; each module is loaded when the first of its names is asked for.
_MODULES = {
    "entrophy.presidio": ("image_analyzer", "image_ocr", "text_analyzer", "text_recognizer"),
    "entrophy.releases": ("BuiltRelease", "build", "publish", "review_plan", "verify"),
    "entrophy.screens": ("HiddenBox", "ScrubbedImage", "scrub_image", "scrub_images"),
    "entrophy.tables": ("scrub_table",),
    "entrophy.texts": ("ReplacedSpan", "ScrubbedText", "scrub_text", "scrub_texts"),
    "redaction.errors": (
        "BundleError",
        "CaptureError",
        "EngineUnavailable",
        "EntrophyError",
        "ImageRefused",
        "KeyProblem",
        "LeakFound",
        "MachineProblem",
        "PolicyError",
        "PublishError",
    ),
    "redaction.findings": ("Kind",),
    "redaction.policy": ("Policy", "load_policy"),
    "redaction.records": ("DeclaredEntity",),
    "redaction.scrub_table": ("ColumnCounts", "TableCounts"),
    "release.load": ("Instance", "OriginWarning", "load", "screenshot"),
    "release.publish.publish_types": ("PublishReceipt",),
    "release.review.plan": ("Plan",),
    "release.verify.problems": ("VerifyReport",),
}
_HOME = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
