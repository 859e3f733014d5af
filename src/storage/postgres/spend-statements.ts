import type { DecidedSpends, SpendRequest, StoredBalances } from "../../core/decide-spends.ts"
import { type FundsRow, fundsColumnNames, fundsColumns, fundsOfRow } from "../sql/schema/funds-row.ts"
import { integersIn } from "../sql/schema/schema.ts"
import type { TextStatement } from "./prepared-texts.ts"
import { quoted } from "./quoted.ts"

type Lock = "for update" | "for update skip locked"

const given = "any(array(select json_array_elements_text(cast(cast($1 as text) as json))))"

const lockOfKeys = `select id, remaining, refill_at from balances where id = ${given} order by id`
const lockOfIdentities = `select identity_id as id, ${fundsColumnNames.join(", ")} from identity_balances
  where identity_id = ${given} order by identity_id`

/** Those that exist, so that a locked balance is known from one that is missing. */
const listKeys = `select id from balances where id = ${given} and remaining is not null`
const listIdentities = `select identity_id as id from identity_balances where identity_id = ${given}`

const columnTypes = fundsColumnNames.map((name) => `${name} ${name === "counted_interval" ? "text" : "bigint"}`)

const updateKeys = `update balances set remaining = given.remaining
  from json_to_recordset(cast(cast($1 as text) as json)) as given(id text, remaining bigint)
  where balances.id = given.id`
const updateIdentities = `update identity_balances set ${fundsColumnNames.map((name) => `${name} = given.${name}`).join(", ")}
  from json_to_recordset(cast(cast($1 as text) as json)) as given(id text, ${columnTypes.join(", ")})
  where identity_balances.identity_id = given.id`

/**
 * Locks balances of keys first, then those of identities, each by id. Everybody keeps to this order, which prevents
 * deadlocks, and so nobody keeps the balance of a busy customer locked while waiting for that of a key.
 *
 * The statements are sent in one text with `begin`, which fails as a whole: alone, they would lock nothing until the commit
 * if `begin` failed before them. A locked row is as the transaction before has left it, so a top-up that was waited for
 * counts.
 */
export function lockStatements(spends: readonly SpendRequest[], lock: Lock): readonly TextStatement[] {
  const keyIds = new Set(spends.flatMap(({ balanceId }) => balanceId ?? []))
  const identityIds = new Set(spends.flatMap(({ customer }) => customer?.identityId ?? []))
  const values = [keyIds, identityIds].map((ids) => [quoted(JSON.stringify([...ids]))])
  const locking = [lockOfKeys, lockOfIdentities].map((sql) => `${sql} ${lock}`)
  const texts = lock === "for update" ? locking : [...locking, listKeys, listIdentities]
  return texts.map((sql, index) => ({ sql, values: values[index % 2] ?? [] }))
}

interface KeyRow {
  readonly id: string
  readonly remaining: number | null
  readonly refill_at: number | null
}

type Identified = { readonly id: string }

interface LockedBalances {
  readonly stored: StoredBalances
  /** Ids of balances of keys, and of identities, that other transactions keep locked. */
  readonly held: ReadonlySet<string>
}

/** Reads the results of the statements above. */
export function lockedBalances(results: readonly (readonly unknown[])[]): LockedBalances {
  const [keyRows = [], identityRows = [], ...existing] = results.map(integersIn)
  const keys = keyRows as readonly KeyRow[]
  const identities = identityRows as readonly (FundsRow & Identified)[]
  const locked = new Set([...keys, ...identities].map(({ id }) => id))
  const all = (existing as readonly (readonly Identified[])[]).flat().map(({ id }) => id)
  return {
    stored: {
      keys: new Map(keys.map(({ id, remaining, refill_at: refillAt }) => [id, { remaining, refillAt }])),
      identities: new Map(identities.map(({ id, ...row }) => [id, fundsOfRow(row)])),
    },
    held: new Set(all.filter((id) => !locked.has(id))),
  }
}

export function updateStatements({ keys, identities }: DecidedSpends["charged"]): readonly TextStatement[] {
  const keyRows = Array.from(keys, ([id, remaining]) => ({ id, remaining }))
  const identityRows = Array.from(identities, ([id, funds]) => ({ id, ...fundsColumns(funds) }))
  return [
    ...(keyRows.length === 0 ? [] : [{ sql: updateKeys, values: [quoted(JSON.stringify(keyRows))] }]),
    ...(identityRows.length === 0 ? [] : [{ sql: updateIdentities, values: [quoted(JSON.stringify(identityRows))] }]),
  ]
}
