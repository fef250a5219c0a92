"""MTCNN on one device. Its second and third net, which judge candidates cut out of a crop, are shared by threads.

The first net sees crops of any size. It goes crop by crop: its answers depend, in the last digits, on what is run
beside a crop and even on the place in the batch.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from redaction.screens.nets.models import once, require_torch_cuda
from redaction.screens.nets.net_batches import Batches
from redaction.screens.nets.net_memory import Memory, key_of

_known: Memory[list[tuple[tuple[float, ...], float]]] = Memory(5_000)
SMALLEST = 20
"""Side in px of the smallest face that is sought."""
_CANDIDATES, _FINALISTS = {"cpu": 16, "cuda": 64}, {"cpu": 4, "cuda": 16}
"""Rows at once in the second and the third net: always so many, since for other numbers a CPU takes other kernels,
whose answers differ in the last digits."""


@once
def mtcnn(device: Literal["cpu", "cuda"]) -> Any:
    """The detector; EngineUnavailable when it should be on a GPU that torch does not reach."""
    import torch
    from facenet_pytorch import MTCNN

    torch.set_num_threads(1)
    if device == "cuda":
        require_torch_cuda()
        torch.backends.cudnn.allow_tf32 = False  # ten bits: other scores than on a CPU
        torch.backends.cudnn.deterministic = True
    made = MTCNN(keep_all=True, min_face_size=SMALLEST, device=device, post_process=False)
    made.rnet = shared(made.rnet, _CANDIDATES[device])
    made.onet = shared(made.onet, _FINALISTS[device])
    return made


def detect(part: NDArray[np.uint8], device: Literal["cpu", "cuda"]) -> list[tuple[tuple[float, ...], float]]:
    """Boxes (x0, y0, x1, y1 in px, perhaps beyond the edge) and scores of the faces in an h × w × 3 RGB piece.

    Pieces that were looked at are remembered.
    """
    key = key_of(part, device)
    known = _known.recall([key])
    if key not in known:
        boxes, scores = mtcnn(device).detect(part)
        found = [] if boxes is None else list(zip(boxes, scores, strict=True))
        known[key] = [(tuple(float(v) for v in box), round(float(score), 4)) for box, score in found]
    _known.keep(known)
    return known[key]


def shared(net: Any, room: int) -> Any:
    """A torch module that answers like `net` (N × … in, a tuple of N × … out), but runs `room` rows at a time and takes
    them from all the threads that call it."""
    import torch

    class Shared(torch.nn.Module):  # type: ignore[misc]
        """Stands in the place of the net."""

        def __init__(self) -> None:
            super().__init__()
            self.net = net
            self.batches = Batches(self._run, lambda shape: room)

        def forward(self, rows: torch.Tensor) -> tuple[torch.Tensor, ...]:
            """One answer a row, in order."""
            answers = self.batches.ask([(tuple(row.shape), row) for row in rows])
            return tuple(torch.stack(parts) for parts in zip(*answers, strict=True))

        def _run(self, shape: tuple[int, ...], rows: Sequence[torch.Tensor]) -> list[tuple[torch.Tensor, ...]]:
            with torch.no_grad():
                fed = torch.zeros((room, *shape), dtype=rows[0].dtype, device=rows[0].device)
                fed[: len(rows)] = torch.stack(list(rows))
                # As photos lie in memory: a CPU pools them four times sooner, to the same answers.
                fed = fed.contiguous(memory_format=torch.channels_last)
                answers = self.net(fed)
            return [tuple(part[i] for part in answers) for i in range(len(rows))]

    return Shared()
