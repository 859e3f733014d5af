import { fault } from "../../../contract/errors.ts"
import { hourMs } from "../../../core/durations.ts"
import type { ContextWith } from "../../context.ts"
import { portalCallerOf } from "./portal-caller.ts"

/** New secrets of one customer, over all its sessions. */
const secrets = { limit: 60, durationMs: hourMs } as const

/** Throws 429 if the customer has got too many new secrets. Taken before the transaction, because that may run again. */
export async function limitSecrets({
  caller,
  counters,
  now,
}: ContextWith<"caller" | "counters" | "now">): Promise<void> {
  const { identity } = portalCallerOf(caller)
  const check = { ...secrets, counter: `portal-secrets/${identity.workspaceId}/${identity.id}`, cost: 1 }
  const { taken, outcomes } = await counters.take([check], now)
  if (taken) return
  const resetAt = Math.max(...outcomes.map((outcome) => outcome.resetAt))
  throw fault("limits/workspace_rate_limited", {
    detail: `The portal creates at most ${secrets.limit} secrets an hour. Try again later.`,
    headers: { "Retry-After": String(Math.max(1, Math.ceil((resetAt - now) / 1000))) },
  })
}
