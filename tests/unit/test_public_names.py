"""What batch.json declares as public is refused in the first second where it may be somebody's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from redaction.capture.header import read_header
from redaction.errors import CaptureError

BATCH: dict[str, Any] = {
    "format": "entrophy-capture/1",
    "batch": "hr-1",
    "domain": "HR",
    "environment": "staging",
    "recorder": {"name": "r"},
    "applications": ["Nordlys CRM"],
    "participants": [{"id": "p1", "name": "Ottilie Brandvold", "email": "ob@quillmoor.de"}],
    "entities": [{"kind": "company", "value": "Pinewharf Private Limited", "aliases": ["Pinewharf"]}],
}


def header(folder: Path, public: Any) -> Any:
    folder.mkdir(exist_ok=True)
    (folder / "batch.json").write_text(json.dumps(BATCH | {"public": public}))
    return read_header(folder)


def test_names_and_hosts_come_in(tmp_path: Path) -> None:
    read = header(tmp_path, {"names": ["Nordlys  CRM", "Private Banking"], "hosts": ["CRM.Nordlys.example"]})
    assert read.public_names == ("Nordlys CRM", "Private Banking"), "an ordinary word that both have tells nothing"
    assert read.public_hosts == ("crm.nordlys.example",) and not read.unknown_fields
    assert header(tmp_path, {}).public_names == ()


@pytest.mark.parametrize(
    ("public", "place"),
    [
        ({"names": ["Nordlys CRM", "Brandvold CRM"]}, "public.names.1"),
        ({"names": ["Pinewharf Desk"]}, "public.names.0"),
        ({"hosts": ["mail.quillmoor.de"]}, "public.hosts.0"),
        ({"names": ["Maria Keller"]}, "public.names.0"),
        ({"names": ["---"]}, "public.names.0"),
        ({"names": ["ab"]}, "public.names.0"),
        ({"hosts": ["localhost"]}, "public.hosts.0"),
        ({"hosts": ["https://crm.nordlys.example/x"]}, "public.hosts.0"),
        ({"name": ["Nordlys CRM"]}, "public"),
    ],
)
def test_what_may_be_somebodys_stops_the_batch_with_its_place(tmp_path: Path, public: Any, place: str) -> None:
    with pytest.raises(CaptureError) as stopped:
        header(tmp_path, public)
    told = str(stopped.value)
    assert place in told and "Remedy" in told
    assert not any(word in told for word in ("Brandvold", "Pinewharf", "quillmoor", "Keller"))
