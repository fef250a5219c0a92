"""Rebuild redaction/text/data/spelling.npz: how words of 32 languages are spelled, and how names are.

    pip install --target DIR --no-deps wordfreq==3.1.1 msgpack==1.1.2 chunspell==2.0.5 cacheman==2.2.0 \
        platformdirs gender-guesser==0.4.0
    apt-get download hunspell-{ar,bg,bn,ca,cs,da,de-de,el,en-us,es,fr-comprehensive,he,hi,hr,hu,id,it,lt,lv,nl,no,pl,\
pt-br,ro,ru,sk,sl,sv,tr,uk,vi}, each unpacked with dpkg -x PACKAGE DICTIONARIES
    PYTHONPATH=.:DIR python scripts/spelling_model.py DIR DICTIONARIES/usr/share/hunspell [--held-out]

Words are those of wordfreq's commonest that a spelling dictionary of the language takes in small letters, and that no
list of names holds; names are Faker's, and the words of wordfreq that the dictionary takes with a capital alone.
Dictionaries only decide: nothing of them is copied. `--held-out` leaves a tenth out and tells how it is judged.
"""

from __future__ import annotations

import pkgutil
import sys
import zlib
from collections import Counter
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from redaction.lexicon.fold import fold_token
from redaction.text.interface import WORD
from redaction.text.spelling import BUCKETS, grams
from scripts.foreign_words import ranked

#: wordfreq's languages and the dictionaries that judge their words.
DICTIONARIES = {
    "ar": "ar", "bg": "bg_BG", "bn": "bn_BD", "ca": "ca", "cs": "cs_CZ", "da": "da_DK", "de": "de_DE", "el": "el_GR",
    "en": "en_US", "es": "es_ES", "fr": "fr", "he": "he_IL", "hi": "hi_IN", "hu": "hu_HU", "id": "id_ID", "it": "it_IT",
    "lt": "lt_LT", "lv": "lv_LV", "nb": "nb_NO", "nl": "nl_NL", "pl": "pl_PL", "pt": "pt_BR", "ro": "ro_RO",
    "ru": "ru_RU", "sh": "hr_HR", "sk": "sk_SK", "sl": "sl_SI", "sv": "sv_SE", "tr": "tr_TR", "uk": "uk_UA",
    "vi": "vi_VN",
}  # fmt: skip
#: Words of a language that are asked, the commonest first, and the fewest letters of one.
COMMON, LETTERS = 80_000, 3
#: A word that so many languages know and no dictionary takes in small letters is somebody's or something's name.
KNOWN_BY = 8
HELD_OUT = 10
EPOCHS, RATE, BATCH, DECAY = 5, 0.02, 8192, 1e-7


def faker_names() -> set[str]:
    """The words of Faker's first and last names, as they are written and without accents, in small letters."""
    import faker.providers.person as person

    found: set[str] = set()
    for module in sorted(pkgutil.iter_modules(person.__path__), key=lambda item: item.name):
        provider = import_module(f"faker.providers.person.{module.name}").Provider
        for key in dir(provider):
            values = getattr(provider, key)
            if key.startswith(("first_name", "last_name")) and isinstance(values, (tuple, list, dict, set)):
                for word in (w for v in values if isinstance(v, str) for w in v.replace("-", " ").split()):
                    if WORD.fullmatch(word) and len(word) >= LETTERS:
                        found |= {word.casefold(), fold_token(word)}
    return found


def first_names(folder: Path) -> set[str]:
    """The first names of gender-guesser, which are dropped from the words and taught as nothing."""
    lines = (folder / "gender_guesser" / "data" / "nam_dict.txt").read_text(encoding="utf-8").splitlines()
    return {line[3:29].strip().casefold().replace("+", "") for line in lines if not line.startswith("#")}


def common(folder: Path, code: str) -> list[str]:
    """The commonest words of a language."""
    return [w for w in ranked(folder, code) if len(w) >= LETTERS and WORD.fullmatch(w)][:COMMON]


def takes(dictionary: Any, word: str) -> bool:
    """Whether a spelling dictionary takes a word as it is written; Greek ends a word with a sign of its own."""
    try:
        return bool(dictionary.spell(word[:-1] + "ς" if word.endswith("σ") else word))
    except UnicodeEncodeError:  # a letter that the language does not have
        return False


def gathered(folder: Path, dictionaries: Path) -> tuple[set[str], set[str]]:
    """(words, names)."""
    from hunspell import Hunspell  # type: ignore[import-not-found, unused-ignore]

    people, known = faker_names(), Counter[str]()
    dropped = people | first_names(folder)
    words: set[str] = set()
    names: set[str] = set()
    english = set(ranked(folder, "en"))
    for code, file in DICTIONARIES.items():
        dictionary = Hunspell(file, hunspell_data_dir=str(dictionaries))
        for word in common(folder, code):
            known[word] += 1
            if takes(dictionary, word) or (code == "de" and takes(dictionary, word.title()) and word not in english):
                words.add(word)
            elif takes(dictionary, word.title()):
                names.add(word)
        print(code, len(words), len(names), flush=True)
    # No dictionary of Finnish is at hand: a name is met in English, too.
    words |= {word for word in common(folder, "fi") if word not in english}
    names |= {word for word, count in known.items() if count >= KNOWN_BY}
    return words - dropped, (names - words) | people


def fitted(words: list[str], names: list[str]) -> np.ndarray:
    """Weights of BUCKETS groups of letters and a constant (the last), by logistic regression; > 0 is a word."""
    import torch

    torch.manual_seed(0)
    torch.set_num_threads(1)
    coded = [np.array(grams(word), np.int32) for word in (*words, *names)]
    lengths = np.array([len(c) for c in coded])
    starts = np.concatenate([[0], np.cumsum(lengths)])
    flat = np.concatenate(coded)
    truth = torch.tensor([1.0] * len(words) + [0.0] * len(names))
    balance = torch.tensor([0.5 / len(words)] * len(words) + [0.5 / len(names)] * len(names)) * len(coded)
    table = torch.nn.EmbeddingBag(BUCKETS, 1, mode="sum", sparse=False)
    torch.nn.init.zeros_(table.weight)
    bias = torch.zeros(1, requires_grad=True)
    state = torch.zeros(BUCKETS)
    for epoch in range(EPOCHS):
        order = np.random.default_rng(epoch).permutation(len(coded))
        loss_sum = 0.0
        for at in range(0, len(order), BATCH):
            chosen = order[at : at + BATCH]
            ids = torch.from_numpy(np.concatenate([flat[starts[i] : starts[i + 1]] for i in chosen]).astype(np.int64))
            offsets = torch.from_numpy(np.concatenate([[0], np.cumsum(lengths[chosen])[:-1]]))
            scale = torch.from_numpy(lengths[chosen].astype(np.float32)).sqrt()
            logits = table(ids, offsets)[:, 0] / scale + bias
            loss = torch.nn.functional.binary_cross_entropy_with_logits(
                logits, truth[chosen], weight=balance[chosen], reduction="sum"
            )
            table.zero_grad()
            bias.grad = None
            loss.backward()
            with torch.no_grad():  # Adagrad, and only where a gradient is
                gradient = table.weight.grad[:, 0]
                live = gradient.nonzero()[:, 0]
                value = gradient[live]
                state[live] += value * value
                table.weight[live, 0] -= RATE * 10 * value / (state[live].sqrt() + 1e-6)
                table.weight[live, 0] *= 1 - DECAY * BATCH
                bias -= RATE * bias.grad / len(chosen)
            loss_sum += float(loss.detach())
        print(epoch, round(loss_sum / len(order), 4), flush=True)
    return np.append(table.weight.detach().numpy()[:, 0], bias.detach().numpy()).astype(np.float32)


def part(word: str) -> bool:
    return zlib.crc32(b"held" + word.encode()) % HELD_OUT == 0


def judged(weights: np.ndarray, values: Iterable[str]) -> np.ndarray:
    return np.array([weights[grams(v)].sum() / len(grams(v)) ** 0.5 + weights[-1] for v in values])


def main() -> None:
    """Command line."""
    words, names = (sorted(s) for s in gathered(Path(sys.argv[1]), Path(sys.argv[2])))
    print(len(words), "words", len(names), "names", flush=True)
    if "--held-out" in sys.argv:
        weights = fitted([w for w in words if not part(w)], [n for n in names if not part(n)])
        sets = {"words": words, "names": names, "people": sorted(faker_names() & set(names))}
        odds = {title: judged(weights, filter(part, values)) for title, values in sets.items()}
        for at in (0, 0.3, 0.6, 1, 2, 3):
            print(f"above {at}: " + ", ".join(f"{title} {np.mean(one > at):.3f}" for title, one in odds.items()))
        return
    weights = fitted(words, names)
    step = float(np.abs(weights).max() / 127)
    out = Path(__file__).resolve().parent.parent / "redaction" / "text" / "data" / "spelling.npz"
    np.savez_compressed(out, weights=np.round(weights / step).astype(np.int8), step=np.float32(step))
    print(out.stat().st_size)


if __name__ == "__main__":
    main()
