import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { version } from "../../package.json"
import { createKey } from "../../test/harness/fixtures.ts"
import { operatorKey, startCluster, type TestCluster, type TestNode } from "../../test/harness/nodes.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"

describe("nodes.listNodes on sqlite", () => {
  const keyward = serveKeyward({ engine: "sqlite" })

  test("returns the one process, which needs no lease", async () => {
    const nodes = await keyward.ok("nodes.listNodes", {}, keyward.operator)
    expect(nodes).toEqual([
      {
        nodeId: expect.stringMatching(/^node_/),
        host: expect.any(String),
        version,
        startedAt: expect.any(Number),
        isCurrent: true,
        lag: 0,
        memory: expect.any(Number),
        verificationsPerSecond: 0,
      },
    ])
    expect(nodes[0].memory).toBeGreaterThan(10_000_000)
  })

  test("shows how many verifications it handles", async () => {
    const { key } = await createKey(keyward)
    for (let count = 0; count < 20; count += 1) await keyward.ok("keys.verifyKey", { key })
    const [node] = await keyward.ok("nodes.listNodes", {}, keyward.operator)
    expect(node.verificationsPerSecond).toBeGreaterThan(0)
  })

  test("is for operators", async () => {
    const { status } = await keyward.call("nodes.listNodes", {})
    expect(status).toBe(403)
  })
})

describe("nodes.listNodes on postgres", () => {
  let cluster: TestCluster
  beforeAll(async () => {
    cluster = await startCluster(2)
  })
  afterAll(() => cluster.stop())

  const list = (node: TestNode) => node.ok("nodes.listNodes", {}, operatorKey)
  const idOf = async (node: TestNode) => (await (await node.get("/readyz")).json()).data.node.id

  test("returns every node with its lease and its load, and the same from each node", async () => {
    const ids = await Promise.all(cluster.nodes.map(idOf))
    for (const [index, node] of cluster.nodes.entries()) {
      let listed = await list(node)
      while (listed.some(({ lease }: { lease: { valid: boolean } }) => !lease.valid)) listed = await list(node)
      expect(listed).toHaveLength(2)
      expect(listed.map(({ nodeId }: { nodeId: string }) => nodeId).sort()).toEqual([...ids].sort())
      const current = listed.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)
      expect(current).toMatchObject([{ nodeId: ids[index], version, lag: 0, host: expect.any(String) }])
      expect(current[0].memory).toBeGreaterThan(10_000_000)
    }
  })

  test("no longer returns a node that has stopped, and shows one without a report as far as it is known", async () => {
    const [first] = cluster.nodes as [TestNode]
    const more = await cluster.start()
    expect(await list(first)).toHaveLength(3)
    await more.app.stop()
    expect(await list(first)).toHaveLength(2)
    const soon = Date.now() + 60_000
    await cluster.admin`insert into nodes (id, lease_ends_at, applied_sequence, shares_limits, version, started_at)
      values ('node_older', ${soon}, 0, 1, '0.0.1', 1)`
    const [older] = await list(first)
    expect(older).toEqual({
      nodeId: "node_older",
      version: "0.0.1",
      startedAt: 1,
      isCurrent: false,
      lease: { until: soon, valid: true },
    })
  })
})
