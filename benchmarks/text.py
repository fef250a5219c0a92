"""How much of what identifies is found in text, how much else is touched, and how fast; beside stock Presidio patterns.

    python -m benchmarks.text [--sets enron,tab] [--sample N] [--full] [--misses KIND]

`full` is the share of gold spans of which every letter and digit is covered by some finding; `exact` and `partial` ask
for a finding of the same kind with the same, or any common, characters. `clean` is the share of documents in which
every gold span is fully covered. `other` is the share of letters and digits outside all labelled spans that findings
cover. Sets do not label every identifier they hold, so a part of `other` is told apart, by rules that do not ask our
detectors: `identifiers` are letters and digits in something of the shape of an address (e-mail, URL, phone number),
or in a word that is in no dictionary and that the same set labels as (part of) a name elsewhere. `harmless` is the
rest.
"""

from __future__ import annotations

import argparse
import random
import re
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from benchmarks.text_sets import DATA, SAMPLES, SETS, Doc
from redaction.lexicon.fold import fold_token
from redaction.lexicon.words import is_word
from redaction.policy import TextPolicy
from redaction.scrub_text import discover
from redaction.text import Registry, TextEngine, TextInput, propagate_labels

_ANY = {"card": "id", "iban": "id", "ssn": "id", "ip": "id", "licence": "id"}
Found = list[tuple[int, int, str]]


@dataclass
class Score:
    """Counts for one kind of one set."""

    gold: int = 0
    exact: int = 0
    partial: int = 0
    full: int = 0


@dataclass
class Result:
    """Counts for one set."""

    kinds: dict[str, Score] = field(default_factory=lambda: defaultdict(Score))
    docs: int = 0
    clean: int = 0
    other: int = 0
    identifiers: int = 0
    outside: int = 0
    missed: list[tuple[str, str, str]] = field(default_factory=list)
    touched: list[str] = field(default_factory=list)


_ADDRESS_SHAPE = re.compile(
    r"[\w.+'-]+@[\w-]+(?:\.[\w-]+)+|\b(?:https?://|www\.)[^\s<>\"]+|"
    r"(?<![\w.])\+?\(?\d{1,4}\)?(?:[ ./-]{1,3}\d{2,4}){2,4}(?![\w.])"
)
_NAME_KINDS = frozenset(("person", "company", "address", "mention", "P", "O", "L"))
_WORD = re.compile(r"[^\W_]+")


def named(docs: Sequence[Doc]) -> frozenset[str]:
    """Folded words in no dictionary that the set labels as part of a name somewhere."""
    words = {
        match.group()
        for doc in docs
        for start, end, kind in (*doc.gold, *doc.other)
        if kind in _NAME_KINDS
        for match in _WORD.finditer(doc.text, start, end)
    }
    return frozenset(fold_token(w) for w in words if len(w) > 2 and w.isalpha() and w[0].isupper() and not is_word(w))


def _identifying(text: str, names: frozenset[str]) -> bytearray:
    """Marks what has the shape of an address, and words that the set itself labels as names elsewhere."""
    marks = bytearray(len(text))
    for match in _ADDRESS_SHAPE.finditer(text):
        marks[match.start() : match.end()] = b"\1" * (match.end() - match.start())
    for match in _WORD.finditer(text):
        if fold_token(match.group()) in names:
            marks[match.start() : match.end()] = b"\1" * (match.end() - match.start())
    return marks


def judge(docs: Sequence[Doc], found: Sequence[Found], names: frozenset[str] | None = None) -> Result:
    """Compare findings with gold, by characters. `names` are those that the whole set labels, where docs are a part."""
    result = Result()
    names = named(docs) if names is None else names
    for doc, spans in zip(docs, found, strict=True):
        covered = bytearray(len(doc.text))
        for start, end, _ in spans:
            covered[start:end] = b"\1" * (end - start)
        labelled = bytearray(len(doc.text))
        leak = False
        for start, end, kind in doc.gold:
            labelled[start:end] = b"\1" * (end - start)
            score = result.kinds[kind]
            same = [s for s in spans if s[2] == _ANY.get(kind, kind)]
            score.gold += 1
            score.exact += any(s[0] == start and s[1] == end for s in same)
            score.partial += any(s[0] < end and start < s[1] for s in same)
            whole = all(covered[i] or not doc.text[i].isalnum() for i in range(start, end))
            score.full += whole
            if not whole:
                leak = True
                result.missed.append((kind, doc.text[start:end], doc.text[max(0, start - 40) : end + 30]))
        for start, end, _ in doc.other:
            labelled[start:end] = b"\1" * (end - start)
        result.docs += 1
        result.clean += not leak
        identifying = _identifying(doc.text, names)
        for i, char in enumerate(doc.text):
            if char.isalnum() and not labelled[i]:
                result.outside += 1
                result.other += covered[i]
                result.identifiers += covered[i] & identifying[i]
        for start, end, kind in spans:
            if not any(labelled[start:end]):
                result.touched.append(f"{kind}: {doc.text[start:end]!r}")
    return result


def ours(engine: TextEngine, docs: Sequence[Doc]) -> list[Found]:
    """Two passes over the set, as `entrophy scrub text` does; where a set is a table, its rows as the pipeline reads
    them: other fields under their labels."""
    rows = [[TextInput(doc.text), *(TextInput(value, label, "field") for label, value in doc.fields)] for doc in docs]
    inputs = [item for row in rows for item in row]
    registry = discover(engine, inputs, Registry())
    found: list[Found] = []
    for row in rows:
        swept = engine.find_many(row, registry)
        stated = propagate_labels(row)
        found.append([(f.start, f.end, f.kind.value) for f in (*swept[0], *stated[0])])
    return found


_STOCK = {
    "PERSON": "person",
    "EMAIL_ADDRESS": "email",
    "PHONE_NUMBER": "phone",
    "CREDIT_CARD": "id",
    "IBAN_CODE": "id",
    "US_SSN": "id",
    "IP_ADDRESS": "id",
    "US_DRIVER_LICENSE": "id",
    "URL": "url",
    "CRYPTO": "id",
    "MEDICAL_LICENSE": "id",
    "US_BANK_NUMBER": "id",
    "US_ITIN": "id",
    "US_PASSPORT": "id",
}


def stock_analyzer() -> Callable[[str], Found]:
    """Presidio's own pattern recognizers at threshold 0.4, without a language model."""
    import tldextract
    from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
    from presidio_analyzer.nlp_engine import NoOpNlpEngine

    tldextract.tldextract.TLD_EXTRACTOR = tldextract.TLDExtract(suffix_list_urls=())
    tldextract.extract = tldextract.tldextract.TLD_EXTRACTOR
    registry = RecognizerRegistry(supported_languages=["en"])
    registry.load_predefined_recognizers(languages=["en"])
    registry.remove_recognizer("SpacyRecognizer")
    blank = NoOpNlpEngine(models=[{"lang_code": "en", "model_name": "noop"}])
    analyzer = AnalyzerEngine(registry=registry, nlp_engine=blank, supported_languages=["en"])

    def run(text: str) -> Found:
        results = analyzer.analyze(
            text, language="en", score_threshold=0.4, entities=[e for e in _STOCK if e != "PERSON"]
        )
        return [(r.start, r.end, _STOCK.get(r.entity_type, "id")) for r in results]

    return run


def table(name: str, who: str, result: Result, seconds: float, characters: int) -> None:
    """Print one set."""
    share, known = result.other / max(1, result.outside), result.identifiers / max(1, result.outside)
    print(
        f"\n{name} · {who}: {result.docs} documents, clean {result.clean}, other text masked {share:.2%} (identifiers "
        f"{known:.2%}, harmless {share - known:.2%}), {characters / seconds:,.0f} characters/s",
        flush=True,
    )
    for kind, s in sorted(result.kinds.items()):
        print(
            f"  {kind:10} {s.gold:6}  exact {s.exact / s.gold:6.3f}  partial {s.partial / s.gold:6.3f}  full "
            f"{s.full / s.gold:6.4f}  missed {s.gold - s.full}"
        )


def speed(engine: TextEngine, stock: Callable[[str], Found]) -> None:
    """Rows a second on a repeating log and characters a second on prose, in CPU seconds, ours beside stock Presidio."""
    from benchmarks.text_log import prose, rows

    log = rows(400)
    for label, value in log[0]:  # word lists and patterns are read on first use
        engine.find(value, label=label, role="field")
        stock(value)
    start = time.process_time()
    for row in log:
        engine.find_many([TextInput(value, label, "field") for label, value in row])
    mine = len(log) / (time.process_time() - start)
    start = time.process_time()
    for row in log[:40]:
        for _, value in row:
            stock(value)
    theirs = 40 / (time.process_time() - start)
    print(f"\nlog: ours {mine:,.0f} rows/s, stock patterns {theirs:,.1f} rows/s, ratio {mine / theirs:.1f}")
    text = prose()
    start = time.process_time()
    engine.find_many([TextInput(t) for t in text])
    mine = sum(map(len, text)) / (time.process_time() - start)
    start = time.process_time()
    for t in text[:30]:
        stock(t)
    theirs = sum(map(len, text[:30])) / (time.process_time() - start)
    print(f"prose: ours {mine:,.0f} characters/s, stock patterns {theirs:,.0f} characters/s, ratio {mine / theirs:.2f}")


def labels(engine: TextEngine, show: bool) -> None:
    """How many harmless interface labels are touched."""
    from benchmarks.text_log import LABELS

    found = engine.find_many([TextInput(label, None, "line") for label in LABELS])
    hit = [(label, f) for label, f in zip(LABELS, found, strict=True) if f]
    print(f"\nlabels: {len(hit)} of {len(LABELS)} harmless interface labels touched ({len(hit) / len(LABELS):.2%})")
    for label, f in hit if show else []:
        print(f"    TOUCHED {label!r} {[(x.kind.value, round(x.score, 2), x.detector) for x in f]}")


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--sample", type=int, default=0, help="at most so many documents per set, drawn with seed 7")
    parser.add_argument("--full", action="store_true", help="read whole also the sets that are sampled by default")
    parser.add_argument("--engine", default="minilm", choices=["minilm", "patterns"])
    parser.add_argument("--threshold", type=float, default=TextPolicy().threshold)
    parser.add_argument("--misses", default="", help="print missed spans of this kind (development only)")
    parser.add_argument(
        "--touched", type=int, default=0, help="print this many findings outside labelled spans (development only)"
    )
    parser.add_argument("--no-stock", action="store_true")
    parser.add_argument("--no-speed", action="store_true")
    options = parser.parse_args()
    engine = TextEngine(TextPolicy(engine=options.engine, threshold=options.threshold))
    stock = None if options.no_stock else stock_analyzer()
    for name in filter(None, options.sets.split(",")):
        place, read = SETS[name]
        path = DATA / place
        if not path.exists():
            print(f"\n{name}: skipped, {place} is not beside the checkout")
            continue
        docs = read(path)
        whole = len(docs)
        size = options.sample or (0 if options.full else SAMPLES.get(name, 0)) or whole
        if whole > size:
            docs = random.Random(7).sample(docs, size)
            print(f"\n{name}: a sample of {size} of {whole} documents")
        characters = sum(len(d.text) for d in docs)
        start = time.perf_counter()
        found = ours(engine, docs)
        result = judge(docs, found)
        table(name, "ours", result, time.perf_counter() - start, characters)
        for kind, surface, context in result.missed:
            if options.misses in (kind, "all"):
                print(f"    MISS {kind} {surface!r} in {context!r}")
        step = max(1, len(result.touched) // options.touched) if options.touched else 0
        for line in result.touched[::step] if step else []:
            print(f"    TOUCHED {line}")
        if stock is not None:
            start = time.perf_counter()
            result = judge(docs, [stock(d.text) for d in docs])
            table(name, "stock patterns", result, time.perf_counter() - start, characters)
    labels(engine, bool(options.touched))
    if not options.no_speed and stock is not None:
        speed(engine, stock)


if __name__ == "__main__":
    main()
