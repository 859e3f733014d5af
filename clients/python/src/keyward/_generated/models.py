# Written by `npm run gen` from the operations of the service. Change those instead of this.

"""What the operations return."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, final

__all__ = [
    "Api",
    "Balances",
    "CommitResponse",
    "CreateApiResponse",
    "CreateIdentityResponse",
    "CreateKeysResponse",
    "CreateMigrationResponse",
    "CreatePermissionResponse",
    "CreatePlanResponse",
    "CreateResetLinkResponse",
    "CreateRoleResponse",
    "CreateSessionResponse",
    "CreateWebhookResponse",
    "CreateWorkspaceResponse",
    "Credits",
    "DeleteKeysResponse",
    "DisableReason",
    "EvaluatedRatelimit",
    "Event",
    "EventActor",
    "EventChanges",
    "EventMessage",
    "EventMessageData",
    "EventMessageDataActor",
    "EventMessageDataChanges",
    "EventMessageDataResource",
    "EventResource",
    "ExplainedCheck",
    "ExplainedFix",
    "ExplainedFixInput",
    "Explanation",
    "GetLimitsResponse",
    "GetRatelimitsResponse",
    "GetUsageBreakdowns",
    "GetUsageBreakdownsByApp",
    "GetUsageBreakdownsByEnvironment",
    "GetUsagePeriod",
    "GetUsageResponse",
    "GetUsageTotals",
    "GetUsageTotalsApi",
    "GetUsageTotalsCompute",
    "GetUsageTotalsGateway",
    "GetVerificationsResponse",
    "HashAlgorithm",
    "IdentitiesUpdateCreditsResponse",
    "Identity",
    "IdentityCredits",
    "Incident",
    "IncidentCause",
    "IncidentChange",
    "IncidentChangeActor",
    "IncidentChangeChanges",
    "IncidentChangeResource",
    "IncidentFix",
    "IncidentRefusals",
    "IncidentRefusalsOthers",
    "IncidentRefusalsSpell",
    "Invitation",
    "InviteMemberResponse",
    "Key",
    "KeyRotation",
    "LimitResponse",
    "Limits",
    "ListedRootKey",
    "LoggedVerification",
    "LoggedVerificationIdentity",
    "Member",
    "MemberRole",
    "Meta",
    "MigrateKeysMigrated",
    "MigrateKeysResponse",
    "Migration",
    "MintedKey",
    "MintedRootKey",
    "MultiLimitLimit",
    "MultiLimitResponse",
    "Namespace",
    "Node",
    "NodeLease",
    "NoticeSettings",
    "NoticeSettingsRefusals",
    "OtherPeriod",
    "Override",
    "Pagination",
    "Permission",
    "Plan",
    "PlanChange",
    "PlanOfIdentity",
    "PlanQuota",
    "Portal",
    "PortalExpiry",
    "PortalPermission",
    "PortalSession",
    "PortalSessionMadeBy",
    "PortalTexts",
    "Problem",
    "Quota",
    "QuotaPrevious",
    "Ratelimit",
    "RatelimitUsage",
    "RedeliverResponse",
    "Refill",
    "RefusedKey",
    "RemoveMemberResponse",
    "ResetLink",
    "ResetLinkCreatedBy",
    "RevokeResetLinkResponse",
    "RevokeSessionsResponse",
    "Role",
    "RoleOfKey",
    "RootKey",
    "RotateSecretResponse",
    "RotatedKey",
    "SetOverrideResponse",
    "UpdateIdentitiesResponse",
    "UpdateKeysResponse",
    "UpdateRoleResponse",
    "UsageEntry",
    "UsageEntryIdentity",
    "UsageEntryPrevious",
    "User",
    "VerificationUsage",
    "VerificationUsageIdentity",
    "VerifyChainResponse",
    "VerifyKeyResponse",
    "Webhook",
    "WebhookAttempt",
    "WebhookDelivery",
    "WebhookHealth",
    "Workspace",
    "WorkspaceLimit",
    "WorkspaceWithCounts",
    "WorkspaceWithCountsCounts",
    "WorkspaceWithCountsCountsKeysByApi",
]

DisableReason = Literal["unpaid_billing", "terms_violation", "owner_request", "suspicious_activity", "account_closure", "quota_exceeded", "ownership_transfer"]

HashAlgorithm = Literal["sha256", "prefixed_api_key"]

MemberRole = Literal["viewer", "developer", "admin", "owner"]

Meta = dict[str, Any]

PortalTexts = dict[str, dict[str, str]]


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class Api:
    id: str
    """Id of the API."""
    name: str
    """Name of the API, for people."""
    default_prefix: str | None = None
    """Prefix of new keys that do not name one. Absent means none."""
    default_bytes: int | None = None
    """Random bytes in new keys that do not name a length. Absent means the default, 24."""
    delete_protection: bool
    """Whether deleting the API is refused."""
    ip_allowlist: list[str]
    """Networks (CIDR) or addresses that may use keys of the API. Empty means all."""
    created_at: int
    """When it was created, in Unix milliseconds."""
    updated_at: int | None = None
    """When it was last changed, in Unix milliseconds. Absent if never."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class Balances:
    key: int | None = None
    """Credits of the key. Absent if it is unlimited."""
    quota: int | None = None
    """What is left of the quota of its identity. Absent if that has none."""
    credits: int | None = None
    """Credits of its identity. Absent if that has none."""
    overage_used: int | None = None
    """Use of its identity beyond quota and credits in this period. Absent without a quota."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class CommitResponse:
    amount: int
    """Credits that were charged."""
    uncovered: int
    """Credits that key and identity did not have. 0 unless the amount was above the reservation, or
    the reservation had run out.
    """
    balances: Balances
    """What key and identity have left after this call, one by one."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class CreateApiResponse:
    api_id: str
    """Id of the new API."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class CreateIdentityResponse:
    identity_id: str
    """Id of the new identity."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class CreateKeysResponse:
    keys: list[MintedKey]
    """The new keys, in the order of the request."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class CreateMigrationResponse:
    migration_id: str
    """Id of the new migration, for keys.migrate_keys."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class CreatePermissionResponse:
    permission_id: str
    """Id of the new permission."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class CreatePlanResponse:
    plan_id: str
    """Id of the new plan."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class CreateResetLinkResponse:
    url: str = field(repr=False)
    """The link. It is shown only once."""
    expires: int
    """When the link expires, in Unix milliseconds."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class CreateRoleResponse:
    role_id: str
    """Id of the new role."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class CreateSessionResponse:
    session_id: str
    """Id of the portal session."""
    url: str = field(repr=False)
    """The link. Whoever opens it first is the customer, so send it to nobody else."""
    expires: int
    """When the link ends, in Unix milliseconds."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class CreateWebhookResponse:
    webhook_id: str
    """Id of the new webhook."""
    secret: str | None = field(default=None, repr=False)
    """The secret that signs every request. It is shown only once. Absent with the format `slack`.
    """


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class CreateWorkspaceResponse:
    workspace_id: str
    """Id of the new workspace."""
    root_key_id: str
    """Id of the new root key."""
    root_key: str = field(repr=False)
    """The root key itself. Store it now: no later response shows it."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class Credits:
    remaining: int | None
    """Credits left. null means unlimited; only keys.update_credits returns it."""
    reserved: int | None = None
    """Credits that reservations hold until they are committed or run out. Absent if none do."""
    refill: Refill | None = None
    """Sets the balance again every day or month. Absent means never."""
    low_at: int | None = None
    """At or below it, the notice `credits.low` is recorded. Absent if there is no threshold."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class DeleteKeysResponse:
    deleted: int
    """Number of keys that were deleted."""
    skipped: int | None = None
    """How many of the expected keys were left out, because they were changed or deleted during the
    call or no longer matched. Only with `filter`, and absent while keys are left.
    """
    cursor: str | None = None
    """Send it as `cursor` to continue. Absent after the last key."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class EvaluatedRatelimit:
    id: str
    """Id of the rate limit. Empty for an inline limit."""
    name: str
    """Name of the rate limit."""
    limit: int
    """How much is allowed per window."""
    duration: int
    """Length of the sliding window in milliseconds."""
    exceeded: bool
    """Whether this limit alone refuses the verification."""
    remaining: int
    """How much is left in the window after this call. A refused verification counts nothing."""
    reset: int
    """When the current window ends, in Unix milliseconds. The window slides, so room comes back
    gradually.
    """
    auto_apply: bool
    """Whether every verification checks the limit."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class Event:
    event_id: str
    """Id of the event."""
    type: str
    """What happened, as `<object>.<change>`."""
    sequence: int
    """Number of the event in its workspace, without gaps: what is missing in between was not read.
    """
    time: int
    """When the change was made, in Unix milliseconds."""
    actor: EventActor
    """Who made the change."""
    workspace_id: str
    """Id of the workspace that the event belongs to; `installation` for events about users and
    sessions.
    """
    resources: list[EventResource]
    """The objects that the event concerns, the changed one first."""
    request_id: str | None = None
    """`meta.request_id` of the call that made the change. Absent for `system`."""
    changes: EventChanges
    """What changed. Lists hold only the entries that were removed and added. Secrets never appear.
    """


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class EventActor:
    type: Literal["operator", "root_key", "api_key", "user", "identity", "system"]
    """What made the change. `identity` is a customer in the portal, `system` Keyward itself."""
    id: str
    """Id of the key, the user or the identity, or `operator`. For `system`, the cause: `quota`,
    `refill`, `import`, `sign_in`, `delivery` or `notice`.
    """
    name: str | None = None
    """The name of the user at that time; in the portal, the person that the link named. Absent for
    other actors.
    """
    session_id: str | None = None
    """Id of the session of a caller who had signed in, or used the portal. Absent for other
    callers.
    """


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class EventChanges:
    before: dict[str, Any] | None
    """The changed fields before the change. null if the object was created."""
    after: dict[str, Any] | None
    """The changed fields after the change. null if the object was deleted."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class EventMessage:
    type: str
    """What happened, as `<object>.<change>`."""
    timestamp: str
    """When the change was made, in ISO 8601."""
    data: EventMessageData
    """The event."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class EventMessageData:
    event_id: str
    """Id of the event."""
    type: str
    """What happened, as `<object>.<change>`."""
    sequence: int
    """Number of the event in its workspace, without gaps: what is missing in between was not read.
    """
    time: int
    """When the change was made, in Unix milliseconds."""
    actor: EventMessageDataActor
    """Who made the change."""
    workspace_id: str
    """Id of the workspace that the event belongs to; `installation` for events about users and
    sessions.
    """
    resources: list[EventMessageDataResource]
    """The objects that the event concerns, the changed one first."""
    request_id: str | None = None
    """`meta.request_id` of the call that made the change. Absent for `system`."""
    changes: EventMessageDataChanges | None = None
    """What changed, as in `events.get_event`. Absent if the message would exceed 64 KiB."""
    changes_omitted: Literal[True] | None = None
    """Present if `changes` is absent. `events.get_event` returns the whole event."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class EventMessageDataActor:
    type: Literal["operator", "root_key", "api_key", "user", "identity", "system"]
    """What made the change. `identity` is a customer in the portal, `system` Keyward itself."""
    id: str
    """Id of the key, the user or the identity, or `operator`. For `system`, the cause: `quota`,
    `refill`, `import`, `sign_in`, `delivery` or `notice`.
    """
    name: str | None = None
    """The name of the user at that time; in the portal, the person that the link named. Absent for
    other actors.
    """
    session_id: str | None = None
    """Id of the session of a caller who had signed in, or used the portal. Absent for other
    callers.
    """


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class EventMessageDataChanges:
    before: dict[str, Any] | None
    """The changed fields before the change. null if the object was created."""
    after: dict[str, Any] | None
    """The changed fields after the change. null if the object was deleted."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class EventMessageDataResource:
    type: str
    """What the object is."""
    id: str
    """Id of the object."""
    name: str | None = None
    """The present name of the object. Absent if it has none or was deleted."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class EventResource:
    type: str
    """What the object is."""
    id: str
    """Id of the object."""
    name: str | None = None
    """The present name of the object. Absent if it has none or was deleted."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class ExplainedCheck:
    check: Literal["quota", "workspace", "existence", "enabled", "expiry", "ip", "permissions", "ratelimit", "credits"]
    """What was checked."""
    name: str | None = None
    """Name of the rate limit; there is one entry per limit. `identity` for the check of quota and
    credits of the identity. Absent for other checks.
    """
    passed: bool
    """Whether the check passed."""
    detail: str
    """What the check saw."""
    hint: str | None = None
    """What would make the check pass, in one sentence for people. Absent if it passed."""
    fix: ExplainedFix | None = None
    """The call that makes the check pass. Absent if the check passed, if no single call helps, or
    if someone must decide how much to allow.
    """
    missing: list[str] | None = None
    """Permissions that the key lacks for the query. Absent if it lacks none."""
    remaining: int | None = None
    """What is left of the rate limit, or how many verifications are left of the quota. Absent for
    other checks.
    """
    reset: int | None = None
    """When the next window of the limit, the next month or period of the quota or the next refill
    begins, in Unix milliseconds. Absent if there is none.
    """
    balance: int | None = None
    """Credits of the key, or the most that one call may cost the identity. Absent means unlimited.
    """
    expires: int | None = None
    """With the check `expiry`: when the key expires, in Unix milliseconds. Absent for other checks,
    and if the key never expires.
    """


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class ExplainedFix:
    operation: Literal["keys.updateKey", "identities.updateIdentity", "keys.addPermissions", "keys.updateCredits", "identities.updateCredits", "workspaces.enableWorkspace"]
    """Enable the key, or allow the address. Enable the identity of the key. Add the missing
    permissions. Add the missing credits. Add the missing credits to the identity of the key. Enable
    the workspace.
    """
    input: ExplainedFixInput


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class ExplainedFixInput:
    key_id: str | None = None
    """Id of the explained key."""
    enabled: bool | None = None
    """True: Enables the key. Absent if the address is allowed. True: Enables every key of the
    identity that is enabled itself.
    """
    ip_allowlist: list[str] | None = None
    """The allow list of the key, with the address of the request. Absent if the key is enabled."""
    identity: str | None = None
    """Id of the identity."""
    permissions: list[str] | None = None
    """Slugs of the missing permissions."""
    operation: Literal["increment"] | None = None
    """Adds to the balance. Adds to the credits of the identity."""
    value: int | None = None
    """What the balance lacks for the cost of this request. What the identity lacks for the cost of
    this request.
    """
    workspace_id: str | None = None
    """Id of the workspace."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class Explanation:
    code: Literal["VALID", "NOT_FOUND", "DISABLED", "EXPIRED", "FORBIDDEN", "INSUFFICIENT_PERMISSIONS", "RATE_LIMITED", "USAGE_EXCEEDED", "limits/quota_exceeded", "authorization/workspace_disabled", "application/precondition_failed"]
    """What keys.verify_key would return now: a code, or the code of an error. `VALID`: All checks
    passed, and the rate limits and credits are charged. `NOT_FOUND`: The workspace has no such key,
    or the caller may not verify it. `DISABLED`: The key is disabled. `EXPIRED`: The key has
    expired. `FORBIDDEN`: There is an IP allow list, and the request has no `ip`, or one that is not
    in the list. `INSUFFICIENT_PERMISSIONS`: The key lacks permissions that the request requires.
    `RATE_LIMITED`: A rate limit is exceeded. `USAGE_EXCEEDED`: The key has too few credits.
    """
    checks: list[ExplainedCheck]
    """Every check, in order. An unknown key has only the first three."""
    valid_again_at: int | None = None
    """When the same request becomes valid without any change, in Unix milliseconds, if nothing else
    is verified until then. Absent if it is valid now, or never becomes valid.
    """


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class GetLimitsResponse:
    api_billable_operations_count_max_per_month: WorkspaceLimit
    """`verifications_per_month`; `current` counts the verifications of this month in UTC, up to
    about 5 seconds ago.
    """
    api_requests_count_max_per_minute: WorkspaceLimit
    """`requests_per_minute`."""
    logs_retention_days_max: WorkspaceLimit
    """Always 0: there are no request logs to query."""
    logs_audit_retention_days_max: WorkspaceLimit
    """Always unlimited: events are never deleted."""
    logdrains_max: WorkspaceLimit
    """Always 0: there are no log drains."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class GetRatelimitsResponse:
    from_: int
    """Start of the first interval, in Unix milliseconds."""
    to: int
    """End of the last interval, exclusive, in Unix milliseconds."""
    interval: Literal["minute", "hour", "day", "month", "total"]
    """Length of an interval, in UTC. `total` is one interval for the whole range."""
    times: list[int]
    """Start of each interval, in Unix milliseconds, without gaps."""
    total: int
    """Sum over all groups. A call that is in several groups counts once."""
    groups: list[RatelimitUsage]
    """One entry for each group, largest first."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class GetUsageBreakdowns:
    by_environment: list[GetUsageBreakdownsByEnvironment]
    """Always empty."""
    by_app: list[GetUsageBreakdownsByApp]
    """Always empty."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class GetUsageBreakdownsByApp:
    """Always empty."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class GetUsageBreakdownsByEnvironment:
    """Always empty."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class GetUsagePeriod:
    start: int
    """Start of the month in UTC, in Unix milliseconds."""
    end: int
    """End of the month, exclusive, in Unix milliseconds. For the current month, this is now."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class GetUsageResponse:
    period: GetUsagePeriod
    """The time that was counted."""
    totals: GetUsageTotals
    """Sums of the period."""
    breakdowns: GetUsageBreakdowns
    """Always empty."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class GetUsageTotals:
    api: GetUsageTotalsApi
    """Calls that were counted."""
    compute: GetUsageTotalsCompute
    """Always 0: Keyward runs no deployments."""
    gateway: GetUsageTotalsGateway
    """Always 0: Keyward is not a gateway."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class GetUsageTotalsApi:
    verifications: int
    """Verifications with a code other than NOT_FOUND, up to about 5 seconds ago."""
    ratelimits: int
    """Checks by ratelimit.limit and ratelimit.multi_limit, passed or denied, up to about 5 seconds
    ago.
    """


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class GetUsageTotalsCompute:
    cpu_seconds: int
    """Always 0."""
    memory_gi_b_hours: int
    """Always 0."""
    storage_gi_b_hours: int
    """Always 0."""
    egress_gi_b: int
    """Always 0."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class GetUsageTotalsGateway:
    active_keys: int
    """Always 0."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class GetVerificationsResponse:
    from_: int
    """Start of the first interval, in Unix milliseconds."""
    to: int
    """End of the last interval, exclusive, in Unix milliseconds."""
    interval: Literal["minute", "hour", "day", "month", "total"]
    """Length of an interval, in UTC. `total` is one interval for the whole range."""
    times: list[int]
    """Start of each interval, in Unix milliseconds, without gaps."""
    total: int
    """Sum over all groups. A call that is in several groups counts once."""
    groups: list[VerificationUsage]
    """One entry for each group, largest first."""
    credits: int
    """Credits spent, over all groups."""
    refused_by_quota: int | None = None
    """Calls that a quota refused with 403. They do not count as verifications. Absent if the
    request has a filter.
    """
    coarse: Literal[True] | None = None
    """Present if some verifications are known only by the hour. `counts` does not include them."""
    tags_incomplete: Literal[True] | None = None
    """Present if some tags of these verifications were not counted separately."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class IdentitiesUpdateCreditsResponse:
    remaining: int | None
    """Credits left. null means that the identity has no credits."""
    low_at: int | None = None
    """At or below it, the notice `credits.low` is recorded. Absent if there is no threshold."""
    repeated: bool
    """Whether the reference was known, so that nothing changed."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class Identity:
    id: str
    """Id of the identity."""
    identity_id: str
    """The same as `id`."""
    external_id: str
    """Your own id of the customer or user. It is unique in the workspace."""
    enabled: bool
    """Whether keys of the identity work. If not, verifications return `DISABLED`."""
    meta: Meta | None = None
    """Your own data about the identity; `{}` if there is none. Absent only when a key describes
    itself.
    """
    ratelimits: list[Ratelimit]
    """Rate limits that all keys of the identity share, ascending by name."""
    permissions: list[str] | None = None
    """Slugs of the permissions that all keys of the identity hold, ascending. Absent where a key
    shows its identity.
    """
    plan: PlanOfIdentity | None = None
    """The plan that applies to the identity: its own, or the default plan. Absent if there is
    neither.
    """
    plan_change: PlanChange | None = None
    """A change of plan in the future. Absent if none is set, and where a key shows its identity."""
    billing_day: int | None = None
    """First day of monthly periods, 1 to 31; in a shorter month, its last day. Absent where a key
    shows it.
    """
    quota: Quota | None = None
    """How much all keys of the identity may use per period: its own quota, or that of its plan.
    Absent if unlimited, and where a key shows it.
    """
    credits: IdentityCredits | None = None
    """Prepaid credits that all keys of the identity share. Absent if none, and where a key shows
    it.
    """
    other_periods: list[OtherPeriod] | None = None
    """What was counted in the last periods of other intervals than that of the quota, for invoices
    after a change of plan. Oldest first. Absent if nothing was, and where a key shows its identity.
    """
    keys: int | None = None
    """Number of keys of the identity, disabled and expired ones included. Exact below 1,000; 1,000
    means 1,000 or more. Only in lists with `count_keys`.
    """
    created_at: int
    """When it was created, in Unix milliseconds."""
    updated_at: int | None = None
    """When it was last changed, in Unix milliseconds. Absent if never."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class IdentityCredits:
    remaining: int
    """Credits left."""
    reserved: int
    """Credits that reservations hold until they are committed or run out."""
    low_at: int | None = None
    """At or below it, the notice `credits.low` is recorded. Absent if there is no threshold."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class Incident:
    from_: int
    """Start of the first minute or hour that was counted."""
    to: int
    """End of the last one, exclusive."""
    interval: Literal["minute", "hour", "day"]
    """How finely refusals were counted."""
    refusals: list[IncidentRefusals]
    """The refusals by code, the most first. Empty if nothing was refused."""
    changes: list[IncidentChange] | None = None
    """The newest changes of what decides about these calls: keys, roles, customer, plan, APIs,
    workspace and root keys; every cause among them. Absent without `event.*.read_event`.
    """
    more_changes: Literal[True] | None = None
    """Present if there were more changes than `changes` has."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class IncidentCause:
    event_id: str
    """Id of the event. `changes` has it."""
    certain: bool
    """True if it is the only change then that refuses the newest call by itself. False: the time
    fits, but look at the other changes.
    """


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class IncidentChange:
    event_id: str
    """Id of the event."""
    type: str
    """What happened, as `<object>.<change>`."""
    sequence: int
    """Number of the event in its workspace, without gaps: what is missing in between was not read.
    """
    time: int
    """When the change was made, in Unix milliseconds."""
    actor: IncidentChangeActor
    """Who made the change."""
    workspace_id: str
    """Id of the workspace that the event belongs to; `installation` for events about users and
    sessions.
    """
    resources: list[IncidentChangeResource]
    """The objects that the event concerns, the changed one first."""
    request_id: str | None = None
    """`meta.request_id` of the call that made the change. Absent for `system`."""
    changes: IncidentChangeChanges
    """What changed. Lists hold only the entries that were removed and added. Secrets never appear.
    """
    actor_name: str | None = None
    """Present name of the user, root key or customer who made the change. Absent if it has none."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class IncidentChangeActor:
    type: Literal["operator", "root_key", "api_key", "user", "identity", "system"]
    """What made the change. `identity` is a customer in the portal, `system` Keyward itself."""
    id: str
    """Id of the key, the user or the identity, or `operator`. For `system`, the cause: `quota`,
    `refill`, `import`, `sign_in`, `delivery` or `notice`.
    """
    name: str | None = None
    """The name of the user at that time; in the portal, the person that the link named. Absent for
    other actors.
    """
    session_id: str | None = None
    """Id of the session of a caller who had signed in, or used the portal. Absent for other
    callers.
    """


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class IncidentChangeChanges:
    before: dict[str, Any] | None
    """The changed fields before the change. null if the object was created."""
    after: dict[str, Any] | None
    """The changed fields after the change. null if the object was deleted."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class IncidentChangeResource:
    type: str
    """What the object is."""
    id: str
    """Id of the object."""
    name: str | None = None
    """The present name of the object. Absent if it has none or was deleted."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class IncidentFix:
    kind: Literal["undo", "alternative"]
    """`undo` takes back what the cause did to these calls. `alternative`: another call that ends
    the refusals.
    """
    operation: Literal["keys.updateKey", "keys.addPermissions", "keys.addRoles", "keys.updateCredits", "identities.updateIdentity", "identities.updateCredits", "plans.updatePlan", "apis.updateApi", "permissions.setRolePermissions"]
    """The operation to call."""
    input: dict[str, Any]
    """Its input, which is sent unchanged."""
    lets_in: str
    """Which calls pass after it, in a sentence for people. Read it before you make the call."""
    still_refused_by: list[Literal["quota", "workspace", "existence", "enabled", "expiry", "ip", "permissions", "ratelimit", "credits"]] | None = None
    """Checks that refuse the same call even after the fix. `[]`: the call is accepted. Absent if
    the call is not known.
    """


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class IncidentRefusals:
    code: Literal["VALID", "NOT_FOUND", "DISABLED", "EXPIRED", "FORBIDDEN", "INSUFFICIENT_PERMISSIONS", "RATE_LIMITED", "USAGE_EXCEEDED"]
    """What the verifications returned. `VALID`: All checks passed, and the rate limits and credits
    are charged. `NOT_FOUND`: The workspace has no such key, or the caller may not verify it.
    `DISABLED`: The key is disabled. `EXPIRED`: The key has expired. `FORBIDDEN`: There is an IP
    allow list, and the request has no `ip`, or one that is not in the list.
    `INSUFFICIENT_PERMISSIONS`: The key lacks permissions that the request requires. `RATE_LIMITED`:
    A rate limit is exceeded. `USAGE_EXCEEDED`: The key has too few credits.
    """
    count: int
    """How many were refused with it, exactly."""
    first_at: int
    """When the first was refused, in Unix milliseconds: exactly if the log has it, otherwise the
    start of its minute or hour.
    """
    last_at: int
    """When the last was refused, as exactly as `first_at`."""
    spells: list[IncidentRefusalsSpell]
    """The times of refusals without a long pause, oldest first."""
    newest: LoggedVerification | None = None
    """The newest of these calls that the log has. Absent if it has none."""
    keys: list[RefusedKey]
    """The keys that were refused, the most refused first."""
    more_keys: Literal[True] | None = None
    """Present if more keys were refused than `keys` names."""
    cause: IncidentCause | None = None
    """The change that these refusals came from: none with this code came in the hour before it, and
    the first within five minutes after it. Absent if no change is so, and without
    `event.*.read_event`.
    """
    others: IncidentRefusalsOthers | None = None
    """How many others the cause touched, of the 100 most refused keys. Absent without a cause, and
    without `api.*.read_usage`.
    """
    fixes: list[IncidentFix]
    """Calls that the caller may make, to take back the cause first. Empty if the call is accepted
    now.
    """


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class IncidentRefusalsOthers:
    keys: int
    """Other keys that were refused with this code since the cause, and that its object concerns."""
    customers: int
    """The customers of these keys, without the one that was asked about."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class IncidentRefusalsSpell:
    from_: int
    """Start of its first minute or hour, in Unix milliseconds."""
    until: int
    """End of its last minute or hour, exclusive."""
    count: int
    """Refusals in this time."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class Invitation:
    invitation_id: str
    """Id of the invitation."""
    email: str
    """E-mail address of the invited person."""
    role: MemberRole
    """The role that the person gets."""
    created_at: int
    """When it was created, in Unix milliseconds."""
    expires: int
    """When the link expires, in Unix milliseconds."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class InviteMemberResponse:
    invitation_id: str
    """Id of the invitation."""
    url: str = field(repr=False)
    """The link. It is shown only once."""
    expires: int
    """When the link expires, in Unix milliseconds."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class Key:
    key_id: str
    """Id of the key."""
    api_id: str
    """Id of the API that the key belongs to."""
    start: str
    """First characters of the key, so that people can distinguish keys. May be empty for an
    imported key.
    """
    enabled: bool
    """Whether the key works. If not, or if its identity is disabled, verifications return
    `DISABLED`.
    """
    scoped: bool
    """Whether the key holds only those of its own permissions that its identity has too."""
    name: str | None = None
    """Name of the key, for people. Absent if it has none."""
    meta: Meta | None = None
    """Your own data about the key; `{}` if there is none. Absent only when a key describes itself.
    """
    created_at: int
    """When it was created, in Unix milliseconds."""
    updated_at: int | None = None
    """When it was last changed, in Unix milliseconds. Absent if never."""
    last_used_at: int | None = None
    """When a verification last returned `VALID`, in Unix milliseconds; up to a minute late. Absent
    if never.
    """
    expires: int | None = None
    """When the key expires, in Unix milliseconds. Absent means never."""
    permissions: list[str]
    """Slugs of all permissions that the key holds, through its identity too, ascending."""
    inherited_permissions: list[str]
    """Slugs of the permissions that the key holds only through its identity, ascending."""
    direct_permissions: list[str] | None = None
    """Slugs of the permissions that the key itself holds, ascending. Absent except in keys.get_key.
    """
    roles: list[str]
    """Names of the roles that the key holds, ascending."""
    credits: Credits | None = None
    """Credits of the key. Absent means unlimited."""
    rotation: KeyRotation | None = None
    """The rotation in progress: the key has a new secret, and the previous one still works. Absent
    if none.
    """
    balances: Balances | None = None
    """What is left to the key: its own credits, and quota and credits of its identity. Absent if
    nothing is counted.
    """
    identity: Identity | None = None
    """The customer who owns the key. Absent if none."""
    ratelimits: list[Ratelimit]
    """Rate limits of the key itself, ascending by name. Those of its identity are in `identity`."""
    ip_allowlist: list[str]
    """Networks (CIDR) or addresses that may use the key. Empty means all."""
    recoverable: bool
    """Whether the plaintext is stored, encrypted, so that it can be shown again."""
    plaintext: str | None = field(default=None, repr=False)
    """The key itself. Present only if the key is recoverable and the request has `decrypt: true`.
    """


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class KeyRotation:
    started_at: int
    """When the key got its current secret, in Unix milliseconds."""
    previous_start: str
    """First characters of the previous secret."""
    previous_expires: int
    """When the previous secret stops working, in Unix milliseconds. It stops earlier if the key
    itself expires.
    """
    previous_last_used_at: int | None = None
    """When a verification of the previous secret last returned `VALID` in this rotation, in Unix
    milliseconds; up to a minute late. Absent if never.
    """


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class LimitResponse:
    success: bool
    """Whether the check passed. If not, nothing was counted."""
    limit: int
    """The limit that was applied."""
    remaining: int
    """How much is left in the window after this call. A denied check counts nothing."""
    reset: int
    """When the current window ends, in Unix milliseconds. The window slides, so room comes back
    gradually.
    """
    override_id: str | None = None
    """Id of the override that was applied. Absent if none was."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    requests_per_minute: int | None
    """Maximum requests of root keys per minute. null means unlimited."""
    keys: int | None
    """Maximum number of keys that have not expired. null means unlimited."""
    identities: int | None
    """Maximum number of identities. null means unlimited."""
    verifications_per_month: int | None
    """Maximum verifications per calendar month in UTC. null means unlimited."""
    on_exceeded: Literal["reject", "disable"]
    """What a quota does when it is exceeded. `reject`: refuse the call. `disable`: also disable the
    workspace.
    """


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class ListedRootKey:
    key_id: str
    """Id of the root key."""
    name: str | None
    """Name of the root key, for people. null if it has none."""
    start: str
    """First characters of the root key, so that people can distinguish keys."""
    end: str
    """Always empty: the end of a key is not stored."""
    enabled: bool
    """Whether the root key works. If not, its calls are refused."""
    created_at: int
    """When it was created, in Unix milliseconds."""
    last_used_at: int
    """When it last made a call, in Unix milliseconds; up to a minute late. 0 if never."""
    expires: int | None
    """When the root key expires, in Unix milliseconds. null means never."""
    permissions: list[str]
    """What the root key may do, ascending. `*` is everything."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class LoggedVerification:
    time: int
    """When the key was verified, in Unix milliseconds."""
    request_id: str
    """`meta.request_id` of the call of keys.verify_key."""
    code: Literal["VALID", "NOT_FOUND", "DISABLED", "EXPIRED", "FORBIDDEN", "INSUFFICIENT_PERMISSIONS", "RATE_LIMITED", "USAGE_EXCEEDED"]
    """What the verification returned. `VALID`: All checks passed, and the rate limits and credits
    are charged. `NOT_FOUND`: The workspace has no such key, or the caller may not verify it.
    `DISABLED`: The key is disabled. `EXPIRED`: The key has expired. `FORBIDDEN`: There is an IP
    allow list, and the request has no `ip`, or one that is not in the list.
    `INSUFFICIENT_PERMISSIONS`: The key lacks permissions that the request requires. `RATE_LIMITED`:
    A rate limit is exceeded. `USAGE_EXCEEDED`: The key has too few credits.
    """
    api_id: str | None = None
    """Id of the API of the key. Absent if the key is unknown."""
    key_id: str | None = None
    """Id of the key. Absent if the key is unknown."""
    name: str | None = None
    """Name of the key, for people. Absent if it has none."""
    identity: LoggedVerificationIdentity | None = None
    """The customer who owned the key then. Absent if none."""
    tags: list[str]
    """Tags of the call."""
    ip: str | None = None
    """`ip` of the call, as it was sent. Absent if there was none."""
    cost: int | None = None
    """Credits that the call asked for. Absent if the key is unknown or unlimited."""
    credits: int | None = None
    """Credits left after the call. Absent if the key is unknown or unlimited."""
    exceeded: list[str] | None = None
    """Names of the rate limits that refused the call. Absent if none did."""
    missing: str | None = None
    """The permission query that the key does not satisfy. Absent if that was not the reason."""
    weight: int
    """For how many verifications the row stands; 1 if it was not sampled."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class LoggedVerificationIdentity:
    id: str
    """Id of the identity."""
    external_id: str | None = None
    """Your own id of the customer. Absent if it is no longer known."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class Member:
    user_id: str
    """Id of the user."""
    email: str
    """E-mail address of the user. It is unique in the installation."""
    name: str
    """The name that others see."""
    role: MemberRole
    """The role of the user in the workspace."""
    created_at: int
    """When the user became a member, in Unix milliseconds."""
    updated_at: int | None = None
    """When it was last changed, in Unix milliseconds. Absent if never."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class MigrateKeysMigrated:
    hash: str
    """The hash as you sent it."""
    key_id: str
    """Id of the new key."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class MigrateKeysResponse:
    migrated: list[MigrateKeysMigrated]
    """The imported keys, in the order of the request."""
    failed: list[str]
    """Hashes that a key of the workspace already has, and repetitions within the request."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class Migration:
    migration_id: str
    """Id of the migration."""
    name: str | None = None
    """Name of the migration, for people. Absent if it has none."""
    algorithm: HashAlgorithm
    """How the other system hashed its keys."""
    created_at: int
    """When it was created, in Unix milliseconds."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class MintedKey:
    key_id: str
    """Id of the new key."""
    key: str = field(repr=False)
    """The key itself. Give it to its owner: no later response shows it."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class MintedRootKey:
    root_key_id: str
    """Id of the new root key."""
    root_key: str = field(repr=False)
    """The root key itself. Store it now: no later response shows it."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class MultiLimitLimit:
    namespace: str
    """The namespace as you sent it."""
    identifier: str
    """The identifier as you sent it."""
    passed: bool
    """The result of this check alone."""
    limit: int
    """The limit that was applied."""
    remaining: int
    """How much is left in the window after this call. A denied check counts nothing."""
    reset: int
    """When the current window ends, in Unix milliseconds. The window slides, so room comes back
    gradually.
    """
    override_id: str | None = None
    """Id of the override that was applied. Absent if none was."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class MultiLimitResponse:
    passed: bool
    """Whether every check passed. If not, nothing was counted."""
    limits: list[MultiLimitLimit]
    """One result for each check, in the order of the request."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class Namespace:
    id: str
    """Id of the namespace."""
    name: str
    """Name of the namespace. It is unique in the workspace."""
    created_at: int
    """When it was created, in Unix milliseconds."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class Node:
    node_id: str
    """Identifies the process until it ends, as in `GET /readyz`."""
    host: str | None = None
    """Host name of the machine. Absent until the node reports it."""
    version: str
    """The version of Keyward that the node runs."""
    started_at: int
    """When the process started, in Unix milliseconds."""
    is_current: bool
    """Whether this node handled the request."""
    lease: NodeLease | None = None
    """The right to respond from memory. Absent on SQLite, which has one node."""
    lag: int | None = None
    """Number of changes that have not reached this node yet, usually 0. Absent until the node
    reports it.
    """
    memory: int | None = None
    """Resident memory in bytes. Absent until the node reports it."""
    verifications_per_second: float | None = None
    """Verifications per second, over the last ten seconds. Absent until the node reports it."""
    problems: list[Problem] | None = None
    """Damage and lack of disk space, as in `GET /readyz`. Only on the node that handled the
    request. Absent if there is none.
    """


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class NodeLease:
    until: int
    """When the lease ends unless the node renews it, in Unix milliseconds."""
    valid: bool
    """Whether the lease is valid. If not, the node reads everything from the database: correct, but
    slower.
    """


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class NoticeSettings:
    expiring_days: list[int]
    """How many days before a key or root key expires a notice tells it. Empty: never."""
    refusals: NoticeSettingsRefusals | None
    """From when on refusals of a kind are told. null: never."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class NoticeSettingsRefusals:
    times: int
    """How many times the hourly mean of the last 24 hours."""
    at_least: int
    """How many refusals in the hour at least."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class OtherPeriod:
    interval: Literal["daily", "weekly", "monthly", "total"]
    """When a period begins, at 00:00 UTC. `daily`: every day. `weekly`: on Monday. `monthly`: on
    the day `billing_day`. `total`: never again.
    """
    from_: int | None = None
    """When the period began, in Unix milliseconds. Absent with `total`."""
    ends: int | None = None
    """When the period ends, in Unix milliseconds. Absent with `total`."""
    used: int
    """Use in this period that the quota paid. Excludes what credits or overage paid."""
    overage_used: int
    """Use in this period beyond quota and credits."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class Override:
    override_id: str
    """Id of the override."""
    identifier: str
    """An identifier, or a pattern in which `*` stands for any characters."""
    limit: int
    """How much is allowed per window. 0 denies everything."""
    duration: int
    """Length of the sliding window in milliseconds."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class Pagination:
    cursor: str | None = None
    """Send it as `cursor` to get the next page. Absent after the last page."""
    has_more: bool
    """Whether there is another page."""
    total: int | None = None
    """How many objects match, on all pages. Only with `count`."""
    total_is_at_least: Literal[True] | None = None
    """More than `total` objects match, because the count stopped. Absent if `total` is exact."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class Permission:
    id: str
    """Id of the permission."""
    name: str
    """Name of the permission, for people."""
    slug: str
    """The word that keys hold and queries name."""
    description: str | None = None
    """Description, for people. Absent if there is none."""
    keys: int | None = None
    """Number of keys that hold the permission, directly or by a role, disabled and expired ones
    included. Exact below 1,000; 1,000 means 1,000 or more. Only in lists with `count_keys`.
    """


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    id: str
    """Id of the plan."""
    name: str
    """Name of the plan. It is unique in the workspace."""
    description: str | None = None
    """Description, for people. Absent if there is none."""
    meta: Meta
    """Your own data about the plan; `{}` if there is none."""
    permissions: list[str]
    """Slugs of the permissions that all keys of its identities hold, ascending."""
    ratelimits: list[Ratelimit]
    """Rate limits, counted for each identity. Ascending by name."""
    max_keys: int | None = None
    """How many unexpired keys each identity of the plan may have. Absent if there is no bound."""
    quota: PlanQuota | None = None
    """How much all keys of each identity may use per period. A quota of the identity beats it.
    Absent if there is none.
    """
    default: bool
    """Whether the plan applies to every identity without a plan of its own."""
    identities: int | None = None
    """How many identities have the plan; of the default plan, also those without a plan of their
    own. Up to a minute late. Absent in plans.update_plan.
    """
    created_at: int
    """When it was created, in Unix milliseconds."""
    updated_at: int | None = None
    """When it was last changed, in Unix milliseconds. Absent if never."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class PlanChange:
    plan: PlanOfIdentity | None = None
    """The plan from then on. Absent: no plan of its own, so the default plan, if there is one."""
    at: int
    """When the plan changes, in Unix milliseconds."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class PlanOfIdentity:
    id: str
    """Id of the plan."""
    name: str
    """Name of the plan."""
    meta: Meta | None = None
    """Your own data about the plan. Absent only when a key describes itself."""
    inherited: bool | None = None
    """True if this is the default plan and the identity has no plan of its own. Absent otherwise.
    """


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class PlanQuota:
    limit: int
    """How much the keys of the identity may use together in each period."""
    interval: Literal["daily", "weekly", "monthly", "total"]
    """When a period begins, at 00:00 UTC. `daily`: every day. `weekly`: on Monday. `monthly`: on
    the day `billing_day`. `total`: never again.
    """
    overage: int | None
    """How far use may exceed the limit in each period, once credits are used up. null means without
    a bound.
    """


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class Portal:
    enabled: bool
    """Whether the portal works. If not, no session of it does."""
    apis: list[str]
    """Ids of the APIs whose keys customers manage. Keys of other APIs do not exist in the portal.
    """
    actions: list[Literal["create", "rename", "restrict", "rotate", "revoke", "usage", "refusals"]]
    """What customers may do: `create`, `rename`, `restrict` (to networks), `rotate` and `revoke`
    keys, see `usage`, and see `refusals`.
    """
    permissions: list[PortalPermission]
    """Permissions that customers can choose for a new key."""
    permissions_from: Literal["plan", "portal"]
    """Which of these customers can choose. `plan`: those that their identity or plan has, and a key
    with a choice is scoped. `portal`: all, and the key holds them whatever the plan.
    """
    max_keys: int
    """How many unexpired keys a customer may have in these APIs. `max_keys` of the plan applies
    too.
    """
    expiry: PortalExpiry | None = None
    """Lifetime of new keys. Absent: keys never expire by themselves."""
    name: str
    """What customers read at the top. Default: the name of the workspace."""
    accent: str | None = None
    """Color of buttons and links, as `#rrggbb`. Absent: the usual one."""
    logo: str | None = None
    """Logo, as a data URL with a PNG, JPEG or WebP image of at most 32 KiB. Absent: the name."""
    logo_dark: str | None = None
    """Logo on a dark background, in the same form. Absent: `logo`."""
    docs_url: str | None = None
    """Address of your documentation, with `https`. Absent: no link."""
    support_url: str | None = None
    """Address at which customers get help, with `https`. Absent: no link."""
    return_origins: list[str]
    """Origins to which a session can lead back, with `https`; on this machine also `http`."""
    frame_ancestors: list[str]
    """Origins of pages that may embed the portal, in the same form. They need KEYWARD_PORTAL_URL
    with an origin of its own.
    """
    texts: PortalTexts | None = None
    """Texts that replace the English ones, by language and id. Absent: none."""
    url: str | None = None
    """Where the portal is. Links of portal.create_session add a token. Absent if this server has no
    portal.
    """
    created_at: int | None = None
    """When it was first changed, in Unix milliseconds. Absent if never, so that everything is as at
    first.
    """
    updated_at: int | None = None
    """When it was last changed, in Unix milliseconds. Absent if never."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class PortalExpiry:
    default: int | None = None
    """Lifetime of a key for which the customer chooses none, in milliseconds."""
    max: int | None = None
    """Longest lifetime, in milliseconds. With it, every key expires."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class PortalPermission:
    slug: str
    """Slug of the permission."""
    title: str
    """What customers read."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class PortalSession:
    session_id: str
    """Id of the session."""
    expires: int
    """When the session ends, in Unix milliseconds; before it is opened, when its link ends."""
    customer: str | None = None
    """Name of the customer, as the page shows it. Absent if the link named none."""
    actor: str | None = None
    """Name of the person who manages the keys, as the page and events show it. Absent if the link
    named none.
    """
    identity_id: str
    """Id of the customer."""
    external_id: str | None = None
    """Your own id of the customer. Absent if the identity was deleted."""
    apis: list[str] | None = None
    """Ids of the APIs of the session. Absent: all of the portal."""
    actions: list[Literal["create", "rename", "restrict", "rotate", "revoke", "usage", "refusals"]] | None = None
    """What the session may do, as far as the portal has it. Absent: all that the portal has."""
    made_by: PortalSessionMadeBy
    """Who made the link. The session works only while this caller may make one."""
    created_at: int
    """When it was created, in Unix milliseconds."""
    opened_at: int | None = None
    """When the link was opened, in Unix milliseconds. Absent if it was not."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class PortalSessionMadeBy:
    type: Literal["root_key", "user"]
    """What made the link."""
    id: str
    """Id of the root key or the user."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class Problem:
    type: Literal["overloaded", "database_damaged", "verification_log_damaged", "disk_full", "disk_low"]
    """Identifies the problem."""
    detail: str
    """What is wrong, what it causes and what to do."""
    guide: str
    """Path of the page that explains more."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class Quota:
    limit: int
    """How much the keys of the identity may use together in each period."""
    interval: Literal["daily", "weekly", "monthly", "total"]
    """When a period begins, at 00:00 UTC. `daily`: every day. `weekly`: on Monday. `monthly`: on
    the day `billing_day`. `total`: never again.
    """
    overage: int | None
    """How far use may exceed the limit in each period, once credits are used up. null means without
    a bound.
    """
    inherited: bool | None = None
    """True if this is the quota of the plan, because the identity has none of its own. Absent
    otherwise.
    """
    used: int
    """Use in this period that the quota paid. Excludes what credits or overage paid."""
    overage_used: int
    """Use in this period beyond quota and credits."""
    from_: int | None = None
    """When the period began, in Unix milliseconds. Absent with `total`."""
    resets: int | None = None
    """When the next period begins, in Unix milliseconds. Absent with `total`."""
    previous: QuotaPrevious | None = None
    """The last period before this one in which something was counted. Absent if there was none."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class QuotaPrevious:
    from_: int
    """When the period began, in Unix milliseconds."""
    used: int
    """Use in this period that the quota paid. Excludes what credits or overage paid."""
    overage_used: int
    """Use in this period beyond quota and credits."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class Ratelimit:
    id: str
    """Id of the rate limit."""
    name: str
    """Name of the rate limit. Verifications name it."""
    limit: int
    """How much is allowed per window."""
    duration: int
    """Length of the sliding window in milliseconds."""
    auto_apply: bool
    """Whether every verification checks the limit. Otherwise only those that name it."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class RatelimitUsage:
    outcome: Literal["passed", "denied"] | None = None
    """Result of the checks. Present if you group by `outcome`."""
    identifier: str | None = None
    """The identifier. Present if you group by `identifier`."""
    other: Literal[True] | None = None
    """Present if this entry is the sum of all groups beyond `limit`."""
    total: int
    """Sum of `counts`."""
    counts: list[int]
    """One count for each of `times`."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class RedeliverResponse:
    deliveries: int
    """How many events are sent again. Those of types that the webhook does not want are not."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class Refill:
    interval: Literal["daily", "monthly"]
    """`daily`: at 00:00 UTC every day. `monthly`: at 00:00 UTC on the day `refill_day`."""
    amount: int
    """Balance after a refill. It replaces what remains."""
    refill_day: int | None = None
    """Day of a monthly refill, 1 to 31; in a shorter month, its last day. Absent if the refill is
    daily.
    """


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class RefusedKey:
    key_id: str
    """Id of the key."""
    name: str | None = None
    """Name of the key, for people. Absent if it has none."""
    count: int
    """How often the key was refused with this code."""
    call: LoggedVerification | None = None
    """The newest of these calls that the log has. Absent if the log has none, and in entries after
    the fourth.
    """
    now: Explanation | None = None
    """What the same call would return now. Without `call` it is about a call without permissions
    and address, which is no proof. Absent without `read_key` for the API, if the key was deleted,
    and in entries after the fourth.
    """


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class RemoveMemberResponse:
    root_keys: list[RootKey]
    """The root keys that this person created, at most 1,000."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class ResetLink:
    user_id: str
    """Id of the user."""
    email: str
    """E-mail address of the user. It is unique in the installation."""
    name: str
    """The name that others see."""
    created_by: ResetLinkCreatedBy
    """Who made the link. It works only while this user is an operator, or this key the operator
    key.
    """
    created_at: int
    """When it was created, in Unix milliseconds."""
    expires: int
    """When the link expires, in Unix milliseconds."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class ResetLinkCreatedBy:
    type: Literal["user", "operator"]
    """`operator` for the operator key."""
    id: str
    """Id of the user, or `operator`."""
    name: str | None = None
    """The name of the user. Absent for the operator key."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class RevokeResetLinkResponse:
    revoked: bool
    """False if the user has no open reset link."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class RevokeSessionsResponse:
    revoked: int
    """How many sessions and links have ended. 0 if there was none."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class Role:
    id: str
    """Id of the role."""
    name: str
    """Name of the role. It is unique in the workspace."""
    description: str | None = None
    """Description, for people. Absent if there is none."""
    permissions: list[Permission]
    """Permissions of the role, ascending by slug."""
    keys: int | None = None
    """Number of keys that have the role, disabled and expired ones included. Exact below 1,000;
    1,000 means 1,000 or more. Only in lists with `count_keys`.
    """


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class RoleOfKey:
    id: str
    """Id of the role."""
    name: str
    """Name of the role. It is unique in the workspace."""
    description: str | None = None
    """Description, for people. Absent if there is none."""
    permissions: list[Permission] | None = None
    """Permissions of the role, ascending by slug. Absent once the response has reached 4 MiB."""
    keys: int | None = None
    """Number of keys that have the role, disabled and expired ones included. Exact below 1,000;
    1,000 means 1,000 or more. Only in lists with `count_keys`.
    """


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class RootKey:
    root_key_id: str
    """Id of the root key."""
    workspace_id: str
    """Id of the workspace that the root key manages."""
    start: str
    """First characters of the root key, so that people can distinguish keys."""
    name: str | None = None
    """Name of the root key, for people. Absent if it has none."""
    enabled: bool
    """Whether the root key works. If not, its calls are refused."""
    permissions: list[str]
    """What the root key may do, ascending. `*` is everything."""
    expires: int | None = None
    """When the root key expires, in Unix milliseconds. Absent means never."""
    created_by: str | None = None
    """Id of the user who created it. Absent if no user did."""
    created_at: int
    """When it was created, in Unix milliseconds."""
    updated_at: int | None = None
    """When it was last changed, in Unix milliseconds. Absent if never."""
    last_used_at: int | None = None
    """When the root key last made a call, in Unix milliseconds; up to a minute late. Absent if
    never.
    """


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class RotateSecretResponse:
    secret: str = field(repr=False)
    """The new secret. It is shown only once."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class RotatedKey:
    key_id: str
    """Id of the key, which stays the same."""
    key: str = field(repr=False)
    """The new secret of the key. Give it to its owner: no later response shows it."""
    previous_expires: int
    """When the previous secret stops working, in Unix milliseconds."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class SetOverrideResponse:
    override_id: str
    """Id of the override."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class UpdateIdentitiesResponse:
    updated: int
    """Number of identities that were different before. Only these have an event."""
    cursor: str | None = None
    """Send it as `cursor` to continue. Absent after the last identity."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class UpdateKeysResponse:
    updated: int
    """Number of keys that were different before. Only these have an event."""
    skipped: int | None = None
    """How many of the expected keys were left out, because they were changed or deleted during the
    call or no longer matched. Only with `filter`, and absent while keys are left.
    """
    cursor: str | None = None
    """Send it as `cursor` to continue. Absent after the last key."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class UpdateRoleResponse:
    id: str
    """Id of the role."""
    name: str
    """Name of the role. It is unique in the workspace."""
    description: str | None = None
    """Description, for people. Absent if there is none."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class UsageEntry:
    key_id: str | None = None
    """Id of the key. Present if you group by `key`, unless the key is unknown."""
    name: str | None = None
    """Name of the key or API, for people. Absent if it has none."""
    api_id: str | None = None
    """Id of the API, or of the API of the key. Absent if you group by `identity` or `tag`, or if
    the key is unknown.
    """
    identity: UsageEntryIdentity | None = None
    """The customer. If you group by `key`, the customer who owns the key now. Absent if none."""
    tag: str | None = None
    """The tag. Present if you group by `tag`, unless there was none."""
    folded: Literal[True] | None = None
    """Present if this entry holds verifications whose tags were not counted separately."""
    deleted: Literal[True] | None = None
    """Present if the key, customer or API was deleted."""
    verifications: int
    """Verifications, refused ones included."""
    credits: int
    """Credits that they spent."""
    remaining: int | None = None
    """Credits that the key or the customer has left now. Only with `balances`, and absent if it has
    none of its own.
    """
    quota: Quota | None = None
    """The quota of the customer, with its use in this period. Only with `balances` if you group by
    `identity`, and absent if it has none.
    """
    previous: UsageEntryPrevious | None = None
    """The same for the time from `previous_from` to `previous_to`. Absent if you did not send them.
    """


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class UsageEntryIdentity:
    id: str
    """Id of the identity."""
    external_id: str | None = None
    """Your own id of the customer. Absent if it is no longer known."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class UsageEntryPrevious:
    verifications: int
    """Verifications, refused ones included."""
    credits: int
    """Credits that they spent."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class User:
    user_id: str
    """Id of the user."""
    email: str
    """E-mail address of the user. It is unique in the installation."""
    name: str
    """The name that others see."""
    operator: bool
    """Whether the user may call the operations of operators."""
    created_at: int
    """When it was created, in Unix milliseconds."""
    updated_at: int | None = None
    """When it was last changed, in Unix milliseconds. Absent if never."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class VerificationUsage:
    api_id: str | None = None
    """Id of the API. Present if you group by `api`."""
    key_id: str | None = None
    """Id of the key. Present if you group by `key`."""
    name: str | None = None
    """Name of the key, for people. Present if you group by `key` and it has one."""
    identity: VerificationUsageIdentity | None = None
    """The customer. Present if you group by `identity`."""
    code: Literal["VALID", "NOT_FOUND", "DISABLED", "EXPIRED", "FORBIDDEN", "INSUFFICIENT_PERMISSIONS", "RATE_LIMITED", "USAGE_EXCEEDED"] | None = None
    """What the verifications returned. Present if you group by `code`. `VALID`: All checks passed,
    and the rate limits and credits are charged. `NOT_FOUND`: The workspace has no such key, or the
    caller may not verify it. `DISABLED`: The key is disabled. `EXPIRED`: The key has expired.
    `FORBIDDEN`: There is an IP allow list, and the request has no `ip`, or one that is not in the
    list. `INSUFFICIENT_PERMISSIONS`: The key lacks permissions that the request requires.
    `RATE_LIMITED`: A rate limit is exceeded. `USAGE_EXCEEDED`: The key has too few credits.
    """
    tag: str | None = None
    """The tag. Present if you group by `tag`."""
    other: Literal[True] | None = None
    """Present if this entry is the sum of all groups beyond `limit`."""
    folded: Literal[True] | None = None
    """Present if this entry holds verifications whose tags were not counted separately."""
    credits: int
    """Credits that these verifications spent."""
    credit_counts: list[int]
    """Credits spent, for each of `times`."""
    total: int
    """Sum of `counts`."""
    counts: list[int]
    """One count for each of `times`."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class VerificationUsageIdentity:
    id: str
    """Id of the identity."""
    external_id: str | None = None
    """Your own id of the customer. Absent if it is no longer known."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class VerifyChainResponse:
    verified: int
    """How many events are intact, counted from the first."""
    intact: bool
    """False if the chain is broken after these events."""
    head: str
    """Hash of the last intact event; empty without events. Compare it with an earlier one."""
    broken_event_id: str | None = None
    """The first event that does not fit; absent if the end is missing."""
    cursor: str | None = None
    """Present if there are more events to check."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class VerifyKeyResponse:
    valid: bool
    """True: Let the request pass. False: Refuse the request."""
    code: Literal["VALID", "DISABLED", "EXPIRED", "FORBIDDEN", "INSUFFICIENT_PERMISSIONS", "RATE_LIMITED", "USAGE_EXCEEDED", "NOT_FOUND"]
    """`VALID`: All checks passed, and the rate limits and credits are charged. Why: the first check
    that failed. `DISABLED`: The key is disabled. `EXPIRED`: The key has expired. `FORBIDDEN`: There
    is an IP allow list, and the request has no `ip`, or one that is not in the list.
    `INSUFFICIENT_PERMISSIONS`: The key lacks permissions that the request requires. `RATE_LIMITED`:
    A rate limit is exceeded. `USAGE_EXCEEDED`: The key has too few credits. `NOT_FOUND`: The
    workspace has no such key, or the caller may not verify it.
    """
    key_id: str | None = None
    """Id of the key."""
    api_id: str | None = None
    """Id of the API that the key belongs to."""
    keyspace_id: str | None = None
    """The same as `api_id`, with the field name of published Unkey clients."""
    enabled: bool | None = None
    """Whether the key works."""
    name: str | None = None
    """Name of the key, for people. Absent if it has none."""
    meta: Meta | None = None
    """Your own data about the key; `{}` if there is none."""
    expires: int | None = None
    """When the key expires, in Unix milliseconds. Absent means never."""
    permissions: list[str] | None = None
    """Slugs of the permissions that the key holds, directly or through roles, ascending."""
    roles: list[str] | None = None
    """Names of the roles that the key holds, ascending."""
    identity: Identity | None = None
    """The customer who owns the key. Absent if none."""
    credits: int | None = None
    """The most that one more call may cost: the least of what key and identity have left. Absent
    means unlimited.
    """
    balances: Balances | None = None
    """What key and identity have left after this call, one by one. Absent if nothing is counted."""
    matched_secret: Literal["current", "previous"] | None = None
    """Which secret of a rotated key was verified: `previous` for one that a rotation has replaced,
    `current` while the previous one still works too. Otherwise absent.
    """
    reservation_id: str | None = None
    """Id of the reservation, for credits.commit. Absent if nothing was reserved."""
    reservation_expires: int | None = None
    """When the reservation is given back unless it is committed, in Unix milliseconds. Absent if
    nothing was reserved.
    """
    ratelimits: list[EvaluatedRatelimit] | None = None
    """The rate limits that were checked, ascending by name. The rate limits that were checked.
    Present with `RATE_LIMITED` and `USAGE_EXCEEDED`.
    """
    exhausted: Literal["key", "identity"] | None = None
    """What was too low for the cost: credits of the key, or quota and credits of its identity. Only
    with `USAGE_EXCEEDED`.
    """


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class Webhook:
    webhook_id: str
    """Id of the webhook."""
    url: str
    """Where events are sent, with `https`. It may be a secret, so only callers with
    `update_webhook` see more than its origin. Without a URL, as after an import, it is the origin
    of the old one.
    """
    types: list[str]
    """Which events are sent: types, such as `key.created`, all types of an object, such as `key.*`,
    `notices` for all notices, or `*` for everything.
    """
    format: Literal["standard", "slack"]
    """`standard`: signed JSON as in Standard Webhooks. `slack`: one line of text for Slack and
    compatible services.
    """
    description: str | None = None
    """Description, for people. Absent if there is none."""
    enabled: bool
    """Whether events are sent. A disabled webhook keeps its place and misses nothing."""
    disabled_reason: Literal["failing", "gone", "request"] | None = None
    """`failing`: no success for 5 days. `gone`: the endpoint answered 410. `request`: somebody
    disabled it, or it was imported. Absent if enabled.
    """
    created_at: int
    """When it was created, in Unix milliseconds."""
    updated_at: int | None = None
    """When it was last changed, in Unix milliseconds. Absent if never."""
    health: WebhookHealth
    """How delivery is going."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class WebhookAttempt:
    time: int
    """When the request was sent, in Unix milliseconds."""
    duration_ms: int
    """How long the attempt took, in milliseconds."""
    status: int | None = None
    """HTTP status of the response. Absent if there was none."""
    error: str | None = None
    """Why the attempt failed. Absent after a success."""
    response: str | None = None
    """The first 1,024 bytes of the response. Absent after a success, without a body, and for
    addresses in `KEYWARD_WEBHOOK_ALLOW`.
    """


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class WebhookDelivery:
    event_id: str
    """Id of the event."""
    type: str
    """Type of the event."""
    time: int
    """When the change was made, in Unix milliseconds."""
    status: Literal["waiting", "delivered", "failed"]
    """`waiting`: it is sent again later. `failed`: it is not, unless webhooks.redeliver asks for
    it.
    """
    next_attempt_at: int | None = None
    """When it is sent again at the earliest, in Unix milliseconds. Absent unless it waits."""
    attempts: list[WebhookAttempt]
    """The newest ten attempts, oldest first."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class WebhookHealth:
    last_delivered_at: int | None = None
    """When the endpoint last accepted an event, in Unix milliseconds. Absent if never."""
    failing_since: int | None = None
    """When the first attempt since the last success failed, in Unix milliseconds. Absent after a
    success.
    """
    waiting: int
    """Events that were refused and are sent again later."""
    behind_since: int | None = None
    """Time of the oldest event that was not yet sent, in Unix milliseconds. Absent if there is
    none.
    """


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class Workspace:
    id: str
    """Id of the workspace."""
    name: str
    """Name of the workspace, for people."""
    enabled: bool
    """Whether the workspace works. If not, every key of it is refused."""
    disabled_reason: DisableReason | None = None
    """Why the workspace is disabled. Absent while it is enabled."""
    disabled_note: str | None = None
    """Note for people about the reason. Absent if there is none."""
    disabled_at: int | None = None
    """When the workspace was disabled, in Unix milliseconds. Absent while it is enabled."""
    limits: Limits
    """What the workspace may use."""
    notices: NoticeSettings
    """Which notices the workspace gets."""
    created_at: int
    """When it was created, in Unix milliseconds."""
    updated_at: int | None = None
    """When it was last changed, in Unix milliseconds. Absent if never."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class WorkspaceLimit:
    limit: int | None
    """The maximum. null means unlimited."""
    current: int | None = None
    """How much of it is used. Absent if nothing is counted against it."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class WorkspaceWithCounts:
    id: str
    """Id of the workspace."""
    name: str
    """Name of the workspace, for people."""
    enabled: bool
    """Whether the workspace works. If not, every key of it is refused."""
    disabled_reason: DisableReason | None = None
    """Why the workspace is disabled. Absent while it is enabled."""
    disabled_note: str | None = None
    """Note for people about the reason. Absent if there is none."""
    disabled_at: int | None = None
    """When the workspace was disabled, in Unix milliseconds. Absent while it is enabled."""
    limits: Limits
    """What the workspace may use."""
    notices: NoticeSettings
    """Which notices the workspace gets."""
    created_at: int
    """When it was created, in Unix milliseconds."""
    updated_at: int | None = None
    """When it was last changed, in Unix milliseconds. Absent if never."""
    counts: WorkspaceWithCountsCounts
    """What the workspace holds. The numbers are at most a minute old."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class WorkspaceWithCountsCounts:
    keys: int
    """Keys that are not deleted, expired ones included."""
    keys_by_api: list[WorkspaceWithCountsCountsKeysByApi]
    """The same by API, most keys first. At most 1,000 APIs; APIs without keys are left out."""
    identities: int
    """Identities that are not deleted."""
    apis: int
    """APIs that are not deleted."""
    verifications_this_month: int
    """Verifications since the start of the calendar month in UTC."""


@final
@dataclass(frozen=True, kw_only=True, slots=True)
class WorkspaceWithCountsCountsKeysByApi:
    api_id: str
    """Id of the API."""
    keys: int
    """Keys of the API that are not deleted."""
