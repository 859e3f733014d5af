import { beforeAll, describe, expect, test } from "bun:test"
import { randomUUID } from "node:crypto"
import { createApi, createKey } from "../harness/fixtures.ts"
import { engines, type TestWorkspace } from "../harness/harness.ts"
import { repeatIfBusy } from "../harness/repeat-if-busy.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { until } from "../harness/until.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { queryDatabase } from "../storage/database.ts"
import { whilePoisoned } from "./while-poisoned.ts"

const largestSlice = 150

describe.each([...engines])("an import in slices on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  let apiId: string

  beforeAll(async () => {
    apiId = await createApi(keyward)
  })

  const newKeys = (count: number, settings: object = {}) =>
    Array.from({ length: count }, () => ({ hash: hashOf(randomUUID()), ...settings }))
  const hashOf = (text: string) => new Bun.CryptoHasher("sha256").update(text).digest("base64")
  const migrate = (keys: readonly object[], options = {}) => keyward.call("keys.migrateKeys", { apiId, keys }, options)
  const under = (idempotencyKey: string) => ({ headers: { "Idempotency-Key": idempotencyKey } })
  const counted = async (table: "keys" | "events", workspaceId = keyward.workspaceId) => {
    const [row] = await queryDatabase(
      keyward,
      `select count(*) as number from ${table} where workspace_id = '${workspaceId}'`,
    )
    return Number(row?.number)
  }
  /** Fails at a key in the middle, and returns how many were imported before. */
  const importHalf = async (keys: readonly { readonly hash: string }[], options = {}) => {
    const poisoned = keys.map((key, index) => (index === 900 ? { ...key, name: "poison" } : key))
    const before = await counted("keys")
    const reply = await whilePoisoned(keyward, "insert", () => migrate(poisoned, options))
    expect(reply.status).toBeGreaterThanOrEqual(500)
    return { poisoned, imported: (await counted("keys")) - before }
  }

  test("commits slice by slice, so that a failure leaves those before it, each with its events", async () => {
    const eventsBefore = await counted("events")
    const { poisoned, imported } = await importHalf(newKeys(1_200))
    expect(imported).toBeGreaterThanOrEqual(900 - largestSlice)
    expect(imported).toBeLessThanOrEqual(900)
    expect((await counted("events")) - eventsBefore).toBe(imported)
    // Without an Idempotency-Key, the call counts as a new one.
    const { migrated, failed } = (await migrate(poisoned)).body.data
    expect([migrated.length, failed.length]).toEqual([1_200 - imported, imported])
    expect(failed).toEqual(poisoned.slice(0, imported).map(({ hash }) => hash))
  })

  test("is continued behind the last slice by the same Idempotency-Key, and answers with the whole", async () => {
    const [taken] = newKeys(1)
    await migrate([taken ?? {}])
    const keys = [...newKeys(100), { hash: taken?.hash ?? "" }, ...newKeys(1_098)]
    const options = under(`resumed-${engine}`)
    const [keysBefore, eventsBefore] = [await counted("keys"), await counted("events")]
    const { poisoned, imported } = await importHalf([...keys, { hash: keys[0]?.hash ?? "" }], options)
    expect(imported).toBeGreaterThan(0)
    const other = await migrate(newKeys(1), options)
    expect(outcomeOf(other)).toBe("422 application/idempotency_key_reused")
    await keyward.restart()

    const resumed = await migrate(poisoned, options)
    expect(resumed.status).toBe(200)
    const { migrated, failed } = resumed.body.data
    expect(failed).toEqual([keys[100]?.hash, keys[0]?.hash])
    expect(migrated.map(({ hash }: { hash: string }) => hash)).toEqual(
      keys.filter((_, index) => index !== 100).map(({ hash }) => hash),
    )
    expect(new Set(migrated.map(({ keyId }: { keyId: string }) => keyId)).size).toBe(1_198)
    expect((await counted("keys")) - keysBefore).toBe(1_198)
    expect((await counted("events")) - eventsBefore).toBe(1_198)
    for (const index of [0, imported - 1, imported, 1_197]) {
      const { keyId } = migrated[index]
      expect(await keyward.ok("keys.getKey", { keyId })).toMatchObject({ keyId, apiId })
    }

    const replayed = await migrate(poisoned, options)
    expect(replayed.headers.get("Idempotency-Replayed")).toBe("true")
    expect(replayed.body.data).toEqual(resumed.body.data)
    expect((await counted("keys")) - keysBefore).toBe(1_198)
  })

  test("is continued by one of several that repeat it at the same moment", async () => {
    const options = under(`raced-${engine}`)
    const before = await counted("keys")
    const { poisoned } = await importHalf(newKeys(1_200), options)
    const replies = await Promise.all([1, 2, 3].map(() => migrate(poisoned, options)))
    const statuses = replies.map(({ status }) => status)
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
    expect(statuses).toContain(200)
    expect((await counted("keys")) - before).toBe(1_200)
  })

  test("ends where the caller may no longer import, and what it has imported stays", async () => {
    const options = under(`revoked-${engine}`)
    const { rootKeyId, rootKey } = await keyward.ok("rootKeys.createRootKey", { permissions: ["api.*.create_key"] })
    const { poisoned, imported } = await importHalf(newKeys(1_000), { ...options, key: rootKey })
    await keyward.ok("rootKeys.updateRootKey", { rootKeyId, enabled: false })
    const refused = await migrate(poisoned, { ...options, key: rootKey })
    expect(outcomeOf(refused)).toBe("403 authorization/key_disabled")
    const resumed = await migrate(poisoned, options)
    expect(resumed.body.data.migrated).toHaveLength(1_000)
    expect(imported).toBeLessThan(1_000)
  })

  test("gives later slices no role that was deleted after the first, as if it had been deleted after all", async () => {
    await keyward.ok("permissions.createRole", { name: "fleeting", permissions: [] })
    const options = under(`roles-${engine}`)
    const { poisoned } = await importHalf(newKeys(1_000, { roles: ["fleeting"] }), options)
    await keyward.ok("permissions.deleteRole", { role: "fleeting" })
    const { migrated, failed } = (await migrate(poisoned, options)).body.data
    expect([migrated.length, failed]).toEqual([1_000, []])
    expect((await keyward.ok("keys.getKey", { keyId: migrated[999].keyId })).roles).toEqual([])
  })

  describe("with a quota", () => {
    let limited: TestWorkspace
    let limitedApi: string
    beforeAll(async () => {
      limited = await keyward.createWorkspace()
      limitedApi = await createApi(keyward, limited.rootKey)
    })
    const limit = (limits: object) =>
      keyward.ok(
        "workspaces.updateWorkspace",
        { workspaceId: limited.workspaceId, limits },
        { key: keyward.operatorKey },
      )
    const importInto = (keys: readonly object[]) =>
      keyward.call("keys.migrateKeys", { apiId: limitedApi, keys }, { key: limited.rootKey })

    test("is refused as a whole, however many slices would have fitted", async () => {
      await limit({ keys: 1_100, identities: 500 })
      expect(outcomeOf(await importInto(newKeys(1_101)))).toBe("403 limits/quota_exceeded")
      const keys = newKeys(501).map((key, index) => ({ ...key, externalId: `user_${index}` }))
      expect(outcomeOf(await importInto(keys))).toBe("403 limits/quota_exceeded")
      expect(await counted("keys", limited.workspaceId)).toBe(0)
      expect(await keyward.ok("identities.listIdentities", {}, { key: limited.rootKey })).toEqual([])
    })

    test("never passes it together with others that run at the same time", async () => {
      await limit({ keys: 1_000, identities: null })
      const replies = await Promise.all([importInto(newKeys(700)), importInto(newKeys(700)), importInto(newKeys(700))])
      for (const reply of replies) expect(["200", "403 limits/quota_exceeded"]).toContain(outcomeOf(reply))
      expect(await counted("keys", limited.workspaceId)).toBeLessThanOrEqual(1_000)
    })
  })

  test("lets another workspace create and spend before it is done", async () => {
    const other = await keyward.createWorkspace()
    const own = { key: other.rootKey }
    const { apiId: theirApi, key } = await createKey(keyward, { credits: { remaining: 5 } }, other.rootKey)
    const order: string[] = []
    const noting = async <T>(name: string, work: Promise<T>) => {
      const result = await work
      order.push(name)
      return result
    }
    const before = await counted("keys")
    const importAll = (keys: readonly object[], options: object) => repeatIfBusy(() => migrate(keys, options))
    const imports = Array.from({ length: 4 }, () => noting("import", importAll(newKeys(2_000), under(randomUUID()))))
    await until(async () => (await counted("keys")) > before)
    await Promise.all([
      noting("create", keyward.ok("keys.createKey", { apiId: theirApi }, own)),
      noting("spend", keyward.ok("keys.verifyKey", { key }, own)),
    ])
    await Promise.all(imports)
    expect(order.slice(0, 2).toSorted()).toEqual(["create", "spend"])
    expect((await counted("keys")) - before).toBe(8_000)
  })
})
