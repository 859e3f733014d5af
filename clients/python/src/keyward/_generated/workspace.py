# Written by `npm run gen` from the operations of the service. Change those instead of this.

"""Limits and usage of a workspace, with the field names of published Unkey clients."""

from __future__ import annotations

from .._call import Body, CallOptions
from .._transport import AsyncTransport, Transport
from .._wire import NOT_GIVEN, NotGiven, encode
from . import models, params


class Workspace:
    """Limits and usage of a workspace, with the field names of published Unkey clients."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get_limits(
        self,
        *,
        workspace_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.GetLimitsResponse:
        """Show the limits of a workspace, with the field names of published Unkey clients.

        Args:
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.

        Callers: an operator key; or a root key with `workspace.*.read_workspace`.

        Errors: `data/workspace_not_found`.

        Example:
            >>> client.workspace.get_limits(
            ...     workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
            ... )
            GetLimitsResponse(
                api_billable_operations_count_max_per_month=WorkspaceLimit(limit=None, current=0),
                api_requests_count_max_per_minute=WorkspaceLimit(limit=None),
                logs_retention_days_max=WorkspaceLimit(limit=0),
                logs_audit_retention_days_max=WorkspaceLimit(limit=None),
                logdrains_max=WorkspaceLimit(limit=0, current=0),
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
        }
        return self._transport.call("workspace.getLimits", "query", body, options, models.GetLimitsResponse)

    def get_usage(
        self,
        *,
        workspace_id: str | NotGiven = NOT_GIVEN,
        period: params.GetUsagePeriodInput | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.GetUsageResponse:
        """Show the usage of a workspace in one calendar month, with the field names of published
        Unkey clients.

        Args:
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.
            period: A calendar month in UTC that has begun. Default: the current month.

        Callers: an operator key; or a root key with `workspace.*.read_workspace`.

        Errors: `data/workspace_not_found`.

        Example:
            >>> client.workspace.get_usage(
            ...     workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
            ...     period={"year": 2026, "month": 1},
            ... )
            GetUsageResponse(
                period=GetUsagePeriod(
                    start=1767225600000,
                    end=1767691800000,
                ),
                totals=GetUsageTotals(
                    api=GetUsageTotalsApi(
                        verifications=5,
                        ratelimits=7,
                    ),
                    compute=GetUsageTotalsCompute(
                        cpu_seconds=0,
                        memory_gi_b_hours=0,
                        storage_gi_b_hours=0,
                        egress_gi_b=0,
                    ),
                    gateway=GetUsageTotalsGateway(active_keys=0),
                ),
                breakdowns=GetUsageBreakdowns(
                    by_environment=[],
                    by_app=[],
                ),
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "period": encode(params.GetUsagePeriodInput, period),
        }
        return self._transport.call("workspace.getUsage", "query", body, options, models.GetUsageResponse)


class AsyncWorkspace:
    """Limits and usage of a workspace, with the field names of published Unkey clients."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get_limits(
        self,
        *,
        workspace_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.GetLimitsResponse:
        """Show the limits of a workspace, with the field names of published Unkey clients.

        Args:
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.

        Callers: an operator key; or a root key with `workspace.*.read_workspace`.

        Errors: `data/workspace_not_found`.

        Example:
            >>> await client.workspace.get_limits(
            ...     workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
            ... )
            GetLimitsResponse(
                api_billable_operations_count_max_per_month=WorkspaceLimit(limit=None, current=0),
                api_requests_count_max_per_minute=WorkspaceLimit(limit=None),
                logs_retention_days_max=WorkspaceLimit(limit=0),
                logs_audit_retention_days_max=WorkspaceLimit(limit=None),
                logdrains_max=WorkspaceLimit(limit=0, current=0),
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
        }
        return await self._transport.call("workspace.getLimits", "query", body, options, models.GetLimitsResponse)

    async def get_usage(
        self,
        *,
        workspace_id: str | NotGiven = NOT_GIVEN,
        period: params.GetUsagePeriodInput | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.GetUsageResponse:
        """Show the usage of a workspace in one calendar month, with the field names of published
        Unkey clients.

        Args:
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.
            period: A calendar month in UTC that has begun. Default: the current month.

        Callers: an operator key; or a root key with `workspace.*.read_workspace`.

        Errors: `data/workspace_not_found`.

        Example:
            >>> await client.workspace.get_usage(
            ...     workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
            ...     period={"year": 2026, "month": 1},
            ... )
            GetUsageResponse(
                period=GetUsagePeriod(
                    start=1767225600000,
                    end=1767691800000,
                ),
                totals=GetUsageTotals(
                    api=GetUsageTotalsApi(
                        verifications=5,
                        ratelimits=7,
                    ),
                    compute=GetUsageTotalsCompute(
                        cpu_seconds=0,
                        memory_gi_b_hours=0,
                        storage_gi_b_hours=0,
                        egress_gi_b=0,
                    ),
                    gateway=GetUsageTotalsGateway(active_keys=0),
                ),
                breakdowns=GetUsageBreakdowns(
                    by_environment=[],
                    by_app=[],
                ),
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "period": encode(params.GetUsagePeriodInput, period),
        }
        return await self._transport.call("workspace.getUsage", "query", body, options, models.GetUsageResponse)
