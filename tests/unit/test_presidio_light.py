"""Our own processes load Presidio without torch and transformers; somebody else's program keeps the torch that its
thinc may need."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

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
