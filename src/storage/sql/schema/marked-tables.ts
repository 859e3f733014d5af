import type { AnyTable } from "./columns.ts"
import { tables } from "./tables.ts"

/** Tables whose rows change only under the lock of their workspace. */
export const lockedTables = tablesWhere(({ isLockedByWorkspace }) => isLockedByWorkspace)

/** Tables that are written when the events of a change are appended. */
export const eventTables = tablesWhere(({ recordsEvents }) => recordsEvents)

/** Tables whose rows are deleted once they have expired. */
export const expiringTables = tablesWhere(({ isDeletedAtExpiry }) => isDeletedAtExpiry)

function tablesWhere(matches: (table: AnyTable) => boolean | undefined): ReadonlySet<string> {
  return new Set(Object.entries<AnyTable>(tables).flatMap(([name, table]) => (matches(table) ? [name] : [])))
}
