"""What the front matter of a data card says to Hugging Face's viewer, search and `load_dataset`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

EVERYTHING = "all"
"""The config of all domains, and what `load_dataset` gives when no config is named."""
_SIZES = ((10**3, "n<1K"), (10**4, "1K<n<10K"), (10**5, "10K<n<100K"), (10**6, "100K<n<1M"), (10**7, "1M<n<10M"))
"""The host's names for how many rows there are (fewer than that)."""


def hub_fields(tables: Mapping[str, Sequence[str]], interactions: int) -> dict[str, Any]:
    """A config for each of `tables` (name of a config → its Parquet files), one of all of them, and what the host's
    search asks for. `interactions` is the number of rows of all tables."""
    configs = dict(sorted(tables.items()))
    every = [table for files in configs.values() for table in files]
    return {
        "size_categories": [size_category(interactions)],
        "task_categories": ["tabular-classification", "text-classification", "other"],
        "tags": ["business-processes", "user-interfaces", "process-mining", "tabular", "image"],
        "configs": [
            {"config_name": EVERYTHING, "default": True, "data_files": [{"split": "train", "path": every}]},
            *(
                {"config_name": name, "data_files": [{"split": "train", "path": [*files]}]}
                for name, files in configs.items()
            ),
        ],
    }


def size_category(rows: int) -> str:
    """The host's name for a number of rows."""
    return next((name for most, name in _SIZES if rows < most), "n>10M")
