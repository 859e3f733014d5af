import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { Attaching, Hub } from "../../src/verifiers/hub.ts"
import { createKey } from "../harness/fixtures.ts"
import { startKeyward, type TestServer } from "../harness/harness.ts"
import { operatorKey, startCluster, type TestCluster } from "../harness/nodes.ts"
import { until } from "../harness/until.ts"
import { type Ended, hashOf, type RawVerifier, tryToAttach } from "./raw-verifier.ts"

/** Rule 7 of docs/verifier-protocol.md#what-the-server-does: what verifiers cost that never acknowledge. */

const attaching = ["workspace.*.attach_verifier", "api.*.verify_key"]
/** The first pause of a root key. Between two of its ends, no verifier of it gets a lease. */
const pauseMs = 10_000
/**
 * A change that waits for a lease waits longer: the tests renew a full second just before it. The fastest of several
 * counts, because the machine may be busy.
 */
const fastMs = 700
/** How much longer than the lease the server waits. */
const driftMs = 50

/** Holds these keys and a full lease, renews as every verifier does, and acknowledges nothing. */
async function hangOn(raw: RawVerifier, keys: readonly string[]) {
  for (const key of keys) expect((await raw.ask(key)).record.hash).toBe(hashOf(key))
  const sentAt = performance.now()
  const { ms } = await raw.renew()
  expect(ms).toBeGreaterThan(0)
  let lastEndsAt = performance.now() + ms
  const renew = async () => {
    const lease = await raw.renew()
    if (lease?.ms > 0) lastEndsAt = performance.now() + lease.ms
  }
  const renewing = setInterval(() => raw.end ?? void renew(), 250)
  void raw.ended().then(() => clearInterval(renewing))
  return {
    /** Of the lease before this returned. */
    leaseEndsAt: sentAt + ms,
    /** Until every lease that came is over, as the server counts it. */
    untilLeasesAreOver: () => until(() => performance.now() > lastEndsAt + driftMs),
  }
}

const attached = async (url: string, rootKey: string): Promise<RawVerifier> => {
  const raw = await tryToAttach(url, rootKey)
  if ("code" in raw) throw new Error(`The verifier was refused with ${raw.code} ${raw.reason}.`)
  return raw
}

function propagationIn({ headers }: { readonly headers: Headers }): number {
  return Number(/dur=([\d.]+)/.exec(headers.get("server-timing") ?? "")?.[1])
}

describe("on SQLite", () => {
  test("a revocation waits for the lease of a verifier that hangs, which is then kept out, and the next one is not delayed", async () => {
    const keyward = await startKeyward({ engine: "sqlite" })
    const rootKey = await keyward.createRootKey(attaching)
    const made = await Promise.all(Array.from({ length: 4 }, () => createKey(keyward)))
    const raw = await attached(keyward.url, rootKey)
    const { leaseEndsAt, untilLeasesAreOver } = await hangOn(
      raw,
      made.map(({ key }) => key),
    )
    const [first, ...others] = made
    const startedAt = performance.now()
    await keyward.ok("keys.updateKey", { keyId: first?.keyId, enabled: false })
    expect(performance.now()).toBeGreaterThanOrEqual(leaseEndsAt)
    // About one lease. Without an end of the lease, the change would wait for the acknowledgement, which never comes.
    expect(performance.now() - startedAt).toBeLessThan(pauseMs)
    expect((await raw.ended()).code).toBe(4408)
    const refusal = await tryToAttach(keyward.url, rootKey)
    expect(refusal).toMatchObject({ code: 4429 })
    expect(Number((refusal as Ended).reason)).toBeLessThanOrEqual(pauseMs / 1_000)
    // Leases were renewed until half a second after the drop. Without an end of that, they would never be over.
    await untilLeasesAreOver()
    const timings: number[] = []
    for (const { keyId } of others) {
      timings.push(propagationIn(await keyward.call("keys.updateKey", { keyId, enabled: false })))
    }
    expect(Math.min(...timings)).toBeLessThan(fastMs)
    await keyward.stop()
  })

  /** Verifiers that attach whenever they may, and hang. Returns how many changes of their workspace they delayed. */
  const hangAgainAndAgain = async (keyward: TestServer, rounds: number, nextRootKey: () => Promise<string>) => {
    const startedAt = performance.now()
    let delayed = 0
    for (let round = 0; round < rounds; round += 1) {
      const { key, keyId } = await createKey(keyward)
      const raw = await tryToAttach(keyward.url, await nextRootKey())
      const lease = "code" in raw ? undefined : await leaseOf(raw, key)
      await keyward.ok("keys.updateKey", { keyId, enabled: false })
      if (lease === undefined) continue
      if (performance.now() >= lease.leaseEndsAt) delayed += 1
      await lease.raw.ended()
    }
    const backOffs = 1 + Math.floor((performance.now() - startedAt) / pauseMs)
    return { delayed, backOffs }
  }
  const leaseOf = async (raw: RawVerifier, key: string) => {
    await raw.ask(key)
    const sentAt = performance.now()
    const lease = await raw.renew()
    return lease?.ms > 0 ? { raw, leaseEndsAt: sentAt + lease.ms } : undefined
  }

  test("verifiers of one root key that hang whenever they may delay one change per back-off", async () => {
    const keyward = await startKeyward({ engine: "sqlite" })
    const rootKey = await keyward.createRootKey(attaching)
    const { delayed, backOffs } = await hangAgainAndAgain(keyward, 5, async () => rootKey)
    expect(delayed).toBeGreaterThan(0)
    expect(delayed).toBeLessThanOrEqual(backOffs)
    await keyward.stop()
  })

  test("without pauses, they delay every change", async () => {
    let count = 0
    const forgetful = (hub: Hub): Hub =>
      Object.defineProperties(Object.create(hub), {
        attach: {
          value(one: Attaching) {
            count += 1
            return hub.attach({ ...one, rootKeyId: `root_${count}` })
          },
        },
      })
    const keyward = await startKeyward({ engine: "sqlite", wrapHub: forgetful })
    const rootKey = await keyward.createRootKey(attaching)
    const { delayed, backOffs } = await hangAgainAndAgain(keyward, 5, async () => rootKey)
    expect([delayed, backOffs < delayed]).toEqual([5, true])
    await keyward.stop()
  })

  test("a verifier of another workspace that hangs delays no change of this one", async () => {
    const keyward = await startKeyward({ engine: "sqlite" })
    const { keyId } = await createKey(keyward)
    const { rootKey: other } = await keyward.createWorkspace()
    const call = (operation: string, body: object, key: string) => keyward.ok(operation, body, { key })
    const change = () => call("keys.updateKey", { keyId, name: "changed" }, keyward.rootKey)
    // On a busy machine, a change may take as long as a lease.
    await until(() => isBeforeForeign(change, { call, url: keyward.url, other }))
    await keyward.stop()
  })
})

interface Foreign {
  // biome-ignore lint/suspicious/noExplicitAny: as in Received.
  call(operation: string, body: object, rootKey: string): Promise<any>
  readonly url: string
  /** A root key of the other workspace. */
  readonly other: string
}

/** Whether the change returns while a change of another workspace waits for a verifier that hangs. */
async function isBeforeForeign(change: () => Promise<unknown>, { call, url, other }: Foreign): Promise<boolean> {
  const { apiId } = await call("apis.createApi", { name: "Other" }, other)
  const { key, keyId } = await call("keys.createKey", { apiId }, other)
  // Of its own, because the root key has a pause afterwards.
  const { rootKey } = await call("rootKeys.createRootKey", { permissions: attaching }, other)
  const raw = await attached(url, rootKey)
  await hangOn(raw, [key])
  let isForeignOver = false
  const foreign = call("keys.updateKey", { keyId, enabled: false }, other).then(() => {
    isForeignOver = true
  })
  await raw.next("drop")
  await change()
  const isBefore = !isForeignOver
  await foreign
  expect((await raw.ended()).code).toBe(4408)
  return isBefore
}

describe("on three nodes", () => {
  let cluster: TestCluster
  beforeAll(async () => {
    cluster = await startCluster(3)
  })
  afterAll(() => cluster.stop())

  test("a revocation at one node waits for the lease of a verifier that hangs at another, once", async () => {
    const [near, far, third] = cluster.nodes
    if (near === undefined || far === undefined || third === undefined) throw new Error("There are three nodes.")
    const url = `http://127.0.0.1:${far.app.port}`
    const { rootKey } = await near.ok("rootKeys.createRootKey", { permissions: attaching }, cluster.rootKey)
    const [first, second] = [await cluster.createKey(), await cluster.createKey()]
    // A node that has just joined may lend less than a full second.
    const raw = await until(async () => {
      const one = await attached(url, rootKey)
      if ((await one.renew()).ms > fastMs) return one
      one.close()
      return undefined
    })
    const { leaseEndsAt, untilLeasesAreOver } = await hangOn(raw, [first.key, second.key])
    const startedAt = performance.now()
    await near.ok("keys.updateKey", { keyId: first.keyId, enabled: false }, cluster.rootKey)
    expect(performance.now()).toBeGreaterThanOrEqual(leaseEndsAt)
    expect(performance.now() - startedAt).toBeLessThan(pauseMs)
    expect(await cluster.verify(far, first.key)).toBe("DISABLED")
    expect((await raw.ended()).code).toBe(4408)
    await untilLeasesAreOver()
    expect(await tryToAttach(url, rootKey)).toMatchObject({ code: 4429 })
    const timings: number[] = []
    for (const node of [third, near, third]) {
      const body = { keyId: second.keyId, enabled: node === near }
      timings.push(propagationIn(await node.call("keys.updateKey", body, cluster.rootKey)))
    }
    expect(Math.min(...timings)).toBeLessThan(fastMs)
  })

  test("a verifier of another workspace that hangs at one node delays no change at another", async () => {
    const [near, far] = cluster.nodes
    if (near === undefined || far === undefined) throw new Error("There are three nodes.")
    const { keyId } = await cluster.createKey()
    const { rootKey: other } = await near.ok("workspaces.createWorkspace", { name: "Other" }, operatorKey)
    const change = () => near.ok("keys.updateKey", { keyId, name: "changed" }, cluster.rootKey)
    const url = `http://127.0.0.1:${far.app.port}`
    await until(() => isBeforeForeign(change, { call: near.ok, url, other }))
  })
})
