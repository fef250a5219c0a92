"""The command line. `entrophy COMMAND --help` explains each; heavy imports wait until they are needed."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from pipeline.commands import (
    browse_bundle,
    build_release,
    check_bundle,
    compare_bundles,
    evaluate_company,
    evaluate_demonstrations,
    evaluate_model,
    evaluate_tasks,
    export_log,
    get_release,
    import_recording,
    keys_and_ledger,
    publish_release,
    sandbox_company,
    scrub_alone,
    sign_release,
    standing,
    tools,
    withdrawals,
)
from pipeline.commands.options import complain
from redaction.errors import EntrophyError

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    help="Turns raw recordings of people at work into datasets that are safe to publish.",
)
scrub_app = typer.Typer(no_args_is_help=True, help="Redact single texts, tables or images, outside a release.")
app.add_typer(scrub_app, name="scrub")
key_app = typer.Typer(no_args_is_help=True, help="The keys that sign releases: show, rotate, revoke.")
app.add_typer(key_app, name="key")
evaluate_app = typer.Typer(
    no_args_is_help=True, help="Score predictions of the benchmark tasks; baselines; similarity."
)
app.add_typer(evaluate_app, name="evaluate")
demonstrations_app = typer.Typer(
    no_args_is_help=True, help="The six tasks over demonstrations: task files, baselines, scores."
)
evaluate_app.add_typer(demonstrations_app, name="demonstrations")
company_app = typer.Typer(
    no_args_is_help=True, help="Tasks for agents in the sandbox: task files, baselines, models with tools, scores."
)
evaluate_app.add_typer(company_app, name="company")
export_app = typer.Typer(
    no_args_is_help=True, help="Event logs of a bundle for process miners, and pictures of processes."
)
app.add_typer(export_app, name="export")

app.command(epilog="Example: `entrophy demo --out out/demo`")(build_release.demo)
app.command(
    epilog="Example: `entrophy build --captures recordings/may recordings/june --out out/1.2.0 --version 1.2.0`"
)(build_release.build)
app.command(
    "import",
    epilog="Example: `entrophy import playwright trace.zip --out may --participant p-17 --consent p-17.json "
    "--environment staging --application crm.example.com --domain Sales --process 'Contact update'`",
)(import_recording.import_recording)
scrub_app.command("text", epilog="Example: `entrophy scrub text mails.jsonl clean.jsonl`")(scrub_alone.scrub_text)
scrub_app.command("table", epilog="Example: `entrophy scrub table people.csv clean.csv`")(scrub_alone.scrub_table)
scrub_app.command("images", epilog="Example: `entrophy scrub images --out clean shots/*.png`")(scrub_alone.scrub_images)
app.command(epilog="Example: `entrophy verify out/demo --unsigned`")(check_bundle.verify)
app.command(epilog="Example: `entrophy diff out/1.1.0 out/1.2.0 --page diff.html`")(compare_bundles.diff)
app.command(epilog="Example: `entrophy profile out/1.1.0 --out profile.json`")(compare_bundles.profile)
key_app.command("show", epilog="Example: `entrophy key show --key out/demo.key`")(keys_and_ledger.key_show)
key_app.command("rotate", epilog="Example: `entrophy key rotate`")(keys_and_ledger.key_rotate)
key_app.command("revoke", epilog="Example: `entrophy key revoke --generation 1`")(keys_and_ledger.key_revoke)
app.command(epilog="Example: `entrophy ledger --key out/demo.key`")(keys_and_ledger.ledger)
app.command(epilog="Example: `entrophy forget --participant p-17 out/1.1.0`")(withdrawals.forget)
app.command(epilog="Example: `entrophy recall 1.1.0 --reason 'a name on a screen' out/1.1.0 --registry published`")(
    withdrawals.recall
)
app.command(epilog="Example: `entrophy publish out/demo/bundle --to folder`")(publish_release.publish)
app.command(epilog="Example: `entrophy get https://data.example.org/office/index.json --domain Finance`")(
    get_release.get
)
app.command(epilog="Example: `entrophy browse out/demo`")(browse_bundle.browse)
evaluate_app.command(
    epilog="Example: `entrophy evaluate classification out/demo --predictions replies.jsonl --out scores`"
)(evaluate_tasks.classification)
evaluate_app.command(
    epilog="Example: `entrophy evaluate segmentation out/demo --predictions replies.jsonl --tolerance 3`"
)(evaluate_tasks.segmentation)
evaluate_app.command(
    epilog="Example: `entrophy evaluate baseline tfidf classification out/demo --out predictions.jsonl`"
)(evaluate_tasks.baseline)
evaluate_app.command(
    epilog="Example: `entrophy evaluate model classification out/demo --base-url http://127.0.0.1:8000/v1 --model NAME "
    "--out asked`"
)(evaluate_model.model)
evaluate_app.command(epilog="Example: `entrophy evaluate similarity out/demo --out similarity`")(
    evaluate_tasks.similarity
)
demonstrations_app.command(epilog="Example: `entrophy evaluate demonstrations build out/demo --out tasks`")(
    evaluate_demonstrations.build
)
demonstrations_app.command(
    epilog="Example: `entrophy evaluate demonstrations baseline trace sop-generation tasks --out guides.jsonl`"
)(evaluate_demonstrations.baseline)
for _task in evaluate_demonstrations.SCORES:
    demonstrations_app.command(
        _task.name,
        help=_task.about,
        epilog=f"Example: `entrophy evaluate demonstrations {_task.name} tasks predictions.jsonl --out scores`",
    )(_task.command)
company_app.command(epilog="Example: `entrophy evaluate company build out/1.2.0 --out tasks`")(evaluate_company.build)
company_app.command(
    epilog="Example: `entrophy evaluate company baseline keyword out/1.2.0 tasks --out predictions.jsonl`"
)(evaluate_company.baseline)
company_app.command(epilog="Example: `entrophy evaluate company score out/1.2.0 tasks predictions.jsonl --out scores`")(
    evaluate_company.score
)
company_app.command(
    epilog="Example: `entrophy evaluate company rephrase out/1.2.0 tasks --base-url http://127.0.0.1:8000/v1 "
    "--model NAME --out phrased`"
)(evaluate_company.rephrase)
company_app.command(
    epilog="Example: `entrophy evaluate company model out/1.2.0 tasks --base-url http://127.0.0.1:8000/v1 --model NAME "
    "--out asked`"
)(evaluate_company.model)
export_app.command(epilog="Example: `entrophy export xes out/demo --out logs`")(export_log.xes)
export_app.command(epilog="Example: `entrophy export ocel out/demo --out logs`")(export_log.ocel)
export_app.command(epilog="Example: `entrophy export pictures out/demo --out pictures`")(export_log.pictures)
app.command(epilog="Example: `entrophy sandbox out/1.2.0 --as emp_0431 --mcp`")(sandbox_company.sandbox)
app.command(epilog="Example: `entrophy ui --captures recordings --out out/ui`")(tools.ui)
app.command(epilog="Example: `entrophy review out/demo --auditor 'Pat Auditor'`")(sign_release.review)
app.command(epilog="Example: `entrophy sign out/demo --auditor 'Pat Auditor' --auditor-key pat.key`")(sign_release.sign)
app.command(epilog="Example: `entrophy status out/demo`")(standing.status)
app.command(epilog="Example: `entrophy trust BASE64-KEY 'Pat Auditor'`")(standing.trust)
app.command(epilog="Example: `entrophy doctor --out out`")(tools.doctor)
app.command(epilog="Example: `entrophy policy > policy.yaml`")(tools.policy)


@app.callback(invoke_without_command=True)
def _options(
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.", is_eager=True)] = False,
) -> None:
    """Turns raw recordings of people at work into datasets that are safe to publish."""
    if version:
        from importlib.metadata import version as installed

        typer.echo(f"entrophy {installed('entrophy')}")
        raise typer.Exit


def main() -> None:
    """Entry point: whatever goes wrong becomes one sentence and exit code 2, a signal one sentence and its own code."""
    from pipeline.signals import Stopped
    from redaction.errors import sealed
    from redaction.work.presidio import in_our_process

    in_our_process()
    try:
        with sealed("the command"):
            app()
    except EntrophyError as error:
        complain(f"entrophy: {error}")
        sys.exit(2)
    except Stopped as stopped:
        complain(f"entrophy: {stopped}")
        sys.exit(stopped.status)


if __name__ == "__main__":
    main()
