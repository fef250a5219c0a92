"""What boxes share."""

from __future__ import annotations

from redaction.page.boxes import share_in


def test_the_share_of_a_box_in_another_is_of_its_own_area() -> None:
    assert share_in((0, 0, 10, 10), (5, 0, 100, 100)) == 0.5
    assert share_in((5, 0, 100, 100), (0, 0, 10, 10)) == 50 / 9500
    assert share_in((0, 0, 10, 10), (-5, -5, 20, 20)) == 1
    assert share_in((0, 0, 10, 10), (10, 0, 20, 10)) == share_in((3, 3, 3, 9), (0, 0, 9, 9)) == 0
