import { z } from "zod"
import { found } from "../contract/errors.ts"
import { newKeyShape } from "../contract/key.ts"
import { hashAlgorithm, importedHash } from "../contract/migration.ts"
import { ref } from "../contract/primitives.ts"
import { isIdShaped } from "../core/ids.ts"
import { storedHash } from "../core/imported-hash.ts"
import { newCredits } from "../core/key-credits.ts"
import type { KeyDetails } from "../core/model.ts"
import { presentKey } from "../core/present.ts"
import { replaceRatelimits } from "../core/replace-ratelimits.ts"
import type { Transaction } from "../storage/store.ts"
import { mutation } from "./operation.ts"
import { keyResources } from "./steps/change-key.ts"
import { findOrCreateIdentities } from "./steps/link-identity.ts"
import { requireKeyQuota } from "./steps/quota.ts"
import { ascendingByName, requireRoles } from "./steps/require-roles.ts"
import { ascendingBySlug, requirePermissions, resolvePermissions } from "./steps/resolve-permissions.ts"

const importedKey = z.strictObject({
  hash: importedHash,
  algorithm: hashAlgorithm.optional().describe("The migration's if absent, else `sha256`."),
  ...newKeyShape,
})

export const migrateKeys = mutation({
  name: "keys.migrateKeys",
  summary: "Import keys from elsewhere by their hashes; whoever holds such a key can use it from then on.",
  needs: ["api.{apiId}.create_key"],
  input: z.strictObject({
    apiId: ref,
    migrationId: ref.optional(),
    keys: z.array(importedKey).min(1).max(10_000),
  }),
  output: z.object({
    migrated: z.array(z.object({ hash: z.string(), keyId: z.string() })),
    failed: z.array(z.string()).describe("Hashes that some key already uses, or that came before in the request."),
  }),
  errors: [
    "data/api_not_found",
    "data/migration_not_found",
    "data/role_not_found",
    "data/permission_not_found",
    "limits/quota_exceeded",
  ],
  async run({ input, workspace, tx, mint, now, require }) {
    const api = found(await tx.apis.find(workspace.id, input.apiId), "data/api_not_found")
    require(`api.${api.id}.create_key`)
    const migration =
      input.migrationId === undefined
        ? undefined
        : found(await tx.migrations.find(workspace.id, input.migrationId), "data/migration_not_found")
    const roles = await requireRoles(tx, workspace.id, distinct(input.keys.flatMap((key) => key.roles)))
    const { fresh, failed } = await separateTaken(tx, input.keys)
    // What a failed key names has to exist, but nothing is created for it.
    const named = distinct(input.keys.flatMap((key) => key.permissions))
    await requirePermissions(tx, workspace.id, named.filter((reference) => isIdShaped("perm", reference)))
    const wanted = distinct(fresh.flatMap((key) => key.permissions))
    const permissions = await resolvePermissions({ tx, workspace, mint }, wanted)
    await requireKeyQuota(tx, workspace, fresh.length)
    const externalIds = fresh.flatMap(({ externalId }) => (externalId === undefined ? [] : [externalId]))
    const identities = await findOrCreateIdentities({ tx, workspace, mint, now }, externalIds)

    const roleOf = lookup(roles, ({ name }) => name)
    const permissionOf = lookup(permissions, ({ slug }) => slug)
    const keys = fresh.map((key): KeyDetails => {
      const identity = (key.externalId !== undefined && identities.get(key.externalId)) || null
      const remaining = key.credits?.remaining ?? null
      return {
        id: mint.id("key"),
        workspaceId: workspace.id,
        apiId: api.id,
        identityId: identity?.id ?? null,
        identity,
        hash: storedHash(key.hash),
        algorithm: key.algorithm ?? migration?.algorithm ?? "sha256",
        migrationId: migration?.id ?? null,
        start: "",
        prefix: null,
        byteLength: null,
        name: key.name ?? null,
        meta: key.meta,
        enabled: key.enabled,
        expires: key.expires ?? null,
        ciphertext: null,
        ipAllowlist: [],
        credits: remaining === null ? null : newCredits(remaining, key.credits?.refill ?? null, now),
        ratelimits: replaceRatelimits([], key.ratelimits, () => mint.id("rl")),
        directPermissions: ascendingBySlug(key.permissions.flatMap(permissionOf)),
        roles: ascendingByName(key.roles.flatMap(roleOf)),
        createdAt: now,
        updatedAt: null,
        lastUsedAt: null,
      }
    })
    await tx.keys.insert(keys)
    for (const key of keys) {
      tx.record({
        type: "key.created",
        workspaceId: workspace.id,
        resources: keyResources(key),
        changes: { before: null, after: presentKey(key) },
      })
    }
    const migrated = fresh.map(({ hash }, index) => ({ hash, keyId: keys[index]?.id ?? "" }))
    return { migrated, failed }
  },
})
