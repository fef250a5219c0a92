"""One code for CPU and GPU: a session that is not where it was asked for says so, never silently."""

from __future__ import annotations

import warnings
from typing import Any

import onnxruntime
import pytest

from redaction.errors import EngineUnavailable
from redaction.vision.models import DETECTOR, pick_device, session


class Stand:
    """Stands in for an onnxruntime session that really runs on the given provider."""

    on = "CPUExecutionProvider"
    asked: list[Any]

    def __init__(self, path: str, options: Any, providers: list[Any]) -> None:
        Stand.asked = providers

    def get_providers(self) -> list[str]:
        return [self.on]


def test_a_session_that_fell_back_to_the_cpu_warns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(onnxruntime, "InferenceSession", Stand)
    with pytest.warns(RuntimeWarning, match="fell back from CUDA"):
        session.__wrapped__(DETECTOR, "cuda")
    assert Stand.asked[0][0] == "CUDAExecutionProvider" and Stand.asked[-1] == "CPUExecutionProvider"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        session.__wrapped__(DETECTOR, "cpu")
        monkeypatch.setattr(Stand, "on", "CUDAExecutionProvider")
        session.__wrapped__(DETECTOR, "cuda")


@pytest.mark.parametrize(
    ("there", "wanted", "got"), [(True, "auto", "cuda"), (True, "cpu", "cpu"), (False, "auto", "cpu")]
)
def test_the_policy_and_the_machine_decide_the_device(
    monkeypatch: pytest.MonkeyPatch, there: bool, wanted: Any, got: str
) -> None:
    providers = ["CPUExecutionProvider", *(["CUDAExecutionProvider"] if there else [])]
    monkeypatch.setattr(onnxruntime, "get_available_providers", lambda: providers)
    assert pick_device(wanted) == got
    if not there:
        with pytest.raises(EngineUnavailable, match="CUDA provider"):
            pick_device("cuda")


def test_a_policy_that_demands_the_gpu_is_not_served_by_the_cpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(onnxruntime, "get_available_providers", lambda: ["CUDAExecutionProvider"])
    monkeypatch.setattr("redaction.vision.models.session", lambda name, device: Stand(name, None, []))
    monkeypatch.setattr(Stand, "on", "CPUExecutionProvider")
    with pytest.raises(EngineUnavailable, match="fell back to the CPU"):
        pick_device("cuda")
    monkeypatch.setattr(Stand, "on", "CUDAExecutionProvider")
    assert pick_device("cuda") == "cuda"
