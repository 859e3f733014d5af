import type { BalanceRequest } from "../../core/decide-spends.ts"
import type { BalanceChanges } from "../../core/ledger.ts"
import { balancesOf } from "../../core/request-balances.ts"
import type { StoredBalances } from "../../core/stored-balances.ts"
import {
  type FundsRow,
  fundsColumnNames,
  fundsColumns,
  fundsOfRow,
  holdColumns,
  holdsOf,
} from "../sql/schema/funds-row.ts"
import { reservationOf } from "../sql/schema/reservation-row.ts"
import { integersIn, type Schema } from "../sql/schema/schema.ts"
import type { TextStatement } from "./prepared-texts.ts"
import { quoted } from "./quoted.ts"
import { reservationStatements } from "./reservation-statements.ts"

type Lock = "for update" | "for update skip locked"

const given = "any(array(select json_array_elements_text(cast(cast($1 as text) as json))))"

const lockOfKeys = `select id, remaining, refill_at, reserved, returns_at, credits_version
  from balances where id = ${given} order by id`
const lockOfIdentities = `select identity_id as id, ${fundsColumnNames.join(", ")} from identity_balances
  where identity_id = ${given} order by identity_id`

/** Those that exist, so that a locked balance is known from one that is missing. */
const listKeys = `select id from balances where id = ${given} and remaining is not null`
const listIdentities = `select identity_id as id from identity_balances where identity_id = ${given}`

const listReservations = `select * from reservations where id = ${given}`
/** When the next reservation of each balance runs out, apart from those that end now. */
const nextReturns = (column: "balance_id" | "customer_id") => `select given.id,
    (select returns_at from reservations where ${column} = given.id and returns_at is not null
      and id <> all(array(select json_array_elements_text(given.ended))) order by returns_at limit 1) as returns_at
  from json_to_recordset(cast(cast($1 as text) as json)) as given(id text, ended json)`
const nextOfKeys = nextReturns("balance_id")
const nextOfIdentities = nextReturns("customer_id")

const columnTypes = fundsColumnNames.map((name) => `${name} ${name === "counted_interval" ? "text" : "bigint"}`)

const updateKeys = `update balances set remaining = given.remaining, reserved = given.reserved,
    returns_at = given.returns_at, credits_version = given.credits_version
  from json_to_recordset(cast(cast($1 as text) as json))
    as given(id text, remaining bigint, reserved bigint, returns_at bigint, credits_version bigint)
  where balances.id = given.id`
const updateIdentities = `update identity_balances set ${fundsColumnNames.map((name) => `${name} = given.${name}`).join(", ")}
  from json_to_recordset(cast(cast($1 as text) as json)) as given(id text, ${columnTypes.join(", ")})
  where identity_balances.identity_id = given.id`

interface NamedStatement extends TextStatement {
  readonly reads: keyof Results
}

/**
 * Locks balances of keys first, then those of identities, each by id. Everybody keeps to this order, which prevents
 * deadlocks, and so nobody keeps the balance of a busy customer locked while waiting for that of a key.
 *
 * The statements are sent in one text with `begin`, which fails as a whole: alone, they would lock nothing until the commit
 * if `begin` failed before them. A locked row is as the transaction before has left it, so a top-up that was waited for
 * counts. A reservation changes only while its balances are locked, so it is read after them.
 */
export function lockStatements(requests: readonly BalanceRequest[], lock: Lock): readonly NamedStatement[] {
  const read = requests.map(balancesOf)
  const keyIds = listOf(read.flatMap(({ keys }) => keys))
  const identityIds = listOf(read.flatMap(({ identities }) => identities))
  const reservationIds = read.flatMap(({ reservations }) => reservations)
  const owners = requests.flatMap((request) =>
    request.type === "return" ? [{ ...request.owner, ended: request.reservations.map(({ id }) => id) }] : [],
  )
  const ownedKeys = owners.flatMap(({ balanceId: id, ended }) => (id === undefined ? [] : [{ id, ended }]))
  const ownedIdentities = owners.flatMap(({ identityId: id, ended }) => (id === undefined ? [] : [{ id, ended }]))
  return [
    { reads: "keys", sql: `${lockOfKeys} ${lock}`, values: keyIds },
    { reads: "identities", sql: `${lockOfIdentities} ${lock}`, values: identityIds },
    ...(lock === "for update"
      ? []
      : ([
          { reads: "existing", sql: listKeys, values: keyIds },
          { reads: "existing", sql: listIdentities, values: identityIds },
        ] as const)),
    ...statementUnlessEmpty("reservations", listReservations, reservationIds),
    ...statementUnlessEmpty("next", nextOfKeys, ownedKeys),
    ...statementUnlessEmpty("next", nextOfIdentities, ownedIdentities),
  ]
}

function statementUnlessEmpty(
  reads: keyof Results,
  sql: string,
  values: readonly unknown[],
): readonly NamedStatement[] {
  return values.length === 0 ? [] : [{ reads, sql, values: [quoted(JSON.stringify(values))] }]
}

function listOf(ids: readonly string[]): readonly string[] {
  return [quoted(JSON.stringify([...new Set(ids)]))]
}

type KeyRow = Pick<Schema["balances"], "id" | "remaining" | "refill_at" | "reserved" | "returns_at" | "credits_version">

type Identified = { readonly id: string }

interface Results {
  readonly keys: readonly KeyRow[]
  readonly identities: readonly (FundsRow & Identified)[]
  readonly existing: readonly Identified[]
  readonly reservations: readonly Schema["reservations"][]
  readonly next: readonly (Identified & { readonly returns_at: number | null })[]
}

interface LockedBalances {
  readonly stored: StoredBalances
  /** Ids of balances of keys, and of identities, that other transactions keep locked. */
  readonly held: ReadonlySet<string>
}

/** Reads the results of the statements above. */
export function lockedBalances(
  statements: readonly NamedStatement[],
  results: readonly (readonly unknown[])[],
): LockedBalances {
  const rowsOf = <Name extends keyof Results>(name: Name) =>
    statements.flatMap(({ reads }, index) => (reads === name ? integersIn(results[index] ?? []) : [])) as Results[Name]
  const keys = rowsOf("keys")
  const identities = rowsOf("identities")
  const locked = new Set([...keys, ...identities].map(({ id }) => id))
  const existing = rowsOf("existing").map(({ id }) => id)
  return {
    stored: {
      keys: new Map(
        keys.map(({ id, remaining, refill_at, ...row }) => [id, { remaining, refillAt: refill_at, ...holdsOf(row) }]),
      ),
      identities: new Map(identities.map(({ id, ...row }) => [id, fundsOfRow(row)])),
      reservations: new Map(rowsOf("reservations").map((row) => [row.id, reservationOf(row)])),
      nextReturns: new Map(
        rowsOf("next").flatMap(({ id, returns_at }) => (returns_at === null ? [] : [[id, returns_at]])),
      ),
    },
    held: new Set(existing.filter((id) => !locked.has(id))),
  }
}

export function updateStatements({ keys, identities, ...changes }: BalanceChanges): readonly TextStatement[] {
  const keyRows = Array.from(keys, ([id, { remaining, holds }]) => ({ id, remaining, ...holdColumns(holds) }))
  const identityRows = Array.from(identities, ([id, funds]) => ({ id, ...fundsColumns(funds) }))
  return [
    ...(keyRows.length === 0 ? [] : [{ sql: updateKeys, values: [quoted(JSON.stringify(keyRows))] }]),
    ...(identityRows.length === 0 ? [] : [{ sql: updateIdentities, values: [quoted(JSON.stringify(identityRows))] }]),
    ...reservationStatements(changes),
  ]
}
