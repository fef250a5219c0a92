"""Is this installation fit to build a release? One line a check, each with its remedy.

Nothing is made or changed, but for a write to the ledger that was cut short, which opening it completes.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import shutil
import stat
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from rich.console import Console
from rich.table import Table

from redaction.errors import EntrophyError, sealed
from redaction.work.extras import EXTRAS

Verdict = Literal["good", "warning", "wrong"]

LEAST_DISK = 2_000_000_000
"""Free bytes under which a build of a few hundred screenshots may not finish: captures' size twice, and the bundle."""
LEAST_MEMORY = 6_000_000_000
"""Bytes of memory under which the engines do not fit beside a screenshot (measured: docs/screens-measured.md)."""
PYTHON = ((3, 11), (3, 13))
"""First version that works, first that does not."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What one check found. `remedy` is empty when all is good."""

    check: str
    verdict: Verdict
    state: str
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Patient:
    """What is looked at: the key that would be used, and where a build would write."""

    key: Path
    out: Path


def examine(patient: Patient) -> list[Diagnosis]:
    """Every check, in the order of the screen. A check that fails in its own way is told as wrong, not raised."""
    found: list[Diagnosis] = []
    for name, check in CHECKS.items():
        try:
            with sealed("doctor"):
                found += [Diagnosis(name, verdict, state, remedy) for verdict, state, remedy in check(patient)]
        except EntrophyError as error:
            found.append(Diagnosis(name, "wrong", error.message, error.remedy))
    return found


def tell(found: list[Diagnosis], console: Console) -> int:
    """Print the table; the exit status: 0 when nothing is wrong (warnings are none), else 1."""
    table = Table(box=None, pad_edge=False)
    for heading in ("", "check", "what was found"):
        table.add_column(heading, overflow="fold", no_wrap=heading == "check")
    signs = {"good": "[green]ok[/]", "warning": "[yellow]note[/]", "wrong": "[red]WRONG[/]"}
    for one in found:
        remedy = f" Remedy: {one.remedy}" if one.remedy else ""
        table.add_row(signs[one.verdict], one.check, f"{one.state}{remedy}".replace("[", "\\["))
    console.print(table)
    wrong = sum(one.verdict == "wrong" for one in found)
    console.print(
        "this installation can build a release." if not wrong else f"{wrong} check(s) must be put right first."
    )
    return 1 if wrong else 0


Answer = tuple[Verdict, str, str]


def _python(_: Patient) -> Iterator[Answer]:
    version = ".".join(map(str, sys.version_info[:3]))
    if PYTHON[0] <= sys.version_info[:2] < PYTHON[1]:
        yield "good", f"Python {version}", ""
    else:
        yield "wrong", f"Python {version}", "use Python 3.11 or 3.12."


def _packages(_: Patient) -> Iterator[Answer]:
    from packaging.requirements import Requirement

    missing, wanted = [], [Requirement(line) for line in importlib.metadata.requires("entrophy") or ()]
    needed = [
        one
        for one in wanted
        if one.name != "entrophy"
        and (one.marker is None or any(one.marker.evaluate({"extra": extra}) for extra in ("", *EXTRAS)))
    ]
    for one in needed:
        try:
            if not one.specifier.contains(importlib.metadata.version(one.name), prereleases=True):
                missing.append(f"{one.name}{one.specifier}")
        except importlib.metadata.PackageNotFoundError:
            missing.append(f"{one.name}{one.specifier}")
    if missing:
        yield (
            "wrong",
            f"missing or of another version: {', '.join(missing)}",
            "install from requirements.lock, or 'entrophy[all]'; reading and verifying a bundle need less.",
        )
    else:
        yield "good", f"{len(needed)} packages of the versions that go together", ""
    both = [("opencv-python", "opencv-python-headless"), ("onnxruntime", "onnxruntime-gpu")]
    for first, second in both:
        if _installed(first) and _installed(second):
            yield "wrong", f"{first} and {second} write the same folder", f"remove both, then install {first} alone."


def _installed(name: str) -> bool:
    try:
        importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def _models(_: Patient) -> Iterator[Answer]:
    from redaction.screens.nets.models import DETECTOR, RECOGNISER, models_folder
    from redaction.text.model import MODEL

    files = {"names model": MODEL, **{name: models_folder() / name for name in (DETECTOR, RECOGNISER)}}
    missing = [name for name, path in files.items() if not path.is_file()]
    if importlib.util.find_spec("facenet_pytorch") is None:
        missing.append("face detector")
    if missing:
        yield "wrong", f"not there: {', '.join(missing)}", "install the packages of requirements.lock again."
    else:
        yield "good", "names, text lines, letters and faces: all inside the packages", ""


def _scripts(_: Patient) -> Iterator[Answer]:
    from redaction.screens.ocr.scripts import SCRIPTS
    from redaction.work.tesseract import model_file

    there = [script.name for script in SCRIPTS if model_file(script.model) is not None]
    for script in SCRIPTS:
        if script.name not in there:
            yield "wrong", f"no Tesseract model for {script.name}", f"install {script.package}, or see vision.scripts."
    if there:
        yield "good", f"other scripts that are read: {', '.join(there)}", ""


def _reader(_: Patient) -> Iterator[Answer]:
    from validation.leaks.read_screens import reader_versions

    versions = reader_versions()
    yield "good", f"Tesseract {versions['tesseract']} with its English model reads what was released", ""


def _browser(_: Patient) -> Iterator[Answer]:
    if shutil.which("chromium") or shutil.which("google-chrome"):
        yield "good", "a browser for tests and for drawing the samples again", ""
    else:
        yield "warning", "no Chromium: releases need none, tests and drawing the samples again do", ""


def _fonts(_: Patient) -> Iterator[Answer]:
    from redaction.screens.redact.lettering import font_is_there

    if font_is_there():
        yield "good", "surrogates and canaries are drawn with the font inside Pillow", ""
    else:
        yield "wrong", "Pillow cannot draw letters", "install a Pillow that was built with FreeType."


def _telemetry(_: Patient) -> Iterator[Answer]:
    from redaction.offline import SETTINGS, traces

    off = [name for name, value in SETTINGS.items() if os.environ.get(name) != value]
    if off:
        yield "wrong", f"not switched off: {', '.join(off)}", "report this: importing Entrophy sets them."
    else:
        yield "good", f"{len(SETTINGS)} switches of dependencies are off", ""
    for path in traces(Path.home()):
        yield "warning", f"{path} was left by a dependency that reports to its maker", "remove it; Entrophy makes none."


def _key(patient: Patient) -> Iterator[Answer]:
    from redaction.batch import ledger_path
    from redaction.ledger.entities import Ledger
    from redaction.ledger.keys import load_key

    path, ledger = patient.key, ledger_path(patient.key)
    if not path.exists() and not path.is_symlink():
        if ledger.exists():
            yield "wrong", "the ledger is there without its key", "put the key back from a copy."
        else:
            yield "good", f"no key yet: the first build makes {path} (0600); keep it and its ledger", ""
        return
    key = load_key(path)
    yield "good", f"{path}: 32 bytes, its owner's alone", ""
    if not ledger.exists():
        yield "warning", "no ledger beside the key: the first build makes it", ""
        return
    opened = Ledger.open(key, ledger)
    counts = opened.counts()
    opened.close()
    yield "good", f"ledger: {sum(counts.values())} identities, whole and bound to the key", ""


def _existing_folder(out: Path) -> Path:
    """The output folder, or the nearest one above it that is there already."""
    return next(folder for folder in (out, *out.absolute().parents) if folder.is_dir())


def _folders(patient: Patient) -> Iterator[Answer]:
    there = _existing_folder(patient.out)
    if not os.access(there, os.W_OK | os.X_OK):
        yield "wrong", f"{there} cannot be written", "give another folder with --out."
    else:
        yield "good", f"{there} can be written", ""
    work = patient.out / "work"
    if work.is_dir() and stat.S_IMODE(work.stat().st_mode) & 0o077:
        yield "wrong", f"{work} is open to others; captured values lie there", f"run `chmod -R go= {work}`."


def _disk(patient: Patient) -> Iterator[Answer]:
    there = _existing_folder(patient.out)
    yield disk_answer(shutil.disk_usage(there).free, there)


def disk_answer(free: int, folder: Path) -> Answer:
    """What `free` bytes at `folder` mean."""
    state = f"{free / 1e9:.1f} GB free at {folder}"
    if free < LEAST_DISK:
        return "wrong", state, f"make room: a build needs {LEAST_DISK / 1e9:.0f} GB at least."
    return "good", state, ""


def _machine(_: Patient) -> Iterator[Answer]:
    yield memory_answer(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"), os.cpu_count() or 1)


def memory_answer(memory: int, cores: int) -> Answer:
    """What `memory` bytes on a machine of `cores` mean."""
    state = f"{cores} cores, {memory / 1e9:.0f} GB of memory"
    if memory < LEAST_MEMORY:
        return "warning", state, f"builds have been measured with {LEAST_MEMORY / 1e9:.0f} GB and more."
    return "good", state, ""


#: Name on the screen → check, in the order of the screen.
CHECKS: dict[str, Callable[[Patient], Iterator[Answer]]] = {
    "Python": _python,
    "packages": _packages,
    "models": _models,
    "scripts": _scripts,
    "reader": _reader,
    "fonts": _fonts,
    "browser": _browser,
    "telemetry": _telemetry,
    "key and ledger": _key,
    "folders": _folders,
    "disk": _disk,
    "machine": _machine,
}
