"""JSON Schema of the lines of the task files, for whoever reads them without Entrophy."""

from __future__ import annotations

from typing import Any

_TEXT: dict[str, Any] = {"type": "string"}
_INDEX: dict[str, Any] = {"type": "integer", "minimum": 0}


def _object(description: str, fields: dict[str, Any], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    return {
        "description": description,
        "type": "object",
        "properties": fields,
        "required": [name for name in fields if name not in optional],
        "additionalProperties": False,
    }


def tasks_schema() -> dict[str, Any]:
    """JSON Schema (draft 2020-12): a line is a sample of classification or one of segmentation."""
    common = {
        "id": {**_TEXT, "description": "Of the sample; a prediction names it."},
        "domain": _TEXT,
        "fold": {
            **_INDEX,
            "description": "All instances of a sample are of this fold: fit on samples of other folds only.",
        },
        "sequence": {
            "type": "array",
            "items": _TEXT,
            "minItems": 1,
            "description": "Descriptions of the interactions, in order: the input.",
        },
    }
    shots = {
        "type": "array",
        "items": _object(
            "A screenshot: the position in sequence at which it was taken, and its file in the domain's archive.",
            {"index": _INDEX, "screenshot": _TEXT},
        ),
        "description": "In the multimodal files only: screenshots, spread evenly.",
    }
    segment = _object(
        "One workflow instance: its first and last position in sequence, from 0, both inclusive.",
        {"start_index": _INDEX, "end_index": _INDEX, "process_name": _TEXT, "instance": _TEXT},
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of a benchmark task file",
        "oneOf": [
            _object(
                "Workflow classification: which process is it? The answer is label.",
                {**common, "instance": _TEXT, "label": _TEXT, "screenshots": shots},
                ("screenshots",),
            ),
            _object(
                "Workflow segmentation: where does each instance begin and end? The answer is segments.",
                {
                    **common,
                    "segments": {"type": "array", "items": segment, "minItems": 2},
                    "screenshots": shots,
                },
                ("screenshots",),
            ),
        ],
    }
