"""Company sources: is anybody who was captured in the release, do texts still name the right one, and what it costs.

    python -m benchmarks.sources check CAPTURES BUNDLE
    python -m benchmarks.sources cost ROWS [--out FOLDER]
    python -m benchmarks.sources published TABLES CAPTURES
    python -m benchmarks.sources resumes CAPTURES COUNT

`check` reads the captured tables by their schemas and knows every person, company, number and id in them. It looks for
each, whatever its case, in every byte of the released archives (of PDFs in what pdfminer and Tesseract read), and holds
texts that mention somebody beside their release: a mention agrees where the released text has the surrogate of that row
as often as the captured one had the value. No code of the search or of the leak check is used. A number alone is looked
for where ids stand, not in texts and figures: there it is any number. `cost` makes a company with so many sales (90
customers, every hundredth with a note that names its customer) and tells rows a second and the peak of memory, stage by
stage. `published` makes a batch of the published tables of EnterpriseBench (<source>.json), with the access rules of
the invented company; `resumes` adds so many employees' resumes to a batch, as PDFs of several makers.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import resource
import tempfile
import time
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ahocorasick

from redaction.sources.ids import is_telling
from redaction.sources.readers import DATA_FILES, Fault, read_rows
from redaction.sources.schema import SourceSchema, parse_schema, shipped_schemas
from redaction.sources.typed import RowRefused, is_made_key, typed_row
from release.bundle.bundle_format import find_bundle

Row = dict[str, Any]
_LINE = 10_000_000
_SHORTEST = 4
"""Letters of a value that is looked for everywhere."""


def captured_tables(folder: Path) -> dict[str, tuple[SourceSchema, list[Row]]]:
    """Schema and rows of every source of a batch that can be read."""
    found = {}
    for home in sorted((folder / "sources").iterdir()):
        own = home / "schema.json"
        schema = parse_schema(own.read_bytes()) if own.is_file() else shipped_schemas()[home.name]
        path = next((home / name for name in DATA_FILES if (home / name).is_file()), None)
        rows: list[Row] = []
        if schema.sort == "documents":
            rows = [
                {schema.key: p.stem, "pages": pdf_pages(p.read_bytes())} for p in sorted(home.glob("documents/*.pdf"))
            ]
        for place, raw in read_rows(path, _LINE) if path else ():
            if not isinstance(raw, Fault):
                try:
                    rows.append(typed_row(schema, raw, place))
                except RowRefused:
                    continue
        found[home.name] = schema, rows
    return found


def pdf_pages(data: bytes) -> list[str]:
    """The text layer of each page, by pdfminer."""
    from pdfminer.high_level import extract_pages
    from pdfminer.layout import LTTextContainer

    pages = extract_pages(io.BytesIO(data))
    return ["".join(part.get_text() for part in page if isinstance(part, LTTextContainer)) for page in pages]


def pdf_seen(data: bytes) -> str:
    """What Tesseract reads on the pages."""
    import pypdfium2

    from validation.leaks.read_screens import read_screen

    said = []
    for page in pypdfium2.PdfDocument(data):
        drawn = io.BytesIO()
        page.render(scale=150 / 72).to_pil().save(drawn, "PNG")
        said.append(read_screen(drawn.getvalue()) or "")
    return "\n".join(said)


def released_tables(bundle: Path) -> dict[str, tuple[SourceSchema, list[Row]]]:
    """Schema and rows of every source of a release."""
    found = {}
    for path in sorted(bundle.glob("*_sources.zip")):
        with zipfile.ZipFile(path) as archive:
            for source in json.loads(archive.read("sources.json"))["sources"]:
                name = source["name"]
                schema = parse_schema(archive.read(f"sources/{name}/schema.json"))
                lines = archive.read(f"sources/{name}/data.jsonl").splitlines()
                found[name] = schema, [json.loads(line) for line in lines]
    return found


def _sort(spec: Any) -> str:
    """What a value is called in the tables below."""
    if spec.role in ("id", "reference"):
        return "id"
    return str(spec.hidden_as) if spec.hidden_as is not None else ""


def known_values(tables: dict[str, tuple[SourceSchema, list[Row]]]) -> dict[str, set[str]]:
    """Value in small letters → the sorts that it is captured as."""
    known: dict[str, set[str]] = defaultdict(set)
    for schema, rows in tables.values():
        for row in rows:
            for name, value in row.items():
                if sort := _sort(schema.fields[name]):
                    for one in value if isinstance(value, list) else (value,):
                        if not (name == schema.key and is_made_key(schema, str(one))):
                            known[str(one).strip().lower()].add(sort)
    return known


def hits(bundle: Path, known: dict[str, set[str]]) -> Counter[tuple[str, str]]:
    """(sort, member) → places in the bytes of the archives where a captured value stands as a whole."""
    automaton = ahocorasick.Automaton()
    for value in known:
        if len(value) >= _SHORTEST and not value.isdecimal():
            automaton.add_word(value, value)
    automaton.make_automaton()
    found: Counter[tuple[str, str]] = Counter()
    for path in sorted(bundle.glob("*_sources.zip")):
        with zipfile.ZipFile(path) as archive:
            for member in archive.namelist():
                # what stands escaped in JSON is read as it is meant, too
                data = archive.read(member)
                pdf = member.endswith(".pdf")
                text = "\n".join([*pdf_pages(data), pdf_seen(data)]) if pdf else data.decode("utf-8")
                text = text.lower()
                for end, value in automaton.iter(text):
                    start = end - len(value) + 1
                    around = text[start - 1 : start] + text[end + 1 : end + 2]
                    if not any(c.isalnum() for c in around):
                        for sort in known[value]:
                            # "quick" as an id of letters is a word as well, and stands in texts as one
                            word = sort == "id" and value.isalpha() and not is_telling(value)
                            found["id, a word" if word else sort, member.rpartition("/")[0] if pdf else member] += 1
    return found


def same_ids(
    captured: dict[str, tuple[SourceSchema, list[Row]]], released: dict[str, tuple[SourceSchema, list[Row]]]
) -> tuple[int, int]:
    """Rows of releases whose key is still the one of the row that they were, and all rows."""
    same = whole = 0
    for name, (schema, rows) in released.items():
        if schema.fields[schema.key].optional:
            continue  # made of the place of the row: nobody captured it
        before = [str(row[schema.key]) for row in captured[name][1]]
        after = [str(row[schema.key]) for row in rows]
        if len(before) == len(after):
            whole += len(after)
            same += sum(one == other for one, other in zip(before, after, strict=True))
    return same, whole


def agreement(
    captured: dict[str, tuple[SourceSchema, list[Row]]], released: dict[str, tuple[SourceSchema, list[Row]]]
) -> tuple[Counter[str], Counter[str]]:
    """Mentions of people and companies, by their full names, in texts: that agree, and all, by source."""
    made: dict[str, set[str]] = defaultdict(set)
    for name, (schema, rows) in captured.items():
        if name in released and len(released[name][1]) == len(rows):
            for before, after in zip(rows, released[name][1], strict=True):
                for at, spec in schema.fields.items():
                    if spec.role in ("person", "company") and spec.of is None and at in before and at in after:
                        made[str(before[at]).lower()].add(str(after[at]).lower())
    automaton = ahocorasick.Automaton()
    for value in made:
        if len(value.split()) > 1:
            automaton.add_word(value, value)
    automaton.make_automaton()
    agree: Counter[str] = Counter()
    whole: Counter[str] = Counter()
    for name, (schema, rows) in captured.items():
        texts = [at for at, spec in schema.fields.items() if spec.role == "text"]
        for before, after in zip(rows, released.get(name, (schema, []))[1], strict=False):
            for at in texts:
                text, other = str(before.get(at, "")).lower(), str(after.get(at, "")).lower()
                counts = Counter(_whole(automaton, text))
                for value, number in counts.items():
                    whole[name] += number
                    agree[name] += min(number, max(other.count(said) for said in made[value]))
    return agree, whole


def _whole(automaton: Any, text: str) -> Iterator[str]:
    """Values that stand in a text as a whole, none inside another."""
    places = []
    for end, value in automaton.iter(text):
        start = end - len(value) + 1
        if not any(c.isalnum() for c in text[max(0, start - 1) : start] + text[end + 1 : end + 2]):
            places.append((start, end + 1, value))
    for start, end, value in places:
        if not any(a <= start and end <= b and (a, b) != (start, end) for a, b, _ in places):
            yield value


def check(captures: Path, bundle: Path) -> int:
    """Print the figures; 1 where somebody is found."""
    captured, released = captured_tables(captures), released_tables(find_bundle(bundle))
    known = known_values(captured)
    sorts = Counter(sort for some in known.values() for sort in some)
    found = hits(find_bundle(bundle), known)
    print(f"{'captured values':<24}{', '.join(f'{sort} {count:,}' for sort, count in sorted(sorts.items()))}")
    print(f"{'found in the archives':<24}{sum(found.values()):,}")
    for (sort, member), count in sorted(found.items()):
        print(f"  {sort:<12}{member:<40}{count:>6,}")
    same, whole = same_ids(captured, released)
    print(f"{'keys that did not change':<24}{same:,} of {whole:,}")
    agree, mentions = agreement(captured, released)
    total, all_of = sum(agree.values()), sum(mentions.values())
    print(f"{'mentions that agree':<24}{total:,} of {all_of:,}" + (f" ({100 * total / all_of:.2f}%)" if all_of else ""))
    for name in sorted(mentions):
        print(f"  {name:<24}{agree[name]:>8,} of {mentions[name]:,}")
    return int(any(sort != "id, a word" for sort, _ in found))


_FIRST = ("Ottilie", "Janos", "Ruta", "Tomas", "Ingrid", "Petra", "Karl", "Anneke", "Milos", "Sunniva")
_LAST = ("Brandvold", "Petrovics", "Zvirblyte", "Ekdahl", "Sollund", "Novotna", "Lindqvist", "Dijkstra", "Haugland")


def make_company(folder: Path, rows: int, seed: int = 7) -> None:
    """An invented company with 90 customers and so many sales."""
    draw = random.Random(seed)
    names = [f"{first} {last}" for first in _FIRST for last in _LAST]
    for source in ("customers", "sales"):
        (folder / "sources" / source).mkdir(parents=True)
    batch = {"format": "entrophy-sources/1", "batch": "cost", "domain": "Company", "environment": "staging"}
    batch |= {"legal_basis": "invented", "sources": ["customers", "sales"]}
    (folder / "batch.json").write_text(json.dumps(batch))
    customers = [{"customer_id": f"C{1000 + n}", "customer_name": name} for n, name in enumerate(names)]
    (folder / "sources/customers/data.json").write_text(json.dumps(customers))
    fields = dict(shipped_schemas()["sales"].as_json()["fields"]) | {
        "note": {"type": "string", "role": "text", "optional": True}
    }
    schema = shipped_schemas()["sales"].as_json() | {"fields": fields}
    (folder / "sources/sales/schema.json").write_text(json.dumps(schema))
    with (folder / "sources/sales/data.jsonl").open("w") as file:
        for number in range(rows):
            customer = draw.choice(customers)
            sale: Row = {"sales_record_id": number, "customer_id": customer["customer_id"]}
            sale["actual_price"] = f"${draw.randrange(10, 5000)}"
            sale["Date_of_Purchase"] = (
                f"{draw.randrange(2015, 2025)}-{draw.randrange(1, 13):02d}-{draw.randrange(1, 29):02d}"
            )
            if number % 100 == 0:
                sale["note"] = (
                    f"{customer['customer_name']} asked for delivery number {number // 100 % 50} on a Monday."
                )
            file.write(json.dumps(sale) + "\n")


def cost(rows: int, out: Path | None) -> None:
    """Print rows a second and the peak of memory after each stage."""
    from redaction.batch import open_ledger, scrub
    from redaction.policy import Policy
    from redaction.stages.find import find
    from redaction.stages.finish import finish
    from redaction.stages.ingest import ingest
    from redaction.stages.scrub import resolve
    from redaction.work.progress import no_progress
    from redaction.work.store import BatchStore

    with tempfile.TemporaryDirectory(dir=out) as scratch:
        folder = Path(scratch) / "captures"
        make_company(folder, rows)
        key, ledger = open_ledger(Path(scratch) / "key")
        store, policy = BatchStore(Path(scratch) / "work", "cost", key), Policy()
        stages = {
            "ingest": lambda: ingest(folder, store, policy, no_progress, key),
            "find": lambda: find(store, policy, no_progress),
            "resolve": lambda: resolve(store, policy, ledger),
            "scrub": lambda: scrub(store, policy, ledger, no_progress),
            "finish": lambda: finish(store, policy, ledger),
        }
        begin = time.monotonic()
        for name, stage in stages.items():
            start = time.monotonic()
            stage()
            spent = time.monotonic() - start
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(
                f"{name:<10}{spent:>9.1f} s {rows / max(spent, 1e-9):>12,.0f} rows/s {peak:>8,.0f} MiB at most so far"
            )
        print(f"{'all':<10}{time.monotonic() - begin:>9.1f} s {rows / (time.monotonic() - begin):>12,.0f} rows/s")


def published(tables: Path, captures: Path) -> None:
    """Make a batch of published tables, which come without rules of access: those of the invented company."""
    from samples.company.access import access_of

    paths = sorted(path for path in tables.glob("*.json") if path.stem in shipped_schemas())
    (captures / "access").mkdir(parents=True)
    for path in paths:
        home = captures / "sources" / path.stem
        home.mkdir(parents=True)
        (home / "data.json").write_bytes(path.read_bytes())
        (captures / "access" / path.name).write_text(json.dumps(access_of(path.stem)))
    told = {
        "format": "entrophy-sources/1",
        "batch": "published",
        "domain": "Operations",
        "environment": "staging",
        "legal_basis": "published by its authors under the MIT licence",
        "sources": [path.stem for path in paths],
        "entities": [],
    }
    (captures / "batch.json").write_text(json.dumps(told))


def resumes(captures: Path, count: int) -> None:
    """Add the resumes of the first employees to a batch."""
    from samples.company.pdfs import write_resumes

    employees = captured_tables(captures)["employees"][1]
    write_resumes(captures / "sources" / "resumes" / "documents", employees, count)
    told = json.loads((captures / "batch.json").read_text())
    (captures / "batch.json").write_text(json.dumps(told | {"sources": [*told["sources"], "resumes"]}))


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    checked = commands.add_parser("check")
    checked.add_argument("captures", type=Path)
    checked.add_argument("bundle", type=Path)
    costed = commands.add_parser("cost")
    costed.add_argument("rows", type=int)
    costed.add_argument("--out", type=Path)
    made = commands.add_parser("published")
    made.add_argument("tables", type=Path)
    made.add_argument("captures", type=Path)
    printed = commands.add_parser("resumes")
    printed.add_argument("captures", type=Path)
    printed.add_argument("count", type=int)
    given = parser.parse_args()
    if given.command == "published":
        published(given.tables, given.captures)
    elif given.command == "resumes":
        resumes(given.captures, given.count)
    elif given.command == "cost":
        cost(given.rows, given.out)
    else:
        return check(given.captures, given.bundle)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
