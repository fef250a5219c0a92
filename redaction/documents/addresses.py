"""Addresses in documents: scrubbed as paths, or dropped where they carry a script or a picture of their own."""

from __future__ import annotations

import re

from redaction.documents.texts import Texts

PIXEL = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII="
)
"""One transparent pixel: what stands for every picture that a document carries itself."""
_UNSEEN = re.compile(r"[\x00-\x20\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060\ufeff]")
_SCRIPT = re.compile(r"(?i)(?:javascript|vbscript|livescript|mocha|about|view-source):")
_DATA = re.compile(r"(?i)(?:data|blob|filesystem):")
_ADDRESS = re.compile(r"(?i)(?:[a-z][a-z0-9+.-]*:(?=[^\s:])|/|\.\.?/)\S*")
_CANDIDATE = re.compile(r"[\s,]*+([^\s,]\S*?)(?:,+(?=\s|$)|\s+([^,]*)(?:,|$)|$)")
_DESCRIPTOR = re.compile(r"\d{1,6}(?:\.\d{1,4})?[wxh]")


def walk_address(value: str, texts: Texts, label: str | None = None) -> str | None:
    """The address that shall stand there; None where none shall. "#part" leads to an id of the document."""
    bare = _UNSEEN.sub("", value)
    if _SCRIPT.match(bare):
        return None if not bare.lower().startswith("about:blank") else "about:blank"
    if _DATA.match(bare):
        return PIXEL
    if bare.startswith("#"):
        return "#" + texts.token(bare[1:]) if bare[1:] else "#"
    return texts.one(value.strip(), label, "path") if bare else ""


def walk_sources(value: str, texts: Texts) -> str:
    """The candidates of a srcset, each with its width or density."""
    if _DATA.search(_UNSEEN.sub("", value)):
        return PIXEL
    made = []
    for address, descriptor in _CANDIDATE.findall(value):
        shown = walk_address(address, texts)
        if shown:
            made.append(" ".join([re.sub(r"\s", "%20", shown), *_DESCRIPTOR.findall(descriptor)[:1]]))
    return ", ".join(made)


def is_address(value: str) -> bool:
    """Whether a text looks like an address and nothing else."""
    return bool(_ADDRESS.fullmatch(value.strip()))
