"""Known values in scripts without spaces between words: found anywhere in a run of signs, spaced or not.

"张伟", "张 伟" and "ジョン・スミス", "ジョンスミス" are one thing each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from redaction.findings import Kind, TextFinding, known_finding

UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_SIGN = "\u3040-\u30fa\u30fc-\u30ff\u3400-\u9fff\uf900-\ufaff"
_BETWEEN = re.compile(
    rf"(?<=[{_SIGN}])(?:[ \u3000]{{0,2}}[・·･‧•=\uff1d]?[ \u3000]{{0,2}}|[ \u3000]*\r?\n[ \u3000]*)(?=[{_SIGN}])"
)


@dataclass
class Unspaced:
    """Add values, then `seal`; `find` gives findings, which may overlap."""

    _forms: dict[str, tuple[Kind, float]] = field(default_factory=dict)
    _automaton: Any = None

    def add(self, kind: Kind, value: str, score: float) -> None:
        """One known value, when its script needs it."""
        if UNSPACED.search(value):
            folded = value.casefold()
            for form in {folded, _BETWEEN.sub("", folded)}:
                known = self._forms.get(form)
                made = (kind, score)
                if known is None or (score, str(kind)) > (known[1], str(known[0])):
                    self._forms[form] = made

    def seal(self) -> None:
        """Prepare the search."""
        if self._forms:
            import ahocorasick

            automaton = ahocorasick.Automaton()
            for form, entity in sorted(self._forms.items()):
                automaton.add_word(form, (len(form), entity))
            automaton.make_automaton()
            self._automaton = automaton

    def find(self, text: str) -> Iterator[TextFinding]:
        """Every place where a known value stands, separators between its signs aside."""
        if self._automaton is None:
            return
        low = text.casefold()
        low = low if len(low) == len(text) else text
        places = list(range(len(low)))
        gaps = [m.span() for m in _BETWEEN.finditer(low) if m.end() > m.start()]
        if gaps:
            drop = {i for start, end in gaps for i in range(start, end)}
            places = [i for i in places if i not in drop]
        seen = set()
        for searched, at in ((low, None), ("".join(low[i] for i in places), places) if gaps else ("", None)):
            for last, (length, (kind, score)) in self._automaton.iter(searched) if searched else ():
                first = last + 1 - length
                start, end = (first, last + 1) if at is None else (at[first], at[last] + 1)
                if (start, end) not in seen:
                    seen.add((start, end))
                    yield known_finding(start, end, kind, score)
