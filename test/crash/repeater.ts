import { type Actor, hold, newTally } from "./actor.ts"
import { type Call, dataOf, type Fate, fateOf } from "./call.ts"

interface Attempt {
  readonly idempotencyKey: string
  readonly operation: string
  readonly body: Readonly<Record<string, unknown>>
}

const topUp = 10

/** Sends each change with an Idempotency-Key and repeats it when no answer came: it must happen exactly once. */
export function createRepeater(name: string, apiId: string): Actor {
  const tally = newTally()
  let doubt: Attempt | undefined
  let attempts = 0
  let account: { readonly keyId: string; readonly name: string; balance: number } | undefined

  const send = (call: Call, { operation, body, idempotencyKey }: Attempt) =>
    fateOf(call(operation, body, { "Idempotency-Key": idempotencyKey }))

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

  /** The key before goes, so that there is always one. */
  const apply = (attempt: Attempt, fate: Fate & { readonly type: "done" }) => {
    tally.acknowledged += 1
    if (attempt.operation === "keys.updateCredits") {
      if (account === undefined) throw new Error("There is no key to top up.")
      account.balance += topUp
      hold(fate.data.remaining === account.balance, "each top-up counts once", fate.data)
      return
    }
    const before = account
    account = { keyId: fate.data.keyId, name: attempt.idempotencyKey, balance: 0 }
    if (before !== undefined) leftBehind.push(before.keyId)
  }
  const leftBehind: string[] = []

  return {
    clients: 1,
    tally,
    keyIds: () => [...leftBehind, ...(account === undefined ? [] : [account.keyId])],

    async step(call) {
      const attempt = next()
      const fate = await send(call, attempt)
      if (fate.type === "done") apply(attempt, fate)
      if (fate.type !== "unanswered") return true
      doubt = attempt
      tally.unanswered += 1
      return false
    },

    async settle(call) {
      for (const keyId of leftBehind.splice(0)) await dataOf(call("keys.deleteKey", { keyId }))
      if (doubt !== undefined) {
        const first = await send(call, doubt)
        const second = await send(call, doubt)
        if (first.type !== "done" || second.type !== "done") throw new Error("A repetition was not answered.")
        hold(isReplay(second), "a second repetition is a replay", second.reply.text)
        hold(Bun.deepEquals(first.data, second.data), "a replay gives the same answer", [first.data, second.data])
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

function isReplay({ reply }: Fate & { readonly type: "done" }): boolean {
  return reply.headers.get("idempotency-replayed") === "true"
}
