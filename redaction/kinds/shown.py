"""Kinds that are pictures."""

from __future__ import annotations

from redaction.findings import Kind
from redaction.kinds.spec import Canary, Identity, KindSpec, Surrogate, Value

FACE = KindSpec(
    kind=Kind.FACE,
    description="faces and portraits",
    example="",
    identity=Identity.NONE,
    surrogate=Surrogate.NONE,
    value=Value.PICTURE,
    priority=200,
    colour="#b3261e",
    canary=Canary(None, by_default=True),
)

CODE = KindSpec(
    kind=Kind.CODE,
    description="QR and bar codes",
    example="",
    identity=Identity.NONE,
    surrogate=Surrogate.NONE,
    value=Value.PICTURE,
    priority=200,
    colour="#3d3d3d",
    canary=Canary(None, by_default=True),
)
