/**
 * P9 on three nodes: processes with verifiers, attached to every node, while nodes and verifiers are paused, killed, cut off
 * and stopped. When a change has returned, no verifier may decide by the state before it.
 *
 * KEYWARD_TEST_CLUSTER_SECONDS=3600 runs it for an hour, KEYWARD_TEST_SEED=<seed> repeats the faults of a run.
 * KEYWARD_TEST_VERIFIER_REVOCATIONS=10000 runs it until there were so many, KEYWARD_TEST_VERIFIER_PROCESSES=8 with so many processes,
 * and KEYWARD_TEST_VERIFIER_KEYS=8 with so many keys at a time.
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
const leastRounds = Number(process.env.KEYWARD_TEST_VERIFIER_REVOCATIONS ?? 3)
/** Three verifiers each. */
const processes = Number(process.env.KEYWARD_TEST_VERIFIER_PROCESSES ?? 4)
const processesPerTenant = 2
const keysInUse = Number(process.env.KEYWARD_TEST_VERIFIER_KEYS ?? 3)

interface Tenant {
  readonly workspace: Workspace
  readonly applications: readonly Application[]
}

let cluster: Cluster
/** Workspaces with the processes that verify their keys. A change waits for verifiers of its own workspace only. */
let tenants: readonly Tenant[] = []
let applications: readonly Application[] = []
const late: string[] = []
let rounds = 0
let decidedLocally = 0

beforeAll(async () => {
  cluster = await startCluster(3)
  const ports = cluster.stations.map((station) => () => Number(new URL(station.url).port))
  const startTenant = async (index: number): Promise<Tenant> => {
    const workspace = await cluster.createWorkspace(`Verifiers ${index}`)
    const start = () => startApplication(workspace.rootKey, ports)
    return { workspace, applications: await Promise.all(Array.from({ length: processesPerTenant }, start)) }
  }
  const tenantCount = Math.ceil(processes / processesPerTenant)
  tenants = await Promise.all(Array.from({ length: tenantCount }, (_, index) => startTenant(index)))
  applications = tenants.flatMap((tenant) => tenant.applications)
}, patienceMs)
afterAll(async () => {
  await Promise.all(applications.map((application) => application.stop()))
  await cluster.stop()
}, patienceMs)

/** Calls random nodes until one has answered 200, and returns the data. */
function changer({ workspace }: Tenant, random: Random) {
  return (operation: string, body: object) =>
    until(async () => {
      const { reply } = await cluster.ask(random.below(3), { operation, body, key: workspace.rootKey })
      return reply?.status === 200 && reply.body.data
    })
}

async function decideEverywhere({ applications }: Tenant, key: string) {
  const all = await Promise.all(applications.map((application) => application.decide(key)))
  return all.flatMap((decisions) => decisions ?? [])
}

/** Every round has its own key: the late commit of a lost call could enable an old one again. */
async function revokeAgainAndAgain(index: number, isOver: () => boolean): Promise<void> {
  const tenant = tenants[index % tenants.length]
  if (tenant === undefined) throw new Error("There is no workspace.")
  const change = changer(tenant, createRandom(seed + index))
  while (!isOver()) {
    const { key, keyId } = await change("keys.createKey", { apiId: tenant.workspace.apiId })
    await decideEverywhere(tenant, key)
    decidedLocally += (await decideEverywhere(tenant, key)).filter(({ held }) => held === "VALID").length
    await change("keys.updateKey", { keyId, enabled: false })
    for (const { held, code } of await decideEverywhere(tenant, key)) {
      if (held === "VALID" || code === "VALID") late.push(`round ${rounds}: ${held} ${code}`)
    }
    rounds += 1
  }
}

test(
  `no verifier decides by the state before a change that has returned, with KEYWARD_TEST_SEED=${seed}`,
  async () => {
    for (const tenant of tenants) {
      const create = changer(tenant, createRandom(seed))
      const { key } = await create("keys.createKey", { apiId: tenant.workspace.apiId })
      await until(async () => (await decideEverywhere(tenant, key)).every(({ held }) => held === "VALID"))
    }
    const endsAt = performance.now() + 1_000 * faultSeconds
    const isOver = () => performance.now() > endsAt && (rounds >= leastRounds || late.length > 0)
    const nodeFaults = newFaultTally()
    const verifierFaults = newVerifierFaultTally()
    const each = Array.from({ length: keysInUse }, (_, index) => revokeAgainAndAgain(index, isOver))
    const onNodes = cluster.stations.map((station, index) =>
      injectFaults({ cluster, station, random: createRandom(seed + 100 + index), tally: nodeFaults, isOver }),
    )
    const onVerifiers = applications.map((application, index) =>
      injectVerifierFaults({
        application,
        random: createRandom(seed + 200 + index),
        tally: verifierFaults,
        // The more keys, the more faults make a change wait, and keep out the verifier.
        longestPauseMs: 2_500 * keysInUse,
        isOver,
      }),
    )
    await Promise.all([...each, ...onNodes, ...onVerifiers])
    const total = (tally: ReadonlyMap<string, number>) => [...tally.values()].reduce((sum, count) => sum + count, 0)
    console.log(
      `${rounds} rounds, ${decidedLocally} local decisions, ${total(nodeFaults)} + ${total(verifierFaults)} faults`,
    )
    expect(late).toEqual([])
    expect(rounds).toBeGreaterThanOrEqual(leastRounds)
    expect(decidedLocally).toBeGreaterThan(0)
    expect(Math.min(total(nodeFaults), total(verifierFaults))).toBeGreaterThan(2)
  },
  patienceMs + 1_000 * (faultSeconds + leastRounds),
)
