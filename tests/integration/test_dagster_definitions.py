"""What a maintainer sees in Dagster: graph, groups, descriptions, sensor, and a run of the real jobs."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import dagster as dg
import pytest

from assets.checks import every_batch_is_in
from assets.metadata import counts
from assets.partitions import NEXT, capture_batches, releases
from assets.release import VERSION, ReleaseConfig, chosen, left_out, remember
from assets.resources import Reporter, Workspace
from pipeline.automation import consents_are_read, new_capture_batches
from pipeline.definitions import defs, make_definitions
from pipeline.runner import first_failure
from redaction.errors import EntrophyError
from redaction.records import INTERACTION_FIELDS
from tests.signed_release import sign_off
from tests.tiny_batch import tiny_batch

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "golden" / "asset_graph.json"


def graph() -> dict[str, object]:
    """Assets with group and upstream, and checks with their asset."""
    loaded = defs.resolve_asset_graph()
    return {
        "assets": {
            key.to_user_string(): {
                "group": loaded.get(key).group_name,
                "upstream": sorted(k.to_user_string() for k in loaded.get(key).parent_keys),
            }
            for key in sorted(loaded.get_all_asset_keys())
        },
        "checks": sorted(f"{key.asset_key.to_user_string()}:{key.name}" for key in loaded.asset_check_keys),
    }


def test_the_asset_graph_is_the_one_in_the_golden_file() -> None:
    expected = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert graph() == expected, "if the change is meant: python -m tests.integration.test_dagster_definitions"


def test_every_asset_check_job_and_sensor_says_what_it_is() -> None:
    loaded = defs.resolve_asset_graph()
    assert all(loaded.get(key).description for key in loaded.get_all_asset_keys())
    specs = [spec for checks in defs.asset_checks or [] for spec in checks.check_specs]
    assert all(spec.description for spec in specs)
    assert sorted(spec.name for spec in specs if not spec.blocking) == ["every_batch_is_in", "index_files_agree"]
    assert all(defs.resolve_job_def(name).description for name in ("ingest", "search", "build", "release", "publish"))
    assert defs.resolve_sensor_def("new_capture_batches").description
    assert defs.resolve_schedule_def("consents_are_read").description


def test_every_asset_says_whose_it_is_what_it_holds_and_what_it_is_made_with() -> None:
    loaded = defs.resolve_asset_graph()
    nodes = {key.to_user_string(): loaded.get(key) for key in loaded.get_all_asset_keys()}
    assert {owner for node in nodes.values() for owner in node.owners} == {"team:maintainer", "team:auditor"}
    assert all(node.owners and node.kinds for node in nodes.values())
    of_versions = {name for name, node in nodes.items() if node.partitions_def == releases}
    assert of_versions == {"release_bundle", "audit_report", "sign_off", "published_release"}
    assert {node.partitions_def for name, node in nodes.items() if name not in of_versions} == {capture_batches}
    captured = {name for name, node in nodes.items() if node.tags["entrophy/holds"] == "captured-values"}
    assert captured == {"ingested_batch", "findings", "entity_ledger"}
    assert {name for name, node in nodes.items() if node.pools} == {"findings", "scrubbed_batch", "canaries"}
    assert nodes["ingested_batch"].freshness_policy is not None
    shown = {name: nodes[name].metadata["dagster/column_schema"] for name in ("scrubbed_batch", "release_bundle")}
    assert [column.name for column in shown["scrubbed_batch"].columns] == list(INTERACTION_FIELDS)
    assert [column.name for column in shown["release_bundle"].columns] == ["domain", *INTERACTION_FIELDS]


def test_nested_counts_are_numbers_that_can_be_plotted() -> None:
    told = counts({"text": {"person": 3, "more": {"share": 0.5}}, "mixed": {"a": 1, "b": "x"}, "empty": {}, "on": True})
    assert {name: value.value for name, value in told.items()} == {
        "text/person": 3,
        "text/more/share": 0.5,
        "mixed": {"a": 1, "b": "x"},
        "empty": {},
        "on": True,
    }
    assert isinstance(told["text/person"], dg.IntMetadataValue)


@pytest.mark.filterwarnings("error::DeprecationWarning", "error::FutureWarning")
def test_dagsters_own_check_passes(tmp_path: Path) -> None:
    dg_command = str(Path(sys.executable).with_name("dagster"))
    told = subprocess.run(
        [dg_command, "definitions", "validate", "-m", "pipeline.definitions"],
        env={**os.environ, "DAGSTER_HOME": str(tmp_path), "PYTHONWARNINGS": "error::DeprecationWarning:dagster"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    said = told.stdout + told.stderr
    assert told.returncode == 0 and "Deprecat" not in said and "Supersed" not in said, said[-3000:]


def test_the_sensor_registers_new_batches_once(tmp_path: Path) -> None:
    for name in ("hr-demo", "finance-demo"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "batch.json").write_text("{}")
    (tmp_path / "notes").mkdir()
    workspace = Workspace(captures=[str(p.parent) for p in sorted(tmp_path.glob("*/batch.json"))])
    with dg.DagsterInstance.ephemeral() as instance:
        first = new_capture_batches(dg.build_sensor_context(instance=instance, resources={"workspace": workspace}))
        assert [r.partition_key for r in first.run_requests] == ["finance-demo", "hr-demo"]
        asked = {one.partitions_def_name: one.partition_keys for one in first.dynamic_partitions_requests}
        assert asked == {capture_batches.name: ["finance-demo", "hr-demo"], releases.name: [NEXT]}
        for name, keys in asked.items():
            instance.add_dynamic_partitions(name, keys)
        again = new_capture_batches(dg.build_sensor_context(instance=instance, resources={"workspace": workspace}))
        assert not again.run_requests and not again.dynamic_partitions_requests


def test_every_night_the_known_batches_are_asked_for_consents(tmp_path: Path) -> None:
    for name in ("hr-demo", "finance-demo"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "batch.json").write_text("{}")
    workspace = Workspace(captures=[str(p.parent) for p in sorted(tmp_path.glob("*/batch.json"))])
    home = tmp_path / "dagster"
    home.mkdir()
    shutil.copy(ROOT / "pipeline" / "dagster.yaml", home / "dagster.yaml")
    with dg.DagsterInstance.from_config(str(home)) as instance:
        instance.add_dynamic_partitions(capture_batches.name, ["hr-demo", "gone"])
        with dg.build_schedule_context(instance=instance, resources={"workspace": workspace}) as context:
            asked = consents_are_read(context)
    assert [request.partition_key for request in asked] == ["hr-demo"]


def test_what_a_release_is_made_of_is_said_once(tmp_path: Path) -> None:
    workspace = Workspace(captures=["a/one", "b/two"], out=str(tmp_path / "out"), key=str(tmp_path / "key"))
    with pytest.raises(EntrophyError, match="run `release_bundle` first"):
        chosen(workspace)
    remember(workspace, ReleaseConfig(previous="before", published="2026-11-02"), [workspace.store("one")])
    assert chosen(workspace) == ReleaseConfig(previous="before", published="2026-11-02", batches=["one"])
    assert left_out(workspace, ["one"]) == ["two"] and not left_out(workspace, ["one", "two"])
    for names, missing in (["one"], 1), (["one", "two"], 0):
        remember(workspace, ReleaseConfig(), [workspace.store(name) for name in names])
        result = every_batch_is_in(workspace=workspace)
        assert result.passed is not bool(missing) and result.severity is dg.AssetCheckSeverity.WARN
        assert result.metadata["left_out"].value == missing
        assert ("two" in (result.description or "")) is bool(missing)


def test_a_mistyped_setting_is_refused() -> None:
    with dg.DagsterInstance.ephemeral() as instance, pytest.raises(Exception, match="previuos"):
        instance.add_dynamic_partitions(releases.name, [NEXT])
        make_definitions(Workspace(), Reporter()).resolve_job_def("release").execute_in_process(
            instance=instance,
            partition_key=NEXT,
            run_config={"ops": {"release_bundle": {"config": {"previuos": "1.0.0"}}}},
        )


def test_every_version_has_a_line_of_history_of_its_own(tmp_path: Path) -> None:
    workspace = Workspace(
        captures=[str(tiny_batch(tmp_path / "captures" / "one", screenshots=0))],
        out=str(tmp_path / "out"),
        key=str(tmp_path / "key"),
    )
    made = make_definitions(workspace, Reporter())
    with dg.DagsterInstance.ephemeral() as instance:
        instance.add_dynamic_partitions(capture_batches.name, ["one"])
        instance.add_dynamic_partitions(releases.name, [NEXT, "2.0.0", "9.9.9"])

        def run(job: str, partition: str) -> dg.ExecuteInProcessResult:
            return made.resolve_job_def(job).execute_in_process(
                instance=instance, partition_key=partition, raise_on_error=False
            )

        assert run("build", "one").success
        first = run("release", NEXT)
        assert first.success
        run_of = instance.get_run_by_id(first.run_id)
        assert run_of is not None and run_of.tags[VERSION] == "0.1.0"
        assert "0.1.0" in instance.get_dynamic_partitions(releases.name)
        for name in "release_bundle", "audit_report":
            key = dg.AssetKey(name)
            assert instance.get_materialized_partitions(key) == {NEXT, "0.1.0"}
        told = instance.get_latest_materialization_event(dg.AssetKey("release_bundle"))
        version = told.asset_materialization.metadata["version"].value  # type: ignore[union-attr]
        assert version == "0.1.0"
        assert run("release", "2.0.0").success
        assert instance.get_materialized_partitions(dg.AssetKey("release_bundle")) == {NEXT, "0.1.0", "2.0.0"}
        for partition, said in (NEXT, "has a version"), ("0.1.0", "0.1.0, not 2.0.0"), ("9.9.9", "9.9.9, not 2.0.0"):
            failed = run("publish", partition)
            assert not failed.success and said in first_failure(failed.all_events)
        assert "auditor_signed" in first_failure(run("publish", "2.0.0").all_events)


def test_the_jobs_run_from_dagsters_own_command_line(tmp_path: Path) -> None:
    captures = tmp_path / "captures"
    tiny_batch(captures / "tiny")
    (tmp_path / "policy.yaml").write_text("vision: {workers: 1, faces: false}\ncanaries: {enabled: false}\n")
    home = tmp_path / "dagster"
    home.mkdir()
    shutil.copy(ROOT / "pipeline" / "dagster.yaml", home / "dagster.yaml")
    environment = {
        **os.environ,
        "DAGSTER_HOME": str(home),
        "ENTROPHY_CAPTURES": str(captures),
        "ENTROPHY_OUT": str(tmp_path / "out"),
        "ENTROPHY_KEY": str(tmp_path / "key"),
        "ENTROPHY_POLICY": str(tmp_path / "policy.yaml"),
        "OMP_NUM_THREADS": "1",
    }
    with dg.DagsterInstance.from_config(str(home)) as instance:
        instance.add_dynamic_partitions(capture_batches.name, ["tiny"])
        instance.add_dynamic_partitions(releases.name, ["1.0.0"])

    def execute(job: str, *options: str, fails: str = "") -> None:
        dagster = str(Path(sys.executable).with_name("dagster"))
        command = [dagster, "job", "execute", "-m", "pipeline.definitions", "-j", job, *options]
        done = subprocess.run(
            command, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=900, check=False
        )
        if fails:
            assert done.returncode != 0 and fails in done.stderr + done.stdout
            return
        assert done.returncode == 0, done.stderr[-3000:]
        assert "RUN_SUCCESS" in done.stderr + done.stdout

    def of(partition: str) -> tuple[str, str]:
        return "--tags", json.dumps({"dagster/partition": partition})

    execute("build", *of("tiny"))
    execute("release", *of("1.0.0"))
    execute("publish", *of("1.0.0"), fails="auditor_signed")
    assert not list((tmp_path / "out").rglob("published/*"))
    sign_off(tmp_path / "out", tmp_path / "key")
    execute("publish", *of("1.0.0"))
    assert (tmp_path / "out" / "report.html").is_file()
    assert list((tmp_path / "out" / "published").rglob("manifest.json"))


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps(graph(), indent=1) + "\n", encoding="utf-8")
