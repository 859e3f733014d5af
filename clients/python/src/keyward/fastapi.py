"""A guard for FastAPI: a dependency that returns the verdict."""

from __future__ import annotations

from dataclasses import dataclass, field

from fastapi import HTTPException, Request, Response
from fastapi.openapi.models import HTTPBearer
from fastapi.openapi.models import SecurityBase as SecurityModel
from fastapi.security.base import SecurityBase

from ._client import AsyncKeyward
from ._guard import Demands, GuardOptions, Pass, Unverified, Verdict
from ._refusals import Refusal
from .asgi import App, Receive, Scope, Send, with_headers

__all__ = ["Demands", "KeywardGuard", "LimitHeaders", "Refusal", "Unverified", "Verdict"]


# Where LimitHeaders expects the headers of the guard, in the scope of a request.
_HEADERS = "keyward.headers"


@dataclass(frozen=True, kw_only=True, eq=False)
class KeywardGuard(GuardOptions[Request], SecurityBase):
    """Use it as `Annotated[Verdict, Depends(KeywardGuard(client=client))]`.

    A refusal is an `HTTPException`, so your exception handlers see it. The OpenAPI document of your
    application names the key, so "Authorize" on its pages asks for one.
    """

    client: AsyncKeyward
    model: SecurityModel = field(default_factory=HTTPBearer)
    """How callers send their key, in the OpenAPI document. Give it together with `get_key`."""
    scheme_name: str = "API key"
    """The name of this way in the OpenAPI document."""

    async def __call__(self, request: Request, response: Response) -> Verdict:
        found = request.headers.getlist("authorization")
        authorization = found[0] if len(found) == 1 else None
        decision = await self.verify_async(self.client, request, authorization)
        if isinstance(decision, Pass):
            request.scope.get(_HEADERS, response.headers).update(decision.headers)
            return decision.verdict
        raise HTTPException(decision.status, self.body_of(decision), decision.headers)


class LimitHeaders:
    """Middleware that adds the `RateLimit-*` headers to every response of a guarded route.

    FastAPI adds headers of dependencies only if the route returns no `Response` of its own, such as
    a `StreamingResponse`. Use it as `app.add_middleware(LimitHeaders)`.
    """

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers: dict[str, str] = {}
        scope[_HEADERS] = headers
        await self._app(scope, receive, with_headers(send, headers))
