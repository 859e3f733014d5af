import type { KeyFilterInput } from "../../../contract/key-filter.ts"
import type { KeyMatch } from "../../../storage/port/keys.ts"
import type { Reads } from "../../../storage/port/store.ts"
import { requireRole } from "../permissions/require-roles.ts"
import { requirePermission } from "../permissions/resolve-permissions.ts"

interface Filtering {
  readonly workspaceId: string
  /** Of the API, which must exist. */
  readonly apiId: string | undefined
  readonly filter: Omit<KeyFilterInput, "apiId">
  /** When the status of a key is judged. */
  readonly now: number
}

/** Finds the role and the permission that a filter names. */
export async function requireMatch(reads: Reads, { workspaceId, apiId, filter, now }: Filtering): Promise<KeyMatch> {
  const { externalId, identityId, enabled, search, expiresBefore, ratelimit, status } = filter
  const role = filter.role === undefined ? undefined : await requireRole(reads, workspaceId, filter.role)
  const permission =
    filter.permission === undefined ? undefined : await requirePermission(reads, workspaceId, filter.permission)
  return {
    ...{ apiId, externalId, identityId, enabled, search, expiresBefore, ratelimit },
    status: status && { name: status, now },
    roleId: role?.id,
    permissionId: permission?.id,
  }
}
