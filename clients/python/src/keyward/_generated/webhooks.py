# Written by `npm run gen` from the operations of the service. Change those instead of this.

"""Endpoints of yours that receive events as they happen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from .._call import Body, CallOptions
from .._pages import AsyncPages, Page
from .._transport import AsyncTransport, Transport
from .._wire import NOT_GIVEN, NotGiven
from . import models


class Webhooks:
    """Endpoints of yours that receive events as they happen."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create_webhook(
        self,
        *,
        url: str,
        types: Sequence[str],
        workspace_id: str | NotGiven = NOT_GIVEN,
        format: Literal["standard", "slack"] | NotGiven = NOT_GIVEN,
        description: str | NotGiven = NOT_GIVEN,
        from_: str | int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.CreateWebhookResponse:
        """Create an endpoint that receives events as they happen. The secret that signs them is
        shown only once.

        Args:
            url: Where events are sent, with `https`. It may be a secret, so only callers with
                `update_webhook` see more than its origin.
            types: Which events are sent: types, such as `key.created`, all types of an object, such
                as `key.*`, `notices` for all notices, or `*` for everything.
            workspace_id: Id of the workspace, or `installation` for events about users and
                sessions. An operator must name one; a root key acts on its own.
            format: How an event is written. `standard`: signed JSON as in Standard Webhooks.
                `slack`: one line of text, unsigned. Default: `"standard"`.
            description: Description, for people.
            from_: Where the webhook begins: `"now"`, the id of the first event to send, or a time
                in Unix milliseconds. Default: now. Default: `"now"`.

        Callers: an operator key; or a root key with `webhook.*.create_webhook` and
            `event.*.read_event`.

        Errors: `data/workspace_not_found`, `application/precondition_failed`.

        Example:
            >>> client.webhooks.create_webhook(
            ...     url="https://hooks.example/keyward",
            ...     types=["key.*"],
            ...     description="Billing",
            ... )
            CreateWebhookResponse(
                webhook_id="whk_1CWiKL6F4C3n62hXF8bjHZ",
                secret="whsec_66EpGKCXHyGKcVR76qRzcED/3DZRK0KASq5qXuZDDiU=",
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "url": url,
            "types": types,
            "format": format,
            "description": description,
            "from": from_,
        }
        return self._transport.call("webhooks.createWebhook", "mutation", body, options, models.CreateWebhookResponse)

    def delete_webhook(
        self,
        *,
        webhook_id: str,
        workspace_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a webhook with its deliveries. Events that wait for it are not sent.

        Args:
            webhook_id: Id of the webhook.
            workspace_id: Id of the workspace, or `installation` for events about users and
                sessions. An operator must name one; a root key acts on its own.

        Callers: an operator key; or a root key with `webhook.*.delete_webhook`.

        Errors: `data/workspace_not_found`, `data/webhook_not_found`.

        Example:
            >>> client.webhooks.delete_webhook(
            ...     webhook_id="whk_1CeGXWUoiGrkJ5v2n3YvQb",
            ... )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "webhookId": webhook_id,
        }
        self._transport.send("webhooks.deleteWebhook", "mutation", body, options)

    def get_webhook(
        self,
        *,
        webhook_id: str,
        workspace_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Webhook:
        """Show a webhook and how delivery to it is going.

        Args:
            webhook_id: Id of the webhook.
            workspace_id: Id of the workspace, or `installation` for events about users and
                sessions. An operator must name one; a root key acts on its own.

        Callers: an operator key; or a root key with `webhook.*.read_webhook`.

        Errors: `data/workspace_not_found`, `data/webhook_not_found`.

        Example:
            >>> client.webhooks.get_webhook(
            ...     webhook_id="whk_1CeGXWUoiGrkJ5v2n3YvQb",
            ... )
            Webhook(
                webhook_id="whk_1CAiZx1YPnJZtcPxTdBGPS",
                url="https://hooks.example/keyward",
                format="standard",
                description="Billing",
                enabled=True,
                created_at=1767346200000,
                types=["key.*"],
                health=WebhookHealth(waiting=0),
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "webhookId": webhook_id,
        }
        return self._transport.call("webhooks.getWebhook", "query", body, options, models.Webhook)

    def list_deliveries(
        self,
        *,
        webhook_id: str,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        workspace_id: str | NotGiven = NOT_GIVEN,
        status: Literal["waiting", "delivered", "failed"] | NotGiven = NOT_GIVEN,
        since: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Page[models.WebhookDelivery]:
        """List the events that were sent to a webhook and the result of each attempt, the newest
        event first.

        Args:
            webhook_id: Id of the webhook.
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.
            workspace_id: Id of the workspace, or `installation` for events about users and
                sessions. An operator must name one; a root key acts on its own.
            status: Only deliveries with this status.
            since: Only events at or after this time, in Unix milliseconds.

        Callers: an operator key; or a root key with `webhook.*.read_webhook` and
            `event.*.read_event`.

        Errors: `data/workspace_not_found`, `data/webhook_not_found`.

        Example:
            >>> client.webhooks.list_deliveries(
            ...     webhook_id="whk_1CeGXWUoiGrkJ5v2n3YvQb",
            ...     limit=20,
            ... ).data
            []
        """
        body: Body = {
            "limit": limit,
            "cursor": cursor,
            "workspaceId": workspace_id,
            "webhookId": webhook_id,
            "status": status,
            "since": since,
        }
        return self._transport.pages("webhooks.listDeliveries", body, options, models.WebhookDelivery)

    def list_webhooks(
        self,
        *,
        workspace_id: str | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Page[models.Webhook]:
        """List the webhooks of the workspace and how delivery to each is going.

        Args:
            workspace_id: Id of the workspace, or `installation` for events about users and
                sessions. An operator must name one; a root key acts on its own.
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.
            search: Only webhooks whose id, origin or description contains this text.

        Callers: an operator key; or a root key with `webhook.*.read_webhook`.

        Errors: `data/workspace_not_found`.

        Example:
            >>> client.webhooks.list_webhooks(limit=20).data
            [
                Webhook(
                    webhook_id="whk_1CAiZx1YPnJZtcPxTdBGPS",
                    url="https://hooks.example/keyward",
                    format="standard",
                    description="Billing",
                    enabled=True,
                    created_at=1767346200000,
                    types=["key.*"],
                    health=WebhookHealth(waiting=0),
                ),
            ]
        """
        body: Body = {
            "workspaceId": workspace_id,
            "limit": limit,
            "cursor": cursor,
            "search": search,
        }
        return self._transport.pages("webhooks.listWebhooks", body, options, models.Webhook)

    def redeliver(
        self,
        *,
        webhook_id: str,
        workspace_id: str | NotGiven = NOT_GIVEN,
        event_ids: Sequence[str] | NotGiven = NOT_GIVEN,
        failed_since: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.RedeliverResponse:
        """Send events to a webhook again: some by their ids, or all that failed since a time.

        Args:
            webhook_id: Id of the webhook.
            workspace_id: Id of the workspace, or `installation` for events about users and
                sessions. An operator must name one; a root key acts on its own.
            event_ids: Ids of the events, of any age.
            failed_since: All deliveries that failed, of events at or after this time, in Unix
                milliseconds; 10,000 at most.

        Callers: an operator key; or a root key with `webhook.*.update_webhook` and
            `event.*.read_event`.

        Errors: `data/workspace_not_found`, `data/webhook_not_found`, `data/event_not_found`.

        Example:
            >>> client.webhooks.redeliver(
            ...     webhook_id="whk_1CeGXWUoiGrkJ5v2n3YvQb",
            ...     failed_since=0,
            ... )
            RedeliverResponse(deliveries=0)
        """
        body: Body = {
            "workspaceId": workspace_id,
            "webhookId": webhook_id,
            "eventIds": event_ids,
            "failedSince": failed_since,
        }
        return self._transport.call("webhooks.redeliver", "mutation", body, options, models.RedeliverResponse)

    def rotate_secret(
        self,
        *,
        webhook_id: str,
        workspace_id: str | NotGiven = NOT_GIVEN,
        overlap: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.RotateSecretResponse:
        """Create another secret for a webhook. For a while, both sign every request. The new one is
        shown only once.

        Args:
            webhook_id: Id of the webhook.
            workspace_id: Id of the workspace, or `installation` for events about users and
                sessions. An operator must name one; a root key acts on its own.
            overlap: How long the old secret signs too, in milliseconds. Another rotation ends it.
                Default: `86400000`.

        Callers: an operator key; or a root key with `webhook.*.update_webhook` and
            `event.*.read_event`.

        Errors: `data/workspace_not_found`, `data/webhook_not_found`,
            `application/precondition_failed`.

        Example:
            >>> client.webhooks.rotate_secret(
            ...     webhook_id="whk_1CeGXWUoiGrkJ5v2n3YvQb",
            ...     overlap=3_600_000,
            ... )
            RotateSecretResponse(
                secret="whsec_h69dL+82KFQ/kqj55/1763RTpBZMeAv9Ezuc1bt/CqU=",
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "webhookId": webhook_id,
            "overlap": overlap,
        }
        return self._transport.call("webhooks.rotateSecret", "mutation", body, options, models.RotateSecretResponse)

    def send_test(
        self,
        *,
        webhook_id: str,
        workspace_id: str | NotGiven = NOT_GIVEN,
        type: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.WebhookAttempt:
        """Send a sample to a webhook now, and return the result. Nothing is recorded.

        Args:
            webhook_id: Id of the webhook. It may be disabled.
            workspace_id: Id of the workspace, or `installation` for events about users and
                sessions. An operator must name one; a root key acts on its own.
            type: Type of the sample event. Default: `"key.created"`.

        Callers: an operator key; or a root key with `webhook.*.update_webhook` and
            `event.*.read_event`.

        Errors: `data/workspace_not_found`, `data/webhook_not_found`,
            `limits/too_many_test_deliveries`, `application/precondition_failed`.

        Example:
            >>> client.webhooks.send_test(
            ...     webhook_id="whk_1CeGXWUoiGrkJ5v2n3YvQb",
            ...     type="key.created",
            ... )
            WebhookAttempt(
                time=1767432600000,
                duration_ms=84,
                status=200,
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "webhookId": webhook_id,
            "type": type,
        }
        return self._transport.call("webhooks.sendTest", "consumption", body, options, models.WebhookAttempt)

    def update_webhook(
        self,
        *,
        webhook_id: str,
        workspace_id: str | NotGiven = NOT_GIVEN,
        url: str | NotGiven = NOT_GIVEN,
        types: Sequence[str] | NotGiven = NOT_GIVEN,
        description: str | None | NotGiven = NOT_GIVEN,
        enabled: bool | NotGiven = NOT_GIVEN,
        from_: str | int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Webhook:
        """Change a webhook, enable or disable it, or move it in the log to send events again.

        Args:
            webhook_id: Id of the webhook.
            workspace_id: Id of the workspace, or `installation` for events about users and
                sessions. An operator must name one; a root key acts on its own.
            url: Where events are sent, with `https`. It may be a secret, so only callers with
                `update_webhook` see more than its origin.
            types: Which events are sent: types, such as `key.created`, all types of an object, such
                as `key.*`, `notices` for all notices, or `*` for everything.
            description: Description, for people. null removes it.
            enabled: Whether events are sent. What happened while the webhook was disabled is sent
                when it is enabled.
            from_: Where the webhook begins: `"now"`, the id of the first event to send, or a time
                in Unix milliseconds. Events from there on are sent, again if need be. Default:
                where it stopped.

        Callers: an operator key; or a root key with `webhook.*.update_webhook` and
            `event.*.read_event`.

        Errors: `data/workspace_not_found`, `data/webhook_not_found`,
            `application/precondition_failed`.

        Example:
            >>> client.webhooks.update_webhook(
            ...     webhook_id="whk_1CeGXWUoiGrkJ5v2n3YvQb",
            ...     types=["key.*", "identity.*"],
            ... )
            Webhook(
                webhook_id="whk_1CAiZx1YPnJZtcPxTdBGPS",
                url="https://hooks.example/keyward",
                format="standard",
                description="Billing",
                enabled=True,
                created_at=1767346200000,
                updated_at=1767432600000,
                types=["key.*", ...],
                health=WebhookHealth(waiting=0),
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "webhookId": webhook_id,
            "url": url,
            "types": types,
            "description": description,
            "enabled": enabled,
            "from": from_,
        }
        return self._transport.call("webhooks.updateWebhook", "mutation", body, options, models.Webhook)


class AsyncWebhooks:
    """Endpoints of yours that receive events as they happen."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create_webhook(
        self,
        *,
        url: str,
        types: Sequence[str],
        workspace_id: str | NotGiven = NOT_GIVEN,
        format: Literal["standard", "slack"] | NotGiven = NOT_GIVEN,
        description: str | NotGiven = NOT_GIVEN,
        from_: str | int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.CreateWebhookResponse:
        """Create an endpoint that receives events as they happen. The secret that signs them is
        shown only once.

        Args:
            url: Where events are sent, with `https`. It may be a secret, so only callers with
                `update_webhook` see more than its origin.
            types: Which events are sent: types, such as `key.created`, all types of an object, such
                as `key.*`, `notices` for all notices, or `*` for everything.
            workspace_id: Id of the workspace, or `installation` for events about users and
                sessions. An operator must name one; a root key acts on its own.
            format: How an event is written. `standard`: signed JSON as in Standard Webhooks.
                `slack`: one line of text, unsigned. Default: `"standard"`.
            description: Description, for people.
            from_: Where the webhook begins: `"now"`, the id of the first event to send, or a time
                in Unix milliseconds. Default: now. Default: `"now"`.

        Callers: an operator key; or a root key with `webhook.*.create_webhook` and
            `event.*.read_event`.

        Errors: `data/workspace_not_found`, `application/precondition_failed`.

        Example:
            >>> await client.webhooks.create_webhook(
            ...     url="https://hooks.example/keyward",
            ...     types=["key.*"],
            ...     description="Billing",
            ... )
            CreateWebhookResponse(
                webhook_id="whk_1CWiKL6F4C3n62hXF8bjHZ",
                secret="whsec_66EpGKCXHyGKcVR76qRzcED/3DZRK0KASq5qXuZDDiU=",
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "url": url,
            "types": types,
            "format": format,
            "description": description,
            "from": from_,
        }
        return await self._transport.call("webhooks.createWebhook", "mutation", body, options, models.CreateWebhookResponse)

    async def delete_webhook(
        self,
        *,
        webhook_id: str,
        workspace_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a webhook with its deliveries. Events that wait for it are not sent.

        Args:
            webhook_id: Id of the webhook.
            workspace_id: Id of the workspace, or `installation` for events about users and
                sessions. An operator must name one; a root key acts on its own.

        Callers: an operator key; or a root key with `webhook.*.delete_webhook`.

        Errors: `data/workspace_not_found`, `data/webhook_not_found`.

        Example:
            >>> await client.webhooks.delete_webhook(
            ...     webhook_id="whk_1CeGXWUoiGrkJ5v2n3YvQb",
            ... )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "webhookId": webhook_id,
        }
        await self._transport.send("webhooks.deleteWebhook", "mutation", body, options)

    async def get_webhook(
        self,
        *,
        webhook_id: str,
        workspace_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Webhook:
        """Show a webhook and how delivery to it is going.

        Args:
            webhook_id: Id of the webhook.
            workspace_id: Id of the workspace, or `installation` for events about users and
                sessions. An operator must name one; a root key acts on its own.

        Callers: an operator key; or a root key with `webhook.*.read_webhook`.

        Errors: `data/workspace_not_found`, `data/webhook_not_found`.

        Example:
            >>> await client.webhooks.get_webhook(
            ...     webhook_id="whk_1CeGXWUoiGrkJ5v2n3YvQb",
            ... )
            Webhook(
                webhook_id="whk_1CAiZx1YPnJZtcPxTdBGPS",
                url="https://hooks.example/keyward",
                format="standard",
                description="Billing",
                enabled=True,
                created_at=1767346200000,
                types=["key.*"],
                health=WebhookHealth(waiting=0),
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "webhookId": webhook_id,
        }
        return await self._transport.call("webhooks.getWebhook", "query", body, options, models.Webhook)

    def list_deliveries(
        self,
        *,
        webhook_id: str,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        workspace_id: str | NotGiven = NOT_GIVEN,
        status: Literal["waiting", "delivered", "failed"] | NotGiven = NOT_GIVEN,
        since: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.WebhookDelivery]:
        """List the events that were sent to a webhook and the result of each attempt, the newest
        event first.

        Args:
            webhook_id: Id of the webhook.
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.
            workspace_id: Id of the workspace, or `installation` for events about users and
                sessions. An operator must name one; a root key acts on its own.
            status: Only deliveries with this status.
            since: Only events at or after this time, in Unix milliseconds.

        Callers: an operator key; or a root key with `webhook.*.read_webhook` and
            `event.*.read_event`.

        Errors: `data/workspace_not_found`, `data/webhook_not_found`.

        Example:
            >>> await client.webhooks.list_deliveries(
            ...     webhook_id="whk_1CeGXWUoiGrkJ5v2n3YvQb",
            ...     limit=20,
            ... ).data
            []
        """
        body: Body = {
            "limit": limit,
            "cursor": cursor,
            "workspaceId": workspace_id,
            "webhookId": webhook_id,
            "status": status,
            "since": since,
        }
        return self._transport.pages("webhooks.listDeliveries", body, options, models.WebhookDelivery)

    def list_webhooks(
        self,
        *,
        workspace_id: str | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.Webhook]:
        """List the webhooks of the workspace and how delivery to each is going.

        Args:
            workspace_id: Id of the workspace, or `installation` for events about users and
                sessions. An operator must name one; a root key acts on its own.
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.
            search: Only webhooks whose id, origin or description contains this text.

        Callers: an operator key; or a root key with `webhook.*.read_webhook`.

        Errors: `data/workspace_not_found`.

        Example:
            >>> await client.webhooks.list_webhooks(limit=20).data
            [
                Webhook(
                    webhook_id="whk_1CAiZx1YPnJZtcPxTdBGPS",
                    url="https://hooks.example/keyward",
                    format="standard",
                    description="Billing",
                    enabled=True,
                    created_at=1767346200000,
                    types=["key.*"],
                    health=WebhookHealth(waiting=0),
                ),
            ]
        """
        body: Body = {
            "workspaceId": workspace_id,
            "limit": limit,
            "cursor": cursor,
            "search": search,
        }
        return self._transport.pages("webhooks.listWebhooks", body, options, models.Webhook)

    async def redeliver(
        self,
        *,
        webhook_id: str,
        workspace_id: str | NotGiven = NOT_GIVEN,
        event_ids: Sequence[str] | NotGiven = NOT_GIVEN,
        failed_since: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.RedeliverResponse:
        """Send events to a webhook again: some by their ids, or all that failed since a time.

        Args:
            webhook_id: Id of the webhook.
            workspace_id: Id of the workspace, or `installation` for events about users and
                sessions. An operator must name one; a root key acts on its own.
            event_ids: Ids of the events, of any age.
            failed_since: All deliveries that failed, of events at or after this time, in Unix
                milliseconds; 10,000 at most.

        Callers: an operator key; or a root key with `webhook.*.update_webhook` and
            `event.*.read_event`.

        Errors: `data/workspace_not_found`, `data/webhook_not_found`, `data/event_not_found`.

        Example:
            >>> await client.webhooks.redeliver(
            ...     webhook_id="whk_1CeGXWUoiGrkJ5v2n3YvQb",
            ...     failed_since=0,
            ... )
            RedeliverResponse(deliveries=0)
        """
        body: Body = {
            "workspaceId": workspace_id,
            "webhookId": webhook_id,
            "eventIds": event_ids,
            "failedSince": failed_since,
        }
        return await self._transport.call("webhooks.redeliver", "mutation", body, options, models.RedeliverResponse)

    async def rotate_secret(
        self,
        *,
        webhook_id: str,
        workspace_id: str | NotGiven = NOT_GIVEN,
        overlap: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.RotateSecretResponse:
        """Create another secret for a webhook. For a while, both sign every request. The new one is
        shown only once.

        Args:
            webhook_id: Id of the webhook.
            workspace_id: Id of the workspace, or `installation` for events about users and
                sessions. An operator must name one; a root key acts on its own.
            overlap: How long the old secret signs too, in milliseconds. Another rotation ends it.
                Default: `86400000`.

        Callers: an operator key; or a root key with `webhook.*.update_webhook` and
            `event.*.read_event`.

        Errors: `data/workspace_not_found`, `data/webhook_not_found`,
            `application/precondition_failed`.

        Example:
            >>> await client.webhooks.rotate_secret(
            ...     webhook_id="whk_1CeGXWUoiGrkJ5v2n3YvQb",
            ...     overlap=3_600_000,
            ... )
            RotateSecretResponse(
                secret="whsec_h69dL+82KFQ/kqj55/1763RTpBZMeAv9Ezuc1bt/CqU=",
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "webhookId": webhook_id,
            "overlap": overlap,
        }
        return await self._transport.call("webhooks.rotateSecret", "mutation", body, options, models.RotateSecretResponse)

    async def send_test(
        self,
        *,
        webhook_id: str,
        workspace_id: str | NotGiven = NOT_GIVEN,
        type: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.WebhookAttempt:
        """Send a sample to a webhook now, and return the result. Nothing is recorded.

        Args:
            webhook_id: Id of the webhook. It may be disabled.
            workspace_id: Id of the workspace, or `installation` for events about users and
                sessions. An operator must name one; a root key acts on its own.
            type: Type of the sample event. Default: `"key.created"`.

        Callers: an operator key; or a root key with `webhook.*.update_webhook` and
            `event.*.read_event`.

        Errors: `data/workspace_not_found`, `data/webhook_not_found`,
            `limits/too_many_test_deliveries`, `application/precondition_failed`.

        Example:
            >>> await client.webhooks.send_test(
            ...     webhook_id="whk_1CeGXWUoiGrkJ5v2n3YvQb",
            ...     type="key.created",
            ... )
            WebhookAttempt(
                time=1767432600000,
                duration_ms=84,
                status=200,
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "webhookId": webhook_id,
            "type": type,
        }
        return await self._transport.call("webhooks.sendTest", "consumption", body, options, models.WebhookAttempt)

    async def update_webhook(
        self,
        *,
        webhook_id: str,
        workspace_id: str | NotGiven = NOT_GIVEN,
        url: str | NotGiven = NOT_GIVEN,
        types: Sequence[str] | NotGiven = NOT_GIVEN,
        description: str | None | NotGiven = NOT_GIVEN,
        enabled: bool | NotGiven = NOT_GIVEN,
        from_: str | int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Webhook:
        """Change a webhook, enable or disable it, or move it in the log to send events again.

        Args:
            webhook_id: Id of the webhook.
            workspace_id: Id of the workspace, or `installation` for events about users and
                sessions. An operator must name one; a root key acts on its own.
            url: Where events are sent, with `https`. It may be a secret, so only callers with
                `update_webhook` see more than its origin.
            types: Which events are sent: types, such as `key.created`, all types of an object, such
                as `key.*`, `notices` for all notices, or `*` for everything.
            description: Description, for people. null removes it.
            enabled: Whether events are sent. What happened while the webhook was disabled is sent
                when it is enabled.
            from_: Where the webhook begins: `"now"`, the id of the first event to send, or a time
                in Unix milliseconds. Events from there on are sent, again if need be. Default:
                where it stopped.

        Callers: an operator key; or a root key with `webhook.*.update_webhook` and
            `event.*.read_event`.

        Errors: `data/workspace_not_found`, `data/webhook_not_found`,
            `application/precondition_failed`.

        Example:
            >>> await client.webhooks.update_webhook(
            ...     webhook_id="whk_1CeGXWUoiGrkJ5v2n3YvQb",
            ...     types=["key.*", "identity.*"],
            ... )
            Webhook(
                webhook_id="whk_1CAiZx1YPnJZtcPxTdBGPS",
                url="https://hooks.example/keyward",
                format="standard",
                description="Billing",
                enabled=True,
                created_at=1767346200000,
                updated_at=1767432600000,
                types=["key.*", ...],
                health=WebhookHealth(waiting=0),
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "webhookId": webhook_id,
            "url": url,
            "types": types,
            "description": description,
            "enabled": enabled,
            "from": from_,
        }
        return await self._transport.call("webhooks.updateWebhook", "mutation", body, options, models.Webhook)
