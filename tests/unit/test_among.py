"""What is too doubtful on a page, by what else it surely shows: every threshold on both of its sides."""

from __future__ import annotations

import numpy as np
import pytest

from redaction.findings import Box, ImageFinding, Kind, Source
from redaction.screens.rescorer.among import Claim, convincing, is_common_form

NUMBER, NUMBERS, LOGIN, PERSON, NAME, UNLIKELY, LABELLED, SURE = 0.2, 6, 0.3, 0.2, 0.16, 0.08, 0.05, 0.5
"""As they were settled: who changes one changes what is hidden."""


def found(value: str, kind: Kind, source: Source = Source.PATTERN, box: Box = (100, 100, 180, 120)) -> ImageFinding:
    """A finding; boxes that are not told are one row."""
    return ImageFinding(box, kind, 0.5, "any", value, source)


def below(threshold: float) -> float:
    """The next chance below a threshold."""
    return float(np.nextafter(threshold, 0))


def stays(claim: Claim, *others: Claim) -> bool:
    """Whether a claim convinces beside others."""
    return claim.finding in convincing([*others, claim])


def added(value: str, kind: Kind, chance: float, **more: bool) -> Claim:
    """What the re-scorer alone has found."""
    return Claim(found(value, kind), chance, added=True, **more)


def numbers(many: int, value: str = "K-10{}") -> list[Claim]:
    """Numbers that are somebody's, each in a row of its own."""
    return [Claim(found(value.format(i), Kind.ID, box=(0, 200 + 40 * i, 80, 220 + 40 * i)), 0.9) for i in range(many)]


@pytest.mark.parametrize(
    ("value", "chance", "many", "expected"),
    [
        ("LX204B/3", below(NUMBER), NUMBERS, False),
        ("LX204B/3", NUMBER, NUMBERS, True),
        ("LX204B/3", below(NUMBER), NUMBERS - 1, True),
        ("C-203", below(NUMBER), NUMBERS, True),  # as the others are written
        ("KTX 482", below(NUMBER), NUMBERS, True),  # as plates and bookings are
        ("K1SJ1B", below(NUMBER), NUMBERS, True),
        ("AA2317", below(NUMBER), NUMBERS, False),
        ("KTXZ 4", below(NUMBER), NUMBERS, False),
        ("KTX Z4M", below(NUMBER), NUMBERS, False),
    ],
)
def test_a_number_in_doubt_is_nobodys_among_many_that_are_sure(
    value: str, chance: float, many: int, expected: bool
) -> None:
    assert stays(added(value, Kind.ID, chance), *numbers(many)) is expected
    assert stays(added(value, Kind.ID, chance, settled=True), *numbers(many))


def test_numbers_in_doubt_do_not_count_as_sure() -> None:
    doubted = [Claim(one.finding, below(0.5), added=True) for one in numbers(NUMBERS)]
    assert stays(added("LX204B/3", Kind.ID, below(NUMBER)), *doubted)
    sure = [Claim(one.finding, 0.5, added=True) for one in numbers(NUMBERS)]
    told = [Claim(one.finding, 0.0) for one in numbers(NUMBERS)]  # by the rules, however unlikely
    assert not any(stays(added("LX204B/3", Kind.ID, below(NUMBER)), *others) for others in (sure, told))
    people = [Claim(found(f"Nadia {i}", Kind.PERSON, box=one.finding.box), 0.9) for i, one in enumerate(doubted)]
    assert stays(added("LX204B/3", Kind.ID, below(NUMBER)), *people)


@pytest.mark.parametrize(
    ("value", "chance", "expected"),
    [
        ("brygadzista", below(LOGIN), False),
        ("brygadzista", LOGIN, True),
        ("vexlor96", below(LOGIN), True),
        ("NBVX", below(LOGIN), False),
        ("nbv", below(LOGIN), False),
    ],
)
def test_a_log_in_in_doubt_is_a_word_where_none_is_sure(value: str, chance: float, expected: bool) -> None:
    assert stays(added(value, Kind.USERNAME, chance)) is expected
    assert stays(added(value, Kind.USERNAME, chance), Claim(found("nbrink", Kind.USERNAME), 0.9))


@pytest.mark.parametrize(
    ("value", "chance", "somebody", "expected"),
    [
        ("NBV", below(SURE), "Ada Brink", False),
        ("NBV", SURE, "Ada Brink", True),
        ("N.B.V.", below(SURE), "Ada Brink", False),
        ("NBV", 0.0, "Nadia Brink Vexlor", True),
        ("NV", 0.0, "Nadia Brink Vexlor", True),
        ("N.V.", 0.0, "Nadia Brink Vexlor", True),
        ("BV", below(SURE), "Nadia Brink Vexlor", False),
    ],
)
def test_a_few_capitals_in_doubt_are_initials_of_somebody_on_the_page_or_nobodys(
    value: str, chance: float, somebody: str, expected: bool
) -> None:
    others = [Claim(found("nbrink", Kind.USERNAME), 0.9), Claim(found(somebody, Kind.PERSON), 0.9)]
    assert stays(added(value, Kind.USERNAME, chance), *others) is expected


BESIDE = [Claim(found("nbrink", Kind.USERNAME, box=(x, 100, x + 80, 120)), 0.9) for x in (300, 500)]


@pytest.mark.parametrize(
    ("kind", "source", "more", "threshold"),
    [
        (Kind.PERSON, Source.PATTERN, True, PERSON),
        (Kind.COMPANY, Source.MODEL, False, NAME),
        (Kind.PERSON, Source.LABEL, False, NAME),
        (Kind.COMPANY, Source.LABEL, False, NAME),
        (Kind.ADDRESS, Source.LABEL, False, NAME),
    ],
)
def test_a_name_in_doubt_is_nobody_where_it_stands_with_little_else(
    kind: Kind, source: Source, more: bool, threshold: float
) -> None:
    doubted = Claim(found("Sunday", kind, source), below(threshold), added=more)
    assert not stays(doubted)
    assert not stays(doubted, BESIDE[0])
    assert stays(doubted, *BESIDE)
    assert stays(Claim(doubted.finding, threshold, added=more))
    assert stays(Claim(doubted.finding, 0.0, settled=True, added=more))


@pytest.mark.parametrize(
    ("name", "chance", "expected"),
    [
        ("Moroso", below(LABELLED), False),
        ("Moroso", LABELLED, True),
        ("Moroso Sunday", LABELLED, False),
        ("??", LABELLED, False),
    ],
)
def test_a_name_that_is_no_word_needs_less_beside_its_label(name: str, chance: float, expected: bool) -> None:
    assert stays(Claim(found(name, Kind.COMPANY, Source.LABEL), chance)) is expected
    assert not stays(Claim(found("Moroso", Kind.COMPANY, Source.MODEL), LABELLED))


@pytest.mark.parametrize(("down", "expected"), [(0, True), (19, True), (20, False), (-20, False)])
def test_a_row_reaches_half_a_height_up_and_down(down: int, expected: bool) -> None:
    """Twice the distance of the middles is less than the height, 20 px: less than 10 px apart."""
    near = [Claim(found("x", Kind.ID, box=(x, 100 + down, x + 9, 120)), 0.9) for x in (300, 400)]
    assert stays(Claim(found("Sunday", Kind.PERSON, Source.LABEL), 0.1), *near) is expected


@pytest.mark.parametrize(
    ("value", "chance", "expected"),
    [
        ("España", below(NAME), False),
        ("España", NAME, True),
        ("617", below(NAME), False),
        ("E7", below(NAME), True),
        ("12-14", below(NAME), True),
        ("Rua Nova", below(NAME), True),
        ("CFT", below(NAME), True),
    ],
)
def test_one_word_or_a_bare_number_in_doubt_is_no_address(value: str, chance: float, expected: bool) -> None:
    assert stays(Claim(found(value, Kind.ADDRESS, Source.MODEL), chance), *BESIDE) is expected
    assert stays(Claim(found(value, Kind.PERSON, Source.MODEL), chance))


def test_a_label_makes_no_number_log_in_or_secret_out_of_anything() -> None:
    for kind in (Kind.ID, Kind.SECRET, Kind.USERNAME):
        assert not stays(Claim(found("Abgelaufen", kind, Source.LABEL), below(UNLIKELY)))
        assert stays(Claim(found("Abgelaufen", kind, Source.LABEL), UNLIKELY))
        assert stays(Claim(found("Abgelaufen", kind, Source.LABEL), 0.0, settled=True))
        assert stays(Claim(found("Abgelaufen", kind, Source.PATTERN), 0.0))
    assert stays(Claim(found("Abgelaufen", Kind.PHONE, Source.LABEL), 0.0))


@pytest.mark.parametrize(
    ("value", "source", "score", "expected"),
    [
        ("May", Source.ONE_WORD, 0.85, True),  # too short to be looked for by itself in a release
        ("Zhvex", Source.ONE_WORD, 0.85, False),
        ("Zhve", Source.ONE_WORD, 0.85, False),
        ("Zhv", Source.ONE_WORD, 0.85, True),
        ("Manager", Source.ONE_WORD, 0.85, True),
        ("Handel", Source.ONE_WORD, 0.85, True),  # a word of German
        ("May", Source.ONE_WORD, 0.9, False),  # declared
        ("May", Source.REGISTRY, 0.85, False),
        ("ST", Source.INITIALS, 0.8, True),
        ("DBR", Source.INITIALS, 0.8, False),
        ("Zhvex", Source.CUT_OFF, 0.85, True),  # nobody looks for the beginning of a name
        ("Zhvex", Source.CUT_OFF, 0.9, False),
    ],
)
def test_what_a_known_name_shares_with_a_language_is_a_common_form(
    value: str, source: Source, score: float, expected: bool
) -> None:
    one = ImageFinding((100, 100, 180, 120), Kind.PERSON, score, "registry", value, source)
    assert is_common_form(one) is expected
    assert stays(Claim(one, below(UNLIKELY))) is not expected
    assert stays(Claim(one, UNLIKELY))
    assert stays(Claim(one, 0.0, settled=True))


@pytest.mark.parametrize(
    ("value", "chance", "expected"),
    [
        ("til", below(NAME), False),
        ("til", NAME, True),
        ("ada@vexlor.com", below(NAME), True),  # whole
        ("@vexlor.com", below(NAME), True),
    ],
)
def test_what_a_mail_address_over_lines_has_of_one_is_doubted(value: str, chance: float, expected: bool) -> None:
    assert stays(Claim(found(value, Kind.EMAIL), chance)) is expected
    assert stays(Claim(found(value, Kind.EMAIL, Source.REGISTRY), chance))
