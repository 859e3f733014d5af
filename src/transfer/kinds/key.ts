import { z } from "zod"
import { ipAllowlist } from "../../contract/ip-allowlist.ts"
import { byteLength } from "../../contract/key.ts"
import { hashAlgorithm } from "../../contract/migration.ts"
import { expiry, keyPrefix, meta, millis, name } from "../../contract/primitives.ts"
import { onlyFieldsOf } from "../../core/exhaustive.ts"
import { excessOf } from "../../core/held-permissions.ts"
import type { Balance, KeyDetails } from "../../core/model.ts"
import { withNulls, withoutNulls } from "../../core/nulls.ts"
import { neverRotated, withPreviousSecrets } from "../../core/rotation.ts"
import { keyCreated } from "../../operations/shared/keys/change-key.ts"
import { ascendingByName as rolesByName } from "../../operations/shared/permissions/require-roles.ts"
import { ascendingBySlug } from "../../operations/shared/permissions/resolve-permissions.ts"
import { ciphertext, hash, idSchema, ratelimits, start, times } from "../line-fields.ts"
import { mustGet } from "../references.ts"
import {
  balance,
  balanceField,
  insertBalances,
  listBalanceConflicts,
  resolveBalance,
  withoutRemaining,
} from "./balances.ts"
import { hashConflicts } from "./conflicts.ts"
import { type BuildInput, built, type Kind, readPages, refused, standalone } from "./kind.ts"
import { buildPreviousSecrets, previousSecretLine, previousSecrets } from "./previous-secrets.ts"
import { ascendingByName } from "./ratelimits.ts"
import { reencryptPlaintext } from "./reencrypt-plaintext.ts"

const schema = z
  .strictObject({
    kind: z.literal("key"),
    id: idSchema("key"),
    apiId: idSchema("api"),
    identityId: idSchema("id").optional(),
    hash,
    algorithm: hashAlgorithm,
    migrationId: idSchema("mig").optional(),
    start,
    prefix: keyPrefix.optional(),
    byteLength: byteLength.optional(),
    name: name.optional(),
    scoped: z.boolean(),
    meta,
    enabled: z.boolean(),
    expires: expiry.optional(),
    ciphertext: ciphertext.optional(),
    ipAllowlist,
    balance: balance.optional(),
    ratelimits,
    permissions: z.array(idSchema("perm")),
    roles: z.array(idSchema("role")),
    ...times,
    lastUsedAt: millis.optional(),
    previousSecrets,
    previousLastUsedAt: millis.optional(),
  })
  .refine(
    ({ hash, previousSecrets }) =>
      new Set([hash, ...previousSecrets.map((one) => one.hash)]).size > previousSecrets.length,
    {
      error: "must have a different `hash` in every previous secret",
      path: ["previousSecrets"],
    },
  )

type KeyEntry = z.infer<typeof schema>

export const keyKind: Kind<KeyEntry, KeyDetails> = {
  ...standalone,
  name: "key",
  nouns: ["key", "keys"],
  schema,
  read: (reads, workspaceId) => readPages((page) => reads.keys.list(workspaceId, { ...page, ...unfiltered })),
  lineOf,
  adapt(entry, { idOf, referenceTo, plaintexts }) {
    const { ciphertext, identityId, migrationId, balance, ...rest } = entry
    return {
      ...rest,
      id: idOf(entry.id),
      apiId: referenceTo(entry.apiId),
      ...(identityId !== undefined && { identityId: referenceTo(identityId) }),
      ...(migrationId !== undefined && { migrationId: referenceTo(migrationId) }),
      ...(balance !== undefined && { balance: { ...balance, id: idOf(balance.id) } }),
      ...(ciphertext !== undefined && plaintexts.type === "kept" && { ciphertext }),
      previousSecrets: entry.previousSecrets.map(({ ciphertext, ...secret }) => ({
        ...secret,
        ...(ciphertext !== undefined && plaintexts.type === "kept" && { ciphertext }),
      })),
      ratelimits: entry.ratelimits.map((ratelimit) => ({ ...ratelimit, id: idOf(ratelimit.id) })),
      permissions: entry.permissions.map(referenceTo),
      roles: entry.roles.map(referenceTo),
    }
  },
  references: ({ apiId, identityId, migrationId, balance, permissions, roles }) => ({
    apis: [apiId],
    permissions,
    roles,
    balances: balance === undefined ? [] : [balance.id],
    identities: identityId === undefined ? [] : [identityId],
    migrations: migrationId === undefined ? [] : [migrationId],
  }),
  partIds: ({ ratelimits }) => ratelimits.map(({ id }) => id),
  claims: hashesIn,
  listExisting: ({ reads, workspaceId }, ids) => reads.keys.listByIds(workspaceId, ids),
  async listConflicts(target, entries) {
    const { reads, workspaceId } = target
    const taken = await hashConflicts(
      entries.map((entry) => ({ id: entry.id, hashes: hashesIn(entry) })),
      (hashes) => reads.reserved.keyHashes(workspaceId, hashes),
      "another key of the workspace, possibly a deleted one, already has its hash",
    )
    return new Map([...(await listBalanceConflicts(target, entries)), ...taken])
  },
  comparable,
  build(input) {
    const balance = resolveBalance(input)
    if (balance.type === "refused") return balance
    const reencrypted = reencryptPlaintext(input)
    if (reencrypted.type === "refused") return reencrypted
    const previous = buildPreviousSecrets(input)
    if (previous.type === "refused") return previous
    const key = withPreviousSecrets(keyOf(input, reencrypted.model, balance.model), previous.model)
    const excess = excessOf(undefined, key)
    return excess === undefined ? built(key) : refused(`it holds ${excess}`)
  },
  async insert(tx, workspaceId, keys) {
    await insertBalances(tx, workspaceId, keys)
    await tx.keys.insert(keys)
  },
  eventOf: keyCreated,
  remember({ balances }, { balance }) {
    if (balance !== null) balances.set(balance.id, balance)
  },
}

function hashesIn({ hash, previousSecrets }: KeyEntry): readonly string[] {
  return [hash, ...previousSecrets.map((secret) => secret.hash)]
}

const unfiltered = { apiId: undefined, identityId: undefined, externalId: undefined, enabled: undefined } as const

function lineOf(key: KeyDetails): KeyEntry {
  const { workspaceId: _workspaceId, imported: _imported, identity: _identity, ...own } = key
  const { balance, directPermissions, roles, previousExpires: _previousExpires, previousSecrets, ...rest } = own
  return onlyFieldsOf<KeyEntry>()({
    kind: "key",
    ...withoutNulls(rest),
    ...(balance && { balance: balanceField(balance) }),
    previousSecrets: previousSecrets.map(previousSecretLine),
    ipAllowlist: [...key.ipAllowlist],
    ratelimits: [...key.ratelimits],
    permissions: directPermissions.map(({ id }) => id),
    roles: roles.map(({ id }) => id),
  })
}

/** Omits fields that change when a key is used: balance, last use, and the values a prefixed key gains on first use. */
function comparable(line: KeyEntry): object {
  const { lastUsedAt: _lastUsedAt, previousLastUsedAt: _previousLastUsedAt, balance, ciphertext, ...entry } = line
  const { hash: _hash, start: _start, updatedAt: _updatedAt, ...unadopted } = entry
  return {
    ...(entry.algorithm === "prefixed_api_key" ? unadopted : entry),
    balance: balance && withoutRemaining(balance),
    isRecoverable: ciphertext !== undefined,
    previousSecrets: entry.previousSecrets.map(({ ciphertext: _ciphertext, ...secret }) => secret),
    ratelimits: ascendingByName(entry.ratelimits),
    permissions: entry.permissions.toSorted(),
    roles: entry.roles.toSorted(),
  }
}

function keyOf(
  { entry, referenced, session }: BuildInput<KeyEntry>,
  ciphertext: string | null,
  balance: Balance | null,
): KeyDetails {
  const { kind: _kind, permissions, previousLastUsedAt: _previousLastUsedAt, ...rest } = entry
  return onlyFieldsOf<KeyDetails>()({
    ...withNulls(rest, "identityId", "migrationId", "prefix", "byteLength", "name", "expires", "updatedAt"),
    workspaceId: session.workspaceId,
    // A key from a file counts as imported, because only the file states where it comes from.
    imported: true,
    ciphertext,
    balance,
    ...neverRotated,
    // Last-used times are stored separately.
    lastUsedAt: null,
    identity: entry.identityId === undefined ? null : mustGet(referenced.identities, entry.identityId),
    ratelimits: ascendingByName(entry.ratelimits),
    directPermissions: ascendingBySlug(permissions.map((id) => mustGet(referenced.permissions, id))),
    roles: rolesByName(entry.roles.map((id) => mustGet(referenced.roles, id))),
  })
}
