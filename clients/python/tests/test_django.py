from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

import django
import pytest
from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.test import AsyncClient, Client, override_settings
from django.urls import path
from django.utils.decorators import method_decorator
from django.views import View
from guarded import Reply, check_guard

from keyward import AsyncKeyward, Keyward
from keyward.django import KeywardGuard, verdict_of

urlpatterns: list[Any] = []


@pytest.fixture(scope="module", autouse=True)
def project() -> None:
    settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"], SECRET_KEY="tests")
    django.setup()


def hello(request: HttpRequest) -> JsonResponse:
    identity = verdict_of(request).identity
    return JsonResponse({"hello": identity and identity.external_id})


async def hello_async(request: HttpRequest) -> JsonResponse:
    return hello(request)


def with_view(view: Callable[..., Any]) -> str:
    """Serves the view at a new path, because Django keeps what it has resolved."""
    from django.urls import clear_url_caches

    route = f"documents/{len(urlpatterns)}"
    urlpatterns.append(path(route, view))
    clear_url_caches()
    return f"/{route}"


def test_the_decorator_guards_a_view(client: Keyward, api_id: str) -> None:
    route = with_view(KeywardGuard(client=client, permissions="python.read")(hello))

    def send(headers: Mapping[str, str]) -> Reply:
        answer = Client().get(route, headers=dict(headers))
        return Reply(answer.status_code, answer.headers, answer.content.decode())

    check_guard(client, api_id, send)


def test_the_decorator_guards_an_async_view(client: Keyward, api_id: str) -> None:
    async def call(headers: Mapping[str, str]) -> Reply:
        async with AsyncKeyward() as keyward:
            guard = KeywardGuard(client=keyward, permissions="python.read")
            route = with_view(guard(hello_async))
            answer = await AsyncClient().get(route, headers=dict(headers))
        return Reply(answer.status_code, answer.headers, answer.content.decode())

    check_guard(client, api_id, lambda headers: asyncio.run(call(headers)))


# Django finds a middleware by the name of its module and its own.
guard = KeywardGuard(client=Keyward(), permissions="python.read")
require_key = guard.middleware


def test_the_middleware_guards_all_views(client: Keyward, api_id: str) -> None:
    route = with_view(hello)

    def send(headers: Mapping[str, str]) -> Reply:
        with override_settings(MIDDLEWARE=[f"{__name__}.require_key"]):
            answer = Client().get(route, headers=dict(headers))
        return Reply(answer.status_code, answer.headers, answer.content.decode())

    check_guard(client, api_id, send)


def test_the_middleware_guards_all_views_under_asgi(client: Keyward, api_id: str) -> None:
    routes = {"sync": with_view(hello), "async": with_view(hello_async)}

    async def call(route: str, headers: Mapping[str, str]) -> Reply:
        async with AsyncKeyward() as keyward:
            guard = KeywardGuard(client=keyward, permissions="python.read")
            globals()["require_key_async"] = guard.middleware
            with override_settings(MIDDLEWARE=[f"{__name__}.require_key_async"]):
                answer = await AsyncClient().get(route, headers=dict(headers))
        return Reply(answer.status_code, answer.headers, answer.content.decode())

    for route in routes.values():
        check_guard(client, api_id, lambda headers, to=route: asyncio.run(call(to, headers)))  # type: ignore[misc]


def test_requests_may_be_left_open(client: Keyward) -> None:
    guard = KeywardGuard(client=client, guards=lambda request: request.method != "GET")
    route = with_view(guard(lambda request: JsonResponse({"has": hasattr(request, "keyward")})))
    assert Client().get(route).json() == {"has": False}
    assert Client().post(route).status_code == 401


def test_the_decorator_guards_views_that_are_classes(client: Keyward) -> None:
    class Documents(View):
        def get(self, request: HttpRequest) -> JsonResponse:
            return hello(request)

    class Decorated(Documents):
        dispatch = method_decorator(KeywardGuard(client=client))(Documents.dispatch)

    class AsyncDocuments(View):
        async def get(self, request: HttpRequest) -> JsonResponse:
            return hello(request)

    key = client.keys.create_key(api_id=client.apis.create_api(name="Classes").api_id).key
    headers = {"Authorization": f"Bearer {key}"}
    guard = KeywardGuard(client=client)
    for view in (guard(Documents.as_view()), Decorated.as_view()):
        route = with_view(view)
        assert Client().get(route).status_code == 401
        assert Client().get(route, headers=headers).json() == {"hello": None}

    async def call() -> None:
        async with AsyncKeyward() as keyward:
            route = with_view(KeywardGuard(client=keyward)(AsyncDocuments.as_view()))
            assert (await AsyncClient().get(route)).status_code == 401
            assert (await AsyncClient().get(route, headers=headers)).json() == {"hello": None}

    asyncio.run(call())


def test_a_guard_says_which_client_it_needs(client: Keyward) -> None:
    with pytest.raises(TypeError, match="AsyncKeyward"):
        KeywardGuard(client=client)(hello_async)
    with pytest.raises(TypeError, match="is not async"):
        KeywardGuard(client=AsyncKeyward())(hello)
    with pytest.raises(LookupError, match="KeywardGuard"):
        verdict_of(HttpRequest())
