# Written by `npm run gen` from the operations of the service. Change those instead of this.

"""An API groups the keys that belong together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from .._call import Body, CallOptions
from .._pages import AsyncPages, Page
from .._transport import AsyncTransport, Transport
from .._wire import NOT_GIVEN, NotGiven
from . import models, params


class Apis:
    """An API groups the keys that belong together."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create_api(
        self,
        *,
        name: str,
        options: CallOptions | None = None,
    ) -> models.CreateApiResponse:
        """Create an API: a group of keys that one of your services accepts.

        Args:
            name: Name of the API.

        Callers: a root key with `api.*.create_api`.

        Example:
            >>> client.apis.create_api(name="Payments")
            CreateApiResponse(
                api_id="api_1CWiKL6Ex6sDJ5EoFASJAZ",
            )
        """
        body: Body = {
            "name": name,
        }
        return self._transport.call("apis.createApi", "mutation", body, options, models.CreateApiResponse)

    def delete_api(
        self,
        *,
        api_id: str,
        options: CallOptions | None = None,
    ) -> None:
        """Delete an API for good. Its keys stop working at once.

        Args:
            api_id: Id of the API.

        Callers: a root key with `api.{apiId}.delete_api`.

        Errors: `data/api_not_found`, `application/protected_resource`.

        Example:
            >>> client.apis.delete_api(api_id="api_1CAiZx1YPnJZtcPxTdBGPS")
        """
        body: Body = {
            "apiId": api_id,
        }
        self._transport.send("apis.deleteApi", "mutation", body, options)

    def get_api(
        self,
        *,
        api_id: str,
        options: CallOptions | None = None,
    ) -> models.Api:
        """Show an API.

        Args:
            api_id: Id of the API.

        Callers: a root key with `api.{apiId}.read_api`.

        Errors: `data/api_not_found`.

        Example:
            >>> client.apis.get_api(api_id="api_1CAiZx1YPnJZtcPxTdBGPS")
            Api(
                id="api_1CAiZx1YPnJZtcPxTdBGPS",
                name="Payments",
                delete_protection=False,
                ip_allowlist=[],
                created_at=1767346200000,
            )
        """
        body: Body = {
            "apiId": api_id,
        }
        return self._transport.call("apis.getApi", "query", body, options, models.Api)

    def list_apis(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Page[models.Api]:
        """List the APIs of the workspace.

        Args:
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.
            search: Only APIs whose id or name contains this text.

        Callers: a root key with `api.*.read_api`.

        Example:
            >>> client.apis.list_apis(limit=20).data
            [
                Api(
                    id="api_1CAiZx1YPnJZtcPxTdBGPS",
                    name="Payments",
                    delete_protection=False,
                    ip_allowlist=[],
                    created_at=1767346200000,
                ),
            ]
        """
        body: Body = {
            "limit": limit,
            "cursor": cursor,
            "search": search,
        }
        return self._transport.pages("apis.listApis", body, options, models.Api)

    def list_keys(
        self,
        *,
        api_id: str,
        external_id: str | NotGiven = NOT_GIVEN,
        identity_id: str | NotGiven = NOT_GIVEN,
        enabled: bool | NotGiven = NOT_GIVEN,
        status: Literal["active", "disabled", "expired", "expiring", "low_credits"] | NotGiven = NOT_GIVEN,
        expires_before: int | NotGiven = NOT_GIVEN,
        role: str | NotGiven = NOT_GIVEN,
        permission: str | NotGiven = NOT_GIVEN,
        ratelimit: str | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        sort: Literal["created", "name", "expires", "lastUsed", "credits"] | NotGiven = NOT_GIVEN,
        order: Literal["asc", "desc", "created", "created_desc"] | NotGiven = NOT_GIVEN,
        count: bool | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        decrypt: bool | NotGiven = NOT_GIVEN,
        revalidate_keys_cache: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Page[models.Key]:
        """List the keys of an API, including disabled and expired ones.

        Args:
            api_id: Id of the API.
            external_id: Only keys of the identity with this external id.
            identity_id: Only keys of the identity with this id.
            enabled: Only enabled keys, or only disabled ones.
            status: Only keys in this state. `active`: enabled and not expired. `disabled`:
                disabled, even if it has also expired. `expired`: expired, even if it is also
                disabled. `expiring`: active, and expires within 7 days. `low_credits`: active, with
                credits at or below `low_at`; without `low_at`, at most 10 % of the refill amount,
                or none without a refill.
            expires_before: Only keys that expire before this time, in Unix milliseconds. Expired
                keys are included.
            role: Only keys with this role, by its id or name.
            permission: Only keys that hold this permission, directly or through a role, by its id
                or slug.
            ratelimit: Only keys with a rate limit of this name of their own. It beats the one of
                their identity.
            search: Only keys whose name, start or id contains this text.
            sort: What the list is sorted by. `name` ignores the case of A to Z and compares 64
                characters. `last_used` and `credits` change with every verification, and need a
                filter with at most 10,000 matches. Default: `"created"`.
            order: Direction of `sort`: `asc` is the oldest or smallest first, `desc` the newest or
                largest first. Objects without a value come last either way. `created` and
                `created_desc` mean the same for `sort: created`, and are not allowed with another
                `sort`. Default: `"asc"`.
            count: Whether `pagination.total` tells how many objects match. The count stops at
                10,000. Default: `False`.
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.
            decrypt: Show the plaintext of recoverable keys. Each use is recorded as an event.
                Default: `False`.
            revalidate_keys_cache: No effect: responses are always current. Default: `False`.

        Callers: a root key with `api.{apiId}.read_key`.

        Errors: `data/api_not_found`, `data/role_not_found`, `data/permission_not_found`,
            `application/precondition_failed`.

        Example:
            >>> client.apis.list_keys(
            ...     api_id="api_1CAiZx1YPnJZtcPxTdBGPS",
            ...     limit=20,
            ... ).data
            [
                Key(
                    key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
                    api_id="api_1CAiZx1YPnJZtcPxTdBGPS",
                    start="acme_live_6L5y",
                    enabled=True,
                    scoped=False,
                    meta={"plan": "pro"},
                    created_at=1767346200000,
                    name="Customer 42",
                    credits=Credits(remaining=10),
                    identity=Identity(
                        id="id_1CAiZx1YPnJZtcPxTdBGPS",
                        identity_id="id_1CAiZx1YPnJZtcPxTdBGPS",
                        external_id="user_42",
                        enabled=True,
                        meta={},
                        ratelimits=[],
                        created_at=1767346200000,
                    ),
                    permissions=["documents.read"],
                    roles=["editor"],
                    ratelimits=[
                        Ratelimit(
                            id="rl_1CWiKL6F4ktPxMiYGxbzSM",
                            name="requests",
                            limit=100,
                            duration=60000,
                            auto_apply=False,
                        ),
                    ],
                    ip_allowlist=[],
                    recoverable=False,
                    inherited_permissions=[],
                    balances=Balances(key=10),
                ),
            ]
        """
        body: Body = {
            "apiId": api_id,
            "externalId": external_id,
            "identityId": identity_id,
            "enabled": enabled,
            "status": status,
            "expiresBefore": expires_before,
            "role": role,
            "permission": permission,
            "ratelimit": ratelimit,
            "search": search,
            "sort": sort,
            "order": order,
            "count": count,
            "limit": limit,
            "cursor": cursor,
            "decrypt": decrypt,
            "revalidateKeysCache": revalidate_keys_cache,
        }
        return self._transport.pages("apis.listKeys", body, options, models.Key)

    def update_api(
        self,
        *,
        api_id: str,
        name: str | NotGiven = NOT_GIVEN,
        default_prefix: str | None | NotGiven = NOT_GIVEN,
        default_bytes: int | None | NotGiven = NOT_GIVEN,
        delete_protection: bool | NotGiven = NOT_GIVEN,
        ip_allowlist: Sequence[params.Network] | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Api:
        """Change an API: its name, the defaults for new keys, delete protection and IP allow list.

        Args:
            api_id: Id of the API.
            name: Name of the API.
            default_prefix: Prefix of new keys that do not name one. null means none.
            default_bytes: Random bytes in new keys that do not name a length. null restores the
                default, 24.
            delete_protection: Whether deleting the API is refused.
            ip_allowlist: Networks (CIDR) or addresses that may use keys of the API. They replace
                the old list; `[]` or null means all.

        Callers: a root key with `api.{apiId}.update_api`.

        Errors: `data/api_not_found`.

        Example:
            >>> client.apis.update_api(
            ...     api_id="api_1CAiZx1YPnJZtcPxTdBGPS",
            ...     default_prefix="acme_live",
            ...     ip_allowlist=["10.0.0.0/8"],
            ... )
            Api(
                id="api_1CAiZx1YPnJZtcPxTdBGPS",
                name="Payments",
                default_prefix="acme_live",
                delete_protection=False,
                ip_allowlist=["10.0.0.0/8"],
                created_at=1767346200000,
                updated_at=1767432600000,
            )
        """
        body: Body = {
            "apiId": api_id,
            "name": name,
            "defaultPrefix": default_prefix,
            "defaultBytes": default_bytes,
            "deleteProtection": delete_protection,
            "ipAllowlist": ip_allowlist,
        }
        return self._transport.call("apis.updateApi", "mutation", body, options, models.Api)


class AsyncApis:
    """An API groups the keys that belong together."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create_api(
        self,
        *,
        name: str,
        options: CallOptions | None = None,
    ) -> models.CreateApiResponse:
        """Create an API: a group of keys that one of your services accepts.

        Args:
            name: Name of the API.

        Callers: a root key with `api.*.create_api`.

        Example:
            >>> await client.apis.create_api(name="Payments")
            CreateApiResponse(
                api_id="api_1CWiKL6Ex6sDJ5EoFASJAZ",
            )
        """
        body: Body = {
            "name": name,
        }
        return await self._transport.call("apis.createApi", "mutation", body, options, models.CreateApiResponse)

    async def delete_api(
        self,
        *,
        api_id: str,
        options: CallOptions | None = None,
    ) -> None:
        """Delete an API for good. Its keys stop working at once.

        Args:
            api_id: Id of the API.

        Callers: a root key with `api.{apiId}.delete_api`.

        Errors: `data/api_not_found`, `application/protected_resource`.

        Example:
            >>> await client.apis.delete_api(api_id="api_1CAiZx1YPnJZtcPxTdBGPS")
        """
        body: Body = {
            "apiId": api_id,
        }
        await self._transport.send("apis.deleteApi", "mutation", body, options)

    async def get_api(
        self,
        *,
        api_id: str,
        options: CallOptions | None = None,
    ) -> models.Api:
        """Show an API.

        Args:
            api_id: Id of the API.

        Callers: a root key with `api.{apiId}.read_api`.

        Errors: `data/api_not_found`.

        Example:
            >>> await client.apis.get_api(api_id="api_1CAiZx1YPnJZtcPxTdBGPS")
            Api(
                id="api_1CAiZx1YPnJZtcPxTdBGPS",
                name="Payments",
                delete_protection=False,
                ip_allowlist=[],
                created_at=1767346200000,
            )
        """
        body: Body = {
            "apiId": api_id,
        }
        return await self._transport.call("apis.getApi", "query", body, options, models.Api)

    def list_apis(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.Api]:
        """List the APIs of the workspace.

        Args:
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.
            search: Only APIs whose id or name contains this text.

        Callers: a root key with `api.*.read_api`.

        Example:
            >>> await client.apis.list_apis(limit=20).data
            [
                Api(
                    id="api_1CAiZx1YPnJZtcPxTdBGPS",
                    name="Payments",
                    delete_protection=False,
                    ip_allowlist=[],
                    created_at=1767346200000,
                ),
            ]
        """
        body: Body = {
            "limit": limit,
            "cursor": cursor,
            "search": search,
        }
        return self._transport.pages("apis.listApis", body, options, models.Api)

    def list_keys(
        self,
        *,
        api_id: str,
        external_id: str | NotGiven = NOT_GIVEN,
        identity_id: str | NotGiven = NOT_GIVEN,
        enabled: bool | NotGiven = NOT_GIVEN,
        status: Literal["active", "disabled", "expired", "expiring", "low_credits"] | NotGiven = NOT_GIVEN,
        expires_before: int | NotGiven = NOT_GIVEN,
        role: str | NotGiven = NOT_GIVEN,
        permission: str | NotGiven = NOT_GIVEN,
        ratelimit: str | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        sort: Literal["created", "name", "expires", "lastUsed", "credits"] | NotGiven = NOT_GIVEN,
        order: Literal["asc", "desc", "created", "created_desc"] | NotGiven = NOT_GIVEN,
        count: bool | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        decrypt: bool | NotGiven = NOT_GIVEN,
        revalidate_keys_cache: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.Key]:
        """List the keys of an API, including disabled and expired ones.

        Args:
            api_id: Id of the API.
            external_id: Only keys of the identity with this external id.
            identity_id: Only keys of the identity with this id.
            enabled: Only enabled keys, or only disabled ones.
            status: Only keys in this state. `active`: enabled and not expired. `disabled`:
                disabled, even if it has also expired. `expired`: expired, even if it is also
                disabled. `expiring`: active, and expires within 7 days. `low_credits`: active, with
                credits at or below `low_at`; without `low_at`, at most 10 % of the refill amount,
                or none without a refill.
            expires_before: Only keys that expire before this time, in Unix milliseconds. Expired
                keys are included.
            role: Only keys with this role, by its id or name.
            permission: Only keys that hold this permission, directly or through a role, by its id
                or slug.
            ratelimit: Only keys with a rate limit of this name of their own. It beats the one of
                their identity.
            search: Only keys whose name, start or id contains this text.
            sort: What the list is sorted by. `name` ignores the case of A to Z and compares 64
                characters. `last_used` and `credits` change with every verification, and need a
                filter with at most 10,000 matches. Default: `"created"`.
            order: Direction of `sort`: `asc` is the oldest or smallest first, `desc` the newest or
                largest first. Objects without a value come last either way. `created` and
                `created_desc` mean the same for `sort: created`, and are not allowed with another
                `sort`. Default: `"asc"`.
            count: Whether `pagination.total` tells how many objects match. The count stops at
                10,000. Default: `False`.
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.
            decrypt: Show the plaintext of recoverable keys. Each use is recorded as an event.
                Default: `False`.
            revalidate_keys_cache: No effect: responses are always current. Default: `False`.

        Callers: a root key with `api.{apiId}.read_key`.

        Errors: `data/api_not_found`, `data/role_not_found`, `data/permission_not_found`,
            `application/precondition_failed`.

        Example:
            >>> await client.apis.list_keys(
            ...     api_id="api_1CAiZx1YPnJZtcPxTdBGPS",
            ...     limit=20,
            ... ).data
            [
                Key(
                    key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
                    api_id="api_1CAiZx1YPnJZtcPxTdBGPS",
                    start="acme_live_6L5y",
                    enabled=True,
                    scoped=False,
                    meta={"plan": "pro"},
                    created_at=1767346200000,
                    name="Customer 42",
                    credits=Credits(remaining=10),
                    identity=Identity(
                        id="id_1CAiZx1YPnJZtcPxTdBGPS",
                        identity_id="id_1CAiZx1YPnJZtcPxTdBGPS",
                        external_id="user_42",
                        enabled=True,
                        meta={},
                        ratelimits=[],
                        created_at=1767346200000,
                    ),
                    permissions=["documents.read"],
                    roles=["editor"],
                    ratelimits=[
                        Ratelimit(
                            id="rl_1CWiKL6F4ktPxMiYGxbzSM",
                            name="requests",
                            limit=100,
                            duration=60000,
                            auto_apply=False,
                        ),
                    ],
                    ip_allowlist=[],
                    recoverable=False,
                    inherited_permissions=[],
                    balances=Balances(key=10),
                ),
            ]
        """
        body: Body = {
            "apiId": api_id,
            "externalId": external_id,
            "identityId": identity_id,
            "enabled": enabled,
            "status": status,
            "expiresBefore": expires_before,
            "role": role,
            "permission": permission,
            "ratelimit": ratelimit,
            "search": search,
            "sort": sort,
            "order": order,
            "count": count,
            "limit": limit,
            "cursor": cursor,
            "decrypt": decrypt,
            "revalidateKeysCache": revalidate_keys_cache,
        }
        return self._transport.pages("apis.listKeys", body, options, models.Key)

    async def update_api(
        self,
        *,
        api_id: str,
        name: str | NotGiven = NOT_GIVEN,
        default_prefix: str | None | NotGiven = NOT_GIVEN,
        default_bytes: int | None | NotGiven = NOT_GIVEN,
        delete_protection: bool | NotGiven = NOT_GIVEN,
        ip_allowlist: Sequence[params.Network] | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Api:
        """Change an API: its name, the defaults for new keys, delete protection and IP allow list.

        Args:
            api_id: Id of the API.
            name: Name of the API.
            default_prefix: Prefix of new keys that do not name one. null means none.
            default_bytes: Random bytes in new keys that do not name a length. null restores the
                default, 24.
            delete_protection: Whether deleting the API is refused.
            ip_allowlist: Networks (CIDR) or addresses that may use keys of the API. They replace
                the old list; `[]` or null means all.

        Callers: a root key with `api.{apiId}.update_api`.

        Errors: `data/api_not_found`.

        Example:
            >>> await client.apis.update_api(
            ...     api_id="api_1CAiZx1YPnJZtcPxTdBGPS",
            ...     default_prefix="acme_live",
            ...     ip_allowlist=["10.0.0.0/8"],
            ... )
            Api(
                id="api_1CAiZx1YPnJZtcPxTdBGPS",
                name="Payments",
                default_prefix="acme_live",
                delete_protection=False,
                ip_allowlist=["10.0.0.0/8"],
                created_at=1767346200000,
                updated_at=1767432600000,
            )
        """
        body: Body = {
            "apiId": api_id,
            "name": name,
            "defaultPrefix": default_prefix,
            "defaultBytes": default_bytes,
            "deleteProtection": delete_protection,
            "ipAllowlist": ip_allowlist,
        }
        return await self._transport.call("apis.updateApi", "mutation", body, options, models.Api)
