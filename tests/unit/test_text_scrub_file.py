"""`entrophy scrub text` as a function: rows in order, offsets of the input, bad rows aside, nothing touched twice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from redaction.errors import EntrophyError
from redaction.ledger.ledger_files import accept_ledger
from redaction.policy import Policy, TextPolicy
from redaction.scrub_text import scrub_text_file

PATTERNS = Policy(text=TextPolicy(engine="patterns"))
ROWS = [
    {"id": "b", "text": "🙂 From: Brandvold, Ilse <ilse.brandvold@zentrix-labs.com>"},
    {"id": 7, "text": "ibrandvold saved C:\\Users\\ibrandvold\\brandvold_ilse.pdf; ask Ilse (415-227-2671)"},
    {"id": "a", "text": "nothing to see"},
]


def write(path: Path, rows: list[dict[str, object]]) -> Path:
    path.write_text("".join(json.dumps(r) + "\n" for r in rows), encoding="utf-8")
    return path


def read(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_rows_findings_and_replacements(tmp_path: Path) -> None:
    source, target = write(tmp_path / "in.jsonl", ROWS), tmp_path / "out.jsonl"
    counts = scrub_text_file(source, target, None, PATTERNS, tmp_path / "key")
    rows = read(target)
    assert (counts.rows, counts.refused) == (3, 0)
    assert [r["id"] for r in rows] == ["b", 7, "a"]
    for before, after in zip(ROWS, rows, strict=True):
        text, rebuilt, last = str(before["text"]), "", 0
        for f in after["findings"]:  # type: ignore[attr-defined]
            rebuilt += text[last : f["start"]] + f["replacement"]
            last = f["end"]
        assert rebuilt + text[last:] == after["text"]
    whole = target.read_text(encoding="utf-8").casefold()
    for word in ("brandvold", "ilse", "zentrix", "227-2671"):
        assert word not in whole
    assert rows[2]["text"] == "nothing to see"


def test_scrubbing_twice_changes_nothing(tmp_path: Path) -> None:
    source = write(tmp_path / "in.jsonl", ROWS)
    scrub_text_file(source, tmp_path / "one.jsonl", None, PATTERNS, tmp_path / "key")
    scrub_text_file(tmp_path / "one.jsonl", tmp_path / "two.jsonl", None, PATTERNS, tmp_path / "key")
    assert [r["text"] for r in read(tmp_path / "two.jsonl")] == [r["text"] for r in read(tmp_path / "one.jsonl")]


def test_order_of_rows_changes_nothing_but_the_order(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", ROWS)
    write(tmp_path / "b.jsonl", ROWS[::-1])
    scrub_text_file(tmp_path / "a.jsonl", tmp_path / "oa", None, PATTERNS, tmp_path / "key")
    (tmp_path / "key.ledger").unlink()
    accept_ledger(tmp_path / "key")[1].close()  # begun anew on purpose
    scrub_text_file(tmp_path / "b.jsonl", tmp_path / "ob", None, PATTERNS, tmp_path / "key")
    assert read(tmp_path / "oa") == read(tmp_path / "ob")[::-1]


def test_bad_rows_are_set_aside(tmp_path: Path) -> None:
    lines = [
        b'{"id": 1, "text": "fine"}',
        b"{broken",
        b'{"id": 1, "text": "again"}',
        b'{"id": 2}',
        b'{"id": 3, "text": 5}',
        b"[1]",
        b'{"text": "x"}',
        b'{"id": 4, "text": "\\ud800"}',
        b'{"id": 5, "text": "\xff"}',
        b"",
        b'{"id": 6, "text": "Stone", "label": 7}',
        b'{"id": 7, "text": "Stone", "label": "\\ud800"}',
        b'{"id": "\xc3\xa9", "text": "last", "label": null}',
    ]
    (tmp_path / "in").write_bytes(b"\n".join(lines))
    counts = scrub_text_file(tmp_path / "in", tmp_path / "out", None, PATTERNS, None)
    assert (counts.rows, counts.refused) == (2, 10)
    refused = read(tmp_path / "out.quarantine.jsonl")
    assert [(r["line"], r["reason"]) for r in refused] == [
        (2, "broken_json"),
        (3, "duplicate_id"),
        (4, "text_missing"),
        (5, "text_not_a_string"),
        (6, "not_an_object"),
        (7, "id_missing"),
        (8, "broken_unicode"),
        (9, "not_utf8"),
        (11, "label_not_a_string"),
        (12, "broken_unicode"),
    ]
    assert all(r["remedy"] for r in refused)


def test_a_label_tells_what_its_text_is_and_is_not_written(tmp_path: Path) -> None:
    values = [("Last name", "Stone"), ("Kundennummer", "48213"), ("Extension", "4821"), ("City", "Reading")]
    rows: list[dict[str, object]] = [
        {"id": v, "text": v, "label": label} for label, v in [*values, ("Colour", "Stone")]
    ]
    plain = [{"id": row["id"], "text": row["text"]} for row in rows]
    for name, given in (("with", rows), ("without", plain)):
        scrub_text_file(write(tmp_path / name, [*given[:4]]), tmp_path / f"{name}.out", None, PATTERNS, None)
    assert [r["text"] for r in read(tmp_path / "without.out")] == [v for _, v in values]
    written = read(tmp_path / "with.out")
    assert all(r["text"] != v for r, (_, v) in zip(written, values, strict=True))
    assert {tuple(r) for r in written} == {("id", "text", "findings")}
    scrub_text_file(write(tmp_path / "other", rows[4:]), tmp_path / "other.out", None, PATTERNS, None)
    assert read(tmp_path / "other.out")[0]["text"] == "Stone"


def test_known_entities_and_treatments(tmp_path: Path) -> None:
    source = write(tmp_path / "in", [{"id": 1, "text": "quorvex and mail ann@brightmoor.com, tel. +49 30 9018 2077"}])
    (tmp_path / "known.json").write_text(json.dumps([{"kind": "customer", "value": "Quorvex AG", "aliases": ["QVX"]}]))
    policy = Policy(text=TextPolicy.model_validate({"engine": "patterns", "kinds": {"email": "mask", "phone": "keep"}}))
    scrub_text_file(source, tmp_path / "out", tmp_path / "known.json", policy, tmp_path / "key")
    text = str(read(tmp_path / "out")[0]["text"])
    assert "quorvex" not in text and "[EMAIL]" in text and "+49 30 9018 2077" in text


def test_refuses_bad_places(tmp_path: Path) -> None:
    source = write(tmp_path / "in", ROWS)
    with pytest.raises(EntrophyError):
        scrub_text_file(source, source, None, PATTERNS, None)
    (tmp_path / "bundle").mkdir()
    (tmp_path / "bundle" / "SHA256SUMS").touch()
    (tmp_path / "bundle" / "manifest.json").touch()
    with pytest.raises(EntrophyError):
        scrub_text_file(source, tmp_path / "bundle" / "x.jsonl", None, PATTERNS, None)
    with pytest.raises(EntrophyError):
        scrub_text_file(tmp_path / "absent", tmp_path / "out", None, PATTERNS, None)
