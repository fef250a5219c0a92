"""The libraries that read and hide a batch: are they here, and in which versions, as policy and device choose them."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from redaction.policy import Policy, TextPolicy
from redaction.screens.nets.models import Device, engine_versions, pick_device
from redaction.screens.ocr.scripts import chosen, model_digests, model_path
from redaction.work.store import code_digest

_TEXT = ("presidio-analyzer", "phonenumbers", "python-stdnum", "tldextract")
_NAMES = {
    "minilm": ("tokenizers", "onnxruntime"),
    "spacy": ("spacy",),
    "transformers": ("transformers", "torch"),
    "gliner": ("gliner", "torch"),
}
_HIDES = ("numpy", "pillow", "opencv-python")


def require_engines(policy: Policy) -> None:
    """EngineUnavailable, with a remedy, when the names model, the device or the models of scripts that the policy asks
    for are not here."""
    for script in chosen(policy.vision.scripts):
        model_path(script)
    if policy.text.engine not in ("minilm", "patterns"):
        from redaction.text.hub import load_names

        load_names(policy.text)
    if policy.vision.device == "cuda":
        pick_device(policy.vision.device, faces=policy.vision.faces)


def text_engines(policy: TextPolicy) -> dict[str, str]:
    """What looks for identifiers in texts."""
    return _versions((*_TEXT, *_NAMES.get(policy.engine, ())))


def screen_engines(device: Device) -> dict[str, str]:
    """What reads screenshots on this device. How precisely a processor counts is left out: it is no engine."""
    return {name: version for name, version in engine_versions(device).items() if name != "precision"}


def hiding_engines() -> dict[str, str]:
    """What opens screenshots and draws on them."""
    return _versions(_HIDES)


def decides(policy: Policy) -> dict[str, str]:
    """What decides how a worker reads, searches and hides: code, libraries, and how precisely its processor counts."""
    device = pick_device(policy.vision.device, faces=policy.vision.faces)
    return {
        "code of redaction": code_digest(),
        **text_engines(policy.text),
        **hiding_engines(),
        **engine_versions(device),
        **model_digests(policy.vision.scripts),
    }


def _versions(names: tuple[str, ...]) -> dict[str, str]:
    found = {}
    for name in names:
        # The build for GPUs is installed under a name of its own.
        for installed in (name, f"{name}-gpu"):
            try:
                found[installed] = version(installed)
                break
            except PackageNotFoundError:
                continue
    return found
