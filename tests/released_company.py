"""The invented company as if it had been released: its rows as they are, in the released form."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

from samples.company.batch import write_batch
from samples.company.schemas import SOURCES


def released_company(out: Path, seed: int = 5, employees: int = 40) -> Path:
    """Write an unpacked archive into `out`; its folder."""
    made = write_batch(out / "captured", seed, employees)
    batch, folder = out / "captured" / f"company-{seed}", out / "released"
    (folder / "access").mkdir(parents=True)
    listed = []
    for name in SOURCES:
        home = folder / "sources" / name
        home.mkdir(parents=True)
        (home / "schema.json").write_bytes((batch / "sources" / name / "schema.json").read_bytes())
        (folder / "access" / f"{name}.json").write_bytes((batch / "access" / f"{name}.json").read_bytes())
        rows = json.loads((batch / "sources" / name / "data.json").read_bytes())
        (home / "data.jsonl").write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in rows), "utf-8")
        files = [f"access/{name}.json", f"sources/{name}/data.jsonl", f"sources/{name}/schema.json"]
        listed.append({"name": name, "sort": "table", "rows": len(made.sources[name]), "files": files})
    index = {"format": "entrophy-released-sources/1", "domain": "Operations", "sources": listed}
    (folder / "sources.json").write_text(json.dumps(index), "utf-8")
    return folder


def zipped(folder: Path, path: Path) -> Path:
    """The archive of such a folder."""
    with zipfile.ZipFile(path, "w") as archive:
        for one in sorted(folder.rglob("*")):
            if one.is_file():
                archive.write(one, one.relative_to(folder).as_posix())
    return path
