"""How common words are: the shipped table, its keys and the language of a text."""

from __future__ import annotations

import numpy as np
import pytest

from redaction.lexicon.frequencies import LANGUAGES, LEAST, STEP, _table, key_of, likely_language, zipf


def stated(word: str) -> dict[str, float]:
    return {language: z for language, z in zip(LANGUAGES, zipf(word), strict=True) if z}


def test_words_are_common_where_they_are_words() -> None:
    assert stated("speichern") == {"de": 4.0}
    assert stated("Speichern") == stated("speichern"), "case aside"
    assert stated("the")["en"] == 7.5
    assert stated("qzxvkw") == {}
    assert len(stated("Maria")) > 20, "a name is known in many languages"


def test_the_table_is_sorted_whole_and_in_steps() -> None:
    keys, starts, entries = _table()
    assert (np.diff(keys.astype(np.int64)) > 0).all() and len(keys) > 500_000
    assert starts[0] == 0 and starts[-1] == len(entries) and (np.diff(starts) > 0).all()
    assert (entries >> 4).max() == len(LANGUAGES) - 1
    seen = {z for word in ("the", "house", "saving", "zebra", "ledger") for z in zipf(word)} - {0.0}
    assert all(z >= LEAST and (z - LEAST) % STEP == 0 for z in seen) and len(seen) > 2


def test_few_words_of_no_language_are_taken_for_one() -> None:
    keys, _, _ = _table()
    made = np.array([key_of(f"zq{number}xw") for number in range(20_000)], np.uint32)
    assert np.isin(made, keys).mean() < 0.001


@pytest.mark.parametrize(
    ("texts", "language"),
    [
        (["Bitte speichern Sie die Datei"], "de"),
        (["Zapisz zmiany", "Anuluj wszystkie"], "pl"),
        (["Save the changes", "Cancel"], "en"),
        (["12.05.2024", "Qzxvkw"], "en"),
        ([], "en"),
    ],
)
def test_the_language_in_which_most_words_are_common(texts: list[str], language: str) -> None:
    assert LANGUAGES[likely_language(texts)] == language


@pytest.mark.parametrize(("frequency", "counts"), [(3.5, True), (3.0, False)])
def test_a_word_tells_a_language_from_the_limit_on(frequency: float, counts: bool) -> None:
    german = LANGUAGES.index("de")
    words = (
        "rechnungen",
        "lieferschein",
        "zugspitze",
        "schraubenzieher",
        "gabelstapler",
        "buchhaltung",
        "speicherplatz",
    )
    known = [w for w in words if zipf(w)[german] == frequency and sum(map(bool, zipf(w))) == 1]
    assert known and all((likely_language([w]) == german) is counts for w in known)
