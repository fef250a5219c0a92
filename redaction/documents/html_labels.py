"""What a page calls its fields: labels of controls, headers of columns and rows."""

from __future__ import annotations

from collections.abc import Mapping

from selectolax.lexbor import LexborHTMLParser, LexborNode

from redaction.documents.texts import as_label, words_of

_LARGEST_LABEL = 500
"""Nodes of an element that may be a label: a page in a page of labels would else be read once for each."""
_NO_WORDS = frozenset({"select", "textarea", "datalist", "script", "style", "noscript", "template", "iframe"})


class Labels:
    """The labels of a page, looked up by the ids that name them."""

    def __init__(self, tree: LexborHTMLParser) -> None:
        self._for = {one.attributes.get("for"): text_of(one) for one in reversed(tree.css("label[for]"))}
        wanted = {part for one in tree.css("[aria-labelledby]") for part in _ids(one)}
        self._named = {
            one.attributes.get("id"): text_of(one)
            for one in reversed(tree.css("[id]") if wanted else [])
            if one.attributes.get("id") in wanted
        }

    def of(self, given: Mapping[str, str | None], around: str | None = None) -> str | None:
        """The label of a control by its attributes; `around` is the text of the label that it stands in or after."""
        named = " ".join(self._named.get(part) or "" for part in (given.get("aria-labelledby") or "").split())
        return (
            as_label(named)
            or as_label(given.get("aria-label"))
            or self._for.get(given.get("id") or "")
            or around
            or as_label(given.get("placeholder"))
            or as_label(given.get("title"))
            or words_of(given.get("name") or "")
        )


def text_of(node: LexborNode) -> str | None:
    """What an element says as a label, without the fields in it; None for one that says too much to be a label."""
    said: list[str] = []
    open_: list[LexborNode] = []
    one = node.first_child
    steps = 0
    while one is not None or open_:
        steps += 1
        if steps > _LARGEST_LABEL:
            return None
        if one is None:
            one = open_.pop().next
            continue
        if one.is_text_node:
            said.append(one.text_content or "")
        elif one.is_element_node and one.tag not in _NO_WORDS and one.first_child is not None:
            open_.append(one)
            one = one.first_child
            continue
        one = one.next
    return as_label("".join(said))


class Table:
    """The headers of a table, and which of them stands over or beside the cell that is read."""

    def __init__(self, table: LexborNode) -> None:
        self._columns: list[str | None] = []
        self._row: str | None = None
        self._at = 0
        for row in table.css("tr"):
            cells = [cell for cell in row.iter() if cell.tag in ("td", "th")]
            if cells and all(cell.tag == "th" for cell in cells):
                for cell in cells:
                    self._columns.extend([text_of(cell)] * _span(cell))
                break

    def row(self, row: LexborNode) -> None:
        """A row begins."""
        cells = [cell for cell in row.iter() if cell.tag in ("td", "th")]
        self._at = 0
        self._row = text_of(cells[0]) if len(cells) > 1 and cells[0].tag == "th" else None

    def cell(self, cell: LexborNode) -> str | None:
        """The header of the next cell: its column's, else its row's."""
        column = self._columns[self._at] if self._at < len(self._columns) else None
        self._at += _span(cell)
        return column or self._row


def _ids(node: LexborNode) -> list[str]:
    return (node.attributes.get("aria-labelledby") or "").split()


def _span(cell: LexborNode) -> int:
    given = cell.attributes.get("colspan") or ""
    return min(int(given), 100) if given.isascii() and given.isdigit() and int(given) else 1
