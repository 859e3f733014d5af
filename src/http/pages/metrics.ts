import { openMetrics, prometheusText } from "../observe/exposition.ts"
import type { Metrics } from "../observe/metrics.ts"
import { qualityOf } from "../request/quality.ts"
import type { Page } from "../server/routes.ts"

interface Rendered {
  readonly body: Uint8Array<ArrayBuffer>
  readonly at: number
}

/** Rendering takes milliseconds of the serving thread, so scrapes within this time share one text. */
const keptMs = 1_000

export function metricsPage(metrics: Metrics): Page {
  const rendered = new Map<string, Rendered>()
  return {
    name: "metrics",
    path: "/metrics",
    async serve({ headers }) {
      const { contentType, write } = prefersOpenMetrics(headers.get("accept")) ? openMetrics : prometheusText
      const now = performance.now()
      const last = rendered.get(contentType)
      const isKept = last !== undefined && now - last.at < keptMs
      const body = isKept ? last.body : new TextEncoder().encode(write(metrics.families()))
      if (!isKept) rendered.set(contentType, { body, at: now })
      return {
        status: 200,
        headers: { "Content-Type": contentType, "Cache-Control": "no-store", Vary: "Accept" },
        body,
      }
    },
  }
}

/** Whoever can read both usually prefers OpenMetrics, because it has exemplars. */
function prefersOpenMetrics(accept: string | null): boolean {
  const wanted = qualityOf(accept, "application/openmetrics-text") ?? 0
  return wanted > 0 && wanted >= (qualityOf(accept, "text/plain") ?? 0)
}
