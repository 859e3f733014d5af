import { expect, test } from "bun:test"
import { Fault } from "../../contract/errors.ts"
import { type Admission, createAdmission } from "./load-shedding.ts"

const never = 1
const always = 0

/** Its heart beats when the test says that the event loop comes round. */
function admissionOf({ executingAtMost = 10, random = () => always }) {
  let due: ((now: number) => void) | undefined
  const admission = createAdmission({
    executingAtMost,
    random,
    later(beat) {
      due = beat
    },
  })
  const comeRound = (now: number) => {
    const beat = due
    due = undefined
    beat?.(now)
  }
  return { admission, comeRound, isAtRest: () => due === undefined }
}

function isRefused(admission: Admission, now: number): boolean {
  try {
    admission.refuseOverload(now)
    return false
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    expect(error.code).toBe("application/service_unavailable")
    expect(error.headers).toEqual({ "Retry-After": "1" })
    return true
  }
}

test("refuses while as many requests execute as may, and admits again as soon as one is done", () => {
  const { admission } = admissionOf({ executingAtMost: 2, random: () => never })
  admission.begin()
  expect(isRefused(admission, 0)).toBe(false)
  admission.begin()
  expect(isRefused(admission, 0)).toBe(true)
  admission.end()
  expect(isRefused(admission, 0)).toBe(false)
})

/** Sends ten requests per millisecond and returns the share that is refused. */
function refusedShare(admission: Admission, from: number, to: number): number {
  let refused = 0
  for (let now = from; now < to; now += 0.1) if (isRefused(admission, now)) refused += 1
  return refused / ((to - from) * 10)
}

test("refuses more and more while the event loop does not come round, but never more than half", () => {
  let turn = 0
  const { admission } = admissionOf({ random: () => (turn++ % 100) / 100 })
  expect(refusedShare(admission, 0, 160)).toBe(0)
  expect(refusedShare(admission, 160, 300)).toBeGreaterThan(0.02)
  expect(refusedShare(admission, 300, 500)).toBeGreaterThan(0.15)
  expect(refusedShare(admission, 800, 1300)).toBeCloseTo(0.5, 1)
})

test("admits everything within a moment after the loop has come round", () => {
  const { admission, comeRound } = admissionOf({})
  refusedShare(admission, 0, 1000)
  expect(isRefused(admission, 1000)).toBe(true)
  for (let now = 1000; now < 1200; now += 10) {
    comeRound(now)
    isRefused(admission, now)
  }
  expect(refusedShare(admission, 1200, 1240)).toBe(0)
})

test("admits the first request after a silence", () => {
  const { admission, comeRound } = admissionOf({})
  refusedShare(admission, 0, 1000)
  expect(isRefused(admission, 1000)).toBe(true)
  comeRound(1010)
  comeRound(1020)
  expect(isRefused(admission, 1200)).toBe(false)
})

test("refuses nothing where the process itself has to wait, or was paused", () => {
  const { admission, comeRound } = admissionOf({})
  for (let now = 0; now < 60_000; now += 250) expect(isRefused(admission, now)).toBe(false)
  comeRound(60_000)
  expect(refusedShare(admission, 60_000, 60_050)).toBe(0)
})

test("has no timer while no requests come", () => {
  const { admission, comeRound, isAtRest } = admissionOf({})
  expect(isAtRest()).toBe(true)
  for (const start of [0, 5_000]) {
    admission.refuseOverload(start)
    admission.refuseOverload(start)
    comeRound(start + 10)
    expect(isAtRest()).toBe(false)
    comeRound(start + 20)
    expect(isAtRest()).toBe(true)
  }
})
