"""A list that is read while it is iterated, page by page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Generic, Iterator, Optional, Sequence, Tuple, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Page(Generic[T]):
    items: Sequence[T]
    next_cursor: Optional[str]
    """The `cursor` of the next page; None on the last one."""


class Pages(Generic[T]):
    """Iterate over it for all entries, newest first. Each page is requested only when it is needed."""

    def __init__(self, fetch: Callable[[Optional[str]], Tuple[Sequence[T], Optional[str]]]) -> None:
        self._fetch = fetch

    def page(self, cursor: Optional[str] = None) -> Page[T]:
        """One page: the first, or the one at a cursor."""
        items, next_cursor = self._fetch(cursor)
        return Page(items, next_cursor)

    def pages(self, cursor: Optional[str] = None) -> Iterator[Page[T]]:
        """All pages, from the first one or from the one at a cursor.

        A list that is read on from its end ends at an empty page, which links to itself.
        """
        while True:
            page = self.page(cursor)
            yield page
            if page.next_cursor is None or (not page.items and page.next_cursor == cursor):
                return
            cursor = page.next_cursor

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page.items
