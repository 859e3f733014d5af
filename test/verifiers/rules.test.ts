import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { existsSync } from "node:fs"
import { join } from "node:path"
import type { AttachedVerifier, Attaching, Hub } from "../../src/verifiers/hub.ts"
import { startServe } from "../cli/cli.ts"
import { createKey } from "../harness/fixtures.ts"
import { startKeyward, type TestServer } from "../harness/harness.ts"
import { startCluster, type TestCluster } from "../harness/nodes.ts"
import { until } from "../harness/until.ts"
import { dataFolder } from "../services/data-folder.ts"
import { attach } from "./raw-verifier.ts"

/** Each rule of docs/verifier-protocol.md#what-the-server-does is turned off once, and the promise must then be broken. */

type Broken = Parameters<typeof startKeyward>[0]["wrapHub"]

/** A verifier with a record and a full lease, which hangs from now on. Returns when its lease ends, by this clock. */
async function hangWith(url: string, rootKey: string, key: string) {
  const raw = await attach(url, rootKey)
  const { record } = await raw.ask(key)
  const sentAt = performance.now()
  const { ms } = await raw.renew()
  expect([record.hash.length, ms > 0]).toEqual([44, true])
  return { raw, leaseEndsAt: sentAt + ms }
}

const changed = (hub: Hub, change: Partial<Hub>): Hub =>
  Object.defineProperties(Object.create(hub), Object.getOwnPropertyDescriptors(change))

const changedVerifier = (hub: Hub, change: (verifier: AttachedVerifier) => Partial<AttachedVerifier>): Hub =>
  changed(hub, {
    attach(attaching: Attaching) {
      const attachment = hub.attach(attaching)
      if (attachment.type !== "attached") return attachment
      const { verifier } = attachment
      return { type: "attached", verifier: { ...verifier, ...change(verifier) } }
    },
  })

describe("on SQLite, a change returns while a verifier could still decide by the state before it, if", () => {
  const hangs = async (keyward: TestServer) => {
    const { key, keyId } = await createKey(keyward)
    const { raw, leaseEndsAt } = await hangWith(keyward.url, keyward.rootKey, key)
    await keyward.ok("keys.updateKey", { keyId, enabled: false })
    raw.close()
    return performance.now() < leaseEndsAt
  }
  const isCut = async (keyward: TestServer) => {
    const { key, keyId } = await createKey(keyward)
    const { raw, leaseEndsAt } = await hangWith(keyward.url, keyward.rootKey, key)
    raw.close(4999)
    await raw.ended()
    await keyward.ok("keys.updateKey", { keyId, enabled: false })
    return performance.now() < leaseEndsAt
  }
  const losesItsRight = async (keyward: TestServer) => {
    const { key } = await createKey(keyward)
    const permissions = ["workspace.*.attach_verifier", "api.*.verify_key"]
    const { rootKey, rootKeyId } = await keyward.ok("rootKeys.createRootKey", { permissions })
    const { raw, leaseEndsAt } = await hangWith(keyward.url, rootKey, key)
    await keyward.ok("rootKeys.updateRootKey", { rootKeyId, enabled: false })
    raw.close()
    return performance.now() < leaseEndsAt
  }
  const acknowledgesAnOlderDrop = async (keyward: TestServer) => {
    const [one, other] = [await createKey(keyward), await createKey(keyward)]
    const { raw, leaseEndsAt } = await hangWith(keyward.url, keyward.rootKey, one.key)
    await raw.ask(other.key)
    const first = keyward.ok("keys.updateKey", { keyId: one.keyId, enabled: false })
    const drop = await raw.next("drop")
    const second = keyward.ok("keys.updateKey", { keyId: other.keyId, enabled: false })
    await raw.next("drop")
    raw.send({ t: "ack", n: drop.n })
    await Promise.all([first, second])
    raw.close()
    return performance.now() < leaseEndsAt
  }

  const cases: readonly (readonly [string, (keyward: TestServer) => Promise<boolean>, NonNullable<Broken>])[] = [
    ["a change drops nothing", hangs, (hub) => changed(hub, { invalidate() {} })],
    ["it waits for no acknowledgement", hangs, (hub) => changed(hub, { whenSettled: () => undefined })],
    ["holders are not noted", hangs, (hub) => changedVerifier(hub, () => ({ hold: () => true }))],
    ["the end of leases is not noted", hangs, (hub) => changedVerifier(hub, () => ({ lend: (ms) => ms }))],
    [
      "the end of a connection is an acknowledgement",
      isCut,
      (hub) => changedVerifier(hub, ({ disconnected }) => ({ disconnected: () => disconnected(4000) })),
    ],
    [
      "the root key is no dependency",
      losesItsRight,
      (hub) => changed(hub, { attach: (attaching: Attaching) => hub.attach({ ...attaching, rootKeyId: "another" }) }),
    ],
    [
      "any acknowledgement counts for all drops",
      acknowledgesAnOlderDrop,
      (hub) => changedVerifier(hub, ({ acknowledge }) => ({ acknowledge: () => acknowledge(hub.latest) })),
    ],
  ]

  test.each(cases)(
    "%s",
    async (_rule, scenario, wrapHub) => {
      const [sound, broken] = await Promise.all([
        startKeyward({ engine: "sqlite" }),
        startKeyward({ engine: "sqlite", wrapHub }),
      ])
      expect(await scenario(sound)).toBe(false)
      // A busy machine may take as long as the lease.
      await until(() => scenario(broken))
      await Promise.all([sound.stop(), broken.stop()])
    },
    60_000,
  )
})

describe("on two nodes, a change returns while a verifier of the other could still decide, if", () => {
  let cluster: TestCluster
  beforeAll(async () => {
    cluster = await startCluster(1)
  })
  afterAll(() => cluster.stop())

  /** Whether a change at the first node returned too early. */
  const scenario = async (wrapHub: Broken, leaves: boolean) => {
    const { app } = await cluster.start(wrapHub === undefined ? {} : { wrapHub })
    const { key, keyId } = await cluster.createKey()
    const url = `http://127.0.0.1:${app.port}`
    await until(async () => {
      const raw = await attach(url, cluster.rootKey)
      const { ms } = await raw.renew()
      raw.close()
      return ms > 900
    })
    const { raw, leaseEndsAt } = await hangWith(url, cluster.rootKey, key)
    let stopping: Promise<void> | undefined
    if (leaves) {
      raw.close(4999)
      await raw.ended()
      stopping = app.stop()
      await Promise.race([stopping, Bun.sleep(300)])
    }
    await cluster.nodes[0]?.ok("keys.updateKey", { keyId, enabled: false }, cluster.rootKey)
    const isLate = performance.now() < leaseEndsAt
    raw.close()
    await (stopping ?? app.stop())
    return isLate
  }

  test("a node reports a change before its verifiers have acknowledged it", async () => {
    const wrapHub = (hub: Hub) => changed(hub, { settled: Number.POSITIVE_INFINITY })
    expect(await scenario(undefined, false)).toBe(false)
    await until(() => scenario(wrapHub, false))
  }, 120_000)

  test("a node leaves before its verifiers have", async () => {
    const wrapHub = (hub: Hub) => changed(hub, { close: async () => {}, whenSettled: () => undefined })
    expect(await scenario(undefined, true)).toBe(false)
    await until(() => scenario(wrapHub, true))
  }, 120_000)
})

describe("on SQLite, after kill -9", () => {
  test("the next process answers no change while leases of the killed one may last, and forgets that in an orderly stop", async () => {
    const folder = dataFolder().path
    const mark = join(folder, "verifiers.lent")
    const environment = { KEYWARD_DATA_DIR: folder, KEYWARD_OPERATOR_KEY: "operator-key-of-the-verifiers" }
    const start = async () => {
      const server = await startServe([], environment)
      const call = async (operation: string, body: object, key: string) => {
        const response = await fetch(`${server.url}/v2/${operation}`, {
          method: "POST",
          headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
          body: JSON.stringify(body),
          keepalive: false,
        })
        return { data: (await response.json()).data, timing: response.headers.get("server-timing") ?? "" }
      }
      return { server, call }
    }
    const first = await start()
    const { data } = await first.call("workspaces.createWorkspace", { name: "Test" }, environment.KEYWARD_OPERATOR_KEY)
    const { data: api } = await first.call("apis.createApi", { name: "Test" }, data.rootKey)
    const { data: made } = await first.call("keys.createKey", { apiId: api.apiId }, data.rootKey)
    expect(existsSync(mark)).toBe(false)
    await hangWith(first.server.url, data.rootKey, made.key)
    expect(existsSync(mark)).toBe(true)
    first.server.kill("SIGKILL")
    await first.server.exit
    const diedAt = performance.now()
    const second = await start()
    await second.call("keys.updateKey", { keyId: made.keyId, enabled: false }, data.rootKey)
    expect(performance.now() - diedAt).toBeGreaterThan(1_000)
    second.server.kill("SIGTERM")
    await second.server.exit
    expect(existsSync(mark)).toBe(false)
  }, 60_000)
})
