import { hold } from "../crash/actor.ts"
import { dataOf, withRetries } from "../crash/call.ts"
import type { Random } from "../harness/random.ts"
import type { Ask } from "./ask.ts"
import type { Workspace } from "./cluster.ts"

/** A client that tops up a key, and repeats failed requests at other nodes: each top-up must count once. */
export interface Repeater {
  run(isOver: () => boolean): Promise<void>
  /** Throws unless each top-up has counted once. */
  check(): Promise<void>
  readonly repetitions: number
}

interface ClientOptions {
  readonly name: string
  readonly workspace: Workspace
  readonly nodes: number
  readonly ask: Ask
  readonly random: Random
}

const topUp = 7
/** An unreleased claim expires after a minute, which is longer than a client repeats. */
const mostRepetitions = 40

export async function createRepeater({ name, workspace, nodes, ask, random }: ClientOptions): Promise<Repeater> {
  const { apiId, rootKey } = workspace
  const call = withRetries(async (operation, body) => (await ask(0, { operation, body, key: rootKey })).reply)
  const { keyId } = await dataOf(call("keys.createKey", { apiId, credits: { remaining: 0 } }))
  let done = 0
  let givenUp = 0
  let repetitions = 0

  /** Each acknowledged top-up has counted once, and each other one at most once. */
  const expectOnce = (remaining: number) => {
    const more = remaining / topUp - done
    const isSo = Number.isInteger(more) && more >= 0 && more <= givenUp
    hold(isSo, `${done} top-ups of ${topUp}, and ${givenUp} given up, count once each`, remaining)
  }

  const retry = async (idempotencyKey: string, timesLeft: number): Promise<void> => {
    const { reply } = await ask(random.below(nodes), {
      operation: "keys.updateCredits",
      body: { keyId, operation: "increment", value: topUp },
      key: rootKey,
      headers: { "Idempotency-Key": idempotencyKey },
    })
    if (reply?.status === 200) {
      done += 1
      return expectOnce(reply.body.data.remaining)
    }
    if (timesLeft === 0) {
      givenUp += 1
      return
    }
    repetitions += 1
    await Bun.sleep(50)
    return retry(idempotencyKey, timesLeft - 1)
  }

  return {
    get repetitions() {
      return repetitions
    },
    async run(isOver) {
      for (let serial = 1; !isOver(); serial++) await retry(`${name}-${serial}`, mostRepetitions)
    },
    async check() {
      const { credits } = await dataOf(call("keys.getKey", { keyId }))
      expectOnce(credits.remaining)
    },
  }
}
