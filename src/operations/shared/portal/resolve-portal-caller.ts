import { holdsGrant } from "../../../core/held-grants.ts"
import { isUsable } from "../../../core/lifetime.ts"
import { grantsOfRole } from "../../../core/member-grants.ts"
import type { Workspace } from "../../../core/model.ts"
import type { User } from "../../../core/people.ts"
import { type PortalCaller, type PortalMaker, type PortalSession, scopeOf } from "../../../core/portal.ts"
import { hasEnded } from "../../../core/session-life.ts"
import type { Reads } from "../../../storage/port/store.ts"

/** What makers of links need, at that time and for as long as the session lives. */
export const sessionCreation = "portal.*.create_session"

interface FoundPortalCaller {
  readonly caller: PortalCaller
  readonly workspace: Workspace
}

/** The customer of a session, as far as workspace, portal, identity and maker allow it now. Undefined if they do not. */
export async function resolvePortalCaller(
  reads: Reads,
  session: PortalSession,
  now: number,
): Promise<FoundPortalCaller | undefined> {
  if (now >= session.expires) return undefined
  const { workspaceId, identityId, madeBy } = session
  const [workspace, rules, identity, maker] = await Promise.all([
    reads.workspaces.find(workspaceId),
    reads.portals.findRules(workspaceId),
    reads.identities.find(workspaceId, identityId),
    findMaker(reads, { workspaceId, madeBy, now }),
  ])
  if (workspace === undefined || rules === undefined || identity === undefined || maker === undefined) return undefined
  if (!workspace.enabled || !rules.enabled || !identity.enabled) return undefined
  const caller = { type: "portal", session, identity, rules, ...scopeOf(rules, session), ...maker } as const
  return { caller, workspace }
}

interface MadeLink {
  readonly workspaceId: string
  readonly madeBy: PortalMaker
  readonly now: number
}

/** The member who made the link, nothing for a root key, and undefined if the maker could not make it any more. */
async function findMaker(
  reads: Reads,
  { workspaceId, madeBy, now }: MadeLink,
): Promise<{ readonly user?: User } | undefined> {
  if (madeBy.sessionId !== undefined) {
    const signIn = await reads.sessions.find(madeBy.sessionId)
    if (signIn === undefined || hasEnded(signIn, now)) return undefined
  }
  if (madeBy.type === "root_key") {
    const rootKey = await reads.rootKeys.find(workspaceId, madeBy.id)
    return rootKey !== undefined && isUsable(rootKey, now) && holdsGrant(rootKey.permissions, sessionCreation)
      ? {}
      : undefined
  }
  const [user, member] = await Promise.all([reads.users.find(madeBy.id), reads.members.find(workspaceId, madeBy.id)])
  if (user === undefined || member === undefined) return undefined
  return holdsGrant(grantsOfRole(member.role), sessionCreation) ? { user } : undefined
}
