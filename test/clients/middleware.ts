import { afterAll, describe, expect, test } from "bun:test"
import { createKey } from "../harness/fixtures.ts"
import { startKeyward, type TestServer } from "../harness/harness.ts"
import { type App, createLimitedRootKey, startApp } from "./app.ts"
import { directNetwork } from "./directed-network.ts"

interface Middleware {
  readonly keyward: TestServer
  readonly app: App
}

/** An application with a published middleware of Unkey: what holds with each of them, and what is special to this one. */
export async function describeMiddleware(
  name: "hono" | "nextjs",
  declareOwnTests: (middleware: Middleware) => void,
): Promise<void> {
  // In the middle of a minute, so that a used-up limit stays so.
  const keyward = await startKeyward({ engine: "sqlite", clock: { now: 1_767_225_630_000 } })
  const network = await directNetwork("api.unkey.com", keyward.url)
  const environment = { ...network.environment, LIMITED_ROOT_KEY: await createLimitedRootKey(keyward) }
  const app = await startApp({ name, rootKey: keyward.rootKey, environment })
  afterAll(async () => {
    app.stop()
    network.stop()
    await keyward.stop()
  })

  describe(`@unkey/${name}, with api.unkey.com directed to Keyward`, () => {
    test("lets a valid key through, and the route sees what Keyward said of it", async () => {
      const attributes = { name: "Mobile app", externalId: "user_1", meta: { plan: "pro" }, credits: { remaining: 2 } }
      const { key, keyId } = await createKey(keyward, attributes)
      const { status, body } = await app.get("/plain", key)
      expect(status).toBe(200)
      const identity = { externalId: "user_1" }
      expect(body).toMatchObject({ valid: true, code: "VALID", keyId, meta: { plan: "pro" }, credits: 1, identity })
    })

    test("takes the key from where it is told", async () => {
      const { key } = await createKey(keyward)
      expect(await app.get(`/in-query?key=${key}`)).toMatchObject({ status: 200, body: { code: "VALID" } })
      expect((await app.get("/in-query", key)).status).toBe(401)
    })

    declareOwnTests({ keyward, app })

    test("gives the workspace's request limit, 429, to onError", async () => {
      expect(await app.get("/limited-root-key", "any")).toEqual({ status: 502, body: { onError: 429 } })
    })

    test("throws what the client has a class for, such as an unknown root key", async () => {
      const thrown = { status: 500, body: { thrown: "UnauthorizedErrorResponse" } }
      expect(await app.get("/unknown-root-key", "any")).toEqual(thrown)
    })

    test("can be directed inside the application as well", async () => {
      const inside = { KEYWARD_URL: keyward.url }
      const other = await startApp({ name, rootKey: keyward.rootKey, environment: inside, preload: "direct-fetch.ts" })
      const { key, keyId } = await createKey(keyward)
      expect(await other.get("/plain", key)).toMatchObject({ status: 200, body: { keyId } })
      other.stop()
    })
  })
}
