"""A document that must not be used, with the reason."""

from __future__ import annotations

from redaction.errors import EntrophyError


class DocumentRefused(EntrophyError):
    """One document was refused. `reason` is a stable code for the quarantine table:

    encoding_broken, json_broken, missing_field, wrong_type, value_out_of_range, trace_order (states and actions do not
    alternate), html_too_large, html_too_deep, html_unstable (what is written does not lead to the same tree again),
    pdf_too_large, pdf_broken, pdf_encrypted, pdf_recursive.
    """

    def __init__(self, message: str, *, reason: str, record: str = "", remedy: str = "") -> None:
        super().__init__(message, record=record, remedy=remedy)
        self.reason = reason
