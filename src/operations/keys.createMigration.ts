import { z } from "zod"
import { hashAlgorithm } from "../contract/migration.ts"
import { name } from "../contract/primitives.ts"
import type { Migration } from "../core/model.ts"
import { created } from "../core/object-events.ts"
import { toWireMigration } from "../core/wire.ts"
import { mutation } from "./operation.ts"

export const createMigration = mutation({
  name: "keys.createMigration",
  title: "Register a migration",
  summary: "Register an import of keys from another system, and how they were hashed there.",
  touches: "one object",
  needs: ["api.*.create_key"],
  input: z.strictObject({
    name: name.optional().describe("Name of the migration, for people."),
    algorithm: hashAlgorithm.describe("How the other system hashed its keys."),
  }),
  output: z.object({ migrationId: z.string().describe("Id of the new migration, for keys.migrateKeys.") }),
  errors: [],
  example: { name: "From the old gateway", algorithm: "sha256" },
  async run({ input, workspace, tx, mint, now }) {
    const migration: Migration = {
      id: mint.id("mig"),
      name: input.name ?? null,
      algorithm: input.algorithm,
      createdAt: now,
    }
    await tx.migrations.insert(workspace.id, migration)
    tx.record({ ...created("migration", migration.id, toWireMigration(migration)), workspaceId: workspace.id })
    return { migrationId: migration.id }
  },
})
