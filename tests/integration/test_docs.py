"""The site of `make docs`: built strictly and without a network, whole, and asking for nothing outside itself."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import entrophy

ROOT = Path(__file__).resolve().parents[2]
#: Elements that a browser fetches by themselves, and the attribute that says from where.
FETCHED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "video": "src", "link": "href"}
#: <link> elements that are not fetched.
NAMED = {"canonical", "next", "prev", "alternate"}


def built(source: Path, site: Path) -> subprocess.CompletedProcess[str]:
    """Build as `make docs` does, in a process without a network where the machine allows that."""
    command = [sys.executable, "-m", "mkdocs", "build", "-f", str(source / "mkdocs.yml"), "-d", str(site)]
    alone = ["unshare", "--net", "--map-root-user"]
    if shutil.which("unshare") and subprocess.run([*alone, "true"], capture_output=True, check=False).returncode == 0:
        command = [*alone, *command]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    return subprocess.run(command, cwd=source, env=environment, capture_output=True, text=True, check=False)


class Links(HTMLParser):
    """What a page fetches, what it links to, and the anchors it has."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.fetched: set[str] = set()
        self.linked: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if given.get(name)}
        if tag in FETCHED and given.get(FETCHED[tag]) and given.get("rel") not in NAMED:
            self.fetched.add(given[FETCHED[tag]])
        if tag == "a" and given.get("href"):
            self.linked.add(given["href"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs") / "site"
    done = built(ROOT, folder)
    assert done.returncode == 0 and re.findall(r"^(?!INFO ).+", done.stderr, re.MULTILINE) == [], done.stderr
    return folder


def test_every_page_of_the_repository_is_in_the_site_and_its_navigation(site: Path) -> None:
    pages = {str(path.relative_to(ROOT / "docs").with_suffix(".html")) for path in (ROOT / "docs").rglob("*.md")}
    pages |= {"index.html", "changelog.html"}
    assert pages <= {str(path.relative_to(site)) for path in site.rglob("*.html")}
    start = {unquote(urlsplit(link).path) for link in Links(site / "index.html").linked}
    assert pages - start == set()


def test_a_browser_asks_for_nothing_outside_and_no_link_is_broken(site: Path) -> None:
    pages = {path: Links(path) for path in site.rglob("*.html") if path.name != "404.html"}
    broken = []
    for path, links in pages.items():
        for link in links.fetched | links.linked:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                assert link in links.linked and link not in links.fetched, f"{path.name} fetches {link}"
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            known = pages[target].anchors if target in pages else set()
            if not target.exists() or (parts.fragment and target in pages and unquote(parts.fragment) not in known):
                broken.append((path.name, link))
    assert broken == []
    for sheet in site.rglob("*.css"):
        assert re.findall(r"(?:url\(|@import)\s*[\"']?https?:", sheet.read_text(encoding="utf-8")) == [], sheet.name


def test_the_reference_tells_of_every_name_with_its_parameters(site: Path) -> None:
    page = (site / "api" / "index.html").read_text(encoding="utf-8")
    anchors = Links(site / "api" / "index.html").anchors
    assert {f"entrophy.{name}" for name in entrophy.__all__} <= anchors
    text = re.sub(r"<[^>]+>", "", page)
    for stated in ("half a character", "public_key", "code points of the input", "KeyProblem", "H × W × 3 RGB array"):
        assert stated in text, stated


@pytest.mark.parametrize(
    ("hurt", "stated"),
    [
        ("[lost](nowhere.md) [lost](architecture.md#no-heading)", ("nowhere.md", "no-heading")),
        ("::: entrophy.nothing", ("entrophy.nothing",)),
    ],
)
def test_what_is_broken_fails_the_build(tmp_path: Path, hurt: str, stated: tuple[str, ...]) -> None:
    for name in ("mkdocs.yml", "README.md", "CHANGELOG.md"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "docs_site.py", tmp_path / "scripts")
    for package in ("entrophy", "redaction", "release"):
        (tmp_path / package).symlink_to(ROOT / package)
    page = tmp_path / "docs" / "glossary.md"
    page.write_text(page.read_text(encoding="utf-8") + f"\n{hurt}\n", encoding="utf-8")
    done = built(tmp_path, tmp_path / "site")
    assert done.returncode != 0 and all(one in done.stderr for one in stated), done.stderr
