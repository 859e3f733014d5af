import type { HeldKey } from "./held-key.ts"
import type { LocalCode, UsedRow } from "./used-row.ts"

export interface Used {
  /** True if there are so many rows that they should be sent now. */
  count(held: HeldKey, use: Use): boolean
  /** The rows since the last call. */
  take(): readonly UsedRow[]
}

interface Use {
  readonly code: LocalCode
  readonly input: {
    readonly tags?: readonly string[] | undefined
    readonly ip?: string | undefined
    readonly permissions?: string | undefined
  }
  /** By the time of the server. */
  readonly time: number
}

/** One message. Requests from many addresses make many rows. */
export const rowsPerMessage = 1_000

/** Counts local decisions until they are sent. */
export function createUsed(): Used {
  let rows = new Map<string, UsedRow>()
  return {
    count(held, { code, input, time }) {
      const { ip } = input
      const tags = input.tags?.length === 0 ? undefined : input.tags
      const missing = code === "INSUFFICIENT_PERMISSIONS" ? input.permissions : undefined
      const latest = held.latestUse
      if (latest !== undefined && latest.code === code && latest.missing === missing) {
        if (latest.ip === ip && tags === undefined && latest.tags === undefined && latest.count > 0) {
          latest.count += 1
          latest.last = time
          return false
        }
      }
      const ticket = code === "NOT_FOUND" ? undefined : held.record.ticket
      const name = JSON.stringify([ticket, code, ip, missing, tags])
      let row = rows.get(name)
      if (row === undefined) {
        row = { ticket, code, tags: tags && [...tags], ip, missing, count: 0, last: time }
        rows.set(name, row)
      }
      row.count += 1
      row.last = time
      held.latestUse = row
      return rows.size >= rowsPerMessage
    },
    take() {
      const taken = [...rows.values()]
      rows = new Map()
      const copies = taken.map((row) => ({ ...row, last: Math.floor(row.last) }))
      // A held key may still point at its row: 0 says that the row was sent.
      for (const row of taken) row.count = 0
      return copies
    },
  }
}
