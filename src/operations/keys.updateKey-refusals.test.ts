import { beforeAll, describe, expect, test } from "bun:test"
import { createApi, createKey, eventsDuring } from "../../test/fixtures.ts"
import { engines, type Reply } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("refusals of keys.updateKey on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  let apiId: string
  beforeAll(async () => {
    apiId = await createApi(keyward)
    await keyward.ok("permissions.createRole", { name: "reader", permissions: ["docs.read"] })
  })

  const update = (keyId: string, change: object, key = keyward.rootKey): Promise<Reply> =>
    keyward.call("keys.updateKey", { keyId, ...change }, { key })
  const get = (keyId: string) => keyward.ok("keys.getKey", { keyId })

  test.each([
    ["an unlimited key", undefined, { refill: { interval: "daily", amount: 1 } }],
    ["a key that becomes unlimited", { remaining: 1 }, { remaining: null, refill: { interval: "daily", amount: 1 } }],
  ])("refuses a refill on %s, and leaves nothing behind", async (_what, credits, change) => {
    const { keyId } = await createKey(keyward, { apiId, ...(credits && { credits }) })
    const events = await eventsDuring(keyward, async () => {
      const reply = await update(keyId, { credits: change, externalId: "ghost", permissions: ["ghost"] })
      expect(reply.status).toBe(400)
      expect(reply.body.error.errors).toMatchObject([{ location: "body.credits.refill" }])
    })
    expect(events).toEqual([])
    expect((await get(keyId)).credits).toEqual(credits)
    expect((await keyward.call("identities.getIdentity", { externalId: "ghost" })).status).toBe(404)
  })

  test("answers 404 for keys, roles and permissions that are unknown or of another workspace", async () => {
    const other = await keyward.createWorkspace()
    const foreign = await createKey(keyward, { permissions: ["far"] }, other.rootKey)
    const { roleId } = await keyward.ok("permissions.createRole", { name: "far" }, { key: other.rootKey })
    const { id } = await keyward.ok("permissions.getPermission", { permission: "far" }, { key: other.rootKey })
    const { keyId } = await createKey(keyward, { apiId })
    const events = await eventsDuring(keyward, async () => {
      for (const [target, change, code] of [
        ["nope", {}, "key_not_found"],
        [foreign.keyId, { name: "Mine" }, "key_not_found"],
        [keyward.rootKeyId, { name: "Mine" }, "key_not_found"],
        [keyId, { roles: [roleId], name: "Mine" }, "role_not_found"],
        [keyId, { permissions: ["ghost", id], name: "Mine" }, "permission_not_found"],
      ] as const) {
        const reply = await update(target, change)
        expect(reply.status).toBe(404)
        expect(reply.body.error.type).toEndWith(`/data/${code}`)
      }
    })
    expect(events).toEqual([])
    expect(await get(keyId)).not.toHaveProperty("name")
  })

  test("needs update_key for the API of the key, which suffices for every member", async () => {
    const { keyId } = await createKey(keyward, { apiId })
    const elsewhere = await keyward.createRootKey([`api.${await createApi(keyward)}.update_key`])
    const refused = await update(keyId, { roles: ["nope"] }, elsewhere)
    expect(refused.status).toBe(403)
    expect(refused.body.error.detail).toContain(`api.${apiId}.update_key`)
    const updater = await keyward.createRootKey([`api.${apiId}.update_key`])
    const change = { externalId: "someone new", roles: ["reader"], permissions: ["brand.new"] }
    expect((await update(keyId, change, updater)).status).toBe(200)
  })

  test("refuses the day of a daily refill, which only new keys may have", async () => {
    const refill = { interval: "daily", amount: 1, refillDay: 1 }
    const reply = await update("any", { credits: { refill } })
    expect(reply.status).toBe(400)
    expect(reply.body.error.errors).toMatchObject([{ location: "body.credits.refill.refillDay" }])
  })

  test("lists every violation of the request", async () => {
    const reply = await update("any", {
      name: "",
      externalId: "",
      meta: "x",
      expires: 4_102_444_800_001,
      credits: { remaining: -1, refill: { interval: "yearly", amount: 1 }, amount: 1 },
      ratelimits: null,
      enabled: null,
      roles: null,
      permissions: null,
      ipAllowlist: ["example.com"],
      prefix: "x",
    })
    expect(reply.status).toBe(400)
    expect(reply.body.error.errors.map(({ location }: { location: string }) => location).sort()).toEqual([
      "body.credits.amount",
      "body.credits.refill.interval",
      "body.credits.remaining",
      "body.enabled",
      "body.expires",
      "body.externalId",
      "body.ipAllowlist[0]",
      "body.meta",
      "body.name",
      "body.permissions",
      "body.prefix",
      "body.ratelimits",
      "body.roles",
    ])
  })
})
