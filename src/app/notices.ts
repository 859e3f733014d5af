import type { RequestLog } from "../http/observe/request-log.ts"
import { type NoticeWatcher, startNoticeWatcher } from "../notices/watcher.ts"
import type { Store } from "../storage/port/store.ts"

interface NoticeOptions {
  readonly store: Store
  readonly log: RequestLog
  /** Closes what is started here. */
  readonly opened: AsyncDisposableStack
  /** Undefined if no other process can share the database. */
  readonly node: string | undefined
  readonly holdsLease: (() => boolean) | undefined
  /** How often to look; tests look more often, or not at all (0). */
  readonly everyMs: number | undefined
  now(): number
}

/** Returns what must hear of stored counts. */
export function startNotices(options: NoticeOptions): Pick<NoticeWatcher, "usageStored"> {
  const { store, log, opened, now, node = "only", holdsLease = () => true, everyMs = 1_000 } = options
  if (everyMs === 0) return { usageStored() {} }
  const report = (error: unknown) => log.report("Notices could not be recorded. Keyward tries again.", error)
  const watcher = startNoticeWatcher({ store, node, everyMs, now, holdsLease, report })
  opened.defer(() => watcher.close())
  return watcher
}
