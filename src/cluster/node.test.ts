import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { sharedRedis, startCluster, startTestNode, type TestCluster, type TestNode } from "../../test/harness/nodes.ts"
import { rejection } from "../../test/harness/rejection.ts"
import { until } from "../../test/harness/until.ts"
import { type Followed, followed } from "../../test/requests/follow.ts"
import { leaseMs } from "./lease.ts"

const untilHeld = (node: TestNode) =>
  until(async () => {
    const state = (await (await node.get("/readyz")).json()).data.node
    return state.lease === "held" && state
  })

describe("three nodes on one database", () => {
  let cluster: TestCluster
  beforeAll(async () => {
    cluster = await startCluster(3)
  })
  afterAll(() => cluster.stop())

  const nodeAt = (index: number): TestNode => {
    const node = cluster.nodes[index % cluster.nodes.length]
    if (node === undefined) throw new Error("There is no node.")
    return node
  }
  const verifyEverywhere = (key: string) => Promise.all(cluster.nodes.map((node) => cluster.verify(node, key)))

  test("answer no verification from before a change that was answered, in 100 rounds", async () => {
    const { keyId, key } = await cluster.createKey()
    const late: string[] = []
    for (let round = 0; round < 100; round++) {
      const enabled = round % 2 === 1
      await nodeAt(round).ok("keys.updateKey", { keyId, enabled }, cluster.rootKey)
      const codes = await verifyEverywhere(key)
      if (codes.some((code) => code !== (enabled ? "VALID" : "DISABLED"))) late.push(`${round}: ${codes}`)
    }
    expect(late).toEqual([])
  })

  test("answer none under load either", async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => cluster.createKey()))
    const late: string[] = []
    await Promise.all(
      keys.map(async ({ keyId, key }, lane) => {
        for (let round = 0; round < 40; round++) {
          const enabled = round % 2 === 1
          const writing = nodeAt(lane + round).ok("keys.updateKey", { keyId, enabled }, cluster.rootKey)
          // Loads that are under way while the change is made must not bring the old state back.
          const meanwhile = cluster.nodes.map((node) => cluster.verify(node, key))
          await writing
          const codes = await verifyEverywhere(key)
          if (codes.some((code) => code !== (enabled ? "VALID" : "DISABLED"))) late.push(`${round}: ${codes}`)
          await Promise.all(meanwhile)
        }
      }),
    )
    expect(late).toEqual([])
  })

  test("send an event that one of them commits to 1,000 streams of another, and a lost right ends all", async () => {
    const [writer, reader] = [nodeAt(0), nodeAt(1)]
    const { workspaceId, rootKey } = await writer.ok("workspaces.createWorkspace", { name: "Followed" })
    const keys: { rootKey: string }[] = await Promise.all(
      Array.from({ length: 51 }, () =>
        writer.ok("rootKeys.createRootKey", { permissions: ["event.*.read_event"] }, rootKey),
      ),
    )
    const open = (key = "") => {
      const headers = { Authorization: `Bearer ${key}` }
      return reader.app.handle(new Request("http://node/v2/events.stream", { headers }))
    }
    const streams: Followed[] = []
    // Alone, a workspace may have half of all requests in execution, which is fewer.
    while (streams.length < 1_000) {
      const opened = keys.slice(0, 50).map(async ({ rootKey }) => followed(await open(rootKey)))
      streams.push(...(await Promise.all(opened)))
    }
    expect((await open(keys[50]?.rootKey)).status).toBe(503)
    const { apiId } = await writer.ok("apis.createApi", { name: "Seen everywhere" }, rootKey)
    const messages = await Promise.all(streams.map((stream) => stream.first(1)))
    expect(new Set(messages.map(([message]) => message?.data.resources[0]?.id))).toEqual(new Set([apiId]))
    await writer.ok("workspaces.disableWorkspace", { workspaceId, reason: "account_closure" })
    await Promise.all(streams.map(({ ended }) => ended))
  })

  test("know of what was absent, of workspaces and of root keys as well", async () => {
    const [first, second, third] = [nodeAt(0), nodeAt(1), nodeAt(2)]
    const { workspaceId, rootKey } = await second.ok("workspaces.createWorkspace", { name: "Other" })
    const { apiId } = await third.ok("apis.createApi", { name: "Other" }, rootKey)
    const { key } = await first.ok("keys.createKey", { apiId }, rootKey)
    const codeAt = async (node: TestNode) => (await node.call("keys.verifyKey", { key }, rootKey)).body.data?.code
    expect(await Promise.all(cluster.nodes.map(codeAt))).toEqual(["VALID", "VALID", "VALID"])
    await second.ok("workspaces.disableWorkspace", { workspaceId, reason: "owner_request" })
    const statuses = cluster.nodes.map(async (node) => (await node.call("keys.verifyKey", { key }, rootKey)).status)
    expect(await Promise.all(statuses)).toEqual([403, 403, 403])
  })

  test("say how long a change took to reach all of them, in the answer and in the metrics", async () => {
    const { keyId } = await cluster.createKey()
    let round = 0
    await until(async () => {
      round += 1
      const startedAt = performance.now()
      const { headers } = await nodeAt(0).call("keys.updateKey", { keyId, name: `${round}` }, cluster.rootKey)
      const callMs = performance.now() - startedAt
      const timing = headers.get("server-timing") ?? ""
      expect(timing).toMatch(/^propagation;dur=[\d.]+(;nodes=[123];desc="[123] nodes?")?$/)
      expect(Number(/dur=([\d.]+)/.exec(timing)?.[1])).toBeWithin(0.1, callMs)
      // Where a lease ran out, the header names no nodes.
      return timing.endsWith(';nodes=3;desc="3 nodes"')
    })
    const metrics = await (await nodeAt(0).get("/metrics")).text()
    expect(Number(/keyward_invalidation_seconds_count (\d+)/.exec(metrics)?.[1])).toBeGreaterThan(0)
    expect(metrics).toContain("\nkeyward_lease_held 1\n")
    expect(metrics).toContain("\nkeyward_nodes 3\n")
  })

  test("wait for one another and not for a lease, as long as nothing is wrong", async () => {
    const { keyId } = await cluster.createKey()
    const waits: string[] = []
    const isAcknowledged = (timing: string) => timing.endsWith(';nodes=3;desc="3 nodes"')
    // Half of ten, because a busy machine may lose a lease, and the header then names no nodes.
    await until(
      async () => {
        const name = `${waits.length}`
        const { headers } = await nodeAt(waits.length).call("keys.updateKey", { keyId, name }, cluster.rootKey)
        waits.push(headers.get("server-timing") ?? "")
        return waits.slice(-10).filter(isAcknowledged).length > 5
      },
      () => waits.slice(-10).join("\n"),
    )
  })

  test("tell lease and lag in their readiness", async () => {
    const state = await untilHeld(nodeAt(1))
    expect(state).toMatchObject({ behind: 0, nodes: 3 })
    expect(state.sinceRenewalMs).toBeWithin(0, 2 * leaseMs)
    expect(state.appliedSequence).toBeGreaterThan(0)
  })

  test("answer a repetition only when the first has reached all of them", async () => {
    const { keyId, key } = await cluster.createKey()
    for (let round = 0; round < 40; round++) {
      const enabled = round % 2 === 1
      expect(await verifyEverywhere(key)).toEqual(Array(3).fill(enabled ? "DISABLED" : "VALID"))
      const change = (node: TestNode) => node.ok("keys.updateKey", { keyId, enabled }, cluster.rootKey)
      // Whichever comes second finds nothing to change, and yet says that the key is as it shall be.
      const both = [change(nodeAt(0)), change(nodeAt(1))]
      await Promise.race(both)
      expect(await verifyEverywhere(key)).toEqual(Array(3).fill(enabled ? "VALID" : "DISABLED"))
      await Promise.all(both)
    }
  })
})

describe("a node that is cut off from notifications", () => {
  let cluster: TestCluster
  beforeAll(async () => {
    cluster = await startCluster(2)
  })
  afterAll(() => cluster.stop())

  const cutFeeds = () =>
    cluster.admin`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'keyward feed'`

  test("reads from the database until it hears of changes again, and misses none", async () => {
    const [first, second] = cluster.nodes as [TestNode, TestNode]
    const { keyId, key } = await cluster.createKey()
    for (let round = 0; round < 30; round++) {
      const enabled = round % 2 === 1
      if (round % 3 === 0) await cutFeeds()
      await first.ok("keys.updateKey", { keyId, enabled }, cluster.rootKey)
      expect(await cluster.verify(second, key)).toBe(enabled ? "VALID" : "DISABLED")
      expect(await cluster.verify(first, key)).toBe(enabled ? "VALID" : "DISABLED")
    }
  })

  test("begins with an empty memory when it has its lease again", async () => {
    const [first] = cluster.nodes as [TestNode]
    const losses = () => first.log.filter((line) => line.includes("receives no changes from other nodes")).length
    /** A key that was disabled behind its back, so that nothing but a look at the database can tell. */
    const rememberKey = async () => {
      await untilHeld(first)
      const { keyId, key } = await cluster.createKey()
      expect(await cluster.verify(first, key)).toBe("VALID")
      await cluster.admin`update keys set enabled = 0 where id = ${keyId}`
      // On a busy machine it may have lost its lease by now.
      return (await cluster.verify(first, key)) === "VALID" && key
    }
    const key = await until(rememberKey)
    const lossesBefore = losses()
    await until(async () => {
      // On a busy machine there may be no feed to cut, because the node is just opening it.
      await untilHeld(first)
      await cutFeeds()
      return losses() > lossesBefore
    })
    expect(await cluster.verify(first, key)).toBe("DISABLED")
    await untilHeld(first)
    expect(await cluster.verify(first, key)).toBe("DISABLED")
  })
})

describe("a node alone", () => {
  test("needs no Redis, and gives its lease back when it stops", async () => {
    const cluster = await startCluster(1, { redisUrl: undefined })
    expect(await cluster.admin`select id from nodes`).toHaveLength(1)
    await cluster.nodes[0]?.app.stop()
    expect(await cluster.admin`select id from nodes`).toHaveLength(0)
    await cluster.start({ redisUrl: undefined })
    await cluster.stop()
  })
})

describe("a second node", () => {
  test("is refused where not both share their rate limits, and told what to set", async () => {
    const cluster = await startCluster(1)
    const databaseUrl = cluster.url
    const refusal = await rejection(startTestNode({ databaseUrl, redisUrl: undefined }))
    expect(refusal).toBeInstanceOf(Error)
    expect(String(refusal)).toContain("Set KEYWARD_REDIS_URL")
    expect(await cluster.admin`select id from nodes`).toHaveLength(1)
    await cluster.start({ redisUrl: sharedRedis() })
    await cluster.stop()
  })
})
