"""Tables of invented people, with the names of their columns and without: what is still legible, what is touched.

    python -m benchmarks.tables [--rows 60]

A table a language: names and towns from Faker's locale data, columns named in that language; a column of notes speaks
of people of any row by their last name, first name, log-in or initial. Beside them columns that identify nobody. "still
legible" is the share of values that stand in the written cell as they stood in the captured one, case aside.
"""

from __future__ import annotations

import argparse
import csv
import random
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from faker import Faker

from redaction.policy import TextPolicy
from redaction.scrub_table import Choice, scrub_table_file
from redaction.text import Registry, TextEngine

#: first name, last name, e-mail, telephone, number, town, log-in
HEADS = {
    "en_US": "First name,Last name,E-mail,Phone,Customer number,City,Username",
    "en_GB": "forename,surname,email_address,mobile,employee_id,town,login",
    "de_DE": "Vorname,Nachname,E-Mail,Telefon,Kundennummer,Ort,Benutzername",
    "fr_FR": "Prénom,Nom,Courriel,Téléphone,Numéro client,Ville,Identifiant",
    "es_ES": "Nombre,Apellidos,Correo electrónico,Teléfono,Número de cliente,Ciudad,Nombre de usuario",
    "it_IT": "Nome,Cognome,E-mail,Cellulare,Codice cliente,Città,Nome utente",
    "nl_NL": "Voornaam,Achternaam,E-mailadres,Telefoonnummer,Klantnummer,Woonplaats,Gebruikersnaam",
}
NOTES = (
    "{last} called about the invoice",
    "Ms {last} asked for a copy",
    "spoke to {first} today",
    "{login} saved the form",
    "copy to {f}. {last}",
    "forwarded by {last}, {first}",
)
PLAIN = {
    "Status": ("open", "closed", "waiting for parts", "New"),
    "Amount": ("17.50", "3,400", "0", "12"),
    "Product": ("Long table, white", "Office chair", "Street lamp", "Paper A4"),
    "Due": ("2024-05-03", "3 May", "Monday", "Q3"),
}


def table(locale: str, count: int) -> tuple[list[str], list[list[str]], list[str]]:
    """Heads, rows, and what of each note tells of somebody."""
    fake, draw = Faker(locale), random.Random(7)
    fake.seed_instance(7)
    people = [(fake.first_name(), fake.last_name()) for _ in range(count)]
    rows, told = [], []
    for first, last in people:
        login = "".join(c for c in (first[0] + last).lower() if c.isalpha())
        note, (a, b) = draw.choice(NOTES), draw.choice(people)
        words = {"first": a, "last": b, "f": a[0], "login": "".join(c for c in (a[0] + b).lower() if c.isalpha())}
        told.append(words["login"] if "{login}" in note else words["last"] if "{last}" in note else words["first"])
        number = str(draw.randrange(10_000, 99_999))
        values = [first, last, f"{login}@{fake.domain_name()}", fake.phone_number(), number, fake.city(), login]
        rows.append([*values, note.format(**words), *(draw.choice(options) for options in PLAIN.values())])
    return [*HEADS[locale].split(","), "Notes", *PLAIN], rows, told


def legible(engine: TextEngine, heads: list[str], rows: list[list[str]], told: list[str]) -> Iterator[tuple[str, bool]]:
    """(column, whether it shows) of every cell; of a column that identifies nobody: whether it was touched."""
    with tempfile.TemporaryDirectory() as name:
        source, target = Path(name) / "in.csv", Path(name) / "out.csv"
        with source.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([heads, *rows])
        scrub_table_file(source, target, Choice(), Registry(), TextPolicy(), None, lambda policy: engine)
        with target.open(newline="", encoding="utf-8") as file:
            written = list(csv.reader(file))[1:]
    columns = ["first", "last", "e-mail", "phone", "number", "town", "log-in", "notes", *(f"*{name}" for name in PLAIN)]
    for before, after, who in zip(rows, written, told, strict=True):
        for column, old, new in zip(columns, before, after, strict=True):
            yield (
                column,
                (new != old if column[0] == "*" else (who if column == "notes" else old).lower() in new.lower()),
            )


def main() -> None:
    """Print a line a column, with and without the names of columns."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=60)
    count = parser.parse_args().rows
    engine = TextEngine(TextPolicy())
    shown: dict[str, Counter[str]] = {"named": Counter(), "nameless": Counter()}
    cells: Counter[str] = Counter()
    for locale in HEADS:
        heads, rows, told = table(locale, count)
        for how, names in (("named", heads), ("nameless", [f"c{i}" for i in range(len(heads))])):
            for column, shows in legible(engine, names, rows, told):
                shown[how][column] += shows
                cells[column] += how == "named"
    print("column (*: identifies nobody, touched) | cells | named | nameless")
    for column, total in cells.items():
        print(column, total, *(f"{100 * shown[how][column] / total:.1f} %" for how in shown), sep=" | ")


if __name__ == "__main__":
    main()
