/**
 * P1 on one server with fronts that are killed, paused and cut off. When a change has returned, no process that shares the port may
 * answer by the state before it.
 *
 * KEYWARD_TEST_VERIFIER_REVOCATIONS=10000 runs it until there were so many revocations, KEYWARD_TEST_VERIFIER_KEYS=8 revokes so many
 * keys at a time, and KEYWARD_TEST_SEED=<seed> repeats the faults of a run.
 */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { join } from "node:path"
import { frontEnvironment } from "../../src/config/front-slot.ts"
import { type ServedCli, startCli, startServe } from "../cli/cli.ts"
import { operatorKey } from "../crash/node.ts"
import { createRandom, type Random } from "../harness/random.ts"
import { seed } from "../harness/seed.ts"
import { until } from "../harness/until.ts"
import type { ChildProcess } from "../services/child-process.ts"
import { childrenOf, isAlive } from "../services/process-tree.ts"
import { testFolder } from "../services/test-folder.ts"
import { type DoorProxy, startDoorProxy } from "./door-proxy.ts"

const leastRounds = Number(process.env.KEYWARD_TEST_VERIFIER_REVOCATIONS ?? 12)
const keysInUse = Number(process.env.KEYWARD_TEST_VERIFIER_KEYS ?? 3)
/** Besides the one that the main process starts. */
const frontCount = 2
const looks = 6
const longestMs = 2_500
const patienceMs = 900_000

const data = testFolder()
let served: ServedCli
/** Of the front that the main process has started first. */
let firstPid: number | undefined
let fronts: readonly Front[] = []
let workspace: { readonly rootKey: string; readonly apiId: string }
const late: string[] = []
let rounds = 0

/** A front of which the test decides when it starts again, behind a socket of its own. */
interface Front {
  readonly proxy: DoorProxy
  readonly process: ChildProcess
  restart(): Promise<void>
}

async function startFront(number: number): Promise<Front> {
  const path = join(data.path, `front-${number}.sock`)
  const proxy = await startDoorProxy(path, join(data.path, "fronts", "main.sock"))
  const launch = () => startCli(["serve"], frontEnvironment({ number, path }))
  let process = launch()
  return {
    proxy,
    get process() {
      return process
    },
    async restart() {
      await process.exit
      process = launch()
    },
  }
}

beforeAll(async () => {
  served = await startServe([], {
    KEYWARD_DATA_DIR: data.path,
    KEYWARD_FRONTS: "1",
    KEYWARD_OPERATOR_KEY: operatorKey,
    KEYWARD_WEBHOOKS: "off",
  })
  firstPid = childrenOf(served)[0]
  const { rootKey } = await change("workspaces.createWorkspace", { name: "Fronts" }, operatorKey)
  const { apiId } = await change("apis.createApi", { name: "Fronts" }, rootKey)
  workspace = { rootKey, apiId }
  fronts = await Promise.all(Array.from({ length: frontCount }, (_, index) => startFront(100 + index)))
}, patienceMs)
afterAll(async () => {
  served.kill("SIGKILL")
  for (const { process } of fronts) process.kill("SIGKILL")
  await Promise.all([served, ...fronts.map(({ process }) => process)].map(({ exit }) => exit))
}, patienceMs)

/** On a new connection, which any of the processes may accept. Undefined if that process was lost, or refuses. */
async function call(operation: string, body: object, key: string) {
  try {
    const answer = await fetch(`http://127.0.0.1:${served.port}/v2/${operation}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", Connection: "close" },
      body: JSON.stringify(body),
    })
    return answer.status === 200 ? (await answer.json()).data : undefined
  } catch {
    return undefined
  }
}

/** Repeats a change until one call has answered 200. */
function change(operation: string, body: object, key = workspace.rootKey) {
  return until(() => call(operation, body, key))
}

/** What several processes say of the key at the same time. */
async function codesOf(key: string): Promise<readonly string[]> {
  const verify = () => call("keys.verifyKey", { key }, workspace.rootKey)
  const answers = await Promise.all(Array.from({ length: looks }, verify))
  return answers.flatMap((answer) => (answer === undefined ? [] : [answer.code]))
}

/** Every round has its own key: the late commit of a lost call could enable an old one again. */
async function revokeAgainAndAgain(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const { key, keyId } = await change("keys.createKey", { apiId: workspace.apiId })
    // After the first look, most fronts hold the key.
    for (const _look of [1, 2]) await codesOf(key)
    await change("keys.updateKey", { keyId, enabled: false })
    for (const code of await codesOf(key)) if (code !== "DISABLED") late.push(`round ${rounds}: ${code}`)
    rounds += 1
  }
}

/** Every fault ends before its promise resolves. */
type Fault = (front: Front, forMs: number) => Promise<void>

const faults: Readonly<Record<string, Fault>> = {
  async killed(front) {
    front.process.kill("SIGKILL")
    await front.restart()
  },
  // If its lease has ended, the main process has let it go, and it ends when it wakes up.
  async paused(front, forMs) {
    front.process.kill("SIGSTOP")
    await Bun.sleep(forMs)
    front.process.kill("SIGCONT")
    const isLost = await Promise.race([front.process.exit.then(() => true), Bun.sleep(longestMs).then(() => false)])
    if (isLost) await front.restart()
  },
  async "cut off"(front) {
    front.proxy.cut()
    await front.process.exit
    await front.proxy.mend()
    await front.restart()
  },
  async "in a black hole"(front, forMs) {
    front.proxy.stall()
    await Bun.sleep(forMs)
    front.proxy.cut()
    await front.process.exit
    await front.proxy.mend()
    await front.restart()
  },
  /** The one that the main process has started is killed, and replaced. */
  async hanging() {
    const [pid] = childrenOf(served)
    // The main process does not know one that still starts.
    if (pid === undefined || !(pid === firstPid || served.stderr().includes(`pid ${pid}`))) return
    process.kill(pid, "SIGSTOP")
    await until(() => !isAlive(pid))
  },
}

const names = Object.keys(faults) as [string, ...string[]]

async function injectFaults(front: Front, random: Random, isOver: () => boolean, tally: Map<string, number>) {
  while (!isOver()) {
    await Bun.sleep(random.below(longestMs))
    // Those that are rarest so far come first.
    const least = Math.min(...names.map((name) => tally.get(name) ?? 0))
    const name = random.pick(names.filter((one) => tally.get(one) === least || random.below(3) === 0) as typeof names)
    tally.set(name, (tally.get(name) ?? 0) + 1)
    await faults[name]?.(front, random.below(longestMs))
  }
}

test(
  `no front answers by the state before a change that has returned, with KEYWARD_TEST_SEED=${seed}`,
  async () => {
    const tally = new Map(names.map((name) => [name, 0]))
    const isOver = () => late.length > 0 || (rounds >= leastRounds && Math.min(...tally.values()) > 0)
    const loops = Array.from({ length: keysInUse }, () => revokeAgainAndAgain(isOver))
    const onFronts = fronts.map((front, index) => injectFaults(front, createRandom(seed + index), isOver, tally))
    await Promise.all([...loops, ...onFronts])
    console.log(`${rounds} rounds, faults: ${JSON.stringify([...tally])}`)
    expect(late).toEqual([])
    expect(rounds).toBeGreaterThanOrEqual(leastRounds)
  },
  patienceMs + 1_000 * leastRounds,
)
