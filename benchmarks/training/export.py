"""Writes the checkpoint as int8 ONNX package data with its hashes.

python -m benchmarks.training.export --checkpoint model.pt [--out redaction/text/data]
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import tempfile
from pathlib import Path

import torch
from torch import nn

from benchmarks.training.base import REVISION, Tagger, base_folder
from evaluation.embedding import WEIGHTS
from redaction.text.model import DATA, LABELS


class _Runtime(nn.Module):
    """What is exported: one text, no padding, hence no mask."""

    def __init__(self, tagger: Tagger) -> None:
        super().__init__()
        self.tagger = tagger

    def forward(self, input_ids: torch.Tensor, shape_ids: torch.Tensor) -> torch.Tensor:
        t = self.tagger
        e = t.bert.embeddings
        n = input_ids.shape[1]
        hidden = (
            e.word_embeddings(input_ids)
            + t.shape(shape_ids)
            + e.position_embeddings.weight[:n]
            + e.token_type_embeddings.weight[0]
        )
        hidden = e.LayerNorm(hidden)
        for layer in t.bert.encoder.layer:
            a = layer.attention.self
            heads, width = 12, 32
            q, k, v = (f(hidden).view(1, n, heads, width).transpose(1, 2) for f in (a.query, a.key, a.value))
            mixed = torch.softmax(q @ k.transpose(2, 3) * width**-0.5, -1) @ v
            mixed = mixed.transpose(1, 2).reshape(1, n, heads * width)
            hidden = layer.attention.output.LayerNorm(layer.attention.output.dense(mixed) + hidden)
            inner = nn.functional.gelu(layer.intermediate.dense(hidden))
            hidden = layer.output.LayerNorm(layer.output.dense(inner) + hidden)
        return t.head(hidden)  # type: ignore[no-any-return]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=DATA)
    parser.add_argument("--float", action="store_true", help="do not quantize (for comparison)")
    parser.add_argument("--wide", action="store_true", help="8-bit weights: may saturate on processors without VNNI")
    args = parser.parse_args()
    from onnxruntime.quantization import QuantType, quantize_dynamic
    from onnxruntime.quantization.shape_inference import quant_pre_process

    model = Tagger(pretrained=False)
    model.load_state_dict(torch.load(args.checkpoint, weights_only=True))
    model.eval()
    runtime = _Runtime(model).eval()
    ids = torch.randint(1000, 20000, (1, 17))
    shapes = torch.randint(0, 40, (1, 17))
    with torch.no_grad():
        difference = (runtime(ids, shapes) - model(ids, shapes)).abs().max().item()
    if difference > 1e-3:
        raise SystemExit(f"the export graph differs from the model by {difference}")
    args.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        plain, ready = Path(scratch) / "plain.onnx", Path(scratch) / "ready.onnx"
        torch.onnx.export(
            runtime,
            (ids, shapes),
            str(plain),
            input_names=["input_ids", "shape_ids"],
            output_names=["logits"],
            dynamic_axes={"input_ids": {1: "n"}, "shape_ids": {1: "n"}, "logits": {1: "n"}},
            opset_version=17,
            dynamo=False,
        )
        if args.float:
            shutil.copy(plain, args.out / "model.onnx")
        else:
            quant_pre_process(str(plain), str(ready), skip_symbolic_shape=True)
            quantize_dynamic(
                str(ready),
                str(args.out / "model.onnx"),
                weight_type=QuantType.QInt8,
                per_channel=True,
                reduce_range=not args.wide,
                op_types_to_quantize=["MatMul", "Gather"],
                extra_options={"MatMulConstBOnly": True},
            )
    tokenizer = json.loads((base_folder() / "tokenizer.json").read_text(encoding="utf-8"))
    tokenizer["truncation"] = tokenizer["padding"] = None
    (args.out / "tokenizer.json").write_text(json.dumps(tokenizer, ensure_ascii=False, indent=None), encoding="utf-8")
    card = {
        "labels": LABELS,
        "base": {"model": "all-MiniLM-L6-v2", "revision": REVISION, "sha256": WEIGHTS, "licence": "Apache-2.0"},
        "sha256": {
            n: hashlib.sha256((args.out / n).read_bytes()).hexdigest() for n in ("model.onnx", "tokenizer.json")
        },
    }
    (args.out / "labels.json").write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")
    print({n: (args.out / n).stat().st_size for n in ("model.onnx", "tokenizer.json")}, "difference", difference)


if __name__ == "__main__":
    main()
