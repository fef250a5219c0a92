"""Asking a model behind an OpenAI-compatible address for the benchmark tasks of a bundle."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from pipeline.commands.options import complain, console, say, stoppable_command
from redaction.errors import EntrophyError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evaluation.models.prompts import Sample
    from evaluation.models.runner import Prices

KEY_VARIABLE = "OPENAI_API_KEY"
"""Environment variable that the key is taken from, unless another is named."""

BaseUrl = Annotated[str, typer.Option("--base-url", help="The address, as https://host/v1. There is no default.")]
ModelName = Annotated[str, typer.Option("--model", help="The model, as the address names it.")]
PriceIn = Annotated[
    float | None, typer.Option("--price-in", min=0.0, help="Of a million tokens of prompts, to tell the cost.")
]
PriceOut = Annotated[float | None, typer.Option("--price-out", min=0.0, help="Of a million tokens of replies.")]


def key_in(variable: str) -> str | None:
    """The key in an environment variable, None without one. EntrophyError where another than the usual is named and
    is not there."""
    key = os.environ.get(variable)
    if key is None and variable != KEY_VARIABLE:
        raise EntrophyError(
            "there is no such environment variable.", record="--key-env", remedy="set it, or leave it out."
        )
    return key


def prices_of(price_in: float | None, price_out: float | None) -> Prices | None:
    """Both prices, or none. EntrophyError for one alone."""
    from evaluation.models.runner import Prices

    if price_in is not None and price_out is not None:
        return Prices(price_in, price_out)
    if price_in is not None or price_out is not None:
        raise EntrophyError("one price alone tells no cost.", remedy="give both --price-in and --price-out.")
    return None


def model(
    task: Annotated[Literal["classification", "segmentation"], typer.Argument(help="The task.")],
    bundle: Annotated[str, typer.Argument(help="The bundle, or what `entrophy get` takes.")],
    base_url: BaseUrl,
    name: ModelName,
    out: Annotated[Path, typer.Option("--out", help="Folder for replies; a run that was stopped goes on there.")],
    limit: Annotated[int | None, typer.Option("--limit", min=1, help="The first samples alone.")] = None,
    multimodal: Annotated[bool, typer.Option("--multimodal", help="Send screenshots, too.")] = False,
    key_env: Annotated[
        str, typer.Option("--key-env", help="Environment variable that holds the key. It is written nowhere.")
    ] = KEY_VARIABLE,
    temperature: Annotated[
        float | None, typer.Option("--temperature", min=0.0, help="Default: 0.6, as in the published benchmark.")
    ] = None,
    max_tokens: Annotated[
        int | None, typer.Option("--max-tokens", min=1, help="Of a reply. Default: 5000; 8000 for segmentation.")
    ] = None,
    concurrency: Annotated[
        int | None, typer.Option("--concurrency", min=1, max=64, help="Requests at once. Default: 4.")
    ] = None,
    retries: Annotated[int | None, typer.Option("--retries", min=0, help="Of a request. Default: 5.")] = None,
    timeout: Annotated[
        float | None, typer.Option("--timeout", min=0.1, help="Seconds a request. Default: 600.")
    ] = None,
    price_in: PriceIn = None,
    price_out: PriceOut = None,
    public_key: Annotated[
        str | None, typer.Option("--public-key", help="The maintainer's public key (base64); told by another way.")
    ] = None,
) -> None:
    """Ask a model for the samples of a task. **Sends released data to the address given, and nothing anywhere else.**

    The replies are predictions for `entrophy evaluate`. A sample without a reply is told in failures.jsonl, and asked
    again by the next run; one that has a reply is not.
    """
    from evaluation.models.endpoint import RETRIES, TIMEOUT_S, Endpoint, checked_address, told_address
    from evaluation.models.prompts import TASKS, TEMPERATURE, Messages, messages
    from evaluation.models.runner import CONCURRENCY, FAILURES, PREDICTIONS, Asked, run
    from evaluation.task_files import read_classification, read_segmentation, read_tasks
    from pipeline.bars import bars, reporter
    from redaction.errors import sealed
    from release.fetch.bundle_bytes import signed_files
    from release.fetch.opened import open_release
    from release.fetch.screenshots import Screenshots
    from release.verify.origin import require_public_key

    prices = prices_of(price_in, price_out)
    address = checked_address(base_url)
    key = key_in(key_env)
    settings = TASKS[task]
    with stoppable_command(), sealed("evaluate model"):
        told = [] if public_key is None else [require_public_key(public_key)]
        opened = open_release(bundle, told=told)
        for remark in opened.remarks:
            complain(f"note: {remark}")
        read, file = signed_files(opened), settings.images_file if multimodal else settings.file
        samples: Sequence[Sample] = (
            read_classification(read, file).samples if task == "classification" else read_segmentation(read, file)
        )
        samples = samples[:limit]
        classes = {domain: one.classes for domain, one in read_tasks(read).domains.items()}
        say(told_address(address))
        one_at_a_time = threading.Lock()
        with (
            Screenshots(opened) as screenshots,
            Endpoint(
                address,
                key,
                timeout_s=TIMEOUT_S if timeout is None else timeout,
                retries=RETRIES if retries is None else retries,
            ) as endpoint,
            bars(console, transient=True) as bar,
        ):

            def picture(name: str) -> object:
                from io import BytesIO

                from PIL import Image

                with one_at_a_time:
                    return Image.open(BytesIO(screenshots.read(name)))

            def prompt(sample: Sample) -> Messages:
                return messages(task, sample, classes[sample.domain], picture if multimodal else None)  # type: ignore[arg-type]

            asked = Asked(
                task=task,
                multimodal=multimodal,
                dataset=opened.manifest.dataset,
                version=opened.manifest.version,
                digest=opened.origin.digest,
                base_url=address,
                model=name,
                temperature=TEMPERATURE if temperature is None else temperature,
                max_tokens=settings.max_tokens if max_tokens is None else max_tokens,
            )
            found = run(
                asked,
                samples,
                prompt,
                endpoint,
                out,
                concurrency=CONCURRENCY if concurrency is None else concurrency,
                prices=prices,
                progress=reporter(bar),
            )
    usage = found["usage"]
    say(
        f"{found['answered']} of {found['samples']} answered, {found['cut_off']} cut off, {found['from_cache']} from "
        f"the cache; {usage['prompt_tokens']:,} tokens asked, {usage['completion_tokens']:,} answered"
        + (f", cost {found['cost']:.4f}" if found["cost"] is not None else "")
    )
    for reason, count in found["failed"].items():
        say(f"no reply: {count} × {reason}; see {out / FAILURES}, and run again")
    say(f"{out / PREDICTIONS}")
