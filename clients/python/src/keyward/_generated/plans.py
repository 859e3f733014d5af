# Written by `npm run gen` from the operations of the service. Change those instead of this.

"""What many customers get: permissions, rate limits and a number of keys."""

from __future__ import annotations

from collections.abc import Sequence

from .._call import Body, CallOptions
from .._pages import AsyncPages, Page
from .._transport import AsyncTransport, Transport
from .._wire import NOT_GIVEN, NotGiven, encode
from . import models, params


class Plans:
    """What many customers get: permissions, rate limits and a number of keys."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create_plan(
        self,
        *,
        name: str,
        description: str | NotGiven = NOT_GIVEN,
        meta: params.PlanMeta | NotGiven = NOT_GIVEN,
        permissions: Sequence[str] | NotGiven = NOT_GIVEN,
        ratelimits: Sequence[params.RatelimitInput] | NotGiven = NOT_GIVEN,
        max_keys: int | NotGiven = NOT_GIVEN,
        quota: params.QuotaInput | NotGiven = NOT_GIVEN,
        default: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.CreatePlanResponse:
        """Create a plan: permissions, rate limits, a quota and a number of keys that many customers
        get.

        Args:
            name: Name of the plan, unique in the workspace.
            description: Description, for people.
            meta: Your own data about the plan, such as feature flags. Every verification of its
                keys shows it. Default: `{}`.
            permissions: Permissions that all keys of its identities hold, by id or slug. An unknown
                slug is created. Default: `[]`.
            ratelimits: Rate limits, counted for each identity. All keys of an identity share them.
                Default: `[]`.
            max_keys: How many unexpired keys each identity of the plan may have. Default: no bound.
            quota: How much all keys of each identity may use per period. A quota of the identity
                beats it. Default: none.
            default: Whether the plan applies to every identity without a plan of its own. A
                workspace has one such plan at most, so this one replaces the former. Default:
                `False`.

        Callers: a root key with `plan.*.create_plan`.

        Errors: `data/plan_already_exists`, `data/permission_not_found`.

        Example:
            >>> client.plans.create_plan(
            ...     name="business",
            ...     permissions=["documents.read"],
            ...     ratelimits=[
            ...         {
            ...             "name": "requests",
            ...             "limit": 1000,
            ...             "duration": 60_000,
            ...             "auto_apply": True,
            ...         },
            ...     ],
            ...     max_keys=20,
            ... )
            CreatePlanResponse(
                plan_id="plan_1CWiKL6F1D1JQ8MztS4B4G",
            )
        """
        body: Body = {
            "name": name,
            "description": description,
            "meta": meta,
            "permissions": permissions,
            "ratelimits": encode(Sequence[params.RatelimitInput], ratelimits),
            "maxKeys": max_keys,
            "quota": encode(params.QuotaInput, quota),
            "default": default,
        }
        return self._transport.call("plans.createPlan", "mutation", body, options, models.CreatePlanResponse)

    def delete_plan(
        self,
        *,
        plan: str,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a plan that no customer has. The default plan cannot be deleted.

        Args:
            plan: Id or name of the plan.

        Callers: a root key with `plan.*.delete_plan`.

        Errors: `data/plan_not_found`, `application/precondition_failed`.

        Example:
            >>> client.plans.delete_plan(plan="pro")
        """
        body: Body = {
            "plan": plan,
        }
        self._transport.send("plans.deletePlan", "mutation", body, options)

    def get_plan(
        self,
        *,
        plan: str,
        options: CallOptions | None = None,
    ) -> models.Plan:
        """Show a plan, by its id or name, and how many customers have it.

        Args:
            plan: Id or name of the plan.

        Callers: a root key with `plan.*.read_plan`.

        Errors: `data/plan_not_found`.

        Example:
            >>> client.plans.get_plan(plan="pro")
            Plan(
                id="plan_1CAiZx1YPnJZtcPxTdBGPS",
                name="pro",
                meta={},
                permissions=[],
                ratelimits=[],
                max_keys=20,
                default=False,
                created_at=1767346200000,
                identities=0,
            )
        """
        body: Body = {
            "plan": plan,
        }
        return self._transport.call("plans.getPlan", "query", body, options, models.Plan)

    def list_plans(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Page[models.Plan]:
        """List the plans of the workspace, and how many customers have each.

        Args:
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.
            search: Only plans whose id, name or description contains this text.

        Callers: a root key with `plan.*.read_plan`.

        Example:
            >>> client.plans.list_plans(limit=20).data
            [
                Plan(
                    id="plan_1CAiZx1YPnJZtcPxTdBGPS",
                    name="pro",
                    meta={},
                    permissions=[],
                    ratelimits=[],
                    max_keys=20,
                    default=False,
                    created_at=1767346200000,
                    identities=0,
                ),
            ]
        """
        body: Body = {
            "limit": limit,
            "cursor": cursor,
            "search": search,
        }
        return self._transport.pages("plans.listPlans", body, options, models.Plan)

    def update_plan(
        self,
        *,
        plan: str,
        name: str | NotGiven = NOT_GIVEN,
        description: str | None | NotGiven = NOT_GIVEN,
        meta: params.PlanMeta | None | NotGiven = NOT_GIVEN,
        permissions: Sequence[str] | None | NotGiven = NOT_GIVEN,
        ratelimits: Sequence[params.RatelimitInput] | None | NotGiven = NOT_GIVEN,
        max_keys: int | None | NotGiven = NOT_GIVEN,
        quota: params.QuotaInput | None | NotGiven = NOT_GIVEN,
        default: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Plan:
        """Change a plan for all its customers at once. Fields that you leave out stay, and null
        removes a value.

        Args:
            plan: Id or name of the plan.
            name: New name of the plan, unique in the workspace.
            description: Description, for people. null removes it.
            meta: Your own data about the plan, such as feature flags. Every verification of its
                keys shows it. It replaces all old data. null removes it.
            permissions: Permissions that all keys of its identities hold, by id or slug. An unknown
                slug is created. They replace the old set. null removes all.
            ratelimits: Rate limits, counted for each identity. All keys of an identity share them.
                They replace the old set; a known name keeps its id. null removes all.
            max_keys: How many unexpired keys each identity of the plan may have. null removes the
                bound.
            quota: How much all keys of each identity may use per period. A quota of the identity
                beats it. What was used stays counted. null removes it.
            default: Whether the plan applies to every identity without a plan of its own. A
                workspace has one such plan at most, so this one replaces the former.

        Callers: a root key with `plan.*.update_plan`.

        Errors: `data/plan_not_found`, `data/plan_already_exists`, `data/permission_not_found`.

        Example:
            >>> client.plans.update_plan(plan="pro", max_keys=50)
            Plan(
                id="plan_1CAiZx1YPnJZtcPxTdBGPS",
                name="pro",
                meta={},
                permissions=[],
                ratelimits=[],
                max_keys=50,
                default=False,
                created_at=1767346200000,
                updated_at=1767432600000,
            )
        """
        body: Body = {
            "plan": plan,
            "name": name,
            "description": description,
            "meta": meta,
            "permissions": permissions,
            "ratelimits": encode(Sequence[params.RatelimitInput], ratelimits),
            "maxKeys": max_keys,
            "quota": encode(params.QuotaInput, quota),
            "default": default,
        }
        return self._transport.call("plans.updatePlan", "mutation", body, options, models.Plan)


class AsyncPlans:
    """What many customers get: permissions, rate limits and a number of keys."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create_plan(
        self,
        *,
        name: str,
        description: str | NotGiven = NOT_GIVEN,
        meta: params.PlanMeta | NotGiven = NOT_GIVEN,
        permissions: Sequence[str] | NotGiven = NOT_GIVEN,
        ratelimits: Sequence[params.RatelimitInput] | NotGiven = NOT_GIVEN,
        max_keys: int | NotGiven = NOT_GIVEN,
        quota: params.QuotaInput | NotGiven = NOT_GIVEN,
        default: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.CreatePlanResponse:
        """Create a plan: permissions, rate limits, a quota and a number of keys that many customers
        get.

        Args:
            name: Name of the plan, unique in the workspace.
            description: Description, for people.
            meta: Your own data about the plan, such as feature flags. Every verification of its
                keys shows it. Default: `{}`.
            permissions: Permissions that all keys of its identities hold, by id or slug. An unknown
                slug is created. Default: `[]`.
            ratelimits: Rate limits, counted for each identity. All keys of an identity share them.
                Default: `[]`.
            max_keys: How many unexpired keys each identity of the plan may have. Default: no bound.
            quota: How much all keys of each identity may use per period. A quota of the identity
                beats it. Default: none.
            default: Whether the plan applies to every identity without a plan of its own. A
                workspace has one such plan at most, so this one replaces the former. Default:
                `False`.

        Callers: a root key with `plan.*.create_plan`.

        Errors: `data/plan_already_exists`, `data/permission_not_found`.

        Example:
            >>> await client.plans.create_plan(
            ...     name="business",
            ...     permissions=["documents.read"],
            ...     ratelimits=[
            ...         {
            ...             "name": "requests",
            ...             "limit": 1000,
            ...             "duration": 60_000,
            ...             "auto_apply": True,
            ...         },
            ...     ],
            ...     max_keys=20,
            ... )
            CreatePlanResponse(
                plan_id="plan_1CWiKL6F1D1JQ8MztS4B4G",
            )
        """
        body: Body = {
            "name": name,
            "description": description,
            "meta": meta,
            "permissions": permissions,
            "ratelimits": encode(Sequence[params.RatelimitInput], ratelimits),
            "maxKeys": max_keys,
            "quota": encode(params.QuotaInput, quota),
            "default": default,
        }
        return await self._transport.call("plans.createPlan", "mutation", body, options, models.CreatePlanResponse)

    async def delete_plan(
        self,
        *,
        plan: str,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a plan that no customer has. The default plan cannot be deleted.

        Args:
            plan: Id or name of the plan.

        Callers: a root key with `plan.*.delete_plan`.

        Errors: `data/plan_not_found`, `application/precondition_failed`.

        Example:
            >>> await client.plans.delete_plan(plan="pro")
        """
        body: Body = {
            "plan": plan,
        }
        await self._transport.send("plans.deletePlan", "mutation", body, options)

    async def get_plan(
        self,
        *,
        plan: str,
        options: CallOptions | None = None,
    ) -> models.Plan:
        """Show a plan, by its id or name, and how many customers have it.

        Args:
            plan: Id or name of the plan.

        Callers: a root key with `plan.*.read_plan`.

        Errors: `data/plan_not_found`.

        Example:
            >>> await client.plans.get_plan(plan="pro")
            Plan(
                id="plan_1CAiZx1YPnJZtcPxTdBGPS",
                name="pro",
                meta={},
                permissions=[],
                ratelimits=[],
                max_keys=20,
                default=False,
                created_at=1767346200000,
                identities=0,
            )
        """
        body: Body = {
            "plan": plan,
        }
        return await self._transport.call("plans.getPlan", "query", body, options, models.Plan)

    def list_plans(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.Plan]:
        """List the plans of the workspace, and how many customers have each.

        Args:
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.
            search: Only plans whose id, name or description contains this text.

        Callers: a root key with `plan.*.read_plan`.

        Example:
            >>> await client.plans.list_plans(limit=20).data
            [
                Plan(
                    id="plan_1CAiZx1YPnJZtcPxTdBGPS",
                    name="pro",
                    meta={},
                    permissions=[],
                    ratelimits=[],
                    max_keys=20,
                    default=False,
                    created_at=1767346200000,
                    identities=0,
                ),
            ]
        """
        body: Body = {
            "limit": limit,
            "cursor": cursor,
            "search": search,
        }
        return self._transport.pages("plans.listPlans", body, options, models.Plan)

    async def update_plan(
        self,
        *,
        plan: str,
        name: str | NotGiven = NOT_GIVEN,
        description: str | None | NotGiven = NOT_GIVEN,
        meta: params.PlanMeta | None | NotGiven = NOT_GIVEN,
        permissions: Sequence[str] | None | NotGiven = NOT_GIVEN,
        ratelimits: Sequence[params.RatelimitInput] | None | NotGiven = NOT_GIVEN,
        max_keys: int | None | NotGiven = NOT_GIVEN,
        quota: params.QuotaInput | None | NotGiven = NOT_GIVEN,
        default: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Plan:
        """Change a plan for all its customers at once. Fields that you leave out stay, and null
        removes a value.

        Args:
            plan: Id or name of the plan.
            name: New name of the plan, unique in the workspace.
            description: Description, for people. null removes it.
            meta: Your own data about the plan, such as feature flags. Every verification of its
                keys shows it. It replaces all old data. null removes it.
            permissions: Permissions that all keys of its identities hold, by id or slug. An unknown
                slug is created. They replace the old set. null removes all.
            ratelimits: Rate limits, counted for each identity. All keys of an identity share them.
                They replace the old set; a known name keeps its id. null removes all.
            max_keys: How many unexpired keys each identity of the plan may have. null removes the
                bound.
            quota: How much all keys of each identity may use per period. A quota of the identity
                beats it. What was used stays counted. null removes it.
            default: Whether the plan applies to every identity without a plan of its own. A
                workspace has one such plan at most, so this one replaces the former.

        Callers: a root key with `plan.*.update_plan`.

        Errors: `data/plan_not_found`, `data/plan_already_exists`, `data/permission_not_found`.

        Example:
            >>> await client.plans.update_plan(plan="pro", max_keys=50)
            Plan(
                id="plan_1CAiZx1YPnJZtcPxTdBGPS",
                name="pro",
                meta={},
                permissions=[],
                ratelimits=[],
                max_keys=50,
                default=False,
                created_at=1767346200000,
                updated_at=1767432600000,
            )
        """
        body: Body = {
            "plan": plan,
            "name": name,
            "description": description,
            "meta": meta,
            "permissions": permissions,
            "ratelimits": encode(Sequence[params.RatelimitInput], ratelimits),
            "maxKeys": max_keys,
            "quota": encode(params.QuotaInput, quota),
            "default": default,
        }
        return await self._transport.call("plans.updatePlan", "mutation", body, options, models.Plan)
