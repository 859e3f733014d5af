# Written by `npm run gen` from the operations of the service. Change those instead of this.

"""The dictionaries that operations accept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict

__all__ = [
    "CreateKeysKeyInput",
    "CreditsInput",
    "CreditsPatch",
    "DeleteKeysFilterInput",
    "DisableReason",
    "ExplainKeyCreditsInput",
    "ExplainKeyRatelimitInput",
    "GetUsagePeriodInput",
    "Grant",
    "HashAlgorithm",
    "IdentityCreditsInput",
    "IdentityCreditsPatch",
    "IpAddress",
    "LimitsPatch",
    "MemberRole",
    "Meta",
    "MigrateKeysKeyInput",
    "MultiLimitInput",
    "Network",
    "NewKeyRefillInput",
    "NoticeSettingsPatch",
    "NoticeSettingsRefusalsPatch",
    "PlanChangeInput",
    "PlanMeta",
    "PortalExpiryInput",
    "PortalPermissionInput",
    "PortalTexts",
    "QuotaInput",
    "RatelimitInput",
    "RefillInput",
    "RefillPatch",
    "UpdateIdentitiesSetInput",
    "UpdateKeysFilterInput",
    "VerifyKeyCreditsInput",
    "VerifyKeyRatelimitInput",
    "WhoamiHashesInput",
]

DisableReason = Literal["unpaid_billing", "terms_violation", "owner_request", "suspicious_activity", "account_closure", "quota_exceeded", "ownership_transfer"]

Grant = str

HashAlgorithm = Literal["sha256", "prefixed_api_key"]

IpAddress = str

MemberRole = Literal["viewer", "developer", "admin", "owner"]

Meta = Mapping[str, Any]

Network = str

PlanMeta = Mapping[str, Any]

PortalTexts = Mapping[str, Mapping[str, str]]


class CreateKeysKeyInput(TypedDict, total=False):
    prefix: str
    """Prefix of the key, such as `acme_live`. Default: that of the API."""
    byte_length: int
    """Random bytes in the key. Default: that of the API, or 24."""
    name: str
    """Name of the key, for people."""
    external_id: str
    """External id of the customer who owns the key. A new one creates an identity."""
    meta: Meta
    """Your own data about the key, returned with every verification. Default: `{}`."""
    roles: Sequence[str]
    """Roles of the key, by id or name. Default: `[]`."""
    permissions: Sequence[str]
    """Direct permissions of the key, by id or slug. An unknown slug is created. Default: `[]`."""
    expires: int
    """When the key expires, in Unix milliseconds. Default: never."""
    credits: CreditsInput
    """Credits that verifications of the key spend. Default: unlimited."""
    ratelimits: Sequence[RatelimitInput]
    """Rate limits of the key, at most 50 with different names. Default: `[]`."""
    enabled: bool
    """Whether the key works. Default: `True`."""
    scoped: bool
    """Whether the key holds only those of its own permissions that its identity has too, instead of
    both. Default: `False`.
    """
    recoverable: bool
    """Store the plaintext encrypted, so that it can be shown again. Default: `False`."""
    ip_allowlist: Sequence[Network]
    """Networks (CIDR) or addresses that may use the key. Empty means all. Default: `[]`."""


class _CreditsInputRequired(TypedDict):
    remaining: int | None
    """Credits of the new key. null means unlimited."""


class CreditsInput(_CreditsInputRequired, total=False):
    refill: NewKeyRefillInput
    """Sets the balance again every day or month. Absent means never."""
    low_at: int | None
    """Record the notice `credits.low` once the balance is at or below it. null or absent: never."""


class CreditsPatch(TypedDict, total=False):
    remaining: int | None
    """Credits of the key. null means unlimited."""
    refill: RefillInput | None
    """Sets the balance again every day or month. null removes the refill."""
    low_at: int | None
    """Record the notice `credits.low` once the balance is at or below it. null: never."""


class DeleteKeysFilterInput(TypedDict, total=False):
    api_id: str
    """Only keys of this API."""
    external_id: str
    """Only keys of the identity with this external id."""
    identity_id: str
    """Only keys of the identity with this id."""
    enabled: bool
    """Only enabled keys, or only disabled ones."""
    status: Literal["active", "disabled", "expired", "expiring", "low_credits"]
    """Only keys in this state. `active`: enabled and not expired. `disabled`: disabled, even if it
    has also expired. `expired`: expired, even if it is also disabled. `expiring`: active, and
    expires within 7 days. `low_credits`: active, with credits at or below `low_at`; without
    `low_at`, at most 10 % of the refill amount, or none without a refill.
    """
    expires_before: int
    """Only keys that expire before this time, in Unix milliseconds. Expired keys are included."""
    role: str
    """Only keys with this role, by its id or name."""
    permission: str
    """Only keys that hold this permission, directly or through a role, by its id or slug."""
    ratelimit: str
    """Only keys with a rate limit of this name of their own. It beats the one of their identity."""
    search: str
    """Only keys whose name, start or id contains this text."""


class _ExplainKeyCreditsInputRequired(TypedDict):
    cost: int
    """Credits to spend. 0 spends none."""


class ExplainKeyCreditsInput(_ExplainKeyCreditsInputRequired, total=False):
    reserve: bool
    """Reserve the cost instead of spending it, until credits.commit charges what it turned out to
    be.
    """
    expires_in: int
    """Milliseconds until a reservation that nobody commits is given back. Default: 600,000, ten
    minutes. Send it with `reserve`.
    """


class _ExplainKeyRatelimitInputRequired(TypedDict):
    name: str
    """Name of a rate limit of the key or its identity, or of an inline limit."""


class ExplainKeyRatelimitInput(_ExplainKeyRatelimitInputRequired, total=False):
    cost: int
    """How much to count. 0 checks without counting. Default: `1`."""
    limit: int
    """How much is allowed per window. With `duration`, an inline limit. Default: that of the named
    limit.
    """
    duration: int
    """Length of the sliding window in milliseconds. Send it with `limit`. Default: that of the
    named limit.
    """


class GetUsagePeriodInput(TypedDict):
    year: int
    """Year of the month to show."""
    month: int
    """Month to show; it must have begun."""


class _IdentityCreditsInputRequired(TypedDict):
    remaining: int
    """Credits of the identity."""


class IdentityCreditsInput(_IdentityCreditsInputRequired, total=False):
    low_at: int | None
    """Record the notice `credits.low` once the balance is at or below it. null: never. Absent: as
    you chose before, or 10 % of the balance after the last set or increment.
    """


class IdentityCreditsPatch(TypedDict, total=False):
    remaining: int
    """Credits of the identity. Absent: as they are."""
    low_at: int | None
    """Record the notice `credits.low` once the balance is at or below it. null: never. Absent: as
    you chose before, or 10 % of the balance after the last set or increment.
    """


class LimitsPatch(TypedDict, total=False):
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


class _MigrateKeysKeyInputRequired(TypedDict):
    hash: str
    """SHA-256 of the key, as 64 hex digits or 44 characters of padded base64."""


class MigrateKeysKeyInput(_MigrateKeysKeyInputRequired, total=False):
    algorithm: HashAlgorithm
    """What was hashed: the whole key (`sha256`), or the part after the last `_`
    (`prefixed_api_key`). Default: that of the migration, or `sha256`.
    """
    name: str
    """Name of the key, for people."""
    external_id: str
    """External id of the customer who owns the key. A new one creates an identity."""
    meta: Meta
    """Your own data about the key, returned with every verification. Default: `{}`."""
    roles: Sequence[str]
    """Roles of the key, by id or name. Default: `[]`."""
    permissions: Sequence[str]
    """Direct permissions of the key, by id or slug. An unknown slug is created. Default: `[]`."""
    expires: int
    """When the key expires, in Unix milliseconds. Default: never."""
    credits: CreditsInput
    """Credits that verifications of the key spend. Default: unlimited."""
    ratelimits: Sequence[RatelimitInput]
    """Rate limits of the key, at most 50 with different names. Default: `[]`."""
    enabled: bool
    """Whether the key works. Default: `True`."""
    scoped: bool
    """Whether the key holds only those of its own permissions that its identity has too, instead of
    both. Default: `False`.
    """


class _MultiLimitInputRequired(TypedDict):
    namespace: str
    """Id or name of the namespace. A new name creates it."""
    identifier: str
    """What the limit counts for, such as a user id or an IP address."""
    limit: int
    """How much is allowed per window, unless an override says otherwise."""
    duration: int
    """Length of the sliding window in milliseconds."""


class MultiLimitInput(_MultiLimitInputRequired, total=False):
    cost: int
    """How much to count. 0 checks without counting. Default: `1`."""


class _NewKeyRefillInputRequired(TypedDict):
    interval: Literal["daily", "monthly"]
    """`daily`: at 00:00 UTC every day. `monthly`: at 00:00 UTC on the day `refill_day`."""
    amount: int
    """Balance after a refill. It replaces what remains."""


class NewKeyRefillInput(_NewKeyRefillInputRequired, total=False):
    refill_day: int
    """Day of a monthly refill, 1 to 31; in a shorter month, its last day. A daily refill ignores
    it. Day of a monthly refill, 1 to 31; in a shorter month, its last day.
    """


class NoticeSettingsPatch(TypedDict, total=False):
    expiring_days: Sequence[int]
    """How many days before a key or root key expires a notice tells it. Empty: never."""
    refusals: NoticeSettingsRefusalsPatch | None
    """From when on refusals of a kind are told. null: never."""


class NoticeSettingsRefusalsPatch(TypedDict):
    times: int
    """How many times the hourly mean of the last 24 hours."""
    at_least: int
    """How many refusals in the hour at least."""


class PlanChangeInput(TypedDict):
    plan: str | None
    """The plan from then on, by id or name. null means the default plan, if there is one."""
    at: int
    """When the plan changes, in Unix milliseconds. In the past: now."""


class PortalExpiryInput(TypedDict, total=False):
    default: int
    """Lifetime of a key for which the customer chooses none, in milliseconds."""
    max: int
    """Longest lifetime, in milliseconds. With it, every key expires."""


class PortalPermissionInput(TypedDict):
    slug: str
    """Slug of the permission."""
    title: str
    """What customers read."""


class _QuotaInputRequired(TypedDict):
    limit: int
    """How much the keys of the identity may use together in each period."""
    interval: Literal["daily", "weekly", "monthly", "total"]
    """When a period begins, at 00:00 UTC. `daily`: every day. `weekly`: on Monday. `monthly`: on
    the day `billing_day`. `total`: never again.
    """


class QuotaInput(_QuotaInputRequired, total=False):
    overage: int | None
    """How far use may exceed the limit in each period, once credits are used up. null means without
    a bound. Default: `0`.
    """


class _RatelimitInputRequired(TypedDict):
    name: str
    """Name of the rate limit, unique in the list. Verifications name it."""
    limit: int
    """How much is allowed per window."""
    duration: int
    """Length of the sliding window in milliseconds."""


class RatelimitInput(_RatelimitInputRequired, total=False):
    auto_apply: bool
    """Whether every verification checks the limit. Otherwise only those that name it. Default:
    `False`.
    """


class _RefillInputRequired(TypedDict):
    interval: Literal["daily", "monthly"]
    """`daily`: at 00:00 UTC every day. `monthly`: at 00:00 UTC on the day `refill_day`."""
    amount: int
    """Balance after a refill. It replaces what remains."""


class RefillInput(_RefillInputRequired, total=False):
    refill_day: int
    """Day of a monthly refill, 1 to 31; in a shorter month, its last day."""


class RefillPatch(TypedDict, total=False):
    refill: RefillInput | None
    """Sets the balance again every day or month. null removes the refill."""
    low_at: int | None
    """Record the notice `credits.low` once the balance is at or below it. null: never."""


class UpdateIdentitiesSetInput(TypedDict, total=False):
    enabled: bool
    """Whether keys of the identities work. Their own `enabled` stays."""
    plan: str | None
    """The plan, by id or name. null means the default plan, if there is one. It ends a planned
    change, unless the request also sets `plan_change`.
    """
    plan_change: PlanChangeInput | None
    """A change of plan in the future, such as the end of a trial. null cancels it."""


class UpdateKeysFilterInput(TypedDict, total=False):
    api_id: str
    """Only keys of this API."""
    external_id: str
    """Only keys of the identity with this external id."""
    identity_id: str
    """Only keys of the identity with this id."""
    enabled: bool
    """Only enabled keys, or only disabled ones."""
    status: Literal["active", "disabled", "expired", "expiring", "low_credits"]
    """Only keys in this state. `active`: enabled and not expired. `disabled`: disabled, even if it
    has also expired. `expired`: expired, even if it is also disabled. `expiring`: active, and
    expires within 7 days. `low_credits`: active, with credits at or below `low_at`; without
    `low_at`, at most 10 % of the refill amount, or none without a refill.
    """
    expires_before: int
    """Only keys that expire before this time, in Unix milliseconds. Expired keys are included."""
    role: str
    """Only keys with this role, by its id or name."""
    permission: str
    """Only keys that hold this permission, directly or through a role, by its id or slug."""
    ratelimit: str
    """Only keys with a rate limit of this name of their own. It beats the one of their identity."""
    search: str
    """Only keys whose name, start or id contains this text."""


class _VerifyKeyCreditsInputRequired(TypedDict):
    cost: int
    """Credits to spend. 0 spends none."""


class VerifyKeyCreditsInput(_VerifyKeyCreditsInputRequired, total=False):
    reserve: bool
    """Reserve the cost instead of spending it, until credits.commit charges what it turned out to
    be.
    """
    expires_in: int
    """Milliseconds until a reservation that nobody commits is given back. Default: 600,000, ten
    minutes. Send it with `reserve`.
    """


class _VerifyKeyRatelimitInputRequired(TypedDict):
    name: str
    """Name of a rate limit of the key or its identity, or of an inline limit."""


class VerifyKeyRatelimitInput(_VerifyKeyRatelimitInputRequired, total=False):
    cost: int
    """How much to count. 0 checks without counting. Default: `1`."""
    limit: int
    """How much is allowed per window. With `duration`, an inline limit. Default: that of the named
    limit.
    """
    duration: int
    """Length of the sliding window in milliseconds. Send it with `limit`. Default: that of the
    named limit.
    """


class _WhoamiHashesInputRequired(TypedDict):
    whole: str
    """Of the whole key."""


class WhoamiHashesInput(_WhoamiHashesInputRequired, total=False):
    long_token: str
    """Of the part after the last `_`, for a key of `prefixed_api_key` that was imported by its
    hash.
    """
