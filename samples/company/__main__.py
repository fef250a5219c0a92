"""Invent a company: `python -m samples.company --out DIR [--seed N] [--employees N] [--resumes N]`.

Writes DIR/company-<seed>/, a batch of sources, and DIR/truth/company-<seed>.json: every entity with the forms that name
it, and every mention of one in a text. No network is used.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from samples.company.batch import write_batch

#: Fewer leave a department without anybody to write mails to.
LEAST_EMPLOYEES = 16


def main(arguments: list[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Invent a company, with its ground truth.")
    parser.add_argument("--out", type=Path, required=True, help="folder to write into")
    parser.add_argument("--seed", type=int, default=19, help="another seed gives other people, firms and texts")
    parser.add_argument("--employees", type=int, default=40, help=f"how many, at least {LEAST_EMPLOYEES}")
    parser.add_argument("--resumes", type=int, default=0, help="resumes as PDFs: printed, as forms and scanned")
    chosen = parser.parse_args(arguments)
    if chosen.employees < LEAST_EMPLOYEES:
        parser.error(f"--employees: at least {LEAST_EMPLOYEES}")
    made = write_batch(chosen.out, chosen.seed, chosen.employees, chosen.resumes)
    counts = ", ".join(f"{len(rows)} {name}" for name, rows in made.sources.items())
    print(f"company-{chosen.seed}: {counts}; {len(made.mentions)} mentions")


if __name__ == "__main__":
    main()
