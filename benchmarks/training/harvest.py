"""Real English sentences without people, from the docstrings of Python's own library and of installed, pinned packages.

They teach what ordinary technical prose looks like; some get a made-up name put in the place of a subject.
Only used in training; nothing of it is stored in the repository or in the model package.
"""

from __future__ import annotations

import ast
import re
import sysconfig
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")
_FINE = re.compile(r"[A-Z][A-Za-z0-9 ,;:'()/_\"-]{25,220}[.!?]")
_BAD = re.compile(r"author|copyright|written by|contribut|e\.g|i\.e|et al|thanks|http|@|\bmr\b|\bdr\b", re.IGNORECASE)


def _docstrings(folder: Path) -> Iterator[str]:
    for path in sorted(folder.glob("*.py")) + sorted(folder.glob("*/*.py")):
        if "test" in path.parts[-2] or "lib2to3" in path.parts:
            continue
        try:
            tree = ast.parse(path.read_text(encoding="utf-8"))
        except (SyntaxError, UnicodeDecodeError, ValueError):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                doc = ast.get_docstring(node)
                if doc:
                    yield doc


def sentences(
    names: set[str],
    packages: tuple[str, ...] = (
        "torch",
        "transformers",
        "onnx",
        "numpy",
        "dagster",
        "pandas",
        "presidio_analyzer",
        "pydantic",
        "great_expectations",
        "cv2",
        "PIL",
        "sqlalchemy",
        "requests",
        "jinja2",
        "typer",
        "rich",
        "pytest",
        "networkx",
        "sympy",
        "scipy",
    ),
) -> list[str]:
    """Sentences in which no capitalised word inside the sentence is a possible name (`names`, lower case)."""
    paths = sysconfig.get_paths()
    folders = [Path(paths["stdlib"])] + [Path(paths["purelib"]) / p for p in packages]
    found: set[str] = set()
    for folder in folders:
        if not folder.is_dir():
            continue
        for doc in _docstrings(folder):
            for sentence in _SENTENCE.split(re.sub(r"\s+", " ", doc.replace("`", ""))):
                if _FINE.fullmatch(sentence) and not _BAD.search(sentence):
                    found.add(sentence)
    inner = Counter(w for s in found for w in set(re.findall(r"(?<=[a-z,] )[A-Z][a-z]+", s)))
    return [
        s
        for s in sorted(found)
        if all(w.lower() not in names and inner[w] >= 3 for w in re.findall(r"(?<=[a-z,;:] )[A-Z][a-z]+", s))
    ]


_HEADING = re.compile(r"^#{1,5} +([A-Z][\w ,&/'-]{2,50})$|^([A-Z][\w ,&/'-]{2,50})\n[=~^-]{3,}$", re.MULTILINE)

_CLASS = re.compile(r"^class ([A-Z]\w{4,28})", re.MULTILINE)


def headings(known_words: frozenset[str], names: set[str]) -> list[str]:
    """Headings of the descriptions of installed packages, all of whose words are ordinary and none a name."""
    found: set[str] = set()
    for path in sorted(Path(sysconfig.get_paths()["purelib"]).glob("*.dist-info/METADATA")):
        for match in _HEADING.finditer(path.read_text(encoding="utf-8", errors="replace")):
            text = (match[1] or match[2]).strip()
            parts = re.findall(r"[a-z]+", text.lower())
            if parts and all(x in known_words for x in parts) and not set(parts) & names:
                found.add(text)
    return sorted(found)


def identifiers(
    names: set[str], packages: tuple[str, ...] = ("torch", "transformers", "pandas", "dagster")
) -> list[str]:
    """CamelCase names of classes, none of whose parts is a name: what a joined name (JaneSmith) must be told from."""
    paths = sysconfig.get_paths()
    found: set[str] = set()
    for folder in (Path(paths["stdlib"]), *(Path(paths["purelib"]) / p for p in packages)):
        for path in sorted(folder.glob("*.py")) + sorted(folder.glob("*/*.py")) + sorted(folder.glob("*/*/*.py")):
            if {"site-packages", "dist-packages"} & set(path.relative_to(folder).parts):
                continue
            found.update(_CLASS.findall(path.read_text(encoding="utf-8", errors="replace")))
    return sorted(c for c in found if not {x.lower() for x in re.findall(r"[A-Z][a-z]+", c)} & names)
