import type { LoggedVerification } from "@keyward/client"
import { useRead } from "../../queries.ts"
import { useUsagePeriod } from "../usage/usage-period.ts"
import type { Reason } from "./reasons.ts"
import { logFilter, type Subject, usageFilter } from "./subject.ts"

/** A key that was refused for a reason. */
export interface RefusedKey {
  readonly keyId: string
  readonly name: string | undefined
  readonly total: number
  /** A call that was refused for this reason: the latest of this key that the log still has, or of another one. */
  readonly call: LoggedVerification | undefined
}

/** One request counts at most so many keys. */
const mostCounted = 100
const mostCalls = 50

/** The keys that a reason concerns, the most refused first. */
export function useRefusedKeys(subject: Subject, { code, total }: Reason) {
  const { bounds, sumInterval, every } = useUsagePeriod()
  const isCustomer = subject.type === "customer"
  const counts = useRead(
    ["refused-keys", usageFilter(subject), code, bounds, sumInterval],
    (client) =>
      client.usage.getVerifications({
        ...{ ...usageFilter(subject), ...bounds, interval: sumInterval },
        ...{ codes: [code], groupBy: ["key"], limit: mostCounted },
      }),
    { ...every(10_000), isEnabled: isCustomer },
  )
  const period = { since: bounds.from, ...(bounds.to !== undefined && { until: bounds.to }) }
  const calls = useRead(
    ["refused-calls", logFilter(subject), code, period],
    (client) => client.usage.listVerifications({ ...logFilter(subject), ...period, codes: [code], limit: mostCalls }),
    every(10_000),
  )
  const callOf = (keyId: string) => calls.data?.find((call) => call.keyId === keyId) ?? calls.data?.[0]
  const groups = isCustomer ? counts.data?.groups : [{ keyId: subject.id, name: undefined, total, other: undefined }]
  const keys = groups?.flatMap(({ keyId, name, total: count }): RefusedKey[] =>
    keyId === undefined ? [] : [{ keyId, name, total: count, call: callOf(keyId) }],
  )
  return {
    keys,
    /** More keys were refused than are counted one by one. */
    hasMore: groups?.some(({ other }) => other === true) ?? false,
    /** What a call asked for is known, as far as the log knows it. */
    isReady: calls.data !== undefined || calls.error !== null,
  }
}
