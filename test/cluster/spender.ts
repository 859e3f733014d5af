import { hold } from "../crash/actor.ts"
import { dataOf, patiently } from "../crash/call.ts"
import type { Random } from "../random.ts"
import { type Ask, type Asked, dataIn, fateOf } from "./ask.ts"
import type { Account } from "./check-spends.ts"
import type { Workspace } from "./cluster.ts"
import type { History } from "./history.ts"
import { insist } from "./insist.ts"

/** Several clients that spend from one key at all nodes, up to its last credit, and then from another one. */
export interface Spender {
  run(isOver: () => boolean): Promise<void>
  /** What became of its keys, when nothing goes on any more. */
  balances(): Promise<readonly Account[]>
}

interface Place {
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

export function createSpender(place: Place): Spender {
  const { name, workspace, credits, clients, costs, nodes, ask, random, history } = place
  const { apiId, rootKey } = workspace
  const purses: Purse[] = []

  const fill = async (isOver: () => boolean): Promise<Purse | undefined> => {
    const question = { operation: "keys.createKey", body: { apiId, credits: { remaining: credits } }, key: rootKey }
    const asked = await insist({ ask, nodes, random, isOver }, question)
    if (asked === undefined) return undefined
    const { keyId, key } = dataIn(asked)
    const purse = { account: `${name}-${purses.length}`, keyId, key }
    purses.push(purse)
    return purse
  }

  /** False once there is nothing left. */
  const spend = async ({ account, key }: Purse): Promise<boolean> => {
    const cost = random.pick(costs)
    const node = random.below(nodes)
    const asked = await ask(node, { operation: "keys.verifyKey", body: { key, credits: { cost } }, key: rootKey })
    const { startedAt, endedAt, reply } = asked
    const left: number | undefined = reply?.body.data?.credits
    const outcome = outcomeOf(asked)
    history.spends.push({ account, cost, outcome, left, node, startedAt, endedAt })
    // Whoever finds nobody there would do nothing but ask.
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
      const call = patiently(async (operation, body) => (await ask(0, { operation, body, key: rootKey })).reply)
      const balances: Account[] = []
      for (const { account, keyId } of purses) {
        const stored = await dataOf(call("keys.getKey", { keyId }))
        balances.push({ name: account, before: credits, after: stored.credits.remaining })
      }
      return balances
    },
  }
}

function outcomeOf(asked: Asked) {
  const fate = fateOf(asked)
  if (fate !== "done") return fate
  const { code } = dataIn(asked)
  hold(code === "VALID" || code === "USAGE_EXCEEDED", "a spend is VALID or USAGE_EXCEEDED", code)
  return code === "VALID" ? "taken" : "short"
}
