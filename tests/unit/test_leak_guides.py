"""Lines of guides as the leak check reads them: each alone, and all as one text."""

from __future__ import annotations

import pytest

from validation.files.demonstration_layout import Place
from validation.leaks.demonstration_sources import demonstration_items
from validation.leaks.leak_items import Said
from validation.leaks.unreserved import pattern_hits

GUIDE = Place("demo", "sop")
FRENCH = "+33 0 17 24 01 14"
"""No number of any plan; with one digit more it is one."""


def kinds(guide: str) -> set[str]:
    items = list(demonstration_items("guide", GUIDE, guide.encode()))
    return {kind for item in items if isinstance(item, Said) for kind in pattern_hits(item.text)}


@pytest.mark.parametrize("mark", [".", ")"])
def test_the_number_of_the_next_step_is_no_digit_of_a_telephone_number(mark: str) -> None:
    assert kinds(f"4{mark} Replace it so that it says {FRENCH}.\n5{mark} Click Save.") == set()
    assert kinds(f"4{mark} Replace it so that it says {FRENCH}. 5{mark} Click Save.") == {"phone"}, "in one line it is"


def test_a_number_over_two_lines_is_one() -> None:
    assert kinds(f"4. It says {FRENCH}\n5 at last.") == {"phone"}
    assert kinds("4. It says +33 1 72 40\n5. 11 45 at last.") == {"phone"}, "also over two steps"
    assert kinds("4. It says +33 1 72 40\n11 45 at last.") == {"phone"}
