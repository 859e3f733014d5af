import type { Database } from "bun:sqlite"
import { type BalanceRequest, type BalanceVerdict, decideSpends } from "../../core/decide-spends.ts"
import type { Funds } from "../../core/funds.ts"
import { balancesOf } from "../../core/request-balances.ts"
import type { Reservation } from "../../core/reservation.ts"
import type { StoredBalance, StoredBalances } from "../../core/stored-balances.ts"
import {
  type FundsRow,
  fundsColumnNames,
  fundsColumns,
  fundsOfRow,
  holdColumns,
  holdsOf,
} from "../sql/schema/funds-row.ts"
import { reservationOf } from "../sql/schema/reservation-row.ts"
import type { Schema } from "../sql/schema/schema.ts"
import { writeReservations } from "./write-reservations.ts"

type BalanceRow = Pick<Schema["balances"], "remaining" | "refill_at" | "reserved" | "returns_at" | "credits_version">

const readBalance = "select remaining, refill_at, reserved, returns_at, credits_version from balances where id = ?"
const writeBalance = "update balances set remaining = ?, reserved = ?, returns_at = ?, credits_version = ? where id = ?"
const readFunds = `select ${fundsColumnNames.join(", ")} from identity_balances where identity_id = ?`
const writeFunds = `update identity_balances set ${fundsColumnNames.map((name) => `${name} = ?`).join(", ")}
  where identity_id = ?`
const readReservation = "select * from reservations where id = ?"
const nextReturn = (owner: "balance_id" | "customer_id") => `select returns_at from reservations
  where ${owner} = ? and returns_at is not null and id not in (select value from json_each(?)) order by returns_at limit 1`
const nextOfKey = nextReturn("balance_id")
const nextOfIdentity = nextReturn("customer_id")

/** Charges a group of spends. The transaction holds the lock of the whole file, so the balances are locked. */
export function spendFrom(connection: Database, requests: readonly BalanceRequest[]): readonly BalanceVerdict[] {
  const { verdicts, changes } = decideSpends(requests, readBalances(connection, requests))
  for (const [id, { remaining, holds }] of changes.keys) {
    const { reserved, returns_at, credits_version } = holdColumns(holds)
    connection.query(writeBalance).run(remaining, reserved, returns_at, credits_version, id)
  }
  for (const [id, funds] of changes.identities) {
    const columns = fundsColumns(funds)
    connection.query(writeFunds).run(...fundsColumnNames.map((name) => columns[name]), id)
  }
  writeReservations(connection, changes)
  return verdicts
}

function readBalances(connection: Database, requests: readonly BalanceRequest[]): StoredBalances {
  const keys = new Map<string, StoredBalance>()
  const identities = new Map<string, Funds>()
  const reservations = new Map<string, Reservation>()
  const nextReturns = new Map<string, number>()
  for (const request of requests) {
    const read = balancesOf(request)
    for (const id of read.keys) if (!keys.has(id)) addIfFound(keys, id, findBalance(connection, id))
    for (const id of read.identities) if (!identities.has(id)) addIfFound(identities, id, findFunds(connection, id))
    for (const id of read.reservations) addIfFound(reservations, id, findReservation(connection, id))
    if (request.type !== "return") continue
    const { balanceId, identityId } = request.owner
    const [sql, id] = identityId === undefined ? [nextOfKey, balanceId ?? ""] : [nextOfIdentity, identityId]
    const ended = JSON.stringify(request.reservations.map((one) => one.id))
    addIfFound(nextReturns, id, connection.query<{ returns_at: number }, string[]>(sql).get(id, ended)?.returns_at)
  }
  return { keys, identities, reservations, nextReturns }
}

function addIfFound<Value>(found: Map<string, Value>, id: string, value: Value | undefined): void {
  if (value !== undefined) found.set(id, value)
}

function findBalance(connection: Database, id: string): StoredBalance | undefined {
  const row = connection.query<BalanceRow, [string]>(readBalance).get(id)
  if (row === null) return undefined
  return { remaining: row.remaining, refillAt: row.refill_at, ...holdsOf(row) }
}

function findFunds(connection: Database, identityId: string): Funds | undefined {
  const row = connection.query<FundsRow, [string]>(readFunds).get(identityId)
  return row === null ? undefined : fundsOfRow(row)
}

function findReservation(connection: Database, id: string): Reservation | undefined {
  const row = connection.query<Schema["reservations"], [string]>(readReservation).get(id)
  return row === null ? undefined : reservationOf(row)
}
