import type { Code } from "../../contract/verdicts.ts"
import type { Trace } from "../../core/trace.ts"
import type { RequestNotes } from "../../operations/context.ts"
import type { NodeLoad } from "../../storage/port/nodes.ts"
import { createLagMonitor } from "./event-loop-lag.ts"
import {
  counter,
  type Distribution,
  distribution,
  distributionSamples,
  type Family,
  gauge,
  histogram,
  observe,
  sample,
} from "./families.ts"
import { createOutcomes } from "./outcomes.ts"
import { createRate } from "./rate.ts"

/** Metrics of the running service. Labels hold only names of operations and pages, never request data. */
export interface Metrics {
  /** Called once per request. */
  countRequest(request: CountedRequest, status: number, durationMs: number): void
  /** Verifications that verifiers have decided, without a request. */
  countDecisions(code: Code, count: number): void
  families(): readonly Family[]
  /** Memory and verifications of this process now. */
  load(): NodeLoad
  close(): void
}

interface CountedRequest {
  readonly operationName: string
  readonly notes: RequestNotes
  readonly trace: Trace | undefined
}

/** All unknown paths share one label, so that clients cannot create labels. */
export const unknownOperation = "unknown"

interface MetricsOptions {
  readonly version: string
  /** Metrics of other parts. */
  more(): readonly Family[]
}

export function createMetrics({ version, more }: MetricsOptions): Metrics {
  const startedAt = Date.now()
  const requests = new Map<string, RequestSeries>()
  const outcomes = createOutcomes()
  const lagMonitor = createLagMonitor()
  const verifications = createRate(outcomes.verifications)
  return {
    countRequest({ operationName, notes, trace }, status, durationMs) {
      const series = seriesOf(requests, operationName)
      series.byStatus.set(status, (series.byStatus.get(status) ?? 0) + 1)
      const bucket = observe(series.durations, durationMs / 1000)
      // Only a trace that somebody records can be looked up.
      if (trace?.isSampled) {
        series.durations.exemplars[bucket] = { traceId: trace.traceId, value: durationMs / 1000, at: Date.now() }
      }
      outcomes.count(notes)
    },
    countDecisions: outcomes.countMany,
    families() {
      const cpu = process.cpuUsage()
      return [
        ...requestFamilies(requests),
        ...outcomes.families(),
        ...more(),
        histogram(lagName, lagHelp, distributionSamples(lagName, lagMonitor.lag)),
        gauge("process_resident_memory_bytes", "Resident memory of the process in bytes.", process.memoryUsage.rss()),
        counter(
          "process_cpu_seconds_total",
          "CPU time of the process in seconds.",
          (cpu.user + cpu.system) / 1_000_000,
        ),
        gauge("process_start_time_seconds", "When the service started, in Unix seconds.", startedAt / 1000),
        gauge("keyward_uptime_seconds", "Seconds since the service started.", (Date.now() - startedAt) / 1000),
        gauge("keyward_build_info", "Version of Keyward and of Bun.", 1, { version, bun: Bun.version }),
      ]
    },
    load: () => ({ memoryBytes: process.memoryUsage.rss(), verificationsPerSecond: verifications.perSecond() }),
    close() {
      lagMonitor.close()
      verifications.close()
    },
  }
}

interface RequestSeries {
  readonly byStatus: Map<number, number>
  readonly durations: Distribution
}

const durationBounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const lagName = "keyward_event_loop_lag_seconds"
const lagHelp = "Delay of timers, sampled twice a second."

function seriesOf(requests: Map<string, RequestSeries>, operation: string): RequestSeries {
  const known = requests.get(operation)
  if (known !== undefined) return known
  const fresh = { byStatus: new Map<number, number>(), durations: distribution(durationBounds) }
  requests.set(operation, fresh)
  return fresh
}

function requestFamilies(requests: ReadonlyMap<string, RequestSeries>): readonly Family[] {
  const total = "keyward_http_requests_total"
  const duration = "keyward_http_request_duration_seconds"
  const all = [...requests].sort(([one], [other]) => (one < other ? -1 : 1))
  const counts = all.flatMap(([operation, { byStatus }]) =>
    [...byStatus].map(([status, count]) => sample(total, count, { operation, status })),
  )
  const durations = all.flatMap(([operation, series]) => distributionSamples(duration, series.durations, { operation }))
  return [
    { name: total, type: "counter", help: "Responses by operation and status.", samples: counts },
    histogram(duration, "Time from request to response, by operation.", durations),
  ]
}
