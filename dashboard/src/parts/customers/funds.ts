import type { Identity } from "@keyward/client"

type Funds = Pick<Identity, "quota" | "credits">
type QuotaOfCustomer = NonNullable<Identity["quota"]>
interface Spendable {
  readonly quota?: QuotaOfCustomer | undefined
  readonly credits?: { readonly remaining: number } | undefined
}

/** Whether nothing is left that one more call could cost: every verification with a cost is refused. */
export function isUsedUp(funds: Funds): boolean {
  return spendableOf(funds) === 0
}

/** What quota, credits and overage still pay. Infinite if nothing limits it. */
export function spendableOf({ quota, credits }: Spendable): number {
  if (quota === undefined) return credits?.remaining ?? Number.POSITIVE_INFINITY
  return leftOf(quota) + (credits?.remaining ?? 0) + overageLeft(quota)
}

/** What is left of the quota in this period. */
export function leftOf({ limit, used }: QuotaOfCustomer): number {
  return Math.max(0, limit - used)
}

function overageLeft({ overage, overageUsed }: QuotaOfCustomer): number {
  return overage === null ? Number.POSITIVE_INFINITY : Math.max(0, overage - overageUsed)
}

/** Whether the quota is that of the plan. */
export function isInherited(quota: QuotaOfCustomer): boolean {
  return "inherited" in quota && quota.inherited === true
}

/** What reservations hold of the credits. 0 if there is none. */
export function reservedOf(credits: NonNullable<Identity["credits"]>): number {
  return "reserved" in credits && typeof credits.reserved === "number" ? credits.reserved : 0
}
