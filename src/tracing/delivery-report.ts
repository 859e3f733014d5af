import type { SpanExporter, SpanProcessor } from "@opentelemetry/sdk-trace"

interface ReportOptions {
  readonly url: string
  /** Spans that wait at most. */
  readonly queueSize: number
  report(message: string, cause: unknown): void
  now(): number
}

/** A collector that fails now and then gets no more lines than this. */
const reportEveryMs = 60_000

/** Reports what does not reach the collector: once for each outage, and not for each batch or span. */
export function createDeliveryReport({ url, queueSize, report, now }: ReportOptions) {
  let reportedAt = Number.NEGATIVE_INFINITY
  let isOutage = false
  let waiting = 0
  let lost = 0
  const reportSeldom = (message: string, cause: Error): boolean => {
    if (isOutage || now() - reportedAt < reportEveryMs) return false
    reportedAt = now()
    report(message, cause)
    return true
  }
  const drop = () => {
    lost += 1
    const reason = new Error(`${queueSize} spans wait already`)
    reportSeldom("Spans are dropped, because more end than the collector accepts. Trace a smaller share.", reason)
  }
  const fail = (count: number, error: Error | undefined) => {
    lost += count
    const message = "The collector does not accept traces. Keyward continues and drops them."
    if (reportSeldom(message, reasonOf(error, url))) isOutage = true
  }
  const succeed = () => {
    if (!isOutage) return
    isOutage = false
    report("The collector accepts traces again.", new Error(`${lost} spans were not sent`))
    lost = 0
  }
  return {
    /** Stands before the queue, and knows as it does whether a span has room. */
    beforeQueue: {
      onStart() {},
      onEnd() {
        if (waiting < queueSize) waiting += 1
        else drop()
      },
      forceFlush: async () => {},
      shutdown: async () => {},
    } satisfies SpanProcessor,

    exporter: (exporter: SpanExporter): SpanExporter => ({
      export(spans, done) {
        waiting -= spans.length
        exporter.export(spans, (result) => {
          if (result.code === accepted) succeed()
          else fail(spans.length, result.error)
          done(result)
        })
      },
      forceFlush: async () => exporter.forceFlush?.(),
      shutdown: () => exporter.shutdown(),
    }),
  }
}

/** `ExportResultCode.SUCCESS` */
const accepted = 0

/** Names the address, and the status or the code of the failure. A body of the response could repeat a header. */
function reasonOf(error: Error | undefined, url: string): Error {
  const { host } = new URL(url)
  const code: unknown = error !== undefined && "code" in error ? error.code : undefined
  if (typeof code === "number") return new Error(`${host} answered ${code}`)
  // The library repeats after these, and then forgets which one it was.
  if (error?.name === "OTLPExporterError") return new Error(`${host} answered 429, 502, 503 or 504`)
  return new Error(`${host} does not answer${typeof code === "string" ? `: ${code}` : " in time"}`)
}
