import { z } from "zod"
import { creditAmount, millis, text } from "../../contract/primitives.ts"
import { quotaInput } from "../../contract/quota.ts"
import { identityBalanceGivenBack } from "../../core/given-back.ts"
import type { Identity } from "../../core/model.ts"
import { withNulls, withoutNulls } from "../../core/nulls.ts"
import type { IdentityBalance, QuotaCount } from "../../core/quota.ts"
import { noThreshold } from "../../core/threshold.ts"
import type { CreditReference } from "../../storage/port/identities.ts"
import type { Reads } from "../../storage/port/store.ts"

/** Fields of an identity line about quota, credits and payments. All are absent for an identity without them. */

export { billingDay, quotaInput as quota } from "../../contract/quota.ts"

const period = { from: millis, used: creditAmount, overageUsed: creditAmount }

const count = z.strictObject({
  interval: quotaInput.shape.interval,
  ...period,
  previous: z.strictObject(period).optional(),
})

/** The first count is the one that applied last. Each interval has at most one. */
export const balance = z.strictObject({
  remaining: creditAmount.optional(),
  lowAt: creditAmount.optional(),
  /** True if `lowAt`, or its absence, was chosen. Otherwise it follows the credits. */
  lowAtChosen: z.literal(true).optional(),
  counts: z
    .array(count)
    .max(4)
    .refine((counts) => new Set(counts.map(({ interval }) => interval)).size === counts.length, {
      error: "must have at most one count of each interval",
    })
    .optional(),
})

/** Payments and corrections that must not count again. */
export const references = z.array(
  z.strictObject({
    reference: text(1, 255),
    operation: z.enum(["set", "increment", "decrement"]),
    amount: creditAmount.optional(),
    createdAt: millis,
  }),
)

interface Billing extends Pick<Identity, "billingDay" | "quota" | "balance"> {
  readonly references: readonly CreditReference[]
}

interface BillingEntry {
  readonly billingDay?: number | undefined
  readonly quota?: z.infer<typeof quotaInput> | undefined
  readonly balance?: z.infer<typeof balance> | undefined
  readonly references?: z.infer<typeof references> | undefined
}

export function billingFields({ billingDay, quota, balance, references }: Billing): BillingEntry {
  return {
    ...(billingDay !== 1 && { billingDay }),
    ...withoutNulls({ quota }),
    ...(balance !== null && { balance: balanceField(balance) }),
    ...(references.length > 0 && { references: references.map(referenceField) }),
  }
}

function balanceField({ remaining, count, others, threshold }: IdentityBalance): BillingEntry["balance"] {
  const counts = [...(count === null ? [] : [count]), ...others]
  const { lowAt, isChosen } = threshold ?? noThreshold
  return {
    ...withoutNulls({ remaining, lowAt }),
    ...(isChosen && { lowAtChosen: true as const }),
    ...(counts.length > 0 && { counts: counts.map(countField) }),
  }
}

function countField({ interval, from, used, overageUsed, previous }: QuotaCount) {
  const before = previous && { from: previous.from, used: previous.used, overageUsed: previous.overageUsed }
  return { interval, from, used, overageUsed, ...withoutNulls({ previous: before }) }
}

function referenceField({ identityId: _identityId, ...reference }: CreditReference) {
  return withoutNulls(reference)
}

export function billingOf(entry: BillingEntry & { readonly id: string }): Billing {
  const { id, billingDay = 1, quota = null, balance, references = [] } = entry
  const [count = null, ...others] = (balance?.counts ?? []).map((each): QuotaCount => withNulls(each, "previous"))
  return {
    billingDay,
    quota,
    balance:
      balance === undefined ? null : { remaining: balance.remaining ?? null, count, others, ...thresholdOf(balance) },
    references: references.map((reference) => ({ ...withNulls(reference, "amount"), identityId: id })),
  }
}

/** Its fills start at 0, so that nobody is told about credits that were low before the import. */
function thresholdOf({ lowAt, lowAtChosen }: z.infer<typeof balance>): Pick<IdentityBalance, "threshold"> {
  if (lowAt === undefined && lowAtChosen === undefined) return {}
  return { threshold: { ...noThreshold, lowAt: lowAt ?? null, isChosen: lowAtChosen === true } }
}

/** Says whether there are credits, and omits what spending and top-ups change. */
export function withoutSpends(balance: BillingEntry["balance"]): object {
  const { remaining, lowAt, lowAtChosen } = balance ?? {}
  return { hasCredits: remaining !== undefined, ...(lowAtChosen && { lowAtChosen, lowAt }) }
}

/** What an export adds: references of payments. Reservations count as given back, because an export has none. */
export async function withPayments(reads: Reads, identities: readonly Identity[]) {
  const found = await reads.identities.listReferences(identities.map(({ id }) => id))
  const references = Map.groupBy(found, ({ identityId }) => identityId)
  const reserving = identities.filter(({ balance }) => balance?.holds !== undefined)
  const held = await reads.identities.listHeldUse(reserving.map(({ id }) => id))
  const heldUse = Map.groupBy(held, ({ identityId }) => identityId)
  return identities.map((identity) => ({
    ...identity,
    balance: identity.balance && identityBalanceGivenBack(identity.balance, heldUse.get(identity.id) ?? []),
    references: references.get(identity.id) ?? [],
  }))
}
