import { hold } from "../crash/actor.ts"
import { dataOf, withRetries } from "../crash/call.ts"
import type { Random } from "../harness/random.ts"
import { type Ask, type Attempt, dataIn, resultOf } from "./ask.ts"
import type { Account } from "./check-spends.ts"
import type { Workspace } from "./cluster.ts"
import type { History } from "./history.ts"
import { retryUntilDone } from "./retry-until-done.ts"

/** Several clients that spend from one key at all nodes, up to its last credit, and then from another key. */
export interface Spender {
  run(isOver: () => boolean): Promise<void>
  /** The balances of its keys, when nothing runs any more. */
  balances(): Promise<readonly Account[]>
}

interface ClientOptions {
  readonly name: string
  readonly workspace: Workspace
  readonly credits: number
  readonly clients: number
  readonly costs: readonly [number, ...number[]]
  readonly nodes: number
  readonly ask: Ask
  readonly random: Random
  readonly history: History
}

interface Purse {
  readonly account: string
  readonly keyId: string
  readonly key: string
}

const pauseMs = 30

export function createSpender(options: ClientOptions): Spender {
  const { name, workspace, credits, clients, costs, nodes, ask, random, history } = options
  const { apiId, rootKey } = workspace
  const purses: Purse[] = []

  const fill = async (isOver: () => boolean): Promise<Purse | undefined> => {
    const request = { operation: "keys.createKey", body: { apiId, credits: { remaining: credits } }, key: rootKey }
    const attempt = await retryUntilDone({ ask, nodes, random, isOver }, request)
    if (attempt === undefined) return undefined
    const { keyId, key } = dataIn(attempt)
    const purse = { account: `${name}-${purses.length}`, keyId, key }
    purses.push(purse)
    return purse
  }

  /** False if there is no credit left. */
  const spend = async ({ account, key }: Purse): Promise<boolean> => {
    const cost = random.pick(costs)
    const node = random.below(nodes)
    const attempt = await ask(node, { operation: "keys.verifyKey", body: { key, credits: { cost } }, key: rootKey })
    const { startedAt, endedAt, reply } = attempt
    const left: number | undefined = reply?.body.data?.credits
    const outcome = outcomeOf(attempt)
    history.spends.push({ account, cost, outcome, left, node, startedAt, endedAt })
    // Without a pause, a client whose node is down would only repeat its request.
    if (outcome !== "taken") await Bun.sleep(pauseMs)
    return !(outcome === "short" && left === 0)
  }

  return {
    async run(isOver) {
      while (!isOver()) {
        const purse = await fill(isOver)
        if (purse === undefined) return
        const client = async () => {
          while (!isOver() && (await spend(purse)));
        }
        await Promise.all(Array.from({ length: clients }, client))
      }
    },
    async balances() {
      const call = withRetries(async (operation, body) => (await ask(0, { operation, body, key: rootKey })).reply)
      const balances: Account[] = []
      for (const { account, keyId } of purses) {
        const stored = await dataOf(call("keys.getKey", { keyId }))
        balances.push({ name: account, before: credits, after: stored.credits.remaining })
      }
      return balances
    },
  }
}

function outcomeOf(attempt: Attempt) {
  const result = resultOf(attempt)
  if (result !== "done") return result
  const { code } = dataIn(attempt)
  hold(code === "VALID" || code === "USAGE_EXCEEDED", "a spend is VALID or USAGE_EXCEEDED", code)
  return code === "VALID" ? "taken" : "short"
}
