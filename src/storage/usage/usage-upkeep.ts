import { dayMs } from "../../core/durations.ts"
import type { UsageUpkeep } from "../port/usage.ts"
import type { VerificationLog } from "../port/verification-log.ts"

interface Settings {
  now(): number
  /** Days for which usage is kept by hour. */
  readonly usageDays: number
  readonly log: Pick<VerificationLog, "deleteOld" | "deleteExcess">
  /** Days for which verifications stay in the log. */
  readonly logDays: number
  /** Receives failures; the next run tries again. */
  report(error: unknown): void
}

/** Rolls up and deletes counts. */
export interface RunningUpkeep {
  /** Waits for the current step. */
  close(): Promise<void>
}

const everyMs = 30_000
/** Other writers get a turn between two steps. */
const pauseMs = 10

/** Runs at the start and every 30 seconds. Several nodes may run it at once. */
export function startUsageUpkeep(
  usage: UsageUpkeep,
  { now, usageDays, log, logDays, report }: Settings,
): RunningUpkeep {
  let underWay: Promise<void> | undefined
  let isClosed = false
  const repeat = async (step: () => Promise<boolean>) => {
    while (!isClosed && (await step())) await Bun.sleep(pauseMs)
  }
  const run = async () => {
    await repeat(() => usage.rollUp(now()))
    await repeat(() => usage.deleteOld(now(), usageDays))
    await repeat(() => log.deleteOld(now() - logDays * dayMs))
    await repeat(() => log.deleteExcess())
  }
  const start = () => {
    underWay ??= run()
      .catch(report)
      .finally(() => {
        underWay = undefined
      })
  }
  start()
  const timer = setInterval(start, everyMs)
  timer.unref()
  return {
    async close() {
      isClosed = true
      clearInterval(timer)
      await underWay
    },
  }
}
