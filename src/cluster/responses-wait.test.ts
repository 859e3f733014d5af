import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { createHash, randomUUID } from "node:crypto"
import { startCluster, type TestCluster, type TestNode } from "../../test/harness/nodes.ts"
import { until } from "../../test/harness/until.ts"
import { proxyTo } from "../../test/services/proxied-url.ts"
import type { TcpProxy } from "../../test/services/tcp-proxy.ts"

/**
 * One node answers, and another one hears of nothing while it may still answer from memory. A response that reports a
 * change comes when that is over, so the other node holds no lease by then.
 */
describe("a response waits until its change has reached every node", () => {
  let cluster: TestCluster
  let proxy: TcpProxy
  let here: TestNode
  let cutOff: TestNode

  beforeAll(async () => {
    cluster = await startCluster(1)
    const proxied = await proxyTo(cluster.url)
    proxy = proxied.proxy
    const [first] = cluster.nodes
    if (first === undefined) throw new Error("There is no node.")
    here = first
    cutOff = await cluster.start({ databaseUrl: proxied.url })
  })
  afterAll(async () => {
    proxy.flow()
    await cluster.stop()
    proxy.stop()
  })

  const holdsLease = ({ app }: TestNode) => app.nodeState?.().holdsLease === true
  const untilHeld = () => until(() => holdsLease(here) && holdsLease(cutOff))
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
  /** By what is reported: the expected status, and the preparation, which returns the call that must wait. */
  const newLimit = () => ({ namespace: randomUUID(), identifier: "caller", limit: 1, duration: 60_000 })
  const cases: Readonly<Record<string, readonly [status: number, prepare: () => Promise<Call>]>> = {
    "a change": [
      200,
      async () => {
        const { keyId } = await cluster.createKey()
        return () => here.call("keys.updateKey", { keyId, enabled: false }, cluster.rootKey)
      },
    ],
    "a refusal that is due to another change": [
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
    "a repetition with the same Idempotency-Key": [
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
    "a quota of keys that disables the workspace": [
      403,
      async () => {
        const { rootKey, apiId } = await createWorkspace({ keys: 1 })
        return () => here.call("keys.createKey", { apiId }, rootKey)
      },
    ],
    "a quota of identities that disables the workspace": [
      403,
      async () => {
        const { rootKey } = await createWorkspace({ identities: 0 })
        return () => here.call("identities.createIdentity", { externalId: "one too many" }, rootKey)
      },
    ],
    "a quota of verifications that disables the workspace": [
      403,
      async () => {
        const { rootKey, key } = await createWorkspace({ verificationsPerMonth: 1 })
        await here.ok("keys.verifyKey", { key }, rootKey)
        return () => here.call("keys.verifyKey", { key }, rootKey)
      },
    ],
    "a verification that adopts an imported key": [
      200,
      async () => {
        const long = randomUUID()
        const hash = createHash("sha256").update(long).digest("hex")
        const keys = [{ hash, algorithm: "prefixed_api_key" }]
        await here.ok("keys.migrateKeys", { apiId: cluster.apiId, keys }, cluster.rootKey)
        return () => here.call("keys.verifyKey", { key: `old_short_${long}` }, cluster.rootKey)
      },
    ],
    "a verification that stores a refill": [
      200,
      async () => {
        const credits = { remaining: 1, refill: { interval: "daily", amount: 5 } }
        const { keyId, key } = await cluster.createKey({ credits })
        await cluster.admin`update balances set refill_at = 1 where id = (select balance_id from keys where id = ${keyId})`
        return () => here.call("keys.verifyKey", { key }, cluster.rootKey)
      },
    ],
    "a limit that creates its namespace": [
      200,
      async () => () => here.call("ratelimit.limit", newLimit(), cluster.rootKey),
    ],
    "several limits that create their namespaces": [
      200,
      async () => () => here.call("ratelimit.multiLimit", [newLimit()], cluster.rootKey),
    ],
  }

  test.each(Object.entries(cases))("for %s", async (_what, [status, prepare]) => {
    const call = await prepare()
    await untilHeld()
    proxy.stall("all")
    const answer = await call()
    const isLate = holdsLease(cutOff)
    proxy.flow()
    expect({ status: answer.status, isLate }).toEqual({ status, isLate: false })
  })

  test("and verifies nothing from before a quota has disabled the workspace", async () => {
    const { rootKey, apiId, key } = await createWorkspace({ keys: 1 })
    await untilHeld()
    expect((await cutOff.ok("keys.verifyKey", { key }, rootKey)).code).toBe("VALID")
    proxy.stall("all")
    expect((await here.call("keys.createKey", { apiId }, rootKey)).status).toBe(403)
    const verifying = cutOff.call("keys.verifyKey", { key }, rootKey)
    proxy.flow()
    const { body } = await verifying
    expect(body.error.type).toEndWith("authorization/workspace_disabled")
  })
})
