import { type RawBuilder, sql } from "kysely"
import type { LogFilter, LoggedVerification, LogPosition, LogQuery } from "../port/verification-log.ts"

/** A row as both engines store it. */
export interface LogRow {
  readonly workspace_id: string
  readonly time: number | string
  readonly request_id: string
  readonly code: string
  readonly api_id: string | null
  readonly key_id: string | null
  readonly identity_id: string | null
  readonly tags: string
  readonly ip: string | null
  readonly cost: number | string | null
  readonly credits: number | string | null
  readonly exceeded: string
  readonly missing: string | null
  readonly weight: number | string
}

const columns = {
  workspace_id: "text",
  time: "integer",
  request_id: "text",
  code: "text",
  api_id: "text",
  key_id: "text",
  identity_id: "text",
  tags: "text",
  ip: "text",
  cost: "integer",
  credits: "integer",
  exceeded: "text",
  missing: "text",
  weight: "integer",
} as const

const required = new Set(["workspace_id", "time", "request_id", "code", "tags", "exceeded", "weight"])

/** The columns and the key of the table; the key is the order in which the log is read. */
export function tableText(types: { readonly text: string; readonly integer: string }): string {
  const lines = Object.entries(columns).map(
    ([name, type]) => `${name} ${types[type]}${required.has(name) ? " not null" : ""}`,
  )
  return [...lines, "primary key (workspace_id, time, request_id)"].join(", ")
}

export const columnNames: readonly string[] = Object.keys(columns)
export const columnTypes = columns

export function toRow(verification: LoggedVerification): LogRow {
  return {
    workspace_id: verification.workspaceId,
    time: verification.time,
    request_id: verification.requestId,
    code: verification.code,
    api_id: verification.apiId,
    key_id: verification.keyId,
    identity_id: verification.identityId,
    tags: JSON.stringify(verification.tags),
    ip: verification.ip,
    cost: verification.cost,
    credits: verification.credits,
    exceeded: JSON.stringify(verification.exceeded),
    missing: verification.missing,
    weight: verification.weight,
  }
}

export function toObject(row: LogRow): LoggedVerification {
  return {
    workspaceId: row.workspace_id,
    time: Number(row.time),
    requestId: row.request_id,
    code: row.code,
    apiId: row.api_id,
    keyId: row.key_id,
    identityId: row.identity_id,
    tags: JSON.parse(row.tags),
    ip: row.ip,
    cost: row.cost === null ? null : Number(row.cost),
    credits: row.credits === null ? null : Number(row.credits),
    exceeded: JSON.parse(row.exceeded),
    missing: row.missing,
    weight: Number(row.weight),
  }
}

/** Rows after a position in the given direction, up to and including the end of a step. */
export interface StepRange {
  readonly from: LogPosition | undefined
  readonly end: LogPosition | undefined
}

/** Finds the last row of a step, whatever the filter. */
export function stepEnd(query: LogQuery, rows: number): RawBuilder<Pick<LogRow, "time" | "request_id">> {
  const order = sql.raw(query.direction === "backward" ? "desc" : "asc")
  return sql`select time, request_id from verification_log where ${within(query, { from: query.from, end: undefined })}
    order by workspace_id ${order}, time ${order}, request_id ${order} limit 1 offset ${sql.lit(rows - 1)}`
}

export function stepRows(engine: "sqlite" | "postgres", query: LogQuery, range: StepRange): RawBuilder<LogRow> {
  const order = sql.raw(query.direction === "backward" ? "desc" : "asc")
  return sql`select * from verification_log where ${within(query, range)}${matching(engine, query.filter)}
    order by workspace_id ${order}, time ${order}, request_id ${order} limit ${sql.lit(query.limit)}`
}

function within({ filter, direction }: LogQuery, { from, end }: StepRange): RawBuilder<unknown> {
  const { workspaceId, since, until } = filter
  const beyond = sql.raw(direction === "backward" ? "<" : ">")
  const upTo = sql.raw(direction === "backward" ? ">=" : "<=")
  const atOrBeyond = sql.raw(direction === "backward" ? "<=" : ">=")
  return sql.join(
    [
      sql`workspace_id = ${workspaceId}`,
      ...(since === undefined ? [] : [sql`time >= ${since}`]),
      ...(until === undefined ? [] : [sql`time < ${until}`]),
      // PostgreSQL skips partitions by the time alone, not by the pair.
      ...(from === undefined
        ? []
        : [sql`time ${atOrBeyond} ${from.time} and (time, request_id) ${beyond} (${from.time}, ${from.requestId})`]),
      ...(end === undefined ? [] : [sql`(time, request_id) ${upTo} (${end.time}, ${end.requestId})`]),
    ],
    sql` and `,
  )
}

function matching(engine: "sqlite" | "postgres", filter: LogFilter): RawBuilder<unknown> {
  const { apiId, apiIds, keyId, identityId, codes, tag, ip, requestId } = filter
  const equal = { api_id: apiId, key_id: keyId, identity_id: identityId, ip, request_id: requestId }
  const tags =
    engine === "sqlite" ? sql`json_each(tags) as e` : sql`json_array_elements_text(cast(tags as json)) as e(value)`
  const conditions = [
    ...Object.entries(equal).flatMap(([name, value]) =>
      value === undefined ? [] : [sql` and ${sql.ref(name)} = ${value}`],
    ),
    ...(apiIds === undefined
      ? []
      : [sql` and ${apiIds.length === 0 ? sql`1 = 0` : sql`api_id in (${sql.join(apiIds)})`}`]),
    ...(codes === undefined ? [] : [sql` and code in (${sql.join(codes)})`]),
    ...(tag === undefined ? [] : [sql` and exists (select 1 from ${tags} where e.value = ${tag})`]),
  ]
  return conditions.length === 0 ? sql`` : sql.join(conditions, sql``)
}
