"""One code for CPU and GPU: what is not on the GPU it was asked for says so, never silently."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import onnxruntime
import pytest
import torch
from onnxruntime.capi.onnxruntime_pybind11_state import EPFail

from redaction.errors import EngineUnavailable
from redaction.screens.nets import models
from redaction.screens.nets.models import DETECTOR, RECOGNISER, engine_versions, pick_device, session
from redaction.screens.ocr import detect, recognise
from redaction.screens.pictures import mtcnn


class Stand:
    """Stands in for an onnxruntime session that really runs on the given provider."""

    on = "CPUExecutionProvider"
    asked: list[Any]
    options: dict[str, Any]

    def __init__(self, path: str, options: Any, providers: list[Any], **more: Any) -> None:
        Stand.asked, Stand.options = providers, more

    def get_providers(self) -> list[str]:
        return [self.on]


@pytest.fixture()
def machine(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A machine on which everything is there for CUDA; tests take pieces away."""
    monkeypatch.setattr(onnxruntime, "get_available_providers", lambda: [models._CUDA, "CPUExecutionProvider"])
    monkeypatch.setattr(onnxruntime, "InferenceSession", Stand)
    monkeypatch.setattr(models, "session", session.__wrapped__)  # type: ignore[attr-defined]
    monkeypatch.setattr(Stand, "on", models._CUDA)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(models.shutil, "which", lambda name: f"/usr/bin/{name}")
    return monkeypatch


def no_provider(machine: pytest.MonkeyPatch) -> None:
    machine.setattr(onnxruntime, "get_available_providers", lambda: ["CPUExecutionProvider"])


def no_library(machine: pytest.MonkeyPatch) -> None:
    """As onnxruntime does when CUDA or cuDNN cannot be loaded: a session, but on the CPU."""
    machine.setattr(Stand, "on", "CPUExecutionProvider")


def no_memory(machine: pytest.MonkeyPatch) -> None:
    def failing(*args: Any, **options: Any) -> Any:
        raise EPFail("no memory left on the GPU")

    machine.setattr(onnxruntime, "InferenceSession", failing)


def no_torch(machine: pytest.MonkeyPatch) -> None:
    machine.setattr(torch.cuda, "is_available", lambda: False)


MISSING = [(no_provider, "CUDA provider"), (no_library, "fell back"), (no_memory, "EPFail"), (no_torch, "torch")]


def test_with_everything_there_the_gpu_is_used(machine: pytest.MonkeyPatch) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert [pick_device(wanted) for wanted in ("auto", "cuda", "cpu")] == ["cuda", "cuda", "cpu"]
        assert pick_device("cpu-float32") == "cpu-float32"


@pytest.mark.parametrize(("take_away", "words"), MISSING)
def test_a_policy_that_demands_the_gpu_is_not_served_by_the_cpu(
    machine: pytest.MonkeyPatch, take_away: Any, words: str
) -> None:
    take_away(machine)
    with pytest.raises(EngineUnavailable, match=words):
        pick_device("cuda")


@pytest.mark.parametrize(("take_away", "words"), MISSING)
def test_auto_on_a_machine_with_a_gpu_falls_back_with_a_warning(
    machine: pytest.MonkeyPatch, take_away: Any, words: str
) -> None:
    take_away(machine)
    with pytest.warns(RuntimeWarning, match=words) as stated:
        assert pick_device("auto") == "cpu"
    assert len(stated) == 1


def test_auto_on_a_machine_without_a_gpu_says_nothing(machine: pytest.MonkeyPatch) -> None:
    no_provider(machine)
    machine.setattr(models.shutil, "which", lambda name: None)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert pick_device("auto") == "cpu"


def test_torch_is_asked_only_when_faces_are_sought(machine: pytest.MonkeyPatch) -> None:
    no_torch(machine)
    assert pick_device("cuda", faces=False) == "cuda"
    with pytest.raises(EngineUnavailable, match="torch"):
        mtcnn.mtcnn.__wrapped__("cuda")  # type: ignore[attr-defined]


def test_a_session_on_the_gpu_may_not_fall_back_later(machine: pytest.MonkeyPatch) -> None:
    models.session(DETECTOR)
    assert Stand.asked[0][0] == models._CUDA and Stand.asked[-1] == "CPUExecutionProvider"
    assert Stand.options["enable_fallback"] == 0


def test_a_net_that_fails_raises_what_refuses_the_frame() -> None:
    with pytest.raises(RuntimeError, match="could not be run") as stated:
        models.run(DETECTOR, "cpu", np.zeros((1, 5, 32, 32), np.float32), np.copy)
    assert stated.value.__cause__ is None, "nothing of what the library said"


def test_the_versions_name_the_build_for_gpus_too(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = engine_versions("cuda")
    assert plain["onnxruntime"] == onnxruntime.__version__
    there = {**plain, "onnxruntime-gpu": "9.9"}
    del there["onnxruntime"]

    def version(name: str) -> str:
        if name not in there:
            raise models.PackageNotFoundError(name)
        return there[name]

    monkeypatch.setattr(models, "version", version)
    assert engine_versions("cuda") == there


def test_the_versions_tell_how_a_processor_counts() -> None:
    plain, exact = engine_versions("cpu"), engine_versions("cpu-float32")
    assert exact["precision"] == "f32" and plain["openvino"] == exact["openvino"]
    assert plain["precision"] in ("bf16", "f32") and "onnxruntime" not in plain


@pytest.mark.parametrize("device", ["cpu", "cpu-float32"])
def test_what_a_net_said_stays_when_it_runs_again(device: Any) -> None:
    rng = np.random.default_rng(3)
    first, second = (rng.normal(size=(3, 64, 64)).astype(np.float32) for _ in range(2))
    (heat,) = detect._heat(device, (False, 64, 64), [first])
    kept = heat.copy()
    detect._heat(device, (False, 64, 64), [second])
    assert np.array_equal(heat, kept) and heat.shape == (64, 64)


@pytest.mark.parametrize("device", ["cpu", "cpu-float32"])
def test_the_best_classes_are_the_likeliest_of_the_alphabet(device: Any) -> None:
    line = np.random.default_rng(3).normal(size=(1, 3, 48, 64)).astype(np.float32)
    scores = models.run(RECOGNISER, device, line, np.copy)
    best, sure = models.run(RECOGNISER, device, line, recognise._best)
    assert scores.shape[2] == len(models.alphabet())
    assert np.array_equal(best, scores.argmax(axis=2)) and np.array_equal(sure, scores.max(axis=2))
