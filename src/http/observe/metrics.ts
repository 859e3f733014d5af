import { createLoopWatch } from "./event-loop-lag.ts"
import {
  counter,
  type Distribution,
  distribution,
  distributionSamples,
  family,
  gauge,
  observe,
  sample,
} from "./prometheus.ts"

/** What is measured of the running service. Labels are names of operations and pages, never anything a request brings. */
export interface Metrics {
  /** Called once per request. */
  countRequest(operation: string, status: number, durationMs: number): void
  /** In the text format of Prometheus. */
  text(): string
  close(): void
}

/** Everything whose path is unknown counts under one name, so that nobody can make labels up. */
export const unknownOperation = "unknown"

interface Measured {
  readonly version: string
  /** What others measure, in the same format. */
  more(): string
}

export function createMetrics({ version, more }: Measured): Metrics {
  const startedAt = Date.now()
  const requests = new Map<string, RequestSeries>()
  const loop = createLoopWatch()
  return {
    countRequest(operation, status, durationMs) {
      const series = seriesOf(requests, operation)
      series.byStatus.set(status, (series.byStatus.get(status) ?? 0) + 1)
      observe(series.durations, durationMs / 1000)
    },
    text() {
      const cpu = process.cpuUsage()
      return [
        requestFamilies(requests),
        more(),
        family({ name: lagName, type: "histogram", help: lagHelp }, distributionSamples(lagName, loop.lag)),
        gauge("process_resident_memory_bytes", "Memory of the process.", process.memoryUsage.rss()),
        counter("process_cpu_seconds_total", "CPU time used by the process.", (cpu.user + cpu.system) / 1_000_000),
        gauge("process_start_time_seconds", "When the service started, in Unix seconds.", startedAt / 1000),
        gauge("keyward_uptime_seconds", "Seconds since the service started.", (Date.now() - startedAt) / 1000),
        gauge("keyward_build_info", "Version of the program and of its runtime.", 1, { version, bun: Bun.version }),
      ].join("")
    },
    close: () => loop.close(),
  }
}

interface RequestSeries {
  readonly byStatus: Map<number, number>
  readonly durations: Distribution
}

const durationBounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const lagName = "keyward_event_loop_lag_seconds"
const lagHelp = "How late timers fire, sampled twice a second."

function seriesOf(requests: Map<string, RequestSeries>, operation: string): RequestSeries {
  const known = requests.get(operation)
  if (known !== undefined) return known
  const fresh = { byStatus: new Map<number, number>(), durations: distribution(durationBounds) }
  requests.set(operation, fresh)
  return fresh
}

function requestFamilies(requests: ReadonlyMap<string, RequestSeries>): string {
  const total = "keyward_http_requests_total"
  const duration = "keyward_http_request_duration_seconds"
  const all = [...requests].sort(([one], [other]) => (one < other ? -1 : 1))
  const counts = all.flatMap(([operation, { byStatus }]) =>
    [...byStatus].map(([status, count]) => sample(total, count, { operation, status })),
  )
  const durations = all.flatMap(([operation, series]) => distributionSamples(duration, series.durations, { operation }))
  return [
    family({ name: total, type: "counter", help: "Requests answered, by operation and status." }, counts),
    family({ name: duration, type: "histogram", help: "Time to answer a request, by operation." }, durations),
  ].join("")
}
