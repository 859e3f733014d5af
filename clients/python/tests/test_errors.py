from __future__ import annotations

import pickle
import uuid

import pytest
from faults import Faults, answers

import keyward
from keyward import Keyward, KeywardError


def test_an_error_says_what_to_do(client: Keyward) -> None:
    with pytest.raises(keyward.NotFoundError) as caught:
        client.keys.get_key(key_id="key_unknown")
    error = caught.value
    assert (error.status, error.code, error.operation) == (
        404,
        "data/key_not_found",
        "keys.getKey",
    )
    assert error.request_id is not None
    assert error.request_id.startswith("req_")
    assert error.request_id in str(error)
    assert error.hint
    assert error.type is not None
    assert error.type.endswith("data/key_not_found")


def test_an_invalid_request_names_every_violation(client: Keyward, api_id: str) -> None:
    with pytest.raises(keyward.InvalidRequestError) as caught:
        client.keys.create_key(api_id=api_id, byte_length=1, name="")
    locations = sorted(violation.location for violation in caught.value.violations)
    assert locations == ["body.byteLength", "body.name"]
    assert "body.name" in str(caught.value)


@pytest.mark.parametrize(
    ("key", "kind"),
    [("nobody", keyward.AuthenticationError), (None, keyward.PermissionDeniedError)],
)
def test_the_status_decides_the_class(
    client: Keyward, key: str | None, kind: type[KeywardError]
) -> None:
    # A root key may not list users, which belong to the operator.
    with Keyward(key=key) as caller, pytest.raises(kind):
        caller.users.list_users()


def test_a_conflict_is_a_conflict(client: Keyward) -> None:
    slug = f"python.{uuid.uuid4().hex}"
    client.permissions.create_permission(name="Python", slug=slug)
    with pytest.raises(keyward.ConflictError):
        client.permissions.create_permission(name="Python", slug=slug)


def test_a_limited_root_key_is_rate_limited(operator: Keyward) -> None:
    workspace = operator.workspaces.create_workspace(name="Slow")
    operator.workspaces.update_workspace(
        workspace_id=workspace.workspace_id, limits={"requests_per_minute": 1}
    )
    minted = operator.root_keys.create_root_key(
        workspace_id=workspace.workspace_id, permissions=["api.*.read_api"]
    )
    with Keyward(key=minted.root_key, retries=0) as caller:
        caller.apis.list_apis()
        with pytest.raises(keyward.RateLimitedError) as caught:
            for _ in range(3):
                caller.apis.list_apis()
    assert caught.value.retry_after is not None
    assert caught.value.retry_after > 0


def test_an_error_survives_pickle(client: Keyward) -> None:
    with pytest.raises(KeywardError) as caught:
        client.keys.get_key(key_id="key_unknown")
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (type(copy), str(copy)) == (keyward.NotFoundError, str(caught.value))


def test_another_program_at_the_address_is_recognized(faults: Faults) -> None:
    faults.faults = [
        answers(200, b"<html>"),
        answers(302, b"", Location="https://elsewhere.example/"),
        answers(200, b'{"data":{}}'),
    ]
    with Keyward(url=faults.url, retries=0) as client:
        for _ in range(3):
            with pytest.raises(keyward.UnexpectedAnswerError) as caught:
                client.apis.list_apis()
            assert caught.value.code == "client/unexpected_answer"
    assert len(faults.seen) == 3


@pytest.mark.parametrize(
    ("url", "key"),
    [("", "kw"), ("keys.example.com", "kw"), (None, ""), (None, "two words"), (None, "kw\n")],
)
def test_an_invalid_address_or_key_is_refused_at_once(url: str | None, key: str) -> None:
    with pytest.raises(ValueError, match=r"KEYWARD_|address|characters") as caught:
        Keyward(url=url, key=key)
    assert "two words" not in str(caught.value)


def test_a_client_does_not_show_its_key() -> None:
    with Keyward(key="kw_root_secret") as client:
        assert "kw_root_secret" not in repr(client) + repr(client._transport._settings)
