import type { Insertable } from "kysely"
import type { Schema } from "../../src/storage/sql/schema.ts"

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

/** Stands for the number of the event that the transaction inserted last. Each engine has its own text for it. */
export const lastSequence = "{last sequence}"

/** Each resource names its event by the number of events that the transaction inserted after it. */
export function insertResources(
  resources: readonly { readonly id: string; readonly eventsAfter: number }[],
): Statement {
  return {
    text: `insert into event_resources (resource_id, sequence) values ${resources.map(() => `(?, ${lastSequence} - ?)`).join(", ")}`,
    parameters: resources.flatMap(({ id, eventsAfter }) => [id, eventsAfter]),
  }
}
