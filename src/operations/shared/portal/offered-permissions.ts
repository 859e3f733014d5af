import { inheritedSlugs } from "../../../core/inherited-permissions.ts"
import { identityAt, planOf } from "../../../core/plans.ts"
import type { OfferedPermission, PortalCaller } from "../../../core/portal.ts"
import type { Reads } from "../../../storage/port/store.ts"

/** What a customer can choose for a new key: nothing that was deleted, and with `plan` nothing beyond the plan. */
export async function offeredPermissions(
  { permissions }: Pick<Reads, "permissions">,
  { session, rules, identity }: Pick<PortalCaller, "session" | "rules" | "identity">,
  now: number,
): Promise<readonly OfferedPermission[]> {
  const { permissions: offered, permissionsFrom } = rules
  if (permissionsFrom === "plan") {
    const held = new Set(inheritedSlugs(identityAt(identity, now), planOf(identity, now)))
    return offered.filter(({ slug }) => held.has(slug))
  }
  if (offered.length === 0) return []
  const slugs = offered.map(({ slug }) => slug)
  const known = new Set((await permissions.listNamed(session.workspaceId, slugs)).map(({ slug }) => slug))
  return offered.filter(({ slug }) => known.has(slug))
}
