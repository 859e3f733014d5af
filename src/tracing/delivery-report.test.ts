import { expect, test } from "bun:test"
import { type ReadableSpan, type SpanExporter, TracerProvider } from "@opentelemetry/sdk-trace"
import { createDeliveryReport } from "./delivery-report.ts"

/** A queue of two spans in front of a collector that the test opens and closes. */
function setUp() {
  const clock = { now: 0 }
  const lines: string[] = []
  const report = createDeliveryReport({
    url: "http://collector:4318/v1/traces",
    queueSize: 2,
    report: (message, cause) => lines.push(`${message} ${cause instanceof Error ? cause.message : ""}`),
    now: () => clock.now,
  })
  const provider = new TracerProvider({ spanProcessors: [report.beforeQueue] })
  let failure: Error | undefined
  const collector: SpanExporter = {
    export: (_spans, done) => done(failure === undefined ? { code: 0 } : { code: 1, error: failure }),
    shutdown: async () => {},
  }
  const exporter = report.exporter(collector)
  return {
    lines,
    clock,
    end: () => provider.getTracer("test").startSpan("one").end(),
    send(count: number, next?: Error) {
      failure = next
      exporter.export(Array.from<ReadableSpan>({ length: count }), () => {})
    },
  }
}

const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" })

test("an outage is reported once, and its end", () => {
  const { lines, send } = setUp()
  send(3)
  send(2, refused)
  send(2, refused)
  expect(lines).toEqual([
    "The collector does not accept traces. Keyward continues and drops them. collector:4318 does not answer: ECONNREFUSED",
  ])
  send(1)
  send(1)
  expect(lines.slice(1)).toEqual(["The collector accepts traces again. 4 spans were not sent"])
})

test("a collector that fails every few seconds is reported once a minute", () => {
  const { lines, clock, send } = setUp()
  for (; clock.now < 60_000; clock.now += 1_000) {
    send(1, refused)
    send(1)
  }
  expect(lines).toHaveLength(2)
  send(1, refused)
  expect(lines).toHaveLength(3)
})

test.each([
  ["collector:4318 answered 401", Object.assign(new Error("Unauthorized: token"), { code: 401 })],
  ["collector:4318 answered 429, 502, 503 or 504", Object.assign(new Error(""), { name: "OTLPExporterError" })],
  ["collector:4318 does not answer in time", new Error("Request timed out")],
])("the reason is short and repeats no response: %s", (reason, error) => {
  const { lines, send } = setUp()
  send(1, error)
  expect(lines[0]).toEndWith(` ${reason}`)
})

test("spans beyond the queue are reported, and room in it is used again", () => {
  const { lines, end, send } = setUp()
  end()
  end()
  expect(lines).toEqual([])
  end()
  end()
  expect(lines).toEqual([
    "Spans are dropped, because more end than the collector accepts. Trace a smaller share. 2 spans wait already",
  ])
  send(2)
  end()
  end()
  expect(lines).toHaveLength(1)
})
