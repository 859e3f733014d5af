import { grantsOfRole } from "../../../core/member-grants.ts"
import type { Membership } from "../../../storage/port/people.ts"

/** A response shows up to this many workspaces of a user. */
export const shownMemberships = 1_000

export function toWireMembership({ workspace: { id, name, enabled }, role }: Membership) {
  return { workspaceId: id, name, enabled, role, permissions: grantsOfRole(role) }
}
