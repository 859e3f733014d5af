import type { CustomerHold, KeyHold, Reservation } from "../../../core/reservation.ts"
import type { Schema } from "./schema.ts"

export type ReservationRow = Schema["reservations"]

export function reservationOf(row: ReservationRow): Reservation {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    apiId: row.api_id,
    keyId: row.key_id,
    identityId: row.identity_id,
    cost: row.cost,
    expires: row.expires_at,
    key: keyHoldOf(row),
    customer: customerHoldOf(row),
    isOpen: row.returns_at !== null,
    answer: row.answer === null ? null : JSON.parse(row.answer),
  }
}

function keyHoldOf({ balance_id, balance_version }: ReservationRow): KeyHold | null {
  return balance_id === null ? null : { balanceId: balance_id, version: balance_version ?? 0 }
}

function customerHoldOf(row: ReservationRow): CustomerHold | null {
  const { customer_id, counted_interval: interval, period_from, count_version } = row
  if (customer_id === null) return null
  return {
    identityId: customer_id,
    parts: { quota: row.quota_part ?? 0, credits: row.credits_part ?? 0, overage: row.overage_part ?? 0 },
    version: row.credits_version ?? 0,
    count: interval === null ? null : { interval, from: period_from ?? 0, version: count_version ?? 0 },
  }
}

export function reservationRow(reservation: Reservation): ReservationRow {
  const { key, customer, expires, isOpen, answer } = reservation
  return {
    id: reservation.id,
    workspace_id: reservation.workspaceId,
    api_id: reservation.apiId,
    key_id: reservation.keyId,
    identity_id: reservation.identityId,
    cost: reservation.cost,
    expires_at: expires,
    returns_at: isOpen ? expires : null,
    balance_id: key?.balanceId ?? null,
    balance_version: key?.version ?? null,
    customer_id: customer?.identityId ?? null,
    quota_part: customer?.parts.quota ?? null,
    credits_part: customer?.parts.credits ?? null,
    overage_part: customer?.parts.overage ?? null,
    credits_version: customer?.version ?? null,
    counted_interval: customer?.count?.interval ?? null,
    period_from: customer?.count?.from ?? null,
    count_version: customer?.count?.version ?? null,
    answer: answer && JSON.stringify(answer),
  }
}
