import { beforeAll, describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { expectViolations } from "../../test/requests/refusals.ts"

describe("identities.getIdentity", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  let identityId: string
  beforeAll(async () => {
    identityId = (await keyward.ok("identities.createIdentity", { externalId: "User_1", meta: { plan: "pro" } }))
      .identityId
  })

  const expectNotFound = async (body: object, key = keyward.rootKey) => {
    const reply = await keyward.call("identities.getIdentity", body, { key })
    expect(reply.status).toBe(404)
    expect(reply.body.error).toEqual({
      title: "Not Found",
      detail: "The requested identity could not be found.",
      status: 404,
      type: expect.stringMatching(/\/service\/data\/identity_not_found$/),
    })
  }

  test("finds an identity by id, by external identifier, or by either", async () => {
    const identity = await keyward.ok("identities.getIdentity", { identityId })
    expect(identity).toMatchObject({ id: identityId, identityId, externalId: "User_1", meta: { plan: "pro" } })
    for (const body of [{ externalId: "User_1" }, { identity: identityId }, { identity: "User_1" }]) {
      expect(await keyward.ok("identities.getIdentity", body)).toEqual(identity)
    }
  })

  test("matches each member against its own kind of identifier, and the id first where both are meant", async () => {
    await expectNotFound({ identityId: "User_1" })
    await expectNotFound({ externalId: identityId })
    const namedLikeAnId = await keyward.ok("identities.createIdentity", { externalId: identityId })
    expect(await keyward.ok("identities.getIdentity", { identity: identityId })).toMatchObject({ id: identityId })
    expect(await keyward.ok("identities.getIdentity", { externalId: identityId })).toMatchObject({
      id: namedLikeAnId.identityId,
    })
    await keyward.ok("identities.deleteIdentity", { identity: namedLikeAnId.identityId })
  })

  test("answers 404 for what does not exist, is mistyped, or differs in letter case", async () => {
    await expectNotFound({ externalId: "user_1" })
    await expectNotFound({ externalId: "User_1 " })
    await expectNotFound({ identity: "USER_1" })
    await expectNotFound({ identityId: identityId.toLowerCase() })
    await expectNotFound({ identityId: `${identityId}x` })
    await expectNotFound({ identityId: "not even an id\n%" })
  })

  test("answers the same at its first path", async () => {
    const { status, body } = await keyward.request("/v1/identities.getIdentity", {
      method: "POST",
      headers: { Authorization: `Bearer ${keyward.rootKey}`, "Content-Type": "application/json" },
      body: JSON.stringify({ identityId }),
    })
    expect([status, body.data]).toEqual([200, await keyward.ok("identities.getIdentity", { identityId })])
  })

  test("refuses none or more than one of the three members at `body`", async () => {
    const message = "must have exactly one of `identityId`, `externalId`, `identity`"
    for (const body of [{}, undefined, { identityId, externalId: "User_1" }, { identity: "a", externalId: "b" }]) {
      const reply = await keyward.call("identities.getIdentity", body)
      expect([reply.status, reply.body.error.errors]).toEqual([400, [{ location: "body", message }]])
    }
    await expectViolations(keyward, "identities.getIdentity", [
      [{ identityId: "" }, "body.identityId"],
      [{ identityId: 5 }, "body.identityId"],
      [{ externalId: null }, "body.externalId"],
    ])
  })

  test("answers 404 for what does not exist also to a key with a grant for one identity", async () => {
    const key = await keyward.createRootKey([`identity.${identityId}.read_identity`])
    await keyward.ok("identities.getIdentity", { externalId: "User_1" }, { key })
    await expectNotFound({ externalId: "nobody" }, key)
  })
})
