import { inReferenceOrder } from "../sql/schema/reference-order.ts"
import { tables } from "../sql/schema/tables.ts"

export interface CopiedTable {
  readonly name: string
  /** The primary key, in whose order the rows are copied. */
  readonly key: readonly string[]
}

/** The tables that a copy contains; a table comes after all tables that it references. */
export const copiedTables: readonly CopiedTable[] = inReferenceOrder(tables)
  .filter(({ isTransient }) => !isTransient)
  .map(({ name, key }) => ({ name, key }))
