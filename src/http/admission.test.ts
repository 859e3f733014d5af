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
  const admission = createAdmission(2)
  admission.begin()
  expect(isRefused(admission.refuseOverload)).toBe(false)
  admission.begin()
  expect(isRefused(admission.refuseOverload)).toBe(true)
  admission.end()
  expect(isRefused(admission.refuseOverload)).toBe(false)
})
