import { expect, test } from "bun:test"
import { createSampler, type SamplerName } from "./sampler.ts"

const recorded = { traceId: "a".repeat(32), spanId: "b".repeat(16), isSampled: true }
const unrecorded = { ...recorded, isSampled: false }

/** Whether a request is sampled without a trace of the caller, with one that is recorded, and with one that is not. */
test.each([
  ["parentbased_always_on", true, true, false],
  ["parentbased_always_off", false, true, false],
  ["always_on", true, true, true],
  ["always_off", false, false, false],
] as const)("%s", (name, alone, withRecorded, withUnrecorded) => {
  const isSampled = createSampler({ name, share: 0.5, isInShare: () => false, random: () => 0.4 })
  expect([isSampled(undefined), isSampled(recorded), isSampled(unrecorded)]).toEqual([
    alone,
    withRecorded,
    withUnrecorded,
  ])
})

const samplerOf = (name: SamplerName, share: number, random: number) =>
  createSampler({ name, share, random: () => random, isInShare: (traceId) => traceId.startsWith("a") })

test.each(["traceidratio", "parentbased_traceidratio"] as const)("%s takes its share of the requests", (name) => {
  expect(samplerOf(name, 0.01, 0.009_9)(undefined)).toBe(true)
  expect(samplerOf(name, 0.01, 0.01)(undefined)).toBe(false)
  expect(samplerOf(name, 1, 0.999_999)(undefined)).toBe(true)
  expect(samplerOf(name, 0, 0)(undefined)).toBe(false)
})

test("by itself, a share of the traces is the same in all services, because it depends on the id", () => {
  const isSampled = samplerOf("traceidratio", 0.5, 0)
  expect(isSampled({ ...unrecorded, traceId: "a".repeat(32) })).toBe(true)
  expect(isSampled({ ...recorded, traceId: "b".repeat(32) })).toBe(false)
})
