# Written by `npm run gen` from the operations of the service. Change those instead of this.

"""Rate limits for anything with an identifier."""

from __future__ import annotations

from collections.abc import Sequence

from .._call import Body, CallOptions
from .._pages import AsyncPages, Page
from .._transport import AsyncTransport, Transport
from .._wire import NOT_GIVEN, NotGiven, encode
from . import models, params


class Ratelimit:
    """Rate limits for anything with an identifier."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def delete_namespace(
        self,
        *,
        namespace: str,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a rate-limit namespace for good. Its name stays reserved, so that running clients
        do not create it again.

        Args:
            namespace: Id or name of the namespace.

        Callers: a root key with `ratelimit.{namespaceId}.delete_namespace`.

        Errors: `data/ratelimit_namespace_not_found`.

        Example:
            >>> client.ratelimit.delete_namespace(namespace="email")
        """
        body: Body = {
            "namespace": namespace,
        }
        self._transport.send("ratelimit.deleteNamespace", "mutation", body, options)

    def delete_override(
        self,
        *,
        namespace: str,
        identifier: str,
        options: CallOptions | None = None,
    ) -> None:
        """Delete an override. Setting it again restores its id.

        Args:
            namespace: Id or name of the namespace.
            identifier: The identifier or pattern, exactly as it was set.

        Callers: a root key with `ratelimit.{namespaceId}.delete_override`.

        Errors: `data/ratelimit_namespace_not_found`, `data/ratelimit_override_not_found`.

        Example:
            >>> client.ratelimit.delete_override(
            ...     namespace="email",
            ...     identifier="premium_*",
            ... )
        """
        body: Body = {
            "namespace": namespace,
            "identifier": identifier,
        }
        self._transport.send("ratelimit.deleteOverride", "mutation", body, options)

    def get_override(
        self,
        *,
        namespace: str,
        identifier: str,
        options: CallOptions | None = None,
    ) -> models.Override:
        """Show the override that applies to an identifier.

        Args:
            namespace: Id or name of the namespace.
            identifier: Identifier to look up, such as a user id.

        Callers: a root key with `ratelimit.{namespaceId}.read_override`.

        Errors: `data/ratelimit_namespace_not_found`, `data/ratelimit_override_not_found`.

        Example:
            >>> client.ratelimit.get_override(
            ...     namespace="email",
            ...     identifier="premium_1234",
            ... )
            Override(
                override_id="rlor_1CAiZx1YPnJZtcPxTdBGPS",
                identifier="premium_*",
                limit=90,
                duration=60000,
            )
        """
        body: Body = {
            "namespace": namespace,
            "identifier": identifier,
        }
        return self._transport.call("ratelimit.getOverride", "query", body, options, models.Override)

    def limit(
        self,
        *,
        namespace: str,
        identifier: str,
        limit: int,
        duration: int,
        cost: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.LimitResponse:
        """Check an identifier against a rate limit, and count the request if it passes.

        Args:
            namespace: Id or name of the namespace. A new name creates it.
            identifier: What the limit counts for, such as a user id or an IP address.
            limit: How much is allowed per window, unless an override says otherwise.
            duration: Length of the sliding window in milliseconds.
            cost: How much to count. 0 checks without counting. Default: `1`.

        Callers: a root key with `ratelimit.{namespaceId}.limit`.

        Errors: `data/ratelimit_namespace_not_found`, `data/ratelimit_namespace_gone`.

        Example:
            >>> client.ratelimit.limit(
            ...     namespace="email",
            ...     identifier="user_1234",
            ...     limit=10,
            ...     duration=60_000,
            ... )
            LimitResponse(
                success=True,
                limit=10,
                remaining=9,
                reset=1767432660000,
            )
        """
        body: Body = {
            "namespace": namespace,
            "identifier": identifier,
            "limit": limit,
            "duration": duration,
            "cost": cost,
        }
        return self._transport.call("ratelimit.limit", "consumption", body, options, models.LimitResponse)

    def list_namespaces(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Page[models.Namespace]:
        """List the rate-limit namespaces of the workspace.

        Args:
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.
            search: Only namespaces whose id or name contains this text.

        Callers: a root key with `ratelimit.*.read_namespace`.

        Example:
            >>> client.ratelimit.list_namespaces(search="email").data
            [
                Namespace(
                    id="rlns_1CAiZx1YPnJZtcPxTdBGPS",
                    name="email",
                    created_at=1767346200000,
                ),
            ]
        """
        body: Body = {
            "limit": limit,
            "cursor": cursor,
            "search": search,
        }
        return self._transport.pages("ratelimit.listNamespaces", body, options, models.Namespace)

    def list_overrides(
        self,
        *,
        namespace: str,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Page[models.Override]:
        """List the overrides of a rate-limit namespace.

        Args:
            namespace: Id or name of the namespace.
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.

        Callers: a root key with `ratelimit.{namespaceId}.read_override`.

        Errors: `data/ratelimit_namespace_not_found`.

        Example:
            >>> client.ratelimit.list_overrides(namespace="email").data
            [
                Override(
                    override_id="rlor_1CAiZx1YPnJZtcPxTdBGPS",
                    identifier="premium_*",
                    limit=90,
                    duration=60000,
                ),
            ]
        """
        body: Body = {
            "namespace": namespace,
            "limit": limit,
            "cursor": cursor,
        }
        return self._transport.pages("ratelimit.listOverrides", body, options, models.Override)

    def multi_limit(
        self,
        items: Sequence[params.MultiLimitInput],
        *,
        options: CallOptions | None = None,
    ) -> models.MultiLimitResponse:
        """Check several rate limits at once. The request counts against all of them if every check
        passes, else against none.

        Callers: a root key with `ratelimit.{namespaceId}.limit`.

        Errors: `data/ratelimit_namespace_not_found`, `data/ratelimit_namespace_gone`.

        Example:
            >>> client.ratelimit.multi_limit(
            ...     [
            ...         {
            ...             "namespace": "email",
            ...             "identifier": "user_1234",
            ...             "limit": 10,
            ...             "duration": 60_000,
            ...         },
            ...         {
            ...             "namespace": "email.all",
            ...             "identifier": "acme",
            ...             "limit": 1000,
            ...             "duration": 3_600_000,
            ...         },
            ...     ],
            ... )
            MultiLimitResponse(
                passed=True,
                limits=[
                    MultiLimitLimit(
                        namespace="email",
                        identifier="user_1234",
                        passed=True,
                        limit=10,
                        remaining=9,
                        reset=1767432660000,
                    ),
                    ...,
                ],
            )
        """
        body: Body = encode(Sequence[params.MultiLimitInput], items)
        return self._transport.call("ratelimit.multiLimit", "consumption", body, options, models.MultiLimitResponse)

    def set_override(
        self,
        *,
        namespace: str,
        identifier: str,
        limit: int,
        duration: int,
        options: CallOptions | None = None,
    ) -> models.SetOverrideResponse:
        """Give an identifier, or all identifiers that match a pattern, a limit of its own.

        Args:
            namespace: Id or name of the namespace.
            identifier: An identifier, or a pattern with up to 8 `*`. Each `*` stands for any
                characters, or none.
            limit: How much is allowed per window. 0 denies everything.
            duration: Length of the sliding window in milliseconds.

        Callers: a root key with `ratelimit.{namespaceId}.set_override`.

        Errors: `data/ratelimit_namespace_not_found`, `application/precondition_failed`.

        Example:
            >>> client.ratelimit.set_override(
            ...     namespace="email",
            ...     identifier="premium_*",
            ...     limit=100,
            ...     duration=60_000,
            ... )
            SetOverrideResponse(
                override_id="rlor_1CAiZx1YPnJZtcPxTdBGPS",
            )
        """
        body: Body = {
            "namespace": namespace,
            "identifier": identifier,
            "limit": limit,
            "duration": duration,
        }
        return self._transport.call("ratelimit.setOverride", "mutation", body, options, models.SetOverrideResponse)


class AsyncRatelimit:
    """Rate limits for anything with an identifier."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def delete_namespace(
        self,
        *,
        namespace: str,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a rate-limit namespace for good. Its name stays reserved, so that running clients
        do not create it again.

        Args:
            namespace: Id or name of the namespace.

        Callers: a root key with `ratelimit.{namespaceId}.delete_namespace`.

        Errors: `data/ratelimit_namespace_not_found`.

        Example:
            >>> await client.ratelimit.delete_namespace(namespace="email")
        """
        body: Body = {
            "namespace": namespace,
        }
        await self._transport.send("ratelimit.deleteNamespace", "mutation", body, options)

    async def delete_override(
        self,
        *,
        namespace: str,
        identifier: str,
        options: CallOptions | None = None,
    ) -> None:
        """Delete an override. Setting it again restores its id.

        Args:
            namespace: Id or name of the namespace.
            identifier: The identifier or pattern, exactly as it was set.

        Callers: a root key with `ratelimit.{namespaceId}.delete_override`.

        Errors: `data/ratelimit_namespace_not_found`, `data/ratelimit_override_not_found`.

        Example:
            >>> await client.ratelimit.delete_override(
            ...     namespace="email",
            ...     identifier="premium_*",
            ... )
        """
        body: Body = {
            "namespace": namespace,
            "identifier": identifier,
        }
        await self._transport.send("ratelimit.deleteOverride", "mutation", body, options)

    async def get_override(
        self,
        *,
        namespace: str,
        identifier: str,
        options: CallOptions | None = None,
    ) -> models.Override:
        """Show the override that applies to an identifier.

        Args:
            namespace: Id or name of the namespace.
            identifier: Identifier to look up, such as a user id.

        Callers: a root key with `ratelimit.{namespaceId}.read_override`.

        Errors: `data/ratelimit_namespace_not_found`, `data/ratelimit_override_not_found`.

        Example:
            >>> await client.ratelimit.get_override(
            ...     namespace="email",
            ...     identifier="premium_1234",
            ... )
            Override(
                override_id="rlor_1CAiZx1YPnJZtcPxTdBGPS",
                identifier="premium_*",
                limit=90,
                duration=60000,
            )
        """
        body: Body = {
            "namespace": namespace,
            "identifier": identifier,
        }
        return await self._transport.call("ratelimit.getOverride", "query", body, options, models.Override)

    async def limit(
        self,
        *,
        namespace: str,
        identifier: str,
        limit: int,
        duration: int,
        cost: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.LimitResponse:
        """Check an identifier against a rate limit, and count the request if it passes.

        Args:
            namespace: Id or name of the namespace. A new name creates it.
            identifier: What the limit counts for, such as a user id or an IP address.
            limit: How much is allowed per window, unless an override says otherwise.
            duration: Length of the sliding window in milliseconds.
            cost: How much to count. 0 checks without counting. Default: `1`.

        Callers: a root key with `ratelimit.{namespaceId}.limit`.

        Errors: `data/ratelimit_namespace_not_found`, `data/ratelimit_namespace_gone`.

        Example:
            >>> await client.ratelimit.limit(
            ...     namespace="email",
            ...     identifier="user_1234",
            ...     limit=10,
            ...     duration=60_000,
            ... )
            LimitResponse(
                success=True,
                limit=10,
                remaining=9,
                reset=1767432660000,
            )
        """
        body: Body = {
            "namespace": namespace,
            "identifier": identifier,
            "limit": limit,
            "duration": duration,
            "cost": cost,
        }
        return await self._transport.call("ratelimit.limit", "consumption", body, options, models.LimitResponse)

    def list_namespaces(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.Namespace]:
        """List the rate-limit namespaces of the workspace.

        Args:
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.
            search: Only namespaces whose id or name contains this text.

        Callers: a root key with `ratelimit.*.read_namespace`.

        Example:
            >>> await client.ratelimit.list_namespaces(search="email").data
            [
                Namespace(
                    id="rlns_1CAiZx1YPnJZtcPxTdBGPS",
                    name="email",
                    created_at=1767346200000,
                ),
            ]
        """
        body: Body = {
            "limit": limit,
            "cursor": cursor,
            "search": search,
        }
        return self._transport.pages("ratelimit.listNamespaces", body, options, models.Namespace)

    def list_overrides(
        self,
        *,
        namespace: str,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.Override]:
        """List the overrides of a rate-limit namespace.

        Args:
            namespace: Id or name of the namespace.
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.

        Callers: a root key with `ratelimit.{namespaceId}.read_override`.

        Errors: `data/ratelimit_namespace_not_found`.

        Example:
            >>> await client.ratelimit.list_overrides(namespace="email").data
            [
                Override(
                    override_id="rlor_1CAiZx1YPnJZtcPxTdBGPS",
                    identifier="premium_*",
                    limit=90,
                    duration=60000,
                ),
            ]
        """
        body: Body = {
            "namespace": namespace,
            "limit": limit,
            "cursor": cursor,
        }
        return self._transport.pages("ratelimit.listOverrides", body, options, models.Override)

    async def multi_limit(
        self,
        items: Sequence[params.MultiLimitInput],
        *,
        options: CallOptions | None = None,
    ) -> models.MultiLimitResponse:
        """Check several rate limits at once. The request counts against all of them if every check
        passes, else against none.

        Callers: a root key with `ratelimit.{namespaceId}.limit`.

        Errors: `data/ratelimit_namespace_not_found`, `data/ratelimit_namespace_gone`.

        Example:
            >>> await client.ratelimit.multi_limit(
            ...     [
            ...         {
            ...             "namespace": "email",
            ...             "identifier": "user_1234",
            ...             "limit": 10,
            ...             "duration": 60_000,
            ...         },
            ...         {
            ...             "namespace": "email.all",
            ...             "identifier": "acme",
            ...             "limit": 1000,
            ...             "duration": 3_600_000,
            ...         },
            ...     ],
            ... )
            MultiLimitResponse(
                passed=True,
                limits=[
                    MultiLimitLimit(
                        namespace="email",
                        identifier="user_1234",
                        passed=True,
                        limit=10,
                        remaining=9,
                        reset=1767432660000,
                    ),
                    ...,
                ],
            )
        """
        body: Body = encode(Sequence[params.MultiLimitInput], items)
        return await self._transport.call("ratelimit.multiLimit", "consumption", body, options, models.MultiLimitResponse)

    async def set_override(
        self,
        *,
        namespace: str,
        identifier: str,
        limit: int,
        duration: int,
        options: CallOptions | None = None,
    ) -> models.SetOverrideResponse:
        """Give an identifier, or all identifiers that match a pattern, a limit of its own.

        Args:
            namespace: Id or name of the namespace.
            identifier: An identifier, or a pattern with up to 8 `*`. Each `*` stands for any
                characters, or none.
            limit: How much is allowed per window. 0 denies everything.
            duration: Length of the sliding window in milliseconds.

        Callers: a root key with `ratelimit.{namespaceId}.set_override`.

        Errors: `data/ratelimit_namespace_not_found`, `application/precondition_failed`.

        Example:
            >>> await client.ratelimit.set_override(
            ...     namespace="email",
            ...     identifier="premium_*",
            ...     limit=100,
            ...     duration=60_000,
            ... )
            SetOverrideResponse(
                override_id="rlor_1CAiZx1YPnJZtcPxTdBGPS",
            )
        """
        body: Body = {
            "namespace": namespace,
            "identifier": identifier,
            "limit": limit,
            "duration": duration,
        }
        return await self._transport.call("ratelimit.setOverride", "mutation", body, options, models.SetOverrideResponse)
