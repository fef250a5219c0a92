"""Every value that a policy may have releases the samples, or is refused at once with a sentence that says why.

The policies below cover each value of each key at least once, several keys at a time; a test holds that list against
the policy itself, so that a new key or value cannot be forgotten.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pandas as pd
import pytest
import yaml
from pydantic import BaseModel
from rich.console import Console

from assets.resources import Workspace
from entrophy import load
from pipeline.runner import run_release
from redaction.errors import EntrophyError
from redaction.findings import Kind
from redaction.kinds.table import TEXTS
from redaction.policy import Policy, load_policy
from release.verify.verify_bundle import verify_bundle

ROOT = Path(__file__).resolve().parents[2]
#: One recording: 14 events on 4 screenshots.
SAMPLE = ("hr-demo", "7fe52225-05e6-4348-b4cb-960696607c51")
TEXT_KINDS = [kind.value for kind in TEXTS]

POLICIES: dict[str, dict[str, Any]] = {
    "blur": {
        "vision": {"style": "blur", "workers": 1},
        "canaries": {"kinds": ["person", "email", "phone", "id"]},
        "release": {"update_frequency": "not specified"},
        "demonstrations": {"raw_trace": "leave out"},
    },
    "substitute": {
        "vision": {"style": "substitute", "device": "cpu-float32"},
        "capture": {"mislabelled_images": "accept", "shift_times_days": 30},
        "canaries": {"kinds": [kind.value for kind in Kind]},
        "release": {"update_frequency": "never", "similarity": True},
        "demonstrations": {"raw_trace": "scrub"},
    },
    "fill, masked": {
        "vision": {"style": "fill", "device": "cpu", "workers": 2},
        "text": {"kinds": {kind: "mask" for kind in TEXT_KINDS}},
    },
    "pixelate, kept": {
        "vision": {"style": "pixelate", "unreadable": "keep"},
        "text": {"kinds": {kind: "keep" for kind in TEXT_KINDS}},
        "canaries": {"kinds": ["face", "code"]},
        "release": {"update_frequency": "annually", "similarity": False},
    },
    "no pictures": {
        "vision": {"faces": False, "codes": False, "rescorer": False, "unreadable": "hide", "device": "auto"},
        "text": {"kinds": {kind: "substitute" for kind in TEXT_KINDS}},
        "canaries": {"kinds": ["person"], "screens_per_application": 0, "rows_per_application": 1},
    },
    "pictures": {
        "vision": {"faces": True, "codes": True, "rescorer": True, "workers": 0},
        "text": {"engine": "minilm", "threshold": 0.6, "surrogates": "common"},
        "capture": {"mislabelled_images": "refuse"},
        "canaries": {"enabled": True, "floor": 0.5},
        "release": {"verify_screens": 0.2, "withhold_at_most": 1.0, "update_frequency": "quarterly"},
    },
    "patterns alone": {
        "text": {"engine": "patterns", "surrogates": "invented"},
        "canaries": {"enabled": False},
        "release": {"withhold_at_most": 1.0, "title": "Another title", "slug": "another-slug", "owner": "house"}
        | {"update_frequency": "monthly"}
        | {"drift_shares_at_most": 1.0, "drift_means_at_most": 0.0, "bent_at_most": 0.0},
    },
}

#: Values that this machine cannot follow: told in the first second, before anything is read.
REFUSED: dict[str, dict[str, Any]] = {
    "spacy": {"text": {"engine": "spacy", "model": "en_core_web_nowhere"}},
    "transformers": {"text": {"engine": "transformers", "model": "nobody/nothing"}},
    "gliner": {"text": {"engine": "gliner", "model": "nobody/nothing"}},
    "cuda": {"vision": {"device": "cuda"}},
}


def values(model: type[BaseModel], at: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], object]]:
    """(path of a key, a value it may have) of everything in a policy that has a fixed set of values."""
    for name, field in model.model_fields.items():
        kind, here = field.annotation, (*at, name)
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            yield from values(kind, here)
        elif kind is bool:
            yield from ((here, value) for value in (True, False))
        elif get_origin(kind) is Literal:
            yield from ((here, value) for value in get_args(kind))


def test_the_policies_cover_every_value() -> None:
    tried = {
        ((group, key), value)
        for policy in (*POLICIES.values(), *REFUSED.values())
        for group, keys in policy.items()
        for key, value in keys.items()
        if not isinstance(value, (dict, list))
    }
    missing = sorted(f"{'.'.join(path)}: {value}" for path, value in set(values(Policy)) - tried)
    assert missing == []
    treated = {pair for policy in POLICIES.values() for pair in policy.get("text", {}).get("kinds", {}).items()}
    assert treated == {(kind, way) for kind in TEXT_KINDS for way in ("substitute", "mask", "keep")}
    planted = {kind for policy in POLICIES.values() for kind in policy.get("canaries", {}).get("kinds", ())}
    assert planted == {kind.value for kind in Kind}


@pytest.fixture(scope="module")
def capture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A capture batch of one short sample recording."""
    batch, recording = SAMPLE
    source = ROOT / "samples" / "captures" / batch
    folder = tmp_path_factory.mktemp("captures") / "short"
    folder.mkdir()
    shutil.copy(source / "batch.json", folder)
    shutil.copytree(source / "recordings" / recording, folder / "recordings" / recording)
    return folder


def release(capture: Path, policy: dict[str, Any], folder: Path) -> Path:
    """The folder of a release made with this policy."""
    (folder / "policy.yaml").write_text(yaml.safe_dump(policy), encoding="utf-8")
    workspace = Workspace(
        captures=[str(capture)],
        out=str(folder / "out"),
        key=str(folder / "key"),
        policy=str(folder / "policy.yaml"),
    )
    run_release(workspace, "1.0.0", Console(quiet=True))
    return folder / "out"


@pytest.mark.parametrize("name", sorted(POLICIES))
def test_every_value_releases(name: str, capture: Path, tmp_path: Path) -> None:
    out = release(capture, POLICIES[name], tmp_path)
    report = verify_bundle(out)
    assert [(p.where, p.what) for p in report.problems] == []
    rows = load(out)
    assert len(rows) == 14
    stated = json.loads((out / "bundle" / "leak_certificate.json").read_bytes())
    assert stated["verdict"] == "passed" and stated["findings"] == []
    assert isinstance(rows, pd.DataFrame) and (tmp_path / "out" / "report.html").is_file()


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_what_cannot_be_followed_is_refused_before_anything_is_read(name: str, capture: Path, tmp_path: Path) -> None:
    with pytest.raises(EntrophyError) as stated:
        release(capture, REFUSED[name], tmp_path)
    assert stated.value.remedy or "Remedy" in str(stated.value)
    assert load_policy(tmp_path / "policy.yaml")  # the file itself is a good one
    assert not list((tmp_path / "out").rglob("rows.jsonl"))
