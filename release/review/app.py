"""The review page as a small web application: one page, what it asks, and what it may say.

    GET  ""  app.css  app.js ...   the page (our own files, no framework, no network)
    GET  state  screens  findings  progress; what screens are chosen by; the least certain findings
    GET  item/{i}                  one screenshot with its rows and boxes
    GET  raw/{i}  redacted/{i}     the two pictures, by their place in the plan
    GET  thumbnail/{i}             the redacted one, small
    GET  look/{n}                  page n of the crops is before the auditor's eyes
    GET  crop/{n}/{side}           what surrounds finding n on the raw or the redacted picture
    GET  videos  video/{i}         the videos of demonstrations; one of them with its frames
    GET  video/{i}/raw|redacted    the two films, in the parts that a player asks for (ranges.py)
    GET  video/{i}/frame/{n}       what was hidden on frame n; frame/{n}/raw: the frame as it was captured
    POST decide/{i}  undo/{i}      a verdict with marks; it is taken back
    POST video/{i}/decide|undo     the same of a video
    POST crops/{n}                 nobody is to be seen in the crops of page n
    POST sign  close               the sign-off; the end

No address names a captured value. Answers come from memory and are never stored (see guard.py).
"""

from __future__ import annotations

import io
import os
from collections.abc import Awaitable, Callable
from functools import partial
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from redaction.errors import EntrophyError, sealed
from redaction.findings import Box, Kind
from release.review.decisions import Mark
from release.review.ranges import part
from release.review.session import ReviewSession

_SCRIPTS = ("app.js", "view.js", "overview.js", "crops.js", "videos.js", "player.js", "page.js")
_TYPES = {"index.html": "text/html", "app.css": "text/css", **dict.fromkeys(_SCRIPTS, "text/javascript")}

#: sign(decision, note) → what to tell the auditor; raises EntrophyError with the reason when it refuses
Sign = Callable[[Literal["release", "stop"], str], str]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Mark(_Body):
    type: Literal["missed", "wrong", "field"]
    kind: Kind
    box: list[int] | None = Field(default=None, min_length=4, max_length=4)
    interaction: str = Field(default="", max_length=100)
    field: str = Field(default="", max_length=100)
    text: str = Field(default="", max_length=2000)
    frame: int | None = None


class _Verdict(_Body):
    verdict: Literal["accept", "flag"]
    marks: list[_Mark] = Field(max_length=1000)
    note: str = Field(max_length=2000)


class _SignOff(_Body):
    decision: Literal["release", "stop"]
    note: str = Field(max_length=2000)


def review_app(
    session: ReviewSession, csrf: Callable[[], str], sign: Sign | None, close: Callable[[], None]
) -> Starlette:
    """The application without its guard. `sign` None leaves signing to the command line."""

    def state(request: Request) -> Response:
        return JSONResponse({**session.state(), "csrf": csrf(), "signing": sign is not None})

    def screens(request: Request) -> Response:
        return JSONResponse(session.screens())

    def findings(request: Request) -> Response:
        return JSONResponse(session.crops_told())

    def item(request: Request) -> Response:
        told = session.item(_index(request))
        session.attention.opened(_index(request))
        return JSONResponse(told)

    def raw(request: Request) -> Response:
        image = session.raw(_index(request))
        session.attention.sent(_index(request), "raw")
        return Response(image.data, media_type=image.media_type)

    def redacted(request: Request) -> Response:
        data = session.redacted(_index(request))
        session.attention.sent(_index(request), "redacted")
        return Response(data, media_type="image/png")

    def thumbnail(request: Request) -> Response:
        return Response(session.thumbnail(_index(request)), media_type="image/jpeg")

    def crop(request: Request) -> Response:
        number, side = _index(request), request.path_params["side"]
        if side not in ("raw", "redacted"):
            raise IndexError(side)
        return Response(session.crop(number, side), media_type="image/png")

    def look(request: Request) -> Response:
        session.look_at_crops(_index(request))
        return JSONResponse({})

    def pass_crops(request: Request, body: bytes) -> Response:
        session.pass_crops(_index(request))
        return JSONResponse(session.state())

    def undo(request: Request, body: bytes) -> Response:
        session.undo(_index(request))
        return JSONResponse(session.state())

    def decide(request: Request, body: bytes) -> Response:
        decided = _Verdict.model_validate_json(body)
        index = _index(request)
        size = session.size(index)
        marks = [
            Mark(m.type, m.kind, _box(m.box), *(size if m.box else (0, 0)), m.interaction, m.field, m.text)
            for m in decided.marks
        ]
        session.decide(index, decided.verdict, marks, decided.note)
        return JSONResponse(session.state())

    def videos(request: Request) -> Response:
        return JSONResponse(session.videos.told())

    def video(request: Request) -> Response:
        return JSONResponse(session.video_item(_index(request)))

    def film(request: Request) -> Response:
        index, side = _index(request), request.path_params["side"]
        if side == "raw":
            file = session.videos.raw(index)
            return part(file, os.fstat(file.fileno()).st_size, request.headers.get("range"), "video/mp4")
        if side != "redacted":
            raise IndexError(side)
        data = session.videos.redacted(index)
        return part(io.BytesIO(data), len(data), request.headers.get("range"), "video/mp4")

    def boxes(request: Request) -> Response:
        return JSONResponse(session.videos.boxes(_index(request), int(request.path_params["frame"])))

    def frame(request: Request) -> Response:
        image = session.videos.frame(_index(request), int(request.path_params["frame"]))
        return Response(image.data, media_type=image.media_type)

    def decide_video(request: Request, body: bytes) -> Response:
        decided = _Verdict.model_validate_json(body)
        marks = [Mark(m.type, m.kind, _box(m.box), text=m.text, frame=m.frame) for m in decided.marks]
        session.videos.decide(_index(request), decided.verdict, marks, decided.note)
        return JSONResponse(session.state())

    def undo_video(request: Request, body: bytes) -> Response:
        session.undo_video(_index(request))
        return JSONResponse(session.state())

    def sign_off(request: Request, body: bytes) -> Response:
        decided = _SignOff.model_validate_json(body)
        if sign is None:
            raise EntrophyError("this page cannot sign.", remedy="run `entrophy sign`.")
        return JSONResponse({"told": sign(decided.decision, decided.note)})

    def end(request: Request, body: bytes) -> Response:
        close()
        return JSONResponse({"told": "closed"})

    get, post = partial(Route, methods=["GET"]), partial(Route, methods=["POST"])
    return Starlette(
        routes=[
            get("/", _asking(_page("index.html"))),
            *(get(f"/{name}", _asking(_page(name))) for name in _TYPES if name != "index.html"),
            get("/state", _asking(state)),
            get("/screens", _asking(screens)),
            get("/findings", _asking(findings)),
            get("/item/{index:int}", _asking(item)),
            get("/raw/{index:int}", _asking(raw)),
            get("/redacted/{index:int}", _asking(redacted)),
            get("/thumbnail/{index:int}", _asking(thumbnail)),
            get("/crop/{index:int}/{side}", _asking(crop)),
            get("/look/{index:int}", _asking(look)),
            get("/videos", _asking(videos)),
            get("/video/{index:int}", _asking(video)),
            get("/video/{index:int}/{side}", _asking(film)),
            get("/video/{index:int}/frame/{frame:int}", _asking(boxes)),
            get("/video/{index:int}/frame/{frame:int}/raw", _asking(frame)),
            post("/video/{index:int}/decide", _telling(decide_video)),
            post("/video/{index:int}/undo", _telling(undo_video)),
            post("/decide/{index:int}", _telling(decide)),
            post("/undo/{index:int}", _telling(undo)),
            post("/crops/{index:int}", _telling(pass_crops)),
            post("/sign", _telling(sign_off)),
            post("/close", _telling(end)),
        ],
        exception_handlers={404: _nothing, 405: _nothing},
    )


def _page(name: str) -> Callable[[Request], Response]:
    data = (files("release.review") / "data" / name).read_bytes()
    return lambda request: Response(data, media_type=_TYPES[name])


def _index(request: Request) -> int:
    return int(request.path_params["index"])


def _box(values: list[int] | None) -> Box | None:
    return None if values is None else (values[0], values[1], values[2], values[3])


def _answer(work: Callable[[], Response]) -> Response:
    """Entrophy's own refusals are told in their words; anything else without what it may quote."""
    try:
        with sealed("review"):
            try:
                return work()
            except IndexError:
                return Response(status_code=404)
            except ValidationError:
                return JSONResponse({"problem": "the page sent something that cannot be followed."}, status_code=400)
    except EntrophyError as error:
        return JSONResponse({"problem": str(error)}, status_code=409)


def _asking(handler: Callable[[Request], Response]) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        return await run_in_threadpool(_answer, lambda: handler(request))

    return endpoint


def _telling(handler: Callable[[Request, bytes], Response]) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        try:
            body = await request.body()
        except ClientDisconnect:
            return Response(status_code=413)
        return await run_in_threadpool(_answer, lambda: handler(request, body))

    return endpoint


async def _nothing(request: Request, error: Exception) -> Response:
    return Response(status_code=404)
