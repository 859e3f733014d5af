import type { Random } from "../harness/random.ts"
import { steadyWindowMs } from "../harness/steady-window.ts"
import { type ApiRequest, type Ask, type Attempt, dataIn, resultOf } from "./ask.ts"
import type { Limited } from "./check-limits.ts"
import type { Workspace } from "./cluster.ts"
import type { History } from "./history.ts"
import { retryUntilDone } from "./retry-until-done.ts"

/** Several clients that use up a limit at all nodes, continue beyond it, and then use up another limit. */
export interface Taker {
  run(isOver: () => boolean): Promise<void>
  readonly limited: readonly Limited[]
}

interface ClientOptions {
  readonly name: string
  readonly workspace: Workspace
  /** The limit of an identifier, or of a verified key. */
  readonly kind: "identifier" | "key"
  readonly limit: number
  readonly clients: number
  readonly nodes: number
  readonly ask: Ask
  readonly random: Random
  readonly history: History
}

const pauseMs = 30
/** Requests of each client beyond the limit. */
const mostRefusals = 8

export function createTaker(options: ClientOptions): Taker {
  const { name, limit, clients, nodes, ask, random, history } = options
  const limited: Limited[] = []

  const take = async (target: string, request: ApiRequest): Promise<Outcome> => {
    const node = random.below(nodes)
    const attempt = await ask(node, request)
    const { startedAt, endedAt } = attempt
    const outcome = outcomeOf(attempt)
    history.limitedRequests.push({ limited: target, outcome, node, startedAt, endedAt })
    // Without a pause, a refused client would only repeat its request.
    if (outcome !== "admitted") await Bun.sleep(pauseMs)
    return outcome
  }

  return {
    limited,
    async run(isOver) {
      while (!isOver()) {
        const target = `${name}-${limited.length}`
        const request = await requestOf(options, target, isOver)
        if (request === undefined) return
        limited.push({ name: target, limit })
        const client = async () => {
          for (let refusals = 0; refusals < mostRefusals && !isOver(); ) {
            if ((await take(target, request)) === "limited") refusals += 1
          }
        }
        await Promise.all(Array.from({ length: clients }, client))
      }
    },
  }
}

async function requestOf(
  { workspace, kind, limit, nodes, ask, random }: ClientOptions,
  target: string,
  isOver: () => boolean,
): Promise<ApiRequest | undefined> {
  const { apiId, rootKey } = workspace
  if (kind === "identifier") {
    const body = { namespace: "cluster", identifier: target, limit, duration: steadyWindowMs }
    return { operation: "ratelimit.limit", body, key: rootKey }
  }
  const body = { apiId, ratelimits: [{ name: "requests", limit, duration: steadyWindowMs, autoApply: true }] }
  const attempt = await retryUntilDone(
    { ask, nodes, random, isOver },
    { operation: "keys.createKey", body, key: rootKey },
  )
  return attempt && { operation: "keys.verifyKey", body: { key: dataIn(attempt).key }, key: rootKey }
}

type Outcome = History["limitedRequests"][number]["outcome"]

function outcomeOf(attempt: Attempt): Outcome {
  const result = resultOf(attempt)
  if (result !== "done") return result
  const { success, valid } = dataIn(attempt)
  return (success ?? valid) ? "admitted" : "limited"
}
