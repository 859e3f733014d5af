import type { RawBuilder } from "kysely"
import type { LogPage, LogQuery } from "../port/verification-log.ts"
import { type LogRow, stepEnd, stepRows, toObject } from "./log-statements.ts"

/** Rows per statement if a filter fits few of them. */
const rowsPerStep = 2_000
/** Then the page ends, and its cursor continues. */
const stepsPerPage = 25

export type ReadLog = <Row>(statement: RawBuilder<Row>) => Promise<readonly Row[]>

/** Reads a page in short statements, so that a filter that matches nothing delays no other request. */
export async function listInSteps(engine: "sqlite" | "postgres", query: LogQuery, read: ReadLog): Promise<LogPage> {
  const found: LogRow[] = []
  let { from } = query
  for (let step = 0; step < stepsPerPage; step += 1) {
    const [last] = await read(stepEnd({ ...query, from }, rowsPerStep))
    const end = last && { time: Number(last.time), requestId: last.request_id }
    // One more row shows whether another page follows.
    const limit = query.limit + 1 - found.length
    found.push(...(await read(stepRows(engine, { ...query, limit }, { from, end }))))
    if (found.length > query.limit) {
      const page = found.slice(0, query.limit)
      const row = page.at(-1)
      return { rows: page.map(toObject), next: row && { time: Number(row.time), requestId: row.request_id } }
    }
    if (end === undefined) return { rows: found.map(toObject), next: undefined }
    from = end
  }
  return { rows: found.map(toObject), next: from }
}
