import { expect, test } from "bun:test"
import { Fault } from "../contract/errors.ts"
import { createAdmission } from "./admission.ts"

function isRefused(refuse: () => void): boolean {
  try {
    refuse()
    return false
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    expect(error.code).toBe("application/service_unavailable")
    expect(error.headers).toEqual({ "Retry-After": "1" })
    return true
  }
}

test("refuses while as many requests execute as may, and admits again as soon as one is done", () => {
  const admission = createAdmission({ executing: 2, burst: 100, burstMs: 0 })
  admission.begin()
  expect(isRefused(admission.refuseOverload)).toBe(false)
  admission.begin()
  expect(isRefused(admission.refuseOverload)).toBe(true)
  admission.end()
  expect(isRefused(admission.refuseOverload)).toBe(false)
})

test("refuses the rest of a burst that has kept the event loop too long, and recovers with its next turn", async () => {
  const admission = createAdmission({ executing: 10, burst: 2, burstMs: 20 })
  expect(isRefused(admission.refuseOverload)).toBe(false)
  Bun.sleepSync(30)
  expect(isRefused(admission.refuseOverload)).toBe(false)
  expect(isRefused(admission.refuseOverload)).toBe(true)
  await new Promise((resolve) => setImmediate(resolve))
  expect(isRefused(admission.refuseOverload)).toBe(false)
})

test("admits a large burst that does not take long", () => {
  const admission = createAdmission({ executing: 10, burst: 2, burstMs: 10_000 })
  for (let request = 0; request < 1000; request += 1) expect(isRefused(admission.refuseOverload)).toBe(false)
})
