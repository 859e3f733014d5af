import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { createKey } from "../fixtures.ts"
import { startKeyward, type TestServer } from "../harness.ts"
import { type App, createLimitedRootKey, startApp } from "./app.ts"
import { type DirectedNetwork, directNetwork } from "./directed-network.ts"

describe("@unkey/hono, with api.unkey.com directed to Keyward", () => {
  let keyward: TestServer
  let network: DirectedNetwork
  let app: App

  beforeAll(async () => {
    // In the middle of a minute, so that a used-up limit stays so.
    keyward = await startKeyward({ engine: "sqlite", clock: { now: 1_767_225_630_000 } })
    network = await directNetwork("api.unkey.com", keyward.url)
    const limited = await createLimitedRootKey(keyward)
    const environment = { ...network.environment, LIMITED_ROOT_KEY: limited }
    app = await startApp({ name: "hono", rootKey: keyward.rootKey, environment })
  })
  afterAll(async () => {
    app.stop()
    network.stop()
    await keyward.stop()
  })

  test("lets a valid key through, and the route sees what Keyward said of it", async () => {
    const attributes = { name: "Mobile app", externalId: "user_1", meta: { plan: "pro" }, credits: { remaining: 2 } }
    const { key, keyId } = await createKey(keyward, attributes)
    const reply = await app.get("/plain", key)
    expect(reply.status).toBe(200)
    const identity = { externalId: "user_1" }
    expect(reply.body).toMatchObject({ valid: true, code: "VALID", keyId, meta: { plan: "pro" }, credits: 1, identity })
  })

  test("refuses a caller without a key by itself", async () => {
    expect(await app.get("/plain")).toEqual({ status: 401, body: { error: "unauthorized" } })
  })

  test("takes the key from where it is told", async () => {
    const { key } = await createKey(keyward)
    expect(await app.get(`/in-query?key=${key}`)).toMatchObject({ status: 200, body: { code: "VALID" } })
    expect((await app.get("/in-query", key)).status).toBe(401)
  })

  test("hands an invalid key to the route, unless there is a handler for it", async () => {
    expect(await app.get("/plain", "nobody")).toEqual({ status: 200, body: { valid: false, code: "NOT_FOUND" } })
    expect(await app.get("/guarded", "nobody")).toEqual({ status: 403, body: { refused: "NOT_FOUND" } })
  })

  test("admits a key that holds the permission of the route, and refuses one that does not", async () => {
    const [may, mayNot] = [await createKey(keyward, { permissions: ["documents.read"] }), await createKey(keyward)]
    expect(await app.get("/guarded", may.key)).toMatchObject({ status: 200, body: { keyId: may.keyId } })
    expect(await app.get("/guarded", mayNot.key)).toEqual({
      status: 403,
      body: { refused: "INSUFFICIENT_PERMISSIONS" },
    })
  })

  test("refuses a key from the moment it is disabled, and spends its credits exactly", async () => {
    const attributes = { permissions: ["documents.read"], credits: { remaining: 2 } }
    const { key, keyId } = await createKey(keyward, attributes)
    expect((await app.get("/guarded", key)).status).toBe(200)
    await keyward.ok("keys.updateKey", { keyId, enabled: false })
    expect((await app.get("/guarded", key)).body).toEqual({ refused: "DISABLED" })
    await keyward.ok("keys.updateKey", { keyId, enabled: true })
    expect((await app.get("/guarded", key)).status).toBe(200)
    expect((await app.get("/guarded", key)).body).toEqual({ refused: "USAGE_EXCEEDED" })
  })

  test("gives the workspace's request limit, 429, to onError", async () => {
    expect(await app.get("/limited-root-key", "any")).toEqual({ status: 502, body: { onError: 429 } })
  })

  test("throws what the client has a class for, such as an unknown root key", async () => {
    const thrown = { status: 500, body: { thrown: "UnauthorizedErrorResponse" } }
    expect(await app.get("/unknown-root-key", "any")).toEqual(thrown)
  })

  test("can be directed inside the application as well", async () => {
    const environment = { KEYWARD_URL: keyward.url }
    const preload = "direct-fetch.ts"
    const other = await startApp({ name: "hono", rootKey: keyward.rootKey, environment, preload })
    const { key, keyId } = await createKey(keyward)
    expect(await other.get("/plain", key)).toMatchObject({ status: 200, body: { keyId } })
    other.stop()
  })
})
