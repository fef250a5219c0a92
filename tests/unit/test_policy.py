"""The policy file: described, complete, and strict."""

from __future__ import annotations

from pathlib import Path

import pytest

from redaction.errors import PolicyError
from redaction.findings import Kind
from redaction.policy import Policy, described_defaults, load_policy


def test_no_file_means_the_defaults() -> None:
    assert load_policy(None) == Policy()


def test_the_printed_defaults_are_the_defaults(tmp_path: Path) -> None:
    file = tmp_path / "policy.yaml"
    file.write_text(described_defaults(), encoding="utf-8")
    assert load_policy(file) == Policy()


def test_every_key_has_a_description() -> None:
    for section in Policy.model_fields.values():
        for name, info in type(section.default).model_fields.items():
            assert info.description, name


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("text: {treshold: 0.5}", "text.treshold"),
        ("pictures: {}", "pictures"),
        ("vision: {style: sparkle}", "vision.style"),
        ("text: {kinds: {persona: mask}}", "text.kinds"),
        ("capture: {screenshots_per_second: many}", "capture.screenshots_per_second"),
    ],
)
def test_what_cannot_be_followed_is_named(tmp_path: Path, text: str, named: str) -> None:
    file = tmp_path / "policy.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(PolicyError, match=named.replace(".", r"\.")):
        load_policy(file)


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"a: [1", b"- just\n- a list\n"])
def test_unreadable_files_are_refused_with_a_remedy(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "policy.yaml"
    file.write_bytes(content)
    with pytest.raises(PolicyError) as caught:
        load_policy(file)
    assert caught.value.remedy


def test_kinds_are_treated_as_the_policy_says() -> None:
    policy = Policy.model_validate({"text": {"kinds": {"person": "mask", "url": "keep"}}})
    assert policy.text.treatment(Kind.PERSON) == "mask"
    assert policy.text.treatment(Kind.URL) == "keep"
    assert policy.text.treatment(Kind.EMAIL) == "substitute"
    assert policy.text.treatment(Kind.SECRET) == "mask"
