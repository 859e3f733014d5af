import type { Key as WireKey } from "../contract/key.ts"
import { creditsOf } from "./balance.ts"
import { balancesAt } from "./customer-meter.ts"
import { effectivePermissions, inheritedOnly } from "./effective-permissions.ts"
import { noFieldsLeft, onlyFieldsOf } from "./exhaustive.ts"
import { flattenRope } from "./flatten-rope.ts"
import { heldPermissions } from "./held-permissions.ts"
import { noHolds } from "./holds.ts"
import { inheritedSlugs } from "./inherited-permissions.ts"
import type {
  Api,
  Balance,
  Event,
  KeyDetails,
  Migration,
  Namespace,
  Override,
  Permission,
  Role,
  RootKey,
  Workspace,
} from "./model.ts"
import { withoutNulls } from "./nulls.ts"
import { identityAt } from "./plans.ts"
import { rotationOf } from "./rotation.ts"
import { noThreshold } from "./threshold.ts"
import {
  type EmbeddedIdentity,
  embeddedIdentity,
  toWireBalances,
  toWireEmbeddedIdentity,
  toWireRatelimit,
} from "./wire-identity.ts"

/** Stored objects in the form that the API returns: fields without a value are omitted, never null. */

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
  const { credits = null, holds = noHolds, threshold = noThreshold } = balance ?? {}
  return {
    remaining: credits?.remaining ?? null,
    ...(holds.reserved > 0 && { reserved: holds.reserved }),
    ...withoutNulls({ refill: credits?.refill ?? null, lowAt: threshold.lowAt }),
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
export function toWireEvent(event: Event & { readonly chainNumber: number }) {
  const { id, type, time, actor, workspaceId, resources, requestId, changes, chainNumber } = event
  return {
    eventId: id,
    type,
    time,
    actor,
    workspaceId,
    resources: [...resources],
    ...withoutNulls({ requestId }),
    sequence: chainNumber,
    changes,
  }
}
