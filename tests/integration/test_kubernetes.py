"""deploy/kubernetes: the values of the chart give the jobs that are meant, and every manifest is one of Kubernetes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from dagster._config import validate_config
from dagster_k8s.job import DagsterK8sJobConfig, UserDefinedDagsterK8sConfig, construct_dagster_k8s_job
from dagster_k8s.launcher import K8sRunLauncher
from dagster_k8s.models import k8s_model_from_dict, k8s_snake_case_dict
from kubernetes import client

from pipeline import jobs

HERE = Path(__file__).resolve().parents[2] / "deploy" / "kubernetes"
VALUES = yaml.safe_load((HERE / "values.yaml").read_text(encoding="utf-8"))
CHART = VALUES["runLauncher"]["config"]["k8sRunLauncher"]
CODE = VALUES["dagster-user-deployments"]["deployments"][0]
DOCUMENTS = list(yaml.safe_load_all((HERE / "volumes.yaml").read_text(encoding="utf-8")))
SECTIONS = {"pod_spec_config": client.V1PodSpec, "job_spec_config": client.V1JobSpec}
MODELS = {"PersistentVolumeClaim": client.V1PersistentVolumeClaim, "NetworkPolicy": client.V1NetworkPolicy}


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()


def launcher() -> dict[str, Any]:
    """The chart's values as the chart hands them to the launcher; what the chart itself adds is made up."""
    config = {snake(key): value for key, value in CHART.items()}
    config["run_k8s_config"] = {snake(key): value for key, value in config["run_k8s_config"].items()}
    return {"service_account_name": "dagster", "instance_config_map": "dagster-instance", **config}


def job() -> client.V1Job:
    """The Kubernetes job of one run."""
    config = launcher()
    container = {
        "volume_mounts": [k8s_snake_case_dict(client.V1VolumeMount, mount) for mount in config["volume_mounts"]],
        "volumes": [k8s_snake_case_dict(client.V1Volume, volume) for volume in config["volumes"]],
        "env_vars": config["env_vars"],
        "labels": config["labels"],
        "resources": config["resources"],
        "security_context": k8s_snake_case_dict(client.V1SecurityContext, config["security_context"]),
        "image_pull_policy": config["image_pull_policy"],
    }
    given = config["run_k8s_config"].items()
    sections: dict[str, Any] = {key: k8s_snake_case_dict(SECTIONS[key], value) for key, value in given}
    return construct_dagster_k8s_job(
        DagsterK8sJobConfig(job_image="registry.example.org/entrophy:1", dagster_home="/opt/dagster/home", **container),
        args=["dagster", "api", "execute_run", "{}"],
        job_name="dagster-run-1",
        component="run_worker",
        user_defined_k8s_config=UserDefinedDagsterK8sConfig(**sections),
    )


def test_the_launcher_takes_the_values() -> None:
    schema: Any = K8sRunLauncher
    answer = validate_config(schema.config_type(), launcher())
    assert answer.success, [error.message for error in answer.errors or []]
    wrong = validate_config(schema.config_type(), {**launcher(), "volume_mount": []})
    assert not wrong.success


def test_a_run_is_one_pod_without_rights_and_not_started_twice() -> None:
    made = client.ApiClient().sanitize_for_serialization(job())
    assert made["spec"]["backoffLimit"] == 0
    pod = made["spec"]["template"]["spec"]
    assert pod["automountServiceAccountToken"] is False and pod["restartPolicy"] == "Never"
    assert pod["securityContext"] == {"runAsNonRoot": True, "runAsUser": 10001, "runAsGroup": 10001}
    (container,) = pod["containers"]
    assert container["securityContext"] == {"allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}}
    assert container["resources"]["limits"] == {"memory": "6Gi"}
    assert made["spec"]["template"]["metadata"]["labels"]["entrophy"] == "run"


def test_what_a_run_reads_and_writes_lies_on_volumes_that_are_there() -> None:
    pod = client.ApiClient().sanitize_for_serialization(job())["spec"]["template"]["spec"]
    claims = {
        v["name"]: v["persistentVolumeClaim"]["claimName"] for v in pod["volumes"] if "persistentVolumeClaim" in v
    }
    assert set(claims.values()) == {d["metadata"]["name"] for d in DOCUMENTS if d["kind"] == "PersistentVolumeClaim"}
    mounted = {m["mountPath"]: claims[m["name"]] for m in pod["containers"][0]["volumeMounts"] if m["name"] in claims}
    told = {e["name"]: e["value"] for e in pod["containers"][0]["env"] if e["name"].startswith("ENTROPHY_")}
    assert {name: max((p for p in mounted if value.startswith(p)), key=len) for name, value in told.items()} == {
        "ENTROPHY_CAPTURES": "/data/captures",
        "ENTROPHY_OUT": "/data/out",
        "ENTROPHY_KEY": "/data/keys",
    }
    # Whoever may read what is made must not need the volume with the key.
    assert mounted["/data/keys"] not in (mounted["/data/out"], mounted["/data/captures"])


def test_code_server_and_runs_see_the_same() -> None:
    assert CODE["volumes"] == CHART["volumes"] and CODE["volumeMounts"] == CHART["volumeMounts"]
    assert [f"{e['name']}={e['value']}" for e in CODE["env"]] == CHART["envVars"]
    assert CODE["podSecurityContext"] == CHART["runK8sConfig"]["podSpecConfig"]["securityContext"]
    assert CODE["dagsterApiGrpcArgs"] == ["--module-name", "pipeline.definitions"]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda d: str(d["metadata"]["name"]))
def test_every_manifest_is_one_of_kubernetes(document: dict[str, Any]) -> None:
    k8s_model_from_dict(MODELS[document["kind"]], k8s_snake_case_dict(MODELS[document["kind"]], document))
    with pytest.raises(Exception, match="Unexpected keys"):
        k8s_snake_case_dict(MODELS[document["kind"]], {**document, "specs": {}})


def test_runs_may_reach_the_database_and_nothing_outside() -> None:
    (policy,) = [d["spec"] for d in DOCUMENTS if d["kind"] == "NetworkPolicy"]
    assert policy["podSelector"]["matchLabels"] == CHART["labels"]
    assert set(policy["policyTypes"]) == {"Ingress", "Egress"} and "ingress" not in policy
    assert all(rule["to"] and "ipBlock" not in to for rule in policy["egress"] for to in rule["to"])


def test_a_release_is_alone() -> None:
    limits = VALUES["dagsterDaemon"]["runCoordinator"]["config"]["queuedRunCoordinator"]["tagConcurrencyLimits"]
    assert {limit["key"]: (limit["value"], limit["limit"]) for limit in limits} == {
        key: (value, 1) for key, value in jobs.ALONE.items()
    }
    assert [job.name for job in jobs.ALL if job.tags and jobs.ALONE.items() <= job.tags.items()] == [
        "release",
        "publish",
    ]


def test_nothing_phones_home() -> None:
    assert VALUES["telemetry"] == {"enabled": False}
