"""The bundle: the same inputs give the same bytes, and what does not fit is refused with a remedy."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pandas as pd
import pytest
import yaml

from entrophy import load, screenshot
from evaluation.tasks.records import SAMPLES, SCHEMA_FILE, TASKS_FILE
from redaction.errors import BundleError, LeakFound
from redaction.policy import Policy, ReleasePolicy
from release.bundle.batches import read_batches
from release.bundle.build import BundleInfo, build_bundle
from release.bundle.bundle_format import domain_files
from release.bundle.cards import bibtex, kaggle_metadata
from release.bundle.manifest import certify_bundle, read_manifest
from release.bundle.processes import DEFINITIONS, process_list
from release.sign.signing import sign, signature_problem
from release.verify.verify_bundle import verify_bundle
from tests.release_fixture import build, certify, key, make_batches
from tests.scrubbed_fixture import make_batch, make_rows
from validation.files.bundle_files import CITATION, CROISSANT, README, REQUIRED, ROW_SCHEMA, STARTER
from validation.table.schema import PUBLISHED


@pytest.fixture(scope="module")
def batches(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return make_batches(tmp_path_factory.mktemp("batches"))


@pytest.fixture(scope="module")
def built(batches: list[Path], tmp_path_factory: pytest.TempPathFactory) -> BundleInfo:
    return build(batches, tmp_path_factory.mktemp("out") / "bundle")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_the_bundle_has_the_files_of_the_format(built: BundleInfo) -> None:
    names = set(contents(built.path))
    stems = ("Finance", "People_Co")
    assert names == set(REQUIRED) | {CITATION, ROW_SCHEMA, STARTER, TASKS_FILE, SCHEMA_FILE, *SAMPLES} | {
        f"{s}{end}" for s in stems for end in (".json", ".parquet", "_screenshots.zip", "_processes.svg")
    }
    assert built.counts == {"instances": 6, "processes": 3, "interactions": 36, "screenshots": 24, "applications": 3}


def test_the_card_of_a_bundle_without_screenshots_opens_none(tmp_path: Path) -> None:
    rows = [{**row, "screenshot_name": None} for row in make_rows("one", ("Payment",))]
    card = (build([make_batch(tmp_path / "one", "one", rows=rows)], tmp_path / "b").path / "README.md").read_text()
    assert "No screenshot was recorded or released." in card and "import zipfile" not in card


def test_the_card_tells_coordinates_as_the_rows_do(built: BundleInfo) -> None:
    assert '| interaction_coordinates | {"x": ' in (built.path / "README.md").read_text()


def test_two_builds_are_byte_identical_whatever_the_order_of_batches(
    built: BundleInfo, batches: list[Path], tmp_path: Path
) -> None:
    again = build(list(reversed(batches)), tmp_path / "bundle")
    assert again.digest == built.digest
    assert contents(again.path) == contents(built.path)


def test_no_time_of_the_build_is_in_it(built: BundleInfo) -> None:
    with zipfile.ZipFile(built.path / "Finance_screenshots.zip") as archive:
        infos = archive.infolist()
    assert {info.date_time for info in infos} == {(1980, 1, 1, 0, 0, 0)}
    assert [info.filename for info in infos] == sorted(info.filename for info in infos)
    assert {info.compress_type for info in infos} == {zipfile.ZIP_STORED}
    about = read_manifest(built.path)
    assert about.created == about.data_until == "2025-04-18"
    assert "date-released" not in (built.path / CITATION).read_text(encoding="utf-8")
    assert "dated 2025-04-18; data from 2025-04-18 until 2025-04-18" in (built.path / README).read_text(
        encoding="utf-8"
    )


@pytest.mark.parametrize("day", ["2025-04-18", "2025-05-02"])
def test_the_day_of_publication_is_told_apart_from_the_last_day_of_the_data(
    batches: list[Path], tmp_path: Path, day: str
) -> None:
    later = build(batches, tmp_path / "bundle", published=day).path
    about, crumbs = read_manifest(later), json.loads((later / CROISSANT).read_bytes())
    assert (about.created, about.data_until) == (day, "2025-04-18")
    assert (crumbs["datePublished"], crumbs["temporalCoverage"]) == (day, "2025-04-18/2025-04-18")
    assert yaml.safe_load((later / CITATION).read_text(encoding="utf-8"))["date-released"] == day
    assert f"published {day}; data from 2025-04-18 until 2025-04-18" in (later / README).read_text(encoding="utf-8")
    assert verify_bundle(later).ok


@pytest.mark.parametrize(
    ("day", "said"), [("2025-04-17", "before the last day in its data"), ("2025-4-18", "not of the form YYYY-MM-DD")]
)
def test_a_day_that_cannot_be_the_one_of_publication_is_refused(
    batches: list[Path], tmp_path: Path, day: str, said: str
) -> None:
    with pytest.raises(BundleError, match=said):
        build(batches, tmp_path / "bundle", published=day)
    assert not (tmp_path / "bundle").exists()


def test_json_and_parquet_hold_the_same_rows_and_load_in_two_lines(built: BundleInfo) -> None:
    frame = load(built.path)
    assert list(frame.columns) == [column.name for column in PUBLISHED]
    assert len(frame) == 36
    assert len(load(built.path, "Finance")) == 24
    plain = pd.read_json(built.path / "Finance.json", convert_dates=False)
    assert list(plain["interaction_uuid"]) == list(frame[frame.domain == "Finance"]["interaction_uuid"])
    name = frame["screenshot_name"].dropna().iloc[-1]
    assert screenshot(built.path, name).size == (128, 96)
    with pytest.raises(BundleError):
        screenshot(built.path, "none.png")
    with pytest.raises(BundleError):
        load(built.path, "Nowhere")


def test_processes_have_definitions_or_none_and_never_invented_ones(built: BundleInfo) -> None:
    entries = {e["process_name"]: e for e in json.loads((built.path / "processes.json").read_text())}
    assert entries["Invoice creation"]["in_data"] and entries["Invoice creation"]["definition"]
    assert entries["Quarterly tidy-up"] == {
        "domain": "Finance",
        "process_name": "Quarterly tidy-up",
        "definition": None,
        "in_data": True,
    }
    assert {domain: len(names) for domain, names in DEFINITIONS.items()} == {"Finance": 11, "Legal": 7, "HR": 6}
    assert [e["in_data"] for e in process_list({"HR": ["Job creation"]})].count(True) == 1


def test_the_summary_adds_up_counts_and_lists_no_entity(built: BundleInfo) -> None:
    summary = json.loads((built.path / "redaction_summary.json").read_text())
    assert summary["kinds"]["person"] == {"text": 18, "screen": 36}
    assert summary["refused"] == {"broken-json": 3, "consent-withdrawn": 3}
    assert summary["entities"] == {"email": 1, "person": 1}
    assert "0a1b" not in json.dumps(summary)


def test_the_cards_state_the_figures_and_the_licence(built: BundleInfo) -> None:
    readme = (built.path / "README.md").read_text()
    assert "| Interactions | 36 |" in readme
    assert 'pd.read_parquet("Finance.parquet")' in readme
    assert "CC-BY-NC-SA-4.0" in readme
    assert json.loads((built.path / "croissant.json").read_text())["url"].startswith("https://www.kaggle.com/datasets/")
    licence = (built.path / "LICENSE").read_text()
    assert licence.startswith("Attribution-NonCommercial-ShareAlike 4.0 International")
    assert all(f"Section {n} --" in licence for n in range(1, 9))


def test_the_card_answers_a_reader_and_is_cited_as_it_says(built: BundleInfo) -> None:
    readme = (built.path / "README.md").read_text()
    for heading in (
        "What it is for",
        "Load it",
        "Processes",
        "Columns",
        "Classes",
        "Redaction",
        "Integrity",
        "Cite it",
    ):
        assert readme.count(f"\n## {heading}\n") == 1
    rows = load(built.path)
    codes = rows.groupby(["class_name", "subclass_name"]).size()
    assert all(f"| {name} | {finer} | {number} |" in readme for (name, finer), number in codes.items())
    shown = next(row for row in rows.to_dict("records") if row["interaction_uuid"] in readme)
    assert shown["screenshot_name"] in readme and shown["interaction_value"] not in readme.split("## Processes")[0]
    cited = yaml.safe_load((built.path / "CITATION.cff").read_text())
    assert {"cff-version", "message", "title", "authors"} <= cited.keys() and cited["version"] == "1.0.0"
    assert cited["url"] in readme and "@misc{entrophy-" in readme
    described = json.loads((built.path / "dataset-metadata.json").read_text())["description"]
    shown = [line for line in readme.split("---\n", 2)[2].lstrip().split("\n") if not line.startswith("![")]
    assert described == "\n".join(shown) and described.startswith("# "), "Kaggle shows no picture of the bundle there"
    assert "![Processes of Finance](Finance_processes.svg)" in readme


@pytest.mark.parametrize(("text", "field"), [("A & B_1 {x}", r"A \& B\_1 x"), ("50% #1\\", r"50\% \#1")])
def test_a_title_is_a_bibtex_field(text: str, field: str) -> None:
    assert bibtex(text) == field


def test_the_change_log_tells_what_moved(built: BundleInfo, batches: list[Path], tmp_path: Path) -> None:
    later = build(batches[:2], tmp_path / "bundle", version="1.1.0", previous=built.path)
    log = (later.path / "CHANGELOG.md").read_text()
    assert log.index("## 1.1.0") < log.index("## 1.0.0")
    assert "- all: interactions 36 → 24" in log
    assert "First version." in log


def test_withdrawn_data_is_told_once_and_a_lost_list_of_it_stops_the_next(batches: list[Path], tmp_path: Path) -> None:
    said = [f"Withdrawn on 2025-06-0{n} (no. {n}): participant." for n in (1, 2)]
    first = build(batches, tmp_path / "one", withdrawn=said[:1])
    assert (first.path / "CHANGELOG.md").read_text().endswith(f"First version.\n\nWithdrawn data:\n\n- {said[0]}\n")
    second = build(batches[:2], tmp_path / "two", version="1.1.0", previous=first.path, withdrawn=said)
    log = (second.path / "CHANGELOG.md").read_text()
    assert [log.count(one) for one in said] == [1, 1] and log.index(said[1]) < log.index(said[0])
    with pytest.raises(BundleError, match="no request beside this key"):
        build(batches[:2], tmp_path / "three", version="1.2.0", previous=second.path, withdrawn=said[1:])


def test_an_earlier_bundle_is_replaced_and_anything_else_is_not(batches: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "bundle"
    out.mkdir()
    first = build(batches[:1], out)
    second = build(batches[2:], out)
    assert first.digest != second.digest
    assert "Finance.json" not in contents(out)
    assert [path.name for path in tmp_path.iterdir()] == ["bundle"]
    foreign = tmp_path / "mine"
    foreign.mkdir()
    (foreign / "notes.txt").write_text("keep me")
    with pytest.raises(BundleError, match="something else than a bundle"):
        build(batches[:1], foreign)
    assert contents(foreign) == {"notes.txt": b"keep me"}
    link = tmp_path / "link"
    link.symlink_to(foreign)
    with pytest.raises(BundleError, match="plain folder"):
        build(batches[:1], link)


def test_a_leak_leaves_nothing_behind(batches: list[Path], tmp_path: Path) -> None:
    def leak(content: Path) -> dict[str, object]:
        raise LeakFound("one finding.", remedy="declare it.")

    with pytest.raises(LeakFound):
        build(batches[:1], tmp_path / "bundle", certify=leak)
    assert list(tmp_path.iterdir()) == []


def test_a_certificate_for_other_content_is_refused(built: BundleInfo, batches: list[Path], tmp_path: Path) -> None:
    other = build(batches[:1], tmp_path / "bundle", certify=None)
    with pytest.raises(BundleError, match="other content"):
        certify_bundle(other.path, certify(built.path), key())
    digest = certify_bundle(other.path, certify(other.path), key())
    assert digest == build(batches[:1], tmp_path / "again").digest


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("same batch", "same source_digest"),
        ("same instance", "process instance is in two batches"),
        ("same name", "screenshot name occurs twice"),
        ("absent screenshot", "absent, not a plain file"),
        ("linked screenshot", "absent, not a plain file"),
        ("orphan screenshot", "screenshot files for"),
        ("broken line", "is not a JSON object"),
        ("wrong type", "wrong type"),
        ("other format", "not of the format"),
    ],
)
def test_batches_that_do_not_fit_are_refused(tmp_path: Path, change: str, message: str) -> None:
    rows = make_rows("one", ("Job creation",))
    one = make_batch(tmp_path / "one", "one", rows=rows, size=(24, 32))
    others = make_rows("two", ("Job creation",))
    given = [one]
    if change == "same batch":
        given = [one, one]
    elif change == "same instance":
        given.append(make_batch(tmp_path / "two", "two", rows=rows, size=(24, 32)))
    elif change == "same name":
        others[0]["screenshot_name"] = (
            next(r["screenshot_name"] for r in rows if r["screenshot_name"]).upper()[:-4] + ".png"
        )
        given.append(make_batch(tmp_path / "two", "two", rows=others, size=(24, 32)))
    elif change == "wrong type":
        others[0]["description"] = 5
        given.append(make_batch(tmp_path / "two", "two", rows=others, size=(24, 32)))
    scrubbed = one / "scrubbed"
    shot = sorted((scrubbed / "screenshots").iterdir())[0]
    if change == "absent screenshot":
        shot.unlink()
    elif change == "linked screenshot":
        shot.rename(tmp_path / "elsewhere.png")
        shot.symlink_to(tmp_path / "elsewhere.png")
    elif change == "orphan screenshot":
        (scrubbed / "screenshots" / "orphan.png").write_bytes(shot.read_bytes())
    elif change == "broken line":
        with (scrubbed / "interactions.jsonl").open("a") as file:
            file.write("{broken\n")
    elif change == "other format":
        about = json.loads((scrubbed / "batch.json").read_text()) | {"format": "entrophy-scrubbed/9"}
        (scrubbed / "batch.json").write_text(json.dumps(about))
    with pytest.raises(BundleError, match=message) as caught:
        build(given, tmp_path / "bundle", certify=None)
    assert caught.value.remedy
    assert not (tmp_path / "bundle").exists()


def test_every_row_s_screenshot_is_looked_for(tmp_path: Path) -> None:
    """Also behind rows that have none."""
    rows = make_rows("one", ("Job creation",))
    scrubbed = make_batch(tmp_path / "one", "one", rows=rows, size=(24, 32)) / "scrubbed"
    last = max(n for n, row in enumerate(rows) if row["screenshot_name"])
    (scrubbed / "screenshots" / rows[last]["screenshot_name"]).unlink()
    with pytest.raises(BundleError, match="absent, not a plain file") as caught:
        read_batches([scrubbed])
    assert caught.value.record == f"interactions.jsonl:{last + 1}"
    assert None in [row["screenshot_name"] for row in rows[:last]]


@pytest.mark.parametrize("published", [True, False])
def test_a_row_that_comes_twice_is_named_by_ids_of_the_published_form_only(tmp_path: Path, published: bool) -> None:
    rows = make_rows("one", ("Job creation",))[:2]
    if not published:
        rows[0]["interaction_uuid"] = "Maria Keller"
    twice = [*rows, {**rows[0], "screenshot_name": None}]
    batch = make_batch(tmp_path / "one", "one", rows=twice, size=(24, 32))
    with pytest.raises(BundleError, match="occurs twice") as caught:
        read_batches([batch])
    ids = f"{rows[0]['process_instance_uuid']}/{rows[0]['interaction_uuid']}"
    assert caught.value.record == (ids if published else "")


@pytest.mark.parametrize(("what", "least", "most"), [("title", 6, 50), ("subtitle", 20, 80), ("slug", 6, 50)])
def test_what_the_host_limits_is_refused_before_it_is_asked(what: str, least: int, most: int) -> None:
    for length in (least - 1, least, most, most + 1):
        policy = ReleasePolicy().model_copy(update={what: "a" * length})
        if least <= length <= most:
            assert kaggle_metadata(policy, "", [], {})["licenses"]
        else:
            with pytest.raises(BundleError, match=f"the {what} has {length} characters"):
                kaggle_metadata(policy, "", [], {})


def test_settings_that_do_not_fit_are_refused(batches: list[Path], tmp_path: Path) -> None:
    for more, message in (
        ({"version": "1.0"}, "X.Y.Z"),
        ({"published": "yesterday"}, "YYYY-MM-DD"),
        ({"published": "2025-02-30"}, "YYYY-MM-DD"),
        ({"policy": Policy(release=ReleasePolicy(minimum_interactions=37))}, "only 36 interaction"),
    ):
        with pytest.raises(BundleError, match=message):
            build(batches, tmp_path / "bundle", certify=None, **more)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(BundleError, match="no batch"):
        build_bundle([], tmp_path / "bundle", version="1.0.0", policy=Policy())


def test_domain_names_become_safe_file_names() -> None:
    assert domain_files("Finance").json == "Finance.json"
    assert domain_files("People & Co").parquet == "People_Co.parquet"
    assert domain_files("../../etc").screenshots == "etc_screenshots.zip"
    assert domain_files("財務").stem.startswith("Domain_")
    assert domain_files("manifest").stem.startswith("Domain_")
    assert domain_files("benchmark_tasks").stem.startswith("Domain_"), "files of the tasks have that name"
    assert domain_files("All").stem.startswith("Domain_"), "the config of all domains has that name"


def test_signatures_are_deterministic_and_bound_to_the_manifest() -> None:
    signature = sign(b"manifest", key())
    assert signature == sign(b"manifest", key())
    assert signature_problem(b"manifest", signature) is None
    assert signature_problem(b"manifesT", signature)
    assert signature_problem(b"manifest", b"{}")
