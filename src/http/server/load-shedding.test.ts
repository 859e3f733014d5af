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
  return isRefusal(() => admission.refuseOverload(now))
}

function isRefusal(act: () => void): boolean {
  try {
    act()
    return false
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    expect(error.code).toBe("application/service_unavailable")
    expect(error.headers).toEqual({ "Retry-After": "1" })
    return true
  }
}

test("a workspace executes half of what may execute, leaves the rest to others, and begins again as soon as one is done", () => {
  const { admission } = admissionOf({ executingAtMost: 4, random: () => never })
  const begins = (workspaceId: string) => !isRefusal(() => admission.begin(workspaceId))
  expect([begins("flood"), begins("flood"), begins("flood")]).toEqual([true, true, false])
  expect([begins("other"), begins("other")]).toEqual([true, false])
  admission.end("flood")
  expect([begins("flood"), begins("third"), begins("third")]).toEqual([true, true, false])
  expect(isRefused(admission, 0)).toBe(false)
})

test("says that it refuses many while more than a third of the latest requests are refused, and no longer", () => {
  const { admission } = admissionOf({ executingAtMost: 2, random: () => never })
  admission.begin("flood")
  const send = (count: number, from: number) => {
    for (let index = 0; index < count; index += 1) admission.refuseOverload(from)
  }
  const refuse = (count: number) => {
    for (let index = 0; index < count; index += 1) expect(isRefusal(() => admission.begin("flood"))).toBe(true)
  }
  send(30, 1_000)
  refuse(19)
  expect(admission.refusesMany(1_000)).toBe(false)
  refuse(1)
  expect(admission.refusesMany(1_000)).toBe(true)
  expect(admission.refusesMany(9_000)).toBe(true)
  send(30, 9_000)
  expect(admission.refusesMany(9_000)).toBe(false)
  send(30, 30_000)
  refuse(30)
  expect(admission.refusesMany(30_000)).toBe(true)
  expect(admission.refusesMany(41_000)).toBe(false)
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
