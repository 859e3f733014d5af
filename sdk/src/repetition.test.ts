import { beforeEach, describe, expect, test } from "bun:test"
import { findFreePort } from "../../scripts/test/service.ts"
import { type Behaviour, type Front, startFront } from "../../test/clients/front.ts"
import { createApi, createKey } from "../../test/harness/fixtures.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { until } from "../../test/harness/until.ts"
import { createKeyward, type Keyward, type KeywardOptions } from "./index.ts"

const server = serveKeyward({ engine: "sqlite" })
const fronts: Front[] = []

beforeEach(() => {
  for (const front of fronts.splice(0)) front.stop()
})

/** A client behind a network that treats its connections in this way, one after the other. */
async function behind(
  behaviours: readonly Behaviour[],
  options: Partial<KeywardOptions> = {},
): Promise<{ readonly client: Keyward; readonly front: Front }> {
  const front = await startFront(server.url, behaviours)
  fronts.push(front)
  return { client: createKeyward({ url: front.url, key: server.rootKey, ...options }), front }
}

const answer = (status: string, headers = "", body = "<html></html>"): Behaviour => ({
  answer: `HTTP/1.1 ${status}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n${headers}\r\n${body}`,
})
const badGateway = answer("502 Bad Gateway")
const error503 = { type: "http://x/service/application/service_unavailable", status: 503, detail: "Storage is away." }
const ownUnavailable = answer(
  "503 Service Unavailable",
  "Retry-After: 1\r\n",
  JSON.stringify({ meta: { requestId: "req_1" }, error: error503 }),
)

describe("a query", () => {
  test.each([
    ["a lost answer", "lose the answer"],
    ["a proxy's 502", badGateway],
    ["a 504", answer("504 Gateway Timeout")],
  ] as const)("survives %s", async (_, behaviour) => {
    const { client, front } = await behind([behaviour, behaviour])
    expect((await client.rootKeys.getRootKey()).data?.rootKeyId).toBe(server.rootKeyId)
    expect(front.connections()).toBe(3)
  })

  test("survives silence, as long as an attempt may take", async () => {
    const { client, front } = await behind(["stay silent"], { timeoutMs: 2_000 })
    expect((await client.rootKeys.getRootKey()).data?.rootKeyId).toBe(server.rootKeyId)
    expect(front.connections()).toBe(2)
  })

  test("waits as long as the service asks", async () => {
    const { client } = await behind([ownUnavailable])
    const startedAt = performance.now()
    expect((await client.rootKeys.getRootKey()).error).toBeUndefined()
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(1000)
  })

  test("gives up after the last attempt with what that came to", async () => {
    const { client, front } = await behind([badGateway, badGateway, badGateway, badGateway])
    const { error } = await client.rootKeys.getRootKey()
    expect(error).toMatchObject({ code: "client/unexpected_answer", status: 502, requestId: undefined })
    expect(error?.detail).toContain("is not Keyward: it sent status 502")
    expect(front.connections()).toBe(3)
  })

  test("is made once where the caller says so", async () => {
    const { client, front } = await behind([badGateway])
    expect((await client.rootKeys.getRootKey({}, { retries: 0 })).error?.status).toBe(502)
    expect(front.connections()).toBe(1)
  })

  test("does not wait for a time that it does not have", async () => {
    const { client, front } = await behind([answer("429 Too Many Requests", "Retry-After: 45\r\n")])
    const { error } = await client.rootKeys.getRootKey()
    expect(error).toMatchObject({ status: 429, retryAfterSeconds: 45 })
    expect(front.connections()).toBe(1)
  })

  test("ends with its total time, whatever the attempts have left", async () => {
    // An attempt would outlast the limit of this test.
    const { client } = await behind(["stay silent", "stay silent", "stay silent"], { timeoutMs: 600_000 })
    const { error } = await client.rootKeys.getRootKey({}, { totalTimeoutMs: 300 })
    expect(error?.code).toBe("client/timeout")
  })

  test("is not repeated where the answer is final", async () => {
    const { client, front } = await behind([])
    expect((await client.identities.getIdentity({ externalId: "nobody" })).error?.status).toBe(404)
    expect(front.connections()).toBe(1)
  })
})

describe("a change", () => {
  test("whose answer is lost happens once, and gives the answer of that once", async () => {
    const apiId = await createApi(server)
    const { client } = await behind(["lose the answer", "lose the answer"])
    const { data, error, headers } = await client.keys.createKey({ apiId })
    if (error) throw error
    expect(headers.get("idempotency-replayed")).toBe("true")
    const keys = await server.ok("apis.listKeys", { apiId })
    expect(keys.map(({ keyId }: { keyId: string }) => keyId)).toEqual([data.keyId])
  })

  test("that is made twice on purpose happens twice", async () => {
    const apiId = await createApi(server)
    const { client } = await behind([])
    await client.keys.createKey({ apiId })
    await client.keys.createKey({ apiId })
    expect(await server.ok("apis.listKeys", { apiId })).toHaveLength(2)
  })

  test("with an idempotency key of the caller's happens once for that key", async () => {
    const apiId = await createApi(server)
    const { client } = await behind([])
    const idempotencyKey = crypto.randomUUID()
    const first = await client.keys.createKey({ apiId }, { idempotencyKey })
    const second = await client.keys.createKey({ apiId }, { idempotencyKey })
    expect(second.data).toEqual(first.data ?? { keyId: "", key: "" })
    const other = await client.keys.createKey({ apiId, name: "other" }, { idempotencyKey })
    expect(other.error).toMatchObject({ code: "application/idempotency_key_reused", status: 422 })
  })
})

describe("a consumption", () => {
  const spend = async (behaviours: readonly Behaviour[], options: Partial<KeywardOptions> = {}) => {
    const { key, keyId } = await createKey(server, { credits: { remaining: 10 } })
    const { client, front } = await behind(behaviours, options)
    const { data, error } = await client.keys.verifyKey({ key })
    const { credits } = await server.ok("keys.getKey", { keyId })
    return { data, error, left: credits.remaining, attempts: front.connections() }
  }

  test("is not repeated once it may have reached the service", async () => {
    const lost = await spend(["lose the answer"])
    expect(lost).toMatchObject({ error: { code: "client/unreachable" }, left: 9, attempts: 1 })
    const late = await spend(["stay silent"], { timeoutMs: 200 })
    expect(late).toMatchObject({ error: { code: "client/timeout" }, left: 10, attempts: 1 })
    const unclear = await spend([badGateway])
    expect(unclear).toMatchObject({ error: { status: 502 }, left: 10, attempts: 1 })
    expect(await spend([answer("503 Service Unavailable")])).toMatchObject({ error: { status: 503 }, attempts: 1 })
  })

  test("is repeated when the service itself says that nothing happened", async () => {
    expect(await spend([ownUnavailable])).toMatchObject({ data: { code: "VALID" }, left: 9, attempts: 2 })
  })

  test("is repeated when nothing listened", async () => {
    const { key, keyId } = await createKey(server, { credits: { remaining: 10 } })
    const port = await findFreePort()
    let attempts = 0
    const client = createKeyward({
      url: server.url,
      key: server.rootKey,
      fetch: (url, init) => {
        attempts += 1
        return fetch(attempts === 1 ? `http://127.0.0.1:${port}` : url, init)
      },
    })
    expect((await client.keys.verifyKey({ key })).data?.code).toBe("VALID")
    expect((await server.ok("keys.getKey", { keyId })).credits.remaining).toBe(9)
    expect(attempts).toBe(2)
  })
})

describe("what never answers", () => {
  test("is named, with what to look at", async () => {
    const url = `http://127.0.0.1:${await findFreePort()}`
    const { error } = await createKeyward({ url, key: "k", retries: 1 }).apis.listApis()
    expect(error).toMatchObject({ code: "client/unreachable", status: undefined, requestId: undefined })
    expect(error?.detail).toContain(`${url} cannot be reached: `)
    expect(error?.cause).toBeInstanceOf(Error)
  })

  test("is told from a service that is not Keyward", async () => {
    const { client } = await behind([answer("200 OK"), answer("301 Moved", "Location: https://elsewhere.example\r\n")])
    const wrong = await client.apis.listApis()
    expect(wrong.error).toMatchObject({ code: "client/unexpected_answer", status: 200 })
    const moved = await client.apis.listApis()
    expect(moved.error?.detail).toContain("status 301 and points to https://elsewhere.example")
  })
})

describe("a signal", () => {
  test("ends a call that waits for its answer", async () => {
    const { client, front } = await behind(["stay silent"])
    const controller = new AbortController()
    const calling = client.apis.listApis({}, { signal: controller.signal })
    await until(() => front.connections() === 1)
    controller.abort(new Error("The user went away."))
    const { error } = await calling
    expect(error?.code).toBe("client/aborted")
    expect(error?.cause).toEqual(new Error("The user went away."))
    expect(front.connections()).toBe(1)
  })

  test("ends a call that waits for its next attempt", async () => {
    const controller = new AbortController()
    const { client, front } = await behind([answer("503 Service Unavailable", "Retry-After: 600\r\n")], {
      async fetch(url, init) {
        const response = await fetch(url, init)
        setTimeout(() => controller.abort(), 100)
        return response
      },
    })
    // The wait would outlast the limit of this test.
    const { error } = await client.apis.listApis({}, { signal: controller.signal, totalTimeoutMs: 900_000 })
    expect(error?.code).toBe("client/aborted")
    expect(front.connections()).toBe(1)
  })

  test("that was given before sends nothing", async () => {
    const { client, front } = await behind([])
    const { error } = await client.apis.createApi({ name: "Never" }, { signal: AbortSignal.abort() })
    expect(error?.code).toBe("client/aborted")
    expect(front.connections()).toBe(0)
  })

  test("ends a loop over pages", async () => {
    await createApi(server)
    await createApi(server)
    const { client } = await behind([])
    const controller = new AbortController()
    let count = 0
    const loop = async () => {
      for await (const _ of client.apis.listApis.all({ limit: 1 }, { signal: controller.signal })) {
        count += 1
        controller.abort()
      }
    }
    expect(await loop().catch((thrown: unknown) => thrown)).toMatchObject({ code: "client/aborted" })
    expect(count).toBe(1)
  })
})
