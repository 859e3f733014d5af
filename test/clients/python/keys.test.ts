import { beforeAll, describe, expect, test } from "bun:test"
import { createHash, randomBytes } from "node:crypto"
import { withEncryption } from "../../harness/fixtures.ts"
import { serveKeyward } from "../../harness/serve-keyward.ts"
import { connectPython } from "./client.ts"

const groups = ["apis", "identities", "keys"]
const invalid = "BadRequestErrorResponse application/invalid_input"
const noKey = "NotFoundErrorResponse data/key_not_found"

describe("unkey.py: keys, APIs and identities", () => {
  const keyward = serveKeyward({ engine: "sqlite", environment: withEncryption() })
  const python = connectPython(keyward)
  let api_id: string

  beforeAll(async () => {
    api_id = (await python.ok("apis.create_api", { name: "Payments" })).apiId
    await python.call("permissions.create_role", { name: "editor", permissions: ["documents.write"] })
  })

  const create = (args: object = {}) => python.ok("keys.create_key", { api_id, ...args })

  test("creates, shows and deletes an API", async () => {
    const { apiId } = await python.ok("apis.create_api", { name: "Short-lived" })
    expect(await python.ok("apis.get_api", { api_id: apiId })).toEqual({ id: apiId, name: "Short-lived" })
    expect(await python.ok("apis.delete_api", { api_id: apiId })).toEqual({})
    const gone = "NotFoundErrorResponse data/api_not_found"
    for (const method of ["get_api", "delete_api", "list_keys"]) {
      expect(await python.refusal(`apis.${method}`, { api_id: apiId })).toBe(gone)
    }
    expect(await python.refusal("apis.create_api", { name: "" })).toBe(invalid)
  })

  test("walks the keys of an API page by page", async () => {
    const { apiId } = await python.ok("apis.create_api", { name: "Walked" })
    for (const name of ["a", "b", "c"]) await create({ api_id: apiId, name })
    const { pages } = await python.call("apis.list_keys", { api_id: apiId, limit: 2 })
    expect(pages.map((page: { name: string }[]) => page.length)).toEqual([2, 1])
    expect(pages.flat().map(({ name }: { name: string }) => name)).toEqual(["a", "b", "c"])
  })

  test("creates, changes, lists and deletes an identity", async () => {
    const ratelimits = [{ name: "requests", limit: 10, duration: 60_000, auto_apply: true }]
    const { identityId } = await python.ok("identities.create_identity", { external_id: "user_1", ratelimits })
    const found = await python.ok("identities.get_identity", { identity: "user_1" })
    expect(found).toMatchObject({ id: identityId, ratelimits: [{ name: "requests", limit: 10, autoApply: true }] })
    const changed = await python.ok("identities.update_identity", { identity: identityId, meta: { plan: "pro" } })
    expect(changed).toMatchObject({ externalId: "user_1", meta: { plan: "pro" } })
    await python.call("identities.create_identity", { external_id: "user_2" })
    const { pages } = await python.call("identities.list_identities", { limit: 1, search: "user_" })
    expect(pages).toMatchObject([[{ externalId: "user_1" }], [{ externalId: "user_2" }]])
    await python.call("identities.delete_identity", { identity: "user_1" })
    const gone = { identity: "user_1" }
    expect(await python.refusal("identities.get_identity", gone)).toBe("NotFoundErrorResponse data/identity_not_found")
    expect(await python.refusal("identities.update_identity", gone)).toEndWith("data/identity_not_found")
    expect(await python.refusal("identities.delete_identity", gone)).toEndWith("data/identity_not_found")
    const taken = await python.refusal("identities.create_identity", { external_id: "user_2" })
    expect(taken).toBe("ConflictErrorResponse data/identity_already_exists")
    expect(await python.refusal("identities.list_identities", { limit: 0 })).toBe(invalid)
  })

  test("creates a key with everything, and reads it back", async () => {
    const expires = Date.now() + 3_600_000
    const { key, keyId } = await create({
      prefix: "acme_live",
      name: "Everything",
      external_id: "owner",
      meta: { plan: "pro" },
      roles: ["editor"],
      permissions: ["documents.read"],
      expires,
      credits: { remaining: 10, refill: { interval: "monthly", amount: 100, refill_day: 31 } },
      ratelimits: [{ name: "requests", limit: 5, duration: 60_000, auto_apply: true }],
      recoverable: true,
    })
    const found = await python.ok("keys.get_key", { key_id: keyId, decrypt: true })
    expect(found).toMatchObject({
      keyId,
      plaintext: key,
      name: "Everything",
      meta: { plan: "pro" },
      roles: ["editor"],
      permissions: ["documents.read", "documents.write"],
      expires,
      credits: { remaining: 10, refill: { interval: "monthly", amount: 100, refillDay: 31 } },
      identity: { externalId: "owner" },
      ratelimits: [{ name: "requests", limit: 5, duration: 60_000, autoApply: true }],
    })
    const { plaintext, ...others } = found
    expect(await python.ok("keys.whoami", { key })).toEqual(others)
  })

  test("verifies a key, in the keyspaces it is asked for only", async () => {
    const { key, keyId } = await create({ permissions: ["documents.read"], credits: { remaining: 3 } })
    const verify = (args: object) => python.ok("keys.verify_key", { key, ...args })
    const valid = { valid: true, code: "VALID", keyId, keyspaceId: api_id }
    expect(await verify({})).toMatchObject({ ...valid, credits: 2 })
    expect(await verify({ keyspaces: [api_id], permissions: "documents.read" })).toMatchObject({ ...valid, credits: 1 })
    expect(await verify({ keyspaces: ["api_other"] })).toEqual({ valid: false, code: "NOT_FOUND" })
    expect(await verify({ permissions: "documents.write" })).toMatchObject({ code: "INSUFFICIENT_PERMISSIONS" })
    expect(await verify({ credits: { cost: 2 } })).toMatchObject({ code: "USAGE_EXCEEDED", keyspaceId: api_id })
    const ratelimits = [{ name: "tokens", limit: 1, duration: 60_000, cost: 2 }]
    expect(await verify({ credits: { cost: 0 }, ratelimits, tags: ["path=/"] })).toMatchObject({ code: "RATE_LIMITED" })
    expect(await python.refusal("keys.verify_key", { key: "" })).toBe(invalid)
  })

  test("changes a key, takes away with null, and deletes it", async () => {
    const { keyId: key_id } = await create({ name: "Before", external_id: "owner", credits: { remaining: 1 } })
    expect(await python.ok("keys.update_key", { key_id, name: "After", enabled: false })).toEqual({})
    expect(await python.ok("keys.get_key", { key_id })).toMatchObject({ name: "After", enabled: false })
    await python.ok("keys.update_key", { key_id, name: null, external_id: null, credits: null })
    const cleared = await python.ok("keys.get_key", { key_id })
    expect([cleared.name, cleared.identity, cleared.credits]).toEqual([undefined, undefined, undefined])
    expect(await python.ok("keys.delete_key", { key_id, permanent: true })).toEqual({})
    for (const method of ["get_key", "update_key", "delete_key"]) {
      expect(await python.refusal(`keys.${method}`, { key_id })).toBe(noKey)
    }
    expect(await python.refusal("keys.create_key", { api_id, prefix: "not a prefix" })).toBe(invalid)
    expect(await python.refusal("keys.whoami", { key: "nobody" })).toBe(noKey)
  })

  test("rerolls a key: the new one works, the old one is expired, and an unknown one is not found", async () => {
    const old = await create({ name: "Rolling" })
    const rolled = await python.ok("keys.reroll_key", { key_id: old.keyId, expiration: 0 })
    expect(await python.ok("keys.verify_key", { key: rolled.key })).toMatchObject({ code: "VALID", name: "Rolling" })
    expect(await python.ok("keys.verify_key", { key: old.key })).toMatchObject({ code: "EXPIRED" })
    expect(await python.refusal("keys.reroll_key", { key_id: "key_unknown", expiration: 0 })).toBe(noKey)
  })

  test("sets, adds and takes credits; no value makes a key unlimited", async () => {
    const { keyId: key_id } = await create({ credits: { remaining: 5 } })
    const update = (operation: string, value?: number | null) =>
      python.ok("keys.update_credits", { key_id, operation, ...(value !== undefined && { value }) })
    expect(await update("increment", 10)).toEqual({ remaining: 15 })
    expect(await update("decrement", 20)).toEqual({ remaining: 0 })
    expect(await update("set")).toEqual({ remaining: null })
    expect(await update("set", 7)).toEqual({ remaining: 7 })
    expect(await update("set", null)).toEqual({ remaining: null })
    expect(await python.refusal("keys.update_credits", { key_id, operation: "increment", value: 1 })).toBe(invalid)
  })

  test("adds, sets and removes permissions and roles", async () => {
    const { keyId: key_id } = await create()
    const slugs = async (method: string, permissions: readonly string[]) =>
      (await python.ok(`keys.${method}`, { key_id, permissions })).map(({ slug }: { slug: string }) => slug)
    expect(await slugs("add_permissions", ["a", "b"])).toEqual(["a", "b"])
    expect(await slugs("set_permissions", ["b", "c"])).toEqual(["b", "c"])
    expect(await slugs("remove_permissions", ["b"])).toEqual(["c"])
    const names = async (method: string, roles: readonly string[]) =>
      (await python.ok(`keys.${method}`, { key_id, roles })).map(({ name }: { name: string }) => name)
    expect(await names("add_roles", ["editor"])).toEqual(["editor"])
    expect(await names("set_roles", ["editor"])).toEqual(["editor"])
    expect(await names("remove_roles", ["editor"])).toEqual([])
    for (const verb of ["add", "set", "remove"]) {
      const unknown = { key_id: "key_unknown", permissions: ["a"] }
      expect(await python.refusal(`keys.${verb}_permissions`, unknown)).toBe(noKey)
      const nobody = await python.refusal(`keys.${verb}_roles`, { key_id, roles: ["nobody"] })
      expect(nobody).toBe("NotFoundErrorResponse data/role_not_found")
    }
  })

  test("imports keys by their hash", async () => {
    const { migrationId: migration_id } = await keyward.ok("keys.createMigration", { algorithm: "sha256" })
    const secret = randomBytes(24).toString("hex")
    const hash = createHash("sha256").update(secret).digest("hex")
    const request = { api_id, migration_id, keys: [{ hash, name: "Imported" }] }
    const { migrated } = await python.ok("keys.migrate_keys", request)
    expect(migrated).toEqual([{ hash, keyId: expect.stringMatching(/^key_/) }])
    const verified = await python.ok("keys.verify_key", { key: secret, migration_id })
    expect(verified).toMatchObject({ code: "VALID", keyId: migrated[0].keyId })
    const unknown = await python.refusal("keys.migrate_keys", { ...request, migration_id: "mig_unknown" })
    expect(unknown).toBe("NotFoundErrorResponse data/migration_not_found")
  })

  test("leaves no method of these groups out", () => {
    expect(python.notShown(groups)).toEqual([])
    expect(python.methods.filter((method) => method.startsWith("keys."))).toHaveLength(15)
  })
})
