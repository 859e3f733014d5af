import { keyInEvent } from "../../core/event-content.ts"
import { onlyFieldsOf } from "../../core/exhaustive.ts"
import { excessOf } from "../../core/held-permissions.ts"
import type { Balance, KeyDetails } from "../../core/model.ts"
import { keyResources } from "../../operations/shared/change-key.ts"
import { ascendingByName as rolesByName } from "../../operations/shared/require-roles.ts"
import { ascendingBySlug } from "../../operations/shared/resolve-permissions.ts"
import { keyLine } from "../entries.ts"
import { type KeyEntry, keyEntry } from "../format.ts"
import { mustGet } from "../references.ts"
import { balanceOfLine, insertBalances, listBalanceConflicts, resolveBalance, withoutRemaining } from "./balances.ts"
import { listHashConflicts } from "./hash-conflicts.ts"
import { type BuildInput, built, type Kind } from "./kind.ts"
import { ascendingByName } from "./ratelimits.ts"
import { reencryptPlaintext } from "./reencrypt-plaintext.ts"

export const keyKind: Kind<KeyEntry, KeyDetails> = {
  noun: "key",
  schema: keyEntry,
  adapt(entry, { idOf, substitutes, plaintexts }) {
    const targetOf = (id: string) => substitutes.get(idOf(id)) ?? idOf(id)
    const { ciphertext, identityId, migrationId, balance: _balance, credits: _credits, ...rest } = entry
    const balance = balanceOfLine(entry)
    return {
      ...rest,
      id: idOf(entry.id),
      apiId: targetOf(entry.apiId),
      ...(identityId !== undefined && { identityId: targetOf(identityId) }),
      ...(migrationId !== undefined && { migrationId: targetOf(migrationId) }),
      ...(balance !== undefined && { balance: { ...balance, id: idOf(balance.id) } }),
      ...(ciphertext !== undefined && plaintexts.type === "kept" && { ciphertext }),
      ratelimits: entry.ratelimits.map((ratelimit) => ({ ...ratelimit, id: idOf(ratelimit.id) })),
      permissions: entry.permissions.map(targetOf),
      roles: entry.roles.map(targetOf),
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
  claims: ({ hash }) => [hash],
  listExisting: ({ reads, workspaceId }, entries) =>
    reads.keys.listByIds(
      workspaceId,
      entries.map(({ id }) => id),
    ),
  async listConflicts(target, entries) {
    const { reads, workspaceId } = target
    const taken = await listHashConflicts(entries, {
      listTaken: (hashes) => reads.reserved.keyHashes(workspaceId, hashes),
      reason: "another key of the workspace, possibly a deleted one, already has its hash",
    })
    return new Map([...(await listBalanceConflicts(target, entries)), ...taken])
  },
  lineOf: keyLine,
  comparable,
  build(input) {
    const balance = resolveBalance(input)
    if (balance.type === "refused") return balance
    const reencrypted = reencryptPlaintext(input)
    if (reencrypted.type === "refused") return reencrypted
    const key = keyOf(input, reencrypted.ciphertext, balance.model)
    const excess = excessOf(undefined, key)
    if (excess === undefined) return built(key)
    return { type: "refused", reason: `it holds ${excess}` }
  },
  async insert(tx, workspaceId, keys) {
    await insertBalances(tx, workspaceId, keys)
    await tx.keys.insert(keys)
  },
  eventOf: (key) => ({ type: "key.created", resources: keyResources(key), after: keyInEvent(key) }),
  remember({ balances }, { balance }) {
    if (balance !== null) balances.set(balance.id, balance)
  },
}

/** Omits fields that change when a key is used: balance, last use, and the values a prefixed key gains on first use. */
function comparable({ lastUsedAt: _lastUsedAt, balance, ciphertext, ...entry }: KeyEntry): object {
  const { hash: _hash, start: _start, updatedAt: _updatedAt, ...unadopted } = entry
  return {
    ...(entry.algorithm === "prefixed_api_key" ? unadopted : entry),
    balance: balance && withoutRemaining(balance),
    isRecoverable: ciphertext !== undefined,
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
  const { kind: _kind, permissions, credits: _credits, ...rest } = entry
  return onlyFieldsOf<KeyDetails>()({
    ...rest,
    workspaceId: session.workspaceId,
    // A key from a file counts as imported, because only the file states where it comes from.
    imported: true,
    identityId: entry.identityId ?? null,
    migrationId: entry.migrationId ?? null,
    prefix: entry.prefix ?? null,
    byteLength: entry.byteLength ?? null,
    name: entry.name ?? null,
    expires: entry.expires ?? null,
    ciphertext,
    balance,
    updatedAt: entry.updatedAt ?? null,
    // Last-used times are stored separately.
    lastUsedAt: null,
    identity: entry.identityId === undefined ? null : mustGet(referenced.identities, entry.identityId),
    ratelimits: ascendingByName(entry.ratelimits),
    directPermissions: ascendingBySlug(permissions.map((id) => mustGet(referenced.permissions, id))),
    roles: rolesByName(entry.roles.map((id) => mustGet(referenced.roles, id))),
  })
}
