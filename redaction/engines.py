"""What can be known of the engines before anything is read: a policy that this machine cannot follow is refused now."""

from __future__ import annotations

from redaction.policy import Policy


def require_engines(policy: Policy) -> None:
    """EngineUnavailable, with a remedy, when the names model or the device that the policy asks for is not here."""
    if policy.text.engine not in ("minilm", "patterns"):
        from redaction.text.hub import load_names

        load_names(policy.text)
    if policy.vision.device == "cuda":
        from redaction.vision.models import pick_device

        pick_device(policy.vision.device, faces=policy.vision.faces)
