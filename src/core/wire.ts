import type { Key as WireKey } from "../contract/key.ts"
import { creditsOf } from "./balance.ts"
import { balancesAt, countedAt } from "./customer-meter.ts"
import { effectivePermissions, inheritedOnly } from "./effective-permissions.ts"
import { noFieldsLeft, onlyFieldsOf } from "./exhaustive.ts"
import { flattenRope } from "./flatten-rope.ts"
import type { BalancesLeft } from "./funds.ts"
import { heldPermissions } from "./held-permissions.ts"
import { noHolds } from "./holds.ts"
import { inheritedSlugs } from "./inherited-permissions.ts"
import type {
  Api,
  Balance,
  Event,
  Identity,
  KeyDetails,
  Migration,
  Namespace,
  Override,
  Permission,
  Plan,
  PlanChange,
  Ratelimit,
  Role,
  RootKey,
  Workspace,
} from "./model.ts"
import { identityAt, quotaOf } from "./plans.ts"
import { nextPeriod, type PeriodCount, type Quota } from "./quota.ts"
import { rotationOf } from "./rotation.ts"

/** Stored objects in the form that the API returns: fields without a value are omitted, never null. */

type WithoutNulls<T> = { [Field in keyof T as null extends T[Field] ? never : Field]: T[Field] } & {
  [Field in keyof T as null extends T[Field] ? Field : never]?: Exclude<T[Field], null>
}

export function withoutNulls<T extends object>(object: T): WithoutNulls<T> {
  const present: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(object)) if (value !== null) present[field] = value
  return present as WithoutNulls<T>
}

type WithNulls<T, Name extends keyof T> = Omit<T, Name> & {
  readonly [Field in Name]-?: Exclude<T[Field], undefined> | null
}

/** The inverse: a named field without a value becomes null. */
export function withNulls<T extends object, Name extends keyof T>(object: T, ...names: readonly Name[]) {
  const filled = Object.fromEntries(names.map((name) => [name, object[name] ?? null]))
  return { ...object, ...filled } as WithNulls<T, Name>
}

export function toWireWorkspace(workspace: Workspace) {
  return withoutNulls(workspace)
}

export function toWireRootKey({ id, hash: _hash, ...rootKey }: RootKey) {
  return { rootKeyId: id, ...withoutNulls(rootKey) }
}

/** With the field names that published Unkey clients read. */
export function toWireListedRootKey(rootKey: RootKey) {
  const { id, name, start, enabled, createdAt, lastUsedAt, expires, permissions } = rootKey
  return { keyId: id, name, start, end: "", enabled, createdAt, lastUsedAt: lastUsedAt ?? 0, expires, permissions }
}

export function toWireApi({ workspaceId: _workspaceId, ...api }: Api) {
  return withoutNulls(api)
}

function toWireRatelimit({ id, name, limit, duration, autoApply }: Ratelimit) {
  return { id, name, limit, duration, autoApply }
}

/** With what the identity has used and prepaid at `now`. */
export function toWireIdentity(identity: Identity, now: number) {
  const current = countedAt(identityAt(identity, now), now)
  const { permissions, planChange, billingDay, balance } = current
  const quota = quotaOf(current, now)
  const remaining = balance?.remaining ?? null
  return {
    ...toWireEmbeddedIdentity(embeddedIdentity(current)),
    permissions: permissions.map(({ slug }) => slug),
    billingDay,
    ...withoutNulls({
      planChange: planChange && toWirePlanChange(planChange),
      quota: quota && toWireCountedQuota(current, quota, now),
      credits: remaining === null ? null : { remaining, reserved: balance?.holds?.reserved ?? 0 },
    }),
  }
}

/** The identity must be as `countedAt` returns it. */
function toWireCountedQuota({ quota: own, billingDay, balance }: Identity, quota: Quota, now: number) {
  const { from = 0, used = 0, overageUsed = 0, previous = null } = balance?.count ?? {}
  const resets = nextPeriod({ interval: quota.interval, billingDay }, now)
  return {
    ...toWireQuota(quota),
    ...(own === null && { inherited: true }),
    used,
    overageUsed,
    ...(resets !== null && { from, resets }),
    ...(previous !== null && { previous: toWirePeriod(previous) }),
  }
}

function toWirePeriod({ from, used, overageUsed }: PeriodCount) {
  return { from, used, overageUsed }
}

function toWireQuota({ limit, interval, overage }: Quota) {
  return { limit, interval, overage }
}

/** What is left, with the fields that a verification returns. */
export function toWireBalances({ key, quota, credits, overageUsed }: BalancesLeft) {
  return withoutNulls({ key, quota, credits, overageUsed })
}

function toWirePlanChange({ plan, at }: PlanChange) {
  return { ...withoutNulls({ plan: plan && toWirePlanOfIdentity({ ...plan, isInherited: false }) }), at }
}

/** An identity as its keys show it. */
export interface EmbeddedIdentity
  extends Omit<Identity, "permissions" | "plan" | "planChange" | "defaultPlan" | "billingDay" | "quota" | "balance"> {
  readonly plan: AppliedPlan | null
}

/** The plan that an identity has now. */
export interface AppliedPlan extends Pick<Plan, "id" | "name" | "meta"> {
  /** The default plan, because the identity has no plan of its own. */
  readonly isInherited: boolean
}

/** No change of plan may be due. */
function embeddedIdentity({ plan, defaultPlan, ...identity }: Identity): EmbeddedIdentity {
  const applied = plan ?? defaultPlan
  return { ...identity, plan: applied && { ...applied, isInherited: plan === null } }
}

function toWireEmbeddedIdentity(identity: EmbeddedIdentity) {
  const { id, externalId, enabled, meta, ratelimits, plan, createdAt, updatedAt } = identity
  return {
    id,
    identityId: id,
    externalId,
    enabled,
    meta,
    ratelimits: ratelimits.map(toWireRatelimit),
    ...withoutNulls({ plan: plan && toWirePlanOfIdentity(plan), createdAt, updatedAt }),
  }
}

function toWirePlanOfIdentity({ id, name, meta, isInherited }: AppliedPlan) {
  return { id, name, meta, ...(isInherited && { inherited: true }) }
}

/** Without the number of its identities, which is counted separately. */
export function toWirePlan(plan: Plan) {
  const { id, name, description, meta, permissions, ratelimits, maxKeys, quota, isDefault, createdAt, updatedAt } = plan
  return {
    id,
    name,
    ...withoutNulls({ description }),
    meta,
    permissions: permissions.map(({ slug }) => slug),
    ratelimits: ratelimits.map(toWireRatelimit),
    ...withoutNulls({ maxKeys, quota: quota && toWireQuota(quota) }),
    default: isDefault,
    ...withoutNulls({ createdAt, updatedAt }),
  }
}

/** The fields of every verification result except the key id; see SharedKeyFacts. */
export interface WrittenKeyFacts {
  readonly apiId: string
  readonly enabled: boolean
  /** The stored JSON text. */
  readonly metaJson: string
  readonly permissions: readonly string[]
  readonly roles: readonly string[]
  readonly name: string | null
  readonly expires: number | null
  readonly identity: EmbeddedIdentity | null
}

export function writeKeyFacts(subject: WrittenKeyFacts): string {
  const { apiId, enabled, metaJson, permissions, roles, name, expires, identity } = subject
  const named = name === null ? "" : `,"name":${JSON.stringify(name)}`
  const ends = expires === null ? "" : `,"expires":${expires}`
  const owned = identity === null ? "" : `,"identity":${JSON.stringify(toWireEmbeddedIdentity(identity))}`
  return flattenRope(
    `"apiId":"${apiId}","keyspaceId":"${apiId}","enabled":${enabled},"meta":${metaJson}`,
    `,"permissions":${JSON.stringify(permissions)},"roles":${JSON.stringify(roles)}${named}${ends}${owned}`,
  )
}

export function toWirePermission({ id, name, slug, description }: Permission) {
  return { id, name, slug, ...withoutNulls({ description }) }
}

export function toWireRole(role: Role) {
  return { ...toWireRoleWithoutPermissions(role), permissions: role.permissions.map(toWirePermission) }
}

/** A role without its permissions. */
export function toWireRoleWithoutPermissions({ id, name, description }: Role) {
  return { id, name, ...withoutNulls({ description }) }
}

/** The response of updateCredits, the only one where null means unlimited. */
export function toWireCredits(balance: Balance | null) {
  const { credits = null, holds = noHolds } = balance ?? {}
  return {
    remaining: credits?.remaining ?? null,
    ...(holds.reserved > 0 && { reserved: holds.reserved }),
    ...withoutNulls({ refill: credits?.refill ?? null }),
  }
}

/** The key must be as `keyAt` returns it. */
export function toWireKey(key: KeyDetails, now: number) {
  const balances = balancesAt(key, now)
  const own = heldPermissions(key)
  const owner = key.identity === null ? null : identityAt(key.identity, now)
  const inherited = owner === null ? [] : inheritedSlugs(owner, owner.plan ?? owner.defaultPlan)
  const permissions = effectivePermissions({ own, inherited, scoped: key.scoped })
  return onlyFieldsOf<WireKey>()({
    ...wireKeyWith(key, {
      identity: owner === null ? null : toWireEmbeddedIdentity(embeddedIdentity(owner)),
      permissions,
    }),
    inheritedPermissions: key.scoped ? [] : inheritedOnly(own, inherited),
    ...withoutNulls({ balances: balances && toWireBalances(balances) }),
  })
}

interface WrittenLinks<Owner> {
  readonly identity: Owner | null
  readonly permissions: readonly string[]
}

/** The key with its own fields, and with linked objects as the caller writes them. */
export function wireKeyWith<Owner>(key: KeyDetails, { identity, permissions }: WrittenLinks<Owner>) {
  const {
    id,
    apiId,
    start,
    name,
    meta,
    enabled,
    scoped,
    expires,
    ipAllowlist,
    ciphertext,
    roles,
    ratelimits,
    createdAt,
    updatedAt,
    lastUsedAt,
    // These are written in another form, or not at all.
    identity: _owner,
    balance: _balance,
    directPermissions: _permissions,
    workspaceId: _workspaceId,
    identityId: _identityId,
    hash: _hash,
    algorithm: _algorithm,
    migrationId: _migrationId,
    imported: _imported,
    prefix: _prefix,
    byteLength: _byteLength,
    previousSecrets: _previousSecrets,
    previousExpires: _previousExpires,
    previousLastUsedAt: _previousLastUsedAt,
    ...left
  } = key
  noFieldsLeft(left)
  const rotation = rotationOf(key)
  return {
    keyId: id,
    apiId,
    start,
    enabled,
    scoped,
    meta,
    createdAt,
    ...withoutNulls({
      name,
      updatedAt,
      lastUsedAt,
      expires,
      credits: creditsOf(key) === null ? null : toWireCredits(key.balance),
      rotation: rotation && withoutNulls(rotation),
      identity,
    }),
    permissions,
    roles: roles.map((role) => role.name),
    ratelimits: ratelimits.map(toWireRatelimit),
    ipAllowlist,
    recoverable: ciphertext !== null,
  }
}

/** A key that describes itself does not see `meta`, which belongs to the workspace. */
export function toWireOwnKey(key: KeyDetails, now: number) {
  const { meta: _meta, identity, ...rest } = toWireKey(key, now)
  if (identity === undefined) return rest
  const { meta: _identityMeta, plan, ...ownIdentity } = identity
  if (plan === undefined) return { ...rest, identity: ownIdentity }
  const { meta: _planMeta, ...ownPlan } = plan
  return { ...rest, identity: { ...ownIdentity, plan: ownPlan } }
}

export function toWireNamespace({ id, name, createdAt }: Namespace) {
  return { id, name, createdAt }
}

export function toWireOverride({ id, identifier, limit, duration }: Override) {
  return { overrideId: id, identifier, limit, duration }
}

export function toWireMigration({ id, name, algorithm, createdAt }: Migration) {
  return { migrationId: id, ...withoutNulls({ name }), algorithm, createdAt }
}

/** Lists the fields, because a stored event also has its position in the chain. */
export function toWireEvent({ id, type, time, actor, workspaceId, resources, requestId, changes }: Event) {
  return {
    eventId: id,
    type,
    time,
    actor,
    workspaceId,
    resources: [...resources],
    ...withoutNulls({ requestId }),
    changes,
  }
}
