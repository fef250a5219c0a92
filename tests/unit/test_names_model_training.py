"""Training of the names model: the base file, its pieces, made-up companies and addresses, runs that go on."""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.training import local, rebuild, vocabulary
from benchmarks.training.grammar import LOC, NONE, ORG, PER
from benchmarks.training.multilingual import BLOCK, HALF, SPECIAL, UNKNOWN, WIDTH, Base, taken_apart
from benchmarks.training.names import Culture, build_cultures

torch = pytest.importorskip("torch")

PIECES = ("<s>", "<pad>", "</s>", "<unk>", "\u2581", "\u2581Anna", "\u2581in", "Gy", "ő", "r", "\u2581GmbH", "<mask>")


def _matrix(rng: np.random.Generator, rows: int, columns: int) -> tuple[bytes, np.ndarray]:
    """A matrix in the form of the file, and what it stands for."""
    whole = rng.integers(-HALF, HALF, (rows * columns // BLOCK, BLOCK))
    scales = rng.uniform(0.01, 0.1, len(whole)).astype(np.float16)
    stored = (whole + HALF).astype(np.uint8)
    packed = stored[:, : BLOCK // 2] | stored[:, BLOCK // 2 :] << 4
    data = b"".join(scale.tobytes() + row.tobytes() for scale, row in zip(scales, packed, strict=True))
    return data, (whole * scales.astype(np.float32)[:, None]).reshape(rows, columns)


def _file(tensors: dict[str, tuple[int, bytes]], width: int = WIDTH) -> bytes:
    head = b"E5S1" + struct.pack("<i7if2i", 1, width, 1, 12, 1536, 0, 512, 0, 1e-12, BLOCK, len(PIECES))
    letters = [piece.encode() for piece in PIECES]
    ends = np.cumsum([0, *map(len, letters)]).astype("<u4")
    odds = np.linspace(-1, -9, len(PIECES)).astype("<f4")
    text = struct.pack("<4iQ", 0, 1, 2, 3, int(ends[-1])) + ends.tobytes() + odds.tobytes() + b"".join(letters)
    text += struct.pack("<iIIBI", 1, 0, ord("Ａ"), 1, ord("A"))
    directory_size = 4 + sum(2 + len(name) + 1 + 4 + 8 + 8 for name in tensors)
    at = len(head) + len(text) + directory_size
    directory, data = struct.pack("<i", len(tensors)), b""
    for name, (form, content) in tensors.items():
        directory += struct.pack("<H", len(name)) + name.encode() + struct.pack("<BIQQ", form, 0, at, len(content))
        at, data = at + len(content), data + content
    return head + text + directory + data


@pytest.fixture(scope="module")
def source() -> tuple[Base, np.ndarray]:
    """A base of one layer, whose words are the rows that are returned beside it."""
    rng = np.random.default_rng(3)
    words, vectors = _matrix(rng, len(PIECES), WIDTH)
    tensors: dict[str, tuple[int, bytes]] = {"emb.word": (1, words)}

    def plain(name: str, *shape: int) -> None:
        tensors[name] = (0, rng.normal(0, 0.02, shape).astype("<f4").tobytes())

    plain("emb.pos", 512, WIDTH)
    plain("emb.type", 2, WIDTH)
    for name in ("emb.ln.w", "emb.ln.b", "l0.aln.w", "l0.aln.b", "l0.oln.w", "l0.oln.b"):
        plain(name, WIDTH)
    for name, rows, columns in (
        *((part, WIDTH, WIDTH) for part in ("q", "k", "v", "ao")),
        ("fi", 1536, WIDTH),
        ("fo", WIDTH, 1536),
    ):
        tensors[f"l0.{name}.w"] = (1, _matrix(rng, rows, columns)[0])
        plain(f"l0.{name}.b", rows)
    return taken_apart(_file(tensors)), vectors


def test_the_file_is_taken_apart(source: tuple[Base, np.ndarray]) -> None:
    base, vectors = source
    assert base.pieces == PIECES
    assert base.odds[0] == -1
    assert np.array_equal(base.tensor("emb.word", len(PIECES), WIDTH), vectors)
    assert base.tensor("emb.pos", 512, WIDTH).shape == (512, WIDTH)


def test_another_file_is_refused() -> None:
    with pytest.raises(SystemExit, match="another form"):
        taken_apart(_file({}, width=WIDTH + 1))


def test_kept_vectors_are_those_of_the_file(source: tuple[Base, np.ndarray], tmp_path: Path) -> None:
    from benchmarks.training.base import tagger, vectors, write_base

    base, rows = source
    kept = np.array([0, 1, 2, 3, 5, 8])
    write_base(base, kept, tmp_path / "base.npz", layers=1)
    with np.load(tmp_path / "base.npz") as arrays:
        assert np.array_equal(vectors(arrays["words"], arrays["scales"]), rows[kept])
    model = tagger(tmp_path / "base.npz", layers=1)
    frozen = model.bert.embeddings.word_embeddings.weight
    assert not frozen.requires_grad
    assert np.array_equal(frozen.numpy(), rows[kept])


def test_pieces_keep_their_places() -> None:
    made = vocabulary.tokenizer(zip(PIECES[:-1], np.linspace(-1, -9, len(PIECES) - 1), strict=True))
    text = "Anna in  Győr\n漢"
    coded = made.encode(text, add_special_tokens=False)
    assert [text[a:b] for a, b in coded.offsets if b > a][:2] == ["Anna", "in"]
    assert "".join(text[a:b] for a, b in coded.offsets[-4:-2]) == "őr"  # behind them the blank and the unknown sign
    assert coded.ids[-1] == UNKNOWN
    assert all(0 <= a <= b <= len(text) for a, b in coded.offsets)


def test_signs_of_other_scripts_are_not_kept() -> None:
    assert vocabulary._in_scripts("\u2581Müller")
    assert vocabulary._in_scripts("東京")
    assert not vocabulary._in_scripts("ሰላም")  # Ethiopic


@pytest.fixture(scope="module")
def cultures() -> dict[str, Culture]:
    return {culture.name: culture for culture in build_cultures()}


@pytest.mark.parametrize(("language", "locale"), [("de", "de_DE"), ("hu", "hu_HU"), ("ja", "ja_JP"), ("ru", "ru_RU")])
def test_companies_are_of_their_language(cultures: dict[str, Culture], language: str, locale: str) -> None:
    rng = random.Random(5)
    made = [local.company(rng, language, cultures[locale]) for _ in range(200)]
    again = random.Random(5)
    assert made == [local.company(again, language, cultures[locale]) for _ in range(200)]
    _, forms = local.TRADES[language]
    parts = [form.replace("{}", "").strip() for form in forms.split(",")]
    share = sum(any(part and part in name for part in parts) for name in made) / len(made)
    assert 0.3 < share < 0.95  # with a legal form, and without one
    assert len(set(made)) > 150


def test_addresses_come_from_the_locale_alone(cultures: dict[str, Culture]) -> None:
    rng = random.Random(5)
    assert all(local.address(rng, cultures["de_DE"]) for _ in range(20))
    without = [name for name in cultures if "_" in name and not local.place(name).addresses]
    assert without
    assert local.address(rng, cultures[without[0]]) is None


def test_labels_of_a_language_are_those_of_the_lexicon() -> None:
    assert "brugernavn" in local.labels("da")[NONE]
    assert "leverandør" in local.labels("da")[ORG]
    assert "Lieferant" in local.labels("de")[ORG]
    assert {PER, ORG, LOC} <= set(local.labels("hu"))
    assert local.labels("xx") == {}


def test_trades_and_labels_alone_are_nobodys() -> None:
    words = {word for part in local.plain_words("cs") for word in part}
    assert {"Tiskárna", "dodavatel"} <= words


def test_all_parts_are_read_in_one_order(tmp_path: Path) -> None:
    parts = rebuild.parts(tmp_path)
    assert len(parts) == len(set(parts)) == sum(map(len, rebuild.PARTS.values()))
    assert parts == rebuild.parts(tmp_path)
    assert parts != sorted(parts)


def test_a_run_that_was_stopped_goes_on(
    source: tuple[Base, np.ndarray], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from benchmarks.training import train as training
    from benchmarks.training.base import write_base

    base, _ = source
    write_base(base, np.arange(len(PIECES) - 1), tmp_path / "base.npz", layers=1)
    rng = np.random.default_rng(1)
    lengths = rng.integers(3, 9, 40)
    count = int(lengths.sum())
    ids = rng.integers(SPECIAL, len(PIECES) - 1, count).astype(np.int32)
    arrays = {"shapes": rng.integers(0, 40, count).astype(np.int8), "labels": (ids % 3).astype(np.int8)}
    np.savez(tmp_path / "part.npz", ids=ids, ends=np.cumsum(lengths), **arrays)
    data = (tmp_path / "part.npz",)
    run = training.Run(tmp_path / "base.npz", data, 4, tmp_path / "whole.pt", budget=64, every=2, early=2, layers=1)
    training.train(run)
    whole = torch.load(run.out, weights_only=True)
    early = torch.load(run.early_out, weights_only=True)
    assert "bert.embeddings.word_embeddings.weight" not in whole
    assert any(not torch.equal(whole[name], early[name]) for name in whole)

    class Stopped(Exception):
        pass

    plain = training.batches

    def stopped(*args: object, **named: object) -> Iterator[object]:
        for at, batch in enumerate(plain(*args, **named)):  # type: ignore[arg-type]
            if at == 3:
                raise Stopped
            yield batch

    again = replace(run, out=tmp_path / "again.pt")
    monkeypatch.setattr(training, "batches", stopped)
    with pytest.raises(Stopped):
        training.train(again)
    assert again.state.exists()
    assert not again.out.exists()
    monkeypatch.setattr(training, "batches", plain)
    training.train(again)
    assert not again.state.exists()
    resumed = torch.load(again.out, weights_only=True)
    assert all(torch.equal(whole[name], resumed[name]) for name in whole)


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_unseen_pieces_are_unknown_and_the_borders_stay(share: float) -> None:
    from benchmarks.training.train import unseen

    pieces = torch.tensor([[0, 7, 9, 2, 1]])
    seen = unseen(pieces, share)
    assert seen.tolist() == ([[0, UNKNOWN, UNKNOWN, 2, 1]] if share else pieces.tolist())
