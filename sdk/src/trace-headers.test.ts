import { afterEach, expect, test } from "bun:test"
import { channel } from "node:diagnostics_channel"
import { context, propagation, ROOT_CONTEXT, trace } from "@opentelemetry/api"
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks"
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from "@opentelemetry/core"
import { startReceiver } from "../../test/services/receiver.ts"
import { createKeyward } from "./index.ts"

const receiver = startReceiver(() => ({ status: 200 }))
const spanContext = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331", traceFlags: 1 }
const traceparent = `00-${spanContext.traceId}-${spanContext.spanId}-01`

afterEach(() => {
  context.disable()
  propagation.disable()
})

function useOpenTelemetry(): void {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const propagators = [new W3CTraceContextPropagator(), new W3CBaggagePropagator()]
  propagation.setGlobalPropagator(new CompositePropagator({ propagators }))
}

/** The headers of one call in a span, with baggage. */
async function headersInSpan(options: Parameters<typeof createKeyward>[0] = {}) {
  const client = createKeyward({ url: receiver.url("").replace(/\/$/, ""), key: "root", retries: 0, ...options })
  const baggage = propagation.createBaggage({ customer: { value: "42" } })
  const inSpan = trace.setSpan(propagation.setBaggage(ROOT_CONTEXT, baggage), trace.wrapSpanContext(spanContext))
  await context.with(inSpan, () => client.apis.listApis())
  return receiver.received.at(-1)?.headers ?? {}
}

test("a call belongs to the current span of OpenTelemetry, and gets nothing else of it", async () => {
  useOpenTelemetry()
  const headers = await headersInSpan()
  expect(headers.traceparent).toBe(traceparent)
  expect(headers.baggage).toBeUndefined()
})

test("without OpenTelemetry, and outside of spans, there is no header", async () => {
  expect((await headersInSpan()).traceparent).toBeUndefined()
  useOpenTelemetry()
  await createKeyward({ url: receiver.url("").replace(/\/$/, ""), key: "root", retries: 0 }).apis.listApis()
  expect(receiver.received.at(-1)?.headers.traceparent).toBeUndefined()
})

test("an instrumentation of fetch, which adds the header, is left alone", async () => {
  useOpenTelemetry()
  const created = channel("undici:request:create")
  const hear = () => {}
  created.subscribe(hear)
  expect((await headersInSpan()).traceparent).toBeUndefined()
  created.unsubscribe(hear)
  expect((await headersInSpan()).traceparent).toBe(traceparent)
})

test("own headers replace those of OpenTelemetry, and none of the client", async () => {
  useOpenTelemetry()
  const headers = await headersInSpan({ headers: () => ({ "X-Trace": "1", authorization: "Bearer other" }) })
  expect(headers["x-trace"]).toBe("1")
  expect(headers.authorization).toBe("Bearer root")
  expect(headers.traceparent).toBeUndefined()
})
