"""Serves the review page on this machine's loopback address until the auditor ends it or goes away."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable
from pathlib import Path

from redaction.errors import EntrophyError, sealed
from redaction.policy import CapturePolicy
from release.review.app import Sign, review_app
from release.review.decisions import Decisions
from release.review.guard import Guard
from release.review.plan import CONFIDENCE, FRACTION
from release.review.session import ReviewSession

_TICK_S = 0.5


def serve_review(
    out: Path,
    decisions: Path,
    *,
    auditor: str,
    port: int = 0,
    idle_minutes: float = 30,
    open_browser: bool = True,
    announce: Callable[[str], None] = print,
    corrections: Path | None = None,
    sign: Sign | None = None,
    fraction: float = FRACTION,
    confidence: float = CONFIDENCE,
    policy: CapturePolicy | None = None,
    previous: Path | None = None,
    independent: bool = False,
) -> None:
    """Serve the review of the build in `out` and return when it is over.

    `out` holds `bundle/` and `work/`; `decisions` is the SQLite file of decisions. Corrections are written to
    `corrections` (default: beside the decisions) after every verdict. The page listens on 127.0.0.1 only, on `port`
    (0: any free one); its address is given to `announce` once and is good for one browser. `sign` lets the page sign.
    `previous` is the folder of a signed version: what is the same there is not asked again. `independent`: two auditors
    decide, each for themselves.
    Raises EntrophyError when bundle, work folder or decisions do not fit, or the port is taken.
    """
    path = corrections or decisions.with_name(decisions.name.removesuffix(".decisions") + ".corrections.json")
    with sealed("review"):
        session = ReviewSession(
            out,
            Decisions(decisions),
            path,
            auditor,
            fraction=fraction,
            confidence=confidence,
            policy=policy,
            previous=previous,
            independent=independent,
        )
        with _listen(port) as listening:
            try:
                why = asyncio.run(_serve(session, listening, sign, idle_minutes * 60, open_browser, announce))
            except KeyboardInterrupt:
                why = "it was interrupted"
            announce(f"The review is closed: {why}. Decisions are kept.")


def _listen(port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listening.bind(("127.0.0.1", port))
        listening.listen(64)
    except OSError as error:
        listening.close()
        raise EntrophyError(
            f"the review cannot listen on port {port} ({type(error).__name__}).", remedy="give another --port, or none."
        ) from None
    return listening


async def _serve(
    session: ReviewSession,
    listening: socket.socket,
    sign: Sign | None,
    idle_s: float,
    open_browser: bool,
    announce: Callable[[str], None],
) -> str:
    """Serve until closed, idle for `idle_s` seconds or interrupted; returns why it ended."""
    import uvicorn

    def close() -> None:
        server.should_exit = True

    guard = Guard(review_app(session, lambda: guard.csrf, sign, close), f"127.0.0.1:{listening.getsockname()[1]}")
    # No access log and no headers that tell about the server: an address carries the token.
    config = uvicorn.Config(
        guard,
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        lifespan="off",
        ws="none",
        timeout_graceful_shutdown=5,
    )
    server = uvicorn.Server(config)
    announce(f"Review of {session.bundle.digest[:12]} by {session.auditor}: {session.plan.text()}")
    announce(f"Open once, in one browser: {guard.address}")
    if open_browser:
        import webbrowser

        # Some browsers only return when they are closed.
        threading.Thread(target=webbrowser.open, args=(guard.address,), daemon=True).start()
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    why = "the auditor closed it"
    while not serving.done():
        await asyncio.sleep(_TICK_S)
        if guard.idle_for() > idle_s and not server.should_exit:
            why = f"nobody used it for {idle_s / 60:g} minutes"
            close()
    await serving
    return why
