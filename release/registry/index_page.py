"""index.html: the releases of a dataset for people, from a file browser or any static web host.

One file that asks for nothing: no script, no font, no address but those of the files beside it.
"""

from __future__ import annotations

from importlib.resources import files

from release.registry.registry_models import Index


def index_page(index: Index) -> str:
    """The page of an index."""
    import jinja2

    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["count"] = lambda number: f"{number:,}"
    template = (files("release.registry") / "data" / "index.html.j2").read_text(encoding="utf-8")
    return environment.from_string(template).render(index=index)
