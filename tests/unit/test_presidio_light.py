"""Our own processes load Presidio without torch; somebody else's program keeps the torch that its thinc may need."""

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
print("torch" in sys.modules, has_torch)
import torch
print(torch.tensor([2]).item())
"""
_QUIET = """
import sys
from redaction.work.presidio import in_our_process
in_our_process()
from redaction.text.recognizers import make_analyzer
make_analyzer()
print("transformers" in sys.modules)
import transformers
print(transformers.__name__)
"""


@pytest.mark.parametrize(
    ("first", "said"),
    [("in_our_process()", "False False"), ("", "True True"), ("import torch; in_our_process()", "True True")],
)
def test_torch_is_left_out_in_our_processes_and_can_be_loaded_afterwards(first: str, said: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM.format(first=first)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines() == [said, "2"], done.stderr[-1000:]


def test_transformers_is_left_out_and_says_nothing_between_the_bars() -> None:
    pytest.importorskip("transformers")
    done = subprocess.run(
        [sys.executable, "-c", _QUIET], cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False
    )
    assert done.stdout.splitlines() == ["False", "transformers"], done.stderr[-1000:]
    assert "PyTorch was not found" not in done.stderr
