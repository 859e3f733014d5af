import { type Actor, hold, newTally } from "./actor.ts"
import { type Call, type CallResult, dataOf, resultOf } from "./call.ts"

interface Attempt {
  readonly idempotencyKey: string
  readonly operation: string
  readonly body: Readonly<Record<string, unknown>>
}

const topUp = 10

/** Sends each change with an Idempotency-Key and repeats it if there was no response: it must take effect exactly once. */
export function createRepeater(name: string, apiId: string): Actor {
  const tally = newTally()
  let doubt: Attempt | undefined
  let attempts = 0
  let account: { readonly keyId: string; readonly name: string; balance: number } | undefined

  const send = (call: Call, { operation, body, idempotencyKey }: Attempt) =>
    resultOf(call(operation, body, { "Idempotency-Key": idempotencyKey }))

  const next = (): Attempt => {
    attempts += 1
    const idempotencyKey = `${name}-${attempts}`
    if (account !== undefined && attempts % 6 !== 0) {
      const body = { keyId: account.keyId, operation: "increment", value: topUp }
      return { idempotencyKey, operation: "keys.updateCredits", body }
    }
    const body = { apiId, externalId: idempotencyKey, credits: { remaining: 0 } }
    return { idempotencyKey, operation: "keys.createKey", body }
  }

  /** A new key replaces the previous key, so that one key always exists. */
  const apply = (attempt: Attempt, result: CallResult & { readonly type: "done" }) => {
    tally.acknowledged += 1
    if (attempt.operation === "keys.updateCredits") {
      if (account === undefined) throw new Error("There is no key to top up.")
      account.balance += topUp
      hold(result.data.remaining === account.balance, "each top-up counts once", result.data)
      return
    }
    const before = account
    account = { keyId: result.data.keyId, name: attempt.idempotencyKey, balance: 0 }
    if (before !== undefined) leftBehind.push(before.keyId)
  }
  const leftBehind: string[] = []

  return {
    clients: 1,
    tally,
    keyIds: () => [...leftBehind, ...(account === undefined ? [] : [account.keyId])],

    async step(call) {
      const attempt = next()
      const result = await send(call, attempt)
      if (result.type === "done") apply(attempt, result)
      if (result.type !== "unanswered") return true
      doubt = attempt
      tally.unanswered += 1
      return false
    },

    async checkResults(call) {
      for (const keyId of leftBehind.splice(0)) await dataOf(call("keys.deleteKey", { keyId }))
      if (doubt !== undefined) {
        const first = await send(call, doubt)
        const second = await send(call, doubt)
        if (first.type !== "done" || second.type !== "done") throw new Error("A repetition got no response.")
        hold(isReplay(second), "a second repetition is a replay", second.reply.text)
        hold(Bun.deepEquals(first.data, second.data), "a replay returns the same response", [first.data, second.data])
        if (isReplay(first)) tally.happened += 1
        apply(doubt, first)
        doubt = undefined
      }
      if (account === undefined) return
      const keys = await dataOf(call("keys.listKeys", { externalId: account.name }))
      hold(keys.length === 1 && keys[0].keyId === account.keyId, "a repeated creation gives exactly one key", keys)
      hold(keys[0].credits.remaining === account.balance, `the balance is ${account.balance}`, keys[0])
    },
  }
}

function isReplay({ reply }: CallResult & { readonly type: "done" }): boolean {
  return reply.headers.get("idempotency-replayed") === "true"
}
