"""A guard for Django: a decorator of views, and a middleware. The verdict is `request.keyward`."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase

from ._client import AsyncKeyward, Keyward
from ._guard import Decision, Demands, GuardOptions, Pass, Unverified, Verdict
from ._refusals import Refusal

__all__ = ["Demands", "KeywardGuard", "Refusal", "Unverified", "Verdict", "verdict_of"]

View = Callable[..., Any]
AsyncView = Callable[..., Awaitable[HttpResponseBase]]


@dataclass(frozen=True, kw_only=True, eq=False)
class KeywardGuard(GuardOptions[HttpRequest]):
    """Use it as `@guard` above a view, or name `guard.middleware` in `MIDDLEWARE`.

    Views with `async def` need an `AsyncKeyward`, and the others a `Keyward`.
    """

    client: Keyward | AsyncKeyward
    guards: Callable[[HttpRequest], bool] | None = None
    """Says of a request whether it needs a key. Default: every request does."""

    def __call__(self, view: View) -> View:
        is_async = iscoroutinefunction(view)
        if isinstance(self.client, AsyncKeyward) and not is_async:
            raise TypeError(f"The view {view.__name__} is not async: give its guard a Keyward.")
        if isinstance(self.client, Keyward) and is_async:
            raise TypeError(f"The view {view.__name__} is async: give its guard an AsyncKeyward.")
        return self.around(view)

    def around(self, view: View) -> View:
        """The view with the guard around it, without a check of its kind."""
        if isinstance(self.client, AsyncKeyward):
            return self._guard_async(view, self.client)
        return self._guard(view, self.client)

    @property
    def middleware(self) -> Middleware:
        """Guards all views. Under ASGI, an `AsyncKeyward` spares Django the threads."""
        return Middleware(self, async_capable=isinstance(self.client, AsyncKeyward))

    def _guard(self, view: Callable[..., HttpResponseBase], client: Keyward) -> View:
        @functools.wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if self.guards is not None and not self.guards(request):
                return view(request, *args, **kwargs)
            decision = self.verify(client, request, request.headers.get("Authorization"))
            if not isinstance(decision, Pass):
                return self._refuse(decision)
            request.keyward = decision.verdict  # type: ignore[attr-defined]
            return _with_headers(view(request, *args, **kwargs), decision)

        return guarded

    def _guard_async(self, view: AsyncView, client: AsyncKeyward) -> View:
        @functools.wraps(view)
        async def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if self.guards is not None and not self.guards(request):
                return await view(request, *args, **kwargs)
            authorization = request.headers.get("Authorization")
            decision = await self.verify_async(client, request, authorization)
            if not isinstance(decision, Pass):
                return self._refuse(decision)
            request.keyward = decision.verdict  # type: ignore[attr-defined]
            return _with_headers(await view(request, *args, **kwargs), decision)

        return guarded

    def _refuse(self, refusal: Refusal) -> HttpResponse:
        body = self.body_of(refusal)
        return JsonResponse(body, status=refusal.status, headers=refusal.headers, safe=False)


@dataclass(frozen=True)
class Middleware:
    """What `MIDDLEWARE` names. Django adapts views that are not of its kind."""

    guard: KeywardGuard
    async_capable: bool

    @property
    def sync_capable(self) -> bool:
        return not self.async_capable

    def __call__(self, get_response: View) -> View:
        return self.guard.around(get_response)


def verdict_of(request: HttpRequest) -> Verdict:
    """The verdict on the key of a request. Raises a LookupError if no guard has seen it."""
    verdict: Verdict | None = getattr(request, "keyward", None)
    if verdict is None:
        raise LookupError("This view is not behind a KeywardGuard: add the guard to the view.")
    return verdict


def _with_headers(response: HttpResponseBase, decision: Decision) -> HttpResponseBase:
    for name, value in decision.headers.items():
        response.headers[name] = value
    return response
