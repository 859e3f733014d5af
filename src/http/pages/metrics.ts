import type { Metrics } from "../observe/metrics.ts"
import type { Page } from "../server/routes.ts"

export function metricsPage(metrics: Metrics): Page {
  return {
    name: "metrics",
    path: "/metrics",
    serve: async () => ({
      status: 200,
      headers: { "Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store" },
      body: metrics.text(),
    }),
  }
}
