import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { createHash, randomUUID } from "node:crypto"
import { startCluster, type TestCluster, type TestNode } from "../../test/nodes.ts"
import { startTcpProxy, type TcpProxy } from "../../test/services/tcp-proxy.ts"

/**
 * One node answers, and another one hears of nothing while it may still answer from memory. A response that reports a
 * change comes when that is over, so the other node holds no lease by then.
 */
describe("a response waits until its change has reached every node", () => {
  let cluster: TestCluster
  let way: TcpProxy
  let here: TestNode
  let deaf: TestNode

  beforeAll(async () => {
    cluster = await startCluster(1)
    way = await startTcpProxy(Number(new URL(cluster.url).port))
    const url = new URL(cluster.url)
    url.port = String(way.port)
    const [first] = cluster.nodes
    if (first === undefined) throw new Error("There is no node.")
    here = first
    deaf = await cluster.start({ databaseUrl: url.href })
  })
  afterAll(async () => {
    way.flow()
    await cluster.stop()
    way.stop()
  })

  const holdsLease = async (node: TestNode) =>
    (await (await node.get("/metrics")).text()).includes("\nkeyward_lease_held 1\n")
  const untilHeld = async () => {
    while (!((await holdsLease(here)) && (await holdsLease(deaf)))) await Bun.sleep(10)
  }
  const createWorkspace = async (limits: Readonly<Record<string, unknown>>) => {
    const { workspaceId, rootKey } = await here.ok("workspaces.createWorkspace", { name: "Limited" })
    const { apiId } = await here.ok("apis.createApi", { name: "Limited" }, rootKey)
    const { key } = await here.ok("keys.createKey", { apiId }, rootKey)
    await here.ok("workspaces.updateWorkspace", { workspaceId, limits: { ...limits, onExceeded: "disable" } })
    return { rootKey, apiId, key }
  }
  const isLive = async (keyId: string) =>
    (await cluster.admin`select 1 from keys where id = ${keyId} and deleted_at is null`).length > 0
  type Call = () => ReturnType<TestNode["call"]>
  /** What prepares a case gives the call that is to wait. */
  const cases: readonly (readonly [what: string, status: number, prepare: () => Promise<Call>])[] = [
    [
      "a change",
      200,
      async () => {
        const { keyId } = await cluster.createKey()
        return () => here.call("keys.updateKey", { keyId, enabled: false }, cluster.rootKey)
      },
    ],
    [
      "a refusal that is due to another change",
      404,
      async () => {
        const { keyId } = await cluster.createKey()
        return async () => {
          void here.call("keys.deleteKey", { keyId }, cluster.rootKey)
          while (await isLive(keyId)) await Bun.sleep(1)
          return here.call("keys.updateKey", { keyId, enabled: false }, cluster.rootKey)
        }
      },
    ],
    [
      "a repetition with the same Idempotency-Key",
      200,
      async () => {
        const { keyId } = await cluster.createKey()
        const headers = { "Idempotency-Key": randomUUID() }
        const remove = () => here.call("keys.deleteKey", { keyId }, cluster.rootKey, headers)
        return async () => {
          void remove()
          while (await isLive(keyId)) await Bun.sleep(1)
          return remove()
        }
      },
    ],
    [
      "a quota of keys that disables the workspace",
      403,
      async () => {
        const { rootKey, apiId } = await createWorkspace({ keys: 1 })
        return () => here.call("keys.createKey", { apiId }, rootKey)
      },
    ],
    [
      "a quota of identities that disables the workspace",
      403,
      async () => {
        const { rootKey } = await createWorkspace({ identities: 0 })
        return () => here.call("identities.createIdentity", { externalId: "one too many" }, rootKey)
      },
    ],
    [
      "a quota of verifications that disables the workspace",
      403,
      async () => {
        const { rootKey, key } = await createWorkspace({ verificationsPerMonth: 1 })
        await here.ok("keys.verifyKey", { key }, rootKey)
        return () => here.call("keys.verifyKey", { key }, rootKey)
      },
    ],
    [
      "a verification that adopts an imported key",
      200,
      async () => {
        const long = randomUUID()
        const hash = createHash("sha256").update(long).digest("hex")
        const keys = [{ hash, algorithm: "prefixed_api_key" }]
        await here.ok("keys.migrateKeys", { apiId: cluster.apiId, keys }, cluster.rootKey)
        return () => here.call("keys.verifyKey", { key: `old_short_${long}` }, cluster.rootKey)
      },
    ],
    [
      "a verification that stores a refill",
      200,
      async () => {
        const credits = { remaining: 1, refill: { interval: "daily", amount: 5 } }
        const { keyId, key } = await cluster.createKey({ credits })
        await cluster.admin`update balances set refill_at = 1 where id = (select balance_id from keys where id = ${keyId})`
        return () => here.call("keys.verifyKey", { key }, cluster.rootKey)
      },
    ],
    [
      "a limit that creates its namespace",
      200,
      async () => () =>
        here.call(
          "ratelimit.limit",
          { namespace: randomUUID(), identifier: "caller", limit: 1, duration: 60_000 },
          cluster.rootKey,
        ),
    ],
    [
      "several limits that create their namespaces",
      200,
      async () => () =>
        here.call(
          "ratelimit.multiLimit",
          [{ namespace: randomUUID(), identifier: "caller", limit: 1, duration: 60_000 }],
          cluster.rootKey,
        ),
    ],
  ]

  test.each(cases)("for %s", async (_what, status, prepare) => {
    const call = await prepare()
    await untilHeld()
    way.stall("all")
    const answer = await call()
    const isLate = await holdsLease(deaf)
    way.flow()
    expect({ status: answer.status, isLate }).toEqual({ status, isLate: false })
  })

  test("and verifies nothing from before a quota has disabled the workspace", async () => {
    const { rootKey, apiId, key } = await createWorkspace({ keys: 1 })
    await untilHeld()
    expect((await deaf.ok("keys.verifyKey", { key }, rootKey)).code).toBe("VALID")
    way.stall("all")
    expect((await here.call("keys.createKey", { apiId }, rootKey)).status).toBe(403)
    const verifying = deaf.call("keys.verifyKey", { key }, rootKey)
    way.flow()
    const { body } = await verifying
    expect(body.error.type).toEndWith("authorization/workspace_disabled")
  })
})
