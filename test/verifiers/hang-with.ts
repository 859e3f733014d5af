import { expect } from "bun:test"
import { attach } from "./raw-verifier.ts"

/** A verifier with a record and a full lease, which hangs from now on. Returns when its lease ends, by this clock. */
export async function hangWith(url: string, rootKey: string, key: string) {
  const raw = await attach(url, rootKey)
  const { record } = await raw.ask(key)
  const sentAt = performance.now()
  const { ms } = await raw.renew()
  expect([record.hash.length, ms > 0]).toEqual([44, true])
  return { raw, leaseEndsAt: sentAt + ms }
}
