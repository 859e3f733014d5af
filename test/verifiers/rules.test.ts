import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { Attaching, Hub } from "../../src/verifiers/hub.ts"
import type { Connection } from "../../src/verifiers/verifier.ts"
import { createKey } from "../harness/fixtures.ts"
import { startKeyward, type TestOptions, type TestServer } from "../harness/harness.ts"
import { startCluster, type TestCluster } from "../harness/nodes.ts"
import { until } from "../harness/until.ts"
import { changed, changedVerifier } from "./broken-hub.ts"
import { hangWith } from "./hang-with.ts"
import { attach } from "./raw-verifier.ts"

/** Each rule of docs/verifier-protocol.md#what-the-server-does is turned off once, and the promise must then be broken. */

type Broken = Pick<TestOptions, "wrapHub" | "wrapVerifiers">
type WrapHub = NonNullable<TestOptions["wrapHub"]>

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

  test.each(cases)("%s", async (_rule, scenario, wrapHub) => {
    const [sound, broken] = await Promise.all([
      startKeyward({ engine: "sqlite" }),
      startKeyward({ engine: "sqlite", wrapHub }),
    ])
    expect(await scenario(sound)).toBe(false)
    // A busy machine may take as long as the lease.
    await until(() => scenario(broken))
    await Promise.all([sound.stop(), broken.stop()])
  })
})

describe("on SQLite, a verifier gets what it must not have, if", () => {
  const attaching = ["workspace.*.attach_verifier", "api.*.verify_key"]
  const outlivesItsRootKey = async (keyward: TestServer) => {
    const expires = Date.now() + 3_000
    const { rootKey } = await keyward.ok("rootKeys.createRootKey", { permissions: attaching, expires })
    const raw = await attach(keyward.url, rootKey)
    raw.acknowledge()
    await until(async () => (await raw.renew()) === undefined)
    const lastLeases = raw.frames.filter(({ t, ms, now }) => t === "lease" && ms > 0 && now > expires - 900)
    // A busy machine may have no time for one.
    return lastLeases.length === 0 ? undefined : lastLeases.some(({ now, ms }) => now + ms > expires)
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

  test.each(cases)("%s", async (_rule, scenario, broken) => {
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
  })
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
    const wrapHub = (hub: Hub) => changed(hub, { unsettled: () => new Map() })
    expect(await scenario(undefined, false)).toBe(false)
    await until(() => scenario(wrapHub, false))
  })

  test("a node leaves before its verifiers have", async () => {
    const wrapHub = (hub: Hub) => changed(hub, { close: async () => {}, whenSettled: () => undefined })
    expect(await scenario(undefined, true)).toBe(false)
    await until(() => scenario(wrapHub, true))
  })
})
