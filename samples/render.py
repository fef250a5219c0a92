"""Frames to HTML: jinja templates whose every output turns marks into elements that can be measured."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import jinja2
from jinja2.runtime import Context
from markupsafe import Markup

from samples.marks import to_html
from samples.people import Person
from samples.session import Frame

_HERE = Path(__file__).parent


def _output(value: Any) -> Any:
    if value is None:
        return ""
    return to_html(value) if type(value) is str else value


def _data_uri(data: bytes, kind: str) -> Markup:
    return Markup(f"data:image/{kind};base64,{base64.b64encode(data).decode()}")


@jinja2.pass_context
def _at(context: Context, name: str) -> Markup:
    """Attributes of an element of interest: its id, and whether it is hovered or focused in this frame."""
    hot = " data-hot" if context.get("hover") == name else ""
    focus = " data-focus" if context.get("focus") == name else ""
    return Markup('data-el="{}"{}{}').format(name, Markup(hot), Markup(focus))


def _avatar(person: Person, size: int, square: bool = False) -> Markup:
    """A photograph when the person has one, else a disc with initials."""
    style = f"width:{size}px;height:{size}px;font-size:{round(size * 0.4)}px"
    shape = "av sq" if square else "av"
    if person.photo:
        source = _data_uri((_HERE / "photos" / person.photo).read_bytes(), "jpeg")
        return Markup('<img class="{}" data-kind="face" data-area data-note="photo" style="{}" src="{}">').format(
            shape, style, source
        )
    hue = sum(map(ord, person.initials)) % 5
    return Markup('<span class="{} h{}" data-kind="face" data-area data-note="initials" style="{}">{}</span>').format(
        shape, hue, style, person.initials
    )


def _code(text: str, size: int) -> Markup:
    """A QR code that says `text`, drawn at a whole number of pixels a module."""
    import cv2

    modules = cv2.QRCodeEncoder.create().encode(text)
    scale = max(1, size // modules.shape[0])
    big = cv2.resize(modules, None, fx=scale, fy=scale, interpolation=cv2.INTER_NEAREST)
    source = _data_uri(cv2.imencode(".png", big)[1].tobytes(), "png")
    return Markup('<img data-kind="code" data-area data-note="qr" src="{}">').format(source)


def _environment() -> jinja2.Environment:
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_HERE / "pages"),
        autoescape=True,
        finalize=_output,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
    )
    env.globals.update(at=_at, avatar=_avatar, code=_code)
    return env


_ENV = _environment()
_DEFAULTS: dict[str, Any] = {"hover": None, "focus": None, "tabs": (), "me": None}


def html(frame: Frame) -> str:
    """The frame as one self-contained HTML document (images embedded). Raises jinja2.UndefinedError on a gap."""
    template = _ENV.get_template(f"{frame.page}.html.j2")
    return template.render({**_DEFAULTS, **frame.state, "look": frame.look})
