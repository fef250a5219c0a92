"""Redacting tables: a CSV or Parquet file in, the same out."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from entrophy.given import GivenEntities, GivenPolicy, key_file, policy_of, registry_of, text_engine
from redaction.errors import sealed
from redaction.scrub_table import Choice, TableCounts, scrub_table_file


def scrub_table(
    source: str | Path,
    target: str | Path,
    *,
    columns: Iterable[str] | None = None,
    keep: Iterable[str] | None = None,
    entities: GivenEntities = (),
    policy: GivenPolicy = None,
    key: str | Path | None = None,
) -> TableCounts:
    """Replace every identifier in a table; the name of a column is the label of its cells.

    Beside the target stand `TARGET.summary.json` with these counts, and `TARGET.quarantine.jsonl` with the rows that
    could not be read, if there are any: they are not written.

    Args:
        source: A `.csv`, `.tsv` (UTF-8, the first line names the columns) or `.parquet` file.
        target: Where the redacted table goes, with the same ending.
        columns: Read these columns alone; the others are written as they are. None: all.
        keep: Read all columns but these. Not together with `columns`.
        entities: What is known to identify somebody: an iterable of `DeclaredEntity`, or a file of them.
        policy: A `Policy` or a policy file; None: the defaults.
        key: The key file that makes surrogates, with its ledger beside it; made on first use. None: surrogates hold for
            this call only, and nothing is kept.

    Returns:
        How many rows were written and refused, and what was found in each column.

    Raises:
        EntrophyError: the table cannot be read as a whole, or there is no such column.
        PolicyError: the policy cannot be followed.
        KeyProblem: the key or its ledger cannot be used.
        EngineUnavailable: a detector cannot be loaded; nothing passes unread.
    """
    with sealed("scrub table"):
        choice, rules = Choice.of(columns, keep), policy_of(policy)
        known, path = registry_of(entities), key_file(key)
        return scrub_table_file(Path(source), Path(target), choice, known, rules.text, path, text_engine)
