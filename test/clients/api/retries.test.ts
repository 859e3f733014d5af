import { describe, expect, test } from "bun:test"
import { HTTPClient, Unkey } from "@unkey/api"
import { APIError } from "@unkey/api/models/errors"
import { createApi, createKey } from "../../harness/fixtures.ts"
import { serveKeyward } from "../../harness/serve-keyward.ts"
import { type Behaviour, type Front, startFront } from "../front.ts"

const badGateway = { answer: "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n" }
const stopping = {
  answer: "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
}

describe("@unkey/api: which calls it repeats", () => {
  const keyward = serveKeyward({ engine: "sqlite" })

  const through = async (behaviours: readonly Behaviour[], work: (unkey: Unkey, front: Front) => Promise<void>) => {
    const front = await startFront(keyward.url, behaviours)
    try {
      await work(new Unkey({ serverURL: front.url, rootKey: keyward.rootKey }), front)
    } finally {
      front.stop()
    }
  }
  const keysOf = async (apiId: string) => (await keyward.ok("apis.listKeys", { apiId })).length

  test("a verification that a gateway failed twice, and the credit is spent once", async () => {
    const { key } = await createKey(keyward, { credits: { remaining: 5 } })
    await through([badGateway, badGateway], async (unkey, front) => {
      expect((await unkey.keys.verifyKey({ key })).data).toMatchObject({ code: "VALID", credits: 4 })
      expect(front.connections()).toBe(3)
    })
  })

  test("after the time that Retry-After asks for", async () => {
    const { key } = await createKey(keyward)
    await through([stopping], async (unkey) => {
      const start = performance.now()
      expect((await unkey.keys.verifyKey({ key })).data.code).toBe("VALID")
      expect(performance.now() - start).toBeGreaterThanOrEqual(990)
    })
  })

  test("a creation whose answer was lost; with an Idempotency-Key there is one key, and its answer comes again", async () => {
    const apiId = await createApi(keyward)
    await through(["lose the answer"], async (unkey, front) => {
      const headers = { "Idempotency-Key": crypto.randomUUID() }
      const { data } = await unkey.keys.createKey({ apiId, name: "Once" }, { headers })
      expect(front.connections()).toBe(2)
      expect(await keysOf(apiId)).toBe(1)
      expect((await unkey.keys.verifyKey({ key: data.key })).data).toMatchObject({ code: "VALID", keyId: data.keyId })
    })
  })

  test("a creation whose answer was lost; without an Idempotency-Key there are two keys", async () => {
    const apiId = await createApi(keyward)
    await through(["lose the answer"], async (unkey) => {
      await unkey.keys.createKey({ apiId })
      expect(await keysOf(apiId)).toBe(2)
    })
  })

  test("nothing that was refused: a 4xx is asked once", async () => {
    let asked = 0
    const httpClient = new HTTPClient()
    httpClient.addHook("beforeRequest", () => {
      asked += 1
    })
    const unkey = new Unkey({ serverURL: keyward.url, rootKey: keyward.rootKey, httpClient })
    await expect(unkey.keys.getKey({ keyId: "key_unknown" })).rejects.toMatchObject({ statusCode: 404 })
    expect(asked).toBe(1)
  })

  test("nothing if told so: a 503 is then an APIError", async () => {
    await through([stopping], async (unkey, front) => {
      const call = unkey.keys.verifyKey({ key: "any" }, { retries: { strategy: "none" } })
      const error: unknown = await call.catch((reason) => reason)
      expect(error).toBeInstanceOf(APIError)
      expect(error).toMatchObject({ statusCode: 503 })
      expect(front.connections()).toBe(1)
    })
  })
})
