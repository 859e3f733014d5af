# Written by `npm run gen` from the operations of the service. Change those instead of this.

"""Keys that manage a workspace."""

from __future__ import annotations

from collections.abc import Sequence

from .._call import Body, CallOptions
from .._pages import AsyncPages, Page
from .._transport import AsyncTransport, Transport
from .._wire import NOT_GIVEN, NotGiven
from . import models, params


class RootKeys:
    """Keys that manage a workspace."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create_key(
        self,
        *,
        permissions: Sequence[params.Grant],
        workspace_id: str | NotGiven = NOT_GIVEN,
        name: str | NotGiven = NOT_GIVEN,
        expires: int | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.MintedKey:
        """Create a root key, as published Unkey clients do. root_keys.create_root_key can also
        create a disabled one.

        Args:
            permissions: Permissions of the root key, such as `api.*.create_key`. `*` grants
                everything.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.
            name: Name of the root key, for people.
            expires: When the root key expires, in Unix milliseconds; null means never.

        Callers: an operator key; or a root key with `root_key.*.create_root_key`.

        Errors: `data/workspace_not_found`.

        Example:
            >>> client.root_keys.create_key(
            ...     name="Issue keys",
            ...     permissions=["api.*.create_key", "api.*.read_key"],
            ... )
            MintedKey(
                key_id="rk_1CWiKL6ExRNj2fGoCWiy3f",
                key="kw_root_83nv1GB6gdENN97EFKnomNUmm27aiPHHrCvw8x9zShRb0Ke7K9",
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "name": name,
            "permissions": permissions,
            "expires": expires,
        }
        return self._transport.call("rootKeys.createKey", "mutation", body, options, models.MintedKey)

    def create_root_key(
        self,
        *,
        permissions: Sequence[params.Grant],
        workspace_id: str | NotGiven = NOT_GIVEN,
        name: str | NotGiven = NOT_GIVEN,
        expires: int | NotGiven = NOT_GIVEN,
        enabled: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.MintedRootKey:
        """Create a root key with permissions that the caller holds. The plaintext is shown only
        once.

        Args:
            permissions: Permissions of the root key, such as `api.*.create_key`. `*` grants
                everything.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.
            name: Name of the root key, for people.
            expires: When the root key expires, in Unix milliseconds. Default: never.
            enabled: Whether the root key works. Default: `True`.

        Callers: an operator key; or a root key with `root_key.*.create_root_key`.

        Errors: `data/workspace_not_found`.

        Example:
            >>> client.root_keys.create_root_key(
            ...     name="Issue keys",
            ...     permissions=["api.*.create_key", "api.*.read_key"],
            ... )
            MintedRootKey(
                root_key_id="rk_1CWiKL6F11u8XtdFAcGPG3",
                root_key="kw_root_BoEfYwrtReXEQU5XwZTXHxcewD4kRdajSboLy21cH4662e3fzE",
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "name": name,
            "permissions": permissions,
            "expires": expires,
            "enabled": enabled,
        }
        return self._transport.call("rootKeys.createRootKey", "mutation", body, options, models.MintedRootKey)

    def delete_key(
        self,
        *,
        key_id: str,
        workspace_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a root key for good, as published Unkey clients do.

        Args:
            key_id: Id of the root key.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.

        Callers: an operator key; or a root key with `root_key.*.delete_root_key`.

        Errors: `data/workspace_not_found`, `data/root_key_not_found`,
            `application/precondition_failed`.

        Example:
            >>> client.root_keys.delete_key(key_id="rk_1CAiZx1YPnJZtcPxTdBGPS")
        """
        body: Body = {
            "workspaceId": workspace_id,
            "keyId": key_id,
        }
        self._transport.send("rootKeys.deleteKey", "mutation", body, options)

    def delete_root_key(
        self,
        *,
        root_key_id: str,
        workspace_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a root key for good.

        Args:
            root_key_id: Id of the root key.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.

        Callers: an operator key; or a root key with `root_key.*.delete_root_key`.

        Errors: `data/workspace_not_found`, `data/root_key_not_found`,
            `application/precondition_failed`.

        Example:
            >>> client.root_keys.delete_root_key(
            ...     root_key_id="rk_1CAiZx1YPnJZtcPxTdBGPS",
            ... )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "rootKeyId": root_key_id,
        }
        self._transport.send("rootKeys.deleteRootKey", "mutation", body, options)

    def get_root_key(
        self,
        *,
        workspace_id: str | NotGiven = NOT_GIVEN,
        root_key_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.RootKey:
        """Show a root key. Every root key may read itself.

        Args:
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.
            root_key_id: Id of the root key. A root key may leave it out to read itself.

        Callers: an operator key; or a root key.

        Errors: `data/workspace_not_found`, `data/root_key_not_found`.

        Example:
            >>> client.root_keys.get_root_key(
            ...     root_key_id="rk_1CAiZx1YPnJZtcPxTdBGPS",
            ... )
            RootKey(
                root_key_id="rk_1CAiZx1YPnJZtcPxTdBGPS",
                workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
                start="kw_root_4SzM",
                name="Read events",
                enabled=True,
                permissions=["event.*.read_event"],
                created_at=1767346200000,
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "rootKeyId": root_key_id,
        }
        return self._transport.call("rootKeys.getRootKey", "query", body, options, models.RootKey)

    def list_keys(
        self,
        *,
        workspace_id: str | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Page[models.ListedRootKey]:
        """List the root keys of a workspace, with the field names of published Unkey clients.

        Args:
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.

        Callers: an operator key; or a root key with `root_key.*.read_root_key`.

        Errors: `data/workspace_not_found`.

        Example:
            >>> client.root_keys.list_keys(limit=20).data
            [
                ListedRootKey(
                    key_id="rk_1CWiKL6Ev4u61ruaTTCUpD",
                    name=None,
                    start="kw_root_EeHr",
                    end="",
                    enabled=True,
                    created_at=1767346200000,
                    last_used_at=0,
                    expires=None,
                    permissions=["*"],
                ),
                ...,
            ]
        """
        body: Body = {
            "workspaceId": workspace_id,
            "limit": limit,
            "cursor": cursor,
        }
        return self._transport.pages("rootKeys.listKeys", body, options, models.ListedRootKey)

    def list_root_keys(
        self,
        *,
        workspace_id: str | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Page[models.RootKey]:
        """List the root keys of a workspace, including disabled and expired ones.

        Args:
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.
            search: Only root keys whose id, name or start contains this text.

        Callers: an operator key; or a root key with `root_key.*.read_root_key`.

        Errors: `data/workspace_not_found`.

        Example:
            >>> client.root_keys.list_root_keys(limit=20).data
            [
                RootKey(
                    root_key_id="rk_1CWiKL6Ervjj5JrxN7eFWh",
                    workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
                    start="kw_root_J3oH",
                    enabled=True,
                    permissions=["*"],
                    created_at=1767346200000,
                ),
                ...,
            ]
        """
        body: Body = {
            "workspaceId": workspace_id,
            "limit": limit,
            "cursor": cursor,
            "search": search,
        }
        return self._transport.pages("rootKeys.listRootKeys", body, options, models.RootKey)

    def reroll_key(
        self,
        *,
        key_id: str,
        expiration: int | None,
        workspace_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.MintedKey:
        """Replace a root key with a new one that has the same permissions, as published Unkey
        clients do.

        Args:
            key_id: Id of the root key.
            expiration: Milliseconds until the old key expires. null leaves its expiry unchanged.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.

        Callers: an operator key; or a root key with `root_key.*.create_root_key` and
            `root_key.*.update_root_key`.

        Errors: `data/workspace_not_found`, `data/root_key_not_found`.

        Example:
            >>> client.root_keys.reroll_key(
            ...     key_id="rk_1CAiZx1YPnJZtcPxTdBGPS",
            ...     expiration=3_600_000,
            ... )
            MintedKey(
                key_id="rk_1CWiKL6Et7PidwWtA59gao",
                key="kw_root_DtUYpZgnsMbGiLPYFvanEW3E8CYeWjVTtnNDq1xMmR810gHrtb",
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "keyId": key_id,
            "expiration": expiration,
        }
        return self._transport.call("rootKeys.rerollKey", "mutation", body, options, models.MintedKey)

    def reroll_root_key(
        self,
        *,
        root_key_id: str,
        expiration: int,
        workspace_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.MintedRootKey:
        """Replace a root key with a new one that has the same permissions. The old key expires
        after the given time.

        Args:
            root_key_id: Id of the root key.
            expiration: Milliseconds from now until the old key expires.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.

        Callers: an operator key; or a root key with `root_key.*.create_root_key` and
            `root_key.*.update_root_key`.

        Errors: `data/workspace_not_found`, `data/root_key_not_found`.

        Example:
            >>> client.root_keys.reroll_root_key(
            ...     root_key_id="rk_1CAiZx1YPnJZtcPxTdBGPS",
            ...     expiration=3_600_000,
            ... )
            MintedRootKey(
                root_key_id="rk_1CWiKL6EyphxAn7ySbSmnE",
                root_key="kw_root_GwscJ9usrHyDh7gdJir4hDr53pumWZ4kdQKgPs3bYgdJ4GPLfN",
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "rootKeyId": root_key_id,
            "expiration": expiration,
        }
        return self._transport.call("rootKeys.rerollRootKey", "mutation", body, options, models.MintedRootKey)

    def update_key(
        self,
        *,
        key_id: str,
        workspace_id: str | NotGiven = NOT_GIVEN,
        name: str | None | NotGiven = NOT_GIVEN,
        enabled: bool | NotGiven = NOT_GIVEN,
        permissions: Sequence[params.Grant] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> None:
        """Change the name, permissions or state of a root key, as published Unkey clients do.

        Args:
            key_id: Id of the root key.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.
            name: Name of the root key, for people. null removes it.
            enabled: Whether the root key works.
            permissions: Permissions of the root key, such as `api.*.create_key`. They replace the
                old set.

        Callers: an operator key; or a root key with `root_key.*.update_root_key`.

        Errors: `data/workspace_not_found`, `data/root_key_not_found`,
            `application/precondition_failed`.

        Example:
            >>> client.root_keys.update_key(
            ...     key_id="rk_1CAiZx1YPnJZtcPxTdBGPS",
            ...     name="Issue keys",
            ... )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "keyId": key_id,
            "name": name,
            "enabled": enabled,
            "permissions": permissions,
        }
        self._transport.send("rootKeys.updateKey", "mutation", body, options)

    def update_root_key(
        self,
        *,
        root_key_id: str,
        workspace_id: str | NotGiven = NOT_GIVEN,
        name: str | None | NotGiven = NOT_GIVEN,
        permissions: Sequence[params.Grant] | NotGiven = NOT_GIVEN,
        enabled: bool | NotGiven = NOT_GIVEN,
        expires: int | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.RootKey:
        """Change the name, permissions, state or expiry of a root key. You can only grant
        permissions that you hold.

        Args:
            root_key_id: Id of the root key.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.
            name: Name of the root key, for people. null removes it.
            permissions: Permissions of the root key, such as `api.*.create_key`. They replace the
                old set.
            enabled: Whether the root key works.
            expires: When the root key expires, in Unix milliseconds; null means never.

        Callers: an operator key; or a root key with `root_key.*.update_root_key`.

        Errors: `data/workspace_not_found`, `data/root_key_not_found`,
            `application/precondition_failed`.

        Example:
            >>> client.root_keys.update_root_key(
            ...     root_key_id="rk_1CAiZx1YPnJZtcPxTdBGPS",
            ...     permissions=["api.*.verify_key", "api.*.read_key"],
            ... )
            RootKey(
                root_key_id="rk_1CAiZx1YPnJZtcPxTdBGPS",
                workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
                start="kw_root_A6cK",
                name="Read events",
                enabled=True,
                permissions=["api.*.read_key", ...],
                created_at=1767346200000,
                updated_at=1767432600000,
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "rootKeyId": root_key_id,
            "name": name,
            "permissions": permissions,
            "enabled": enabled,
            "expires": expires,
        }
        return self._transport.call("rootKeys.updateRootKey", "mutation", body, options, models.RootKey)


class AsyncRootKeys:
    """Keys that manage a workspace."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create_key(
        self,
        *,
        permissions: Sequence[params.Grant],
        workspace_id: str | NotGiven = NOT_GIVEN,
        name: str | NotGiven = NOT_GIVEN,
        expires: int | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.MintedKey:
        """Create a root key, as published Unkey clients do. root_keys.create_root_key can also
        create a disabled one.

        Args:
            permissions: Permissions of the root key, such as `api.*.create_key`. `*` grants
                everything.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.
            name: Name of the root key, for people.
            expires: When the root key expires, in Unix milliseconds; null means never.

        Callers: an operator key; or a root key with `root_key.*.create_root_key`.

        Errors: `data/workspace_not_found`.

        Example:
            >>> await client.root_keys.create_key(
            ...     name="Issue keys",
            ...     permissions=["api.*.create_key", "api.*.read_key"],
            ... )
            MintedKey(
                key_id="rk_1CWiKL6ExRNj2fGoCWiy3f",
                key="kw_root_83nv1GB6gdENN97EFKnomNUmm27aiPHHrCvw8x9zShRb0Ke7K9",
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "name": name,
            "permissions": permissions,
            "expires": expires,
        }
        return await self._transport.call("rootKeys.createKey", "mutation", body, options, models.MintedKey)

    async def create_root_key(
        self,
        *,
        permissions: Sequence[params.Grant],
        workspace_id: str | NotGiven = NOT_GIVEN,
        name: str | NotGiven = NOT_GIVEN,
        expires: int | NotGiven = NOT_GIVEN,
        enabled: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.MintedRootKey:
        """Create a root key with permissions that the caller holds. The plaintext is shown only
        once.

        Args:
            permissions: Permissions of the root key, such as `api.*.create_key`. `*` grants
                everything.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.
            name: Name of the root key, for people.
            expires: When the root key expires, in Unix milliseconds. Default: never.
            enabled: Whether the root key works. Default: `True`.

        Callers: an operator key; or a root key with `root_key.*.create_root_key`.

        Errors: `data/workspace_not_found`.

        Example:
            >>> await client.root_keys.create_root_key(
            ...     name="Issue keys",
            ...     permissions=["api.*.create_key", "api.*.read_key"],
            ... )
            MintedRootKey(
                root_key_id="rk_1CWiKL6F11u8XtdFAcGPG3",
                root_key="kw_root_BoEfYwrtReXEQU5XwZTXHxcewD4kRdajSboLy21cH4662e3fzE",
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "name": name,
            "permissions": permissions,
            "expires": expires,
            "enabled": enabled,
        }
        return await self._transport.call("rootKeys.createRootKey", "mutation", body, options, models.MintedRootKey)

    async def delete_key(
        self,
        *,
        key_id: str,
        workspace_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a root key for good, as published Unkey clients do.

        Args:
            key_id: Id of the root key.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.

        Callers: an operator key; or a root key with `root_key.*.delete_root_key`.

        Errors: `data/workspace_not_found`, `data/root_key_not_found`,
            `application/precondition_failed`.

        Example:
            >>> await client.root_keys.delete_key(key_id="rk_1CAiZx1YPnJZtcPxTdBGPS")
        """
        body: Body = {
            "workspaceId": workspace_id,
            "keyId": key_id,
        }
        await self._transport.send("rootKeys.deleteKey", "mutation", body, options)

    async def delete_root_key(
        self,
        *,
        root_key_id: str,
        workspace_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a root key for good.

        Args:
            root_key_id: Id of the root key.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.

        Callers: an operator key; or a root key with `root_key.*.delete_root_key`.

        Errors: `data/workspace_not_found`, `data/root_key_not_found`,
            `application/precondition_failed`.

        Example:
            >>> await client.root_keys.delete_root_key(
            ...     root_key_id="rk_1CAiZx1YPnJZtcPxTdBGPS",
            ... )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "rootKeyId": root_key_id,
        }
        await self._transport.send("rootKeys.deleteRootKey", "mutation", body, options)

    async def get_root_key(
        self,
        *,
        workspace_id: str | NotGiven = NOT_GIVEN,
        root_key_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.RootKey:
        """Show a root key. Every root key may read itself.

        Args:
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.
            root_key_id: Id of the root key. A root key may leave it out to read itself.

        Callers: an operator key; or a root key.

        Errors: `data/workspace_not_found`, `data/root_key_not_found`.

        Example:
            >>> await client.root_keys.get_root_key(
            ...     root_key_id="rk_1CAiZx1YPnJZtcPxTdBGPS",
            ... )
            RootKey(
                root_key_id="rk_1CAiZx1YPnJZtcPxTdBGPS",
                workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
                start="kw_root_4SzM",
                name="Read events",
                enabled=True,
                permissions=["event.*.read_event"],
                created_at=1767346200000,
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "rootKeyId": root_key_id,
        }
        return await self._transport.call("rootKeys.getRootKey", "query", body, options, models.RootKey)

    def list_keys(
        self,
        *,
        workspace_id: str | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.ListedRootKey]:
        """List the root keys of a workspace, with the field names of published Unkey clients.

        Args:
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.

        Callers: an operator key; or a root key with `root_key.*.read_root_key`.

        Errors: `data/workspace_not_found`.

        Example:
            >>> await client.root_keys.list_keys(limit=20).data
            [
                ListedRootKey(
                    key_id="rk_1CWiKL6Ev4u61ruaTTCUpD",
                    name=None,
                    start="kw_root_EeHr",
                    end="",
                    enabled=True,
                    created_at=1767346200000,
                    last_used_at=0,
                    expires=None,
                    permissions=["*"],
                ),
                ...,
            ]
        """
        body: Body = {
            "workspaceId": workspace_id,
            "limit": limit,
            "cursor": cursor,
        }
        return self._transport.pages("rootKeys.listKeys", body, options, models.ListedRootKey)

    def list_root_keys(
        self,
        *,
        workspace_id: str | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.RootKey]:
        """List the root keys of a workspace, including disabled and expired ones.

        Args:
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.
            search: Only root keys whose id, name or start contains this text.

        Callers: an operator key; or a root key with `root_key.*.read_root_key`.

        Errors: `data/workspace_not_found`.

        Example:
            >>> await client.root_keys.list_root_keys(limit=20).data
            [
                RootKey(
                    root_key_id="rk_1CWiKL6Ervjj5JrxN7eFWh",
                    workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
                    start="kw_root_J3oH",
                    enabled=True,
                    permissions=["*"],
                    created_at=1767346200000,
                ),
                ...,
            ]
        """
        body: Body = {
            "workspaceId": workspace_id,
            "limit": limit,
            "cursor": cursor,
            "search": search,
        }
        return self._transport.pages("rootKeys.listRootKeys", body, options, models.RootKey)

    async def reroll_key(
        self,
        *,
        key_id: str,
        expiration: int | None,
        workspace_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.MintedKey:
        """Replace a root key with a new one that has the same permissions, as published Unkey
        clients do.

        Args:
            key_id: Id of the root key.
            expiration: Milliseconds until the old key expires. null leaves its expiry unchanged.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.

        Callers: an operator key; or a root key with `root_key.*.create_root_key` and
            `root_key.*.update_root_key`.

        Errors: `data/workspace_not_found`, `data/root_key_not_found`.

        Example:
            >>> await client.root_keys.reroll_key(
            ...     key_id="rk_1CAiZx1YPnJZtcPxTdBGPS",
            ...     expiration=3_600_000,
            ... )
            MintedKey(
                key_id="rk_1CWiKL6Et7PidwWtA59gao",
                key="kw_root_DtUYpZgnsMbGiLPYFvanEW3E8CYeWjVTtnNDq1xMmR810gHrtb",
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "keyId": key_id,
            "expiration": expiration,
        }
        return await self._transport.call("rootKeys.rerollKey", "mutation", body, options, models.MintedKey)

    async def reroll_root_key(
        self,
        *,
        root_key_id: str,
        expiration: int,
        workspace_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.MintedRootKey:
        """Replace a root key with a new one that has the same permissions. The old key expires
        after the given time.

        Args:
            root_key_id: Id of the root key.
            expiration: Milliseconds from now until the old key expires.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.

        Callers: an operator key; or a root key with `root_key.*.create_root_key` and
            `root_key.*.update_root_key`.

        Errors: `data/workspace_not_found`, `data/root_key_not_found`.

        Example:
            >>> await client.root_keys.reroll_root_key(
            ...     root_key_id="rk_1CAiZx1YPnJZtcPxTdBGPS",
            ...     expiration=3_600_000,
            ... )
            MintedRootKey(
                root_key_id="rk_1CWiKL6EyphxAn7ySbSmnE",
                root_key="kw_root_GwscJ9usrHyDh7gdJir4hDr53pumWZ4kdQKgPs3bYgdJ4GPLfN",
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "rootKeyId": root_key_id,
            "expiration": expiration,
        }
        return await self._transport.call("rootKeys.rerollRootKey", "mutation", body, options, models.MintedRootKey)

    async def update_key(
        self,
        *,
        key_id: str,
        workspace_id: str | NotGiven = NOT_GIVEN,
        name: str | None | NotGiven = NOT_GIVEN,
        enabled: bool | NotGiven = NOT_GIVEN,
        permissions: Sequence[params.Grant] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> None:
        """Change the name, permissions or state of a root key, as published Unkey clients do.

        Args:
            key_id: Id of the root key.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.
            name: Name of the root key, for people. null removes it.
            enabled: Whether the root key works.
            permissions: Permissions of the root key, such as `api.*.create_key`. They replace the
                old set.

        Callers: an operator key; or a root key with `root_key.*.update_root_key`.

        Errors: `data/workspace_not_found`, `data/root_key_not_found`,
            `application/precondition_failed`.

        Example:
            >>> await client.root_keys.update_key(
            ...     key_id="rk_1CAiZx1YPnJZtcPxTdBGPS",
            ...     name="Issue keys",
            ... )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "keyId": key_id,
            "name": name,
            "enabled": enabled,
            "permissions": permissions,
        }
        await self._transport.send("rootKeys.updateKey", "mutation", body, options)

    async def update_root_key(
        self,
        *,
        root_key_id: str,
        workspace_id: str | NotGiven = NOT_GIVEN,
        name: str | None | NotGiven = NOT_GIVEN,
        permissions: Sequence[params.Grant] | NotGiven = NOT_GIVEN,
        enabled: bool | NotGiven = NOT_GIVEN,
        expires: int | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.RootKey:
        """Change the name, permissions, state or expiry of a root key. You can only grant
        permissions that you hold.

        Args:
            root_key_id: Id of the root key.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.
            name: Name of the root key, for people. null removes it.
            permissions: Permissions of the root key, such as `api.*.create_key`. They replace the
                old set.
            enabled: Whether the root key works.
            expires: When the root key expires, in Unix milliseconds; null means never.

        Callers: an operator key; or a root key with `root_key.*.update_root_key`.

        Errors: `data/workspace_not_found`, `data/root_key_not_found`,
            `application/precondition_failed`.

        Example:
            >>> await client.root_keys.update_root_key(
            ...     root_key_id="rk_1CAiZx1YPnJZtcPxTdBGPS",
            ...     permissions=["api.*.verify_key", "api.*.read_key"],
            ... )
            RootKey(
                root_key_id="rk_1CAiZx1YPnJZtcPxTdBGPS",
                workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
                start="kw_root_A6cK",
                name="Read events",
                enabled=True,
                permissions=["api.*.read_key", ...],
                created_at=1767346200000,
                updated_at=1767432600000,
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "rootKeyId": root_key_id,
            "name": name,
            "permissions": permissions,
            "enabled": enabled,
            "expires": expires,
        }
        return await self._transport.call("rootKeys.updateRootKey", "mutation", body, options, models.RootKey)
