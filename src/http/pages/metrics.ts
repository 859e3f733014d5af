import type { Metrics } from "../observe/metrics.ts"
import type { Page } from "../server/routes.ts"

/** Rendering takes milliseconds of the serving thread, so scrapes within this time share one text. */
const keptMs = 1_000

export function metricsPage(metrics: Metrics): Page {
  let rendered: { readonly body: Uint8Array<ArrayBuffer>; readonly at: number } | undefined
  return {
    name: "metrics",
    path: "/metrics",
    async serve() {
      const now = performance.now()
      if (rendered === undefined || now - rendered.at >= keptMs) {
        rendered = { body: new TextEncoder().encode(metrics.text()), at: now }
      }
      return {
        status: 200,
        headers: { "Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store" },
        body: rendered.body,
      }
    },
  }
}
