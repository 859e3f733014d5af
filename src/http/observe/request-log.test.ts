import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../../test/harness/serve-keyward.ts"

describe("the log line of a verification", () => {
  const server = serveKeyward({ engine: "sqlite" })

  const verify = async (body: object) => {
    const { body: reply } = await server.call("keys.verifyKey", body)
    return lineOf(reply.meta.requestId)
  }
  async function lineOf(requestId: string) {
    for (;;) {
      const line = server.log.find((one) => one.includes(requestId))
      if (line !== undefined) return JSON.parse(line)
      await Bun.sleep(10)
    }
  }

  test("has the code and the id of the key, from the store and from memory", async () => {
    const { apiId } = await server.ok("apis.createApi", { name: "Payments" })
    const { key, keyId } = await server.ok("keys.createKey", { apiId })
    for (const _ of [1, 2]) {
      const line = await verify({ key })
      expect(line).toMatchObject({ operation: "keys.verifyKey", status: 200, code: "VALID", keyId })
      expect(JSON.stringify(line)).not.toContain(key)
    }
    expect(await verify({ key, permissions: "a" })).toMatchObject({ code: "INSUFFICIENT_PERMISSIONS", keyId })
  })

  test("has no key id if no key was found, and no code if the request was refused", async () => {
    const unknown = await verify({ key: "acme_never_issued" })
    expect(unknown).toMatchObject({ status: 200, code: "NOT_FOUND", workspaceId: server.workspaceId })
    expect(unknown.keyId).toBeUndefined()
    expect((await verify({ key: "" })).code).toBeUndefined()
  })

  test("is the only one with them", async () => {
    const { body } = await server.call("apis.listApis", {})
    const line = await lineOf(body.meta.requestId)
    expect(Object.keys(line)).toEqual(["time", "requestId", "method", "operation", "status", "ms", "workspaceId"])
  })
})
