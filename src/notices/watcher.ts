import type { Store } from "../storage/port/store.ts"
import type { Usage } from "../storage/port/usage.ts"
import { tellExpiries } from "./expiries.ts"
import { tellFailingWebhooks } from "./failing-webhooks.ts"
import { createUsageWatch } from "./usage-watch.ts"

/** Looks for what has come about without a call, and records notices of it. */
export interface NoticeWatcher {
  /** This node has stored these counts of verifications. */
  usageStored(usage: Usage): void
  /** Begins nothing more, and waits for what is under way. */
  close(): Promise<void>
}

interface WatcherOptions {
  readonly store: Store
  /** This node, or any name if it is the only one. */
  readonly node: string
  readonly everyMs: number
  now(): number
  /** Whether the lease of this node holds. */
  holdsLease(): boolean
  report(error: unknown): void
}

const minuteMs = 60_000
/** Looks at counts less often, because many workspaces have new ones all the time. */
const usageEveryTicks = 20

/** One node watches over keys and webhooks for all, and each over the counts that it stores. Marks keep a notice single even while two believe that they have the duty. */
export function startNoticeWatcher({ store, node, everyMs, now, holdsLease, report }: WatcherOptions): NoticeWatcher {
  let underWay: Promise<void> | undefined
  let isClosed = false
  let lookedAt = Number.NEGATIVE_INFINITY
  const mayGoOn = () => !isClosed && holdsLease()
  const usage = createUsageWatch({ store, now, mayGoOn })
  let ticks = 0
  const look = async () => {
    if (!mayGoOn()) return
    const isTurnOfUsage = ticks % usageEveryTicks === 0
    ticks += 1
    // First, because its start reads how far the watch had come, and what follows moves that on.
    if (isTurnOfUsage) await usage.look()
    const minute = Math.floor(now() / minuteMs)
    if (minute !== lookedAt && (await store.noticeWatch.takeDuty(node))) {
      await tellExpiries({ store, now, mayGoOn })
      await tellFailingWebhooks(store, now())
    }
    lookedAt = minute
  }
  const tick = () => {
    underWay ??= look()
      .catch((error) => {
        if (!isClosed) report(error)
      })
      .finally(() => {
        underWay = undefined
      })
  }
  const timer = setInterval(tick, everyMs)
  timer.unref()
  tick()
  return {
    usageStored: usage.stored,
    async close() {
      isClosed = true
      clearInterval(timer)
      await underWay
    },
  }
}
