"""Our own processes load Presidio without torch and transformers; somebody else's program keeps the torch that its
thinc may need."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from redaction.policy import Policy
from redaction.screens.frames import workers
from redaction.spread.local import LOCAL
from redaction.stages.engine_versions import decides

_PROGRAM = """
import sys
from redaction.work.presidio import in_our_process
{first}
from redaction.text.recognizers import make_analyzer
make_analyzer()
from thinc.compat import has_torch
print("torch" in sys.modules, "transformers" in sys.modules, has_torch)
import torch
from transformers.utils import is_torch_available
print(torch.tensor([2]).item(), is_torch_available())
"""


@pytest.mark.parametrize(
    ("first", "said"),
    [
        ("in_our_process()", "False False False"),
        ("", "True True True"),
        ("import torch; in_our_process()", "True True True"),
    ],
)
def test_torch_is_left_out_in_our_processes_and_can_be_loaded_afterwards(first: str, said: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM.format(first=first)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines() == [said, "2 True"], done.stderr[-1000:]


@pytest.mark.parametrize(("faces", "loaded"), [(True, ["presidio_analyzer", "torch"]), (False, ["presidio_analyzer"])])
def test_a_process_that_reads_screens_is_ours(faces: bool, loaded: list[str]) -> None:
    """It needs torch for faces alone, and loads it behind Presidio: four times as long otherwise."""
    policy = Policy.model_validate({"text": {"engine": "patterns"}, "vision": {"faces": faces, "device": "cpu"}})
    team = LOCAL.team(workers._start, (policy,), decides, size=1)
    try:
        names = "'presidio_analyzer', 'torch', 'transformers'"
        found = team.submit(eval, f"sorted({{{names}}} & {{*__import__('sys').modules}})")
        assert found.result() == loaded
    finally:
        team.close(hurry=True)
