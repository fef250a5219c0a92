"""The one door to a model: an OpenAI-compatible address, by the `openai` client, and no other address.

The client follows no redirect, as that would send the data elsewhere; of its environment variables none is read, as
they would change who is asked, as whom, and what is logged. Proxies that the environment names are used, as everywhere.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

from evaluation.models.prompts import Messages
from redaction.errors import EntrophyError

RETRIES = 5
"""Times that a request is sent again after a timeout, a lost connection, 408, 409, 429 or 5xx, before it counts as
failed. The client waits 0.5 s to 8 s between, or as long as Retry-After asks, up to two minutes."""
TIMEOUT_S = 600.0
"""Seconds until a request counts as unanswered; models that think take minutes."""
_CONNECT_S = 10.0
"""Seconds until a connection must stand."""
_NO_KEY = "none"
"""Sent in place of a key to addresses that ask for none; the client sends nothing without one."""
_OF_THE_MACHINE = ("Lang", "Package-Version", "OS", "Arch", "Runtime", "Runtime-Version", "Async")
"""Headers X-Stainless-… in which the client would tell about this machine."""
_LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
_CODE = re.compile(r"[a-z_]{1,60}")
"""Of an error, as servers name it. Their sentences are not repeated: they may quote the prompt or the key."""
_STOP_AT = frozenset({401, 403, 404})
"""Answers that will be the same for every sample: no such key, no right, no such model or address."""


class Unanswered(Exception):
    """No reply to this request; `reason` is safe to write down."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool that a model wants to have called. `arguments` is its text, which may be no JSON."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back. `text` is None where a model gave none; `finish_reason` is "length" if it was cut off."""

    text: str | None
    finish_reason: str
    prompt_tokens: int
    completion_tokens: int
    calls: tuple[ToolCall, ...] = ()


def checked_address(base_url: str) -> str:
    """An address as it may be written down. EntrophyError for one that is none, or that holds a login or a query."""
    try:
        parts = urlsplit(base_url)
        parts.port  # noqa: B018 - raises for what is no port
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc or parts.query:
        raise EntrophyError(
            "--base-url is no address of the form https://host/v1.",
            remedy="give scheme, host and path alone; a key comes from an environment variable (--key-env).",
        )
    return base_url.rstrip("/")


def told_address(base_url: str) -> str:
    """One sentence on where the data goes."""
    parts = urlsplit(base_url)
    local = parts.hostname in _LOCAL
    safety = "" if parts.scheme == "https" or local else ", unencrypted"
    where = "this machine" if local else str(parts.hostname)
    return f"The samples' released descriptions (and screenshots, with --multimodal) go to {where}{safety}: {base_url}"


class Endpoint:
    """An address and a key, as a context manager. `ask` may be called from several threads."""

    def __init__(self, base_url: str, key: str | None, *, timeout_s: float = TIMEOUT_S, retries: int = RETRIES) -> None:
        with _without_variables():
            import httpx2
            from openai import Omit, OpenAI

            left_out: Mapping[str, Any] = {f"X-Stainless-{name}": Omit() for name in _OF_THE_MACHINE}
            timeout = httpx2.Timeout(timeout_s, connect=min(_CONNECT_S, timeout_s))
            self._client = OpenAI(
                base_url=checked_address(base_url),
                api_key=key or _NO_KEY,
                max_retries=retries,
                timeout=timeout,
                default_headers=left_out,
                http_client=httpx2.Client(follow_redirects=False, timeout=timeout),
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()

    def ask(
        self,
        model: str,
        prompt: Messages,
        *,
        temperature: float,
        max_tokens: int,
        tools: Sequence[Mapping[str, Any]] | None = None,
    ) -> Reply:
        """One request. Unanswered if there is no reply after all retries, or one that is none; EntrophyError for what
        would meet every other request, too."""
        import openai

        more: dict[str, Any] = {} if tools is None else {"tools": list(tools)}

        try:
            # Read here, not by the client: it makes a text of what is not JSON, and believes every field.
            raw = self._client.chat.completions.with_raw_response.create(
                model=model,
                messages=prompt,  # type: ignore[arg-type]
                temperature=temperature,
                max_tokens=max_tokens,
                **more,
            )
            return _reply(raw.http_response.content)
        except openai.APITimeoutError:
            raise Unanswered("timeout") from None
        except openai.APIConnectionError:
            raise Unanswered("no connection") from None
        except openai.APIStatusError as error:
            code = error.code if isinstance(error.code, str) and _CODE.fullmatch(error.code) else ""
            told = f"HTTP {error.status_code}" + (f" {code}" if code else "")
            if error.status_code in _STOP_AT:
                raise EntrophyError(
                    f"the address refuses ({told}).",
                    remedy="check --base-url, --model, and the key in the environment (--key-env); replies are kept.",
                ) from None
            raise Unanswered(told) from None


def _reply(data: bytes) -> Reply:
    try:
        answer = json.loads(data)
        choice = answer["choices"][0]
        text, finish = choice["message"].get("content"), choice.get("finish_reason")
        calls = tuple(
            ToolCall(str(one["id"]), str(one["function"]["name"]), str(one["function"]["arguments"]))
            for one in choice["message"].get("tool_calls") or ()
        )
        usage = answer.get("usage") or {}
        tokens = [usage.get(name) or 0 for name in ("prompt_tokens", "completion_tokens")]
    except (ValueError, RecursionError, KeyError, IndexError, TypeError, AttributeError):
        raise Unanswered("no completion") from None
    if not isinstance(text, str | None) or not all(type(count) is int and count >= 0 for count in tokens):
        raise Unanswered("no completion")
    told = finish if isinstance(finish, str) and _CODE.fullmatch(finish) else "unknown"
    return Reply(text, told, tokens[0], tokens[1], calls)


@contextmanager
def _without_variables() -> Iterator[None]:
    """The client is loaded and made without the variables that it would read: key, organisation, project, address,
    headers and logging."""
    kept = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith("OPENAI_")}
    try:
        yield
    finally:
        os.environ.update(kept)
