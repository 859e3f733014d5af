import { describe, expect, test } from "bun:test"
import { rejection } from "../../../../test/harness/rejection.ts"
import { createLocalCounters } from "../../../counters/local.ts"
import { limitSignIn, networkOf } from "./sign-in-limits.ts"

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

describe("100 wrong passwords from one network", () => {
  const address = "2001:db8::7"
  const open = async () => {
    const counters = createLocalCounters()
    const tryFrom = (from: string, isKnownBrowser = false) =>
      limitSignIn({ counters, now }, { account: crypto.randomUUID(), address: from, isKnownBrowser })
    for (let index = 0; index < 100; index += 1) await tryFrom(address)
    return tryFrom
  }

  test("refuse further ones from it, for any account", async () => {
    const tryFrom = await open()
    for (const from of [address, "2001:db8::8"]) {
      expect(await rejection(tryFrom(from))).toMatchObject({
        code: "limits/sign_in_rate_limited",
        headers: { "Retry-After": "900" },
      })
    }
  })

  test("refuse nothing from other networks, and no browser that is known", async () => {
    const tryFrom = await open()
    await tryFrom("2001:db8:0:1::7")
    await tryFrom(address, true)
  })
})

test.each([
  ["203.0.113.7", "203.0.113.7/32"],
  ["::ffff:203.0.113.7", "203.0.113.7/32"],
  ["2001:db8::1", "2001:db8::/64"],
  ["in-process", "in-process"],
])("the network of %s is %s", (address, network) => {
  expect(networkOf(address)).toBe(network)
})
