import { readUsedRow, type UsedRow } from "../../contract/used-row.ts"
import { minuteMs } from "../../core/durations.ts"
import { createMemo } from "../../core/memo.ts"
import { readTicket, type TicketFacts } from "../../core/verifier-record.ts"
import type { Tickets } from "../../secrets/tickets.ts"
import type { Service } from "../service.ts"
import { WrongMessage } from "./messages.ts"

/** Counts what verifiers have decided. */
export interface UsedRows {
  /** Counts in short steps. Throws before it counts any row if one is malformed. Leaves out rows with a wrong ticket. */
  count(workspaceId: string, rows: readonly unknown[]): Generator<undefined, void>
}

/** Counting a row takes about two microseconds, and up to ten with a new ticket. */
const rowsPerStep = 100

/** Verifiers return the same tickets twice a second. */
const rememberedTickets = 10_000

export function createUsedRows(service: Service, tickets: Tickets): UsedRows {
  const known = createMemo<{ readonly facts: TicketFacts | undefined }>(rememberedTickets)
  const factsOf = (ticket: string) =>
    known(ticket, () => {
      const text = tickets.read(ticket)
      return { facts: text === undefined ? undefined : readTicket(text) }
    }).facts
  return {
    *count(workspaceId, rows) {
      const read = rows.map(requireRow)
      let now = service.now()
      for (const [index, row] of read.entries()) {
        if (index % rowsPerStep === 0) {
          yield
          now = service.now()
        }
        // A clock may differ, and no hour that has been added up long ago may change.
        const at = Math.min(now, Math.max(row.last, now - minuteMs))
        const facts = row.ticket === undefined ? undefined : factsOf(row.ticket)
        if (row.code === "NOT_FOUND") countUnknown(service, { workspaceId, row, at })
        else if (facts?.workspaceId === workspaceId) countKnown(service, { facts, row, at })
      }
    },
  }
}

function requireRow(row: unknown): UsedRow {
  const read = readUsedRow(row)
  if (read !== undefined) return read
  throw new WrongMessage("a row of used is wrong")
}

interface UnknownUse {
  readonly workspaceId: string
  readonly row: UsedRow
  readonly at: number
}

function countUnknown(service: Service, { workspaceId, row, at }: UnknownUse): void {
  service.metrics.countDecisions(row.code, row.count)
  service.usage.notFound(workspaceId, at, row.count)
  const keep = service.verificationLog.countMany(workspaceId, true, row.count)
  keep?.({ ...basicsOf(service, row), workspaceId, time: at, apiId: null, keyId: null, identityId: null })
}

interface KnownUse {
  readonly facts: TicketFacts
  readonly row: UsedRow
  readonly at: number
}

function countKnown(service: Service, { facts, row, at }: KnownUse): void {
  const { workspaceId, apiId, keyId, identityId, isPreviousSecret } = facts
  const { code, tags = [], count } = row
  service.metrics.countDecisions(code, count)
  const matched = isPreviousSecret ? ({ name: "previous", overlapEnds: 0 } as const) : null
  const key = { keyId, facts: { workspaceId, apiId, identityId }, matched }
  service.usage.verifiedMany(key, { code, tags, now: at, count })
  const keep = service.verificationLog.countMany(workspaceId, code !== "VALID", count)
  keep?.({ ...basicsOf(service, row), workspaceId, time: at, apiId, keyId, identityId })
}

function basicsOf({ mint }: Service, { code, tags = [], ip, missing }: UsedRow) {
  return {
    requestId: mint.id("req"),
    code,
    tags,
    ip: ip ?? null,
    cost: null,
    credits: null,
    exceeded: [],
    missing: code === "INSUFFICIENT_PERMISSIONS" ? (missing ?? null) : null,
  }
}
