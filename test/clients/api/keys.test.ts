import { beforeAll, describe, expect, test } from "bun:test"
import { createHash, randomBytes } from "node:crypto"
import { BadRequestErrorResponse, InternalServerErrorResponse, NotFoundErrorResponse } from "@unkey/api/models/errors"
import { withEncryption } from "../../harness/fixtures.ts"
import { serveKeyward } from "../../harness/serve-keyward.ts"
import { queryDatabase } from "../../storage/database.ts"
import { connectTo, type NotingClient, notShown } from "./client.ts"
import { expectRefusal } from "./refusal.ts"

describe("@unkey/api: keys", () => {
  const keyward = serveKeyward({ engine: "sqlite", environment: withEncryption() })
  const client = connectTo(keyward)
  let keys: NotingClient["unkey"]["keys"]
  let apiId: string

  beforeAll(async () => {
    keys = client.unkey.keys
    apiId = (await client.unkey.apis.createApi({ name: "Payments" })).data.apiId
    await client.unkey.permissions.createRole({ name: "editor", permissions: ["documents.write"] })
  })

  test("creates a key with everything a key can have, and reads it back", async () => {
    const expires = Date.now() + 3_600_000
    const { key, keyId } = (
      await keys.createKey({
        apiId,
        prefix: "acme_live",
        name: "Everything",
        byteLength: 32,
        externalId: "owner",
        meta: { plan: "pro" },
        roles: ["editor"],
        permissions: ["documents.read"],
        expires,
        credits: { remaining: 10, refill: { interval: "monthly", amount: 100, refillDay: 31 } },
        ratelimits: [{ name: "requests", limit: 5, duration: 60_000, autoApply: true }],
        recoverable: true,
      })
    ).data
    expect(key).toStartWith("acme_live_")
    const { data } = await keys.getKey({ keyId, decrypt: true })
    expect(data).toEqual({
      keyId,
      start: key.slice(0, "acme_live_".length + 4),
      enabled: true,
      name: "Everything",
      meta: { plan: "pro" },
      createdAt: expect.any(Number),
      expires,
      permissions: ["documents.read", "documents.write"],
      roles: ["editor"],
      credits: { remaining: 10, refill: { interval: "monthly", amount: 100, refillDay: 31 } },
      identity: { id: expect.stringMatching(/^id_/), externalId: "owner", meta: {}, ratelimits: [] },
      ratelimits: [{ id: expect.any(String), name: "requests", limit: 5, duration: 60_000, autoApply: true }],
      plaintext: key,
    })
    expect((await keys.whoami({ key })).data).toEqual({ ...data, plaintext: undefined })
  })

  test("creates a key with nothing but its API, and leaves out what it does not have", async () => {
    const { keyId, key } = (await keys.createKey({ apiId })).data
    const { data } = await keys.getKey({ keyId })
    expect(data).toEqual({
      keyId,
      start: key.slice(0, 4),
      enabled: true,
      meta: {},
      createdAt: expect.any(Number),
      permissions: [],
      roles: [],
      ratelimits: [],
    })
  })

  test("refuses unknown keys, APIs and roles with the class for 404", async () => {
    const keyId = "key_unknown"
    await expectRefusal(keys.createKey({ apiId: "api_unknown" }), NotFoundErrorResponse, "data/api_not_found")
    await expectRefusal(keys.createKey({ apiId, roles: ["nobody"] }), NotFoundErrorResponse, "data/role_not_found")
    await expectRefusal(keys.getKey({ keyId }), NotFoundErrorResponse, "data/key_not_found")
    await expectRefusal(keys.updateKey({ keyId }), NotFoundErrorResponse, "data/key_not_found")
    await expectRefusal(keys.deleteKey({ keyId }), NotFoundErrorResponse, "data/key_not_found")
    await expectRefusal(keys.rerollKey({ keyId, expiration: 0 }), NotFoundErrorResponse, "data/key_not_found")
    await expectRefusal(keys.whoami({ key: "nobody" }), NotFoundErrorResponse, "data/key_not_found")
  })

  test("refuses what breaks the rules with the class for 400", async () => {
    const refused = keys.createKey({ apiId, prefix: "not a prefix", credits: { remaining: -1 } })
    const error = await expectRefusal(refused, BadRequestErrorResponse, "application/invalid_input")
    const locations = error instanceof BadRequestErrorResponse ? error.error.errors.map((one) => one.location) : []
    expect(locations.sort()).toEqual(["body.credits.remaining", "body.prefix"])
  })

  test("changes a key, and takes away with null", async () => {
    const credits = { remaining: 1, refill: { interval: "daily" as const, amount: 5 } }
    const { keyId } = (await keys.createKey({ apiId, name: "Before", externalId: "owner", credits })).data
    const changes = { name: "After", meta: { seen: true }, enabled: false, permissions: ["documents.read"] }
    expect((await keys.updateKey({ keyId, ...changes, credits: { refill: null } })).data).toEqual({})
    const changed = (await keys.getKey({ keyId })).data
    expect(changed).toMatchObject({ ...changes, credits: { remaining: 1 }, updatedAt: expect.any(Number) })
    expect(changed.credits?.refill).toBeUndefined()
    await keys.updateKey({ keyId, name: null, externalId: null, meta: null, credits: null })
    const cleared = (await keys.getKey({ keyId })).data
    expect(cleared).toMatchObject({ meta: {}, enabled: false, permissions: ["documents.read"] })
    expect([cleared.name, cleared.identity, cleared.credits]).toEqual([undefined, undefined, undefined])
  })

  test("deletes a key, softly and for good", async () => {
    for (const permanent of [false, true]) {
      const { keyId, key } = (await keys.createKey({ apiId })).data
      expect((await keys.deleteKey({ keyId, permanent })).data).toEqual({})
      await expectRefusal(keys.getKey({ keyId }), NotFoundErrorResponse, "data/key_not_found")
      expect((await keys.verifyKey({ key })).data).toEqual({ valid: false, code: "NOT_FOUND" })
    }
  })

  test("rerolls a key: the new one works at once, the old one no more", async () => {
    const old = (await keys.createKey({ apiId, prefix: "acme", name: "Rolling" })).data
    const { data } = await keys.rerollKey({ keyId: old.keyId, expiration: 0 })
    expect(data.keyId).not.toBe(old.keyId)
    expect(data.key).toStartWith("acme_")
    expect((await keys.verifyKey({ key: data.key })).data).toMatchObject({ code: "VALID", name: "Rolling" })
    expect((await keys.verifyKey({ key: old.key })).data).toMatchObject({ code: "EXPIRED", valid: false })
  })

  test("sets, adds and takes credits; null or no value makes a key unlimited", async () => {
    const { keyId } = (await keys.createKey({ apiId, credits: { remaining: 5 } })).data
    expect((await keys.updateCredits({ keyId, operation: "increment", value: 10 })).data).toEqual({ remaining: 15 })
    expect((await keys.updateCredits({ keyId, operation: "decrement", value: 20 })).data).toEqual({ remaining: 0 })
    expect((await keys.updateCredits({ keyId, operation: "set", value: 7 })).data).toEqual({ remaining: 7 })
    expect((await keys.updateCredits({ keyId, operation: "set", value: null })).data).toEqual({ remaining: null })
    const unlimited = keys.updateCredits({ keyId, operation: "increment", value: 1 })
    await expectRefusal(unlimited, BadRequestErrorResponse, "application/invalid_input")
    const withoutValue = keys.updateCredits({ keyId, operation: "decrement" })
    await expectRefusal(withoutValue, BadRequestErrorResponse, "application/invalid_input")
    await keys.updateCredits({ keyId, operation: "set", value: 7 })
    expect((await keys.updateCredits({ keyId, operation: "set" })).data).toEqual({ remaining: null })
  })

  test("adds, sets and removes permissions", async () => {
    const { keyId } = (await keys.createKey({ apiId, permissions: ["a"] })).data
    const slugs = (data: readonly { slug: string }[]) => data.map(({ slug }) => slug)
    expect(slugs((await keys.addPermissions({ keyId, permissions: ["b"] })).data)).toEqual(["a", "b"])
    expect(slugs((await keys.setPermissions({ keyId, permissions: ["b", "c"] })).data)).toEqual(["b", "c"])
    expect(slugs((await keys.removePermissions({ keyId, permissions: ["b"] })).data)).toEqual(["c"])
    expect((await keys.getKey({ keyId })).data.permissions).toEqual(["c"])
    const unknown = keys.removePermissions({ keyId, permissions: ["never-seen"] })
    await expectRefusal(unknown, NotFoundErrorResponse, "data/permission_not_found")
    await expectRefusal(
      keys.addPermissions({ keyId, permissions: [] }),
      BadRequestErrorResponse,
      "application/invalid_input",
    )
    const other = keys.setPermissions({ keyId: "key_unknown", permissions: [] })
    await expectRefusal(other, NotFoundErrorResponse, "data/key_not_found")
  })

  test("adds, sets and removes roles", async () => {
    await client.unkey.permissions.createRole({ name: "reader", description: "Reads." })
    const { keyId } = (await keys.createKey({ apiId })).data
    const added = (await keys.addRoles({ keyId, roles: ["reader"] })).data
    expect(added).toEqual([{ id: expect.any(String), name: "reader", description: "Reads.", permissions: [] }])
    const set = (await keys.setRoles({ keyId, roles: ["editor", "reader"] })).data
    expect(set.map(({ name, permissions }) => [name, permissions?.map(({ slug }) => slug)])).toEqual([
      ["editor", ["documents.write"]],
      ["reader", []],
    ])
    expect((await keys.removeRoles({ keyId, roles: ["editor"] })).data.map(({ name }) => name)).toEqual(["reader"])
    await expectRefusal(keys.addRoles({ keyId, roles: ["nobody"] }), NotFoundErrorResponse, "data/role_not_found")
    await expectRefusal(keys.setRoles({ keyId, roles: ["nobody"] }), NotFoundErrorResponse, "data/role_not_found")
    await expectRefusal(keys.removeRoles({ keyId, roles: ["nobody"] }), NotFoundErrorResponse, "data/role_not_found")
  })

  test("gives a defect of the server, 500, its class, and says nothing of its cause", async () => {
    const { keyId } = (await keys.createKey({ apiId, recoverable: true })).data
    await queryDatabase(keyward, `update keys set ciphertext = 'broken' where id = '${keyId}'`)
    const broken = keys.getKey({ keyId, decrypt: true }, { retries: { strategy: "none" } })
    const error = await expectRefusal(broken, InternalServerErrorResponse, "application/unexpected_error")
    expect(error.body).not.toContain("broken")
  })

  test("imports keys by their hash under a migration, and names those it has already", async () => {
    const { migrationId } = await keyward.ok("keys.createMigration", { algorithm: "sha256" })
    const secret = randomBytes(24).toString("hex")
    const hash = createHash("sha256").update(secret).digest("hex")
    const request = { apiId, migrationId, keys: [{ hash, name: "Imported", externalId: "owner", enabled: true }] }
    const { migrated } = (await keys.migrateKeys(request)).data
    expect(migrated).toEqual([{ hash, keyId: expect.stringMatching(/^key_/) }])
    expect((await keys.migrateKeys(request)).data).toEqual({ migrated: [], failed: [hash] })
    const verified = (await keys.verifyKey({ key: secret, migrationId })).data
    expect(verified).toMatchObject({ code: "VALID", keyId: migrated[0]?.keyId, identity: { externalId: "owner" } })
    const unknown = keys.migrateKeys({ ...request, migrationId: "mig_unknown" })
    await expectRefusal(unknown, NotFoundErrorResponse, "data/migration_not_found")
  })

  test("leaves no method of the group out", async () => {
    await expectRefusal(keys.verifyKey({ key: "" }), BadRequestErrorResponse, "application/invalid_input")
    expect(notShown(client, "keys")).toEqual([])
  })
})
