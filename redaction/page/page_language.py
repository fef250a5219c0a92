"""What is ordinary on a page that is in another language than English: its common words too. The page's language holds
while the page is worked on, so that every rule about ordinary words asks the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from redaction.lexicon.languages import is_word_of, language_of
from redaction.lexicon.words import is_word
from redaction.page.reading import Line

_language: ContextVar[str] = ContextVar("page language", default="")


@contextmanager
def page_of(lines: Sequence[Line]) -> Iterator[None]:
    """Work on the page of these lines."""
    before = _language.set(language_of(line.text for line in lines))
    try:
        yield
    finally:
        _language.reset(before)


def common(token: str) -> bool:
    """Whether a word is one of English or of the page's language."""
    return is_word(token) or foreign(token)


def foreign(token: str) -> bool:
    """Whether a word is one of the page's language, which is not English."""
    return is_word_of(token, _language.get())


def language() -> str:
    """The page's language, as `language_of` names it."""
    return _language.get()


def in_english() -> bool:
    """Whether the page is in English or in no language we know."""
    return not _language.get()
