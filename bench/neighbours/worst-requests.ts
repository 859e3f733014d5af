import { worstOfApis } from "./worst/apis.ts"
import { worstOfEvents } from "./worst/events.ts"
import { worstOfIdentities } from "./worst/identities.ts"
import { worstOfKeys } from "./worst/keys.ts"
import { worstOfPeople } from "./worst/people.ts"
import { worstOfPermissions } from "./worst/permissions.ts"
import { worstOfRatelimit } from "./worst/ratelimit.ts"
import { worstOfRootKeys } from "./worst/root-keys.ts"
import { worstOfUsage } from "./worst/usage.ts"
import { worstOfWorkspaces } from "./worst/workspaces.ts"
import type { WorstRequest, WorstRequests } from "./worst-request.ts"

const worstRequests: WorstRequests = {
  ...worstOfApis,
  ...worstOfEvents,
  ...worstOfUsage,
  ...worstOfIdentities,
  ...worstOfKeys,
  ...worstOfPeople,
  ...worstOfPermissions,
  ...worstOfRatelimit,
  ...worstOfRootKeys,
  ...worstOfWorkspaces,
}

export interface NamedRequest extends WorstRequest {
  readonly operation: string
}

/** Throws if an operation has no worst request, or if one names no operation. */
export function worstRequestsOf(operations: readonly { readonly name: string }[]): readonly NamedRequest[] {
  const names = new Set(operations.map(({ name }) => name))
  const missing = [...names].filter((name) => (worstRequests[name] ?? []).length === 0)
  const unknown = Object.keys(worstRequests).filter((name) => !names.has(name))
  if (missing.length > 0) throw new Error(`bench/neighbours/worst has no worst request for ${missing.join(", ")}.`)
  if (unknown.length > 0) throw new Error(`bench/neighbours/worst names no operation: ${unknown.join(", ")}.`)
  return operations.flatMap(({ name }) =>
    (worstRequests[name] ?? []).map((request) => ({ ...request, operation: name })),
  )
}
