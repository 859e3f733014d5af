import { beforeAll, describe, expect, test } from "bun:test"
import { createApi, createKey, eventsDuring, withEncryption } from "../../test/fixtures.ts"
import { engines, type Reply } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("apis.listKeys on %s", (engine) => {
  const keyward = serveKeyward({ engine, environment: withEncryption() })
  let apiId: string
  beforeAll(async () => {
    apiId = await createApi(keyward)
    await createKey(keyward, { apiId, externalId: "alice", name: "one" })
    await createKey(keyward, { apiId, enabled: false, name: "two", recoverable: true })
    await createKey(keyward, { externalId: "alice", name: "elsewhere" })
  })

  const call = (body: object, key?: string): Promise<Reply> =>
    keyward.call("apis.listKeys", { apiId, ...body }, key ? { key } : {})
  const names = async (body: object) => (await call(body)).body.data.map(({ name }: { name: string }) => name)

  test("lists the keys of that API only, narrowed by the filters of keys.listKeys", async () => {
    expect(await names({})).toEqual(["one", "two"])
    expect(await names({ externalId: "alice" })).toEqual(["one"])
    expect(await names({ enabled: false })).toEqual(["two"])
    expect(await names({ search: "TWO" })).toEqual(["two"])
    expect(await names({ identityId: "nobody" })).toEqual([])
    expect(await names({ revalidateKeysCache: true })).toEqual(["one", "two"])
    const page = await call({ limit: 1 })
    expect(await names({ limit: 1, cursor: page.body.pagination.cursor })).toEqual(["two"])
    const foreignCursor = (await keyward.call("keys.listKeys", { limit: 1 })).body.pagination.cursor
    expect((await call({ cursor: foreignCursor })).status).toBe(400)
  })

  test("records each plaintext that it shows", async () => {
    const events = await eventsDuring(keyward, async () => {
      const { data } = (await call({ decrypt: true })).body
      expect(data.map((key: object) => "plaintext" in key)).toEqual([false, true])
    })
    expect(events.map(({ type }) => type)).toEqual(["key.decrypted"])
  })

  test("requires the API", async () => {
    const reply = await keyward.call("apis.listKeys")
    expect(reply.status).toBe(400)
    expect(reply.body.error.errors).toMatchObject([{ location: "body.apiId", message: "is required" }])
  })
})
