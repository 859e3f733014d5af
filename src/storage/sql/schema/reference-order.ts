import type { AnyTable } from "./columns.ts"

type NamedTable = AnyTable & { readonly name: string }

/** Every table after the tables that it references, and otherwise in the order in which they are declared. */
export function inReferenceOrder(declared: Readonly<Record<string, AnyTable>>): readonly NamedTable[] {
  const ordered = new Map<string, NamedTable>()
  const add = (name: string): void => {
    const table = declared[name]
    if (table === undefined) throw new Error(`A column references the table ${name}, which is not declared.`)
    if (ordered.has(name)) return
    for (const { references } of Object.values(table.columns)) {
      if (references !== undefined && references.table !== name) add(references.table)
    }
    ordered.set(name, { ...table, name })
  }
  for (const name of Object.keys(declared)) add(name)
  return [...ordered.values()]
}
