import { beforeAll, describe, expect, test } from "bun:test"
import { createHash, randomUUID } from "node:crypto"
import { createApi, eventsDuring } from "../../test/fixtures.ts"
import { engines } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

const base64Of = (plaintext: string) => createHash("sha256").update(plaintext).digest("base64")
const hexOf = (plaintext: string) => createHash("sha256").update(plaintext).digest("hex")
const newHash = () => base64Of(randomUUID())

describe.each([...engines])("refusals of keys.migrateKeys on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  let apiId: string

  beforeAll(async () => {
    apiId = await createApi(keyward)
  })

  const migrate = (body: object, options = {}) => keyward.call("keys.migrateKeys", { apiId, ...body }, options)
  const locationsOf = (reply: { body: { error: { errors: { location: string }[] } } }) =>
    reply.body.error.errors.map(({ location }) => location)

  test("refuses the whole request where something it names is unknown, and leaves nothing behind", async () => {
    const other = await keyward.createWorkspace()
    const theirs = { key: other.rootKey }
    const theirApi = await createApi(keyward, other.rootKey)
    const { migrationId } = await keyward.ok("keys.createMigration", { algorithm: "sha256" }, theirs)
    const { roleId } = await keyward.ok("permissions.createRole", { name: "theirs", permissions: ["p"] }, theirs)
    const { id } = await keyward.ok("permissions.getPermission", { permission: "p" }, theirs)
    const hash = newHash()
    const fine = { hash, externalId: "left behind", permissions: ["left.behind"] }
    const events = await eventsDuring(keyward, async () => {
      for (const [body, code] of [
        [{ apiId: theirApi, keys: [fine] }, "api_not_found"],
        [{ migrationId, keys: [fine] }, "migration_not_found"],
        [{ migrationId: "none", keys: [fine] }, "migration_not_found"],
        [{ keys: [fine, { hash: newHash(), roles: ["nobody"] }] }, "role_not_found"],
        [{ keys: [fine, { hash: newHash(), roles: [roleId] }] }, "role_not_found"],
        [{ keys: [fine, { hash: newHash(), permissions: [id] }] }, "permission_not_found"],
        [{ keys: [fine, { hash, roles: ["nobody"] }] }, "role_not_found"],
        [{ keys: [fine, { hash, permissions: [id] }] }, "permission_not_found"],
      ] as const) {
        const reply = await migrate(body)
        expect(reply.status).toBe(404)
        expect(reply.body.error.type).toEndWith(`/data/${code}`)
      }
    })
    expect(events).toEqual([])
    expect((await keyward.call("identities.getIdentity", { externalId: "left behind" })).status).toBe(404)
    expect((await keyward.call("permissions.getPermission", { permission: "left.behind" })).status).toBe(404)
  })

  test("refuses a hash of the wrong shape at its location", async () => {
    const base64 = newHash()
    for (const hash of [
      "",
      "abc",
      hexOf("x").slice(1),
      `${hexOf("x")}0`,
      `g${hexOf("x").slice(1)}`,
      base64.slice(0, 43),
      `${base64}=`,
      `_${base64.slice(1)}`,
      `${base64.slice(0, 42)}B=`,
      5,
      null,
    ]) {
      const reply = await migrate({ keys: [{ hash: newHash() }, { hash }] })
      expect(reply.status).toBe(400)
      expect(locationsOf(reply)).toEqual(["body.keys[1].hash"])
    }
  })

  test("refuses other bad input at its location", async () => {
    const hash = newHash()
    for (const [body, location] of [
      [{}, "body.keys"],
      [{ keys: [] }, "body.keys"],
      [{ keys: [{}] }, "body.keys[0].hash"],
      [{ keys: [{ hash, algorithm: "md5" }] }, "body.keys[0].algorithm"],
      [{ keys: [{ hash, prefix: "p" }] }, "body.keys[0].prefix"],
      [{ keys: [{ hash, recoverable: true }] }, "body.keys[0].recoverable"],
      [{ keys: [{ hash, name: "" }] }, "body.keys[0].name"],
      [{ keys: [{ hash, externalId: "a\tb" }] }, "body.keys[0].externalId"],
      [{ keys: [{ hash, roles: Array(101).fill("r") }] }, "body.keys[0].roles"],
      [{ keys: [{ hash, credits: { remaining: -1 } }] }, "body.keys[0].credits.remaining"],
      [
        { keys: [{ hash, ratelimits: [{ name: "abc", limit: 0, duration: 1000 }] }] },
        "body.keys[0].ratelimits[0].limit",
      ],
      [{ keys: [{ hash }], migrationId: "" }, "body.migrationId"],
      [{ keys: [{ hash }], algorithm: "sha256" }, "body.algorithm"],
      [{ keys: Array(10_001).fill({ hash }) }, "body.keys"],
    ] as const) {
      const reply = await migrate(body)
      expect(reply.status).toBe(400)
      expect(locationsOf(reply)).toEqual([location])
    }
  })

  test("needs create_key for the API", async () => {
    const keys = [{ hash: newHash() }]
    const elsewhere = await createApi(keyward)
    const none = await migrate({}, { key: await keyward.createRootKey(["api.*.read_key"]) })
    expect(none.status).toBe(403)
    expect(none.body.error.detail).toContain("`api.*.create_key`")
    const other = await migrate({ keys }, { key: await keyward.createRootKey([`api.${elsewhere}.create_key`]) })
    expect(other.status).toBe(403)
    expect(other.body.error.detail).toContain(`\`api.${apiId}.create_key\``)
    // The import creates permissions and identities without further permissions of the caller.
    const key = await keyward.createRootKey([`api.${apiId}.create_key`])
    const rich = [{ ...keys[0], externalId: "by the way", permissions: ["by.the.way"] }]
    expect((await migrate({ keys: rich }, { key })).status).toBe(200)
  })

  test("imports as a whole or not at all within the quotas for keys and identities", async () => {
    const { workspaceId, rootKey } = await keyward.createWorkspace()
    const own = { key: rootKey }
    const limited = await createApi(keyward, rootKey)
    const limit = (limits: object) =>
      keyward.ok("workspaces.updateWorkspace", { workspaceId, limits }, { key: keyward.operatorKey })
    const first = newHash()
    await limit({ keys: 3, identities: 1 })
    const call = (keys: object[]) => keyward.call("keys.migrateKeys", { apiId: limited, keys }, own)
    expect((await call([{ hash: first, externalId: "one" }])).status).toBe(200)

    const tooMany = await call([{ hash: newHash() }, { hash: newHash() }, { hash: newHash(), permissions: ["p"] }])
    expect(tooMany.status).toBe(403)
    expect(tooMany.body.error.type).toEndWith("/limits/quota_exceeded")
    expect(tooMany.body.error.detail).toContain("limits.keys")
    const oneMore = await call([{ hash: newHash(), externalId: "two", permissions: ["p"] }])
    expect(oneMore.status).toBe(403)
    expect(oneMore.body.error.detail).toContain("limits.identities")
    expect(await keyward.ok("keys.listKeys", {}, own)).toHaveLength(1)
    expect(await keyward.ok("permissions.listPermissions", {}, own)).toEqual([])

    // Failed keys and existing identities do not count.
    const last = [{ hash: first }, { hash: newHash(), externalId: "one" }, { hash: newHash() }]
    expect((await call(last)).body.data.migrated).toHaveLength(2)
    await limit({ onExceeded: "disable" })
    expect((await call([{ hash: newHash() }])).body.error.type).toEndWith("/limits/quota_exceeded")
    expect((await call([{ hash: newHash() }])).body.error.type).toEndWith("/authorization/workspace_disabled")
  })
})
