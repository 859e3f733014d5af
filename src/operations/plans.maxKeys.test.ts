import { beforeAll, describe, expect, test } from "bun:test"
import { randomBytes } from "node:crypto"
import { createKey } from "../../test/harness/fixtures.ts"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { expectRefused } from "../../test/requests/refusals.ts"

/** docs/contract.md#262-plans: `maxKeys`. */

const exceeded = "403 limits/quota_exceeded"

describe.each(engines)("maxKeys on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const keyward = serveKeyward({ engine, clock })
  let apiId: string
  beforeAll(async () => {
    apiId = (await keyward.ok("apis.createApi", { name: "payments" })).apiId
    await keyward.ok("plans.createPlan", { name: "two", maxKeys: 2 })
  })

  const make = (attributes: object) => createKey(keyward, { apiId, ...attributes })
  const customer = (externalId: string) => keyward.ok("identities.createIdentity", { externalId, plan: "two" })
  const hash = () => randomBytes(32).toString("hex")
  const keysOf = async (externalId: string) => (await keyward.ok("keys.listKeys", { externalId })).length

  test("refuses new keys, minted and imported, as a whole; disabled ones count, expired and deleted ones do not", async () => {
    await customer("new")
    const { keyId } = await make({ externalId: "new", enabled: false })
    await make({ externalId: "new", expires: clock.now })
    const two = [{ externalId: "new" }, { externalId: "new" }]
    await expectRefused(keyward, ["keys.createKeys", { apiId, keys: two }], exceeded)
    const imported = { apiId, keys: two.map((key) => ({ ...key, hash: hash() })) }
    await expectRefused(keyward, ["keys.migrateKeys", imported], exceeded)
    await make({ externalId: "new" })
    const one = ["keys.createKey", { apiId, externalId: "new" }] as const
    expect(await expectRefused(keyward, [...one], exceeded)).toContain("`maxKeys` of its plan `two` allows, which is 2")
    expect(await keysOf("new")).toBe(3)
    await keyward.ok("keys.deleteKey", { keyId })
    await make({ externalId: "new" })
    await make({ externalId: "somebody else" })
  })

  test("refuses keys that move to the customer or work again, but not those that stay", async () => {
    await customer("full")
    const [first] = [await make({ externalId: "full" }), await make({ externalId: "full" })]
    const foreign = await make({ externalId: "elsewhere" })
    const expired = await make({ externalId: "full", expires: clock.now })
    const move = ["keys.updateKey", { keyId: foreign.keyId, externalId: "full" }] as const
    await expectRefused(keyward, [...move], exceeded)
    const revive = ["keys.updateKey", { keyId: expired.keyId, expires: null }] as const
    await expectRefused(keyward, [...revive], exceeded)
    const reviveAll = ["keys.updateKeys", { identity: "full", expires: null }] as const
    await expectRefused(keyward, [...reviveAll], exceeded)
    await keyward.ok("keys.updateKey", { keyId: first.keyId, name: "Renamed", externalId: "full", expires: null })
    await keyward.ok("keys.updateKey", { keyId: expired.keyId, externalId: "elsewhere", expires: null })
  })

  test("lets rerolls through, and a lower number only stops growth", async () => {
    await keyward.ok("plans.createPlan", { name: "shrinking", maxKeys: 3 })
    await keyward.ok("identities.createIdentity", { externalId: "shrunk", plan: "shrinking" })
    const keys = [await make({ externalId: "shrunk" }), await make({ externalId: "shrunk" })]
    await keyward.ok("plans.updatePlan", { plan: "shrinking", maxKeys: 1 })
    for (const { key } of keys) expect((await keyward.ok("keys.verifyKey", { key })).code).toBe("VALID")
    await expectRefused(keyward, ["keys.createKey", { apiId, externalId: "shrunk" }], exceeded)
    await keyward.ok("keys.rerollKey", { keyId: keys[0]?.keyId, expiration: 3_600_000 })
    expect(await keysOf("shrunk")).toBe(3)
  })

  test("follows a planned change and the default plan, also for customers that a key creates", async () => {
    await customer("grows")
    const planChange = { plan: null, at: clock.now + 1_000 }
    await keyward.ok("identities.updateIdentity", { identity: "grows", planChange })
    const three = { apiId, keys: [1, 2, 3].map(() => ({ externalId: "grows" })) }
    await expectRefused(keyward, ["keys.createKeys", three], exceeded)
    clock.now += 1_000
    await keyward.ok("keys.createKeys", three)
    await keyward.ok("plans.createPlan", { name: "one", maxKeys: 1, default: true })
    await expectRefused(keyward, ["keys.createKey", { apiId, externalId: "grows" }], exceeded)
    const pair = [1, 2].map(() => ({ externalId: "unborn" }))
    await expectRefused(keyward, ["keys.createKeys", { apiId, keys: pair }], exceeded)
    const imported = { apiId, keys: pair.map((key) => ({ ...key, hash: hash() })) }
    await expectRefused(keyward, ["keys.migrateKeys", imported], exceeded)
    await expectRefused(keyward, ["identities.getIdentity", { identity: "unborn" }], "404 data/identity_not_found")
    await make({ externalId: "unborn" })
    await keyward.ok("plans.updatePlan", { plan: "one", default: false })
  })

  test("is exact for calls at the same time, and never disables the workspace", async () => {
    const { workspaceId, rootKey } = await keyward.createWorkspace("Strict")
    const limits = { keys: 1_000, onExceeded: "disable" }
    await keyward.ok("workspaces.updateWorkspace", { workspaceId, limits }, { key: keyward.operatorKey })
    const ok = (operation: string, body: object) => keyward.ok(operation, body, { key: rootKey })
    const { apiId: strictApi } = await ok("apis.createApi", { name: "strict" })
    await ok("plans.createPlan", { name: "five", maxKeys: 5, default: true })
    const calls = Array.from({ length: 12 }, async () =>
      outcomeOf(await keyward.call("keys.createKey", { apiId: strictApi, externalId: "racer" }, { key: rootKey })),
    )
    const outcomes = await Promise.all(calls)
    expect(outcomes.toSorted()).toEqual([...Array(5).fill("200"), ...Array(7).fill(exceeded)])
    expect(await ok("keys.listKeys", { externalId: "racer" })).toHaveLength(5)
    expect((await ok("workspaces.getWorkspace", {})).enabled).toBe(true)
  })
})
