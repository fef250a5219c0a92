"""The single Definitions: assets, checks, jobs, sensor, schedule and resources."""

import dagster as dg

import assets
from assets.resources import Reporter, Workspace
from pipeline import automation, jobs
from redaction.spread.engine import Engine
from redaction.spread.local import LOCAL


def make_definitions(workspace: Workspace, reporter: Reporter, engine: Engine = LOCAL) -> dg.Definitions:
    """The same definitions over other folders: the command line and the tests bring their own."""
    return dg.Definitions(
        assets=dg.load_assets_from_package_module(assets),
        asset_checks=dg.load_asset_checks_from_package_module(assets),
        jobs=jobs.ALL,
        sensors=automation.SENSORS,
        schedules=automation.SCHEDULES,
        resources={"workspace": workspace, "reporter": reporter, "engine": engine},
    )


defs = make_definitions(Workspace(), Reporter())
