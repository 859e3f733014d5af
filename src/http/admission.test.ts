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

test("refuses while as many requests execute as may, and admits again as soon as one is done", async () => {
  const admission = createAdmission(2)
  const first = Promise.withResolvers<string>()
  const second = Promise.withResolvers<string>()
  const one = admission.during(first.promise)
  expect(isRefused(admission.refuseOverload)).toBe(false)
  const other = admission.during(second.promise)
  expect(isRefused(admission.refuseOverload)).toBe(true)
  first.resolve("done")
  expect(await one).toBe("done")
  expect(isRefused(admission.refuseOverload)).toBe(false)
  second.reject(new Error("failed"))
  expect(await other.catch((error: Error) => error.message)).toBe("failed")
  void admission.during(new Promise(() => {}))
  expect(isRefused(admission.refuseOverload)).toBe(false)
})
