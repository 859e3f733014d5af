import { afterAll, describe, expect, test } from "bun:test"
import { until } from "../../test/harness/until.ts"
import { startCollector, treeOf } from "../../test/services/collector.ts"
import { fault } from "../contract/errors.ts"
import { createOtlpTracer } from "./otlp-tracer.ts"
import type { SpanStart } from "./tracer.ts"

const collector = startCollector()
afterAll(() => collector.stop())

const settings = {
  url: `${collector.url}/v1/traces`,
  otlpEndpoint: undefined,
  otlpTracesEndpoint: undefined,
  otlpHeaders: {},
  otlpTimeoutMs: 1_000,
  otlpCompression: "none",
  tracesExporter: "otlp",
  telemetryDisabled: "false",
  tracesSampler: "parentbased_always_on",
  tracesSampledShare: 1,
  spanQueueSize: 1_000,
  spanBatchSize: 100,
  spanDelayMs: 5,
  spanTimeoutMs: 1_000,
} as const
const open = (changed: Partial<typeof settings> | { readonly spanQueueSize: number } = {}) =>
  createOtlpTracer({ ...settings, ...changed }, { resource: {}, version: "0.0.0", report: () => {} })

const request: SpanStart = { name: "request", kind: "server" }
const read: SpanStart = { name: "read", kind: "client" }
const ended = { hasFailed: false }

/** All spans of one request, which `work` makes below it. */
async function spansOf(work: (tracer: ReturnType<typeof open>) => void | Promise<void>, after = () => {}) {
  const tracer = open()
  const span = tracer.start(request)
  await span?.run(() => work(tracer))
  span?.end(ended)
  span?.run(after)
  await tracer.close()
  return collector.spans.filter(({ traceId }) => traceId === span?.trace.traceId)
}

describe("spans", () => {
  test("are below the span that runs, also after pauses and side by side", async () => {
    const spans = await spansOf(async (tracer) => {
      const one = (name: string) =>
        tracer.within({ name, kind: "internal" }, async () => {
          await Bun.sleep(0)
          await tracer.within(read, async () => {})
        })
      await one("first")
      await Promise.all([one("second"), one("third")])
    })
    expect(treeOf(spans)).toEqual(["request", "  first", "    read", "  second", "    read", "  third", "    read"])
  })

  test("of a bound function are below the span that has bound it, whoever calls it", async () => {
    const spans = await spansOf(async (tracer) => {
      const bound = tracer.within({ name: "binder", kind: "internal" }, () =>
        tracer.bind(() => tracer.within(read, () => {})),
      )
      tracer.within({ name: "caller", kind: "internal" }, bound)
    })
    expect(treeOf(spans)).toEqual(["request", "  binder", "    read", "  caller"])
  })

  test("are not made outside, nor after the request", async () => {
    let late = () => {}
    const spans = await spansOf(
      (tracer) => {
        tracer.outside(() => tracer.within(read, () => {}))
        late = () => tracer.within(read, () => {})
      },
      () => late(),
    )
    expect(treeOf(spans)).toEqual(["request"])
  })

  test("have the kind of an error and never its text, and a refusal is no failure", async () => {
    class Lost extends Error {
      override readonly name = "Lost"
    }
    const spans = await spansOf(async (tracer) => {
      const lost = () => Promise.reject(new Lost("kw_secret"))
      await tracer.within({ name: "lost", kind: "client" }, lost).catch(() => {})
      const refused = () => {
        throw fault("data/api_not_found")
      }
      expect(() => tracer.within({ name: "refused", kind: "client" }, refused)).toThrow()
    })
    const facts = spans.map(({ name, hasFailed, attributes }) => [name, hasFailed, attributes["error.type"]])
    expect(facts).toContainEqual(["lost", true, "Lost"])
    expect(facts).toContainEqual(["refused", false, "data/api_not_found"])
    expect(collector.exports.some(({ bytes }) => Buffer.from(bytes).includes("kw_secret"))).toBe(false)
  })

  test("are a hundred below one request at most, and the request counts the others", async () => {
    const spans = await spansOf((tracer) => {
      for (let count = 0; count < 130; count++) tracer.within(read, () => {})
    })
    expect(spans.filter(({ name }) => name === "read")).toHaveLength(100)
    expect(spans.find(({ name }) => name === "request")?.attributes["keyward.omitted_spans"]).toBe(30)
  })

  test("wait in a queue with an end while the collector hangs, and the close does not wait for it", async () => {
    const tracer = open({ spanQueueSize: 200 })
    collector.answer("hangs")
    const before = collector.exports.length
    for (let count = 0; count < 150; count++) tracer.start(request)?.end(ended)
    await until(() => collector.exports.length > before)
    for (let count = 0; count < 5_000; count++) tracer.start(request)?.end(ended)
    const startedAt = performance.now()
    await tracer.close()
    // The library would wait until each batch has timed out.
    expect(performance.now() - startedAt).toBeLessThan(60_000)
    const sent = collector.exports.slice(before).map(({ bytes }) => bytes.length)
    // Each span takes at least 40 bytes.
    expect(sent.reduce((sum, length) => sum + length, 0)).toBeLessThan(5_000 * 40)
    collector.answer(200)
  })
})

describe("causes", () => {
  test("are the spans in which something was changed, and only the last thousand are kept", async () => {
    const tracer = open()
    const span = tracer.start(request)
    span?.run(() => {
      for (let count = 0; count <= 1_000; count++) tracer.rememberCause(`req_${count}`)
    })
    expect(tracer.causeOf("req_0")).toBeUndefined()
    expect([tracer.causeOf("req_1"), tracer.causeOf("req_1000")]).toEqual([span?.trace, span?.trace])
    tracer.rememberCause("req_outside")
    expect(tracer.causeOf("req_outside")).toBeUndefined()
    await tracer.close()
  })
})
