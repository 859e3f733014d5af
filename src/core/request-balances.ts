import type { BalanceRequest } from "./decide-spends.ts"

/** The rows that a request reads. Both kinds of balances must be locked. */
export interface RequestBalances {
  /** Ids of balances of keys. */
  readonly keys: readonly string[]
  readonly identities: readonly string[]
  readonly reservations: readonly string[]
}

export function balancesOf(request: BalanceRequest): RequestBalances {
  if (request.type === "return") {
    const { owner, reservations } = request
    return {
      keys: present([owner.balanceId, ...reservations.map(({ balanceId }) => balanceId)]),
      identities: present([owner.identityId, ...reservations.map(({ identityId }) => identityId)]),
      reservations: reservations.map(({ id }) => id),
    }
  }
  return {
    keys: present([request.balanceId]),
    identities: present([request.customer?.identityId]),
    reservations: request.type === "commit" ? [request.reservationId] : none,
  }
}

const none: readonly never[] = []

function present(ids: readonly (string | null | undefined)[]): readonly string[] {
  return ids.filter((id) => id != null)
}
