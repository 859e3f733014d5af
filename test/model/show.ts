import { agree, compact } from "./agree.ts"
import { showBalances, showFunds } from "./funds.ts"
import { learn, learnLimits, memberOf, type Seen } from "./learn.ts"
import { fundsOf, planOf, plansAt } from "./plans.ts"
import { creditsOf } from "./refill.ts"
import type {
  Api,
  Credits,
  Identified,
  Identity,
  Key,
  Limit,
  Migration,
  Model,
  Namespace,
  Override,
  Permission,
  Plan,
  Role,
  RootKey,
  Workspace,
} from "./state.ts"

/** Objects as the API shows them, from docs/contract.md#91-key to docs/contract.md#95-override-namespace-migration-event. They take only ids from the response. */

export function showApi({ id, name, defaultPrefix, deleteProtection, ipAllowlist, createdAt, updatedAt }: Api) {
  return compact({ id, name, defaultPrefix, deleteProtection, ipAllowlist, createdAt, updatedAt })
}

function showLimit({ id, name, limit, duration, autoApply }: Limit) {
  return { id, name, limit, duration, autoApply }
}

export function showIdentity(model: Model, identity: Identity, seen: Seen) {
  const { planChange } = plansAt(identity, model.now)
  const own = { permissions: slugs(identity.permissions), ...showOwnFunds(model, identity) }
  const change = planChange && compact({ plan: planChange.plan && showPlanOf(planChange.plan), at: planChange.at })
  return compact({ ...showEmbeddedIdentity(model, identity, seen), ...own, planChange: change })
}

function showOwnFunds(model: Model, identity: Identity) {
  const shown = showFunds(fundsOf(model, identity), model.now)
  const isInherited = shown.quota !== undefined && identity.funds.quota === undefined
  return isInherited ? { ...shown, quota: { ...Object(shown.quota), inherited: true } } : shown
}

function showPlanOf({ id, name, meta }: Plan) {
  return { id, name, meta }
}

/** Without the number of its identities, which may be a minute old. */
export function showPlan(model: Model, plan: Plan, seen: Seen) {
  learnLimits(model, plan.ratelimits, memberOf(seen, "ratelimits"))
  const { id, name, meta, permissions, ratelimits, quota, maxKeys, isDefault, createdAt, updatedAt } = plan
  const limits = byName(ratelimits).map(showLimit)
  return compact({
    ...{ id, name, meta, permissions: slugs(permissions), ratelimits: limits, quota, maxKeys },
    ...{ default: isDefault, createdAt, updatedAt },
  })
}

/** An identity as its keys show it. */
export function showEmbeddedIdentity(model: Model, identity: Identity, seen: Seen) {
  learn(model, identity, "id", memberOf(seen, "id"))
  learnLimits(model, identity.ratelimits, memberOf(seen, "ratelimits"))
  const { id, externalId, enabled, meta, ratelimits, createdAt, updatedAt } = identity
  const limits = byName(ratelimits).map(showLimit)
  const applied = planOf(model, identity)
  const isInherited = plansAt(identity, model.now).plan === undefined
  const plan = applied && { ...showPlanOf(applied), ...(isInherited && { inherited: true }) }
  return compact({ id, identityId: id, externalId, enabled, meta, ratelimits: limits, plan, createdAt, updatedAt })
}

export function showCredits({ remaining, refill }: Credits, reserved = 0) {
  return compact({ remaining, reserved: reserved === 0 ? undefined : reserved, refill })
}

export function showKey(model: Model, key: Key, seen: Seen) {
  learnLimits(model, key.ratelimits, memberOf(seen, "ratelimits"))
  const { identity } = key
  const credits = creditsOf(key, model.now)
  return compact({
    keyId: key.id,
    apiId: key.api.id,
    start: key.start,
    enabled: key.enabled,
    scoped: key.scoped,
    name: key.name,
    meta: key.meta,
    createdAt: key.createdAt,
    updatedAt: key.updatedAt,
    lastUsedAt: plausibleUse(key, memberOf(seen, "lastUsedAt")),
    expires: key.expires,
    permissions: slugsOf(model, key),
    inheritedPermissions: inheritedOf(model, key),
    roles: roleNamesOf(key),
    credits: credits && showCredits(credits, key.balance?.reserved),
    balances: showBalances(credits?.remaining, identity && fundsOf(model, identity), model.now),
    identity: identity && showEmbeddedIdentity(model, identity, memberOf(seen, "identity")),
    ratelimits: byName(key.ratelimits).map(showLimit),
    ipAllowlist: key.ipAllowlist,
    recoverable: false,
  })
}

/** The shown time may be old, but must be a time at which the key was used. */
function plausibleUse({ usedAt }: Key, seen: Seen): number | undefined {
  return seen === undefined ? undefined : usedAt.find((instant) => instant === seen)
}

/** docs/contract.md#26-customers-and-plans: what a key holds itself and through its identity and plan; if it is scoped, what both have. */
export function slugsOf(model: Model, key: Key): string[] {
  const own = ownPermissions(key)
  const inherited = throughIdentity(model, key)
  return slugs(key.scoped ? own.intersection(inherited) : own.union(inherited))
}

function inheritedOf(model: Model, key: Key): string[] {
  return key.scoped ? [] : slugs(throughIdentity(model, key).difference(ownPermissions(key)))
}

/** Permissions of the identity and of its plan. */
function throughIdentity(model: Model, { identity }: Key): Set<Permission> {
  if (identity === undefined) return new Set()
  return new Set([...identity.permissions, ...(planOf(model, identity)?.permissions ?? [])])
}

/** Direct permissions and those of roles. */
function ownPermissions({ directPermissions, roles }: Key): Set<Permission> {
  return new Set([...directPermissions, ...[...roles].flatMap(({ permissions }) => [...permissions])])
}

export function slugs(permissions: ReadonlySet<Permission>): string[] {
  return [...permissions].map(({ slug }) => slug).sort()
}

export function roleNamesOf({ roles }: Key): string[] {
  return byName([...roles]).map(({ name }) => name)
}

export function showPermission(model: Model, permission: Permission, seen: Seen) {
  learn(model, permission, "perm", memberOf(seen, "id"))
  const { id, name, slug } = permission
  return { id, name, slug }
}

export function showPermissions(model: Model, permissions: Iterable<Permission>, seen: Seen) {
  const ascending = [...permissions].sort((one, other) => (one.slug < other.slug ? -1 : 1))
  return ascending.map((permission, place) => showPermission(model, permission, itemAt(seen, place)))
}

export function showRole(model: Model, role: Role, seen: Seen) {
  const permissions = showPermissions(model, role.permissions, memberOf(seen, "permissions"))
  return { id: role.id, name: role.name, permissions }
}

export function showRoles(model: Model, roles: Iterable<Role>, seen: Seen) {
  return byName([...roles]).map((role, place) => showRole(model, role, itemAt(seen, place)))
}

export function showMigration({ id, algorithm, createdAt }: Migration) {
  return { migrationId: id, algorithm, createdAt }
}

export function showNamespace(model: Model, namespace: Namespace, seen: Seen) {
  learn(model, namespace, "rlns", memberOf(seen, "id"))
  const { id, name, createdAt } = namespace
  return { id, name, createdAt }
}

export function showOverride({ id, identifier, limit, duration }: Override) {
  return { overrideId: id, identifier, limit, duration }
}

export function showRootKey({ workspace }: Model, rootKey: RootKey, seen: Seen) {
  const { id, secret, enabled, grants, expires, createdAt, updatedAt } = rootKey
  return compact({
    rootKeyId: id,
    workspaceId: workspace.id,
    start: secret.slice(0, "kw_root_".length + 4),
    enabled,
    permissions: grants,
    expires,
    createdAt,
    updatedAt,
    lastUsedAt: memberOf(seen, "lastUsedAt"),
  })
}

export function showWorkspace(workspace: Workspace) {
  const { id, name, state, reason, disabledAt, createdAt, updatedAt } = workspace
  const limits = { requestsPerMinute: null, ...workspace.limits }
  const notices = { expiringDays: [7, 1], refusals: { times: 5, atLeast: 100 } }
  const enabled = state === "enabled"
  return compact({ id, name, enabled, disabledReason: reason, disabledAt, limits, notices, createdAt, updatedAt })
}

/**
 * A list as the API shows it, in the order of ids. Several nodes mint ids of one millisecond in any order, so the model takes
 * the order from the response. `name` tells an object whose id no response has shown yet.
 */
export function showList<Item extends Identified>(
  items: readonly Item[],
  seen: Seen,
  { present, name }: { present(item: Item, seen: Seen): unknown; name?: keyof Item & string },
): unknown[] {
  const shown = Array.isArray(seen) ? seen : []
  const ids = shown.map(listedId)
  agree("the order of a list", ids, ids.toSorted())
  const placeOf = (item: Item) =>
    item.id !== "" || name === undefined
      ? ids.indexOf(item.id)
      : shown.findIndex((one) => memberOf(one, name) === item[name])
  const inOrder = items.toSorted((one, other) => placeOf(one) - placeOf(other))
  return inOrder.map((item, place) => present(item, itemAt(seen, place)))
}

function listedId(seen: Seen): string {
  const ids = ["id", "keyId", "rootKeyId", "migrationId", "overrideId"].map((field) => memberOf(seen, field))
  return String(ids.find((id) => id !== undefined))
}

export function itemAt(seen: Seen, place: number): Seen {
  return Array.isArray(seen) ? seen[place] : undefined
}

export function byName<Item extends { readonly name: string }>(items: readonly Item[]): Item[] {
  return [...items].sort((one, other) => (one.name < other.name ? -1 : 1))
}
