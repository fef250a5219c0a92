"""On a GPU: the nets really are there, and what they read in batches is what a CPU reads. Skipped where there is none.

`python -m benchmarks.throughput --device cuda` on the same machine tells how fast.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Literal

import numpy as np
import pytest

from benchmarks.throughput import recorded, singles
from redaction.errors import EngineUnavailable
from redaction.page.reading import Reading
from redaction.policy import Policy, VisionPolicy
from redaction.screens.engine import settings_of
from redaction.screens.frames.workers import ScreenPool
from redaction.screens.nets.models import DETECTOR, RECOGNISER, Device, models_folder, pick_device, session
from redaction.screens.pictures.mtcnn import mtcnn
from redaction.screens.reading_cache import ReadingCache

pytestmark = pytest.mark.gpu
CUDA = "CUDAExecutionProvider"


def has_cuda() -> bool:
    import onnxruntime

    return CUDA in onnxruntime.get_available_providers()


needs_gpu = pytest.mark.skipif(not has_cuda(), reason="no CUDA provider in onnxruntime")


def convolutions(name: str, device: Literal["cpu", "cuda"], height: int, folder: Path) -> Counter[str]:
    """Where the convolutions of a net really ran, by provider, as onnxruntime's own profile of one run says."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.enable_profiling = True
    options.profile_file_prefix = str(folder / name)
    providers = [CUDA, "CPUExecutionProvider"] if device == "cuda" else ["CPUExecutionProvider"]
    profiled = onnxruntime.InferenceSession(str(models_folder() / name), options, providers=providers)
    profiled.run(None, {"x": np.zeros((2, 3, height, 320), np.float32)})
    events = json.loads(Path(profiled.end_profiling()).read_text(encoding="utf-8"))
    nodes = [event["args"] for event in events if event.get("cat") == "Node"]
    return Counter(node["provider"] for node in nodes if "Conv" in node.get("op_name", "") and "provider" in node)


def read(
    shots: list[list[Path]], cache: Path, device: Device, side: int
) -> tuple[dict[str, Reading], dict[str, bytes]]:
    """Readings by name of the screenshot, and the files of the cache that they lie in."""
    policy = Policy(vision=VisionPolicy(device=device, workers=1))
    with ScreenPool(policy, cache, side_by_side=side) as pool:
        named = {path.stem: path for part in shots for path in part}
        _, refused = pool.read_all(named, [[path.stem for path in part] for part in shots], lambda *stated: None)
        keys = dict(pool.keys)
    assert refused == {}
    kept = ReadingCache(cache, settings_of(policy.vision), device)
    found = {name: kept.get(key) for name, key in keys.items()}
    return {n: r for n, r in found.items() if r is not None}, {p.name: p.read_bytes() for p in sorted(cache.iterdir())}


def agree(ours: Reading, theirs: Reading) -> None:
    """The same texts in the same places, and the same faces; scores may differ in their last digits."""
    assert [line.text for line in ours.lines] == [line.text for line in theirs.lines]
    for some, others in (
        ([(line.box, line.score) for line in ours.lines], [(line.box, line.score) for line in theirs.lines]),
        ([(box, score) for box, score, _ in ours.faces], [(box, score) for box, score, _ in theirs.faces]),
    ):
        assert len(some) == len(others)
        for (box, score), (other_box, other_score) in zip(some, others, strict=True):
            assert max(abs(a - b) for a, b in zip(box, other_box, strict=True)) <= 2
            assert score == pytest.approx(other_score, abs=0.01)
    assert ours.codes == theirs.codes and [text for _, text in ours.discs] == [text for _, text in theirs.discs]


@pytest.fixture(scope="module")
def screens(tmp_path_factory: pytest.TempPathFactory) -> list[list[Path]]:
    folder = tmp_path_factory.mktemp("screens")
    return [*recorded(folder, 2, 4), *singles(folder, 4)]


@needs_gpu
def test_the_nets_run_on_the_gpu(tmp_path: Path) -> None:
    assert pick_device("cuda") == "cuda" == pick_device("auto")
    for name, height in ((DETECTOR, 320), (RECOGNISER, 48)):
        assert session(name).get_providers()[0] == CUDA
        where = convolutions(name, "cuda", height, tmp_path)
        assert where[CUDA] > 10 and set(where) == {CUDA}
    found = mtcnn("cuda")
    assert {p.device.type for net in (found.pnet, found.rnet, found.onet) for p in net.parameters()} == {"cuda"}


@needs_gpu
def test_a_gpu_reads_what_a_cpu_reads(screens: list[list[Path]], tmp_path: Path) -> None:
    ours, _ = read(screens, tmp_path / "cuda", "cuda", 4)
    theirs, _ = read(screens, tmp_path / "cpu", "cpu-float32", 1)
    assert ours.keys() == theirs.keys() and sum(len(r.faces) for r in theirs.values()) >= len(theirs)
    for name in sorted(theirs):
        agree(ours[name], theirs[name])


@needs_gpu
def test_on_a_gpu_too_nothing_depends_on_what_is_read_beside_it(screens: list[list[Path]], tmp_path: Path) -> None:
    _, alone = read(screens, tmp_path / "alone", "cuda", 1)
    _, together = read(screens[::-1], tmp_path / "together", "cuda", 4)
    assert together == alone


def test_what_compares_devices_works_where_there_is_no_gpu(tmp_path: Path) -> None:
    shots = recorded(tmp_path, 1, 1)
    ours, alone = read(shots, tmp_path / "one", "cpu-float32", 1)
    theirs, beside = read(shots, tmp_path / "two", "cpu-float32", 2)
    assert len(ours) == 1 and alone == beside
    for name in theirs:
        agree(ours[name], theirs[name])


@pytest.mark.skipif(has_cuda(), reason="there is a CUDA provider")
def test_asking_for_a_gpu_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(EngineUnavailable, match="onnxruntime-gpu"):
        pick_device("cuda")
    with pytest.raises(EngineUnavailable, match="onnxruntime-gpu"):
        read([], tmp_path, "cuda", 4)
    assert set(convolutions(DETECTOR, "cpu", 320, tmp_path)) == {"CPUExecutionProvider"}
