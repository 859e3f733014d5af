import { z } from "zod"
import { found } from "../contract/errors.ts"
import { importedKey } from "../contract/migration.ts"
import { ref } from "../contract/primitives.ts"
import { separateTaken, storedHash } from "../core/imported-hash.ts"
import { mutation } from "./operation.ts"
import { importKeys, requireNamed } from "./steps/import-keys.ts"
import { requireKeyQuota } from "./steps/quota.ts"

export const migrateKeys = mutation({
  name: "keys.migrateKeys",
  summary: "Import keys from elsewhere by their hashes, so that whoever holds them goes on using them.",
  needs: ["api.{apiId}.create_key"],
  input: z.strictObject({
    apiId: ref,
    migrationId: ref.optional(),
    keys: z.array(importedKey).min(1).max(10_000),
  }),
  output: z.object({
    migrated: z
      .array(z.object({ hash: z.string(), keyId: z.string() }))
      .describe("Hashes as submitted, in their order."),
    failed: z
      .array(z.string())
      .describe("Hashes that a key of the workspace already uses, and repetitions within the request."),
  }),
  errors: [
    "data/api_not_found",
    "data/migration_not_found",
    "data/role_not_found",
    "data/permission_not_found",
    "application/precondition_failed",
    "limits/quota_exceeded",
  ],
  example: {
    apiId: "api_1CAiZx1YPnJZtcPxTdBGPS",
    keys: [{ hash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", externalId: "user_42" }],
  },
  async run({ input, workspace, tx, mint, now, require }) {
    const api = found(await tx.apis.find(workspace.id, input.apiId), "data/api_not_found")
    require(`api.${api.id}.create_key`)
    const migration =
      input.migrationId === undefined
        ? undefined
        : found(await tx.migrations.find(workspace.id, input.migrationId), "data/migration_not_found")
    await requireNamed(tx, workspace.id, input.keys)
    const hashes = input.keys.map(({ hash }) => storedHash(hash))
    const taken = await tx.taken.keyHashes(workspace.id, hashes)
    const { fresh, failed } = separateTaken(input.keys, taken)
    await requireKeyQuota(tx, workspace, fresh.length)
    const migrated = await importKeys({ tx, workspace, mint, now }, { apiId: api.id, migration, keys: fresh })
    return { migrated, failed: failed.map(({ hash }) => hash) }
  },
})
