import { createTable } from "../src/storage/sql/schema/create-table.ts"
import { tables } from "../src/storage/sql/schema/tables.ts"

/** Types as a migration writes them, so that the output can be pasted into one. */
const placeholders = {
  text: `\${text}`,
  integer: `\${integer}`,
  sequence: `\${sequence}`,
  table: (name: string, columns: string) => `table(\n  "${name}",\n  \`${columns.replaceAll("\n", "\n   ")}\`,\n),`,
}

/** The statement of a migration that creates a declared table. */
export function migrationStatement(name: string): string | undefined {
  return isTable(name) ? createTable(placeholders, name) : undefined
}

function isTable(name: string): name is keyof typeof tables {
  return Object.hasOwn(tables, name)
}

if (import.meta.main) {
  const [name = ""] = process.argv.slice(2)
  const statement = migrationStatement(name)
  if (statement === undefined) {
    process.stderr.write(
      `There is no table ${JSON.stringify(name)}. Declare it in src/storage/sql/schema/tables.ts first.\n`,
    )
    process.exitCode = 2
  } else {
    process.stdout.write(`${statement}\n`)
  }
}
