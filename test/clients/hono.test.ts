import { expect, test } from "bun:test"
import { createKey } from "../harness/fixtures.ts"
import { describeMiddleware } from "./middleware.ts"

await describeMiddleware("hono", ({ keyward, app }) => {
  test("refuses a caller without a key", async () => {
    expect(await app.get("/plain")).toEqual({ status: 401, body: { error: "unauthorized" } })
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
})
