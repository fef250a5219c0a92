"""The lock on the door of the review page: who may ask at all, before any of it is answered.

Refused with an empty body: another Host (DNS rebinding) or Origin, a request that the browser says comes from another
site, another port or another page; and everything that does not carry the session cookie, which is given once, for
the token in the announced address. Every path lies under a random prefix, because cookies of 127.0.0.1 are sent to
all its ports: to the others under this path only.
"""

from __future__ import annotations

import hmac
import secrets
import time
from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "entrophy-review"
CSRF_HEADER = "x-entrophy-review"
MAX_BODY = 1_000_000

HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'self'; script-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        "require-trusted-types-for 'script'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), clipboard-read=()",
}


class Guard:
    """ASGI middleware around the review app; also the clock of its idleness and the holder of its secrets."""

    def __init__(self, app: ASGIApp, host: str) -> None:
        self.host = host
        self.origin = f"http://{host}"
        self.prefix = f"/{secrets.token_urlsafe(24)}"
        self.csrf = secrets.token_urlsafe(32)
        self._app = app
        self._token: str | None = secrets.token_urlsafe(32)
        self._session = secrets.token_urlsafe(32)
        self._last_seen = time.monotonic()

    @property
    def address(self) -> str:
        """The address to open: good for one browser, once."""
        return f"{self.origin}{self.prefix}/enter/{self._token}"

    def idle_for(self) -> float:
        """Seconds since the last request that was let in."""
        return time.monotonic() - self._last_seen

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or pass on with the prefix taken off the path."""
        if scope["type"] != "http":
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008})
            return
        answer = self._refusal(scope)
        if answer is not None:
            await answer(scope, receive, self._with_headers(send))
            return
        self._last_seen = time.monotonic()
        inner = {**scope, "path": scope["path"][len(self.prefix) :], "raw_path": None, "root_path": ""}
        await self._app(inner, _limited(receive), self._with_headers(send))

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        if headers.getlist("host") != [self.host]:
            return Response(status_code=403)
        origin, site = headers.getlist("origin"), headers.get("sec-fetch-site", "none")
        if origin not in ([], [self.origin]) or site not in ("same-origin", "none"):
            return Response(status_code=403)
        path, method = str(scope["path"]), scope["method"]
        if not path.startswith(self.prefix + "/"):
            return Response(status_code=404)
        if method == "GET" and path.startswith(f"{self.prefix}/enter/"):
            return self._enter(path.removeprefix(f"{self.prefix}/enter/"))
        if not self._has_session(headers):
            return Response(status_code=404)
        if method == "GET":
            return None
        token = headers.get(CSRF_HEADER, "")
        if method != "POST" or origin != [self.origin] or not _same(token, self.csrf):
            return Response(status_code=403)
        if headers.get("content-type") != "application/json":
            return Response(status_code=415)
        return None

    def _enter(self, token: str) -> Response:
        if self._token is None or not _same(token, self._token):
            return Response(status_code=404)
        self._token = None
        answer = RedirectResponse(f"{self.prefix}/", status_code=303)
        answer.set_cookie(COOKIE, self._session, path=f"{self.prefix}/", httponly=True, samesite="strict")
        return answer

    def _has_session(self, headers: Headers) -> bool:
        try:
            cookie = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
        except CookieError:
            return False
        return cookie is not None and _same(cookie.value, self._session)

    def _with_headers(self, send: Send) -> Send:
        async def sender(message: Message) -> None:
            if message["type"] == "http.response.start":
                message.setdefault("headers", [])
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        return sender


def _same(token: str, expected: str) -> bool:
    return hmac.compare_digest(token.encode("utf-8", "surrogateescape"), expected.encode())


def _limited(receive: Receive) -> Receive:
    """A body of more than MAX_BODY bytes ends the connection: no request of the page is that long."""
    got = 0

    async def receiver() -> Message:
        nonlocal got
        message = await receive()
        got += len(message.get("body", b""))
        return {"type": "http.disconnect"} if got > MAX_BODY else message

    return receiver
