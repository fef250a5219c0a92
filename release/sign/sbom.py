"""The bill of materials: what of the machine took part in a release, as CycloneDX 1.6.

In it are names and versions of the installed packages that Entrophy depends on, the models and Tesseract's language
data by their SHA-256, and our own code by its digest. Not in it are names of machines and people, paths, and times; the
serial number follows from the rest: the same installation gives the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

from redaction.errors import BundleError
from redaction.screens.ocr.scripts import SCRIPTS
from redaction.text.model import MODEL
from redaction.work.extras import EXTRAS
from redaction.work.files import file_digest
from redaction.work.tesseract import model_file
from release.bundle.bundle_format import json_bytes
from validation.files.bundle_files import SBOM
from validation.files.digests import digest_bytes
from validation.leaks.leak_report import LeakReport
from validation.leaks.read_screens import reader_versions
from validation.leaks.unreserved import pattern_hits

PROJECT = "entrophy"
_OURS = ("redaction", "validation", "evaluation", "release")
#: installed package → pattern of the weights inside it that are read
_WEIGHTS = {"rapidocr": "models/PP-OCRv6_*_small.onnx", "facenet_pytorch": "data/*net.pt"}
_LANGUAGE = "eng"
_SPACE = UUID("3a1c1f0e-5d0b-5f0a-9a53-7f4c2e6b1d90")
_NAME = re.compile(r"[-_.]+")


@lru_cache(maxsize=1)
def bill_of_materials() -> bytes:
    """The bytes of sbom.cdx.json for this installation; the same in every release of one process."""
    from cyclonedx.model import HashAlgorithm, HashType
    from cyclonedx.model.bom import Bom, BomMetaData
    from cyclonedx.model.component import Component, ComponentType
    from cyclonedx.output.json import JsonV1Dot6
    from packageurl import PackageURL

    def hashed(digest: str) -> list[HashType]:
        return [HashType(alg=HashAlgorithm.SHA_256, content=digest)]

    def purl(name: str, version: str) -> PackageURL | None:
        # "…@2.9.0.post0" reads like an e-mail address, and the leak check lets none through. Name and version stay.
        made = PackageURL("pypi", None, name, version)
        return None if pattern_hits(made.to_string()) else made

    packages = installed_packages()
    ours = Component(
        name=PROJECT,
        version=packages[PROJECT][0],
        type=ComponentType.APPLICATION,
        bom_ref=PROJECT,
        hashes=hashed(code_of_the_house()),
    )
    libraries = {
        name: Component(
            name=name,
            version=version,
            type=ComponentType.LIBRARY,
            purl=purl(name, version),
            bom_ref=f"pypi/{name}",
        )
        for name, (version, _) in packages.items()
        if name != PROJECT
    }
    rest = [
        Component(
            name="python",
            version=f"{sys.version_info.major}.{sys.version_info.minor}",
            type=ComponentType.PLATFORM,
            bom_ref="python",
        ),
        Component(
            name="tesseract",
            version=reader_versions()["tesseract"],
            type=ComponentType.APPLICATION,
            bom_ref="tesseract",
        ),
    ]
    rest += [
        Component(
            name=name,
            version=f"sha256-{digest[:16]}",
            type=ComponentType.MACHINE_LEARNING_MODEL,
            bom_ref=f"model/{name}",
            hashes=hashed(digest),
        )
        for name, digest in models()
    ]
    bom = Bom(components=[*libraries.values(), *rest], metadata=BomMetaData(component=ours))
    for name, (_, needs) in packages.items():
        owner = ours if name == PROJECT else libraries[name]
        bom.register_dependency(owner, [libraries[n] for n in needs] + (rest if name == PROJECT else []))
    bill: dict[str, Any] = json.loads(JsonV1Dot6(bom).output_as_string())
    # The library fills in the time and a random number; both would tell when it was made, not what of.
    del bill["metadata"]["timestamp"]
    del bill["serialNumber"]
    bill["serialNumber"] = uuid5(_SPACE, digest_bytes(json_bytes(bill))).urn
    return json_bytes(bill)


def without_own_names(report: LeakReport, content: Path) -> LeakReport:
    """The report without known values met in the bill of materials, if that is the one of this very installation:
    then its words come from the names of packages ("nvidia-…") and from nothing captured."""
    ours = {f for f in report.findings if f.entity_id and f.where.startswith(f"{SBOM} ")}
    if not ours or (content / SBOM).read_bytes() != bill_of_materials():
        return report
    return replace(report, findings=tuple(f for f in report.findings if f not in ours))


@lru_cache(maxsize=1)
def installed_packages() -> dict[str, tuple[str, list[str]]]:
    """Normalised name → (version, names of what it needs), for Entrophy and all that it depends on, sorted. What is
    installed beside it (for development, say) is left out. BundleError where Entrophy itself is not installed."""
    found: dict[str, tuple[str, list[str]]] = {}
    todo = [(PROJECT, frozenset(EXTRAS))]
    seen = set(todo)
    while todo:
        name, extras = todo.pop()
        try:
            dist = distribution(name)
        except PackageNotFoundError:
            if name == PROJECT:
                raise BundleError(
                    "the installation does not know its own packages.", remedy="install Entrophy (`make setup`)."
                ) from None
            continue  # not needed on this machine, or left out on purpose (pyproject.toml, overrides)
        needs = sorted({(_normal(n), e) for n, e in _needs(dist, extras)}, key=lambda one: (one[0], sorted(one[1])))
        before = found.get(name, ("", []))[1]
        found[name] = (dist.version, sorted({*before, *(n for n, _ in needs)}))
        todo += [one for one in needs if one not in seen]
        seen |= set(needs)
    return {n: (v, [d for d in needs if d in found and d != n]) for n, (v, needs) in sorted(found.items())}


def models() -> Iterator[tuple[str, str]]:
    """(name, SHA-256) of every file of weights that reads, sorted by name."""
    files = {f"entrophy/{path.name}": path for path in (MODEL, MODEL.with_name("tokenizer.json"))}
    for package, pattern in _WEIGHTS.items():
        spec = find_spec(package)
        places = spec.submodule_search_locations if spec is not None else None
        for place in places or ():
            files |= {f"{package}/{path.name}": path for path in Path(place).glob(pattern)}
    files |= {f"tesseract/{path.name}": path for path in _language_data()}
    for name in sorted(files):
        yield name, file_digest(files[name])


@lru_cache(maxsize=1)
def code_of_the_house() -> str:
    """SHA-256 over the code and data of what reads, hides, checks and releases."""
    total = hashlib.sha256()
    root = Path(__file__).parents[2]
    for package in _OURS:
        for path in sorted(p for p in (root / package).rglob("*") if p.is_file() and "__pycache__" not in p.parts):
            total.update(f"{path.relative_to(root).as_posix()}\0{file_digest(path)}\n".encode())
    return total.hexdigest()


def _language_data() -> list[Path]:
    """Tesseract's data: for the language that the leak check reads in (Tesseract itself tells where that lies), and for
    the scripts that screens are read in, where they are installed."""
    answer = subprocess.run(["tesseract", "--list-langs"], capture_output=True, text=True, check=False, timeout=60)
    folder = re.search(r'"([^"]+)"', answer.stdout + answer.stderr)
    path = Path(folder[1]) / f"{_LANGUAGE}.traineddata" if folder is not None else None
    found = [path] if path is not None and path.is_file() else []
    scripts = (model_file(script.model) for script in SCRIPTS)  # what the redacting engine reads other scripts with
    return [*found, *(path for path in scripts if path is not None)]


def _needs(dist: Distribution, extras: frozenset[str]) -> Iterator[tuple[str, frozenset[str]]]:
    from packaging.requirements import Requirement

    for line in dist.requires or ():
        need = Requirement(line)
        if need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in (*extras, "")):
            yield need.name, frozenset(need.extras)


def _normal(name: str) -> str:
    return _NAME.sub("-", name).lower()
