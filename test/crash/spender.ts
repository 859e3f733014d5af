import type { Random } from "../harness/random.ts"
import { type Actor, hold, newTally } from "./actor.ts"
import { type Call, dataOf, resultOf } from "./call.ts"

/** Several clients spend the credits of one key at the same time. When it is empty they get another key. */
export function createSpender(apiId: string, random: Random): Actor {
  const tally = newTally()
  let account: Account | undefined

  const newAccount = async (call: Call): Promise<Account> => {
    const balance = random.pick([20, 200, 2_000])
    const { keyId, key } = await dataOf(call("keys.createKey", { apiId, credits: { remaining: balance } }))
    return { keyId, key, balance, spent: [], unanswered: [], isEmpty: false }
  }

  return {
    clients: 5,
    tally,
    keyIds: () => (account === undefined ? [] : [account.keyId]),

    async step(call) {
      const from = account
      if (from === undefined) throw new Error("There is nothing to spend from yet.")
      const cost = 1 + random.below(3)
      const result = await resultOf(call("keys.verifyKey", { key: from.key, credits: { cost } }))
      if (result.type === "unanswered") {
        tally.unanswered += 1
        from.unanswered.push(cost)
        return false
      }
      if (result.type !== "done") return true
      const { code, credits } = result.data
      hold(code === "VALID" || code === "USAGE_EXCEEDED", "a spend is VALID or USAGE_EXCEEDED", result.data)
      if (code === "USAGE_EXCEEDED")
        hold(credits < cost, "a spend is refused only if there are too few credits", result.data)
      if (code === "VALID") {
        tally.acknowledged += 1
        from.spent.push({ from: credits + cost, to: credits })
      }
      from.isEmpty ||= code === "USAGE_EXCEEDED"
      return true
    },

    async checkResults(call) {
      if (account !== undefined) {
        const { credits } = await dataOf(call("keys.getKey", { keyId: account.keyId }))
        if (checkAccount(account, credits.remaining) > 0) tally.happened += 1
        if (!account.isEmpty) return
        await dataOf(call("keys.deleteKey", { keyId: account.keyId }))
      }
      account = await newAccount(call)
    },
  }
}

interface Account {
  readonly keyId: string
  readonly key: string
  /** As of the last check. */
  balance: number
  /** The credits that each VALID response has taken since then. */
  spent: { readonly from: number; readonly to: number }[]
  unanswered: number[]
  isEmpty: boolean
}

/** Balance before = balance now + VALID spends + some of the spends without a response. Returns the sum of the latter. */
function checkAccount(account: Account, now: number): number {
  const { balance, spent, unanswered } = account
  const evidence = { before: balance, now, spent, unanswered }
  const answered = spent.reduce((sum, { from, to }) => sum + from - to, 0)
  const inDoubt = balance - now - answered
  hold(sumsOf(unanswered).has(inDoubt), "no credit was lost, oversold or charged twice", evidence)
  const ordered = [...spent].sort((one, other) => other.to - one.to)
  const isOverlapping = ordered.some(({ from }, index) => from > (ordered[index - 1]?.to ?? balance))
  hold(!isOverlapping, "no credit was given to two spends", evidence)
  hold((ordered.at(-1)?.to ?? now) >= now, "no response showed a balance below the stored one", evidence)
  Object.assign(account, { balance: now, spent: [], unanswered: [] })
  return inDoubt
}

/** Every sum of some of the numbers. */
function sumsOf([first, ...others]: readonly number[]): ReadonlySet<number> {
  if (first === undefined) return new Set([0])
  return new Set([...sumsOf(others)].flatMap((sum) => [sum, sum + first]))
}
