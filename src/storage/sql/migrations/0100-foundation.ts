import type { SchemaDialect } from "../schema/dialect.ts"
import { customerTables } from "./foundation/customers.ts"
import { keyTables } from "./foundation/keys.ts"
import { nodeTables } from "./foundation/nodes.ts"
import { peopleTables } from "./foundation/people.ts"
import { permissionTables } from "./foundation/permissions.ts"
import { rateLimitTables } from "./foundation/rate-limits.ts"
import { usageTables } from "./foundation/usage.ts"
import { webhookAndPortalTables } from "./foundation/webhooks-and-portals.ts"
import { workspaceTables } from "./foundation/workspaces.ts"
import type { Migration } from "./migration.ts"

/** Every table after the tables that it references. Of indexes that serve a query equally well, SQLite uses the last. */
function statements(dialect: SchemaDialect): readonly string[] {
  const parts = [
    workspaceTables,
    permissionTables,
    customerTables,
    keyTables,
    rateLimitTables,
    peopleTables,
    webhookAndPortalTables,
    nodeTables,
    usageTables,
  ]
  return parts.flatMap((tables) => tables(dialect))
}

/** Differs between any two foundations, on whichever engine they differ. */
function digest(): string {
  const written = (["sqlite", "postgres"] as const).flatMap((engine) =>
    statements({
      engine,
      text: "text",
      integer: "integer",
      sequence: "sequence",
      table: (name, columns) => `create table ${name} (${columns})`,
    }),
  )
  return new Bun.CryptoHasher("sha256").update(written.join(";\n")).digest("hex").slice(0, 8)
}

/**
 * The schema with which 0.1.0 begins. Until that version is released, this step is edited in place: its name changes with
 * its statements, so that a database with another foundation is refused instead of misread.
 */
export const foundation: Migration = { name: `0100-foundation-${digest()}`, statements }
