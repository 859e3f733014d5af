import type { Trace } from "../../core/trace.ts"
import {
  type Distribution,
  distribution,
  distributionSamples,
  type Family,
  histogram,
  observe,
  sample,
} from "./families.ts"

/** Requests by operation: their statuses and durations. */
export interface RequestSeries {
  count(request: SeriesRequest, status: number, durationMs: number): void
  families(): readonly Family[]
}

interface SeriesRequest {
  readonly operationName: string
  readonly trace: Trace | undefined
}

interface Series {
  readonly byStatus: Map<number, number>
  readonly durations: Distribution
}

const durationBounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createRequestSeries(): RequestSeries {
  const byOperation = new Map<string, Series>()
  const seriesOf = (operation: string): Series => {
    const known = byOperation.get(operation)
    if (known !== undefined) return known
    const fresh = { byStatus: new Map<number, number>(), durations: distribution(durationBounds) }
    byOperation.set(operation, fresh)
    return fresh
  }
  return {
    count({ operationName, trace }, status, durationMs) {
      const { byStatus, durations } = seriesOf(operationName)
      const seconds = durationMs / 1000
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
      const bucket = observe(durations, seconds)
      // A trace that is not recorded cannot be looked up.
      if (trace?.isSampled) durations.exemplars[bucket] = { traceId: trace.traceId, value: seconds, at: Date.now() }
    },
    families() {
      const total = "keyward_http_requests_total"
      const duration = "keyward_http_request_duration_seconds"
      const all = [...byOperation].sort(([one], [other]) => (one < other ? -1 : 1))
      const counts = all.flatMap(([operation, { byStatus }]) =>
        [...byStatus].map(([status, count]) => sample(total, count, { operation, status })),
      )
      const durations = all.flatMap(([operation, series]) =>
        distributionSamples(duration, series.durations, { operation }),
      )
      return [
        { name: total, type: "counter", help: "Responses by operation and status.", samples: counts },
        histogram(duration, "Time from request to response, by operation.", durations),
      ]
    },
  }
}
