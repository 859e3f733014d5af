import { type BalanceWatch, noBalanceWatch } from "../core/balance-watch.ts"
import type { RequestLog } from "../http/observe/request-log.ts"
import { startBalanceWatch } from "../notices/balance-watch.ts"
import type { Store } from "../storage/port/store.ts"

interface BalanceNoticesOptions {
  readonly store: Store
  readonly log: RequestLog
  /** Closes what is started here. */
  readonly opened: AsyncDisposableStack
  /** How often to look; tests look more often, or not at all (0). */
  readonly everyMs: number | undefined
  now(): number
}

interface BalanceNotices {
  readonly watch: BalanceWatch
  /** Objects that a call of this process has changed. */
  changed(ids: readonly string[]): void
}

export function startBalanceNotices(options: BalanceNoticesOptions): BalanceNotices {
  const { store, log, opened, now, everyMs = 1_000 } = options
  if (everyMs === 0) return { watch: noBalanceWatch, changed() {} }
  const report = (error: unknown) =>
    log.report("Notices of balances could not be recorded. Keyward tries again.", error)
  const watch = startBalanceWatch({ store, everyMs, now, report })
  opened.defer(() => watch.close())
  return { watch, changed: watch.changed }
}
