import { beforeAll, describe, expect, test } from "bun:test"
import { createApi, createKey } from "../../test/harness/fixtures.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { expectRefused, expectViolations } from "../../test/requests/refusals.ts"

describe("refusals of keys.updateKey", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  let apiId: string
  beforeAll(async () => {
    apiId = await createApi(keyward)
    await keyward.ok("permissions.createRole", { name: "reader", permissions: ["docs.read"] })
  })

  const get = (keyId: string) => keyward.ok("keys.getKey", { keyId })

  test.each([
    ["an unlimited key", undefined, { refill: { interval: "daily", amount: 1 } }],
    ["a key that becomes unlimited", { remaining: 1 }, { remaining: null, refill: { interval: "daily", amount: 1 } }],
  ])("refuses a refill on %s, and leaves nothing behind", async (_what, credits, change) => {
    const { keyId } = await createKey(keyward, { apiId, ...(credits && { credits }) })
    const body = { keyId, credits: change, externalId: "ghost", permissions: ["ghost"] }
    await expectViolations(keyward, "keys.updateKey", [[body, "body.credits.refill"]])
    expect((await get(keyId)).credits).toEqual(credits)
    expect((await keyward.call("identities.getIdentity", { externalId: "ghost" })).status).toBe(404)
  })

  test("changes nothing if one permission is unknown", async () => {
    const { keyId } = await createKey(keyward, { apiId })
    const change = { permissions: ["ghost", "perm_1BzmjTFLHWXwiSK4y3H5iW"], name: "Mine" }
    await expectRefused(keyward, ["keys.updateKey", { keyId, ...change }], "404 data/permission_not_found")
    expect(await get(keyId)).not.toHaveProperty("name")
  })

  test("needs update_key for the API of the key, and nothing more for the permissions and identities it creates", async () => {
    const { keyId } = await createKey(keyward, { apiId })
    const additions = ["rbac.*.add_permission_to_key", "rbac.*.add_role_to_key"]
    const key = await keyward.createRootKey([`api.${apiId}.update_key`, ...additions])
    const change = { externalId: "someone new", roles: ["reader"], permissions: ["brand.new"] }
    await keyward.ok("keys.updateKey", { keyId, ...change }, { key })
  })

  test("refuses the day of a daily refill, which only new keys may have", async () => {
    const body = { keyId: "any", credits: { refill: { interval: "daily", amount: 1, refillDay: 1 } } }
    await expectViolations(keyward, "keys.updateKey", [[body, "body.credits.refill.refillDay"]])
  })

  test("lists every violation of the request", async () => {
    const wrong = {
      name: "",
      externalId: "",
      meta: "x",
      expires: 4_102_444_800_001,
      ratelimits: null,
      enabled: null,
      roles: null,
      permissions: null,
      prefix: "x",
    }
    const credits = { remaining: -1, refill: { interval: "yearly", amount: 1 }, amount: 1 }
    await expectViolations(keyward, "keys.updateKey", [
      [{ keyId: "any", ...wrong }, ...Object.keys(wrong).map((field) => `body.${field}`)],
      [{ keyId: "any", ipAllowlist: ["example.com"] }, "body.ipAllowlist[0]"],
      [
        { keyId: "any", credits },
        ...["remaining", "refill.interval", "amount"].map((field) => `body.credits.${field}`),
      ],
    ])
  })
})
