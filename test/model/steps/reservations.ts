import fc from "fast-check"
import { authenticate, holds, holdsForAny } from "../access.ts"
import { mostOf, pay, showBalances } from "../funds.ts"
import { fundsOf } from "../plans.ts"
import { isErased, type Reservation, release } from "../reservations.ts"
import { at, isLiveKey, type Model } from "../state.ts"
import { calling, type Expected, type Intent } from "../step.ts"
import { pick } from "../values.ts"
import { bearerIn, type Caller, caller } from "./verifications.ts"

const dayMs = 86_400_000

function commit(number: number, amount: number, by: Caller): Intent {
  return {
    plan(model) {
      const { length } = model.reservations
      const bearer = bearerIn(model, by)
      if (length === 0 || bearer === undefined) return undefined
      const place = number % length
      if (mayMissRefill(model, at(model.reservations, place))) return undefined
      const body = { reservationId: at(model.reservations, place).id, amount }
      return calling({ operation: "credits.commit", body, bearer }, (model) =>
        charged(model, at(model.reservations, place), { amount, bearer }),
      )
    },
  }
}

/** Only a key that still exists is refilled, so after the last one it depends on earlier calls what the balance holds. */
function mayMissRefill({ keys }: Model, { key }: Reservation): boolean {
  if (key?.balance.credits?.refill === undefined) return false
  return !keys.some((each) => each.balance === key.balance && isLiveKey(each))
}

interface Charge {
  readonly amount: number
  readonly bearer: string
}

function charged(model: Model, reservation: Reservation, { amount: wanted, bearer }: Charge): Expected {
  const caller = authenticate(model, bearer)
  if (typeof caller === "string") return caller
  if (caller.type === "foreigner") return notFound
  if (caller.type !== "root_key" || !holdsForAny(caller.rootKey, "verify_key")) {
    return "403 authorization/insufficient_permissions"
  }
  const isForgotten = model.now >= reservation.expires + dayMs
  if (isForgotten || !holds(caller.rootKey, reservation.apiId, "verify_key")) return notFound
  const { answer } = reservation
  if (answer !== undefined) {
    return answer.wanted === wanted ? { data: answer.data } : "409 data/reservation_already_committed"
  }
  const fromHold = reservation.isOpen ? Math.min(wanted, reservation.cost) : 0
  if (reservation.isOpen) release(reservation, fromHold)
  const more = takeMore(model, reservation, wanted - fromHold)
  const amount = fromHold + more
  const data = { amount, uncovered: wanted - amount, balances: balancesOf(model, reservation) }
  reservation.answer = { wanted, data }
  return { data }
}

const notFound = "404 data/reservation_not_found"

/** The same from each balance, as far as each has it. */
function takeMore(model: Model, { key, customer }: Reservation, wanted: number): number {
  const ofKey = key && (isErased(model, key.balance) ? 0 : key.balance.credits?.remaining)
  const identity = customer?.identity
  const ofCustomer = identity && (identity.isDeleted ? 0 : mostOf(fundsOf(model, identity), model.now))
  const more = Math.min(wanted, ofKey ?? Number.POSITIVE_INFINITY, ofCustomer ?? Number.POSITIVE_INFINITY)
  if (key?.balance.credits !== undefined) {
    const { credits } = key.balance
    key.balance.credits = { ...credits, remaining: credits.remaining - more }
  }
  if (identity !== undefined && more > 0) {
    identity.funds = { ...pay(fundsOf(model, identity), more, model.now), quota: identity.funds.quota }
  }
  return more
}

function balancesOf(model: Model, { key, customer }: Reservation) {
  const own = key && !isErased(model, key.balance) ? key.balance.credits?.remaining : undefined
  const identity = customer?.identity
  const funds = identity && !identity.isDeleted ? fundsOf(model, identity) : undefined
  return showBalances(own, funds, model.now) ?? {}
}

export const commits: fc.Arbitrary<Intent> = fc
  .tuple(pick, fc.nat(5), caller)
  .map(([number, amount, by]) => commit(number, amount, by))
