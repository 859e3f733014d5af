import { beforeAll, describe, expect, test } from "bun:test"
import { createApi, withEncryption } from "../harness/fixtures.ts"
import { engines } from "../harness/harness.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"

const budget = 4 * 1024 * 1024
const meta = { text: "x".repeat(65_000) }

describe.each([...engines])("pages of large objects on %s", (engine) => {
  const keyward = serveKeyward({ engine, environment: withEncryption() })
  let apiId: string
  const total = 40
  beforeAll(async () => {
    apiId = await createApi(keyward)
    await keyward.ok("identities.createIdentity", { externalId: "owner", meta })
    for (let index = 0; index < total; index += 1) {
      await keyward.ok("keys.createKey", { apiId, externalId: "owner", meta, recoverable: true })
    }
  })

  const walk = async (operation: string, query: object) => {
    const pages: { readonly count: number; readonly bytes: number }[] = []
    const ids: string[] = []
    let cursor = ""
    for (;;) {
      const { status, body, text } = await keyward.call(operation, { ...query, cursor })
      expect(status).toBe(200)
      pages.push({ count: body.data.length, bytes: text.length })
      ids.push(...body.data.map((one: { keyId?: string; eventId?: string }) => one.keyId ?? one.eventId))
      if (!body.pagination.hasMore) return { pages, ids }
      cursor = body.pagination.cursor
    }
  }

  test.each([
    ["keys.listKeys", {}],
    ["keys.listKeys", { limit: 7 }],
    ["keys.listKeys", { decrypt: true }],
    ["apis.listKeys", {}],
    ["events.listEvents", { type: "key.created" }],
  ])("%s with %p ends at 4 MiB, says that there is more, and yields every object once", async (operation, query) => {
    const { pages, ids } = await walk(operation, operation === "apis.listKeys" ? { apiId } : query)
    expect(ids).toHaveLength(total)
    expect(new Set(ids).size).toBe(total)
    for (const { bytes, count } of pages) {
      expect(bytes).toBeLessThan(budget + 50_000)
      expect(count).toBeGreaterThan(0)
    }
    if (!("limit" in query) && operation !== "events.listEvents") expect(pages.length).toBeGreaterThan(1)
  })

  test("record only those keys as decrypted that were shown", async () => {
    const before = (await keyward.events({ type: "key.decrypted" })).length
    const { body } = await keyward.call("keys.listKeys", { decrypt: true })
    expect(body.pagination.hasMore).toBe(true)
    const after = (await keyward.events({ type: "key.decrypted" })).length
    expect(after - before).toBe(Math.min(body.data.length, 100 - before))
  })
})
