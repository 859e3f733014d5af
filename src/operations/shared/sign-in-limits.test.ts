import { expect, test } from "bun:test"
import { createLocalCounters } from "../../counters/local.ts"
import { limitSignIn } from "./sign-in-limits.ts"

const account = "hash of ada@example.com"
const now = Date.UTC(2026, 0, 1)

test("100 wrong passwords from everywhere only slow the next sign-in down", async () => {
  const counters = createLocalCounters()
  const tryFrom = (address: string) => limitSignIn({ counters, now }, { account, address, isKnownBrowser: false })
  for (let index = 0; index < 100; index += 1) await tryFrom(`203.0.113.${index}`)
  const startedAt = performance.now()
  await tryFrom("198.51.100.9")
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(1_990)
})

test("a sign-in that succeeds is not counted", async () => {
  const counters = createLocalCounters()
  for (let index = 0; index < 20; index += 1) {
    const { forgive } = await limitSignIn({ counters, now }, { account, address: "203.0.113.8", isKnownBrowser: false })
    await forgive()
  }
})
