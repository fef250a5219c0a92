"""Switches off whatever a dependency reports to its maker, looks up or fetches unasked. Runs before any of them loads.

Every package of this project imports `redaction` first, so the settings stand before onnxruntime, torch, Dagster or a
hub client is loaded, and child processes inherit them. docs/security.md lists what each dependency would have done;
tests/integration/test_offline.py traces whole runs and allows nothing else.
"""

from __future__ import annotations

import os
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

#: Environment variable → value, set whatever was there before: a release must not depend on the settings of a shell.
SETTINGS: dict[str, str] = {
    "ORT_DISABLE_TELEMETRY": "1",  # onnxruntime: events to its maker, a device id and a database in the home folder
    "DAGSTER_DISABLE_TELEMETRY": "1",  # dagster: events, an id in ~/.dagster
    "GX_ANALYTICS_ENABLED": "false",  # great-expectations: events
    "HF_HUB_OFFLINE": "1",  # huggingface_hub, which tokenizers and transformers load: downloads
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "HF_HUB_DISABLE_UPDATE_CHECK": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "OPENCV_OPENCL_RUNTIME": "disabled",  # opencv: compiled kernels in the home folder
    "PRESIDIO_DEVICE": "cpu",  # presidio: would load torch to look for a GPU that it has no use for
    "RAY_USAGE_STATS_ENABLED": "0",  # ray: reports of how it is used, hourly
    "DO_NOT_TRACK": "1",  # the common switch of command-line tools
}


def go_offline() -> None:
    """Set every switch, and use the ones that packages already loaded by somebody else have of their own."""
    os.environ.update(SETTINGS)
    loaded: Any = sys.modules.get("onnxruntime")
    if loaded is not None and hasattr(loaded, "disable_telemetry_events"):
        loaded.disable_telemetry_events()  # too late for the event of its start, in time for all others
    hub: Any = sys.modules.get("huggingface_hub.constants")
    if hub is not None:
        hub.HF_HUB_OFFLINE = hub.HF_HUB_DISABLE_TELEMETRY = True


#: What the dependencies would leave in a home folder if they were not switched off.
_TRACES = (".cache/Microsoft/DeveloperTools/.onnxruntime", ".dagster/.telemetry", ".dagster/logs")


def traces(home: Path) -> list[Path]:
    """What a dependency that reports to its maker has left in `home`, in Entrophy's runs or in somebody else's."""
    return [home / name for name in _TRACES if (home / name).exists()]


@lru_cache(maxsize=1)
def host_parts() -> Any:
    """tldextract's callable (host → subdomain, domain, suffix) over the list inside its package: no fetch, no cache."""
    from tldextract import TLDExtract

    return TLDExtract(suffix_list_urls=(), cache_dir=None)


def keep_presidio_offline() -> None:
    """Presidio's e-mail recognizer asks tldextract's shared extractor, which fetches a list: put ours in its place."""
    import tldextract.tldextract as shared

    shared.TLD_EXTRACTOR = host_parts()
