"""The shipped model read back as a checkpoint that training can go on from.

Its weights are int8; each is read as the number it stands for. The word embeddings were never trained: they are the
base model's own.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from benchmarks.training.base import Tagger
from redaction.text.model import DATA, MODEL

_PREFIX = "tagger."
_TOKEN_TYPE = "bert.embeddings.token_type_embeddings.weight"


def shipped_weights(folder: Path = DATA) -> dict[str, torch.Tensor]:
    """The weights of a shipped folder by their names in `Tagger`; refuses a file that its card does not know."""
    path = folder / MODEL.name
    card = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
    if hashlib.sha256(path.read_bytes()).hexdigest() != card["sha256"][MODEL.name]:
        raise SystemExit(f"{path} is not the file that labels.json tells of.")
    graph = onnx.load(str(path)).graph
    constants = {i.name: numpy_helper.to_array(i) for i in graph.initializer}
    readers = {name: node for node in graph.node for name in node.input}
    weights = Tagger().state_dict()
    known = {k: v for k, v in constants.items() if k.startswith(_PREFIX)}
    for name, value in known.items():
        key = name.removeprefix(_PREFIX)
        if key in weights:
            weights[key] = torch.from_numpy(value.copy())
    weights["shape.weight"] = _plain(constants, _PREFIX + "shape.weight")
    added = [n.input[1] for n in graph.node if n.op_type == "Add" and n.input[1] in constants]
    weights[_TOKEN_TYPE][0] = torch.from_numpy(
        next(constants[n] for n in added if n not in known and constants[n].shape == weights[_TOKEN_TYPE][0].shape)
    )
    for node in graph.node:
        if node.op_type == "MatMulInteger":
            scaled = readers[readers[node.output[0]].output[0]]  # cast, then scaled, then the bias is added
            bias = next(n for n in readers[scaled.output[0]].input if n in constants)
            key = bias.removeprefix(_PREFIX).removesuffix("bias") + "weight"
            weights[key] = _plain(constants, node.input[1].removesuffix("_quantized")).T.contiguous()
    return weights


def _plain(constants: dict[str, np.ndarray], name: str) -> torch.Tensor:
    """A quantized constant as floats."""
    whole, zero = constants[name + "_quantized"].astype(np.float32), constants[name + "_zero_point"]
    return torch.from_numpy((whole - zero.astype(np.float32)) * constants[name + "_scale"])
