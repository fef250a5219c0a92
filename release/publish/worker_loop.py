"""The child process that runs a host's client: a line of JSON in, a line out, and nothing else that it prints.

Run by path, isolated (`python -I`), with the path of the module that holds the client's operations: that module is
loaded by its path, too, and by nothing of the house, whose switches keep a process off the network.
"""

import json
import os
import runpy
import sys
from pathlib import Path


def main() -> None:
    """Answer requests with the operations' `answer_to` until standard input ends. What the client prints is dropped: it
    may quote headers."""
    answer_to = runpy.run_path(sys.argv[1])["answer_to"]
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    with Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
        for line in sys.stdin:
            replies.write(json.dumps(answer_to(json.loads(line))) + "\n")
            replies.flush()


if __name__ == "__main__":
    main()
