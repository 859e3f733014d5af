import { planOf } from "../../../core/plans.ts"
import type { PortalCaller } from "../../../core/portal.ts"
import type { Reads } from "../../../storage/port/store.ts"
import { countOwnKeys } from "./own-keys.ts"

interface RoomContext {
  readonly reads: Pick<Reads, "keys">
  readonly now: number
}

/** How many unexpired keys the customer may have, and how many more than now. Exact in a transaction of the workspace. */
export async function roomForKeys({ reads, now }: RoomContext, caller: Pick<PortalCaller, "identity" | "rules">) {
  const { identity, rules } = caller
  const maxOfPlan = planOf(identity, now)?.maxKeys ?? null
  const ofPortal = await countOwnKeys(reads, caller, { apiIds: rules.apis, now, atMost: rules.maxKeys })
  const left = rules.maxKeys - ofPortal
  if (maxOfPlan === null) return { limit: rules.maxKeys, left }
  const ofAll = await countOwnKeys(reads, caller, { now, atMost: maxOfPlan })
  return { limit: Math.min(rules.maxKeys, maxOfPlan), left: Math.min(left, maxOfPlan - ofAll) }
}
