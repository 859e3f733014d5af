# Written by `npm run gen` from the operations of the service. Change those instead of this.

"""The users or other entities that own or use keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from .._call import Body, CallOptions
from .._pages import AsyncPages, Page
from .._transport import AsyncTransport, Transport
from .._wire import NOT_GIVEN, NotGiven, encode
from . import models, params


class Identities:
    """The users or other entities that own or use keys."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create_identity(
        self,
        *,
        external_id: str,
        enabled: bool | NotGiven = NOT_GIVEN,
        meta: params.Meta | NotGiven = NOT_GIVEN,
        permissions: Sequence[str] | NotGiven = NOT_GIVEN,
        ratelimits: Sequence[params.RatelimitInput] | NotGiven = NOT_GIVEN,
        plan: str | None | NotGiven = NOT_GIVEN,
        plan_change: params.PlanChangeInput | None | NotGiven = NOT_GIVEN,
        billing_day: int | NotGiven = NOT_GIVEN,
        quota: params.QuotaInput | None | NotGiven = NOT_GIVEN,
        used: int | NotGiven = NOT_GIVEN,
        credits: params.IdentityCreditsInput | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.CreateIdentityResponse:
        """Create an identity: a user or another entity that owns or uses keys.

        Args:
            external_id: Your own id of the customer or user. It is case-sensitive.
            enabled: Whether keys of the identity work. Default: `True`.
            meta: Your own data about the identity. Default: `{}`.
            permissions: Permissions that all keys of the identity hold, by id or slug. An unknown
                slug is created. Default: `[]`.
            ratelimits: Rate limits of the identity, shared by all its keys. Default: `[]`.
            plan: The plan, by id or name. null means the default plan, if there is one. It ends a
                planned change, unless the request also sets `plan_change`.
            plan_change: A change of plan in the future, such as the end of a trial. null cancels
                it.
            billing_day: First day of monthly periods, 1 to 31; in a shorter month, its last day.
                Default: 1.
            quota: How much all keys of the identity may use per period. It beats the quota of the
                plan; null means that of the plan, if there is one.
            used: Sets the count of this period, as goodwill or when a customer moves in. Needs a
                quota, of its own or of its plan.
            credits: Prepaid credits that all keys of the identity share. null removes them.

        Callers: a root key with `identity.*.create_identity`.

        Errors: `data/identity_already_exists`, `data/permission_not_found`, `data/plan_not_found`,
            `limits/quota_exceeded`.

        Example:
            >>> client.identities.create_identity(
            ...     external_id="user_43",
            ...     meta={"name": "Ada"},
            ... )
            CreateIdentityResponse(
                identity_id="id_1CWiKL6EzbLjWxJP9dTCJt",
            )
        """
        body: Body = {
            "externalId": external_id,
            "enabled": enabled,
            "meta": meta,
            "permissions": permissions,
            "ratelimits": encode(Sequence[params.RatelimitInput], ratelimits),
            "plan": plan,
            "planChange": encode(params.PlanChangeInput, plan_change),
            "billingDay": billing_day,
            "quota": encode(params.QuotaInput, quota),
            "used": used,
            "credits": encode(params.IdentityCreditsInput, credits),
        }
        return self._transport.call("identities.createIdentity", "mutation", body, options, models.CreateIdentityResponse)

    def delete_identity(
        self,
        *,
        identity: str,
        keys: Literal["keep", "disable", "delete"] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> None:
        """Delete an identity. Its keys are kept, disabled or deleted.

        Args:
            identity: Id or external id of the identity.
            keys: What happens to its keys. They lose the identity in any case. Default: `keep`, or
                `disable` if the identity is disabled or has a plan, a quota or credits.

        Callers: a root key with `identity.{identityId}.delete_identity`.

        Errors: `data/identity_not_found`.

        Example:
            >>> client.identities.delete_identity(
            ...     identity="user_42",
            ...     keys="disable",
            ... )
        """
        body: Body = {
            "identity": identity,
            "keys": keys,
        }
        self._transport.send("identities.deleteIdentity", "mutation", body, options)

    def get_identity(
        self,
        *,
        identity_id: str | NotGiven = NOT_GIVEN,
        external_id: str | NotGiven = NOT_GIVEN,
        identity: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Identity:
        """Show an identity, by its id or external id.

        Args:
            identity_id: Match the id only.
            external_id: Match the external id only.
            identity: Id or external id of the identity.

        Callers: a root key with `identity.{identityId}.read_identity`.

        Errors: `data/identity_not_found`.

        Example:
            >>> client.identities.get_identity(external_id="user_42")
            Identity(
                id="id_1CAiZx1YPnJZtcPxTdBGPS",
                identity_id="id_1CAiZx1YPnJZtcPxTdBGPS",
                external_id="user_42",
                enabled=True,
                meta={},
                ratelimits=[],
                created_at=1767346200000,
                permissions=[],
                billing_day=1,
            )
        """
        body: Body = {
            "identityId": identity_id,
            "externalId": external_id,
            "identity": identity,
        }
        return self._transport.call("identities.getIdentity", "query", body, options, models.Identity)

    def list_identities(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        plan: str | NotGiven = NOT_GIVEN,
        enabled: bool | NotGiven = NOT_GIVEN,
        count_keys: bool | NotGiven = NOT_GIVEN,
        sort: Literal["created", "name", "keys"] | NotGiven = NOT_GIVEN,
        order: Literal["asc", "desc", "created", "created_desc"] | NotGiven = NOT_GIVEN,
        count: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Page[models.Identity]:
        """List the identities of the workspace.

        Args:
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.
            search: Only identities whose id or external id contains this text.
            plan: Only identities that have this plan, by its id or name, as their own or as the
                default plan.
            enabled: Only enabled identities, or only disabled ones.
            count_keys: Whether to return the number of keys of each identity, in `keys`.
            sort: What the list is sorted by. `name` is the external id: it ignores the case of A to
                Z and compares 64 characters. `keys` is the number of keys, exact below 1,000, and
                needs a filter with at most 10,000 matches. Default: `"created"`.
            order: Direction of `sort`: `asc` is the oldest or smallest first, `desc` the newest or
                largest first. Objects without a value come last either way. `created` and
                `created_desc` mean the same for `sort: created`, and are not allowed with another
                `sort`. Default: `"asc"`.
            count: Whether `pagination.total` tells how many objects match. The count stops at
                10,000. Default: `False`.

        Callers: a root key with `identity.*.read_identity`.

        Errors: `data/plan_not_found`, `application/precondition_failed`.

        Example:
            >>> client.identities.list_identities(limit=10).data
            [
                Identity(
                    id="id_1CAiZx1YPnJZtcPxTdBGPS",
                    identity_id="id_1CAiZx1YPnJZtcPxTdBGPS",
                    external_id="user_42",
                    enabled=True,
                    meta={},
                    ratelimits=[],
                    created_at=1767346200000,
                    permissions=[],
                    billing_day=1,
                ),
            ]
        """
        body: Body = {
            "limit": limit,
            "cursor": cursor,
            "search": search,
            "plan": plan,
            "enabled": enabled,
            "countKeys": count_keys,
            "sort": sort,
            "order": order,
            "count": count,
        }
        return self._transport.pages("identities.listIdentities", body, options, models.Identity)

    def update_credits(
        self,
        *,
        identity: str,
        operation: Literal["set", "increment", "decrement"],
        value: int | None | NotGiven = NOT_GIVEN,
        low_at: int | None | NotGiven = NOT_GIVEN,
        reference: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.IdentitiesUpdateCreditsResponse:
        """Set, increase or decrease the credits that all keys of an identity share. With a
        `reference`, such as a payment id, it counts once.

        Args:
            identity: Id or external id of the identity.
            operation: What to do with the value. `increment` starts at 0 without credits;
                `decrement` stops at 0.
            value: Number of credits. With `set`, null or no value removes the credits.
            low_at: Record the notice `credits.low` once the balance is at or below it. null: never.
                Absent: as you chose before, or 10 % of the balance after the last set or increment.
            reference: Your id of the payment or correction. Sent again with the same operation and
                value, it changes nothing, however much later.

        Callers: a root key with `identity.{identityId}.update_credits`.

        Errors: `data/identity_not_found`, `data/reference_already_used`.

        Example:
            >>> client.identities.update_credits(
            ...     identity="user_42",
            ...     operation="increment",
            ...     value=5_000_000,
            ...     reference="pi_3MtwBwLkdIwHu7ix28a3tqPa",
            ... )
            IdentitiesUpdateCreditsResponse(
                remaining=5000000,
                low_at=500000,
                repeated=False,
            )
        """
        body: Body = {
            "identity": identity,
            "operation": operation,
            "value": value,
            "lowAt": low_at,
            "reference": reference,
        }
        return self._transport.call("identities.updateCredits", "mutation", body, options, models.IdentitiesUpdateCreditsResponse)

    def update_identities(
        self,
        *,
        set: params.UpdateIdentitiesSetInput,
        identities: Sequence[str] | NotGiven = NOT_GIVEN,
        plan: str | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.UpdateIdentitiesResponse:
        """Make the same change to many identities: those that you list, or all of a plan, up to
        10,000 per call. Moves customers to another plan.

        Args:
            set: What each of the identities gets. Fields that you leave out stay.
            identities: Ids or external ids of the identities.
            plan: All identities that have this plan, by its id or name, as their own or as the
                default plan.
            cursor: Where to continue: `cursor` of the previous response. Leave it out for the first
                10,000 identities.

        Callers: a root key with `identity.*.update_identity`.

        Errors: `data/identity_not_found`, `data/plan_not_found`.

        Example:
            >>> client.identities.update_identities(
            ...     identities=["user_42"],
            ...     set={"enabled": True},
            ... )
            UpdateIdentitiesResponse(updated=0)
        """
        body: Body = {
            "identities": identities,
            "plan": plan,
            "cursor": cursor,
            "set": encode(params.UpdateIdentitiesSetInput, set),
        }
        return self._transport.call("identities.updateIdentities", "mutation", body, options, models.UpdateIdentitiesResponse)

    def update_identity(
        self,
        *,
        identity: str,
        enabled: bool | NotGiven = NOT_GIVEN,
        meta: params.Meta | NotGiven = NOT_GIVEN,
        permissions: Sequence[str] | NotGiven = NOT_GIVEN,
        ratelimits: Sequence[params.RatelimitInput] | NotGiven = NOT_GIVEN,
        plan: str | None | NotGiven = NOT_GIVEN,
        plan_change: params.PlanChangeInput | None | NotGiven = NOT_GIVEN,
        billing_day: int | NotGiven = NOT_GIVEN,
        quota: params.QuotaInput | None | NotGiven = NOT_GIVEN,
        used: int | NotGiven = NOT_GIVEN,
        credits: params.IdentityCreditsPatch | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Identity:
        """Change an identity: its switch, plan, permissions, metadata, rate limits, quota or
        credits. Fields that you leave out stay.

        Args:
            identity: Id or external id of the identity.
            enabled: Whether keys of the identity work, later ones too. Their own `enabled` stays.
            meta: New metadata. It replaces all old data.
            permissions: Permissions that all keys of the identity hold, by id or slug. An unknown
                slug is created. They replace the old set.
            ratelimits: New rate limits. They replace the old set; a known name keeps its id.
            plan: The plan, by id or name. null means the default plan, if there is one. It ends a
                planned change, unless the request also sets `plan_change`.
            plan_change: A change of plan in the future, such as the end of a trial. null cancels
                it.
            billing_day: First day of monthly periods, 1 to 31; in a shorter month, its last day.
                Default: 1.
            quota: How much all keys of the identity may use per period. It beats the quota of the
                plan; null means that of the plan, if there is one.
            used: Sets the count of this period, as goodwill or when a customer moves in. Needs a
                quota, of its own or of its plan.
            credits: Prepaid credits that all keys of the identity share. null removes them.

        Callers: a root key with `identity.{identityId}.update_identity`.

        Errors: `data/identity_not_found`, `data/permission_not_found`, `data/plan_not_found`.

        Example:
            >>> client.identities.update_identity(
            ...     identity="user_42",
            ...     meta={"name": "Ada"},
            ... )
            Identity(
                id="id_1CAiZx1YPnJZtcPxTdBGPS",
                identity_id="id_1CAiZx1YPnJZtcPxTdBGPS",
                external_id="user_42",
                enabled=True,
                meta={"name": "Ada"},
                ratelimits=[],
                created_at=1767346200000,
                updated_at=1767432600000,
                permissions=[],
                billing_day=1,
            )
        """
        body: Body = {
            "identity": identity,
            "enabled": enabled,
            "meta": meta,
            "permissions": permissions,
            "ratelimits": encode(Sequence[params.RatelimitInput], ratelimits),
            "plan": plan,
            "planChange": encode(params.PlanChangeInput, plan_change),
            "billingDay": billing_day,
            "quota": encode(params.QuotaInput, quota),
            "used": used,
            "credits": encode(params.IdentityCreditsPatch, credits),
        }
        return self._transport.call("identities.updateIdentity", "mutation", body, options, models.Identity)


class AsyncIdentities:
    """The users or other entities that own or use keys."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create_identity(
        self,
        *,
        external_id: str,
        enabled: bool | NotGiven = NOT_GIVEN,
        meta: params.Meta | NotGiven = NOT_GIVEN,
        permissions: Sequence[str] | NotGiven = NOT_GIVEN,
        ratelimits: Sequence[params.RatelimitInput] | NotGiven = NOT_GIVEN,
        plan: str | None | NotGiven = NOT_GIVEN,
        plan_change: params.PlanChangeInput | None | NotGiven = NOT_GIVEN,
        billing_day: int | NotGiven = NOT_GIVEN,
        quota: params.QuotaInput | None | NotGiven = NOT_GIVEN,
        used: int | NotGiven = NOT_GIVEN,
        credits: params.IdentityCreditsInput | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.CreateIdentityResponse:
        """Create an identity: a user or another entity that owns or uses keys.

        Args:
            external_id: Your own id of the customer or user. It is case-sensitive.
            enabled: Whether keys of the identity work. Default: `True`.
            meta: Your own data about the identity. Default: `{}`.
            permissions: Permissions that all keys of the identity hold, by id or slug. An unknown
                slug is created. Default: `[]`.
            ratelimits: Rate limits of the identity, shared by all its keys. Default: `[]`.
            plan: The plan, by id or name. null means the default plan, if there is one. It ends a
                planned change, unless the request also sets `plan_change`.
            plan_change: A change of plan in the future, such as the end of a trial. null cancels
                it.
            billing_day: First day of monthly periods, 1 to 31; in a shorter month, its last day.
                Default: 1.
            quota: How much all keys of the identity may use per period. It beats the quota of the
                plan; null means that of the plan, if there is one.
            used: Sets the count of this period, as goodwill or when a customer moves in. Needs a
                quota, of its own or of its plan.
            credits: Prepaid credits that all keys of the identity share. null removes them.

        Callers: a root key with `identity.*.create_identity`.

        Errors: `data/identity_already_exists`, `data/permission_not_found`, `data/plan_not_found`,
            `limits/quota_exceeded`.

        Example:
            >>> await client.identities.create_identity(
            ...     external_id="user_43",
            ...     meta={"name": "Ada"},
            ... )
            CreateIdentityResponse(
                identity_id="id_1CWiKL6EzbLjWxJP9dTCJt",
            )
        """
        body: Body = {
            "externalId": external_id,
            "enabled": enabled,
            "meta": meta,
            "permissions": permissions,
            "ratelimits": encode(Sequence[params.RatelimitInput], ratelimits),
            "plan": plan,
            "planChange": encode(params.PlanChangeInput, plan_change),
            "billingDay": billing_day,
            "quota": encode(params.QuotaInput, quota),
            "used": used,
            "credits": encode(params.IdentityCreditsInput, credits),
        }
        return await self._transport.call("identities.createIdentity", "mutation", body, options, models.CreateIdentityResponse)

    async def delete_identity(
        self,
        *,
        identity: str,
        keys: Literal["keep", "disable", "delete"] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> None:
        """Delete an identity. Its keys are kept, disabled or deleted.

        Args:
            identity: Id or external id of the identity.
            keys: What happens to its keys. They lose the identity in any case. Default: `keep`, or
                `disable` if the identity is disabled or has a plan, a quota or credits.

        Callers: a root key with `identity.{identityId}.delete_identity`.

        Errors: `data/identity_not_found`.

        Example:
            >>> await client.identities.delete_identity(
            ...     identity="user_42",
            ...     keys="disable",
            ... )
        """
        body: Body = {
            "identity": identity,
            "keys": keys,
        }
        await self._transport.send("identities.deleteIdentity", "mutation", body, options)

    async def get_identity(
        self,
        *,
        identity_id: str | NotGiven = NOT_GIVEN,
        external_id: str | NotGiven = NOT_GIVEN,
        identity: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Identity:
        """Show an identity, by its id or external id.

        Args:
            identity_id: Match the id only.
            external_id: Match the external id only.
            identity: Id or external id of the identity.

        Callers: a root key with `identity.{identityId}.read_identity`.

        Errors: `data/identity_not_found`.

        Example:
            >>> await client.identities.get_identity(external_id="user_42")
            Identity(
                id="id_1CAiZx1YPnJZtcPxTdBGPS",
                identity_id="id_1CAiZx1YPnJZtcPxTdBGPS",
                external_id="user_42",
                enabled=True,
                meta={},
                ratelimits=[],
                created_at=1767346200000,
                permissions=[],
                billing_day=1,
            )
        """
        body: Body = {
            "identityId": identity_id,
            "externalId": external_id,
            "identity": identity,
        }
        return await self._transport.call("identities.getIdentity", "query", body, options, models.Identity)

    def list_identities(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        plan: str | NotGiven = NOT_GIVEN,
        enabled: bool | NotGiven = NOT_GIVEN,
        count_keys: bool | NotGiven = NOT_GIVEN,
        sort: Literal["created", "name", "keys"] | NotGiven = NOT_GIVEN,
        order: Literal["asc", "desc", "created", "created_desc"] | NotGiven = NOT_GIVEN,
        count: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.Identity]:
        """List the identities of the workspace.

        Args:
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.
            search: Only identities whose id or external id contains this text.
            plan: Only identities that have this plan, by its id or name, as their own or as the
                default plan.
            enabled: Only enabled identities, or only disabled ones.
            count_keys: Whether to return the number of keys of each identity, in `keys`.
            sort: What the list is sorted by. `name` is the external id: it ignores the case of A to
                Z and compares 64 characters. `keys` is the number of keys, exact below 1,000, and
                needs a filter with at most 10,000 matches. Default: `"created"`.
            order: Direction of `sort`: `asc` is the oldest or smallest first, `desc` the newest or
                largest first. Objects without a value come last either way. `created` and
                `created_desc` mean the same for `sort: created`, and are not allowed with another
                `sort`. Default: `"asc"`.
            count: Whether `pagination.total` tells how many objects match. The count stops at
                10,000. Default: `False`.

        Callers: a root key with `identity.*.read_identity`.

        Errors: `data/plan_not_found`, `application/precondition_failed`.

        Example:
            >>> await client.identities.list_identities(limit=10).data
            [
                Identity(
                    id="id_1CAiZx1YPnJZtcPxTdBGPS",
                    identity_id="id_1CAiZx1YPnJZtcPxTdBGPS",
                    external_id="user_42",
                    enabled=True,
                    meta={},
                    ratelimits=[],
                    created_at=1767346200000,
                    permissions=[],
                    billing_day=1,
                ),
            ]
        """
        body: Body = {
            "limit": limit,
            "cursor": cursor,
            "search": search,
            "plan": plan,
            "enabled": enabled,
            "countKeys": count_keys,
            "sort": sort,
            "order": order,
            "count": count,
        }
        return self._transport.pages("identities.listIdentities", body, options, models.Identity)

    async def update_credits(
        self,
        *,
        identity: str,
        operation: Literal["set", "increment", "decrement"],
        value: int | None | NotGiven = NOT_GIVEN,
        low_at: int | None | NotGiven = NOT_GIVEN,
        reference: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.IdentitiesUpdateCreditsResponse:
        """Set, increase or decrease the credits that all keys of an identity share. With a
        `reference`, such as a payment id, it counts once.

        Args:
            identity: Id or external id of the identity.
            operation: What to do with the value. `increment` starts at 0 without credits;
                `decrement` stops at 0.
            value: Number of credits. With `set`, null or no value removes the credits.
            low_at: Record the notice `credits.low` once the balance is at or below it. null: never.
                Absent: as you chose before, or 10 % of the balance after the last set or increment.
            reference: Your id of the payment or correction. Sent again with the same operation and
                value, it changes nothing, however much later.

        Callers: a root key with `identity.{identityId}.update_credits`.

        Errors: `data/identity_not_found`, `data/reference_already_used`.

        Example:
            >>> await client.identities.update_credits(
            ...     identity="user_42",
            ...     operation="increment",
            ...     value=5_000_000,
            ...     reference="pi_3MtwBwLkdIwHu7ix28a3tqPa",
            ... )
            IdentitiesUpdateCreditsResponse(
                remaining=5000000,
                low_at=500000,
                repeated=False,
            )
        """
        body: Body = {
            "identity": identity,
            "operation": operation,
            "value": value,
            "lowAt": low_at,
            "reference": reference,
        }
        return await self._transport.call("identities.updateCredits", "mutation", body, options, models.IdentitiesUpdateCreditsResponse)

    async def update_identities(
        self,
        *,
        set: params.UpdateIdentitiesSetInput,
        identities: Sequence[str] | NotGiven = NOT_GIVEN,
        plan: str | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.UpdateIdentitiesResponse:
        """Make the same change to many identities: those that you list, or all of a plan, up to
        10,000 per call. Moves customers to another plan.

        Args:
            set: What each of the identities gets. Fields that you leave out stay.
            identities: Ids or external ids of the identities.
            plan: All identities that have this plan, by its id or name, as their own or as the
                default plan.
            cursor: Where to continue: `cursor` of the previous response. Leave it out for the first
                10,000 identities.

        Callers: a root key with `identity.*.update_identity`.

        Errors: `data/identity_not_found`, `data/plan_not_found`.

        Example:
            >>> await client.identities.update_identities(
            ...     identities=["user_42"],
            ...     set={"enabled": True},
            ... )
            UpdateIdentitiesResponse(updated=0)
        """
        body: Body = {
            "identities": identities,
            "plan": plan,
            "cursor": cursor,
            "set": encode(params.UpdateIdentitiesSetInput, set),
        }
        return await self._transport.call("identities.updateIdentities", "mutation", body, options, models.UpdateIdentitiesResponse)

    async def update_identity(
        self,
        *,
        identity: str,
        enabled: bool | NotGiven = NOT_GIVEN,
        meta: params.Meta | NotGiven = NOT_GIVEN,
        permissions: Sequence[str] | NotGiven = NOT_GIVEN,
        ratelimits: Sequence[params.RatelimitInput] | NotGiven = NOT_GIVEN,
        plan: str | None | NotGiven = NOT_GIVEN,
        plan_change: params.PlanChangeInput | None | NotGiven = NOT_GIVEN,
        billing_day: int | NotGiven = NOT_GIVEN,
        quota: params.QuotaInput | None | NotGiven = NOT_GIVEN,
        used: int | NotGiven = NOT_GIVEN,
        credits: params.IdentityCreditsPatch | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Identity:
        """Change an identity: its switch, plan, permissions, metadata, rate limits, quota or
        credits. Fields that you leave out stay.

        Args:
            identity: Id or external id of the identity.
            enabled: Whether keys of the identity work, later ones too. Their own `enabled` stays.
            meta: New metadata. It replaces all old data.
            permissions: Permissions that all keys of the identity hold, by id or slug. An unknown
                slug is created. They replace the old set.
            ratelimits: New rate limits. They replace the old set; a known name keeps its id.
            plan: The plan, by id or name. null means the default plan, if there is one. It ends a
                planned change, unless the request also sets `plan_change`.
            plan_change: A change of plan in the future, such as the end of a trial. null cancels
                it.
            billing_day: First day of monthly periods, 1 to 31; in a shorter month, its last day.
                Default: 1.
            quota: How much all keys of the identity may use per period. It beats the quota of the
                plan; null means that of the plan, if there is one.
            used: Sets the count of this period, as goodwill or when a customer moves in. Needs a
                quota, of its own or of its plan.
            credits: Prepaid credits that all keys of the identity share. null removes them.

        Callers: a root key with `identity.{identityId}.update_identity`.

        Errors: `data/identity_not_found`, `data/permission_not_found`, `data/plan_not_found`.

        Example:
            >>> await client.identities.update_identity(
            ...     identity="user_42",
            ...     meta={"name": "Ada"},
            ... )
            Identity(
                id="id_1CAiZx1YPnJZtcPxTdBGPS",
                identity_id="id_1CAiZx1YPnJZtcPxTdBGPS",
                external_id="user_42",
                enabled=True,
                meta={"name": "Ada"},
                ratelimits=[],
                created_at=1767346200000,
                updated_at=1767432600000,
                permissions=[],
                billing_day=1,
            )
        """
        body: Body = {
            "identity": identity,
            "enabled": enabled,
            "meta": meta,
            "permissions": permissions,
            "ratelimits": encode(Sequence[params.RatelimitInput], ratelimits),
            "plan": plan,
            "planChange": encode(params.PlanChangeInput, plan_change),
            "billingDay": billing_day,
            "quota": encode(params.QuotaInput, quota),
            "used": used,
            "credits": encode(params.IdentityCreditsPatch, credits),
        }
        return await self._transport.call("identities.updateIdentity", "mutation", body, options, models.Identity)
