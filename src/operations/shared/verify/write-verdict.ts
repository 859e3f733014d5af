import { codes } from "../../../contract/verdicts.ts"
import { flattenRope } from "../../../core/flatten-rope.ts"
import type { BalancesLeft } from "../../../core/funds.ts"
import { matchedSecretAt, type VerifiableKey } from "../../../core/verify.ts"
import { toWireBalances } from "../../../core/wire-identity.ts"
import { type WrittenJson, writtenJson } from "../../operation.ts"
import type { Charged, NewReservation } from "./charge.ts"

/** The response of a verification as JSON. */
export function writeVerdict(
  key: VerifiableKey,
  { code, balances, exhausted, reservation, limits }: Charged,
  now: number,
): WrittenJson {
  const ending =
    limits === undefined ? "}" : limits.applied.length === 0 ? noLimits : `,"ratelimits":${writeLimits(limits)}}`
  const end = key.matched === null ? ending : `${writeMatched(key, now)}${ending}`
  const opening = openings.get(code) ?? ""
  const { keyId } = key
  const { responseJson } = key.facts
  if (balances === null) return writtenJson(`${opening}${keyId}",${responseJson}${end}`)
  const why = exhausted === undefined ? "" : `,"exhausted":"${exhausted}"`
  const held = reservation === undefined ? "" : writeReservation(reservation)
  return writtenJson(`${opening}${keyId}",${responseJson}${writeBalances(balances)}${why}${held}${end}`)
}

function writeReservation({ id, expires }: NewReservation): string {
  return `,"reservationId":"${id}","reservationExpires":${expires}`
}

function writeBalances(balances: BalancesLeft): string {
  const most = balances.most === null ? "" : `,"credits":${balances.most}`
  return `${most},"balances":${JSON.stringify(toWireBalances(balances))}`
}

const openings = new Map(
  codes.map((code) => [code, flattenRope('{"valid":', code === "VALID", ',"code":"', code, '","keyId":"')]),
)
const noLimits = ',"ratelimits":[]}'

function writeMatched(key: VerifiableKey, now: number): string {
  const secret = matchedSecretAt(key, now)
  return secret === null ? "" : `,"matchedSecret":"${secret}"`
}

function writeLimits({ applied, outcomes }: NonNullable<Charged["limits"]>): string {
  let text = ""
  for (let index = 0; index < applied.length; index++) {
    const limit = applied[index]
    const outcome = outcomes[index]
    if (limit === undefined || outcome === undefined)
      throw new Error("The counters returned a wrong number of outcomes.")
    const { allowed, remaining, resetAt } = outcome
    const separator = index === 0 ? "" : ","
    const state = `${!allowed},"remaining":${remaining},"reset":${resetAt},"autoApply":${limit.autoApply}}`
    text += `${separator}${limit.settingsJson}${state}`
  }
  return `[${text}]`
}
