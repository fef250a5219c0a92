# ruff: noqa: E501 - lists of forms read better on one line
"""Made-up companies, with and without a legal form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.training import words

if TYPE_CHECKING:
    from benchmarks.training.entities import World


def organisation(world: World) -> str:
    """Any made-up company, authority or institution."""
    r, w = world.r, words
    forms = (
        lambda: r.choice(world.companies),
        lambda: f"{r.choice(w.INVENTED_WORDS)} {r.choice(w.INDUSTRY)}",
        lambda: f"{r.choice(w.INVENTED_WORDS)} {r.choice(w.INDUSTRY)} {r.choice(w.LEGAL_FORMS)}",
        lambda: f"{world.brand.make(r)} {r.choice((*w.LEGAL_FORMS, *w.INDUSTRY))}",
        lambda: world.brand.make(r),
        lambda: f"{r.choice(world.lasts)} {r.choice((*w.INDUSTRY, *w.LEGAL_FORMS))}",
        lambda: (
            f"{r.choice(world.lasts)} {r.choice(('&', 'and', '+'))} {r.choice((r.choice(world.lasts), 'Sons', 'Co', 'Partners', 'Associates'))}"
        ),
        lambda: (
            f"{r.choice(world.lasts)}, {r.choice(world.lasts)} {r.choice(('&', 'and'))} {r.choice(world.lasts)}{r.choice(('', ' LLP', ' LLC'))}"
        ),
        lambda: (
            "".join(r.choice("ABCDEFGHIKLMNOPRSTUVW") for _ in range(r.randint(2, 5)))
            + r.choice(("", "", " " + r.choice(w.INDUSTRY), " " + r.choice(w.LEGAL_FORMS)))
        ),
        lambda: r.choice(
            (
                f"University of {world.town_name()}",
                f"{world.town_name()} University",
                f"{world.town_name()} {r.choice(('High School', 'College', 'Hospital', 'City Council', 'Police Department', 'Regional Court', 'District Court', 'Chamber of Commerce', 'Institute of Technology', 'Football Club', 'FC', 'United', 'Town', 'Symphony Orchestra'))}",
                f"Bank of {world.town_name()}",
                f"Ministry of {r.choice(('Justice', 'Health', 'Finance', 'Education', 'Defence', 'the Interior'))}",
            )
        ),
        lambda: (
            world.brand.make(r)
            + r.choice(
                (
                    "soft",
                    "tech",
                    "corp",
                    "net",
                    "ware",
                    "ly",
                    "io",
                    "Works",
                    "Labs",
                    "Bank",
                    "Pay",
                    "Hub",
                    "X",
                    ".io",
                    ".ai",
                    ".com",
                )
            )
        ),
    )
    return forms[r.choices(range(len(forms)), (14, 14, 10, 12, 4, 10, 8, 4, 3, 9, 7))[0]]()


def plain_organisation(world: World, style: str) -> str:
    """A company without legal form: `plain` ordinary words, `acro` an acronym, `coin` a coined word, `low` any of them."""
    r, w = world.r, words
    assert world.software is not None
    if style == "low":
        style = r.choice(("plain", "plain", "coin", "acro"))
    if style == "acro":
        return "".join(r.choice("ABCDEFGHIKLMNOPRSTUVW") for _ in range(r.choice((2, 3, 3, 3, 4, 4, 5))))
    if style == "coin":
        if r.random() < 0.45:
            return world.software("coin")
        word = world.brand.make(r) if r.random() < 0.6 else world.software("word")
        tail = r.choice(("ly", "ify", "io", "wise", "watt", "score", "sense", "metrics", "point", "scape", "logic", "geno", "cast", "stack", "co", "com", "base", "hub", "lytics", "verse", "grid", "zy", "ster", "ware", "tory", ""))  # fmt: skip
        return (word + tail).capitalize()
    one, two = (world.software("word").capitalize() for _ in range(2))
    return r.choice(
        (
            one,
            f"{one} {two}",
            f"{one} {two}",
            f"{one} {r.choice(w.INDUSTRY)}",
            f"{one} {two} {r.choice(w.INDUSTRY)}",
            f"{r.choice(w.INVENTED_WORDS)} {one}",
            f"{one} {r.choice(('&', 'and', 'And'))} {two}",
            f"The {one} {r.choice(('Group', 'Company', 'Collective', 'Agency', 'Lab', 'Network', two))}",
            f"{r.choice(('American', 'National', 'First', 'Great', 'Social', 'Public', 'Environmental', 'Chemical', 'Consumer', 'General'))} {one} {r.choice((two, 'Service', 'Services', 'Agency', 'Network', 'Resources', 'Movers', 'Reports'))}",
            f"{world.brand.make(r)} {r.choice((one, *w.INDUSTRY[:20]))}",
            f"{r.choice(world.lasts)} {one}",
            f"{one} {r.choice(('IP', 'HQ', 'AI', 'Co', 'X', 'One', '360', 'Online', 'Direct', 'USA', 'Inc', 'Care'))}",
        )
    )
