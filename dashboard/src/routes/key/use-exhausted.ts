import type { Key } from "@keyward/client"
import { useRead } from "../../queries.ts"

/** The balance that refuses verifications now. */
export interface Exhausted {
  readonly balance: "key" | "customer"
  /** When the balance starts again by itself. */
  readonly reset: number | undefined
}

/**
 * Which balance is used up, if one is. The balances of a key do not say how much overage its customer may use, so that
 * explainKey decides, but only where nothing else is left.
 */
export function useExhausted({ keyId, balances }: Key): Exhausted | undefined {
  const isEnabled = balances !== undefined && mayBeExhausted(balances)
  const { data } = useRead(["exhausted", keyId], (client) => client.keys.explainKey({ keyId }), {
    everyMs: 5_000,
    isEnabled,
  })
  if (!isEnabled || data?.code !== "USAGE_EXCEEDED") return undefined
  const check = data.checks.find((one) => one.check === "credits" && !one.passed)
  return check && { balance: check.name === undefined ? "key" : "customer", reset: check.reset }
}

function mayBeExhausted({ key, quota, credits }: NonNullable<Key["balances"]>): boolean {
  if (key === 0) return true
  return (quota !== undefined || credits !== undefined) && (quota ?? 0) + (credits ?? 0) === 0
}
