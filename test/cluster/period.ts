import { createRandom } from "../harness/random.ts"
import { watched } from "./ask.ts"
import { type Changer, createChanger } from "./changer.ts"
import { checkEvents, checkTail } from "./check-events.ts"
import { checkLimits } from "./check-limits.ts"
import { checkRegisters } from "./check-registers.ts"
import { checkSpends } from "./check-spends.ts"
import type { Cluster } from "./cluster.ts"
import { followEvents } from "./event-tail.ts"
import { type FaultTally, injectFaults } from "./faults.ts"
import { type History, newHistory } from "./history.ts"
import { createRepeater } from "./repeater.ts"
import { createRevoker } from "./revoker.ts"
import { createSpender } from "./spender.ts"
import type { Part } from "./subject.ts"
import { createTaker } from "./taker.ts"

interface Plan {
  readonly cluster: Cluster
  readonly seed: number
  readonly durationMs: number
  /** Counts faults; if absent, there are no faults. */
  readonly faults?: FaultTally
}

/** The history of random clients, and the promises that it breaks. */
export interface Period {
  readonly history: History
  readonly violations: readonly string[]
  /** Changes after which every node was read. */
  readonly rounds: number
  readonly repetitions: number
}

const oftenChanged: readonly [Part, ...Part[]] = ["enabled", "enabled", "meta", "own permission", "role", "identity"]
const credits = 250
const limit = 150

/** Runs load and faults, waits until all nodes are healthy, and checks the history. Each client has its own random numbers. */
export async function runPeriod({ cluster, seed, durationMs, faults }: Plan): Promise<Period> {
  const history = newHistory()
  const nodes = cluster.stations.length
  const ask = watched(cluster.ask, ({ node, reply }, outcome) => {
    history.unexpected.push({ node, outcome, requestId: reply?.body.meta.requestId })
  })
  let streams = 0
  const optionsOf = (name: string) => {
    streams += 1
    return { name: `${name}-${seed}`, nodes, ask, random: createRandom(seed + streams * 7_919), history }
  }
  // Changes in one workspace wait for each other; changes in different workspaces do not.
  const workspaces = await Promise.all(
    ["north", "south", "east", "west"].map((name) => cluster.createWorkspace(`${name} ${seed}`)),
  )
  const shared = (name: string) => {
    const workspace = workspaces[streams % workspaces.length]
    if (workspace === undefined) throw new Error("There is no workspace.")
    return { ...optionsOf(name), workspace }
  }
  const changers: readonly Changer[] = [
    ...["anna", "boris", "clara", "dora", "emil", "frida"].map((name) =>
      createChanger({ ...shared(name), parts: oftenChanged }),
    ),
    ...["georg", "hanna"].map((name) => createChanger({ ...shared(name), parts: ["life", "meta"] })),
    ...["ivan", "jana"].map((name) => createChanger({ ...optionsOf(name), parts: ["workspace"] })),
  ]
  const spenders = [
    createSpender({ ...shared("hot"), credits, clients: 4, costs: [1] }),
    createSpender({ ...shared("mixed"), credits, clients: 2, costs: [1, 2, 3] }),
  ]
  const takers = [
    createTaker({ ...shared("identifier"), kind: "identifier", limit, clients: 2 }),
    createTaker({ ...shared("limited key"), kind: "key", limit, clients: 2 }),
  ]
  const revokers = ["karl", "lena"].map((name) => createRevoker({ ...shared(name), ask: cluster.ask, cluster }))
  const repeater = await createRepeater(shared("repeater"))
  const tail = await followEvents(cluster.admin)

  const endsAt = performance.now() + durationMs
  const isOver = () => performance.now() >= endsAt
  let isLoadOver = false
  const tailing = tail.run(() => isLoadOver)
  await Promise.all([
    ...[...changers, ...revokers, ...spenders, ...takers, repeater].map((client) => client.run(isOver)),
    ...(faults === undefined
      ? []
      : cluster.stations.map((station) =>
          injectFaults({ cluster, station, random: optionsOf("faults").random, tally: faults, isOver }),
        )),
  ])
  await cluster.rest()
  isLoadOver = true
  await tailing
  for (const changer of changers) await changer.review()
  await repeater.check()
  const accounts = (await Promise.all(spenders.map((spender) => spender.balances()))).flat()
  const events = await tail.all()
  return {
    history,
    rounds: [...changers, ...revokers].reduce((sum, { rounds }) => sum + rounds, 0),
    repetitions: repeater.repetitions,
    violations: [
      ...history.unexpected.map(
        ({ node, outcome, requestId }) =>
          `Node ${node} answered ${outcome}: ${cluster.stations[node]?.logOf(requestId)}`,
      ),
      ...revokers.flatMap(({ violations }) => violations),
      ...checkRegisters(history.changes, history.observations),
      ...checkSpends(accounts, history.spends),
      ...checkLimits(
        takers.flatMap(({ limited }) => limited),
        history.limitedRequests,
      ),
      ...checkEvents(history.changes, events),
      ...checkTail(tail.read, events),
    ],
  }
}
