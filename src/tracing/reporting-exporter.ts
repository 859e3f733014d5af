import type { SpanExporter } from "@opentelemetry/sdk-trace"

interface ReportingOptions {
  readonly url: string
  report(message: string, cause: unknown): void
  now(): number
}

/** A collector that fails now and then gets no more lines than this. */
const reportEveryMs = 60_000

/** Reports that the collector takes no spans, and that it takes them again: once for each outage, not for each batch. */
export function reportingExporter(exporter: SpanExporter, { url, report, now }: ReportingOptions): SpanExporter {
  let reportedAt = Number.NEGATIVE_INFINITY
  let isReported = false
  let lost = 0
  const note = (count: number, error: Error | undefined, isSent: boolean) => {
    if (!isSent) {
      lost += count
      if (isReported || now() - reportedAt < reportEveryMs) return
      isReported = true
      reportedAt = now()
      report("The collector does not accept traces. Keyward continues and drops them.", reasonOf(error, url))
    } else if (isReported) {
      isReported = false
      report("The collector accepts traces again.", new Error(`${lost} spans were not sent`))
      lost = 0
    }
  }
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        note(spans.length, result.error, result.code === accepted)
        done(result)
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
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
