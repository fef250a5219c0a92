"""Questions to a model that a command asks: address, model, folder of replies, key. What was asked once is kept."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands.evaluate_model import key_in
from pipeline.commands.options import console, say

if TYPE_CHECKING:
    from evaluation.models.questions import Item, Replies

JudgeUrl = Annotated[
    str | None, typer.Option("--judge-url", help="The judge's address, as https://host/v1. Without it: offline.")
]
JudgeModel = Annotated[str | None, typer.Option("--judge-model", help="The judge, as the address names it.")]
JudgeOut = Annotated[
    Path | None, typer.Option("--judge-out", help="Folder for the judge's replies; a run that was stopped goes on.")
]
KeyEnv = Annotated[str, typer.Option("--key-env", help="Environment variable that holds the key. Written nowhere.")]


class Questions:
    """Which model is asked, and where its replies are kept."""

    def __init__(self, url: str, model: str, out: Path, key_env: str) -> None:
        from evaluation.models.endpoint import checked_address

        self.address, self.model, self.out = checked_address(url), model, out
        self._key = key_in(key_env)

    def replies(
        self, task: str, dataset: str, digest: str, items: Sequence[Item], temperature: float | None = None
    ) -> Replies:
        """Ask what was not asked before; the replies by id, those that never came left out. EntrophyError if the
        address refuses; what was answered is kept."""
        from evaluation.models.endpoint import Endpoint
        from evaluation.models.questions import MAX_TOKENS, TEMPERATURE
        from evaluation.models.runner import PREDICTIONS, Asked, run
        from evaluation.predictions import read_predictions
        from pipeline.bars import bars, reporter

        asked = Asked(
            task=task,
            multimodal=False,
            dataset=dataset,
            version="",
            digest=digest,
            base_url=self.address,
            model=self.model,
            temperature=TEMPERATURE if temperature is None else temperature,
            max_tokens=MAX_TOKENS,
        )
        with Endpoint(self.address, self._key) as endpoint, bars(console, transient=True) as bar:
            told = run(asked, items, lambda item: item.prompt, endpoint, self.out, progress=reporter(bar))
        usage = told["usage"]
        say(
            f"the model answered {told['answered']:,} of {told['samples']:,} questions, {told['from_cache']:,} "
            f"from its cache; {usage['prompt_tokens']:,} tokens asked, {usage['completion_tokens']:,} answered"
        )
        for reason, count in told["failed"].items():
            say(f"no reply: {count} × {reason}; run again to ask for these alone")
        wanted = {item.id for item in items}  # the folder may hold replies to earlier rounds, too
        lines = (self.out / PREDICTIONS).read_bytes().splitlines(keepends=True)
        data = b"".join(line for line in lines if json.loads(line)["id"] in wanted)
        found = read_predictions(data, [item.id for item in items], PREDICTIONS)
        return {item: one.reply for item, one in found.items()}


def judge_asked(url: str | None, model: str | None, out: Path | None, key_env: str) -> Questions | None:
    """The judge of a command, or None where none is given. EntrophyError where a part is missing."""
    from redaction.errors import EntrophyError

    if url is not None and model is not None and out is not None:
        return Questions(url, model, out, key_env)
    if url is not None or model is not None or out is not None:
        raise EntrophyError(
            "a judge needs an address, a model and a folder.",
            remedy="give --judge-url, --judge-model and --judge-out, or none of them.",
        )
    return None
