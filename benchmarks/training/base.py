"""The base model, the lower layers of multilingual-e5-small, with shape embeddings and a classifier on top."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from benchmarks.training.multilingual import BLOCK, HALF, PADDING, WIDTH, Base
from redaction.text.model import LABELS, SHAPES

#: Of the twelve layers, how many are taken: as many as make the model cost what one for English alone did.
LAYERS = 6
HEADS, INNER, PLACES = 12, 1536, 512
_WORD = "emb.word"
#: The tensors of the file by their names in `Tagger`, with their shapes.
_PLAIN = {
    "bert.embeddings.position_embeddings.weight": ("emb.pos", (PLACES, WIDTH)),
    "bert.embeddings.token_type_embeddings.weight": ("emb.type", (2, WIDTH)),
    "bert.embeddings.LayerNorm.weight": ("emb.ln.w", (WIDTH,)),
    "bert.embeddings.LayerNorm.bias": ("emb.ln.b", (WIDTH,)),
}
_OF_A_LAYER = {
    "attention.self.query": ("q", WIDTH, WIDTH),
    "attention.self.key": ("k", WIDTH, WIDTH),
    "attention.self.value": ("v", WIDTH, WIDTH),
    "attention.output.dense": ("ao", WIDTH, WIDTH),
    "intermediate.dense": ("fi", INNER, WIDTH),
    "output.dense": ("fo", WIDTH, INNER),
}
_NORMS = {"attention.output.LayerNorm": "aln", "output.LayerNorm": "oln"}


def write_base(source: Base, kept: NDArray[np.int64], out: Path, layers: int = LAYERS) -> None:
    """What `Tagger` starts from, as one file: the vectors of the pieces that are kept (4-bit numbers, two a byte, and
    scales) and the tensors of the layers (half floats: they are trained on, and were 4-bit numbers before)."""
    whole, scales = source.blocks(_WORD)
    numbers = (whole.reshape(-1, WIDTH)[kept] + HALF).astype(np.uint8)
    arrays = {key: source.tensor(name, *shape) for key, (name, shape) in _PLAIN.items()}
    for at in range(layers):
        place = f"bert.encoder.layer.{at}."
        for key, (name, rows, columns) in _OF_A_LAYER.items():
            arrays[f"{place}{key}.weight"] = source.tensor(f"l{at}.{name}.w", rows, columns)
            arrays[f"{place}{key}.bias"] = source.tensor(f"l{at}.{name}.b", rows)
        for key, name in _NORMS.items():
            arrays[f"{place}{key}.weight"] = source.tensor(f"l{at}.{name}.w", WIDTH)
            arrays[f"{place}{key}.bias"] = source.tensor(f"l{at}.{name}.b", WIDTH)
    np.savez_compressed(
        out,
        words=numbers[:, 0::2] | numbers[:, 1::2] << 4,
        scales=scales.reshape(-1, WIDTH // BLOCK)[kept],
        **{key: value.astype(np.float16) for key, value in arrays.items()},
    )


def vectors(words: NDArray[np.uint8], scales: NDArray[np.float16]) -> NDArray[np.float32]:
    """The vectors of pieces, n × WIDTH, of what `write_base` stores of them."""
    numbers = np.stack([words & 15, words >> 4], axis=2).reshape(len(words), -1, WIDTH // scales.shape[1])
    whole = numbers.astype(np.float32) - HALF
    return (whole * scales.astype(np.float32)[:, :, None]).reshape(len(words), WIDTH)


class Tagger(nn.Module):
    """Token classifier. The word embeddings stay frozen: names that training never saw keep their place."""

    def __init__(self, pieces: int, layers: int = LAYERS) -> None:
        super().__init__()
        from transformers import BertConfig, BertModel

        config = BertConfig(
            vocab_size=pieces,
            hidden_size=WIDTH,
            num_hidden_layers=layers,
            num_attention_heads=HEADS,
            intermediate_size=INNER,
            max_position_embeddings=PLACES,
            type_vocab_size=2,
            layer_norm_eps=1e-12,
            attention_probs_dropout_prob=0.0,
            hidden_dropout_prob=0.1,
            pad_token_id=PADDING,
        )
        self.bert = BertModel(config, add_pooling_layer=False)
        self.bert.embeddings.word_embeddings.weight.requires_grad_(False)
        self.shape = nn.Embedding(SHAPES, WIDTH)
        nn.init.zeros_(self.shape.weight)
        self.head = nn.Linear(WIDTH, len(LABELS))

    def forward(
        self, input_ids: torch.Tensor, shape_ids: torch.Tensor, mask: torch.Tensor | None = None
    ) -> torch.Tensor:
        """Logits, shape (batch, pieces, labels)."""
        embedded = self.bert.embeddings.word_embeddings(input_ids) + self.shape(shape_ids)
        hidden = self.bert(inputs_embeds=embedded, attention_mask=mask).last_hidden_state
        return self.head(hidden.float())  # type: ignore[no-any-return]


def tagger(base: Path, layers: int = LAYERS) -> Tagger:
    """The untrained tagger of the lower layers that `write_base` wrote."""
    with np.load(base) as arrays:
        made = Tagger(len(arrays["words"]), layers)
        known = made.state_dict().keys()  # the file may hold more layers
        weights = {k: torch.from_numpy(arrays[k].astype(np.float32)) for k in arrays.files if k in known}
        words = torch.from_numpy(vectors(arrays["words"], arrays["scales"]))
    missing, _ = made.load_state_dict({**weights, "bert.embeddings.word_embeddings.weight": words}, strict=False)
    if lacking := [name for name in missing if name.startswith("bert.")]:
        raise SystemExit(f"{base.name} lacks tensors of the model: {lacking}")
    return made
