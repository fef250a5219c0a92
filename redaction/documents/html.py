"""HTML rewritten: every text in it is shown, what cannot be shown is dropped, and the tree keeps its shape.

What is written has the same elements in the same order as what was read, so that an xpath or a box that led to an
element leads to it still. The rules are in `html_rules`; docs/documents.md tells them in words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

from redaction.documents.html_attributes import is_secret_field, walk_attributes
from redaction.documents.html_labels import Labels, Table, text_of
from redaction.documents.html_rules import EMPTIED, FORMATTING, INTEGRATION, LOOSE, TAGS, VOID
from redaction.documents.html_source import check_size, doctype, without_doctype
from redaction.documents.refusal import DocumentRefused
from redaction.documents.texts import Texts, clean, collapse
from redaction.documents.unit import Each
from redaction.text.inputs import Role

DEEPEST_TREE = 1_000
"""Levels of elements: browsers stop at 512, what is deeper was made to break readers."""
_ROUNDS = 4
"""How often a page that reads differently once it is written is read again."""
_KEEPS_SPACE = frozenset({"pre", "textarea", "listing"})
_NO_LABEL_LIST = """button h1 h2 h3 h4 h5 h6 label legend caption summary th dt"""
_NO_LABEL = frozenset(_NO_LABEL_LIST.split())
_NOT_IN_TAG = re.compile(r"[^a-z0-9-]+")
_JOINED, _WITHIN, _BESIDE, _NEXT, _LINE, _BLOCK = 0, 1, 2, 3, 4, 5


def rewrite_html(html: str, each: Each) -> str:
    """A page with all its texts put through `each`. Raises DocumentRefused for what is no page to work with."""
    return walk_page(html, Texts(each))


def walk_page(html: str, texts: Texts, nesting: int = 0) -> str:
    """A whole page, as the text of a document."""
    html = clean(html)
    check_size(html)
    mark = doctype(html)
    tree = _stable(mark + without_doctype(html))
    shape = _shape(tree)
    made = mark + _Writer(Labels(tree), texts, nesting).write(tree.root)
    if shape != _shape(_parsed(made)):
        raise DocumentRefused(
            "the page would not read the same once it is written.",
            reason="html_unstable",
            remedy="record the page anew, or leave its HTML out.",
        )
    return made


def walk_fragment(html: str, texts: Texts, label: str | None = None, nesting: int = 0) -> str:
    """A piece of HTML, as it stands in an attribute or in JSON; `label` is what that is called."""
    html = clean(html)
    check_size(html)
    tree = LexborHTMLParser(html, is_fragment=True, options=LexborDocumentOptions.WO_EVENTS, scripting=True)
    return _Writer(Labels(tree), texts, nesting, label).write(tree.root)


def tag_of(name: str, texts: Texts) -> str:
    """The name of an element: those of HTML, SVG and MathML stay, any other is shown as a token."""
    if name.lower() in TAGS:
        return name
    shown = texts.token(name)
    return name if shown == name else "x-" + (_NOT_IN_TAG.sub("-", shown.lower()).strip("-") or "element")


def joins(before: str, after: str) -> bool:
    """Whether two texts of neighbouring spans are one word: "Kel" and "ler" are, "Keller" and "Maria" are two."""
    a, b = before[-1:], after[:1]
    return not (a.isalnum() and b.isalnum()) or (a.isalpha() and b.islower()) or (a.isdigit() and b.isdigit())


def are_apart(before: str, after: str) -> bool:
    """Whether the texts of two spans with nothing between them are cells of their own: "Data Engineer" and an address
    are, "Maria" and "Keller" may be one name, and letters that stand in a span each are one word."""
    return any(len(text.split()) != 1 or not text.strip().replace("-", "").isalpha() for text in (before, after))


def _parsed(html: str) -> LexborHTMLParser:
    return LexborHTMLParser(html, options=LexborDocumentOptions.WO_EVENTS, scripting=True)


def _stable(html: str) -> LexborHTMLParser:
    """The tree of a page that is the same when it is written and read again. Only misnested pages need more than a
    look: what a browser wrote reads as it was."""
    tree = _parsed(html)
    for _ in range(_ROUNDS):
        again = _parsed(tree.html or "")
        if _shape(again) == _shape(tree):
            break
        tree = again
    return tree


def _shape(tree: LexborHTMLParser) -> list[tuple[str, int]]:
    """(tag, depth) of every element in document order; names that are no standard ones count as one."""
    shape: list[tuple[str, int]] = []
    for node, depth in _elements(tree.root):
        tag = node.tag or ""
        shape.append((tag if tag.lower() in TAGS else "", depth))
        if depth > DEEPEST_TREE:
            raise DocumentRefused(
                f"elements of a page lie more than {DEEPEST_TREE} levels deep.",
                reason="html_too_deep",
                remedy="record the page anew, or leave its HTML out.",
            )
    return shape


def _elements(root: LexborNode | None) -> Iterator[tuple[LexborNode, int]]:
    node, depth, above = root, 0, list[LexborNode]()
    while node is not None or above:
        if node is None:
            depth -= 1
            node = above.pop().next
            continue
        if node.is_element_node:
            yield node, depth
            # what is emptied is no part of the shape: it reads as text or as elements, as the reader likes
            child = None if node.tag in EMPTIED else node.first_child
            if child is not None:
                above.append(node)
                depth += 1
                node = child
                continue
        node = node.next


@dataclass(slots=True)
class _Frame:
    """An element that is open. `label` and `role` are those of the texts in it."""

    node: LexborNode
    tag: str
    written: str
    label: str | None
    role: Role
    keeps_space: bool
    language: str
    editable: bool = False
    labelled: str | None = None
    table: Table | None = None
    term: str | None = None
    labels_inside: bool = False


@dataclass(slots=True)
class _Writer:
    labels: Labels
    texts: Texts
    nesting: int
    label: str | None = None
    out: list[str] = field(default_factory=list)
    _open: list[_Frame] = field(default_factory=list)
    _run: list[tuple[int | None, str]] = field(default_factory=list)
    _cells: list[int] = field(default_factory=list)
    """Where in the run a word begins that stands right beside another one and may be a cell of its own."""
    _run_label: str | None = None
    _run_role: Role = "prose"
    _run_editable: bool = False
    _gap: int = _BLOCK
    _before: tuple[str, int] | None = None
    _spaced: int = -1
    _ended: bool = False
    _first_lines: set[int] = field(default_factory=set)
    _preserved: set[int] = field(default_factory=set)

    def write(self, first: LexborNode | None) -> str:
        """This node, those after it and all below them."""
        node = first
        while node is not None or self._open:
            if node is None:
                frame = self._open.pop()
                self._leave(frame)
                node = frame.node.next
                continue
            if node.is_text_node:
                self._text(node.text_content or "")
            elif node.is_element_node and self._enter(node):
                node = node.first_child
                continue
            node = node.next
        self._flush()
        return "".join(self.out)

    def _enter(self, node: LexborNode) -> bool:
        """Write the start of an element; True when it is open now."""
        name = node.tag or ""
        tag = name.lower()
        given = node.attributes
        above = self._open[-1] if self._open else None
        self._part(tag, begins=True)
        label, role = (above.label, above.role) if above else (self.label, "field" if self.label else "prose")
        labelled = above.labelled if above else None
        control = self._control(node, tag, given, labelled)
        written = tag_of(name, self.texts)
        attributes = walk_attributes(tag, given, control, self.texts, self.nesting)
        self.out.append("<" + written + "".join(f' {n}="{_attribute(v)}"' for n, v in attributes) + ">")
        language = self._language(tag, above)
        if tag in VOID and language == "html":
            return False
        if tag in EMPTIED:
            self.out.append(f"</{written}>")
            return False
        keeps = tag in _KEEPS_SPACE or bool(above and above.keeps_space)
        frame = _Frame(node, tag, written, label, role, keeps, language, _editable(tag, given, above), labelled)
        if tag == "table":
            frame.table = Table(node)
        elif above is not None:
            frame.table = above.table
        self._texts_of(frame, above, control)
        self._open.append(frame)
        if tag in _KEEPS_SPACE and language == "html":
            self._first_lines.add(len(self.out))
        if tag == "textarea" and is_secret_field(given, control):
            self._leave(self._open.pop())
            return False
        return True

    def _language(self, tag: str, above: _Frame | None) -> str:
        """html, svg or math: in the last two no element is closed by itself."""
        around = above.language if above else "html"
        if above is not None and above.tag in INTEGRATION.get(around, ()):
            around = "html"
        if tag in ("svg", "math") and (around == "html" or (above is not None and above.tag == "annotation-xml")):
            return tag
        return around

    def _control(self, node: LexborNode, tag: str, given: dict[str, str | None], labelled: str | None) -> str | None:
        if tag not in ("input", "select", "textarea", "meter", "progress", "output", "option", "data", "param"):
            return None
        if tag == "option":
            return self._open[-1].label if self._open else None
        before, self._before = self._before, None
        for frame in self._open:
            frame.labels_inside |= frame.tag == "label"
        return self.labels.of(given, labelled or (before[0] if before else None))

    def _texts_of(self, frame: _Frame, above: _Frame | None, control: str | None) -> None:
        """Which label and role the texts in an element have."""
        tag = frame.tag
        if tag in _NO_LABEL:
            frame.label, frame.role = None, "prose"
        elif tag == "title" and not (above and above.tag in ("svg", "g")):
            frame.label, frame.role = None, "title"
        elif tag in ("textarea", "select"):
            frame.label, frame.role = control, "field"
        elif tag == "tr" and frame.table is not None:
            frame.table.row(frame.node)
        elif tag == "dd" and above is not None and above.term:
            frame.label, frame.role = above.term, "field"
        if tag in ("td", "th") and frame.table is not None:
            header = frame.table.cell(frame.node)
            if tag == "td":
                frame.label, frame.role = (header, "field") if header else (None, "prose")
        if tag == "label":
            frame.labelled = text_of(frame.node)

    def _leave(self, frame: _Frame) -> None:
        self.out.append(f"</{frame.written}>")
        self._part(frame.tag, begins=False)
        if self._before is not None and len(self._open) < self._before[1]:
            self._before = None
        if frame.tag == "label" and frame.labelled and not frame.labels_inside:
            self._before = frame.labelled, len(self._open)
        elif frame.tag == "dt" and self._open:
            self._open[-1].term = text_of(frame.node)

    def _part(self, tag: str, *, begins: bool) -> None:
        """What an element's start or end says of the texts on both sides of it."""
        gap = _WITHIN if tag in FORMATTING else _BESIDE if tag in LOOSE else _LINE if tag == "br" else _BLOCK
        if gap == _BESIDE:
            if begins and self._ended:
                gap = _NEXT
            self._ended = not begins
        self._gap = max(self._gap, gap)

    def _text(self, text: str) -> None:
        frame = self._open[-1] if self._open else None
        text = clean(text)
        place = len(self.out)
        if frame is not None and frame.keeps_space:
            self._preserved.add(place)
        else:
            text = collapse(text)
            if self._spaced == place and text.startswith(" "):  # a comment that is gone stood between two spaces
                text = text[1:]
            self._spaced = place + 1 if text.endswith(" ") or (not text and self._spaced == place) else -1
        self.out.append(self._escaped(place, text))
        self._ended = False
        beside = self._gap == _NEXT and self._run and text.strip()
        if self._gap == _BLOCK or (beside and are_apart(self._run[-1][1], text)):
            self._flush()
        if not text.strip():
            if self._run:
                self._run.append((place, text))
                self._gap = min(self._gap, _WITHIN) if self._gap != _LINE else _LINE
            return
        if not self._run:
            self._run_editable = frame is not None and frame.editable
            self._run_label, self._run_role = (frame.label, frame.role) if frame else (self.label, "prose")
            if self._run_label is None and self._before is not None and self._run_role == "prose":
                self._run_label, self._run_role = self._before[0], "field"
            self._before = None
        elif self._gap == _LINE:
            self._run.append((None, "\n"))
        elif self._gap in (_BESIDE, _NEXT) and not joins(self._run[-1][1], text):
            self._run.append((None, " "))
            if beside:
                self._cells.append(len(self._run))
        self._run.append((place, text))
        self._gap = _JOINED

    def _flush(self) -> None:
        """Show the texts of a run as one, and write what came back."""
        run, self._run = self._run, []
        cells, self._cells = self._cells, []
        while run and not run[-1][1].strip():
            run.pop()
        if not run:
            return
        given = [text for _, text in run]
        made = list(self.texts.pieces(given, self._run_label, self._run_role))
        for start, end in pairwise([0, *cells, len(run)] if cells else ()):
            # asked whatever came back for the whole: what is shown of a page is the same for everybody who walks it
            alone = self.texts.pieces(given[start:end], self._run_label, self._run_role)
            if made[start:end] == given[start:end]:  # no name with its neighbour
                made[start:end] = alone
        if self._run_editable and (typed := self.texts.follows("".join(given))) is not None:
            made = [typed, *("" for _ in given[1:])]
        for nth, (place, before) in enumerate(run):
            if place is None and nth and made[nth].strip():
                made[nth - 1] += made[nth]
            elif place is not None:
                self.texts.note(before, made[nth])
        self.texts.note("".join(given), "".join(made))
        for (place, before), after in zip(run, made, strict=True):
            if place is not None and after != before:
                self.out[place] = self._escaped(place, after if place in self._preserved else collapse(after))

    def _escaped(self, place: int, text: str) -> str:
        shown = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        # a reader leaves out the first line end of these elements
        return "\n" + shown if place in self._first_lines and shown.startswith("\n") else shown


def _editable(tag: str, given: dict[str, str | None], above: _Frame | None) -> bool:
    """Whether somebody can type into an element, and its texts are what was typed."""
    if "contenteditable" in given:
        return (given["contenteditable"] or "").lower() != "false"
    return tag == "textarea" or bool(above and above.editable)


def _attribute(value: str) -> str:
    return value.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;")
