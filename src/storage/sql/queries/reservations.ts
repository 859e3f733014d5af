import { sql } from "kysely"
import type { CustomerMeter } from "../../../core/customer-meter.ts"
import type { BalanceRequest } from "../../../core/decide-spends.ts"
import type { BalanceOwner } from "../../../core/ledger.ts"
import { forgottenBefore, type LateReturn } from "../../../core/reservation.ts"
import type { CreditSpends } from "../../port/credits.ts"
import type { Engine } from "../engine.ts"
import { type QuotaColumns, quotaOf } from "../schema/quota-columns.ts"
import { type ReservationRow, reservationOf } from "../schema/reservation-row.ts"
import { listInChunks } from "../schema/rows.ts"
import type { Database, ResultRow } from "../schema/schema.ts"
import { currentQuota, joinCurrentPlan } from "./current-plan.ts"

/** Bounds the rows that one transaction locks and changes, for which all other writers of a SQLite file wait. */
const returnedAtOnce = 100
const deletedAtOnce = 1_000

type FoundRow = ResultRow<
  ReservationRow & QuotaColumns & { billing_day: number | null; identity_deleted_at: number | null }
>

/** Compiled once, because every commit reads it. */
export function reservationFinder(engine: Engine): CreditSpends["findReservation"] {
  const query = sql<FoundRow>`
    select r.*, i.deleted_at as identity_deleted_at, i.billing_day, ${currentQuota}
    from reservations r
      left join identities i on i.id = r.customer_id
      ${joinCurrentPlan({ workspaceId: "r.workspace_id", now: 0 })}
    where r.id = ${""} and r.workspace_id = ${""}
  `.compile(engine.pointReader)
  return async (workspaceId, id, now) => {
    const [row] = await engine.lookUp(query, [now, id, workspaceId])
    return row && { reservation: reservationOf(row), meter: meterOf(row) }
  }
}

function meterOf(row: FoundRow): CustomerMeter | null {
  const { customer_id: identityId, billing_day: billingDay, identity_deleted_at } = row
  if (identityId === null || billingDay === null || identity_deleted_at !== null) return null
  return { identityId, billingDay, quota: quotaOf(row) }
}

/** Open reservations from quotas, added up for each count. */
export async function listHeldUse(db: Database, identityIds: readonly string[]): Promise<readonly LateReturn[]> {
  const rows = await listInChunks(identityIds, (chunk) =>
    db
      .selectFrom("reservations")
      .select(["customer_id", "counted_interval", "period_from", "count_version"])
      .select(({ fn }) => [fn.sum<number>("quota_part").as("used"), fn.sum<number>("overage_part").as("overage_used")])
      .where("customer_id", "in", chunk)
      .where("returns_at", "is not", null)
      .where("counted_interval", "is not", null)
      .groupBy(["customer_id", "counted_interval", "period_from", "count_version"])
      .execute(),
  )
  return rows.flatMap(({ customer_id, counted_interval: interval, period_from, count_version, used, overage_used }) =>
    customer_id === null || interval === null
      ? []
      : [
          {
            identityId: customer_id,
            interval,
            from: period_from ?? 0,
            version: count_version ?? 0,
            used: Number(used),
            overageUsed: Number(overage_used),
          },
        ],
  )
}

/** Calls that come while the reservations of an owner are given back wait for the same work, unless more have run out for them. */
export function returnsOf(
  reader: Database,
  apply: (request: BalanceRequest) => Promise<unknown>,
): CreditSpends["giveBack"] {
  const underWay = new Map<string, { readonly now: number; readonly work: Promise<void> }>()
  const giveBackAll = async (owner: BalanceOwner, now: number) => {
    let isComplete = false
    while (!isComplete) {
      const rows = await listExpired(reader, owner, now)
      isComplete = rows.length < returnedAtOnce
      const reservations = rows.map(({ id, balance_id, customer_id }) => ({
        id,
        balanceId: balance_id,
        identityId: customer_id,
      }))
      await apply({ type: "return", owner, reservations, isComplete, now })
    }
  }
  const giveBackOnce = (owner: BalanceOwner, now: number): Promise<void> => {
    const id = owner.balanceId ?? owner.identityId ?? ""
    const known = underWay.get(id)
    if (known !== undefined && known.now >= now) return known.work
    const work = giveBackAll(owner, now).finally(() => {
      if (underWay.get(id)?.work === work) underWay.delete(id)
    })
    underWay.set(id, { now, work })
    return work
  }
  return async ({ balanceIds = [], identityIds = [] }, now) => {
    for (const balanceId of balanceIds) await giveBackOnce({ balanceId }, now)
    for (const identityId of identityIds) await giveBackOnce({ identityId }, now)
  }
}

function listExpired(db: Database, { balanceId, identityId }: BalanceOwner, now: number) {
  const rows = db.selectFrom("reservations").select(["id", "balance_id", "customer_id"])
  const own =
    identityId === undefined
      ? rows.where("balance_id", "=", balanceId ?? "")
      : rows.where("customer_id", "=", identityId)
  return own.where("returns_at", "<=", now).orderBy("returns_at").limit(returnedAtOnce).execute()
}

interface Upkeep extends Pick<CreditSpends, "giveBack"> {
  readonly now: number
}

/** Gives back first what nobody has asked for since it ran out. */
export async function deleteForgotten(engine: Engine, { now, giveBack }: Upkeep): Promise<boolean> {
  const before = forgottenBefore(now)
  const open = await engine.reader
    .selectFrom("reservations")
    .select(["balance_id", "customer_id"])
    .where("expires_at", "<=", before)
    .where("returns_at", "is not", null)
    .limit(deletedAtOnce)
    .execute()
  const balanceIds = new Set(open.flatMap(({ balance_id }) => balance_id ?? []))
  const identityIds = new Set(open.flatMap(({ customer_id }) => customer_id ?? []))
  await giveBack({ balanceIds: [...balanceIds], identityIds: [...identityIds] }, now)
  return engine.transaction(async (db) => {
    const forgotten = db
      .selectFrom("reservations")
      .select("id")
      .where("expires_at", "<=", before)
      .where("returns_at", "is", null)
      .limit(deletedAtOnce)
    const deleted = await sql`delete from reservations where id in (${forgotten}) returning id`.execute(db)
    return deleted.rows.length === deletedAtOnce
  })
}
