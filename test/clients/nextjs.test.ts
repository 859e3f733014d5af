import { expect, test } from "bun:test"
import { createKey } from "../harness/fixtures.ts"
import { describeMiddleware } from "./middleware.ts"

await describeMiddleware("nextjs", ({ keyward, app }) => {
  test("refuses a caller without a key, and one with an invalid key", async () => {
    expect(await app.get("/plain")).toEqual({ status: 401, body: { error: "unauthorized" } })
    expect(await app.get("/plain", "nobody")).toEqual({ status: 401, body: "Unauthorized" })
  })

  test("asks for permissions, and tells its handler of invalid keys why", async () => {
    const [may, mayNot] = [await createKey(keyward, { permissions: ["documents.read"] }), await createKey(keyward)]
    expect(await app.get("/guarded", may.key)).toMatchObject({ status: 200, body: { keyId: may.keyId } })
    expect(await app.get("/guarded", mayNot.key)).toEqual({
      status: 403,
      body: { refused: "INSUFFICIENT_PERMISSIONS" },
    })
    expect(await app.get("/guarded", "nobody")).toEqual({ status: 403, body: { refused: "NOT_FOUND" } })
  })

  test("refuses a key from the moment it is disabled", async () => {
    const { key, keyId } = await createKey(keyward, { permissions: ["documents.read"] })
    expect((await app.get("/guarded", key)).status).toBe(200)
    await keyward.ok("keys.updateKey", { keyId, enabled: false })
    expect((await app.get("/guarded", key)).body).toEqual({ refused: "DISABLED" })
  })
})
