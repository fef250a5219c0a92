"""What surrogates leave standing: initials, numbers, checked values in wider findings, and what a second pass changes.

    python -m benchmarks.surrogates [--sets synth,wnut,enron] [--trials N]

Everything but the sets is made up here. `initials`: shares of the initials of people who are met after N others were
given surrogates, and that stay as they are. `checked`: trials in which a card, IBAN, social security number, machine
address or telephone number, alone or beside others inside a wider context, keeps a group of its own characters or
comes out outside the space that nobody has. `second pass`: rows that scrubbing the output again, same key, changes.
"""

from __future__ import annotations

import argparse
import ipaddress
import json
import random
import re
import tempfile
from pathlib import Path

from benchmarks.text_sets import DATA, SETS
from redaction.findings import Kind
from redaction.ledger.entities import Ledger
from redaction.ledger.keys import Key
from redaction.policy import Policy
from redaction.scrub_text import scrub_text_file

_SOUNDS = ("ba", "ke", "do", "ve", "mi", "ta", "lo", "ze", "qui", "pe", "go", "na", "wi", "ju", "fe", "ho", "ru", "sy")
_NOBODY = ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "198.18.0.0/15", "2001:db8::/32")

#: How a value may stand in a text; {} is the value, {other} another one.
CONTEXTS = (
    "{}",
    "see {} today",
    "root@{}",
    "Employee ID: {} and then {other}",
    "SSN: {} phone {other}",
    "Account no: {} (closed), contact {other}",
    "Candidate: Ottilie Brandvold {}",
    "https://{}/users/obrandvold",
    "call {} or {other}",
    "{other} {}",
    "{other}/{}",
    "ref {}; {other}",
    "Customer: {} {other} Brandvold Freight Ltd",
)


def values(draw: random.Random) -> dict[str, str]:
    """One value of every checked kind, valid by its check; numbers of this sort may be anybody's."""
    from stdnum import iban, luhn

    card = "4" + "".join(str(draw.randrange(10)) for _ in range(14))
    card += luhn.calc_check_digit(card)
    body = "3704 0044 " + f"{draw.randrange(10**8):08d}"[:4] + " " + f"{draw.randrange(10**4):04d}" + " 00"
    plain = "DE00" + body.replace(" ", "")
    number = f"DE{iban.calc_check_digits(plain)}" + plain[4:]
    return {
        "card": " ".join(card[i : i + 4] for i in range(0, 16, 4)),
        "iban": " ".join(number[i : i + 4] for i in range(0, 22, 4)),
        "ssn": f"{draw.randrange(100, 600)}-{draw.randrange(10, 99)}-{draw.randrange(1000, 9999)}",
        "ip": f"{draw.randrange(11, 120)}.{draw.randrange(256)}.{draw.randrange(256)}.{draw.randrange(1, 255)}",
        "mac": ":".join(f"{draw.randrange(256):02x}" for _ in range(6)),
        "phone": f"+49 30 {draw.randrange(200000, 999999)}",
    }


def kept(kind: str, value: str, context: str, other: str, out: str) -> str:
    """What is wrong with how a value came out; "" when nothing is."""
    groups = [] if kind == "ip" else [g for g in re.split(r"[^A-Za-z0-9]+", value) if len(g) >= 4]
    if value in out or any(re.search(rf"(?<!\w){g}(?!\w)", out) for g in groups if g not in other):
        return "part stays"
    if kind == "ip" and not any(
        _in_network(found, net) for found in re.findall(r"\d{1,3}(?:\.\d{1,3}){3}", out) for net in _NOBODY
    ):
        return "outside reserved space"
    if kind == "mac" and not re.search(r"(?i)00:00:5e:00:53:", out):
        return "outside reserved space"
    if kind == "ssn" and not re.search(r"000-\d\d-\d{4}", out):
        return "outside reserved space"
    if kind == "iban" and not re.search(r"DE00 [\w ]{10,}", out):
        return "outside reserved space"
    return ""


def _in_network(found: str, net: str) -> bool:
    try:
        return ipaddress.ip_address(found) in ipaddress.ip_network(net)
    except ValueError:
        return False


def checked(trials: int) -> None:
    """Print the share of trials that fail, by kind."""
    draw, failed, count = random.Random(5), {}, 0
    with tempfile.TemporaryDirectory() as folder:
        rows, stated = [], []
        for _ in range(trials):
            made = values(draw)
            for kind, value in made.items():
                context = draw.choice(CONTEXTS)
                other = draw.choice([v for k, v in made.items() if k != kind])
                stated.append((kind, value, context, other))
                rows.append(context.replace("{other}", other).replace("{}", value))
        outs = _scrub(rows, Path(folder), "checked")
    shown: dict[str, str] = {}
    for (kind, value, context, other), out in zip(stated, outs, strict=True):
        count += 1
        problem = kept(kind, value, context, other, out)
        if problem:
            failed[kind] = failed.get(kind, 0) + 1
            shown.setdefault(f"{kind} in {context!r}: {problem}", out)
    print(f"checked: {sum(failed.values())} of {count} failed ({sum(failed.values()) / count:.1%}) {failed}")
    for line, out in sorted(shown.items()):
        print(f"    {line} → {out!r}")


def initials(people: int, probes: int = 400) -> None:
    """Print how many initials stay of those met after so many people."""
    draw = random.Random(7)

    def name() -> str:
        return " ".join("".join(draw.choices(_SOUNDS, k=3)).capitalize() for _ in range(2))

    with tempfile.TemporaryDirectory() as folder:
        ledger = Ledger.open(Key(b"i" * 32), Path(folder) / "ledger")
        known = [name() for _ in range(people)]
        letters = ["".join(w[0] for w in n.split()) for n in known]
        ledger.resolve([(Kind.PERSON, n) for n in (*known, *letters)])
        met = ["".join(w[0] for w in name().split()) for _ in range(probes)]
        ledger.resolve([(Kind.PERSON, n) for n in met])
        stay = sum(ledger.replacement(Kind.PERSON, n) == n for n in met)
        ledger.close()
    print(f"initials: {stay} of {probes} stay after {people} people ({stay / probes:.1%})")


def second_pass(name: str) -> None:
    """Print how many rows of a set a second pass changes."""
    place, read = SETS[name]
    texts = [doc.text for doc in read(DATA / place)]
    with tempfile.TemporaryDirectory() as folder:
        once = _scrub(texts, Path(folder), "once")
        twice = _scrub(once, Path(folder), "twice")
    touched = sum(a != b for a, b in zip(texts, once, strict=True))
    changed = sum(a != b for a, b in zip(once, twice, strict=True))
    print(f"second pass: {name}: {changed} of {len(texts)} rows change ({touched} in the first)")


def _scrub(rows: list[str], folder: Path, name: str) -> list[str]:
    source, target = folder / f"{name}.in", folder / f"{name}.out"
    source.write_text("".join(json.dumps({"id": i, "text": t}) + "\n" for i, t in enumerate(rows)), encoding="utf-8")
    scrub_text_file(source, target, None, Policy(), folder / "key")
    return [json.loads(line)["text"] for line in target.read_text(encoding="utf-8").split("\n") if line]


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", default="synth,wnut,enron")
    parser.add_argument("--trials", type=int, default=60, help="rounds of one value of every kind")
    options = parser.parse_args()
    for people in (50, 200, 800):
        initials(people)
    if options.trials:
        checked(options.trials)
    for name in filter(None, options.sets.split(",")):
        if (DATA / SETS[name][0]).exists():
            second_pass(name)


if __name__ == "__main__":
    main()
