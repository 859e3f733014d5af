import { runHere } from "../cli/cli.ts"
import { createRandom, type Random } from "../harness/random.ts"
import { settingOf } from "../storage/database.ts"
import { type Actor, type ActorTally, hold, newTally } from "./actor.ts"
import { type Call, callsTo, dataOf, withRetries } from "./call.ts"
import { createEditor } from "./editor.ts"
import { createEvidence } from "./evidence.ts"
import { killNode, type Node, operatorKey, spawnNode, startNode } from "./node.ts"
import { createRepeater } from "./repeater.ts"
import { createReserver } from "./reserver.ts"
import { createSpender } from "./spender.ts"

export interface Lane {
  /** Folder of the embedded database, or URL of a PostgreSQL database. */
  readonly storage: string
  readonly seed: number
  readonly rounds: number
  /** Ends the server. */
  readonly signal: "SIGKILL" | "SIGTERM"
  /** Waits until the work of the ended server is over, and prepares the restart. */
  afterEnd?(): Promise<void>
}

const mostReplies = 80
const longestDelayMs = 8
const longestLoadMs = 1_500
const longestStartMs = 300
/** On average, one start in this many is killed too, at a random moment. */
const killedStarts = 6

/** Repeats: start, check every promise, run the load, end the server at a random moment. */
export async function runLane({ storage, seed, rounds, signal, afterEnd }: Lane): Promise<ActorTally> {
  const random = createRandom(seed)
  const evidence = createEvidence(storage)
  // The first start creates the database, and must survive kills too.
  for (let starts = 0; starts < 3; starts++) await killDuringStart(storage, random)
  let node = await startNode(storage)
  const { rootKey, apiId } = await prepare(node)
  const actors = createActors(apiId, seed)
  const check = async () => {
    await checkAll(callsTo(node.url, rootKey), apiId, actors)
    await evidence.check()
  }
  const loadAndEnd = async () => {
    const { call, reached } = counted(callsTo(node.url, rootKey), random.below(mostReplies))
    const clients = actors.flatMap((actor) => Array.from({ length: actor.clients }, () => actor))
    const load = Promise.all(clients.map((actor) => stepOn(actor, call)))
    await Promise.race([load, reached, Bun.sleep(longestLoadMs)])
    await Bun.sleep(random.below(longestDelayMs))
    await endNode(node, signal)
    await load
    await afterEnd?.()
    if (signal === "SIGKILL" && random.below(killedStarts) === 0) await killDuringStart(storage, random)
  }

  for (let round = 1; round <= rounds; round++) {
    try {
      await check()
      await loadAndEnd()
      node = await startNode(storage)
      hold(node.stderr() === "", "a restart logs no problem", node.stderr())
    } catch (error) {
      throw new Error(`Round ${round} with seed ${seed}: ${error}`, { cause: error })
    }
  }
  await check()
  await checkAudit(storage)
  await killNode(node)
  return actors.reduce((sum, { tally }) => sumOf(sum, tally), newTally())
}

async function killDuringStart(storage: string, random: Random): Promise<void> {
  const starting = spawnNode(storage)
  await Bun.sleep(random.below(longestStartMs))
  await killNode(starting)
}

async function endNode(node: Node, signal: Lane["signal"]): Promise<void> {
  if (signal === "SIGKILL") return killNode(node)
  node.kill(signal)
  const exit = await node.exit
  hold(exit.code === 0, "a stopped server exits with 0", { ...exit, stderr: node.stderr().slice(-2_000) })
}

async function prepare(node: Node): Promise<{ rootKey: string; apiId: string }> {
  const asOperator = callsTo(node.url, operatorKey)
  const { rootKey } = await dataOf(asOperator("workspaces.createWorkspace", { name: "Crash" }))
  const { apiId } = await dataOf(callsTo(node.url, rootKey)("apis.createApi", { name: "Crash" }))
  return { rootKey, apiId }
}

/** Each actor has its own random numbers, so that the speed of one does not change the others. */
export function createActors(apiId: string, seed: number): readonly Actor[] {
  const editors = [1, 2, 3, 4].map((number) => createEditor(`editor${number}`, apiId, createRandom(seed + number)))
  const payers = [createSpender(apiId, createRandom(seed)), createReserver(apiId, createRandom(seed + 5))]
  return [...editors, ...payers, createRepeater("repeater", apiId)]
}

/** Repeats steps until the server does not respond, or `isOver`. */
export async function stepOn(actor: Actor, call: Call, isOver = () => false): Promise<void> {
  while (!isOver() && (await actor.step(call)));
}

/** Checks the results of every actor, and that nothing else exists. */
export async function checkAll(call: Call, apiId: string, actors: readonly Actor[]): Promise<void> {
  const patient = withRetries(call)
  await Promise.all(actors.map((actor) => actor.checkResults(patient)))
  await checkListing(patient, apiId, actors)
}

/** Resolves after a number of replies instead of a time, so that slow machines are tested as thoroughly as fast ones. */
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

/** Finds keys that no actor has created. */
async function checkListing(call: Call, apiId: string, actors: readonly Actor[]): Promise<void> {
  const keys = await dataOf(call("apis.listKeys", { apiId, limit: 100 }))
  const listed = keys.map(({ keyId }: { keyId: string }) => keyId).sort()
  const expected = actors.flatMap((actor) => actor.keyIds()).sort()
  hold(Bun.deepEquals(listed, expected), `there are just these keys: ${expected}`, listed)
}

async function checkAudit(storage: string): Promise<void> {
  const { code, stdout } = await runHere(["audit", "verify"], { env: settingOf(storage) })
  hold(code === 0, "keyward audit verify finds all chains intact", stdout)
}

export function sumOf(one: ActorTally, other: ActorTally): ActorTally {
  return {
    acknowledged: one.acknowledged + other.acknowledged,
    unanswered: one.unanswered + other.unanswered,
    happened: one.happened + other.happened,
  }
}
