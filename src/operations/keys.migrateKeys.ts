import { z } from "zod"
import { found } from "../contract/errors.ts"
import { type ImportedKey, importedKey } from "../contract/migration.ts"
import { apiRef, ref } from "../contract/primitives.ts"
import { separateTaken, storedHash } from "../core/imported-hash.ts"
import type { Reads } from "../storage/port/store.ts"
import type { Context } from "./context.ts"
import { type SlicesDone, slicedMutation } from "./operation.ts"
import { importKeys, nextSlice, requireNamed } from "./shared/keys/import-keys.ts"
import { rightsToAdd, rightsToAddLinks } from "./shared/keys/key-link-rights.ts"
import { type Growth, planImport, requireRoomFor } from "./shared/keys/plan-import.ts"
import { countedKeys, requireKeyQuota } from "./shared/workspaces/quota.ts"

export const migrateKeys = slicedMutation({
  name: "keys.migrateKeys",
  title: "Import keys by their hashes",
  summary: "Import keys from another system by their hashes, so that your customers keep using them.",
  touches: "one object",
  needs: ["api.{apiId}.create_key"],
  mayNeed: rightsToAddLinks,
  input: z.strictObject({
    apiId: apiRef,
    migrationId: ref.optional().describe("Id of the migration that the keys belong to. Default: none."),
    keys: z
      .array(importedKey)
      .min(1)
      .max(10_000)
      .describe("Keys to import: the `hash` of each, and any field of a new key."),
  }),
  output: z.object({
    migrated: z
      .array(
        z.object({
          hash: z.string().describe("The hash as you sent it."),
          keyId: z.string().describe("Id of the new key."),
        }),
      )
      .describe("The imported keys, in the order of the request."),
    failed: z
      .array(z.string())
      .describe("Hashes that a key of the workspace already has, and repetitions within the request."),
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
  async plan(context) {
    const { input, workspace, store } = context
    await requireTarget(context, store)
    await requireNamed(store, workspace.id, input.keys)
    return planImport(context, input.keys)
  },
  async runSlice(context, done: SlicesDone<Growth, Outcomes>) {
    const { input, workspace, tx, now } = context
    const { api, migration } = await requireTarget(context, tx)
    if (done.type === "planned") await requireRoomFor(context, done.plan)
    const before = done.type === "begun" ? done.progress : []
    const slice = nextSlice(input.keys, before.length)
    const taken = await tx.reserved.keyHashes(
      workspace.id,
      slice.map(({ hash }) => storedHash(hash)),
    )
    const { fresh } = separateTaken(slice, taken)
    // A replay needs the rights of all slices.
    const importedBefore = input.keys.filter((_key, index) => typeof before[index] === "string")
    context.grantAlso(...rightsToAdd([...importedBefore, ...fresh]))
    await requireKeyQuota(context, countedKeys(fresh, now))
    const imported = await importKeys(context, { apiId: api.id, migration, keys: fresh })
    const keyIds = new Map(fresh.map((key, index) => [key, imported[index]?.id]))
    const outcomes = [...before, ...slice.map((key) => keyIds.get(key) ?? null)]
    if (outcomes.length < input.keys.length) return { type: "more", progress: outcomes }
    return { type: "last", result: describe(input.keys, outcomes) }
  },
})

/** For each key in request order: the id of the new key, or null if its hash already exists. */
type Outcomes = readonly (string | null)[]

type Target = Pick<
  Context<{ readonly apiId: string; readonly migrationId?: string | undefined }>,
  "input" | "workspace" | "grant"
>

async function requireTarget({ input, workspace, grant }: Target, reads: Reads) {
  const api = found(await reads.apis.find(workspace.id, input.apiId), "data/api_not_found")
  grant({ apiId: api.id })
  if (input.migrationId === undefined) return { api, migration: undefined }
  const migration = found(await reads.migrations.find(workspace.id, input.migrationId), "data/migration_not_found")
  return { api, migration }
}

function describe(keys: readonly ImportedKey[], outcomes: Outcomes) {
  const migrated: { readonly hash: string; readonly keyId: string }[] = []
  const failed: string[] = []
  keys.forEach(({ hash }, index) => {
    const keyId = outcomes[index]
    if (keyId) migrated.push({ hash, keyId })
    else failed.push(hash)
  })
  return { migrated, failed }
}
