/**
 * P9 on three nodes: processes with verifiers, attached to every node, while nodes and verifiers are paused, killed, cut off
 * and stopped. When a change has returned, no verifier may decide by the state before it.
 *
 * KEYWARD_TEST_CLUSTER_SECONDS=3600 runs it for an hour, KEYWARD_TEST_SEED=<seed> repeats the faults of a run.
 */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { createRandom, type Random } from "../harness/random.ts"
import { seed } from "../harness/seed.ts"
import { until } from "../harness/until.ts"
import { type Application, startApplication } from "../verifiers/application.ts"
import { type Cluster, startCluster, type Workspace } from "./cluster.ts"
import { injectFaults, newFaultTally } from "./faults.ts"
import { injectVerifierFaults, newVerifierFaultTally } from "./verifier-faults.ts"

const faultSeconds = Number(process.env.KEYWARD_TEST_CLUSTER_SECONDS ?? 16)
const patienceMs = 900_000
/** Three verifiers each. */
const processes = 4
const keysInUse = 3

let cluster: Cluster
let workspace: Workspace
let applications: readonly Application[] = []
const late: string[] = []
let rounds = 0
let decidedLocally = 0

beforeAll(async () => {
  cluster = await startCluster(3)
  workspace = await cluster.createWorkspace("Verifiers")
  const ports = cluster.stations.map((station) => () => Number(new URL(station.url).port))
  applications = await Promise.all(Array.from({ length: processes }, () => startApplication(workspace.rootKey, ports)))
}, patienceMs)
afterAll(async () => {
  await Promise.all(applications.map((application) => application.stop()))
  await cluster.stop()
}, patienceMs)

/** Calls random nodes until one has answered 200, and returns the data. */
function change(operation: string, body: object, random: Random) {
  return until(async () => {
    const { reply } = await cluster.ask(random.below(3), { operation, body, key: workspace.rootKey })
    return reply?.status === 200 && reply.body.data
  })
}

async function decideEverywhere(key: string) {
  const all = await Promise.all(applications.map((application) => application.decide(key)))
  return all.flatMap((decisions) => decisions ?? [])
}

/** Every round has its own key: the late commit of a lost call could enable an old one again. */
async function revokeAgainAndAgain(index: number, isOver: () => boolean): Promise<void> {
  const random = createRandom(seed + index)
  while (!isOver()) {
    const { key, keyId } = await change("keys.createKey", { apiId: workspace.apiId }, random)
    await decideEverywhere(key)
    decidedLocally += (await decideEverywhere(key)).filter(({ held }) => held === "VALID").length
    await change("keys.updateKey", { keyId, enabled: false }, random)
    for (const { held, code } of await decideEverywhere(key)) {
      if (held === "VALID" || code === "VALID") late.push(`round ${rounds}: ${held} ${code}`)
    }
    rounds += 1
  }
}

test(
  `no verifier decides by the state before a change that has returned, with KEYWARD_TEST_SEED=${seed}`,
  async () => {
    const [first] = applications
    const warm = await change("keys.createKey", { apiId: workspace.apiId }, createRandom(seed))
    await until(async () => (await first?.decide(warm.key))?.every(({ held }) => held === "VALID") === true)
    const endsAt = performance.now() + 1_000 * faultSeconds
    const isOver = () => performance.now() > endsAt
    const nodeFaults = newFaultTally()
    const verifierFaults = newVerifierFaultTally()
    const each = Array.from({ length: keysInUse }, (_, index) => revokeAgainAndAgain(index, isOver))
    const onNodes = cluster.stations.map((station, index) =>
      injectFaults({ cluster, station, random: createRandom(seed + 100 + index), tally: nodeFaults, isOver }),
    )
    const onVerifiers = applications.map((application, index) =>
      injectVerifierFaults({ application, random: createRandom(seed + 200 + index), tally: verifierFaults, isOver }),
    )
    await Promise.all([...each, ...onNodes, ...onVerifiers])
    const total = (tally: ReadonlyMap<string, number>) => [...tally.values()].reduce((sum, count) => sum + count, 0)
    console.log(
      `${rounds} rounds, ${decidedLocally} local decisions, ${total(nodeFaults)} + ${total(verifierFaults)} faults`,
    )
    expect(late).toEqual([])
    expect(rounds).toBeGreaterThan(2)
    expect(decidedLocally).toBeGreaterThan(0)
    expect(Math.min(total(nodeFaults), total(verifierFaults))).toBeGreaterThan(2)
  },
  patienceMs + 1_000 * faultSeconds,
)
