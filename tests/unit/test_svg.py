"""What is read of an SVG picture, and what a picture of a bundle may not hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from redaction.findings import Kind
from validation.files.svg import NoPicture, svg_texts
from validation.leaks.scan import scan_bundle

HEAD = '<?xml version="1.0" encoding="utf-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="10pt" viewBox="0 0 1 1">'


def svg(inside: str) -> bytes:
    return f"{HEAD}{inside}</svg>".encode()


def said(inside: str) -> list[str]:
    return [text for _, text in svg_texts(svg(inside)) if "w3.org" not in text]


@pytest.mark.parametrize(
    ("inside", "words"),
    [
        ("<g><text>Edit Field</text></g>", ["Edit Field"]),
        ('<text x="1.5" style="fill: #fff">A <tspan>B</tspan></text>', ["fill: #fff", "A B"]),
        ("<text>Ma<tspan>ria</tspan></text><text>Ma<!--x-->ria</text>", ["Maria", "Maria", "x"]),
        ("<text>Enter @import, url(a) or \\</text>", ["Enter @import, url(a) or \\"]),
        ("<style>* { stroke: url(#p1) }</style>", ["* { stroke: url(#p1) }"]),
        ('<g id="Maria"/>', ["Maria"]),
        ("<!-- Maria -->", [" Maria "]),
        ("<title>What follows what</title>", ["What follows what"]),
        ('<path d="M 0 682.56 \nL 1188 47.52 z"/>', []),
        ('<path d="M 0 0 Maria"/>', ["M 0 0 Maria"]),
        ('<path d="M 0 0 L 5551234567"/>', []),
        ('<g transform="translate(4.5 -2) scale(0.1)"/>', []),
        ('<g transform="translate(Maria)"/>', ["translate(Maria)"]),
        ('<rect width="10" height="Maria"/>', ["Maria"]),
        ('<path clip-path="url(#p1)" d="M 0 0"/>', ["url(#p1)"]),
        ('<use xlink:href="#a" xmlns:xlink="x"/>', ["#a", "x"]),
    ],
)
def test_everything_but_shapes_is_text(inside: str, words: list[str]) -> None:
    assert sorted(said(inside)) == sorted(words)


@pytest.mark.parametrize(
    "inside",
    [
        "<script>1</script>",
        "<foreignObject/>",
        '<image href="a.png"/>',
        "<animate/>",
        "<a/>",
        '<g onload="x()"/>',
        '<g ONLOAD="x()"/>',
        '<use href="https://example.com/a#b"/>',
        '<use xlink:href="other.svg#a" xmlns:xlink="x"/>',
        '<path style="fill: url(https://example.com/a)"/>',
        "<style>@import 'https://example.com/a.css'</style>",
        "<style>path { fill: url('other.svg#a') }</style>",
        "<style>@im<!-- x -->port 'a.css'</style>",
        "<style>@im<g/>port 'a.css'</style>",
        r"<style>path { fill: \75rl(https://example.com/a) }</style>",
        r'<path style="fill: u\72l(https://example.com/a)"/>',
        r'<path clip-path="u\72l(https://example.com/a)"/>',
        '<path clip-path="url(https://example.com/a)"/>',
        "<style>g { cursor: image-set('https://example.com/a' 1x) }</style>",
        '<path style="fill: image(a.png)"/>',
        '<use xml:base="https://example.com/a" href="#a"/>',
        '<g src="https://example.com/a"/>',
        '<g Maria="1"/>',
        '<g xmlns:Maria="1"/>',
        "<?xml-stylesheet href='a.css'?>",
        "<g>",
    ],
)
def test_what_runs_fetches_or_is_no_picture_is_refused(inside: str) -> None:
    with pytest.raises(NoPicture):
        said(inside)


@pytest.mark.parametrize(
    ("before", "why"),
    [
        ('<!DOCTYPE svg SYSTEM "https://example.com/Maria">', "declares"),
        ('<!DOCTYPE svg PUBLIC "Maria" "x">', "declares"),
        ("<!DOCTYPE Maria>", "declares"),
        ("<!DOCTYPE svg [<!ELEMENT Maria ANY>]>", "declares"),
        ('<!DOCTYPE svg [<!ATTLIST svg onload CDATA "x()">]>', "declares"),
        ('<?xml version="1.0" encoding="utf-7"?>', "UTF-8"),
        ('<?xml version="1.0" encoding="x-nonsense"?>', "UTF-8"),
        ('<?xml version="1.0" encoding="iso-2022-jp"?>', "UTF-8"),
    ],
)
def test_what_stands_before_the_picture_says_nothing_of_its_own(before: str, why: str) -> None:
    with pytest.raises(NoPicture, match=why):
        list(svg_texts(f'{before}<svg xmlns="http://www.w3.org/2000/svg"/>'.encode()))


def test_utf_16_is_refused() -> None:
    with pytest.raises(NoPicture):
        list(svg_texts("<svg><text>Maria</text></svg>".encode("utf-16")))


def test_our_own_pictures_are_read() -> None:
    from evaluation.mining.picture import picture

    assert "What follows what" in [text for _, text in svg_texts(picture([]))]
    assert list(svg_texts(b'<!DOCTYPE svg><svg version="1.1"/>')) == [("attribute 0", "1.1")]


def test_entities_are_refused_before_they_grow() -> None:
    bomb = b'<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "lol"><!ENTITY b "&a;&a;">]><svg><text>&b;</text></svg>'
    with pytest.raises(NoPicture, match="declares"):
        list(svg_texts(bomb))


def test_the_leak_check_reads_pictures(tmp_path: Path) -> None:
    (tmp_path / "HR_processes.svg").write_bytes(svg("<text>Mail to Zorvan Quellmaris</text>"))
    (tmp_path / "IT_processes.svg").write_bytes(svg("<script/>"))
    needles = [("id", Kind.PERSON, "Zorvan Quellmaris")]
    found = scan_bundle(tmp_path, needles, read_screens=False, alone=()).findings
    assert [(leak.where.split(" ")[0], leak.kind, leak.how) for leak in found] == [
        ("HR_processes.svg", "person", "exact"),
        ("IT_processes.svg", "unreadable", "has an element that a picture does not need"),
    ]


def test_shapes_are_no_telephone_numbers(tmp_path: Path) -> None:
    shapes = "M 0 0 \nL 212 736-5000"
    (tmp_path / "HR_processes.svg").write_bytes(svg(f'<path d="{shapes}"/>'))
    assert scan_bundle(tmp_path, [], read_screens=False, alone=()).findings == ()
    (tmp_path / "beside.md").write_text(shapes, encoding="utf-8")
    found = scan_bundle(tmp_path, [], read_screens=False, alone=()).findings
    assert [leak.where for leak in found] == ["beside.md line 2"], "in words it is one"
