import type { Random } from "../random.ts"
import { steadyWindowMs } from "../steady-window.ts"
import { type Ask, type Asked, dataIn, fateOf, type Question } from "./ask.ts"
import type { Limited } from "./check-takings.ts"
import type { Workspace } from "./cluster.ts"
import type { History } from "./history.ts"
import { insist } from "./insist.ts"

/** Several clients that use up a limit at all nodes, ask for more all the same, and then use up another one. */
export interface Taker {
  run(isOver: () => boolean): Promise<void>
  readonly limited: readonly Limited[]
}

interface Place {
  readonly name: string
  readonly workspace: Workspace
  /** Of an identifier, or of a key that is verified. */
  readonly kind: "identifier" | "key"
  readonly limit: number
  readonly clients: number
  readonly nodes: number
  readonly ask: Ask
  readonly random: Random
  readonly history: History
}

const pauseMs = 30
/** So often is more asked for. */
const mostRefusals = 8

export function createTaker(place: Place): Taker {
  const { name, limit, clients, nodes, ask, random, history } = place
  const limited: Limited[] = []

  const take = async (target: string, question: Question): Promise<Outcome> => {
    const node = random.below(nodes)
    const asked = await ask(node, question)
    const { startedAt, endedAt } = asked
    const outcome = outcomeOf(asked)
    history.takings.push({ limited: target, outcome, node, startedAt, endedAt })
    // Whoever is refused at once would do nothing but ask.
    if (outcome !== "admitted") await Bun.sleep(pauseMs)
    return outcome
  }

  return {
    limited,
    async run(isOver) {
      while (!isOver()) {
        const target = `${name}-${limited.length}`
        const question = await questionOf(place, target, isOver)
        if (question === undefined) return
        limited.push({ name: target, limit })
        const client = async () => {
          for (let refusals = 0; refusals < mostRefusals && !isOver(); ) {
            if ((await take(target, question)) === "limited") refusals += 1
          }
        }
        await Promise.all(Array.from({ length: clients }, client))
      }
    },
  }
}

async function questionOf(
  { workspace, kind, limit, nodes, ask, random }: Place,
  target: string,
  isOver: () => boolean,
): Promise<Question | undefined> {
  const { apiId, rootKey } = workspace
  if (kind === "identifier") {
    const body = { namespace: "cluster", identifier: target, limit, duration: steadyWindowMs }
    return { operation: "ratelimit.limit", body, key: rootKey }
  }
  const body = { apiId, ratelimits: [{ name: "requests", limit, duration: steadyWindowMs, autoApply: true }] }
  const asked = await insist({ ask, nodes, random, isOver }, { operation: "keys.createKey", body, key: rootKey })
  return asked && { operation: "keys.verifyKey", body: { key: dataIn(asked).key }, key: rootKey }
}

type Outcome = History["takings"][number]["outcome"]

function outcomeOf(asked: Asked): Outcome {
  const fate = fateOf(asked)
  if (fate !== "done") return fate
  const { success, valid } = dataIn(asked)
  return (success ?? valid) ? "admitted" : "limited"
}
