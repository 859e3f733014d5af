import { expect, test } from "bun:test"
import { readTraceparent } from "./trace.ts"

const [traceId, spanId] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"]

test("a traceparent names the trace, the span and whether it is recorded", () => {
  expect(readTraceparent(`00-${traceId}-${spanId}-01`)).toEqual({ traceId, spanId, isSampled: true })
  expect(readTraceparent(`00-${traceId}-${spanId}-00`)).toEqual({ traceId, spanId, isSampled: false })
  // Other flags say nothing about recording.
  expect(readTraceparent(`00-${traceId}-${spanId}-02`)?.isSampled).toBe(false)
  expect(readTraceparent(`00-${traceId}-${spanId}-03`)?.isSampled).toBe(true)
})

test("a later version may have more fields", () => {
  expect(readTraceparent(`cc-${traceId}-${spanId}-01-what-comes`)).toEqual({ traceId, spanId, isSampled: true })
})

test.each([
  null,
  "",
  "00",
  `00-${traceId}-${spanId}`,
  `00-${traceId}-${spanId}-01-more`,
  `00-${traceId}-${spanId}-1`,
  `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`,
  `ff-${traceId}-${spanId}-01`,
  `cc-${traceId}-${spanId}-01.more`,
  `00-${"0".repeat(32)}-${spanId}-01`,
  `00-${traceId}-${"0".repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${traceId}"-${spanId}-01`,
  ` 00-${traceId}-${spanId}-01`,
  `00-${traceId}-${spanId}-01\n`,
])("%p is no traceparent", (header) => {
  expect(readTraceparent(header)).toBeUndefined()
})
