"""What was done to a release and who stopped it, held against the table of docs/proof.md; what several proofs do."""

from __future__ import annotations

import io
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from redaction.policy import Policy
from release.publish.publish_types import PublishSettings
from tests.proof_fixture import POLICY, Proof

DOC = Path(__file__).resolve().parents[1] / "docs" / "proof.md"


def compare_with_docs(measured: Mapping[str, str], done: Collection[str]) -> None:
    """Every mutation of `done` was measured, and the table tells who stopped it. Skips when only some of them ran."""
    if not set(done) <= measured.keys():
        pytest.skip("the table is compared only when every mutation of this file ran and held")
    written = DOC.read_text(encoding="utf-8")
    rows = [f"| {mutation} | {outcome} |" for mutation, outcome in measured.items()]
    absent = [row for row in rows if row not in written]
    assert not absent, "docs/proof.md lacks:\n" + "\n".join(absent)


def no_value(proof: Proof, said: str) -> None:
    assert not [value for value in proof.captured if value.casefold() in said.casefold()], "a captured value is told"


def one(bundle: Path, suffix: str) -> Path:
    return next(p for p in sorted(bundle.iterdir()) if p.name.endswith(suffix) and p.name[0].isupper())


def pixels(data: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))


def policy(**sections: dict[str, Any]) -> Policy:
    return Policy.model_validate({**POLICY.model_dump(mode="json"), **sections})


def published(folder: Path) -> PublishSettings:
    """Publish into a folder of this test."""
    return PublishSettings(destination=folder / "published")
