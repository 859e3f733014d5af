import { beforeAll, describe, expect, test } from "bun:test"
import { APIError, BadRequestErrorResponse, ForbiddenErrorResponse } from "@unkey/api/models/errors"
import { serveKeyward } from "../../harness/serve-keyward.ts"
import { connect, type NotingClient } from "./client.ts"
import { expectRefusal } from "./refusal.ts"

describe("@unkey/api: keys.verifyKey", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  let keys: NotingClient["unkey"]["keys"]
  let apiId: string

  beforeAll(async () => {
    const { unkey } = connect(keyward.url, keyward.rootKey)
    keys = unkey.keys
    apiId = (await unkey.apis.createApi({ name: "Payments" })).data.apiId
    await unkey.identities.createIdentity({ externalId: "owner", meta: { plan: "pro" } })
  })

  test("describes a valid key, spends a credit and takes from its limits", async () => {
    const limit = { name: "requests", limit: 10, duration: 60_000, autoApply: true }
    const { key, keyId } = (
      await keys.createKey({
        apiId,
        name: "Mobile app",
        externalId: "owner",
        meta: { region: "eu" },
        permissions: ["documents.read", "documents.write"],
        expires: 4_102_444_800_000,
        credits: { remaining: 10 },
        ratelimits: [limit],
      })
    ).data
    const verified = await keys.verifyKey({
      key,
      permissions: "documents.read AND (documents.write OR documents.admin)",
      credits: { cost: 3 },
      ratelimits: [{ name: "uploads", limit: 2, duration: 60_000 }],
      tags: ["path=/documents"],
    })
    expect(verified.data).toEqual({
      valid: true,
      code: "VALID",
      keyId,
      name: "Mobile app",
      meta: { region: "eu" },
      expires: 4_102_444_800_000,
      credits: 7,
      enabled: true,
      permissions: ["documents.read", "documents.write"],
      roles: [],
      identity: { id: expect.any(String), externalId: "owner", meta: { plan: "pro" }, ratelimits: [] },
      ratelimits: [
        { ...limit, id: expect.stringMatching(/^rl_/), exceeded: false, remaining: 9, reset: expect.any(Number) },
        {
          id: "",
          name: "uploads",
          limit: 2,
          duration: 60_000,
          autoApply: false,
          exceeded: false,
          remaining: 1,
          reset: expect.any(Number),
        },
      ],
    })
  })

  test("tells every verdict that the client can ask for", async () => {
    const codeOf = async (attributes: object, question: object = {}) => {
      const { key } = (await keys.createKey({ apiId, ...attributes })).data
      const { data } = await keys.verifyKey({ key, ...question })
      expect(data.valid).toBe(data.code === "VALID")
      return data.code
    }
    const tiny = { name: "tiny", limit: 1, duration: 60_000 }
    expect(await codeOf({})).toBe("VALID")
    expect(await codeOf({ enabled: false })).toBe("DISABLED")
    expect(await codeOf({ expires: 1 })).toBe("EXPIRED")
    expect(await codeOf({ credits: { remaining: 0 } })).toBe("USAGE_EXCEEDED")
    expect(await codeOf({}, { permissions: "documents.read" })).toBe("INSUFFICIENT_PERMISSIONS")
    expect(await codeOf({}, { ratelimits: [{ ...tiny, cost: 2 }] })).toBe("RATE_LIMITED")
    expect((await keys.verifyKey({ key: "nobody" })).data).toEqual({ valid: false, code: "NOT_FOUND" })
    const { key, keyId } = (await keys.createKey({ apiId })).data
    await keyward.ok("keys.updateKey", { keyId, ipAllowlist: ["10.0.0.0/8"] })
    expect((await keys.verifyKey({ key })).data).toMatchObject({ valid: false, code: "FORBIDDEN" })
  })

  test("refuses a broken permission query with the class for 400", async () => {
    const refused = keys.verifyKey({ key: "any", permissions: "a AND" })
    const code = "application/permissions_query_syntax_error"
    await expectRefusal(refused, BadRequestErrorResponse, code)
  })

  test("gives an unknown named limit, 412, as an APIError", async () => {
    const { key } = (await keys.createKey({ apiId })).data
    const refused = keys.verifyKey({ key, ratelimits: [{ name: "unknown" }] })
    await expectRefusal(refused, APIError, "application/precondition_failed")
  })

  test("refuses a root key without the permission, and finds nothing with one for another API", async () => {
    const { key } = (await keys.createKey({ apiId })).data
    const verifyAs = async (permission: string) =>
      connect(keyward.url, await keyward.createRootKey([permission])).unkey.keys.verifyKey({ key })
    const refused = verifyAs("api.*.read_key")
    await expectRefusal(refused, ForbiddenErrorResponse, "authorization/insufficient_permissions")
    const other = await keyward.ok("apis.createApi", { name: "Other" })
    expect((await verifyAs(`api.${other.apiId}.verify_key`)).data.code).toBe("NOT_FOUND")
    expect((await verifyAs(`api.${apiId}.verify_key`)).data.code).toBe("VALID")
  })
})
