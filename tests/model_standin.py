"""A model behind an OpenAI-compatible address on this machine: POST /v1/chat/completions, with faults by request."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self


@dataclass
class Answer:
    """What is sent back. `body` stands for the whole body; `pause`: seconds before anything is sent."""

    text: str | None = r"\answer{Invoice creation}"
    status: int = 200
    finish: str = "stop"
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes | None = None
    pause: float = 0.0


@dataclass
class Asked:
    """One request."""

    path: str
    headers: dict[str, str]
    """By their names in small letters."""
    body: dict[str, Any]

    @property
    def prompt(self) -> str:
        """The text of the user's part."""
        content = self.body["messages"][1]["content"]
        return content if isinstance(content, str) else content[0]["text"]


class ModelStandIn:
    """Use as a context manager. `answer` makes the answer of a request (and is told its number, from 0)."""

    def __init__(self, answer: Callable[[int, Asked], Answer] = lambda number, asked: Answer()) -> None:
        self.answer = answer
        self.asked: list[Asked] = []
        self._guard = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.base = f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        host = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                data = self.rfile.read(int(self.headers["Content-Length"]))
                with host._guard:
                    number = len(host.asked)
                    host.asked.append(
                        Asked(
                            self.path, {name.lower(): value for name, value in self.headers.items()}, json.loads(data)
                        )
                    )
                send(self, host.answer(number, host.asked[number]))

            def log_message(self, format: str, *args: object) -> None:
                """Quiet."""

        return Handler


def send(request: BaseHTTPRequestHandler, answer: Answer) -> None:
    """One answer."""
    time.sleep(answer.pause)
    made = {
        "id": "x",
        "object": "chat.completion",
        "created": 0,
        "model": "m",
        "choices": [
            {"index": 0, "message": {"role": "assistant", "content": answer.text}, "finish_reason": answer.finish}
        ],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
    }
    data = answer.body if answer.body is not None else json.dumps(made).encode()
    try:
        request.send_response(answer.status)
        for name, value in ({"Content-Type": "application/json"} | answer.headers).items():
            request.send_header(name, value)
        request.send_header("Content-Length", str(len(data)))
        request.end_headers()
        request.wfile.write(data)
    except OSError:
        pass  # who asked has gone
