"""What pages state in tables is held against the repository: rooms, licences of data files, paths of modules."""

from __future__ import annotations

import re
import subprocess
from fnmatch import translate
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PACKAGES = ("entrophy", "pipeline", "assets", "redaction", "validation", "evaluation", "release", "samples")
#: Code and text of our own, under the licence of the repository.
OURS = {".py", ".md"}
PATH = re.compile(r"`((?:" + "|".join((*PACKAGES, "benchmarks", "tests", "scripts")) + r")/[\w./-]+)`")


def tracked() -> list[str]:
    """Every file of the repository, committed or about to be."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("not a git checkout")
    return [name for name in done.stdout.splitlines() if (ROOT / name).is_file()]


def rows(page: str, heading: str) -> list[list[str]]:
    """Cells of the first table under a heading, without its head."""
    section = page.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.split("\n") if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def matches(name: str, pattern: str) -> bool:
    """`*` within a folder, `**` over folders."""
    if "**" in pattern:
        return re.fullmatch(translate(pattern), name) is not None
    return PurePosixPath(name).match(pattern) and name.count("/") == pattern.count("/")


def test_every_folder_with_code_is_in_the_table_of_rooms() -> None:
    folders = {
        str(path.parent.relative_to(ROOT))
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if "__pycache__" not in path.parts
    }
    stated = rows((DOCS / "architecture.md").read_text(encoding="utf-8"), "Rooms")
    names = [row[0].strip("`") for row in stated]
    assert sorted(names) == sorted(folders)
    assert all(len(row) == 2 and row[1] for row in stated)


def test_every_file_that_is_no_code_has_a_licence() -> None:
    page = (DOCS / "licences.md").read_text(encoding="utf-8")
    table = rows(page, "Files of others, or made from them") + rows(page, "Files of our own")
    assert all(len(row) == 3 and all(row) for row in table)
    patterns = [pattern for row in table for pattern in re.findall(r"`([^`]+)`", row[0])]
    files = [name for name in tracked() if Path(name).suffix not in OURS]
    assert [name for name in files if not any(matches(name, pattern) for pattern in patterns)] == []
    assert [pattern for pattern in patterns if not any(matches(name, pattern) for name in files)] == []
    assert len(patterns) == len(set(patterns))


def test_a_pattern_holds_for_its_folder_alone() -> None:
    assert matches("samples/photos/a.jpg", "samples/photos/*.jpg")
    assert not matches("samples/photos/more/a.jpg", "samples/photos/*.jpg")
    assert not matches("other/samples/photos/a.jpg", "samples/photos/*.jpg")
    assert matches("samples/captures/a/b/c.json", "samples/captures/**")


def test_every_path_that_a_page_names_is_there() -> None:
    pages = [*DOCS.rglob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    lost = {
        (page.name, path)
        for page in pages
        for path in PATH.findall(page.read_text(encoding="utf-8"))
        if not (ROOT / path).exists()
    }
    assert lost == set()


def test_the_words_of_the_glossary_are_explained_once_and_in_one_sentence() -> None:
    text = (DOCS / "glossary.md").read_text(encoding="utf-8")
    entries = re.findall(r"^([^\n:#][^\n]*)\n:   (.+)$", text, re.MULTILINE)
    words = [word for word, _ in entries]
    assert len(words) == text.count("\n:   ") and len(words) == len({word.casefold() for word in words})
    assert [word for word, meaning in entries if not meaning.endswith(".")] == []
