"""What the site of `make docs` needs beside the pages of docs/: README and CHANGELOG as pages of it, and navigation
over folders. MkDocs calls these functions by their names (mkdocs.yml, hooks)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[1]
#: Page of the site → file of the repository. Their links into docs/ become links within the site.
FROM_THE_ROOT = {"index.md": "README.md", "changelog.md": "CHANGELOG.md"}
_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(((?!https?:|#|mailto:)[^)\s]+)\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put every page of a folder where the navigation names the folder."""
    config.nav = _expanded(config.nav, Path(config.docs_dir), _named(config.nav))
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that lie outside docs/."""
    for page, source in FROM_THE_ROOT.items():
        text = (ROOT / source).read_text(encoding="utf-8").replace("](docs/", "](")
        files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """A link to a file of the repository that is no page of the site becomes its path, as code: the site is read where
    the repository may not be. A link to a file that is not there either stays, and fails the build."""

    def plain_link(match: re.Match[str]) -> str:
        words, target = match[1], match[2].partition("#")[0]
        base = ROOT if page.file.src_uri in FROM_THE_ROOT else (ROOT / "docs" / page.file.src_uri).parent
        path = (base / target).resolve()
        outside = path.exists() and path.is_relative_to(ROOT) and not path.is_relative_to(ROOT / "docs")
        if not outside:
            return match[0]
        place = f"`{path.relative_to(ROOT)}`"
        return place if words.strip("`") in (target, path.name, str(path.relative_to(ROOT))) else f"{words} ({place})"

    return _LINK.sub(plain_link, markdown)


def _expanded(nav: Any, docs: Path, named: frozenset[str]) -> Any:
    """The navigation with "folder/" replaced by the pages of that folder that are not `named` by themselves."""
    if isinstance(nav, dict):
        return {title: _expanded(one, docs, named) for title, one in nav.items()}
    if isinstance(nav, str) and nav.endswith("/"):
        pages = (str(path.relative_to(docs)) for path in (docs / nav).glob("*.md"))
        return sorted(page for page in pages if page not in named)
    if not isinstance(nav, list):
        return nav
    out: list[Any] = []
    for one in nav:
        done = _expanded(one, docs, named)
        out += done if isinstance(one, str) and isinstance(done, list) else [done]
    return out


def _named(nav: Any) -> frozenset[str]:
    """The pages that the navigation names by themselves."""
    if isinstance(nav, str):
        return frozenset([nav])
    below = nav.values() if isinstance(nav, dict) else nav
    return frozenset[str]().union(*(_named(one) for one in below))
