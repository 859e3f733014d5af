# Written by `npm run gen` from the operations of the service. Change those instead of this.

"""How often keys were verified and rate limits were checked, by whom and with what outcome."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from .._call import Body, CallOptions
from .._pages import AsyncPages, Page
from .._transport import AsyncTransport, Transport
from .._wire import NOT_GIVEN, NotGiven
from . import models


class Usage:
    """How often keys were verified and rate limits were checked, by whom and with what outcome."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get_incident(
        self,
        *,
        from_: int,
        workspace_id: str | NotGiven = NOT_GIVEN,
        key_id: str | NotGiven = NOT_GIVEN,
        identity: str | NotGiven = NOT_GIVEN,
        to: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Incident:
        """Explain why a key or a customer was refused: since when, which change it came from, whom
        else it touched, and what ends it.

        Args:
            from_: Start of the time, in Unix milliseconds. Rounded down to the minute or hour.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.
            key_id: The key that was refused, even if it was deleted.
            identity: The customer whose keys were refused, by id or external id, even if it was
                deleted.
            to: End of the time, exclusive, in Unix milliseconds; at most 31 days after `from`.
                Default: now.

        Callers: an operator key; or a root key.

        Errors: `data/workspace_not_found`, `data/key_not_found`, `data/identity_not_found`.

        Example:
            >>> client.usage.get_incident(
            ...     workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
            ...     identity="user_42",
            ...     from_=1_767_225_600_000,
            ...     to=1_767_312_000_000,
            ... )
            Incident(
                from_=1767225600000,
                to=1767312000000,
                interval="hour",
                refusals=[],
                changes=[],
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "keyId": key_id,
            "identity": identity,
            "from": from_,
            "to": to,
        }
        return self._transport.call("usage.getIncident", "query", body, options, models.Incident)

    def get_ratelimits(
        self,
        *,
        from_: int,
        namespace: str,
        workspace_id: str | NotGiven = NOT_GIVEN,
        to: int | NotGiven = NOT_GIVEN,
        interval: Literal["minute", "hour", "day", "month", "total"] | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        identifier: str | NotGiven = NOT_GIVEN,
        group_by: Sequence[Literal["outcome", "identifier"]] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.GetRatelimitsResponse:
        """Count checks of rate limits over time, by outcome or identifier.

        Args:
            from_: Start of the range, in Unix milliseconds. Rounded down to the interval.
            namespace: Name or id of the namespace, even if it was deleted.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.
            to: End of the range, exclusive, in Unix milliseconds. Rounded up to the interval.
                Default: now.
            interval: Length of an interval, in UTC; at most 1,500 intervals. Default: the shortest
                with at most 120 intervals. Minutes are kept for 48 hours, hours for 400 days
                (KEYWARD_USAGE_DAYS), days forever.
            limit: Groups to return, largest first. The others are added up in a group with `other:
                true`. Default: `10`.
            identifier: Only checks of this identifier.
            group_by: What the groups differ in: `outcome`, `identifier` or both. Default:
                `["outcome"]`.

        Callers: an operator key; or a root key with `ratelimit.{namespaceId}.read_usage`.

        Errors: `data/workspace_not_found`, `data/ratelimit_namespace_not_found`.

        Example:
            >>> client.usage.get_ratelimits(
            ...     workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
            ...     namespace="email",
            ...     from_=1_767_225_600_000,
            ...     to=1_767_830_400_000,
            ...     group_by=["identifier"],
            ... )
            GetRatelimitsResponse(
                from_=1767225600000,
                to=1767830400000,
                interval="day",
                times=[1767225600000, ...],
                groups=[
                    RatelimitUsage(
                        identifier="user_1234",
                        total=4,
                        counts=[0, ...],
                    ),
                    ...,
                ],
                total=7,
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "from": from_,
            "to": to,
            "interval": interval,
            "limit": limit,
            "namespace": namespace,
            "identifier": identifier,
            "groupBy": group_by,
        }
        return self._transport.call("usage.getRatelimits", "query", body, options, models.GetRatelimitsResponse)

    def get_verifications(
        self,
        *,
        from_: int,
        workspace_id: str | NotGiven = NOT_GIVEN,
        to: int | NotGiven = NOT_GIVEN,
        interval: Literal["minute", "hour", "day", "month", "total"] | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        api_id: str | NotGiven = NOT_GIVEN,
        key_ids: Sequence[str] | NotGiven = NOT_GIVEN,
        identity: str | NotGiven = NOT_GIVEN,
        identities: Sequence[str] | NotGiven = NOT_GIVEN,
        codes: Sequence[Literal["VALID", "NOT_FOUND", "DISABLED", "EXPIRED", "FORBIDDEN", "INSUFFICIENT_PERMISSIONS", "RATE_LIMITED", "USAGE_EXCEEDED"]] | NotGiven = NOT_GIVEN,
        tag: str | NotGiven = NOT_GIVEN,
        group_by: Sequence[Literal["api", "key", "identity", "code", "tag"]] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.GetVerificationsResponse:
        """Count verifications over time, by API, key, identity, code or tag.

        Args:
            from_: Start of the range, in Unix milliseconds. Rounded down to the interval.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.
            to: End of the range, exclusive, in Unix milliseconds. Rounded up to the interval.
                Default: now.
            interval: Length of an interval, in UTC; at most 1,500 intervals. Default: the shortest
                with at most 120 intervals. Minutes are kept for 48 hours, hours for 400 days
                (KEYWARD_USAGE_DAYS), days forever.
            limit: Groups to return, largest first. The others are added up in a group with `other:
                true`. Default: `10`.
            api_id: Only verifications of keys of this API, even if it was deleted.
            key_ids: Only verifications of these keys, even if deleted.
            identity: Only verifications of keys that belonged to this identity at that time, by its
                id or external id. The permission `identity.{identityId}.read_usage` suffices.
            identities: Only verifications of keys that belonged to these identities at that time,
                by id or external id. Must be absent beside `identity`. The permission
                `identity.{identityId}.read_usage` for each of them suffices.
            codes: Only verifications with these codes.
            tag: Only verifications with this tag.
            group_by: What the groups differ in: up to two of `api`, `key`, `identity`, `code` and
                `tag`. Default: `["code"]`.

        Callers: an operator key; or a root key.

        Errors: `data/workspace_not_found`, `data/api_not_found`, `data/key_not_found`,
            `data/identity_not_found`.

        Example:
            >>> client.usage.get_verifications(
            ...     workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
            ...     from_=1_767_225_600_000,
            ...     to=1_767_830_400_000,
            ...     interval="day",
            ...     group_by=["code"],
            ... )
            GetVerificationsResponse(
                from_=1767225600000,
                to=1767830400000,
                interval="day",
                times=[1767225600000, ...],
                groups=[
                    VerificationUsage(
                        code="VALID",
                        total=3,
                        credits=3,
                        counts=[0, ...],
                        credit_counts=[0, ...],
                    ),
                    ...,
                ],
                total=5,
                credits=3,
                refused_by_quota=0,
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "from": from_,
            "to": to,
            "interval": interval,
            "limit": limit,
            "apiId": api_id,
            "keyIds": key_ids,
            "identity": identity,
            "identities": identities,
            "codes": codes,
            "tag": tag,
            "groupBy": group_by,
        }
        return self._transport.call("usage.getVerifications", "query", body, options, models.GetVerificationsResponse)

    def list_usage(
        self,
        *,
        workspace_id: str | NotGiven = NOT_GIVEN,
        group_by: Literal["key", "identity", "api", "tag"] | NotGiven = NOT_GIVEN,
        from_: int | NotGiven = NOT_GIVEN,
        to: int | NotGiven = NOT_GIVEN,
        previous_from: int | NotGiven = NOT_GIVEN,
        previous_to: int | NotGiven = NOT_GIVEN,
        sort: Literal["credits", "verifications", "creditsChange", "verificationsChange"] | NotGiven = NOT_GIVEN,
        order: Literal["asc", "desc"] | NotGiven = NOT_GIVEN,
        api_id: str | NotGiven = NOT_GIVEN,
        identity: str | NotGiven = NOT_GIVEN,
        codes: Sequence[Literal["VALID", "NOT_FOUND", "DISABLED", "EXPIRED", "FORBIDDEN", "INSUFFICIENT_PERMISSIONS", "RATE_LIMITED", "USAGE_EXCEEDED"]] | NotGiven = NOT_GIVEN,
        tag: str | NotGiven = NOT_GIVEN,
        balances: bool | NotGiven = NOT_GIVEN,
        count: bool | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Page[models.UsageEntry]:
        """List keys, customers, APIs or tags by the credits or verifications of a month, or of any
        time.

        Args:
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.
            group_by: What each entry is: a key, a customer, an API or a tag. Default: `"key"`.
            from_: Start of the time, in Unix milliseconds. Rounded down to the hour, or to the day
                where hours are no longer kept. Default: the start of this month, in UTC.
            to: End of the time, exclusive, in Unix milliseconds. Rounded up to the hour or day.
                Default: now.
            previous_from: Start of the time to compare with. Send it together with `previous_to`.
            previous_to: End of the time to compare with, exclusive.
            sort: What the list is sorted by. A change is the difference to the time to compare
                with, and needs one. Default: `"credits"`.
            order: Direction of `sort`: `desc` is the largest first, `asc` the smallest first.
                Default: `"desc"`.
            api_id: Only verifications of keys of this API, even if it was deleted.
            identity: Only verifications of keys that belonged to this identity at that time, by its
                id or external id. The permission `identity.{identityId}.read_usage` suffices.
            codes: Only verifications with these codes.
            tag: Only verifications with this tag.
            balances: Whether to return the credits that each key or customer has left now, in
                `remaining`, and the quota of each customer, in `quota`. Default: `False`.
            count: Whether `pagination.total` tells how many entries there are. Default: `False`.
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.

        Callers: an operator key; or a root key.

        Errors: `data/workspace_not_found`, `data/api_not_found`, `data/identity_not_found`.

        Example:
            >>> client.usage.list_usage(
            ...     workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
            ...     group_by="key",
            ...     from_=1_767_225_600_000,
            ...     to=1_769_904_000_000,
            ...     limit=10,
            ... ).data
            [
                UsageEntry(
                    key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
                    api_id="api_1CAiZx1YPnJZtcPxTdBGPS",
                    name="Customer 42",
                    identity=UsageEntryIdentity(
                        id="id_1CAiZx1YPnJZtcPxTdBGPS",
                        external_id="user_42",
                    ),
                    verifications=5,
                    credits=3,
                ),
            ]
        """
        body: Body = {
            "workspaceId": workspace_id,
            "groupBy": group_by,
            "from": from_,
            "to": to,
            "previousFrom": previous_from,
            "previousTo": previous_to,
            "sort": sort,
            "order": order,
            "apiId": api_id,
            "identity": identity,
            "codes": codes,
            "tag": tag,
            "balances": balances,
            "count": count,
            "limit": limit,
            "cursor": cursor,
        }
        return self._transport.pages("usage.listUsage", body, options, models.UsageEntry)

    def list_verifications(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        workspace_id: str | NotGiven = NOT_GIVEN,
        api_id: str | NotGiven = NOT_GIVEN,
        key_id: str | NotGiven = NOT_GIVEN,
        identity: str | NotGiven = NOT_GIVEN,
        codes: Sequence[Literal["VALID", "NOT_FOUND", "DISABLED", "EXPIRED", "FORBIDDEN", "INSUFFICIENT_PERMISSIONS", "RATE_LIMITED", "USAGE_EXCEEDED"]] | NotGiven = NOT_GIVEN,
        tag: str | NotGiven = NOT_GIVEN,
        ip: str | NotGiven = NOT_GIVEN,
        request_id: str | NotGiven = NOT_GIVEN,
        since: int | NotGiven = NOT_GIVEN,
        until: int | NotGiven = NOT_GIVEN,
        after: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Page[models.LoggedVerification]:
        """List single verifications, newest first. The log may be sampled, so count with
        usage.get_verifications.

        Args:
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.
            api_id: Only verifications of keys of this API, even if it was deleted.
            key_id: Only verifications of this key, even if it was deleted.
            identity: Only verifications of keys that belonged to this identity at that time, by its
                id or external id. The permission `identity.{identityId}.read_usage` suffices.
            codes: Only verifications with these codes.
            tag: Only verifications with this tag.
            ip: Only verifications with this IP address, as it was sent.
            request_id: Only the verification of this request.
            since: Only verifications at or after this time, in Unix milliseconds.
            until: Only verifications before this time, in Unix milliseconds.
            after: Follow the log, oldest first: `pagination.cursor` of the previous page with
                `after`. An empty text starts at `since`, or now. Every page then has a cursor.

        Callers: an operator key; or a root key.

        Errors: `data/workspace_not_found`, `data/api_not_found`, `data/key_not_found`,
            `data/identity_not_found`.

        Example:
            >>> client.usage.list_verifications(
            ...     workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
            ...     codes=["RATE_LIMITED"],
            ...     limit=20,
            ... ).data
            [
                LoggedVerification(
                    time=1767691800000,
                    request_id="req_1CWiKL6Ez9Kk6GGzAcNa6u",
                    code="RATE_LIMITED",
                    api_id="api_1CAiZx1YPnJZtcPxTdBGPS",
                    key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
                    name="Customer 42",
                    identity=LoggedVerificationIdentity(
                        id="id_1CAiZx1YPnJZtcPxTdBGPS",
                        external_id="user_42",
                    ),
                    tags=["path=/documents"],
                    ip="192.0.2.1",
                    cost=1,
                    credits=7,
                    exceeded=["requests"],
                    weight=1,
                ),
            ]
        """
        body: Body = {
            "limit": limit,
            "cursor": cursor,
            "workspaceId": workspace_id,
            "apiId": api_id,
            "keyId": key_id,
            "identity": identity,
            "codes": codes,
            "tag": tag,
            "ip": ip,
            "requestId": request_id,
            "since": since,
            "until": until,
            "after": after,
        }
        return self._transport.pages("usage.listVerifications", body, options, models.LoggedVerification)


class AsyncUsage:
    """How often keys were verified and rate limits were checked, by whom and with what outcome."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get_incident(
        self,
        *,
        from_: int,
        workspace_id: str | NotGiven = NOT_GIVEN,
        key_id: str | NotGiven = NOT_GIVEN,
        identity: str | NotGiven = NOT_GIVEN,
        to: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Incident:
        """Explain why a key or a customer was refused: since when, which change it came from, whom
        else it touched, and what ends it.

        Args:
            from_: Start of the time, in Unix milliseconds. Rounded down to the minute or hour.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.
            key_id: The key that was refused, even if it was deleted.
            identity: The customer whose keys were refused, by id or external id, even if it was
                deleted.
            to: End of the time, exclusive, in Unix milliseconds; at most 31 days after `from`.
                Default: now.

        Callers: an operator key; or a root key.

        Errors: `data/workspace_not_found`, `data/key_not_found`, `data/identity_not_found`.

        Example:
            >>> await client.usage.get_incident(
            ...     workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
            ...     identity="user_42",
            ...     from_=1_767_225_600_000,
            ...     to=1_767_312_000_000,
            ... )
            Incident(
                from_=1767225600000,
                to=1767312000000,
                interval="hour",
                refusals=[],
                changes=[],
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "keyId": key_id,
            "identity": identity,
            "from": from_,
            "to": to,
        }
        return await self._transport.call("usage.getIncident", "query", body, options, models.Incident)

    async def get_ratelimits(
        self,
        *,
        from_: int,
        namespace: str,
        workspace_id: str | NotGiven = NOT_GIVEN,
        to: int | NotGiven = NOT_GIVEN,
        interval: Literal["minute", "hour", "day", "month", "total"] | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        identifier: str | NotGiven = NOT_GIVEN,
        group_by: Sequence[Literal["outcome", "identifier"]] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.GetRatelimitsResponse:
        """Count checks of rate limits over time, by outcome or identifier.

        Args:
            from_: Start of the range, in Unix milliseconds. Rounded down to the interval.
            namespace: Name or id of the namespace, even if it was deleted.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.
            to: End of the range, exclusive, in Unix milliseconds. Rounded up to the interval.
                Default: now.
            interval: Length of an interval, in UTC; at most 1,500 intervals. Default: the shortest
                with at most 120 intervals. Minutes are kept for 48 hours, hours for 400 days
                (KEYWARD_USAGE_DAYS), days forever.
            limit: Groups to return, largest first. The others are added up in a group with `other:
                true`. Default: `10`.
            identifier: Only checks of this identifier.
            group_by: What the groups differ in: `outcome`, `identifier` or both. Default:
                `["outcome"]`.

        Callers: an operator key; or a root key with `ratelimit.{namespaceId}.read_usage`.

        Errors: `data/workspace_not_found`, `data/ratelimit_namespace_not_found`.

        Example:
            >>> await client.usage.get_ratelimits(
            ...     workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
            ...     namespace="email",
            ...     from_=1_767_225_600_000,
            ...     to=1_767_830_400_000,
            ...     group_by=["identifier"],
            ... )
            GetRatelimitsResponse(
                from_=1767225600000,
                to=1767830400000,
                interval="day",
                times=[1767225600000, ...],
                groups=[
                    RatelimitUsage(
                        identifier="user_1234",
                        total=4,
                        counts=[0, ...],
                    ),
                    ...,
                ],
                total=7,
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "from": from_,
            "to": to,
            "interval": interval,
            "limit": limit,
            "namespace": namespace,
            "identifier": identifier,
            "groupBy": group_by,
        }
        return await self._transport.call("usage.getRatelimits", "query", body, options, models.GetRatelimitsResponse)

    async def get_verifications(
        self,
        *,
        from_: int,
        workspace_id: str | NotGiven = NOT_GIVEN,
        to: int | NotGiven = NOT_GIVEN,
        interval: Literal["minute", "hour", "day", "month", "total"] | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        api_id: str | NotGiven = NOT_GIVEN,
        key_ids: Sequence[str] | NotGiven = NOT_GIVEN,
        identity: str | NotGiven = NOT_GIVEN,
        identities: Sequence[str] | NotGiven = NOT_GIVEN,
        codes: Sequence[Literal["VALID", "NOT_FOUND", "DISABLED", "EXPIRED", "FORBIDDEN", "INSUFFICIENT_PERMISSIONS", "RATE_LIMITED", "USAGE_EXCEEDED"]] | NotGiven = NOT_GIVEN,
        tag: str | NotGiven = NOT_GIVEN,
        group_by: Sequence[Literal["api", "key", "identity", "code", "tag"]] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.GetVerificationsResponse:
        """Count verifications over time, by API, key, identity, code or tag.

        Args:
            from_: Start of the range, in Unix milliseconds. Rounded down to the interval.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.
            to: End of the range, exclusive, in Unix milliseconds. Rounded up to the interval.
                Default: now.
            interval: Length of an interval, in UTC; at most 1,500 intervals. Default: the shortest
                with at most 120 intervals. Minutes are kept for 48 hours, hours for 400 days
                (KEYWARD_USAGE_DAYS), days forever.
            limit: Groups to return, largest first. The others are added up in a group with `other:
                true`. Default: `10`.
            api_id: Only verifications of keys of this API, even if it was deleted.
            key_ids: Only verifications of these keys, even if deleted.
            identity: Only verifications of keys that belonged to this identity at that time, by its
                id or external id. The permission `identity.{identityId}.read_usage` suffices.
            identities: Only verifications of keys that belonged to these identities at that time,
                by id or external id. Must be absent beside `identity`. The permission
                `identity.{identityId}.read_usage` for each of them suffices.
            codes: Only verifications with these codes.
            tag: Only verifications with this tag.
            group_by: What the groups differ in: up to two of `api`, `key`, `identity`, `code` and
                `tag`. Default: `["code"]`.

        Callers: an operator key; or a root key.

        Errors: `data/workspace_not_found`, `data/api_not_found`, `data/key_not_found`,
            `data/identity_not_found`.

        Example:
            >>> await client.usage.get_verifications(
            ...     workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
            ...     from_=1_767_225_600_000,
            ...     to=1_767_830_400_000,
            ...     interval="day",
            ...     group_by=["code"],
            ... )
            GetVerificationsResponse(
                from_=1767225600000,
                to=1767830400000,
                interval="day",
                times=[1767225600000, ...],
                groups=[
                    VerificationUsage(
                        code="VALID",
                        total=3,
                        credits=3,
                        counts=[0, ...],
                        credit_counts=[0, ...],
                    ),
                    ...,
                ],
                total=5,
                credits=3,
                refused_by_quota=0,
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "from": from_,
            "to": to,
            "interval": interval,
            "limit": limit,
            "apiId": api_id,
            "keyIds": key_ids,
            "identity": identity,
            "identities": identities,
            "codes": codes,
            "tag": tag,
            "groupBy": group_by,
        }
        return await self._transport.call("usage.getVerifications", "query", body, options, models.GetVerificationsResponse)

    def list_usage(
        self,
        *,
        workspace_id: str | NotGiven = NOT_GIVEN,
        group_by: Literal["key", "identity", "api", "tag"] | NotGiven = NOT_GIVEN,
        from_: int | NotGiven = NOT_GIVEN,
        to: int | NotGiven = NOT_GIVEN,
        previous_from: int | NotGiven = NOT_GIVEN,
        previous_to: int | NotGiven = NOT_GIVEN,
        sort: Literal["credits", "verifications", "creditsChange", "verificationsChange"] | NotGiven = NOT_GIVEN,
        order: Literal["asc", "desc"] | NotGiven = NOT_GIVEN,
        api_id: str | NotGiven = NOT_GIVEN,
        identity: str | NotGiven = NOT_GIVEN,
        codes: Sequence[Literal["VALID", "NOT_FOUND", "DISABLED", "EXPIRED", "FORBIDDEN", "INSUFFICIENT_PERMISSIONS", "RATE_LIMITED", "USAGE_EXCEEDED"]] | NotGiven = NOT_GIVEN,
        tag: str | NotGiven = NOT_GIVEN,
        balances: bool | NotGiven = NOT_GIVEN,
        count: bool | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.UsageEntry]:
        """List keys, customers, APIs or tags by the credits or verifications of a month, or of any
        time.

        Args:
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.
            group_by: What each entry is: a key, a customer, an API or a tag. Default: `"key"`.
            from_: Start of the time, in Unix milliseconds. Rounded down to the hour, or to the day
                where hours are no longer kept. Default: the start of this month, in UTC.
            to: End of the time, exclusive, in Unix milliseconds. Rounded up to the hour or day.
                Default: now.
            previous_from: Start of the time to compare with. Send it together with `previous_to`.
            previous_to: End of the time to compare with, exclusive.
            sort: What the list is sorted by. A change is the difference to the time to compare
                with, and needs one. Default: `"credits"`.
            order: Direction of `sort`: `desc` is the largest first, `asc` the smallest first.
                Default: `"desc"`.
            api_id: Only verifications of keys of this API, even if it was deleted.
            identity: Only verifications of keys that belonged to this identity at that time, by its
                id or external id. The permission `identity.{identityId}.read_usage` suffices.
            codes: Only verifications with these codes.
            tag: Only verifications with this tag.
            balances: Whether to return the credits that each key or customer has left now, in
                `remaining`, and the quota of each customer, in `quota`. Default: `False`.
            count: Whether `pagination.total` tells how many entries there are. Default: `False`.
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.

        Callers: an operator key; or a root key.

        Errors: `data/workspace_not_found`, `data/api_not_found`, `data/identity_not_found`.

        Example:
            >>> await client.usage.list_usage(
            ...     workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
            ...     group_by="key",
            ...     from_=1_767_225_600_000,
            ...     to=1_769_904_000_000,
            ...     limit=10,
            ... ).data
            [
                UsageEntry(
                    key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
                    api_id="api_1CAiZx1YPnJZtcPxTdBGPS",
                    name="Customer 42",
                    identity=UsageEntryIdentity(
                        id="id_1CAiZx1YPnJZtcPxTdBGPS",
                        external_id="user_42",
                    ),
                    verifications=5,
                    credits=3,
                ),
            ]
        """
        body: Body = {
            "workspaceId": workspace_id,
            "groupBy": group_by,
            "from": from_,
            "to": to,
            "previousFrom": previous_from,
            "previousTo": previous_to,
            "sort": sort,
            "order": order,
            "apiId": api_id,
            "identity": identity,
            "codes": codes,
            "tag": tag,
            "balances": balances,
            "count": count,
            "limit": limit,
            "cursor": cursor,
        }
        return self._transport.pages("usage.listUsage", body, options, models.UsageEntry)

    def list_verifications(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        workspace_id: str | NotGiven = NOT_GIVEN,
        api_id: str | NotGiven = NOT_GIVEN,
        key_id: str | NotGiven = NOT_GIVEN,
        identity: str | NotGiven = NOT_GIVEN,
        codes: Sequence[Literal["VALID", "NOT_FOUND", "DISABLED", "EXPIRED", "FORBIDDEN", "INSUFFICIENT_PERMISSIONS", "RATE_LIMITED", "USAGE_EXCEEDED"]] | NotGiven = NOT_GIVEN,
        tag: str | NotGiven = NOT_GIVEN,
        ip: str | NotGiven = NOT_GIVEN,
        request_id: str | NotGiven = NOT_GIVEN,
        since: int | NotGiven = NOT_GIVEN,
        until: int | NotGiven = NOT_GIVEN,
        after: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.LoggedVerification]:
        """List single verifications, newest first. The log may be sampled, so count with
        usage.get_verifications.

        Args:
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.
            api_id: Only verifications of keys of this API, even if it was deleted.
            key_id: Only verifications of this key, even if it was deleted.
            identity: Only verifications of keys that belonged to this identity at that time, by its
                id or external id. The permission `identity.{identityId}.read_usage` suffices.
            codes: Only verifications with these codes.
            tag: Only verifications with this tag.
            ip: Only verifications with this IP address, as it was sent.
            request_id: Only the verification of this request.
            since: Only verifications at or after this time, in Unix milliseconds.
            until: Only verifications before this time, in Unix milliseconds.
            after: Follow the log, oldest first: `pagination.cursor` of the previous page with
                `after`. An empty text starts at `since`, or now. Every page then has a cursor.

        Callers: an operator key; or a root key.

        Errors: `data/workspace_not_found`, `data/api_not_found`, `data/key_not_found`,
            `data/identity_not_found`.

        Example:
            >>> await client.usage.list_verifications(
            ...     workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
            ...     codes=["RATE_LIMITED"],
            ...     limit=20,
            ... ).data
            [
                LoggedVerification(
                    time=1767691800000,
                    request_id="req_1CWiKL6Ez9Kk6GGzAcNa6u",
                    code="RATE_LIMITED",
                    api_id="api_1CAiZx1YPnJZtcPxTdBGPS",
                    key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
                    name="Customer 42",
                    identity=LoggedVerificationIdentity(
                        id="id_1CAiZx1YPnJZtcPxTdBGPS",
                        external_id="user_42",
                    ),
                    tags=["path=/documents"],
                    ip="192.0.2.1",
                    cost=1,
                    credits=7,
                    exceeded=["requests"],
                    weight=1,
                ),
            ]
        """
        body: Body = {
            "limit": limit,
            "cursor": cursor,
            "workspaceId": workspace_id,
            "apiId": api_id,
            "keyId": key_id,
            "identity": identity,
            "codes": codes,
            "tag": tag,
            "ip": ip,
            "requestId": request_id,
            "since": since,
            "until": until,
            "after": after,
        }
        return self._transport.pages("usage.listVerifications", body, options, models.LoggedVerification)
