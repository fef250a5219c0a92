"""Small SVG charts for the audit report: no script, no font, colours from the page, a title for screen readers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

_ROW, _WIDTH = 40, 400


def _svg(title: str, width: float, height: float, body: Sequence[Markup], extra: str = "") -> Markup:
    parts = Markup("").join(body)
    return Markup(
        '<svg class="chart {}" viewBox="0 0 {:g} {:g}" role="img" aria-label="{}" preserveAspectRatio="xMinYMin meet">'
        "<title>{}</title>{}</svg>"
    ).format(extra, width, height, title, title, parts)


def bars(title: str, rows: Sequence[tuple[str, Mapping[str, int]]], classes: Mapping[str, str]) -> Markup:
    """Horizontal stacked bars: (label, {series: number}); `classes` maps a series to its CSS class."""
    most = max((sum(values.values()) for _, values in rows), default=0) or 1
    room = _WIDTH - 70
    body: list[Markup] = []
    for number, (label, values) in enumerate(rows):
        top = number * _ROW
        # The label stands above its bar: on a phone there is no room beside it.
        body.append(Markup('<text x="0" y="{}">{}</text>').format(top + 14, _short(label)))
        left = 0.0
        for series, value in values.items():
            width = room * value / most
            if value:
                body.append(
                    Markup(
                        '<rect x="{:.1f}" y="{}" width="{:.1f}" height="16" class="{}"><title>{}</title></rect>'
                    ).format(left, top + 19, max(width, 1.0), classes[series], f"{label}, {series}: {value:,}")
                )
            left += width
        total = f"{sum(values.values()):,}"
        body.append(Markup('<text x="{:.1f}" y="{}" class="value">{}</text>').format(left + 6, top + 32, total))
    return _svg(title, _WIDTH, max(len(rows), 1) * _ROW + 4, body)


def funnel_chart(title: str, steps: Sequence[tuple[str, int]]) -> Markup:
    """Centred bars, each as wide as its share of the first."""
    first = steps[0][1] or 1
    body: list[Markup] = []
    for number, (label, value) in enumerate(steps):
        width = 300 * value / first
        top = number * 46
        body.append(Markup('<text x="150" y="{}" class="middle">{}</text>').format(top + 13, f"{label}: {value:,}"))
        body.append(
            Markup('<rect x="{:.1f}" y="{}" width="{:.1f}" height="20" rx="3" class="step{}"/>').format(
                150 - max(width, 2) / 2, top + 18, max(width, 2), number
            )
        )
    return _svg(title, 300, len(steps) * 46, body, "funnel")


def intervals(title: str, rows: Sequence[tuple[str, float | None, float, float]], floor: float) -> Markup:
    """Shares between 0 and 1 with their intervals: (label, share, low, high); the floor is a dashed line."""
    room = _WIDTH - 70
    body: list[Markup] = []
    for number, (label, share, low, high) in enumerate(rows):
        top = number * _ROW
        body.append(Markup('<text x="0" y="{}">{}</text>').format(top + 14, _short(label)))
        body.append(
            Markup('<line x1="{:.1f}" y1="{y}" x2="{:.1f}" y2="{y}" class="whisker"><title>{}</title></line>').format(
                room * low, room * high, f"{label}: between {low:.0%} and {high:.0%}", y=top + 27
            )
        )
        if share is not None:
            body.append(Markup('<circle cx="{:.1f}" cy="{}" r="5" class="point"/>').format(room * share, top + 27))
            words = f"{share:.0%}"
            body.append(Markup('<text x="{}" y="{}" class="value">{}</text>').format(room + 14, top + 32, words))
    height = max(len(rows), 1) * _ROW + 4
    line = Markup('<line x1="{x:.1f}" y1="0" x2="{x:.1f}" y2="{}" class="floor"><title>{}</title></line>')
    body.append(line.format(height, f"the floor, {floor:.0%}", x=room * floor))
    return _svg(title, _WIDTH, height, body)


def shares(title: str, rows: Sequence[tuple[str, float, float | None]]) -> Markup:
    """Shares (0–1) as bars: (label, now, before); the one before lies thin under it, None where there was none."""
    most = max((max(now, before or 0.0) for _, now, before in rows), default=0.0) or 1.0
    room = _WIDTH - 110
    body: list[Markup] = []
    for number, (label, now, before) in enumerate(rows):
        top = number * _ROW
        words = f"{now:.1%}" + (f" (was {before:.1%})" if before is not None else "")
        body.append(Markup('<text x="0" y="{}">{}</text>').format(top + 14, _short(label)))
        for share, at, height, series in ((now, 19, 10, "series-text"), (before, 30, 5, "series-screen")):
            if share:
                body.append(
                    Markup('<rect x="0" y="{}" width="{:.1f}" height="{}" class="{}"><title>{}</title></rect>').format(
                        top + at, max(room * share / most, 1.0), height, series, f"{label}: {words}"
                    )
                )
        right = room * max(now, before or 0.0) / most
        body.append(Markup('<text x="{:.1f}" y="{}" class="value">{}</text>').format(right + 6, top + 32, f"{now:.1%}"))
    return _svg(title, _WIDTH, max(len(rows), 1) * _ROW + 4, body)


def silhouette(title: str, width: int, height: int, boxes: Sequence[Mapping[str, Any]]) -> Markup:
    """The hidden regions of one screenshot as coloured boxes on a blank screen: no pixel of it."""
    body = [Markup('<rect x="0" y="0" width="{}" height="{}" class="blank"/>').format(width, height)]
    for box in boxes:
        x0, y0, x1, y1 = (int(v) for v in box["box"])
        body.append(
            Markup('<rect x="{}" y="{}" width="{}" height="{}" class="box k-{}"><title>{}</title></rect>').format(
                x0,
                y0,
                max(x1 - x0, 1),
                max(y1 - y0, 1),
                kind_class(str(box["kind"])),
                f"{box['kind']}, {box['detector']}",
            )
        )
    return _svg(title, width, height, body, "silhouette")


def kind_class(kind: str) -> str:
    """The name of a kind as the end of a CSS class."""
    return "".join(c if c.isalnum() else "-" for c in kind.casefold())


def _short(label: str) -> str:
    return label if len(label) <= 48 else label[:47] + "…"
