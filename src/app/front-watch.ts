import { frontCountOf } from "../config/front-slot.ts"
import type { Config } from "../config.ts"
import type { FrontsReport } from "../contract/fronts-report.ts"
import { counter, type Family, gauge } from "../http/observe/families.ts"
import type { ProcessUse } from "../http/observe/metrics.ts"
import type { PoolState } from "./platform.ts"

/** How the fronts of this process are doing: for its metrics, its readiness and the list of nodes. */
export interface FrontWatch {
  note(front: number, use: ProcessUse): void
  /** Its processor time still counts, because a counter never falls. */
  end(front: number): void
  /** Called once the fronts are started. */
  follow(fronts: Started): void
  /** Resolves once all fronts have reported their usage, or soon. */
  collectUsage(): Promise<void>
  /** What all fronts use. */
  use(): ProcessUse
  /** Undefined without fronts. */
  report(): FrontsReport | undefined
  hasFailing(): boolean
  families(): readonly Family[]
}

interface Started {
  state(): PoolState
  collectUsage(): Promise<void>
}

const notStarted: Started = {
  state: () => ({ serving: 0, restarts: 0, hasFailing: false }),
  collectUsage: async () => {},
}

export function createFrontWatch(config: Pick<Config, "fronts">): FrontWatch {
  const configured = frontCountOf(config)
  const running = new Map<number, ProcessUse>()
  let endedCpuSeconds = 0
  let fronts = notStarted
  return {
    note: (front, use) => void running.set(front, use),
    end(front) {
      endedCpuSeconds += running.get(front)?.cpuSeconds ?? 0
      running.delete(front)
    },
    follow(started) {
      fronts = started
    },
    collectUsage: () => fronts.collectUsage(),
    use() {
      const all = [...running.values()]
      const sum = (of: (use: ProcessUse) => number) => all.reduce((total, use) => total + of(use), 0)
      return {
        cpuSeconds: endedCpuSeconds + sum(({ cpuSeconds }) => cpuSeconds),
        memoryBytes: sum(({ memoryBytes }) => memoryBytes),
      }
    },
    report: () => (configured === 0 ? undefined : { configured, serving: fronts.state().serving }),
    hasFailing: () => fronts.state().hasFailing,
    families() {
      const { serving, restarts } = fronts.state()
      return [
        gauge("keyward_fronts_configured", "Front processes that KEYWARD_FRONTS starts.", configured),
        gauge("keyward_fronts", "Front processes that serve now.", serving),
        counter("keyward_front_restarts_total", "How often a front process has ended and was started again.", restarts),
      ]
    },
  }
}
