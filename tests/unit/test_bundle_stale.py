"""What a build that was killed while releasing leaves behind, and the bundle it had moved aside."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from release.bundle.bundle_place import BEFORE, clear_stale

ROOT = Path(__file__).resolve().parents[2]


def stale(out: Path, name: str = "abcd1234", *, before: bool = False) -> Path:
    folder = out.parent / f".{out.name}.{name}"
    (folder / "bundle").mkdir(parents=True)
    (folder / "bundle" / "unchecked.json").write_text("{}")
    if before:
        (folder / BEFORE).mkdir()
        (folder / BEFORE / "manifest.json").write_text("the version before")
    return folder


def test_an_unchecked_bundle_goes_and_nothing_else(tmp_path: Path) -> None:
    out = tmp_path / "bundle"
    gone = [stale(out), stale(out, "x_9y8z7a")]
    kept = [stale(out, "short"), stale(out, "ABCD1234"), stale(tmp_path / "other"), stale(out, "longer_than8")]
    (tmp_path / ".bundle.link_abc").symlink_to(kept[0])
    clear_stale(out)
    assert not any(folder.exists() for folder in gone)
    assert all((folder / "bundle" / "unchecked.json").exists() for folder in kept)
    assert not out.exists()


def test_the_bundle_of_the_version_before_comes_back(tmp_path: Path) -> None:
    """Killed between the two renames: the old bundle is aside, the new one not yet in place."""
    out = tmp_path / "bundle"
    folder = stale(out, before=True)
    clear_stale(out)
    assert (out / "manifest.json").read_text() == "the version before" and not folder.exists()


def test_it_does_not_replace_what_is_there(tmp_path: Path) -> None:
    out = tmp_path / "bundle"
    out.mkdir()
    (out / "manifest.json").write_text("the new version")
    folder = stale(out, before=True)
    clear_stale(out)
    assert (out / "manifest.json").read_text() == "the new version" and not folder.exists()


def test_that_of_a_build_at_work_stays(tmp_path: Path) -> None:
    out = tmp_path / "bundle"
    code = (
        "import sys, time; from pathlib import Path; from redaction.work.scratch import scratch_folder\n"
        "with scratch_folder(Path(sys.argv[1]), '.bundle.') as f: print(f, flush=True); time.sleep(60)"
    )
    child = subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert child.stdout is not None
    held = Path(child.stdout.readline().strip())
    clear_stale(out)
    assert held.is_dir() and not any(held.iterdir())
    child.kill()
    child.wait()
    clear_stale(out)
    assert not held.exists()
