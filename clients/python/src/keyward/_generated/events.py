# Written by `npm run gen` from the operations of the service. Change those instead of this.

"""Every change in a workspace, in order."""

from __future__ import annotations

from collections.abc import Sequence

from .._call import Body, CallOptions
from .._pages import AsyncPages, Page
from .._transport import AsyncTransport, Transport
from .._wire import NOT_GIVEN, NotGiven
from . import models


class Events:
    """Every change in a workspace, in order."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get_event(
        self,
        *,
        event_id: str,
        options: CallOptions | None = None,
    ) -> models.Event:
        """Show one change: what changed, when, and who changed it.

        Args:
            event_id: Id of the event.

        Callers: an operator key; or a root key with `event.*.read_event`.

        Errors: `data/event_not_found`.

        Example:
            >>> client.events.get_event(event_id="evt_1CAiZx1YPnJZtcPxTdBGPS")
            Event(
                event_id="evt_1CAiZx1YPnJZtcPxTdBGPS",
                type="key.created",
                time=1767346200000,
                actor=EventActor(
                    type="root_key",
                    id="rk_1CWiKL6Etq1HxY2aCActdU",
                ),
                workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
                resources=[
                    EventResource(
                        type="key",
                        id="key_1CAiZx1YPnJZtcPxTdBGPS",
                        name="Customer 42",
                    ),
                    ...,
                ],
                request_id="req_1CWiKL6F4dWGt7sq3suDbt",
                sequence=9,
                changes=EventChanges(
                    before=None,
                    after={
                        "keyId": "key_1CAiZx1YPnJZtcPxTdBGPS",
                        "apiId": "api_1CAiZx1YPnJZtcPxTdBGPS",
                        "start": "acme_live_6L5y",
                        "enabled": True,
                        "scoped": False,
                        "meta": {"plan": "pro"},
                        "createdAt": 1767346200000,
                        "name": "Customer 42",
                        "credits": {"remaining": 10},
                        "identity": {
                            "id": "id_1CAiZx1YPnJZtcPxTdBGPS",
                            "externalId": "user_42",
                        },
                        "permissions": ["documents.read"],
                        "roles": ["editor"],
                        "ratelimits": [
                            {
                                "id": "rl_1CWiKL6EysHsvaN361wH95",
                                "name": "requests",
                                "limit": 100,
                                "duration": 60000,
                                "autoApply": False,
                            },
                        ],
                        "ipAllowlist": [],
                        "recoverable": False,
                    },
                ),
            )
        """
        body: Body = {
            "eventId": event_id,
        }
        return self._transport.call("events.getEvent", "query", body, options, models.Event)

    def list_events(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        workspace_id: str | NotGiven = NOT_GIVEN,
        type: str | NotGiven = NOT_GIVEN,
        types: Sequence[str] | NotGiven = NOT_GIVEN,
        after: str | NotGiven = NOT_GIVEN,
        resource_id: str | NotGiven = NOT_GIVEN,
        actor_id: str | NotGiven = NOT_GIVEN,
        request_id: str | NotGiven = NOT_GIVEN,
        since: int | NotGiven = NOT_GIVEN,
        until: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Page[models.Event]:
        """List changes, newest first: what changed, when, and who changed it. With `after`, oldest
        first.

        Args:
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.
            workspace_id: Only events of this workspace. Default: all events for an operator, its
                own workspace for a root key.
            type: Only events of this type, such as `key.created`. `key.disabled`, `key.enabled`,
                `identity.disabled` and `identity.enabled` are the updates that switch a key or an
                identity.
            types: Only events of these types: a type, such as `key.created`, all types of an
                object, such as `key.*`, `notices`, or `*`. Not together with `type`.
            after: Id of an event. The list has the events after it, oldest first, so that a caller
                can go on where it stopped.
            resource_id: Only events about the object with this id.
            actor_id: Only changes made by this actor: the id of a key or user, or `operator`,
                `quota`, `refill`, `import`, `sign_in`, `delivery` or `notice`. It is an error if no
                such actor is known here.
            request_id: Only changes of the request with this id.
            since: Only events at or after this time, in Unix milliseconds.
            until: Only events before this time, in Unix milliseconds.

        Callers: an operator key; or a root key with `event.*.read_event`.

        Errors: `data/workspace_not_found`, `data/event_not_found`.

        Example:
            >>> client.events.list_events(type="key.created", limit=20).data
            [
                Event(
                    event_id="evt_1CAiZx1YPnJZtcPxTdBGPS",
                    type="key.created",
                    time=1767346200000,
                    actor=EventActor(
                        type="root_key",
                        id="rk_1CWiKL6EzrgbB3rPt6QVq7",
                    ),
                    workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
                    resources=[
                        EventResource(
                            type="key",
                            id="key_1CAiZx1YPnJZtcPxTdBGPS",
                            name="Customer 42",
                        ),
                        ...,
                    ],
                    request_id="req_1CWiKL6EvDEKMCmwwvgHpV",
                    sequence=9,
                    changes=EventChanges(
                        before=None,
                        after={
                            "keyId": "key_1CAiZx1YPnJZtcPxTdBGPS",
                            "apiId": "api_1CAiZx1YPnJZtcPxTdBGPS",
                            "start": "acme_live_6L5y",
                            "enabled": True,
                            "scoped": False,
                            "meta": {"plan": "pro"},
                            "createdAt": 1767346200000,
                            "name": "Customer 42",
                            "credits": {"remaining": 10},
                            "identity": {
                                "id": "id_1CAiZx1YPnJZtcPxTdBGPS",
                                "externalId": "user_42",
                            },
                            "permissions": ["documents.read"],
                            "roles": ["editor"],
                            "ratelimits": [
                                {
                                    "id": "rl_1CWiKL6Evzw9bNqSweg1RE",
                                    "name": "requests",
                                    "limit": 100,
                                    "duration": 60000,
                                    "autoApply": False,
                                },
                            ],
                            "ipAllowlist": [],
                            "recoverable": False,
                        },
                    ),
                ),
                ...,
            ]
        """
        body: Body = {
            "limit": limit,
            "cursor": cursor,
            "workspaceId": workspace_id,
            "type": type,
            "types": types,
            "after": after,
            "resourceId": resource_id,
            "actorId": actor_id,
            "requestId": request_id,
            "since": since,
            "until": until,
        }
        return self._transport.pages("events.listEvents", body, options, models.Event)

    def verify_chain(
        self,
        *,
        workspace_id: str | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.VerifyChainResponse:
        """Check that no recorded event of a workspace was changed, moved or removed. Checks 5,000
        events per call.

        Args:
            workspace_id: Id of the workspace. An operator must name one, or `installation` for
                users and sessions.
            cursor: Where to continue: `cursor` of the previous response.

        Callers: an operator key; or a root key with `event.*.read_event`.

        Errors: `data/workspace_not_found`.

        Example:
            >>> client.events.verify_chain(
            ...     workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
            ... )
            VerifyChainResponse(
                verified=15,
                intact=True,
                head="q1b7mTj0rU0K3sZJx8Vw4uYH2nLcE5pA9dGfR6oBiXk=",
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "cursor": cursor,
        }
        return self._transport.call("events.verifyChain", "query", body, options, models.VerifyChainResponse)


class AsyncEvents:
    """Every change in a workspace, in order."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get_event(
        self,
        *,
        event_id: str,
        options: CallOptions | None = None,
    ) -> models.Event:
        """Show one change: what changed, when, and who changed it.

        Args:
            event_id: Id of the event.

        Callers: an operator key; or a root key with `event.*.read_event`.

        Errors: `data/event_not_found`.

        Example:
            >>> await client.events.get_event(event_id="evt_1CAiZx1YPnJZtcPxTdBGPS")
            Event(
                event_id="evt_1CAiZx1YPnJZtcPxTdBGPS",
                type="key.created",
                time=1767346200000,
                actor=EventActor(
                    type="root_key",
                    id="rk_1CWiKL6Etq1HxY2aCActdU",
                ),
                workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
                resources=[
                    EventResource(
                        type="key",
                        id="key_1CAiZx1YPnJZtcPxTdBGPS",
                        name="Customer 42",
                    ),
                    ...,
                ],
                request_id="req_1CWiKL6F4dWGt7sq3suDbt",
                sequence=9,
                changes=EventChanges(
                    before=None,
                    after={
                        "keyId": "key_1CAiZx1YPnJZtcPxTdBGPS",
                        "apiId": "api_1CAiZx1YPnJZtcPxTdBGPS",
                        "start": "acme_live_6L5y",
                        "enabled": True,
                        "scoped": False,
                        "meta": {"plan": "pro"},
                        "createdAt": 1767346200000,
                        "name": "Customer 42",
                        "credits": {"remaining": 10},
                        "identity": {
                            "id": "id_1CAiZx1YPnJZtcPxTdBGPS",
                            "externalId": "user_42",
                        },
                        "permissions": ["documents.read"],
                        "roles": ["editor"],
                        "ratelimits": [
                            {
                                "id": "rl_1CWiKL6EysHsvaN361wH95",
                                "name": "requests",
                                "limit": 100,
                                "duration": 60000,
                                "autoApply": False,
                            },
                        ],
                        "ipAllowlist": [],
                        "recoverable": False,
                    },
                ),
            )
        """
        body: Body = {
            "eventId": event_id,
        }
        return await self._transport.call("events.getEvent", "query", body, options, models.Event)

    def list_events(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        workspace_id: str | NotGiven = NOT_GIVEN,
        type: str | NotGiven = NOT_GIVEN,
        types: Sequence[str] | NotGiven = NOT_GIVEN,
        after: str | NotGiven = NOT_GIVEN,
        resource_id: str | NotGiven = NOT_GIVEN,
        actor_id: str | NotGiven = NOT_GIVEN,
        request_id: str | NotGiven = NOT_GIVEN,
        since: int | NotGiven = NOT_GIVEN,
        until: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.Event]:
        """List changes, newest first: what changed, when, and who changed it. With `after`, oldest
        first.

        Args:
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.
            workspace_id: Only events of this workspace. Default: all events for an operator, its
                own workspace for a root key.
            type: Only events of this type, such as `key.created`. `key.disabled`, `key.enabled`,
                `identity.disabled` and `identity.enabled` are the updates that switch a key or an
                identity.
            types: Only events of these types: a type, such as `key.created`, all types of an
                object, such as `key.*`, `notices`, or `*`. Not together with `type`.
            after: Id of an event. The list has the events after it, oldest first, so that a caller
                can go on where it stopped.
            resource_id: Only events about the object with this id.
            actor_id: Only changes made by this actor: the id of a key or user, or `operator`,
                `quota`, `refill`, `import`, `sign_in`, `delivery` or `notice`. It is an error if no
                such actor is known here.
            request_id: Only changes of the request with this id.
            since: Only events at or after this time, in Unix milliseconds.
            until: Only events before this time, in Unix milliseconds.

        Callers: an operator key; or a root key with `event.*.read_event`.

        Errors: `data/workspace_not_found`, `data/event_not_found`.

        Example:
            >>> await client.events.list_events(type="key.created", limit=20).data
            [
                Event(
                    event_id="evt_1CAiZx1YPnJZtcPxTdBGPS",
                    type="key.created",
                    time=1767346200000,
                    actor=EventActor(
                        type="root_key",
                        id="rk_1CWiKL6EzrgbB3rPt6QVq7",
                    ),
                    workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
                    resources=[
                        EventResource(
                            type="key",
                            id="key_1CAiZx1YPnJZtcPxTdBGPS",
                            name="Customer 42",
                        ),
                        ...,
                    ],
                    request_id="req_1CWiKL6EvDEKMCmwwvgHpV",
                    sequence=9,
                    changes=EventChanges(
                        before=None,
                        after={
                            "keyId": "key_1CAiZx1YPnJZtcPxTdBGPS",
                            "apiId": "api_1CAiZx1YPnJZtcPxTdBGPS",
                            "start": "acme_live_6L5y",
                            "enabled": True,
                            "scoped": False,
                            "meta": {"plan": "pro"},
                            "createdAt": 1767346200000,
                            "name": "Customer 42",
                            "credits": {"remaining": 10},
                            "identity": {
                                "id": "id_1CAiZx1YPnJZtcPxTdBGPS",
                                "externalId": "user_42",
                            },
                            "permissions": ["documents.read"],
                            "roles": ["editor"],
                            "ratelimits": [
                                {
                                    "id": "rl_1CWiKL6Evzw9bNqSweg1RE",
                                    "name": "requests",
                                    "limit": 100,
                                    "duration": 60000,
                                    "autoApply": False,
                                },
                            ],
                            "ipAllowlist": [],
                            "recoverable": False,
                        },
                    ),
                ),
                ...,
            ]
        """
        body: Body = {
            "limit": limit,
            "cursor": cursor,
            "workspaceId": workspace_id,
            "type": type,
            "types": types,
            "after": after,
            "resourceId": resource_id,
            "actorId": actor_id,
            "requestId": request_id,
            "since": since,
            "until": until,
        }
        return self._transport.pages("events.listEvents", body, options, models.Event)

    async def verify_chain(
        self,
        *,
        workspace_id: str | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.VerifyChainResponse:
        """Check that no recorded event of a workspace was changed, moved or removed. Checks 5,000
        events per call.

        Args:
            workspace_id: Id of the workspace. An operator must name one, or `installation` for
                users and sessions.
            cursor: Where to continue: `cursor` of the previous response.

        Callers: an operator key; or a root key with `event.*.read_event`.

        Errors: `data/workspace_not_found`.

        Example:
            >>> await client.events.verify_chain(
            ...     workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
            ... )
            VerifyChainResponse(
                verified=15,
                intact=True,
                head="q1b7mTj0rU0K3sZJx8Vw4uYH2nLcE5pA9dGfR6oBiXk=",
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "cursor": cursor,
        }
        return await self._transport.call("events.verifyChain", "query", body, options, models.VerifyChainResponse)
