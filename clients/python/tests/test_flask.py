from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, Flask, g
from guarded import Reply, Send, check_guard

from keyward import AsyncKeyward, Keyward
from keyward.flask import KeywardGuard


def sender(app: Flask) -> Send:
    def send(headers: Mapping[str, str]) -> Reply:
        answer = app.test_client().get("/documents/7", headers=dict(headers))
        return Reply(answer.status_code, dict(answer.headers.items()), answer.text)

    return send


def test_the_decorator_guards_a_view(client: Keyward, api_id: str) -> None:
    app = Flask(__name__)

    @app.get("/documents/<int:number>")
    @KeywardGuard(client=client, permissions="python.read")
    def documents(number: int) -> dict[str, object]:
        assert number == 7
        return {"hello": g.keyward.identity.external_id}

    check_guard(client, api_id, sender(app))


def test_a_blueprint_is_guarded_as_a_whole(client: Keyward, api_id: str) -> None:
    app = Flask(__name__)
    blueprint = Blueprint("documents", __name__)
    guard = KeywardGuard(client=client, permissions="python.read")
    blueprint.before_request(guard.before_request)

    @blueprint.get("/documents/<int:number>")
    def documents(number: int) -> dict[str, object]:
        return {"hello": g.keyward.identity.external_id}

    @app.get("/health")
    def health() -> str:
        return "ok"

    app.register_blueprint(blueprint)
    check_guard(client, api_id, sender(app))
    assert app.test_client().get("/health").text == "ok"


def test_a_view_keeps_its_name_and_is_not_called_without_a_key(client: Keyward) -> None:
    app = Flask(__name__)
    calls: list[int] = []

    @app.get("/documents/<int:number>")
    @KeywardGuard(client=client, refusal_body=lambda refusal: {"why": refusal.code})
    def documents(number: int) -> str:
        calls.append(number)
        return "never"

    answer = app.test_client().get("/documents/7")
    assert (answer.status_code, answer.json) == (401, {"why": "MISSING"})
    assert (calls, documents.__name__) == ([], "documents")
    assert not issubclass(AsyncKeyward, Keyward)
