import type { Code } from "../../contract/verdicts.ts"
import type { Trace } from "../../core/trace.ts"
import type { RequestNotes } from "../../operations/context.ts"
import type { NodeLoad } from "../../storage/port/nodes.ts"
import { createLagMonitor } from "./event-loop-lag.ts"
import { counter, distributionSamples, type Family, gauge, histogram } from "./families.ts"
import { createOutcomes } from "./outcomes.ts"
import { createRate } from "./rate.ts"
import { createRequestSeries } from "./request-series.ts"

/** Metrics of the running service. Labels hold only names of operations and pages, never request data. */
export interface Metrics {
  /** Called once per request. */
  countRequest(request: CountedRequest, status: number, durationMs: number): void
  /** Verifications that verifiers have decided, without a request. */
  countDecisions(code: Code, count: number): void
  /** Shows the metrics of another part too. */
  include(families: () => readonly Family[]): void
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

export function createMetrics(version: string): Metrics {
  const startedAt = Date.now()
  const others: (() => readonly Family[])[] = []
  const requests = createRequestSeries()
  const outcomes = createOutcomes()
  const lagMonitor = createLagMonitor()
  const verifications = createRate(outcomes.verifications)
  return {
    countRequest(request, status, durationMs) {
      requests.count(request, status, durationMs)
      outcomes.count(request.notes)
    },
    countDecisions: outcomes.countMany,
    include: (families) => void others.push(families),
    families() {
      const { user, system } = process.cpuUsage()
      const [memoryBytes, cpuSeconds] = [process.memoryUsage.rss(), (user + system) / 1_000_000]
      return [
        ...requests.families(),
        ...outcomes.families(),
        ...others.flatMap((families) => families()),
        histogram(lagName, lagHelp, distributionSamples(lagName, lagMonitor.lag)),
        gauge("process_resident_memory_bytes", "Resident memory of the process in bytes.", memoryBytes),
        counter("process_cpu_seconds_total", "CPU time of the process in seconds.", cpuSeconds),
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

const lagName = "keyward_event_loop_lag_seconds"
const lagHelp = "Delay of timers, sampled twice a second."
