import { beforeAll, describe, expect, test } from "bun:test"
import { randomUUID } from "node:crypto"
import { createApi } from "../harness/fixtures.ts"
import { engines, type Reply } from "../harness/harness.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { countRows } from "../storage/database.ts"
import { newHash } from "../transfer/hashes.ts"
import { whilePoisoned } from "./while-poisoned.ts"

/** One of these keys makes storage fail, somewhere in the third slice. */
const count = 350
const poisonedAt = 250

describe.each([...engines])("a change of many keys on %s", (engine) => {
  const keyward = serveKeyward({ engine })

  const addKeys = async (): Promise<{ readonly apiId: string; readonly keyIds: readonly string[] }> => {
    const apiId = await createApi(keyward)
    const keys = Array.from({ length: count }, (_, index) => (index === poisonedAt ? { name: "poison" } : {}))
    const created = await keyward.ok("keys.createKeys", { apiId, keys })
    return { apiId, keyIds: created.keys.map(({ keyId }: { keyId: string }) => keyId) }
  }
  const under = (key?: string) => ({ headers: { "Idempotency-Key": randomUUID() }, ...(key && { key }) })
  const eventsOf = (apiId: string, type: string) =>
    countRows(keyward, `events where type = '${type}' and resources like '%${apiId}%'`)

  const kinds = [
    ["keys.updateKeys", "key.updated", "updated", { enabled: false }],
    ["keys.deleteKeys", "key.deleted", "deleted", {}],
  ] as const

  describe.each(kinds)("%s", (operation, type, counted, change) => {
    /** Fails in the middle, and returns how many keys had been changed by then. */
    const failHalfway = async (body: object, options: object) => {
      const failed = await whilePoisoned(keyward, "update", () =>
        keyward.call(operation, { ...body, ...change }, options),
      )
      expect(failed.status).toBeGreaterThanOrEqual(500)
    }

    test.each(["keyIds", "apiId"] as const)(
      "by %s commits slice by slice, and continues after the last slice with the same Idempotency-Key",
      async (choice) => {
        const { apiId, keyIds } = await addKeys()
        const body = choice === "keyIds" ? { keyIds } : { apiId }
        const options = under()
        await failHalfway(body, options)
        const done = await eventsOf(apiId, type)
        expect(done).toBe(200)
        const other = await keyward.call(
          operation,
          { ...body, ...change, extra: undefined, keyIds: [keyIds[0]], apiId: undefined },
          options,
        )
        expect(outcomeOf(other)).toStartWith("422")
        await keyward.restart()
        const resumed = await keyward.call(operation, { ...body, ...change }, options)
        expect([outcomeOf(resumed), resumed.body.data]).toEqual(["200", { [counted]: count }])
        expect(await eventsOf(apiId, type)).toBe(count)
        const replayed = await keyward.call(operation, { ...body, ...change }, options)
        expect(replayed.headers.get("Idempotency-Replayed")).toBe("true")
        expect(replayed.body.data).toEqual({ [counted]: count })
        expect(await eventsOf(apiId, type)).toBe(count)
      },
    )

    test("stops where the caller loses its right for one of the APIs, and what it has changed stays", async () => {
      const [one, other] = [await addKeys(), await addKeys()]
      const { rootKeyId, rootKey } = await keyward.ok("rootKeys.createRootKey", {
        permissions: ["api.*.update_key", "api.*.delete_key"],
      })
      const body = { keyIds: [...other.keyIds.slice(0, 100), ...one.keyIds] }
      const options = under(rootKey)
      await failHalfway(body, options)
      const permissions = ["update_key", "delete_key"].map((action) => `api.${one.apiId}.${action}`)
      await keyward.ok("rootKeys.updateRootKey", { rootKeyId, permissions })
      const refused = await keyward.call(operation, { ...body, ...change }, options)
      expect(outcomeOf(refused)).toBe("403 authorization/insufficient_permissions")
      expect(refused.body.error.detail).toContain(other.apiId)
      expect([await eventsOf(other.apiId, type), await eventsOf(one.apiId, type)]).toEqual([100, 200])
      await keyward.ok("rootKeys.updateRootKey", { rootKeyId, permissions: ["api.*.update_key", "api.*.delete_key"] })
      const resumed = await keyward.call(operation, { ...body, ...change }, options)
      expect(resumed.body.data).toEqual({ [counted]: count + 100 })
      // A replay needs the permission for the API of every key, those of earlier slices included.
      await keyward.ok("rootKeys.updateRootKey", { rootKeyId, permissions })
      const replayed = await keyward.call(operation, { ...body, ...change }, options)
      expect(outcomeOf(replayed)).toBe("403 authorization/insufficient_permissions")
    })

    test("leaves out keys that are deleted between two slices", async () => {
      const { apiId, keyIds } = await addKeys()
      const options = under()
      await failHalfway({ keyIds }, options)
      await keyward.ok("keys.deleteKeys", { keyIds: keyIds.slice(300) })
      const before = await eventsOf(apiId, type)
      const resumed = await keyward.call(operation, { keyIds, ...change }, options)
      expect(resumed.body.data).toEqual({ [counted]: 300 })
      expect((await eventsOf(apiId, type)) - before).toBe(100)
    })
  })
})

// How an engine finds the keys of the next slice is proven in src/operations/shared/keys/key-slices.test.ts.
describe("a change of an API with more keys than one call covers", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  let apiId: string
  const total = 10_150
  beforeAll(async () => {
    apiId = await createApi(keyward)
    for (const part of [9_000, total - 9_000]) {
      const keys = Array.from({ length: part }, () => ({ hash: newHash() }))
      await keyward.ok("keys.migrateKeys", { apiId, keys })
    }
  })
  const send = (operation: string, body: object): Promise<Reply> => keyward.call(operation, { apiId, ...body })

  test.each([
    ["keys.updateKeys", "updated", { enabled: false }],
    ["keys.deleteKeys", "deleted", {}],
  ])("%s covers 10,000, and continues with the cursor", async (operation, counted, change) => {
    const first = (await send(operation, change)).body.data
    expect(first).toEqual({ [counted]: 10_000, cursor: expect.any(String) })
    const other = operation === "keys.updateKeys" ? "keys.deleteKeys" : "keys.updateKeys"
    expect((await send(other, { cursor: first.cursor })).body.error.errors).toMatchObject([{ location: "body.cursor" }])
    expect((await send(operation, { ...change, cursor: first.cursor })).body.data).toEqual({ [counted]: 150 })
    expect((await send(operation, { ...change, cursor: first.cursor })).body.data).toEqual({ [counted]: 0 })
  })
})
