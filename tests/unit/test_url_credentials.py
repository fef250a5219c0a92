"""Who signs in to a host that an address names, and with what."""

from __future__ import annotations

import pytest

from redaction.text.patterns.network import urls


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("https://zvexlor:Zq81@vexla.com/x", {"url-user": "zvexlor", "url-password": "Zq81"}),
        ("postgresql://zvexlor:Zq81@10.2.3.4/stamm", {"url-user": "zvexlor", "url-password": "Zq81"}),
        ("postgres://zvexlor@db.intern/stamm", {"url-user": "zvexlor"}),
        ("mysql://root:Zq81@10.2.3.4/stamm", {"url-password": "Zq81"}),  # everybody's root
        ("zvexlor:Zq81@10.2.3.4", {}),  # no address
        ("https://10.2.3.4/stamm", {}),
    ],
)
def test_who_signs_in_and_with_what(text: str, found: dict[str, str]) -> None:
    out = {f.detector: text[f.start : f.end] for f in urls(text) if f.detector in ("url-user", "url-password")}
    assert out == found
