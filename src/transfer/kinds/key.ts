import { keyInEvent } from "../../core/event-content.ts"
import { onlyFieldsOf } from "../../core/exhaustive.ts"
import { excessOf } from "../../core/held-permissions.ts"
import type { Balance, KeyDetails } from "../../core/model.ts"
import { keyResources } from "../../operations/shared/change-key.ts"
import { ascendingByName as rolesByName } from "../../operations/shared/require-roles.ts"
import { ascendingBySlug } from "../../operations/shared/resolve-permissions.ts"
import { keyLine } from "../entries.ts"
import { type KeyEntry, keyEntry } from "../format.ts"
import { of } from "../references.ts"
import { balanceIn, insertBalances, listForeignBalances, settleBalance, unspent } from "./balances.ts"
import { built, type Kind, type Making } from "./kind.ts"
import { carryPlaintext } from "./plaintexts.ts"
import { ascendingByName } from "./ratelimits.ts"
import { refuseTaken } from "./taken-hashes.ts"

export const keyKind: Kind<KeyEntry, KeyDetails> = {
  noun: "key",
  schema: keyEntry,
  adapt(entry, { idOf, standIns, plaintexts }) {
    const targetOf = (id: string) => standIns.get(idOf(id)) ?? idOf(id)
    const { ciphertext, identityId, migrationId, balance: _balance, credits: _credits, ...rest } = entry
    const balance = balanceIn(entry)
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
  async listRivals(place, entries) {
    const { reads, workspaceId } = place
    const taken = await refuseTaken(entries, {
      listTaken: (hashes) => reads.taken.keyHashes(workspaceId, hashes),
      reason: "another key of the workspace, perhaps a deleted one, has its hash already",
    })
    return new Map([...(await listForeignBalances(place, entries)), ...taken])
  },
  lineOf: keyLine,
  essence,
  build(making) {
    const balance = settleBalance(making)
    if (balance.type === "refused") return balance
    const carried = carryPlaintext(making)
    if (carried.type === "refused") return carried
    const key = keyOf(making, carried.ciphertext, balance.model)
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

/** What use alone changes is no difference: balance, last use, and what the adoption of a prefixed key makes known. */
function essence({ lastUsedAt: _lastUsedAt, balance, ciphertext, ...entry }: KeyEntry): object {
  const { hash: _hash, start: _start, updatedAt: _updatedAt, ...unadopted } = entry
  return {
    ...(entry.algorithm === "prefixed_api_key" ? unadopted : entry),
    balance: balance && unspent(balance),
    isRecoverable: ciphertext !== undefined,
    ratelimits: ascendingByName(entry.ratelimits),
    permissions: entry.permissions.toSorted(),
    roles: entry.roles.toSorted(),
  }
}

function keyOf(
  { entry, known, session }: Making<KeyEntry>,
  ciphertext: string | null,
  balance: Balance | null,
): KeyDetails {
  const { kind: _kind, permissions, credits: _credits, ...rest } = entry
  return onlyFieldsOf<KeyDetails>()({
    ...rest,
    workspaceId: session.workspaceId,
    // Even where its form is known: the file is all that says where it comes from.
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
    // Uses are stored apart from keys.
    lastUsedAt: null,
    identity: entry.identityId === undefined ? null : of(known.identities, entry.identityId),
    ratelimits: ascendingByName(entry.ratelimits),
    directPermissions: ascendingBySlug(permissions.map((id) => of(known.permissions, id))),
    roles: rolesByName(entry.roles.map((id) => of(known.roles, id))),
  })
}
