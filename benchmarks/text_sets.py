"""Labelled text sets found beside the checkout, read into documents with gold spans. Nothing of them is kept here."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

DATA = Path(__file__).resolve().parents[1] / ".." / "shared" / "data"
Span = tuple[int, int, str]


@dataclass
class Doc:
    """One document. `gold` are (start, end, kind) to be found; `other` are spans that count neither way."""

    text: str
    gold: list[Span] = field(default_factory=list)
    other: list[Span] = field(default_factory=list)
    #: (label, value) of the other fields of the row that the text comes from
    fields: list[tuple[str, str]] = field(default_factory=list)


def joined(sentences: list[list[str]]) -> tuple[str, list[list[tuple[int, int]]]]:
    """Tokens as text: one space between tokens, none before closing punctuation; one line a sentence."""
    pieces: list[str] = []
    places: list[list[tuple[int, int]]] = []
    at = 0
    for sentence in sentences:
        row = []
        for i, token in enumerate(sentence):
            glue = i == 0 or re.fullmatch(r"[,.;:!?)\]}%]|'s|n't|’s", token) or (i > 0 and sentence[i - 1] in "([{")
            if not glue:
                pieces.append(" ")
                at += 1
            pieces.append(token)
            row.append((at, at + len(token)))
            at += len(token)
        places.append(row)
        pieces.append("\n")
        at += 1
    return "".join(pieces), places


def _columns(path: Path, separator: str | None = None) -> Iterator[list[list[str]]]:
    sentence: list[list[str]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        parts = line.rstrip("\n").split(separator)
        if not line.strip() or line.startswith("-DOCSTART-"):
            if sentence:
                yield sentence
            sentence = []
        else:
            sentence.append(parts)
    if sentence:
        yield sentence


_KINDS = {
    "PER": "person",
    "PERSON": "person",
    "ORG": "company",
    "CORPORATION": "company",
    "GROUP": "company",
    "LOC": "address",
    "LOCATION": "address",
}


def conll(path: Path, separator: str | None, tag: int = -1) -> list[Doc]:
    """BIO columns; one document a sentence. Kinds that are not ours count neither way."""
    docs = []
    for rows in _columns(path, separator):
        text, places = joined([[r[0] for r in rows]])
        spans: list[list[int | str]] = []
        previous = "O"
        for row, (start, end) in zip(rows, places[0], strict=True):
            label = row[tag]
            if label != "O":
                name = label[2:].upper()
                if label.startswith("B-") or not spans or previous[2:] != label[2:]:
                    spans.append([start, end, name])
                else:
                    spans[-1][1] = end
            previous = label
        doc = Doc(text)
        for start, end, name in spans:
            target = doc.gold if str(name) in _KINDS else doc.other
            target.append((int(start), int(end), _KINDS.get(str(name), str(name).lower())))
        docs.append(doc)
    return docs


_PRONOUNS = frozenset(
    [
        "i",
        "me",
        "my",
        "mine",
        "myself",
        "you",
        "your",
        "yours",
        "yourself",
        "he",
        "him",
        "his",
        "himself",
        "she",
        "her",
        "hers",
        "herself",
        "we",
        "us",
        "our",
        "ours",
        "ourselves",
        "they",
        "them",
        "their",
        "theirs",
        "it",
        "its",
        "who",
        "whom",
        "whose",
        "all",
        "everyone",
        "everybody",
        "folks",
        "guys",
        "team",
        "anyone",
        "someone",
        "person",
        "people",
        "sir",
        "madam",
        "mom",
        "dad",
        "both",
        "each",
        "one",
        "ones",
        "others",
    ]
)


def enron(folder: Path) -> list[Doc]:
    """E-mail threads. A mention counts when it is a name: capitalised words, initials, an e-mail address."""
    docs = []
    for path in sorted(folder.glob("*.conll")):
        sentences = [[r for r in s if not r[0].startswith(("#begin", "#end"))] for s in _columns(path, "\t")]
        sentences = [s for s in sentences if s]
        text, places = joined([[r[0] for r in s] for s in sentences])
        doc = Doc(text)
        for rows, spots in zip(sentences, places, strict=True):
            stack: dict[str, list[int]] = {}
            for i, row in enumerate(rows):
                for mark in row[2].replace("*", "").split(" | ") if len(row) > 2 else []:
                    name = mark.strip("()")
                    if mark.startswith("("):
                        stack.setdefault(name, []).append(i)
                    if mark.endswith(")") and stack.get(name):
                        _mention(doc, text, name[:1], rows, spots, stack[name].pop(), i)
        docs.append(doc)
    return docs


def _mention(
    doc: Doc, text: str, kind: str, rows: list[list[str]], spots: list[tuple[int, int]], first: int, last: int
) -> None:
    tokens = [r[0] for r in rows[first : last + 1]]
    span = (spots[first][0], spots[last][1])
    if kind in "OL":
        doc.other.append((*span, kind))
    if kind != "P":
        return
    if len(tokens) == 1 and "@" in tokens[0]:
        doc.gold.append((*span, "email"))
    elif (
        len(tokens) <= 6
        and all(t[0].isupper() or not t[0].isalnum() for t in tokens)
        and not any(t.casefold() in _PRONOUNS for t in tokens)
    ):
        doc.gold.append((*span, "person"))
    else:
        doc.other.append((*span, "mention"))


def tab(path: Path) -> list[Doc]:
    """Court cases; direct and quasi identifiers are gold, everything else that was marked counts neither way."""
    docs = []
    kinds = {"PERSON": "person", "CODE": "id", "LOC": "address", "ORG": "company"}
    for line in path.read_text(encoding="utf-8").splitlines():
        raw = json.loads(line)
        doc = Doc(raw["text"])
        for e in raw["entities"]:
            span = (e["start_offset"], e["end_offset"])
            if e["identifier_type"] in ("DIRECT", "QUASI") and e["entity_type"] in kinds:
                doc.gold.append((*span, kinds[e["entity_type"]]))
            else:
                doc.other.append((*span, e["entity_type"].lower()))
        docs.append(doc)
    return docs


_SYNTH = {
    "PERSON": "person",
    "STREET_ADDRESS": "address",
    "ORGANIZATION": "company",
    "CREDIT_CARD": "card",
    "PHONE_NUMBER": "phone",
    "EMAIL_ADDRESS": "email",
    "IBAN_CODE": "iban",
    "US_SSN": "ssn",
    "IP_ADDRESS": "ip",
    "US_DRIVER_LICENSE": "licence",
}


def synth(path: Path) -> list[Doc]:
    """presidio-research's templated sentences."""
    docs = []
    for raw in json.loads(path.read_text(encoding="utf-8")):
        doc = Doc(raw["full_text"])
        for s in raw["spans"]:
            target = doc.gold if s["entity_type"] in _SYNTH else doc.other
            target.append(
                (s["start_position"], s["end_position"], _SYNTH.get(s["entity_type"], s["entity_type"].lower()))
            )
        docs.append(doc)
    return docs


def _known(text: str, values: list[tuple[str, str]]) -> Doc:
    doc = Doc(text)
    for value, kind in values:
        for match in re.finditer(rf"(?<!\w){re.escape(value)}(?!\w)", text, re.IGNORECASE) if len(value) > 1 else ():
            doc.gold.append((*match.span(), kind))
    return doc


def resumes(path: Path) -> list[Doc]:
    """Resumes with their owner's own name and e-mail as gold wherever they stand in the text; both columns are fields
    of the row, as in the table they come from."""
    csv.field_size_limit(10**8)
    docs = []
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            doc = _known(row["content"], [(row["name"], "person"), (row["email"], "email")])
            doc.fields = [("name", row["name"]), ("email", row["email"])]
            docs.append(doc)
    return docs


def employees(path: Path) -> list[Doc]:
    """Employees' own names (full, first, last) in their descriptions."""
    docs = []
    for e in json.loads(path.read_text(encoding="utf-8")):
        parts = [p for p in e["Name"].split() if len(p) > 2]
        docs.append(_known(e["description"], [(p, "person") for p in parts]))
    return docs


def clients(path: Path) -> list[Doc]:
    """Names of clients in the free text about them."""
    records = json.loads(path.read_text(encoding="utf-8"))
    docs = [_known(c.get("engagement_description") or "", [(c["business_name"], "company")]) for c in records]
    return [d for d in docs if d.gold]


_VENDOR = {"business_name": "company", "registered_address": "address", "tax_id": "id"}


def vendors(path: Path) -> list[Doc]:
    """Vendors' records written out as "column: value" lines: the free text about a vendor never holds its name."""
    docs = []
    for record in json.loads(path.read_text(encoding="utf-8")):
        doc = Doc("")
        for column, value in record.items():
            start = len(doc.text) + len(column) + 2
            doc.text += f"{column}: {value}\n"
            if column in _VENDOR:
                doc.gold.append((start, start + len(str(value)), _VENDOR[column]))
        docs.append(doc)
    return docs


SETS: dict[str, tuple[str, Callable[[Path], list[Doc]]]] = {
    "enron": ("text/enron_emailcoref/train", enron),
    "tab": ("text/tab/tab_train_92.jsonl", tab),
    "synth": ("text/presidio_research/synth_dataset_v2.json", synth),
    "wnut": ("text/wnut17/emerging.dev.conll", lambda p: conll(p, "\t")),
    "btc": ("text/btc/f.conll", lambda p: conll(p, None)),
    "wikigold": ("text/wikigold/wikigold.conll.txt", lambda p: conll(p, " ")),
    "employees": ("interaction/enterprisebench/employees.json", employees),
    "clients": ("interaction/enterprisebench/clients.json", clients),
    "vendors": ("interaction/enterprisebench/vendors.json", vendors),
    "resumes": ("text/resumes/enterprisebench_resume_information.csv", resumes),
}
#: Documents read of the sets that are too long to be read whole in every run; `--full` reads them whole.
SAMPLES = {"btc": 400, "wikigold": 400, "employees": 400}
