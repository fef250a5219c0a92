"""The records of `entrophy-capture/1` as they must be, and the reason code for what is not.

Unknown fields are left out and counted (recorders add their own); only a consent is strict, because a key that we do
not know might limit it.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, NoReturn

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

UUID_TEXT = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII | re.IGNORECASE)
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|\+00:00)", re.ASCII)
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_LINE_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_FURTHEST = 100_000


class RecordError(Exception):
    """A record that cannot be used. Carries a reason code and the name of a field of the format, nothing else."""

    def __init__(self, reason: str, concerned: str = "") -> None:
        self.reason = reason
        self.concerned = concerned
        super().__init__(reason, concerned)


def _clean(text: str) -> str:
    if _CONTROL.search(text):
        raise PydanticCustomError("control_character", "control character")
    return text


def _clean_line(text: str) -> str:
    if _LINE_CONTROL.search(text):
        raise PydanticCustomError("control_character", "control character")
    return text


def _not_blank(text: str) -> str:
    """A name that is released must say something."""
    if not text.strip():
        raise PydanticCustomError("value_out_of_range", "blank")
    return text


def _utc(value: object) -> datetime:
    """A UTC time to the millisecond; finer digits are cut."""
    if not isinstance(value, str) or not _TIME.fullmatch(value):
        raise PydanticCustomError("wrong_type", "not a UTC time")
    try:
        moment = datetime.fromisoformat(value).astimezone(UTC)
    except ValueError:
        raise PydanticCustomError("value_out_of_range", "no such time") from None
    if not 1990 <= moment.year <= 2100:
        raise PydanticCustomError("value_out_of_range", "no such time")
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def _corners(value: object) -> tuple[int, int, int, int]:
    """[x0, y0, x1, y1] to whole pixels, outwards."""
    if not isinstance(value, list) or len(value) != 4 or any(type(v) not in (int, float) for v in value):
        raise PydanticCustomError("wrong_type", "not a box")
    if any(not -_FURTHEST <= v <= _FURTHEST for v in value) or value[0] > value[2] or value[1] > value[3]:
        raise PydanticCustomError("value_out_of_range", "no such box")
    return math.floor(value[0]), math.floor(value[1]), math.ceil(value[2]), math.ceil(value[3])


Line = Annotated[str, AfterValidator(_clean_line)]
Name = Annotated[Line, AfterValidator(_not_blank)]
Text = Annotated[str, AfterValidator(_clean)]
Time = Annotated[datetime, BeforeValidator(_utc)]
Pixel = Annotated[int, Field(ge=-_FURTHEST, le=_FURTHEST)]


class Record(BaseModel):
    """Strict about types, silent about fields it does not know."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True, hide_input_in_errors=True)


class PointIn(Record):
    """Where the pointer was, in pixels of the recorded screens."""

    x: Pixel
    y: Pixel


class ElementIn(Record):
    """The user-interface element under an event."""

    role: Text | None = Field(default=None, max_length=200)
    name: Text | None = Field(default=None, max_length=20_000)
    value: Text | None = Field(default=None, max_length=100_000)
    box: Annotated[tuple[int, int, int, int], BeforeValidator(_corners)] | None = None


class EventIn(Record):
    """One line of events.jsonl."""

    event_id: Line = Field(min_length=1, max_length=200)
    timestamp: Time
    action: Literal["click", "type", "hotkey"]
    value: Text = Field(max_length=100_000)
    application: Line = Field(min_length=1, max_length=300)
    screen: Text = Field(max_length=4_000)
    element: ElementIn | None = None
    coordinates: PointIn | None = None
    screenshot: Annotated[str, Field(max_length=1_000)] | None = None
    duration_s: Annotated[float, Field(ge=0, le=86_400, allow_inf_nan=False)] | None = None


class RecordingIn(Record):
    """recording.json."""

    process_instance_uuid: Line = Field(min_length=1, max_length=100)
    process_name: Name = Field(min_length=1, max_length=500)
    participant: Line = Field(min_length=1, max_length=200)
    started_at: Time | None = None


def parse_object(data: bytes) -> dict[str, Any]:
    """One JSON object from UTF-8 bytes; raises RecordError for anything else, doubled keys and NaN included."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise RecordError("encoding_broken") from None
    try:
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        # ValueError covers broken JSON and integers of more digits than Python reads; its text quotes the input
        raise RecordError("json_broken") from None
    if not isinstance(value, dict):
        raise RecordError("wrong_type")
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise RecordError("json_broken")
    return made


def _no_constant(_: str) -> NoReturn:
    raise RecordError("value_out_of_range")


def parse_event(raw: Mapping[str, Any]) -> EventIn:
    """Check one event; raises RecordError."""
    try:
        return EventIn.model_validate(raw)
    except ValidationError as error:
        raise worst(error) from None


def parse_recording(raw: Mapping[str, Any]) -> RecordingIn:
    """Check one recording.json; raises RecordError."""
    try:
        return RecordingIn.model_validate(raw)
    except ValidationError as error:
        raise worst(error) from None


def unknown_fields(raw: Mapping[str, Any], model: type[BaseModel]) -> bool:
    """True when the record or a record inside it has fields that the format does not know."""
    if not raw.keys() <= model.model_fields.keys():
        return True
    inner: Iterable[tuple[str, type[BaseModel]]] = (("element", ElementIn), ("coordinates", PointIn))
    return any(isinstance(raw.get(name), dict) and unknown_fields(raw[name], m) for name, m in inner)


_OWN = ("missing_field", "wrong_type", "encoding_broken", "control_character", "unknown_action", "value_out_of_range")
_RANGE = frozenset(
    {
        "finite_number",
        "greater_than",
        "greater_than_equal",
        "int_parsing_size",
        "less_than",
        "less_than_equal",
        "string_pattern_mismatch",
        "string_too_long",
        "string_too_short",
        "too_long",
        "too_short",
    }
)


def worst(error: ValidationError) -> RecordError:
    """The first problem in a fixed order, by code and by field name. Never touches the input."""
    problems = sorted((_OWN.index(code), place) for code, place in problems_of(error))
    return RecordError(_OWN[problems[0][0]], problems[0][1])


def problems_of(error: ValidationError) -> list[tuple[str, str]]:
    """(reason code, place) of every problem. Places hold field names of the format and positions only."""
    return [
        (_code(e["type"], e["loc"]), ".".join(map(str, e["loc"])))
        for e in error.errors(include_url=False, include_context=False, include_input=False)
    ]


def _code(kind: str, place: tuple[int | str, ...]) -> str:
    if kind == "missing":
        return "missing_field"
    if kind in _OWN:
        return kind
    if kind == "string_unicode":
        return "encoding_broken"
    if kind == "literal_error" and place == ("action",):
        return "unknown_action"
    return "value_out_of_range" if kind in _RANGE else "wrong_type"
