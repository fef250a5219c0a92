"""Replies of models as they are written: lenient in form, strict in content, a reason for what does not parse."""

from __future__ import annotations

import json
import time
from typing import Any, get_args

import pytest

from evaluation.predictions import segments_of
from evaluation.replies import REASONS, Reason, class_of, parse_class, parse_segments, starts_of

CLASSES = ("Invoice creation", "MSA contract iteration", "Order & invoice", "R&D {internal}")


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        (r"\answer{Invoice creation}", "Invoice creation"),
        (r"so: \answer{ invoice   CREATION. }", "Invoice creation"),
        ("\\answer{Invoice\ncreation}", "Invoice creation"),
        (r"\answer{\text{Invoice creation}}", "Invoice creation"),
        (r"\answer{\textbf{Invoice} \text{creation}}", "Invoice creation"),
        (r"$\answer{\mathrm{Invoice~creation}}$", "Invoice creation"),
        (r"\answer{**Invoice creation**}", "Invoice creation"),
        (r'\answer{"Invoice creation"}', "Invoice creation"),
        (r"\answer{`Invoice_creation`}", "Invoice creation"),
        ("\\answer{„Invoice creation“}", "Invoice creation"),
        ("\\answer{Invoice creation}", "Invoice creation"),
        ("\\answer{Ｉnvoice creation}", "Invoice creation"),
        (r"\\answer{Invoice creation}", "Invoice creation"),
        (r"\Answer {Invoice creation}", "Invoice creation"),
        (r"\answer\{Invoice creation\}", "Invoice creation"),
        (r"\answer{\answer{Invoice creation}}", "Invoice creation"),
        (r"\answer{perhaps \answer{Invoice creation}}", "Invoice creation"),
        (r"\answer{Order \& invoice}", "Order & invoice"),
        (r"\answer{R&D {internal}}", "R&D {internal}"),
        (r"first \answer{Invoice creation}, no: \answer{MSA contract iteration}", "MSA contract iteration"),
        # the last complete one: what is cut off is none
        (r"\answer{Invoice creation} or rather \answer{MSA contract", "Invoice creation"),
        (r"} \answer{Invoice creation}", "Invoice creation"),
    ],
)
def test_a_class_is_read_whatever_its_form(reply: str, found: str) -> None:
    parsed = parse_class(reply, CLASSES)
    assert (parsed.value, parsed.reason) == (found, None)


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("", "no_answer"),
        ("Invoice creation", "no_answer"),
        (r"\answer{Invoice creation", "no_answer"),
        (r"\answer{Invoice {creation}", "no_answer"),
        (r"answer{Invoice creation}", "no_answer"),
        (r"\answer{}", "empty"),
        (r"\answer{ ** }", "empty"),
        (r"\answer{Invoice creation} that was \answer{}", "empty"),
        (r"\answer{Invoice}", "unknown_class"),
        (r"\answer{Invoice creation or MSA contract iteration}", "unknown_class"),
        (r"\answer{1. Invoice creation}", "unknown_class"),
        (r"\answer{Invoicecreation}", "unknown_class"),
    ],
)
def test_what_names_no_class_is_not_guessed(reply: str, reason: str) -> None:
    parsed = parse_class(reply, CLASSES)
    assert (parsed.value, parsed.reason) == (None, reason)


def test_classes_of_one_plain_name_are_told_apart_by_their_very_text() -> None:
    two = ("Review", "review")
    assert class_of("review", two).value == "review" and class_of(" Review ", two).value == "Review"
    assert class_of("REVIEW", two).reason == "unknown_class"


@pytest.mark.parametrize(
    ("reply", "reason"),
    [("\\" * 100_000, "no_answer"), ("\\answer{" + "\\" * 100_000 + "}", "empty")],
    ids=["in the reply", "in the answer"],
)
def test_thousands_of_backslashes_take_no_time(reply: str, reason: str) -> None:
    """Squared, they would take a minute."""
    before = time.process_time()
    assert parse_class(reply, CLASSES).reason == reason
    assert time.process_time() - before < 5


def test_thousands_of_open_braces_take_no_time() -> None:
    assert parse_class(r"\answer{" * 200_000, CLASSES).reason == "no_answer"
    assert parse_segments("<answer>" * 100_000 + "</answer>" + "<answer>" * 100_000, 3).reason == "empty"


TWO = '[{"start_index": 0, "end_index": 3}, {"start_index": 4, "end_index": 9}]'


@pytest.mark.parametrize(
    "reply",
    [
        f"<answer>{TWO}</answer>",
        f"think… <ANSWER>\n```json\n{TWO}\n```\n</Answer > done",
        f"<answer>The segments are: {TWO}.</answer>",
        f"put it in <answer> tags: <answer>{TWO}</answer>",
        f"<answer>[]</answer> no: <answer>{TWO}</answer>",
        f"<answer>{TWO}</answer> and <answer>",
        f"<answer>{TWO.replace(chr(34), chr(39))}</answer>",
        f"<answer>{TWO.replace('}', '}}').replace('{', '{{')}</answer>",
        f"<answer>{TWO.replace('}]', '},]').replace('9}', '9,}')}</answer>",
        f'<answer>{{"segments": {TWO}}}</answer>',
        # both a comma too many and an apostrophe within double quotes
        '<answer>[{"start_index": 0, "end_index": 3, "why": "it\'s",}, {"start_index": 4, "end_index": 9}]</answer>',
        '<answer>[{"end_index": 3, "process": "x", "start_index": 0}, {"start_index": 4, "end_index": 9}]</answer>',
    ],
)
def test_segments_are_read_whatever_their_form(reply: str) -> None:
    parsed = parse_segments(reply, 10)
    assert (parsed.value, parsed.reason) == ((4,), None)


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (TWO, "no_answer"),
        (f"<answer>{TWO}", "no_answer"),
        (f"</answer><answer>{TWO}", "no_answer"),
        ("<answer></answer>", "empty"),
        ("<answer>```\n```</answer>", "empty"),
        ("<answer>[]</answer>", "empty"),
        ("<answer>0-3, 4-9</answer>", "not_json"),
        ("<answer>][</answer>", "not_json"),
        ("<answer>[{start_index: 0, end_index: 9}]</answer>", "not_json"),
        (f"<answer>{'[' * 100_000}{']' * 100_000}</answer>", "not_json"),
        (f"<answer>[{'9' * 5_000}]</answer>", "not_json"),
        ('<answer>[{"start_index": 5, "start_index": 0, "end_index": 9}]</answer>', "not_json"),
        ("<answer>[[0, 3], [4, 9]]</answer>", "wrong_fields"),
    ],
)
def test_segments_that_cannot_be_read_have_a_reason(reply: str, reason: str) -> None:
    parsed = parse_segments(reply, 10)
    assert (parsed.value, parsed.reason) == (None, reason)


def pairs(*pairs: tuple[Any, Any]) -> list[dict[str, Any]]:
    return [{"start_index": start, "end_index": end} for start, end in pairs]


@pytest.mark.parametrize(
    ("value", "length", "reason"),
    [
        (pairs((0, 9)), 10, None),
        (pairs((0, 0)), 1, None),
        (pairs((0, 8)), 10, "not_covering"),
        (pairs((1, 9)), 10, "not_covering"),
        (pairs((0, 10)), 10, "out_of_range"),
        (pairs((-1, 9)), 10, "out_of_range"),
        (pairs((0, 3), (5, 9)), 10, "not_contiguous"),
        (pairs((0, 4), (4, 9)), 10, "not_contiguous"),
        (pairs((4, 9), (0, 3)), 10, "not_contiguous"),
        (pairs((0, 4), (5, 4), (5, 9)), 10, "not_contiguous"),
        (pairs((0, 9.0)), 10, "wrong_fields"),
        (pairs((0, "9")), 10, "wrong_fields"),
        (pairs((False, 9)), 10, "wrong_fields"),
        (pairs((0, None)), 10, "wrong_fields"),
        ([{"start_index": 0}], 10, "wrong_fields"),
        ({"start_index": 0, "end_index": 9}, 10, "wrong_fields"),
        ("0-9", 10, "wrong_fields"),
        ([], 10, "empty"),
    ],
)
def test_indices_are_whole_within_contiguous_and_covering(value: Any, length: int, reason: str | None) -> None:
    assert starts_of(value, length).reason == reason


def test_boundaries_written_down_are_read_back() -> None:
    for starts in ((), (1,), (1, 2, 9)):
        value = segments_of(starts, 10)
        assert starts_of(value, 10).value == starts
        assert parse_segments(f"<answer>{json.dumps(value)}</answer>", 10).value == starts


def test_every_reason_has_a_meaning() -> None:
    assert set(REASONS) == set(get_args(Reason))
