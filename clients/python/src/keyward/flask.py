"""A guard for Flask: of a view, a blueprint or an application. The verdict is `flask.g.keyward`."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

from flask import Request, Response, after_this_request, current_app, g, jsonify, request

from ._client import Keyward
from ._guard import Demands, GuardOptions, Pass, Unverified, Verdict
from ._refusals import Refusal

__all__ = ["Demands", "KeywardGuard", "Refusal", "Unverified", "Verdict"]

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, kw_only=True, eq=False)
class KeywardGuard(GuardOptions[Request]):
    """Use it as `@guard` below a route, or `blueprint.before_request(guard.before_request)`."""

    client: Keyward

    def __call__(self, view: Callable[P, T]) -> Callable[P, T | Response]:
        @functools.wraps(view)
        def guarded(*args: P.args, **kwargs: P.kwargs) -> T | Response:
            refused = self.before_request()
            if refused is not None:
                return refused
            result: T = current_app.ensure_sync(view)(*args, **kwargs)
            return result

        return guarded

    def before_request(self) -> Response | None:
        """Guards all routes of the blueprint or application whose `before_request` gets it."""
        decision = self.verify(self.client, request, request.headers.get("Authorization"))
        if not isinstance(decision, Pass):
            return self._refuse(decision)
        g.keyward = decision.verdict
        after_this_request(_adding(decision.headers))
        return None

    def _refuse(self, refusal: Refusal) -> Response:
        response = jsonify(self.body_of(refusal))
        response.status_code = refusal.status
        response.headers.update(refusal.headers)
        return response


def _adding(headers: dict[str, str]) -> Callable[[Response], Response]:
    def add(response: Response) -> Response:
        response.headers.update(headers)
        return response

    return add
