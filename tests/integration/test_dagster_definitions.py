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

from assets.partitions import capture_batches
from assets.resources import Reporter, Workspace
from pipeline.definitions import defs, make_definitions
from pipeline.sensors import new_capture_batches
from tests.signed_release import sign_off

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
    for checks in defs.asset_checks or []:
        assert all(spec.description and spec.blocking for spec in checks.check_specs)
    assert all(defs.resolve_job_def(name).description for name in ("build", "release", "publish"))
    assert defs.resolve_sensor_def("new_capture_batches").description


def test_the_sensor_registers_new_batches_once(tmp_path: Path) -> None:
    for name in ("hr-demo", "finance-demo"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "batch.json").write_text("{}")
    (tmp_path / "notes").mkdir()
    workspace = Workspace(captures=[str(p.parent) for p in sorted(tmp_path.glob("*/batch.json"))])
    with dg.DagsterInstance.ephemeral() as instance:
        first = new_capture_batches(dg.build_sensor_context(instance=instance, resources={"workspace": workspace}))
        assert [r.partition_key for r in first.run_requests] == ["finance-demo", "hr-demo"]
        instance.add_dynamic_partitions(capture_batches.name, ["finance-demo", "hr-demo"])
        again = new_capture_batches(dg.build_sensor_context(instance=instance, resources={"workspace": workspace}))
        assert not again.run_requests


def test_a_mistyped_setting_is_refused() -> None:
    with pytest.raises(Exception, match="versoin"):
        make_definitions(Workspace(), Reporter()).resolve_job_def("release").execute_in_process(
            run_config={"ops": {"release_bundle": {"config": {"versoin": "1.0.0"}}}}
        )


def test_the_jobs_run_from_dagsters_own_command_line(tmp_path: Path) -> None:
    captures = tmp_path / "captures"
    shutil.copytree(ROOT / "samples" / "captures" / "faulty-demo", captures / "faulty-demo")
    home = tmp_path / "dagster"
    home.mkdir()
    shutil.copy(ROOT / "pipeline" / "dagster.yaml", home / "dagster.yaml")
    environment = {
        **os.environ,
        "DAGSTER_HOME": str(home),
        "ENTROPHY_CAPTURES": str(captures),
        "ENTROPHY_OUT": str(tmp_path / "out"),
        "ENTROPHY_KEY": str(tmp_path / "key"),
        "OMP_NUM_THREADS": "1",
    }
    with dg.DagsterInstance.from_config(str(home)) as instance:
        instance.add_dynamic_partitions(capture_batches.name, ["faulty-demo"])

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

    execute("build", "--tags", json.dumps({"dagster/partition": "faulty-demo"}))
    execute("release")
    execute("publish", fails="auditor_signed")
    assert not list((tmp_path / "out").rglob("published/*"))
    sign_off(tmp_path / "out", tmp_path / "key")
    execute("publish")
    assert (tmp_path / "out" / "report.html").is_file()
    assert list((tmp_path / "out" / "published").rglob("manifest.json"))


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps(graph(), indent=1) + "\n", encoding="utf-8")
