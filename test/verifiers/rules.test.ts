import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import type { AttachedVerifier, Attaching, Hub } from "../../src/verifiers/hub.ts"
import type { Connection } from "../../src/verifiers/verifier.ts"
import { startServe } from "../cli/cli.ts"
import { createKey } from "../harness/fixtures.ts"
import { startKeyward, type TestOptions, type TestServer } from "../harness/harness.ts"
import { startCluster, type TestCluster } from "../harness/nodes.ts"
import { until } from "../harness/until.ts"
import { dataFolder } from "../services/data-folder.ts"
import { attach } from "./raw-verifier.ts"

/** Each rule of docs/verifier-protocol.md#what-the-server-does is turned off once, and the promise must then be broken. */

type Broken = Pick<TestOptions, "wrapHub" | "wrapVerifiers">
type WrapHub = NonNullable<TestOptions["wrapHub"]>

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

  const cases: readonly (readonly [string, (keyward: TestServer) => Promise<boolean>, WrapHub])[] = [
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

describe("on SQLite, a verifier gets what it must not have, if", () => {
  const attaching = ["workspace.*.attach_verifier", "api.*.verify_key"]
  const outlivesItsRootKey = async (keyward: TestServer) => {
    const expires = Date.now() + 800
    const { rootKey } = await keyward.ok("rootKeys.createRootKey", { permissions: attaching, expires })
    const raw = await attach(keyward.url, rootKey)
    const lease = await raw.renew()
    raw.close()
    // A busy machine may take as long as the root key lasts.
    return lease === undefined ? undefined : lease.now + lease.ms > expires
  }
  const decidesDespiteAQuota = async (keyward: TestServer) => {
    const { workspaceId, rootKey } = await keyward.createWorkspace()
    const { key } = await createKey(keyward, {}, rootKey)
    const limits = { verificationsPerMonth: 1_000 }
    await keyward.ok("workspaces.updateWorkspace", { workspaceId, limits }, keyward.operator)
    const raw = await attach(keyward.url, rootKey)
    const { record } = await raw.ask(key)
    raw.close()
    return record !== undefined
  }
  const learnsForeignIds = async (keyward: TestServer) => {
    const other = await keyward.createWorkspace()
    const [own, foreign] = [await createKey(keyward), await createKey(keyward, {}, other.rootKey)]
    const raw = await attach(keyward.url, keyward.rootKey)
    raw.acknowledge()
    await raw.ask(own.key)
    await keyward.ok("keys.updateKey", { keyId: foreign.keyId, enabled: false }, { key: other.rootKey })
    await keyward.ok("keys.updateKey", { keyId: own.keyId, enabled: false })
    await until(() => raw.frames.some(({ ids = [] }) => ids.includes(own.keyId)))
    raw.close()
    return raw.frames.some(({ ids = [] }) => ids.includes(foreign.keyId))
  }

  const withoutQuota: NonNullable<Broken["wrapVerifiers"]> = (parts) => ({
    ...parts,
    records: {
      write(lending) {
        const { workspace } = lending.authenticated
        if (workspace === undefined) return undefined
        const limits = { ...workspace.limits, verificationsPerMonth: null }
        const authenticated = { ...lending.authenticated, workspace: { ...workspace, limits } }
        return parts.records.write({ ...lending, authenticated })
      },
    },
  })

  const cases: readonly (readonly [string, (keyward: TestServer) => Promise<boolean | undefined>, Broken])[] = [
    [
      "a lease may pass the expiry of the root key",
      outlivesItsRootKey,
      { wrapHub: (hub) => changedVerifier(hub, ({ lend }) => ({ lend: () => lend(1_000) })) },
    ],
    ["records are lent despite a quota of the workspace", decidesDespiteAQuota, { wrapVerifiers: withoutQuota }],
    [
      "a drop names ids that it does not hold",
      learnsForeignIds,
      {
        wrapHub(hub) {
          const connections = new Set<Connection>()
          return changed(hub, {
            attach(attaching) {
              connections.add(attaching.connection)
              return hub.attach(attaching)
            },
            invalidate(ids) {
              for (const { send } of connections) send(JSON.stringify({ t: "drop", n: hub.latest, ids }))
              hub.invalidate(ids)
            },
          })
        },
      },
    ],
  ]

  test.each(cases)(
    "%s",
    async (_rule, scenario, broken) => {
      const [sound, unsound] = await Promise.all([
        startKeyward({ engine: "sqlite" }),
        startKeyward({ engine: "sqlite", ...broken }),
      ])
      const outcome = (keyward: TestServer) =>
        until(async () => {
          const isBroken = await scenario(keyward)
          return isBroken === undefined ? undefined : { isBroken }
        })
      expect(await outcome(sound)).toEqual({ isBroken: false })
      expect(await outcome(unsound)).toEqual({ isBroken: true })
      await Promise.all([sound.stop(), unsound.stop()])
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
  const scenario = async (wrapHub: WrapHub | undefined, leaves: boolean) => {
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
  })

  test("a node leaves before its verifiers have", async () => {
    const wrapHub = (hub: Hub) => changed(hub, { close: async () => {}, whenSettled: () => undefined })
    expect(await scenario(undefined, true)).toBe(false)
    await until(() => scenario(wrapHub, true))
  })
})

describe("on SQLite, after kill -9", () => {
  const environment = { KEYWARD_OPERATOR_KEY: "operator-key-of-the-verifiers" }
  const startIn = async (folder: string) => {
    const server = await startServe([], { ...environment, KEYWARD_DATA_DIR: folder })
    const call = async (operation: string, body: object, key: string) => {
      const response = await fetch(`${server.url}/v2/${operation}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
        body: JSON.stringify(body),
        keepalive: false,
      })
      return (await response.json()).data
    }
    return { server, call }
  }
  /** A server that was killed while a verifier had a lease, and then started again. */
  const startAgain = async (folder: string, beforeStart: (mark: string) => void) => {
    const mark = join(folder, "verifiers.lent")
    const { server, call } = await startIn(folder)
    const { rootKey } = await call("workspaces.createWorkspace", { name: "Test" }, environment.KEYWARD_OPERATOR_KEY)
    const { apiId } = await call("apis.createApi", { name: "Test" }, rootKey)
    const { key, keyId } = await call("keys.createKey", { apiId }, rootKey)
    expect(existsSync(mark)).toBe(false)
    await hangWith(server.url, rootKey, key)
    expect(existsSync(mark)).toBe(true)
    server.kill("SIGKILL")
    await server.exit
    const diedAt = performance.now()
    beforeStart(mark)
    const again = await startIn(folder)
    await again.call("keys.updateKey", { keyId, enabled: false }, rootKey)
    return { mark, server: again.server, answeredAfterMs: performance.now() - diedAt }
  }

  test("the next process answers no change while leases of the killed one may last, and forgets that in an orderly stop", async () => {
    const { mark, server, answeredAfterMs } = await startAgain(dataFolder().path, () => {})
    expect(answeredAfterMs).toBeGreaterThan(1_000)
    server.kill("SIGTERM")
    await server.exit
    expect(existsSync(mark)).toBe(false)
  })

  test("without the mark in the folder, it does", async () => {
    // A busy machine may take longer to start a server than a lease lasts.
    await until(async () => {
      const { server, answeredAfterMs } = await startAgain(dataFolder().path, rmSync)
      server.kill("SIGTERM")
      await server.exit
      return answeredAfterMs < 1_000
    })
  })
})
