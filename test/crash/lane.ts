import { runHere } from "../cli.ts"
import { createRandom } from "../fuzz/random.ts"
import { type Actor, type ActorTally, hold, newTally } from "./actor.ts"
import { type Call, callsTo, dataOf, patiently } from "./call.ts"
import { createEditor } from "./editor.ts"
import { createEvidence } from "./evidence.ts"
import { killNode, type Node, operatorKey, spawnNode, startNode } from "./node.ts"
import { createRepeater } from "./repeater.ts"
import { createSpender } from "./spender.ts"

export interface Lane {
  /** Folder of the embedded database, or the address of a Postgres one. */
  readonly storage: string
  readonly seed: number
  readonly rounds: number
  /** After a kill: waits until nothing that the server had begun goes on, and does what a restart has to wait for. */
  calm?(): Promise<void>
}

const mostReplies = 80
const longestDelayMs = 8
const longestLoadMs = 1_500
const longestStartMs = 600
/** One in so many starts is killed too, at any moment of it. */
const killedStarts = 6

/** Round after round: start, look whether every promise was kept, load, kill at a random moment. */
export async function runLane({ storage, seed, rounds, calm }: Lane): Promise<ActorTally> {
  const random = createRandom(seed)
  const evidence = createEvidence(storage)
  let node = await startNode(storage)
  const { rootKey, apiId } = await prepare(node)
  const actors = createActors(apiId, seed)
  const settle = async () => {
    const call = patiently(callsTo(node.url, rootKey))
    await Promise.all(actors.map((actor) => actor.settle(call)))
    await checkListing(call, apiId, actors)
    await evidence.check()
  }
  const loadAndKill = async () => {
    const { call, reached } = counted(callsTo(node.url, rootKey), random.below(mostReplies))
    const clients = actors.flatMap((actor) => Array.from({ length: actor.clients }, () => actor))
    const load = Promise.all(clients.map((actor) => stepOn(actor, call)))
    await Promise.race([load, reached, Bun.sleep(longestLoadMs)])
    await Bun.sleep(random.below(longestDelayMs))
    await killNode(node)
    await load
    await calm?.()
    if (random.below(killedStarts) > 0) return
    const starting = spawnNode(storage)
    await Bun.sleep(random.below(longestStartMs))
    await killNode(starting)
  }

  for (let round = 1; round <= rounds; round++) {
    try {
      await settle()
      await loadAndKill()
      node = await startNode(storage)
      hold(node.stderr() === "", "a restart has nothing to complain about", node.stderr())
    } catch (error) {
      throw new Error(`Round ${round} with seed ${seed}: ${error}`, { cause: error })
    }
  }
  await settle()
  await checkAudit(storage)
  await killNode(node)
  return actors.reduce((sum, { tally }) => sumOf(sum, tally), newTally())
}

async function prepare(node: Node): Promise<{ rootKey: string; apiId: string }> {
  const asOperator = callsTo(node.url, operatorKey)
  const { rootKey } = await dataOf(asOperator("workspaces.createWorkspace", { name: "Crash" }))
  const { apiId } = await dataOf(callsTo(node.url, rootKey)("apis.createApi", { name: "Crash" }))
  return { rootKey, apiId }
}

/** Each with a randomness of its own, so that who is faster changes nothing for the others. */
function createActors(apiId: string, seed: number): readonly Actor[] {
  const editors = [1, 2, 3, 4].map((number) => createEditor(`editor${number}`, apiId, createRandom(seed + number)))
  return [...editors, createSpender(apiId, createRandom(seed)), createRepeater("repeater", apiId)]
}

async function stepOn(actor: Actor, call: Call): Promise<void> {
  while (await actor.step(call));
}

/** By what was done and not by time, so that a slow machine is tested as hard as a fast one. */
function counted(call: Call, replies: number): { readonly call: Call; readonly reached: Promise<void> } {
  const { promise: reached, resolve } = Promise.withResolvers<void>()
  let left = replies
  if (left === 0) resolve()
  return {
    reached,
    async call(...sent) {
      const reply = await call(...sent)
      left -= 1
      if (left === 0) resolve()
      return reply
    },
  }
}

/** Whatever nobody was promised and nobody has settled would be here. */
async function checkListing(call: Call, apiId: string, actors: readonly Actor[]): Promise<void> {
  const keys = await dataOf(call("apis.listKeys", { apiId, limit: 100 }))
  const listed = keys.map(({ keyId }: { keyId: string }) => keyId).sort()
  const expected = actors.flatMap((actor) => actor.keyIds()).sort()
  hold(Bun.deepEquals(listed, expected), `there are just these keys: ${expected}`, listed)
}

async function checkAudit(storage: string): Promise<void> {
  const place = storage.startsWith("postgres") ? "KEYWARD_DATABASE_URL" : "KEYWARD_DATA_DIR"
  const { code, stdout } = await runHere(["audit", "verify"], { env: { [place]: storage } })
  hold(code === 0, "keyward audit verify finds all chains intact", stdout)
}

export function sumOf(one: ActorTally, other: ActorTally): ActorTally {
  return {
    acknowledged: one.acknowledged + other.acknowledged,
    unanswered: one.unanswered + other.unanswered,
    happened: one.happened + other.happened,
  }
}
