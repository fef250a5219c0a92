"""The samples through the whole house, as a user runs it: nothing planted survives, every fault is told.

The program is the built wheel in an environment of its own, without a network and with an empty home.
"""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import unicodedata
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from redaction.page.boxes import share_in
from redaction.screens.standing import COVERED
from tests.installed import installed_wheel
from tests.tracing import Trace, missing, traced, unlisted

ROOT = Path(__file__).resolve().parents[2]
CAPTURES = ROOT / "samples" / "captures"
TRUTH = ROOT / "samples" / "truth"
BATCHES = ("faulty-demo", "finance-demo", "hr-demo")


def ran(command: Sequence[str], home: Path, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "HOME": str(home), "OMP_NUM_THREADS": "1", "COLUMNS": "200"}
    return subprocess.run(
        command, capture_output=True, text=True, env=environment, cwd=folder, timeout=1800, check=False
    )


def entrophy(*words: str | Path, home: Path) -> subprocess.CompletedProcess[str]:
    return ran([sys.executable, "-m", "pipeline.cli", *map(str, words)], home)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def demo(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Trace | None]:
    """The folder of a demo build of all sample batches by the installed wheel, and, where that can be told, what it
    looked up and wrote."""
    home = tmp_path_factory.mktemp("home")
    out = home / "made" / "release"
    command = [str(installed / "entrophy"), "demo", "--out", str(out)]
    if missing():
        done = ran(command, home, folder=home)
        trace, status, printed = None, done.returncode, done.stdout + done.stderr
    else:
        trace = traced(command, home, {"COLUMNS": "200"})
        status, printed = trace.status, trace.output
    assert status == 0, printed[-2000:]
    said = " ".join(printed.split())
    assert f"bundle: {out}/bundle" in said and f"report: {out}/report.html" in said
    return out, trace


@pytest.fixture(scope="module")
def built(demo: tuple[Path, Trace | None]) -> Path:
    return demo[0]


@pytest.mark.skipif(bool(missing()), reason=missing() or "can be traced")
def test_the_wheel_builds_a_release_and_reaches_for_nothing(
    demo: tuple[Path, Trace], installed: Path, tmp_path: Path
) -> None:
    out, trace = demo
    assert trace.looked_up == frozenset()
    assert unlisted(trace, out.parent.parent, out.parent) == []
    assert (out / "bundle" / "manifest.json").is_file() and (out / "report.html").is_file()
    read = "from entrophy import load; import release, sys; print(len(load(sys.argv[1])), release.__file__)"
    loaded = subprocess.run(
        [installed / "python", "-c", read, out], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    rows, place = loaded.stdout.split()
    assert int(rows) > 0 and place.startswith(str(installed.parent))


CONSUMER = """
from entrophy import Policy, build, load, scrub_text, verify

reveal_type(scrub_text("a").findings[0].kind)
reveal_type(load("out").shape)
reveal_type(build(["a"], out="b", policy=Policy()).bundle)
reveal_type(verify("b").problems[0].remedy)
scrub_text(3)
scrub_text("a", "Last name", ())
"""


def test_a_type_checker_reads_the_types_of_the_wheel(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "consumer.py").write_text(CONSUMER)
    config = ["--config-file", ROOT / "pyproject.toml", "--cache-dir", tmp_path / "cache"]
    command = [sys.executable, "-m", "mypy", *config, "--python-executable", installed / "python", "consumer.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    stated = [
        line.partition(": ")[2] for line in done.stdout.splitlines() if re.match(r"consumer.*(Revealed|error)", line)
    ]
    assert stated == [
        'note: Revealed type is "redaction.findings.Kind"',
        'note: Revealed type is "tuple[int, int]"',
        'note: Revealed type is "pathlib.Path"',
        'note: Revealed type is "str"',
        'error: Argument 1 to "scrub_text" has incompatible type "int"; expected "str"  [arg-type]',
        'error: Too many positional arguments for "scrub_text"  [call-arg]',
    ], done.stdout + done.stderr


def truth(batch: str) -> dict[str, list[dict[str, object]]]:
    return json.loads((TRUTH / f"{batch}.json").read_text(encoding="utf-8"))


def folded(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(c for c in plain if c.isalnum())


def planted() -> set[str]:
    """Every planted identifier that must not be anywhere, folded. Words and short codes say nothing by themselves."""
    values: set[str] = set()
    for batch in BATCHES:
        known = truth(batch)
        for item in known["identities"]:
            values |= {str(item[k]) for k in ("value", "latin", "email") if item.get(k)}
        values |= {
            str(item.get("of") or item["value"]) for item in (*known["text"], *known["pixels"]) if item.get("of")
        }
        values |= {str(item["value"]) for item in known["text"]} | {str(item["text"]) for item in known["pixels"]}
    ordinary = {"will", "may", "grace", "thimble", "harvest", "lantern"}
    return {f for v in values if len(f := folded(v)) >= 6 and f not in ordinary and not v.isdigit()}


def every_text(bundle: Path) -> Iterator[tuple[str, str]]:
    """(place, text) of every file of the bundle, archives unpacked; screenshots come from `every_screen`."""
    for path in sorted(bundle.iterdir()):
        data = path.read_bytes()
        if path.suffix == ".parquet":
            import pandas as pd

            yield path.name, pd.read_parquet(path).to_json(orient="records", force_ascii=False)
        if path.suffix == ".zip":
            with zipfile.ZipFile(path) as archive:
                yield path.name, "\n".join(archive.namelist())
        elif path.suffix != ".parquet":
            yield path.name, data.decode("utf-8")
        yield path.name + " bytes", data.decode("latin-1")


def every_screen(bundle: Path) -> Iterator[tuple[str, np.ndarray]]:
    for path in sorted(bundle.glob("*_screenshots.zip")):
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                yield name, np.asarray(Image.open(io.BytesIO(archive.read(name))).convert("RGB"))


def test_nothing_planted_is_in_any_byte_of_the_bundle(built: Path) -> None:
    needles = planted()
    assert len(needles) > 100
    found = []
    for place, text in every_text(built / "bundle"):
        plain = folded(text)
        found += [(place, "a planted value") for needle in needles if needle in plain]
    assert found == []


def test_nothing_planted_can_be_read_on_any_screenshot(built: Path) -> None:
    from redaction.policy import Policy
    from redaction.screens.engine import ScreenEngine
    from redaction.screens.frames.recording import RecordingReader
    from redaction.text import TextEngine

    policy = Policy.model_validate({"vision": {"faces": False, "codes": False}, "text": {"engine": "patterns"}})
    reader = RecordingReader(ScreenEngine(policy.vision, TextEngine(policy.text)))
    needles, found, screens = planted(), [], 0
    for name, image in every_screen(built / "bundle"):
        screens += 1
        read = " ".join(line.text for line in reader.read(image)[1].lines)
        assert len(read) > 100, name  # a blank screen would prove nothing
        found += [name for n in needles if n in folded(read)]
    assert screens >= 20
    assert found == []


def foreground_of(crop: np.ndarray) -> np.ndarray:
    """Pixels that differ from the commonest colour of the crop: its letters, without the space around them."""
    flat = crop.reshape(-1, 3)
    colours, counts = np.unique(flat, axis=0, return_counts=True)
    return np.abs(crop.astype(int) - colours[counts.argmax()]).sum(axis=2) > 120


def test_every_planted_region_is_covered_and_the_rest_is_untouched(built: Path) -> None:
    missed, total, touched, pixels = [], 0, 0, 0
    for batch in ("finance-demo", "hr-demo"):
        store = built / "work" / "batches" / batch
        sources, images = {}, {}
        for line in (store / "ingest" / "rows.jsonl").read_text(encoding="utf-8").split("\n"):
            if line and (item := json.loads(line))["screenshot"]:
                path = CAPTURES / batch / item["screenshot"]
                name = item["row"]["screenshot_name"]
                sources[(path.parent.parent.name, path.name)] = name
                images[name] = np.asarray(Image.open(path).convert("RGB"))
        boxes = {}
        for line in (store / "scrubbed" / "boxes.jsonl").read_text(encoding="utf-8").split("\n"):
            if line:
                item = json.loads(line)
                mask = np.zeros((item["height"], item["width"]), bool)
                for box in item["boxes"]:
                    x0, y0, x1, y1 = box["box"]
                    mask[y0:y1, x0:x1] = True
                boxes[item["screenshot_name"]] = mask
                touched, pixels = touched + int(mask.sum()), pixels + mask.size
        for region in truth(batch)["pixels"]:
            name = sources[(region["recording"], region["screenshot"])]
            x0, y0, x1, y1 = region["box"]
            mask = boxes[name][y0:y1, x0:x1]
            crop = images[name][y0:y1, x0:x1]
            foreground = np.ones(mask.shape, bool) if region.get("note") == "photo" else foreground_of(crop)
            covered = mask[foreground].mean()
            total += 1
            # Of an address on the web and of a file name only the part that names somebody is hidden.
            partly = region["kind"] == "url" or str(region["text"]).endswith(".pdf")
            if covered < (0.5 if partly or region.get("note") == "photo" else 0.9):
                missed.append((name, region["kind"], region["box"], round(float(covered), 2)))
    assert total > 400
    assert missed == []
    assert touched / pixels < 0.25


def test_what_may_be_somebodys_and_stays_is_told_to_the_review_once_and_without_the_word(built: Path) -> None:
    told = 0
    for batch in ("finance-demo", "hr-demo"):
        store = built / "work" / "batches" / batch
        found, shown = (
            [json.loads(line) for line in (store / file).read_text(encoding="utf-8").splitlines()]
            for file in ("find/standing.jsonl", "scrubbed/boxes.jsonl")
        )
        words = {one["text"].casefold() for item in found for one in item["standing"]}
        stays = [(item, one) for item in shown for one in item["standing"]]
        assert len(stays) == len(words)
        for item, one in stays:
            assert set(one) == {"box", "chance"}
            x0, y0, x1, y1 = one["box"]
            assert 0 <= x0 < x1 <= item["width"] and 0 <= y0 < y1 <= item["height"]
            assert not any(share_in((x0, y0, x1, y1), tuple(hidden["box"])) >= COVERED for hidden in item["boxes"])
        told += len(stays)
    assert told > 10


def test_pixels_outside_the_boxes_are_the_captured_ones(built: Path) -> None:
    store = built / "work" / "batches" / "hr-demo"
    rows = [json.loads(x) for x in (store / "ingest" / "rows.jsonl").read_text(encoding="utf-8").split("\n") if x]
    boxes = {
        item["screenshot_name"]: item["boxes"]
        for item in map(json.loads, (store / "scrubbed" / "boxes.jsonl").read_text(encoding="utf-8").splitlines())
    }
    checked = 0
    for item in rows:
        name = item["row"]["screenshot_name"]
        if name is None:
            continue
        before = np.asarray(Image.open(CAPTURES / "hr-demo" / item["screenshot"]).convert("RGB"))
        after = np.asarray(Image.open(store / "scrubbed" / "screenshots" / name).convert("RGB"))
        outside = np.ones(before.shape[:2], bool)
        for box in boxes[name]:
            x0, y0, x1, y1 = box["box"]
            outside[y0:y1, x0:x1] = False
        assert np.array_equal(before[outside], after[outside]), name
        checked += 1
    assert checked >= 8


def test_every_planted_fault_is_in_the_quarantine_with_its_reason(built: Path) -> None:
    expected = {(f["record"], f["reason"]) for f in json.loads((TRUTH / "faults.json").read_text())["faults"]}
    lines = (built / "work" / "batches" / "faulty-demo" / "scrubbed" / "quarantine.jsonl").read_text().splitlines()
    stated = [json.loads(line) for line in lines]
    assert expected <= {(q["record"], q["reason"]) for q in stated}
    assert all(q["remedy"] for q in stated)


def test_no_captured_value_is_in_dagsters_storage_or_in_the_report(built: Path) -> None:
    needles = {
        v.encode() for b in BATCHES for i in truth(b)["identities"] for k in ("value", "email") if (v := i.get(k))
    }
    files = [p for p in (built / "work" / "dagster").rglob("*") if p.is_file()] + [built / "report.html"]
    assert len(files) > 3
    found = [p.name for p in files for n in needles if n in p.read_bytes()]
    assert found == []


def test_key_and_ledger_are_private_and_outside_the_bundle(built: Path) -> None:
    for path in (built.parent / "release.key", built.parent / "release.key.ledger"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    secrets = [path.read_bytes() for path in built.parent.glob(f"{built.name}.key*") if path.is_file()]
    assert secrets and not any(p.read_bytes() in secrets or "ledger" in p.name for p in (built / "bundle").iterdir())


def test_the_bundle_verifies_and_holds_nothing_of_its_captures(built: Path) -> None:
    captures = [CAPTURES / b for b in BATCHES]
    done = entrophy("verify", built, "--unsigned", "--captures", *captures, home=built.parent)
    assert done.returncode == 0, done.stderr
    assert "the sign-off was not looked at" in done.stdout


def test_an_unsigned_release_is_told_and_goes_nowhere(built: Path) -> None:
    done = entrophy("verify", built, home=built.parent)
    assert done.returncode == 3 and "not signed by an auditor" in done.stderr
    done = entrophy("publish", built, "--to", "folder", home=built.parent)
    assert done.returncode == 2 and "entrophy sign" in done.stderr
    assert not (built / "published").exists()


def test_a_changed_byte_is_found_and_cannot_be_published(built: Path, tmp_path: Path) -> None:
    bundle = tmp_path / "bundle"
    shutil.copytree(built / "bundle", bundle)
    target = bundle / "HR.parquet"
    data = bytearray(target.read_bytes())
    data[len(data) // 2] ^= 1
    target.write_bytes(bytes(data))
    done = entrophy("verify", bundle, home=tmp_path)
    assert done.returncode == 1 and "HR.parquet" in done.stderr
    done = entrophy("publish", bundle, "--to", "folder", home=tmp_path)
    assert done.returncode == 2 and not (tmp_path / "published").exists()


def test_the_release_loads_in_two_lines(built: Path) -> None:
    from entrophy import load

    rows = load(built / "bundle")
    assert len(rows) == 95 and rows["interaction_uuid"].is_unique


def test_the_same_input_gives_the_same_bytes_with_any_number_of_workers(tmp_path: Path) -> None:
    digests = []
    for workers, batches in ((1, ("faulty-demo",)), (2, ("faulty-demo",))):
        out = tmp_path / f"out{workers}"
        (tmp_path / f"policy{workers}.yaml").write_text(f"vision: {{workers: {workers}}}\n")
        if not (tmp_path / "key0").exists():
            (tmp_path / "key0").write_bytes(bytes(range(32)))
        key = tmp_path / f"key{workers}"
        shutil.copy(tmp_path / "key0", key)
        key.chmod(0o600)
        assert entrophy("ledger", "--accept", "--key", key, home=tmp_path).returncode == 0  # a key from elsewhere
        arguments = [x for b in batches for x in ("--captures", CAPTURES / b)]
        policy = tmp_path / f"policy{workers}.yaml"
        done = entrophy("build", *arguments, "--out", out, "--key", key, "--policy", policy, home=tmp_path)
        assert done.returncode == 0, done.stderr
        digests.append({p.name: p.read_bytes() for p in sorted((out / "bundle").iterdir())})
    assert digests[0] == digests[1]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("build", "--captures", "nowhere", "--out", "{}"), r"batch cannot be read"),
        (("build", "--captures", str(CAPTURES / "hr-demo"), "--out", "{}", "--policy", "nowhere.yaml"), "policy file"),
        (("verify", "nowhere"), "nowhere|bundle"),
        (("publish", "nowhere", "--to", "folder"), "no such bundle"),
        (("scrub", "text", "nowhere.jsonl", "{}/x.jsonl"), "nowhere|cannot be read|not there"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(tmp_path: Path, arguments: tuple[str, ...], sentence: str) -> None:
    done = entrophy(*(a.format(tmp_path / "out") for a in arguments), home=tmp_path)
    assert done.returncode in (1, 2)
    assert re.search(sentence, done.stderr), done.stderr
    assert "Traceback" not in done.stderr and "Remedy:" in done.stderr
