"""Lists come in pages. A loop requests the next page when it needs it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator
from typing import Any, Generic, TypeVar

from ._generated.models import Pagination

T = TypeVar("T")


class _Shown(Generic[T]):
    def __init__(self, data: list[T], pagination: Pagination) -> None:
        self.data = data
        """The items of this page."""
        self.pagination = pagination
        """Where the next page begins, and how many items match if you asked for `count`."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}(data={self.data!r}, has_more={self.has_more})"

    @property
    def has_more(self) -> bool:
        return self.pagination.cursor is not None


class Page(_Shown[T]):
    """One page. Iterating over it continues with all later pages."""

    def __init__(
        self, data: list[T], pagination: Pagination, fetch: Callable[[str | None], Page[T]]
    ) -> None:
        super().__init__(data, pagination)
        self._fetch = fetch

    def next_page(self) -> Page[T] | None:
        cursor = self.pagination.cursor
        return None if cursor is None else self._fetch(cursor)

    def __iter__(self) -> Iterator[T]:
        page: Page[T] | None = self
        while page is not None:
            yield from page.data
            page = page.next_page()


class AsyncPage(_Shown[T]):
    """One page. Iterating over it continues with all later pages."""

    def __init__(
        self,
        data: list[T],
        pagination: Pagination,
        fetch: Callable[[str | None], Awaitable[AsyncPage[T]]],
    ) -> None:
        super().__init__(data, pagination)
        self._fetch = fetch

    async def next_page(self) -> AsyncPage[T] | None:
        cursor = self.pagination.cursor
        return None if cursor is None else await self._fetch(cursor)

    async def __aiter__(self) -> AsyncIterator[T]:
        page: AsyncPage[T] | None = self
        while page is not None:
            for item in page.data:
                yield item
            page = await page.next_page()


class AsyncPages(Generic[T]):
    """Await it for the first page, or iterate over all items with `async for`."""

    def __init__(self, fetch: Callable[[str | None], Awaitable[AsyncPage[T]]]) -> None:
        self._fetch = fetch

    def __await__(self) -> Generator[Any, None, AsyncPage[T]]:
        return self._fetch(None).__await__()

    async def __aiter__(self) -> AsyncIterator[T]:
        async for item in await self:
            yield item
