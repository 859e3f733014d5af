import type { Random } from "../harness/random.ts"
import { type Actor, hold, newTally } from "./actor.ts"
import { type Call, dataOf, resultOf } from "./call.ts"

/**
 * Several clients reserve the credits of one key and commit what they reserved, often more or less than that. The customer of
 * the key pays the same: from its quota, then from its credits, then as overage.
 */
export function createReserver(apiId: string, random: Random): Actor {
  const tally = newTally()
  let account: Account | undefined
  let customers = 0

  const newAccount = async (call: Call): Promise<Account> => {
    customers += 1
    const externalId = `reserving ${customers}`
    const quota = { limit: 300, interval: "total", overage: null }
    await dataOf(call("identities.createIdentity", { externalId, quota, credits: { remaining: prepaid } }))
    const { keyId, key } = await dataOf(call("keys.createKey", { apiId, externalId, credits: { remaining: granted } }))
    return { keyId, key, externalId, charged: 0, lost: [], unanswered: [] }
  }

  return {
    clients: 3,
    tally,
    keyIds: () => (account === undefined ? [] : [account.keyId]),

    async step(call) {
      const from = account
      if (from === undefined) throw new Error("There is nothing to reserve from yet.")
      const cost = 1 + random.below(20)
      const credits = { cost, reserve: true, expiresIn: 86_400_000 }
      const reserved = await resultOf(call("keys.verifyKey", { key: from.key, credits }))
      if (reserved.type === "unanswered") {
        tally.unanswered += 1
        from.lost.push(cost)
        return false
      }
      if (reserved.type !== "done" || reserved.data.code !== "VALID") return true
      const commit = { reservationId: reserved.data.reservationId, amount: random.below(25) }
      const committed = await resultOf(call("credits.commit", commit))
      if (committed.type === "done") {
        tally.acknowledged += 1
        from.charged += committed.data.amount
        return true
      }
      if (committed.type === "unanswered") tally.unanswered += 1
      from.unanswered.push(commit)
      return committed.type !== "unanswered"
    },

    async checkResults(call) {
      if (account !== undefined) {
        const from = account
        // Whether or not it happened before the end, a repeated commit charges once.
        for (const commit of from.unanswered.splice(0)) {
          const first = await dataOf(call("credits.commit", commit))
          hold(
            Bun.deepEquals(await dataOf(call("credits.commit", commit)), first),
            "a commit repeats its answer",
            first,
          )
          from.charged += first.amount
        }
        const { credits } = await dataOf(call("keys.getKey", { keyId: from.keyId }))
        const { remaining, reserved = 0 } = credits
        const evidence = { remaining, reserved, charged: from.charged, lost: from.lost }
        hold(sumsOf(from.lost).has(reserved), "only what was reserved without a response stays reserved", evidence)
        hold(remaining + reserved + from.charged === granted, "no credit was lost or charged twice", evidence)
        const { quota, credits: own } = await dataOf(call("identities.getIdentity", { identity: from.externalId }))
        const paid = quota.used + quota.overageUsed + prepaid - own.remaining
        const both = { ...evidence, quota, credits: own }
        hold(paid === granted - remaining, "key and customer pay the same, or neither does", both)
        if (reserved > 0) tally.happened += 1
        if (from.lost.length < mostLost && remaining > granted / 2) return
        await dataOf(call("keys.deleteKey", { keyId: from.keyId }))
      }
      account = await newAccount(call)
    },
  }
}

const granted = 5_000
/** Credits of the customer. */
const prepaid = 400

/** Bounds the number of sums below. */
const mostLost = 12

interface Account {
  readonly keyId: string
  readonly key: string
  readonly externalId: string
  /** What commits have charged. */
  charged: number
  /** Costs of reservations without a response, whose ids nobody knows. */
  readonly lost: number[]
  readonly unanswered: { readonly reservationId: string; readonly amount: number }[]
}

/** Every sum of some of the numbers. */
function sumsOf(numbers: readonly number[]): ReadonlySet<number> {
  let sums = new Set([0])
  for (const number of numbers) sums = new Set([...sums].flatMap((sum) => [sum, sum + number]))
  return sums
}
