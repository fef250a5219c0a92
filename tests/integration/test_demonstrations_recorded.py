"""The recorder of demonstrations with a real browser: the same twice, nothing left out, truth of hard places."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from samples.browser import CHROMIUM, Browser, BrowserError
from samples.demonstrations import batch
from samples.demonstrations.batch import SMALL_SEED, small, write_batch
from samples.demonstrations.hand import Hand
from samples.demonstrations.stage import PAGES, Stage

pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason=f"{CHROMIUM} is not installed (apt-get install chromium)")


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class Tireless(Hand):
    """Takes a picture for every frame, whether or not anything seems to have changed."""

    def _frame(self) -> None:
        self._state = ""
        super()._frame()


def test_a_demonstration_is_the_same_again_and_no_change_is_overlooked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose = partial(small, seed=SMALL_SEED)
    write_batch(tmp_path / "once", "demo", SMALL_SEED, choose)
    monkeypatch.setattr(batch, "Hand", Tireless)
    write_batch(tmp_path / "again", "demo", SMALL_SEED, choose)
    once, again = files(tmp_path / "once"), files(tmp_path / "again")
    assert once.keys() == again.keys() and any(name.endswith(".mp4") for name in once)
    assert [name for name in once if once[name] != again[name]] == []


PAGE = """<!doctype html><meta charset="utf-8"><title>t</title><link rel="stylesheet" href="/kit.css">
<style>body { font: 16px/20px "Liberation Sans"; margin: 0 } div { position: absolute; left: 0 }</style>
<body><script src="/kit.js"></script><script src="/app.js"></script></body>"""

SCRIPT = """
const name = "\\ue000person\\ue001Maren Oldenkamp\\ue002";
const put = (top, style, ...kids) => {
  const e = el("div", { style: `top:${top}px;${style}` }, ...kids);
  document.body.append(e);
  return e;
};
put(0, "", "Owner: ", name);
put(40, "", name); put(40, "left:60px;width:300px;height:20px;background:#fff");
put(80, "", name); put(80, "width:400px;height:20px;background:rgba(0,0,0,.5)");
put(120, "width:50px;overflow:hidden;white-space:nowrap", name);
const faded = put(160, "opacity:0;transition:opacity 1s linear", name);
put(200, "", el("input", { id: "field", style: "width:200px" }));
put(240, "", "gone"); put(240, "width:300px;height:20px;background:#fff");
put(280, "height:10px;overflow:hidden", name);
put(320, "width:80px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap", name);
put(360, "width:74px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap", "Owner ", name);
document.title = kit.plain(name);
window.fade = () => faded.style.opacity = "1";
window.later = 0; setInterval(() => window.later++, 300);
window.__ready = true;
"""


def seen_at(rows: list[dict[str, Any]], top: int) -> list[dict[str, Any]]:
    return [row for row in rows if top <= row["box"][1] < top + 30]


def test_what_is_seen_of_a_name_is_told_as_it_is_seen() -> None:
    with Stage() as stage:
        kinds = {"": ("text/html", PAGE), "kit.css": ("text/css", (PAGES / "kit.css").read_text(encoding="utf-8"))}
        kinds |= {"kit.js": ("text/javascript", (PAGES / "kit.js").read_text(encoding="utf-8"))}
        kinds |= {"app.js": ("text/javascript", SCRIPT)}
        stage.sites = {f"page.example/{name}": (kind, body.encode()) for name, (kind, body) in kinds.items()}
        stage.open("https://page.example/", 500, 400, 1_000_000)
        values = stage.seen()["values"]
        (whole,) = seen_at(values, 0)
        assert (whole["text"], whole["share"], whole["opacity"]) == ("Maren Oldenkamp", 1, 1)
        (half,) = seen_at(values, 40)
        assert 40 < half["box"][2] <= 72 and 0.3 < half["share"] < 0.65
        (dim,) = seen_at(values, 80)
        assert dim["share"] == 1 and dim["opacity"] == 0.5
        (cut,) = seen_at(values, 120)
        assert cut["box"][2] == 50 and cut["share"] < 0.6
        assert seen_at(values, 160) == [] and [line for line in stage.seen()["lines"] if line["text"] == "gone"] == []
        (slice_,) = seen_at(values, 280)
        assert slice_["box"][3] <= 290 and slice_["share"] < 0.65
        (short,) = seen_at(values, 320)  # "Maren Ol…": what the ellipsis stands for is not drawn
        assert 55 < short["box"][2] < 72 and short["share"] < 0.6
        assert seen_at(values, 360) == [], "of the letter that an ellipsis would cut nothing is drawn"
        assert {line["text"] for line in seen_at(stage.seen()["lines"], 0)} == {"Owner:"}

        # time stands, and goes as far as it is told
        stage.ask("fade()")
        strengths = []
        for tenth in range(12):
            stage.go_on(1_000_000 + 100 * tenth, 400, 350)
            strengths += [row["opacity"] for row in seen_at(stage.seen()["values"], 160)]
        assert strengths[:9] == pytest.approx([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]) and strengths[9:] == [1, 1]
        assert stage.ask("Date.now()") == 1_001_100 and stage.ask("later") == 3

        # a name is a name from its first letter on, and its slips are part of it
        stage.ask("kit.expect(document.getElementById('field'), 'To \\ue000person\\ue001Silje Aas\\ue002')")
        stage.ask("document.getElementById('field').focus()")
        found = []
        for letter in ("T", "o", " ", "S", "x", "Key.backspace", "i"):
            stage.press(letter)
            found.append([row["text"] for row in seen_at(stage.seen()["values"], 200)])
        assert found == [[], [], [], ["S"], ["Sx"], ["S"], ["Si"]]
        assert all(row["of"] == "Silje Aas" for row in seen_at(stage.seen()["values"], 200))
        assert 'value="To Si"' in stage.ask("__recorder.html()")
        assert "\ue000" not in stage.ask("__recorder.html() + document.title")


def test_nothing_but_the_given_sites_is_answered() -> None:
    with Stage() as stage:
        stage.sites = {"page.example/": ("text/html", b"<title>t</title><script>window.__ready = true</script>")}
        stage.open("https://page.example/", 300, 200, 0)
        asked = "fetch('https://elsewhere.example/x', {mode: 'no-cors'}).then(r => r.type + r.status, e => e.name)"
        assert stage.ask(asked) in ("opaque0", "TypeError")
        assert stage.ask("fetch('/missing').then(r => r.status)") == 404


LATE = """<!doctype html><body><div id="d" style="width:90px;height:90px"></div><script>
(function go(left) {
  d.style.background = `rgb(${left %% 200},0,0)`;
  if (left > 0) requestAnimationFrame(() => go(left - 1));
})(%d);
</script>"""


def test_a_picture_is_taken_when_all_is_drawn() -> None:
    with Browser() as browser:
        browser.show("<!doctype html><body>", 100, 100)
        browser.measure("document.open(); document.write(" + json.dumps(LATE % 12) + "); document.close(); 'true'")
        assert browser.still() == browser.still()
        browser.measure("document.open(); document.write(" + json.dumps(LATE % 100_000) + "); document.close(); 'true'")
        with pytest.raises(BrowserError, match="different in every picture"):
            browser.still()
