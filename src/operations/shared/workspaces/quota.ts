import { isExpired } from "../../../core/expiry.ts"
import type { MutationWith } from "../../context.ts"
import { WorkspaceQuotaExceeded } from "./workspace-quota-exceeded.ts"

/**
 * Quotas refuse new objects and never affect existing ones. Inside a transaction of the workspace the check is exact,
 * because its writers run one after the other.
 */

export type Growing = MutationWith<"tx" | "workspace" | "now">

interface Expiring {
  readonly expires?: number | null | undefined
}

/** Counts the keys that have not expired. */
export function countedKeys(keys: readonly Expiring[], now: number): number {
  return keys.filter((key) => !isExpired(key, now)).length
}

export async function requireKeyQuota({ tx, workspace, now }: Growing, additional: number): Promise<void> {
  const limit = workspace.limits.keys
  if (limit === null || additional === 0) return
  if (!(await tx.keys.hasRoom(workspace.id, { additional, limit, now }))) throw exceeded("keys", limit)
}

export async function requireIdentityQuota({ tx, workspace, now }: Growing, additional: number): Promise<void> {
  const limit = workspace.limits.identities
  if (limit === null || additional === 0) return
  if (!(await tx.identities.hasRoom(workspace.id, { additional, limit, now }))) throw exceeded("identities", limit)
}

function exceeded(kind: "keys" | "identities", limit: number): WorkspaceQuotaExceeded {
  const detail = `This call would exceed \`limits.${kind}\` of the workspace, which is ${limit}. Delete some, or have an operator raise the limit.`
  return new WorkspaceQuotaExceeded(detail)
}
