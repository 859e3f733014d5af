import type { Insertable } from "kysely"
import type { Schema } from "../../src/storage/sql/schema/schema.ts"

type Value = string | number | null

/** A statement with `?` for each parameter, which both engines prepare once per text. */
export interface Statement {
  readonly text: string
  readonly parameters: readonly Value[]
}

type Rows<Table extends keyof Schema> = readonly Insertable<Schema[Table]>[]

export function insertInto<Table extends keyof Schema>(table: Table, rows: Rows<Table>): Statement {
  const columns = Object.keys(rows[0] ?? {})
  const row = `(${columns.map(() => "?").join(", ")})`
  return {
    text: `insert into ${table} (${columns.join(", ")}) values ${rows.map(() => row).join(", ")}`,
    parameters: rows.flatMap((each) => Object.values<Value>(each)),
  }
}

export function insertResources(
  resources: readonly { readonly resourceId: string; readonly eventId: string }[],
): Statement {
  const row = "(?, (select sequence from events where id = ?))"
  return {
    text: `insert into event_resources (resource_id, sequence) values ${resources.map(() => row).join(", ")}`,
    parameters: resources.flatMap(({ resourceId, eventId }) => [resourceId, eventId]),
  }
}
