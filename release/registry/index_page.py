"""index.html: the releases of a dataset for people, from a file browser or any static web host.

One file that asks for nothing: no script, no font, no address but those of the files beside it.
"""

from __future__ import annotations

from release.pages import page
from release.registry.registry_models import Index


def index_page(index: Index) -> str:
    """The page of an index."""
    return page("release.registry", "index.html.j2", index=index)
