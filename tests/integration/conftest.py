"""One small release for all proofs of a process; each damages a copy of it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.proof_fixture import DEMONSTRATIONS, Proof, build_proof


@pytest.fixture(scope="session")
def proof(tmp_path_factory: pytest.TempPathFactory) -> Proof:
    return build_proof(tmp_path_factory.mktemp("proof"))


@pytest.fixture(scope="session")
def filmed(tmp_path_factory: pytest.TempPathFactory) -> Proof:
    """The same of a recorded demonstration: video, trace, guide and tables."""
    return build_proof(tmp_path_factory.mktemp("filmed"), DEMONSTRATIONS)


@pytest.fixture
def bundle(proof: Proof, tmp_path: Path) -> Path:
    """A copy to damage."""
    return Path(shutil.copytree(proof.bundle, tmp_path / "bundle"))
