import { afterAll, beforeAll, expect, test } from "bun:test"
import { runHere } from "../../../test/cli/cli.ts"
import { createKey } from "../../../test/harness/fixtures.ts"
import { serveKeyward } from "../../../test/harness/serve-keyward.ts"
import { sha256 } from "../../secrets/hash.ts"

const keyward = serveKeyward({ engine: "sqlite" })
/** Everything that the command line has sent. */
const sent: string[] = []
let proxy: ReturnType<typeof Bun.serve>
let apiId: string
beforeAll(async () => {
  proxy = Bun.serve({
    port: 0,
    async fetch(request) {
      const body = await request.text()
      sent.push(request.url, JSON.stringify([...request.headers]), body)
      const url = new URL(new URL(request.url).pathname, keyward.url)
      return fetch(url, { method: request.method, headers: request.headers, body })
    },
  })
  apiId = (await keyward.ok("apis.createApi", { name: "Sought" })).apiId
})
afterAll(() => proxy.stop(true))

const list = async (search: string) => {
  sent.length = 0
  const env = { KEYWARD_URL: proxy.url.origin, KEYWARD_KEY: keyward.rootKey }
  const { code, stdout, stderr } = await runHere(["keys", "list", "--search", search, "--json"], { env })
  expect(code).toBe(0)
  return { found: JSON.parse(stdout).data.map((key: { keyId: string }) => key.keyId), stderr }
}

test("a search with a key finds it, and the key is not sent", async () => {
  const { keyId, key } = await createKey(keyward, { apiId, prefix: "acme_live" })
  const { found, stderr } = await list(key)
  expect(found).toEqual([keyId])
  expect(stderr).toContain("looked up by its hash")
  for (const part of [key, key.slice("acme_live_".length + 4)]) expect(sent.join()).not.toContain(part)
  const long = key.slice(0, -8)
  expect((await list(long)).found).toEqual([keyId])
  expect(sent.join()).not.toContain(long)
  expect(sent.join()).toContain(long.slice(0, "acme_live_".length + 4))
})

test("a search with a copied header, or with a key among words, finds the key and sends less than half of it", async () => {
  const { keyId, key } = await createKey(keyward, { apiId, prefix: "acme_live" })
  for (const text of [`Bearer ${key}`, `Authorization: Bearer ${key}`, `the key ${key}`]) {
    expect((await list(text)).found).toEqual([keyId])
    expect(sent.join()).not.toContain(key.slice(0, key.length / 2))
    expect(sent.join()).not.toContain(key.slice(key.length / 2))
  }
  for (const secret of ["3f2504e0-4f89-41d3-9a0c-0305e82c3301", "9f86d081884c7d659a2feaa0c55ad015"]) {
    for (const text of [secret, `Bearer ${secret}`, `key ${secret}`]) {
      expect((await list(text)).found).toEqual([])
      expect(sent.join()).not.toContain(secret.slice(0, 8))
      expect(sent.join()).not.toContain(secret.slice(18))
    }
  }
})

test("a search with a key of prefixed_api_key finds it by the hash of its last part", async () => {
  const key = "mycompany_BRTRKFsL_51FwqftsmMDHHbJAMEXXHCgG"
  const hash = sha256("51FwqftsmMDHHbJAMEXXHCgG")
  const { migrated } = await keyward.ok("keys.migrateKeys", { apiId, keys: [{ hash, algorithm: "prefixed_api_key" }] })
  expect((await list(key)).found).toEqual([migrated[0].keyId])
  expect(sent.join()).not.toMatch(/BRTRKFsL|51Fwq/)
})

test("a search with another text is sent as it is", async () => {
  const { keyId } = await createKey(keyward, { apiId, name: "production-billing-service" })
  for (const text of ["production-billing-service", "billing", keyId]) {
    expect(await list(text)).toEqual({ found: [keyId], stderr: "" })
    expect(sent.join()).toContain(text)
  }
})

test("a search with a key of somebody else finds nothing, and the key is not sent", async () => {
  const key = "acme_live_9zRyRNPTuciSgXGHqYwn9N6NeoDywHBd2Z7NgZ"
  expect((await list(key)).found).toEqual([])
  expect(sent.join()).not.toContain("RNPTuci")
})
