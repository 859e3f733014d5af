import { originOfPage } from "../../../contract/portal-forms.ts"
import type { Identity, Workspace } from "../../../core/model.ts"
import { withoutNulls } from "../../../core/nulls.ts"
import { identityAt, planOf } from "../../../core/plans.ts"
import {
  defaultLook,
  isOpenedByPerson,
  type PortalCaller,
  type PortalLook,
  type PortalSession,
} from "../../../core/portal.ts"
import { toWireIdentity } from "../../../core/wire-identity.ts"
import type { Reads } from "../../../storage/port/store.ts"
import { offeredPermissions } from "./offered-permissions.ts"
import { countOwnKeys } from "./own-keys.ts"
import { roomForKeys } from "./room-for-keys.ts"

interface ViewContext {
  readonly reads: Reads
  readonly workspace: Workspace
  readonly now: number
}

/** Everything that the page shows but keys and usage. The identity must be current. */
export async function portalViewOf({ reads, workspace, now }: ViewContext, caller: PortalCaller) {
  const { session, rules, identity, apiIds } = caller
  const [portal, apis, permissions, count, room] = await Promise.all([
    reads.portals.find(workspace.id),
    Promise.all(apiIds.map((id) => reads.apis.find(workspace.id, id))),
    offeredPermissions(reads, caller, now),
    countOwnKeys(reads, caller, { apiIds, now, atMost: countedAtMost }),
    roomForKeys({ reads, now }, caller),
  ])
  const look = portal?.look ?? defaultLook
  return {
    session: sessionOf(caller),
    branding: brandingOf(look, workspace),
    texts: textsFor(look, session),
    apis: apis.flatMap((api) => (api === undefined ? [] : [{ apiId: api.id, name: api.name }])),
    permissions: [...permissions],
    keys: { count, limit: room.limit, room: room.left },
    ...withoutNulls({ expiry: rules.expiry }),
    ...accountOf(identity, now),
  }
}

/** More than any bound, so that nothing is counted forever. */
const countedAtMost = 10_001

function sessionOf({ session, actions, rules, user }: PortalCaller) {
  const { id, expires, page, customer, actor, locale, returnUrl } = session
  const returnOrigin = returnUrl === null ? undefined : originOfPage(returnUrl)
  const openedBy = isOpenedByPerson(session) ? (user?.name ?? session.madeBy.id) : null
  return {
    sessionId: id,
    expires,
    actions: [...actions],
    page,
    ...withoutNulls({ customer, actor, locale, openedBy }),
    ...(returnUrl !== null &&
      returnOrigin !== undefined &&
      rules.returnOrigins.includes(returnOrigin) && { returnUrl }),
  }
}

function brandingOf({ texts: _texts, name, ...look }: PortalLook, workspace: Workspace) {
  return { name: name ?? workspace.name, ...withoutNulls(look) }
}

/** A session with a language needs the texts of that language only: `pt` serves `pt-BR` too. */
function textsFor({ texts }: PortalLook, { locale }: PortalSession): Record<string, Record<string, string>> {
  const all = Object.entries(texts ?? {}).map(([name, one]) => [name, { ...one }] as const)
  if (locale === null) return Object.fromEntries(all)
  const languageOf = (tag: string) => tag.toLowerCase().split("-")[0]
  return Object.fromEntries(all.filter(([name]) => languageOf(name) === languageOf(locale)))
}

/** The plan, and what is left. Of the identity itself, only what its owner may know. */
function accountOf(identity: Identity, now: number) {
  const { quota, credits } = toWireIdentity(identity, now)
  const plan = planOf(identity, now)
  const limits = new Map(
    [...(plan?.ratelimits ?? []), ...identityAt(identity, now).ratelimits].map((one) => [one.name, one]),
  )
  return {
    ...(plan !== null && { plan: { name: plan.name } }),
    ...(quota && { quota: shownQuota(quota) }),
    ...(credits && { credits: { remaining: credits.remaining, reserved: credits.reserved } }),
    limits: [...limits.values()]
      .map(({ name, limit, duration }) => ({ name, limit, duration }))
      .sort((one, other) => (one.name < other.name ? -1 : 1)),
  }
}

function shownQuota({ limit, interval, overage, used, overageUsed, from, resets }: Quota) {
  return {
    limit,
    interval,
    overage,
    used,
    overageUsed,
    ...(from !== undefined && { from }),
    ...(resets !== undefined && { resets }),
  }
}

type Quota = NonNullable<ReturnType<typeof toWireIdentity>["quota"]>
