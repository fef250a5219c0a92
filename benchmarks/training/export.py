"""Writes the checkpoint as package data with its hashes: an ONNX graph with int8 weights and 4-bit word vectors.

python -m benchmarks.training.export --base base.npz --tokenizer tokenizer.json --checkpoint model.pt [--out FOLDER]
"""

from __future__ import annotations

import argparse
import hashlib
import json
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from benchmarks.training.base import LAYERS, Tagger, tagger
from benchmarks.training.multilingual import BLOCK, LICENCE, NAME, REVISION, SHA256, WIDTH
from redaction.text.model import DATA, HIDDEN, LABELS, SHAPES

OPSET = 21
"""The first with 4-bit tensors."""
_VECTORS = "word_vectors"
#: How far the graph's logits may lie from the model's.
_SAME = 1e-3


class _Runtime(nn.Module):
    """What is exported: one text, no padding, hence no mask; the vectors of its pieces are looked up before it."""

    def __init__(self, model: Tagger) -> None:
        super().__init__()
        self.tagger = model

    def forward(self, words: torch.Tensor, shape_ids: torch.Tensor) -> torch.Tensor:
        t = self.tagger
        e = t.bert.embeddings
        n = words.shape[1]
        hidden = words + t.shape(shape_ids) + e.position_embeddings.weight[:n] + e.token_type_embeddings.weight[0]
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


def _plain(model: Tagger, out: Path) -> None:
    """The graph behind the word vectors, in floats."""
    runtime = _Runtime(model).eval()
    ids = torch.randint(1000, 20000, (1, 17))
    shapes = torch.randint(0, SHAPES, (1, 17))
    words = model.bert.embeddings.word_embeddings(ids)
    with torch.no_grad():
        difference = (runtime(words, shapes) - model(ids, shapes)).abs().max().item()
    if difference > _SAME:
        raise SystemExit(f"the export graph differs from the model by {difference}")
    torch.onnx.export(
        runtime,
        (words, shapes),
        str(out),
        input_names=[_VECTORS, "shape_ids"],
        output_names=["logits"],
        dynamic_axes={_VECTORS: {1: "n"}, "shape_ids": {1: "n"}, "logits": {1: "n"}},
        opset_version=17,
        dynamo=False,
    )


def _with_words(graph: Path, base: Path, out: Path) -> None:
    """Puts the look-up of the word vectors, kept as 4-bit numbers in blocks, before the graph."""
    import onnx
    from onnx import TensorProto, helper

    model = onnx.version_converter.convert_version(onnx.load(str(graph)), OPSET)
    with np.load(base) as arrays:
        words, scales = arrays["words"], arrays["scales"]
    # two numbers a byte, the first in the lower half, each the number itself and not its sum with HALF: as ONNX has it
    signed = words ^ 0x88
    table = helper.make_tensor("words", TensorProto.INT4, [len(words), WIDTH], signed.tobytes(), raw=True)
    blocks = helper.make_tensor("scales", TensorProto.FLOAT16, list(scales.shape), scales.tobytes(), raw=True)
    look_up = helper.make_node(
        "GatherBlockQuantized",
        ["words", "input_ids", "scales"],
        ["half_vectors"],
        domain="com.microsoft",
        gather_axis=0,
        quantize_axis=1,
        block_size=BLOCK,
    )
    cast = helper.make_node("Cast", ["half_vectors"], [_VECTORS], to=TensorProto.FLOAT)
    model.graph.initializer.extend([table, blocks])
    model.graph.node.insert(0, look_up)
    model.graph.node.insert(1, cast)
    (given,) = (i for i in model.graph.input if i.name == _VECTORS)
    model.graph.input.remove(given)
    model.graph.input.insert(0, helper.make_tensor_value_info("input_ids", TensorProto.INT64, [1, "n"]))
    if not any(o.domain == "com.microsoft" for o in model.opset_import):
        model.opset_import.append(helper.make_opsetid("com.microsoft", 1))
    tell_hidden_states(model)
    onnx.save(model, str(out))


def tell_hidden_states(model: Any) -> None:
    """Makes what stands behind the layers of HIDDEN (an ONNX graph's n × WIDTH numbers) outputs of the graph, under the
    names by which redaction/text/model.py asks for them. The layers' own numbers stay the same."""
    from onnx import TensorProto, helper

    norms = [node.output[0] for node in model.graph.node if node.op_type == "LayerNormalization"]
    for name, layer in HIDDEN.items():
        model.graph.node.append(helper.make_node("Identity", [norms[2 * layer]], [name]))
        model.graph.output.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, "n", WIDTH]))


def write_model(model: Tagger, base: Path, out: Path, *, quantized: bool = True, wide: bool = False) -> None:
    """The whole graph as ONNX. `wide`: 8-bit weights, which may saturate on processors without VNNI."""
    from onnxruntime.quantization import QuantType, quantize_dynamic
    from onnxruntime.quantization.shape_inference import quant_pre_process

    with tempfile.TemporaryDirectory() as scratch:
        plain, ready, small = (Path(scratch) / f"{name}.onnx" for name in ("plain", "ready", "small"))
        _plain(model, plain)
        if quantized:
            quant_pre_process(str(plain), str(ready), skip_symbolic_shape=True)
            quantize_dynamic(
                str(ready),
                str(small),
                weight_type=QuantType.QInt8,
                per_channel=True,
                reduce_range=not wide,
                op_types_to_quantize=["MatMul", "Gather"],
                extra_options={"MatMulConstBOnly": True},
            )
        _with_words(small if quantized else plain, base, out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=DATA)
    parser.add_argument("--layers", type=int, default=LAYERS)
    parser.add_argument("--float", action="store_true", help="do not quantize (for comparison)")
    parser.add_argument("--wide", action="store_true", help="8-bit weights: may saturate on processors without VNNI")
    args = parser.parse_args()
    model = tagger(args.base, args.layers)
    model.load_state_dict(torch.load(args.checkpoint, weights_only=True), strict=False)
    model.eval()
    args.out.mkdir(parents=True, exist_ok=True)
    write_model(model, args.base, args.out / "model.onnx", quantized=not args.float, wide=args.wide)
    (args.out / "tokenizer.json").write_bytes(args.tokenizer.read_bytes())
    files = ("model.onnx", "tokenizer.json")
    card = {
        "labels": LABELS,
        "base": {"model": NAME, "revision": REVISION, "sha256": SHA256, "licence": LICENCE},
        "sha256": {name: hashlib.sha256((args.out / name).read_bytes()).hexdigest() for name in files},
    }
    (args.out / "labels.json").write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")
    print({name: (args.out / name).stat().st_size for name in files})


if __name__ == "__main__":
    main()
