# Written by `npm run gen` from the operations of the service. Change those instead of this.

"""Workspaces hold everything else. The operator manages them."""

from __future__ import annotations

from .._call import Body, CallOptions
from .._pages import AsyncPages, Page
from .._transport import AsyncTransport, Transport
from .._wire import NOT_GIVEN, NotGiven, encode
from . import models, params


class Workspaces:
    """Workspaces hold everything else. The operator manages them."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create_workspace(
        self,
        *,
        name: str,
        options: CallOptions | None = None,
    ) -> models.CreateWorkspaceResponse:
        """Create a workspace and its first root key, which holds every permission. An operator who
        has signed in as a person owns the workspace.

        Args:
            name: Name of the workspace.

        Callers: an operator key.

        Errors: `application/precondition_failed`.

        Example:
            >>> client.workspaces.create_workspace(name="Acme")
            CreateWorkspaceResponse(
                workspace_id="ws_1CWiKL6F27ooUu91nGDwN7",
                root_key_id="rk_1CWiKL6F4zWkVmw3kDxwfu",
                root_key="kw_root_EgrJ547juVG1UUmU5w6ZixKvZDPW8KAQSuF4dPrMRSdY4N33vY",
            )
        """
        body: Body = {
            "name": name,
        }
        return self._transport.call("workspaces.createWorkspace", "mutation", body, options, models.CreateWorkspaceResponse)

    def delete_workspace(
        self,
        *,
        workspace_id: str,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a disabled workspace and everything in it for good.

        Args:
            workspace_id: Id of the workspace. It must be disabled.

        Callers: an operator key.

        Errors: `data/workspace_not_found`, `application/precondition_failed`.

        Example:
            >>> client.workspaces.delete_workspace(
            ...     workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
            ... )
        """
        body: Body = {
            "workspaceId": workspace_id,
        }
        self._transport.send("workspaces.deleteWorkspace", "mutation", body, options)

    def disable_workspace(
        self,
        *,
        workspace_id: str | NotGiven = NOT_GIVEN,
        reason: params.DisableReason | NotGiven = NOT_GIVEN,
        note: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Workspace:
        """Disable a workspace: every key of it is refused until an operator enables it again.

        Args:
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.
            reason: Why the workspace is disabled. An operator must name a reason; a root key may
                name `owner_request` only.
            note: Note for people, shown while the workspace is disabled.

        Callers: an operator key; or a root key with `workspace.*.disable_workspace`.

        Errors: `data/workspace_not_found`.

        Example:
            >>> client.workspaces.disable_workspace(
            ...     workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
            ...     reason="unpaid_billing",
            ...     note="Invoice 4711 is overdue.",
            ... )
            Workspace(
                id="ws_1CAiZx1YPnJZtcPxTdBGPS",
                name="Acme",
                enabled=False,
                disabled_reason="unpaid_billing",
                disabled_note="Invoice 4711 is overdue.",
                disabled_at=1767432600000,
                created_at=1767346200000,
                updated_at=1767432600000,
                limits=Limits(
                    requests_per_minute=None,
                    keys=None,
                    identities=None,
                    verifications_per_month=None,
                    on_exceeded="reject",
                ),
                notices=NoticeSettings(
                    expiring_days=[7, ...],
                    refusals=NoticeSettingsRefusals(times=5, at_least=100),
                ),
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "reason": reason,
            "note": note,
        }
        return self._transport.call("workspaces.disableWorkspace", "mutation", body, options, models.Workspace)

    def enable_workspace(
        self,
        *,
        workspace_id: str,
        note: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Workspace:
        """Enable a disabled workspace. Its keys work again, except those that were disabled
        individually.

        Args:
            workspace_id: Id of the workspace.
            note: Note for people, recorded with the event.

        Callers: an operator key.

        Errors: `data/workspace_not_found`.

        Example:
            >>> client.workspaces.enable_workspace(
            ...     workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
            ...     note="Invoice 4711 is paid.",
            ... )
            Workspace(
                id="ws_1CAiZx1YPnJZtcPxTdBGPS",
                name="Acme",
                enabled=True,
                created_at=1767346200000,
                updated_at=1767432600000,
                limits=Limits(
                    requests_per_minute=None,
                    keys=None,
                    identities=None,
                    verifications_per_month=None,
                    on_exceeded="reject",
                ),
                notices=NoticeSettings(
                    expiring_days=[7, ...],
                    refusals=NoticeSettingsRefusals(times=5, at_least=100),
                ),
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "note": note,
        }
        return self._transport.call("workspaces.enableWorkspace", "mutation", body, options, models.Workspace)

    def get_workspace(
        self,
        *,
        workspace_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.WorkspaceWithCounts:
        """Show a workspace. An operator also sees disabled ones.

        Args:
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.

        Callers: an operator key; or a root key with `workspace.*.read_workspace`.

        Errors: `data/workspace_not_found`.

        Example:
            >>> client.workspaces.get_workspace(
            ...     workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
            ... )
            WorkspaceWithCounts(
                id="ws_1CAiZx1YPnJZtcPxTdBGPS",
                name="Acme",
                enabled=True,
                created_at=1767346200000,
                limits=Limits(
                    requests_per_minute=None,
                    keys=None,
                    identities=None,
                    verifications_per_month=None,
                    on_exceeded="reject",
                ),
                notices=NoticeSettings(
                    expiring_days=[7, ...],
                    refusals=NoticeSettingsRefusals(times=5, at_least=100),
                ),
                counts=WorkspaceWithCountsCounts(
                    apis=1,
                    identities=1,
                    keys=1,
                    keys_by_api=[
                        WorkspaceWithCountsCountsKeysByApi(
                            api_id="api_1CAiZx1YPnJZtcPxTdBGPS",
                            keys=1,
                        ),
                    ],
                    verifications_this_month=0,
                ),
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
        }
        return self._transport.call("workspaces.getWorkspace", "query", body, options, models.WorkspaceWithCounts)

    def list_workspaces(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        enabled: bool | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Page[models.Workspace]:
        """List the workspaces of the installation.

        Args:
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.
            enabled: Only enabled workspaces, or only disabled ones.
            search: Only workspaces whose id or name contains this text.

        Callers: an operator key.

        Example:
            >>> client.workspaces.list_workspaces(limit=20, enabled=True).data
            [
                Workspace(
                    id="ws_1CWiKL6EuzDD2bHF5gYE7s",
                    name="Test",
                    enabled=True,
                    created_at=1767346200000,
                    limits=Limits(
                        requests_per_minute=None,
                        keys=None,
                        identities=None,
                        verifications_per_month=None,
                        on_exceeded="reject",
                    ),
                    notices=NoticeSettings(
                        expiring_days=[7, ...],
                        refusals=NoticeSettingsRefusals(times=5, at_least=100),
                    ),
                ),
                ...,
            ]
        """
        body: Body = {
            "limit": limit,
            "cursor": cursor,
            "enabled": enabled,
            "search": search,
        }
        return self._transport.pages("workspaces.listWorkspaces", body, options, models.Workspace)

    def update_workspace(
        self,
        *,
        workspace_id: str | NotGiven = NOT_GIVEN,
        name: str | NotGiven = NOT_GIVEN,
        limits: params.LimitsPatch | NotGiven = NOT_GIVEN,
        notices: params.NoticeSettingsPatch | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Workspace:
        """Rename a workspace, or choose its notices. An operator can also set its limits and
        quotas.

        Args:
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.
            name: Name of the workspace.
            limits: What the workspace may use. Absent fields stay as they are.
            notices: Which notices the workspace gets. Absent fields stay as they are.

        Callers: an operator key; or a root key with `workspace.*.update_workspace`.

        Errors: `data/workspace_not_found`.

        Example:
            >>> client.workspaces.update_workspace(
            ...     workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
            ...     limits={"keys": 10_000, "on_exceeded": "reject"},
            ... )
            Workspace(
                id="ws_1CAiZx1YPnJZtcPxTdBGPS",
                name="Acme",
                enabled=True,
                created_at=1767346200000,
                updated_at=1767432600000,
                limits=Limits(
                    requests_per_minute=None,
                    keys=10000,
                    identities=None,
                    verifications_per_month=None,
                    on_exceeded="reject",
                ),
                notices=NoticeSettings(
                    expiring_days=[7, ...],
                    refusals=NoticeSettingsRefusals(times=5, at_least=100),
                ),
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "name": name,
            "limits": encode(params.LimitsPatch, limits),
            "notices": encode(params.NoticeSettingsPatch, notices),
        }
        return self._transport.call("workspaces.updateWorkspace", "mutation", body, options, models.Workspace)


class AsyncWorkspaces:
    """Workspaces hold everything else. The operator manages them."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create_workspace(
        self,
        *,
        name: str,
        options: CallOptions | None = None,
    ) -> models.CreateWorkspaceResponse:
        """Create a workspace and its first root key, which holds every permission. An operator who
        has signed in as a person owns the workspace.

        Args:
            name: Name of the workspace.

        Callers: an operator key.

        Errors: `application/precondition_failed`.

        Example:
            >>> await client.workspaces.create_workspace(name="Acme")
            CreateWorkspaceResponse(
                workspace_id="ws_1CWiKL6F27ooUu91nGDwN7",
                root_key_id="rk_1CWiKL6F4zWkVmw3kDxwfu",
                root_key="kw_root_EgrJ547juVG1UUmU5w6ZixKvZDPW8KAQSuF4dPrMRSdY4N33vY",
            )
        """
        body: Body = {
            "name": name,
        }
        return await self._transport.call("workspaces.createWorkspace", "mutation", body, options, models.CreateWorkspaceResponse)

    async def delete_workspace(
        self,
        *,
        workspace_id: str,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a disabled workspace and everything in it for good.

        Args:
            workspace_id: Id of the workspace. It must be disabled.

        Callers: an operator key.

        Errors: `data/workspace_not_found`, `application/precondition_failed`.

        Example:
            >>> await client.workspaces.delete_workspace(
            ...     workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
            ... )
        """
        body: Body = {
            "workspaceId": workspace_id,
        }
        await self._transport.send("workspaces.deleteWorkspace", "mutation", body, options)

    async def disable_workspace(
        self,
        *,
        workspace_id: str | NotGiven = NOT_GIVEN,
        reason: params.DisableReason | NotGiven = NOT_GIVEN,
        note: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Workspace:
        """Disable a workspace: every key of it is refused until an operator enables it again.

        Args:
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.
            reason: Why the workspace is disabled. An operator must name a reason; a root key may
                name `owner_request` only.
            note: Note for people, shown while the workspace is disabled.

        Callers: an operator key; or a root key with `workspace.*.disable_workspace`.

        Errors: `data/workspace_not_found`.

        Example:
            >>> await client.workspaces.disable_workspace(
            ...     workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
            ...     reason="unpaid_billing",
            ...     note="Invoice 4711 is overdue.",
            ... )
            Workspace(
                id="ws_1CAiZx1YPnJZtcPxTdBGPS",
                name="Acme",
                enabled=False,
                disabled_reason="unpaid_billing",
                disabled_note="Invoice 4711 is overdue.",
                disabled_at=1767432600000,
                created_at=1767346200000,
                updated_at=1767432600000,
                limits=Limits(
                    requests_per_minute=None,
                    keys=None,
                    identities=None,
                    verifications_per_month=None,
                    on_exceeded="reject",
                ),
                notices=NoticeSettings(
                    expiring_days=[7, ...],
                    refusals=NoticeSettingsRefusals(times=5, at_least=100),
                ),
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "reason": reason,
            "note": note,
        }
        return await self._transport.call("workspaces.disableWorkspace", "mutation", body, options, models.Workspace)

    async def enable_workspace(
        self,
        *,
        workspace_id: str,
        note: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Workspace:
        """Enable a disabled workspace. Its keys work again, except those that were disabled
        individually.

        Args:
            workspace_id: Id of the workspace.
            note: Note for people, recorded with the event.

        Callers: an operator key.

        Errors: `data/workspace_not_found`.

        Example:
            >>> await client.workspaces.enable_workspace(
            ...     workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
            ...     note="Invoice 4711 is paid.",
            ... )
            Workspace(
                id="ws_1CAiZx1YPnJZtcPxTdBGPS",
                name="Acme",
                enabled=True,
                created_at=1767346200000,
                updated_at=1767432600000,
                limits=Limits(
                    requests_per_minute=None,
                    keys=None,
                    identities=None,
                    verifications_per_month=None,
                    on_exceeded="reject",
                ),
                notices=NoticeSettings(
                    expiring_days=[7, ...],
                    refusals=NoticeSettingsRefusals(times=5, at_least=100),
                ),
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "note": note,
        }
        return await self._transport.call("workspaces.enableWorkspace", "mutation", body, options, models.Workspace)

    async def get_workspace(
        self,
        *,
        workspace_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.WorkspaceWithCounts:
        """Show a workspace. An operator also sees disabled ones.

        Args:
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.

        Callers: an operator key; or a root key with `workspace.*.read_workspace`.

        Errors: `data/workspace_not_found`.

        Example:
            >>> await client.workspaces.get_workspace(
            ...     workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
            ... )
            WorkspaceWithCounts(
                id="ws_1CAiZx1YPnJZtcPxTdBGPS",
                name="Acme",
                enabled=True,
                created_at=1767346200000,
                limits=Limits(
                    requests_per_minute=None,
                    keys=None,
                    identities=None,
                    verifications_per_month=None,
                    on_exceeded="reject",
                ),
                notices=NoticeSettings(
                    expiring_days=[7, ...],
                    refusals=NoticeSettingsRefusals(times=5, at_least=100),
                ),
                counts=WorkspaceWithCountsCounts(
                    apis=1,
                    identities=1,
                    keys=1,
                    keys_by_api=[
                        WorkspaceWithCountsCountsKeysByApi(
                            api_id="api_1CAiZx1YPnJZtcPxTdBGPS",
                            keys=1,
                        ),
                    ],
                    verifications_this_month=0,
                ),
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
        }
        return await self._transport.call("workspaces.getWorkspace", "query", body, options, models.WorkspaceWithCounts)

    def list_workspaces(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        enabled: bool | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.Workspace]:
        """List the workspaces of the installation.

        Args:
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.
            enabled: Only enabled workspaces, or only disabled ones.
            search: Only workspaces whose id or name contains this text.

        Callers: an operator key.

        Example:
            >>> await client.workspaces.list_workspaces(limit=20, enabled=True).data
            [
                Workspace(
                    id="ws_1CWiKL6EuzDD2bHF5gYE7s",
                    name="Test",
                    enabled=True,
                    created_at=1767346200000,
                    limits=Limits(
                        requests_per_minute=None,
                        keys=None,
                        identities=None,
                        verifications_per_month=None,
                        on_exceeded="reject",
                    ),
                    notices=NoticeSettings(
                        expiring_days=[7, ...],
                        refusals=NoticeSettingsRefusals(times=5, at_least=100),
                    ),
                ),
                ...,
            ]
        """
        body: Body = {
            "limit": limit,
            "cursor": cursor,
            "enabled": enabled,
            "search": search,
        }
        return self._transport.pages("workspaces.listWorkspaces", body, options, models.Workspace)

    async def update_workspace(
        self,
        *,
        workspace_id: str | NotGiven = NOT_GIVEN,
        name: str | NotGiven = NOT_GIVEN,
        limits: params.LimitsPatch | NotGiven = NOT_GIVEN,
        notices: params.NoticeSettingsPatch | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Workspace:
        """Rename a workspace, or choose its notices. An operator can also set its limits and
        quotas.

        Args:
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.
            name: Name of the workspace.
            limits: What the workspace may use. Absent fields stay as they are.
            notices: Which notices the workspace gets. Absent fields stay as they are.

        Callers: an operator key; or a root key with `workspace.*.update_workspace`.

        Errors: `data/workspace_not_found`.

        Example:
            >>> await client.workspaces.update_workspace(
            ...     workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
            ...     limits={"keys": 10_000, "on_exceeded": "reject"},
            ... )
            Workspace(
                id="ws_1CAiZx1YPnJZtcPxTdBGPS",
                name="Acme",
                enabled=True,
                created_at=1767346200000,
                updated_at=1767432600000,
                limits=Limits(
                    requests_per_minute=None,
                    keys=10000,
                    identities=None,
                    verifications_per_month=None,
                    on_exceeded="reject",
                ),
                notices=NoticeSettings(
                    expiring_days=[7, ...],
                    refusals=NoticeSettingsRefusals(times=5, at_least=100),
                ),
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "name": name,
            "limits": encode(params.LimitsPatch, limits),
            "notices": encode(params.NoticeSettingsPatch, notices),
        }
        return await self._transport.call("workspaces.updateWorkspace", "mutation", body, options, models.Workspace)
