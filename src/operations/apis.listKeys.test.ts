import { beforeAll, describe, expect, test } from "bun:test"
import { createApi, createKey, eventsDuring, withEncryption } from "../../test/harness/fixtures.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"

describe("apis.listKeys", () => {
  const keyward = serveKeyward({ engine: "sqlite", environment: withEncryption() })
  let apiId: string
  beforeAll(async () => {
    apiId = await createApi(keyward)
    await createKey(keyward, { apiId, externalId: "alice", name: "one" })
    await createKey(keyward, { apiId, enabled: false, name: "two", recoverable: true })
    await createKey(keyward, { externalId: "alice", name: "elsewhere" })
  })

  const list = (body: object) => keyward.ok("apis.listKeys", { apiId, ...body })
  const names = async (body: object) => (await list(body)).map(({ name }: { name: string }) => name)

  test("lists the keys of that API only, narrowed by the filters of keys.listKeys", async () => {
    expect(await names({})).toEqual(["one", "two"])
    expect(await names({ externalId: "alice" })).toEqual(["one"])
    expect(await names({ enabled: false })).toEqual(["two"])
    expect(await names({ search: "TWO" })).toEqual(["two"])
    expect(await names({ identityId: "nobody" })).toEqual([])
    expect(await names({ revalidateKeysCache: true })).toEqual(["one", "two"])
  })

  test("records each plaintext that it shows", async () => {
    const events = await eventsDuring(keyward, async () => {
      const keys = await list({ decrypt: true })
      expect(keys.map((key: object) => "plaintext" in key)).toEqual([false, true])
    })
    expect(events.map(({ type }) => type)).toEqual(["key.decrypted"])
  })
})
