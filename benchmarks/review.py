"""The review page with very many screens, in real Chromium: how long an auditor waits for what is pressed.

    python -m benchmarks.review [--screens 10000] [--height 480]

All screens are asked for. They are drawn, not redacted; what is measured is the server and the page. Seconds are wall
clock of one run; the middle and the slowest of each.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.review_browser import Page
from tests.review_fixture import make_build, running

SCREENS_AN_INSTANCE = 12
SHOWN = "document.body.dataset.ready === '{}'"
#: a plan that asks for every screen
EVERY_SCREEN = 1e-9


def timed(work: Callable[[], object]) -> float:
    """Seconds that something took."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def told(name: str, seconds: list[float]) -> None:
    """One line of the result."""
    print(f"{name:34} {statistics.median(seconds):7.2f} s {max(seconds):7.2f} s   ({len(seconds)})", flush=True)


def measure(out: Path, key: Path, page: Page) -> None:
    """Ask for everything that an auditor asks for, and print how long it took."""

    def reach(key_pressed: str, expression: str) -> float:
        def work() -> None:
            page.press(key_pressed)
            page.until(expression, step=0.005)

        return timed(work)

    def open_page() -> None:
        page.open(started.address)
        page.until(SHOWN.format(0), 300)

    begin = time.perf_counter()
    with running(out, key, fraction=EVERY_SCREEN, patience=600) as started:
        told("start of the server", [time.perf_counter() - begin])
        told("open the page", [timed(open_page)])
        total = int(page.ask("Number(document.querySelector('#jump').max)"))
        print(f"{total} screens")
        told("accept, and the next is shown", [reach("a", SHOWN.format(n + 1)) for n in range(20)])
        told("next", [reach("n", SHOWN.format(n + 21)) for n in range(20)])
        tiles = "document.querySelectorAll('.tile').length > 5"
        loaded = "[...document.querySelectorAll('.tile img')].every(i => i.complete)"
        told("thumbnails, the first time", [reach("o", f"{tiles} && {loaded}")])

        def scroll(share: float) -> float:
            page.ask(f"(t => {{ t.scrollTop = {share} * t.scrollHeight; }})(document.querySelector('#tiles'))")
            here = f"Number(document.querySelector('#tile-list li').dataset.at) > {share * total - 200}"
            return timed(lambda: page.until(f"{here} && {loaded}", step=0.005))

        told("thumbnails, anywhere", [scroll(n / 11) for n in range(1, 11)])
        most = page.ask("document.querySelectorAll('#tile-list li').length")
        choose = (
            "(b => {{ const t = performance.now(); b.value = '{}'; b.dispatchEvent(new Event('change'));"
            " return (performance.now() - t) / 1000; }})(document.querySelector('#of-status'))"
        )
        told("a filter", [float(page.ask(choose.format(v))) for v in ("accepted", "todo", "flagged", "")])
        page.ask("document.querySelector('#overview-dialog').close()")
        page.until("!document.querySelector('dialog[open]')")
        crops = "[...document.querySelectorAll('.crop img')].length === 40 && "
        crops += "[...document.querySelectorAll('.crop img')].every(i => i.complete && i.naturalWidth)"
        told("forty crops", [reach("c", crops)])
        print(f"at most {most} thumbnails exist at a time")
        page.ask("document.querySelector('#crops-dialog').close()")
        page.ask("document.querySelector('#close').click()")
        started.thread.join(60)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--screens", type=int, default=10_000)
    parser.add_argument("--height", type=int, default=480, help="of a screen in px; its width is 5/3 of that")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="entrophy-review-") as folder, Page() as page:
        size = (given.height, given.height * 5 // 3)
        instances = -(-given.screens // SCREENS_AN_INSTANCE)
        begin = time.perf_counter()
        out = make_build(Path(folder) / "out", instances=instances, size=size)
        print(f"build: {time.perf_counter() - begin:.0f} s")
        measure(out, Path(folder) / "key", page)


if __name__ == "__main__":
    main()
