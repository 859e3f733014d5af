import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { keyOperations as operations } from "../../src/operations/index.ts"
import { createRandom } from "../harness/random.ts"
import { type Cluster, startCluster, type Workspace } from "./cluster.ts"
import { notRevoking, revocations } from "./revocations.ts"
import { callsOn, revoke } from "./revoke.ts"

const patienceMs = 900_000

describe("three nodes under constant requests", () => {
  let cluster: Cluster
  let workspace: Workspace
  let serials = 0
  beforeAll(async () => {
    cluster = await startCluster(3)
    workspace = await cluster.createWorkspace("Revocations")
  }, patienceMs)
  afterAll(() => cluster.stop(), patienceMs)

  test.each(revocations.map((one) => [one.by, one.what, one] as const))(
    "show in every later response that %s has changed %s",
    async (_by, _what, revocation) => {
      serials += 1
      const serial = `revocation-${serials}`
      const createWorkspace = () => cluster.createWorkspace(serial)
      const stage = { serial, workspace, createWorkspace, call: callsOn(cluster.ask, 0, workspace.rootKey) }
      const options = { ask: cluster.ask, nodes: 3, random: createRandom(serials), stage, isOver: () => false }
      const revoked = await revoke(options, revocation)
      expect(revoked).toMatchObject({ result: "done", violations: [] })
      expect(revoked.looks).toBeGreaterThan(10)
    },
    patienceMs,
  )
})

test("every mutation has a case here, or revokes nothing", () => {
  const covered = new Set(revocations.map(({ by }) => by))
  const mutations = operations.filter(({ kind }) => kind === "mutation").map(({ name }) => name)
  expect(mutations.filter((name) => !covered.has(name) && !notRevoking.has(name))).toEqual([])
  const known = new Set<string>(operations.map(({ name }) => name))
  expect([...covered, ...notRevoking].filter((name) => !known.has(name))).toEqual([])
  expect([...notRevoking].filter((name) => covered.has(name))).toEqual([])
})
