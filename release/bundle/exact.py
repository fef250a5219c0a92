"""The one form that a seal may have: what we write, byte for byte.

A reader of JSON takes spaces, a key that stands twice or a letter spelled as an escape for the same value: whatever
hides in them is signed by nobody. So the value is written again and the bytes must be the same.
"""

from __future__ import annotations

import base64
import binascii
import json
from typing import Any

from release.bundle.bundle_format import json_bytes


def exact_json(data: bytes) -> Any:
    """The value of JSON bytes in the written form; ValueError for any other spelling of it."""
    value = json.loads(data)
    if json_bytes(value) != data:
        raise ValueError("not in the written form")
    return value


def exact_base64(text: Any, size: int) -> bytes:
    """The `size` bytes that a base64 text stands for; ValueError unless it is the one spelling of them."""
    try:
        raw = base64.b64decode(text, validate=True) if isinstance(text, str) else b""
    except binascii.Error:
        raise ValueError("not base64") from None
    if len(raw) != size or base64.b64encode(raw).decode() != text:
        raise ValueError("not base64 in the written form")
    return raw
