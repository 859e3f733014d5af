import { describe, expect, test } from "bun:test"
import { STATUS_CODES } from "node:http"
import { routesOf } from "../../src/http/server/routes.ts"
import { operations } from "../../src/operations/index.ts"
import { bearer } from "../conformance/exchange.ts"
import { engines } from "../harness.ts"
import {
  docsBase,
  errorOf,
  errors,
  identityNotFound,
  refusal,
  serveDocument,
  workspaceDisabled,
} from "./founding-document.ts"

describe.each([...engines])("the founding document on %s", (engine) => {
  const { createIdentity, disable, enable, furnish, getIdentity, keyward, listIdentities, listKeys, post } =
    serveDocument(engine)

  describe("4 Endpoints:", () => {
    test("every operation is named `<resource>.<operation>` in the last path segment", () => {
      for (const operation of operations) {
        expect(operation.name).toMatch(/^[a-zA-Z]+\.[a-zA-Z]+$/)
        for (const { path } of routesOf(operation)) expect(path).toMatch(new RegExp(`^/v[12]/${operation.name}$`))
      }
    })

    test("POST /v1/keys.listKeys answers with the keys of the workspace, with or without a body", async () => {
      const { owner, apiKeys } = await furnish()
      for (const body of [undefined, {}]) {
        const reply = await post("/v1/keys.listKeys", owner.key, body)
        expect(reply.status).toBe(200)
        expect(reply.body.data.map(({ keyId }: { keyId: string }) => keyId)).toEqual(
          Object.values(apiKeys).map(({ keyId }) => keyId),
        )
      }
    })

    test("POST /v1/identities.getIdentity answers with the identity of that `identityId`", async () => {
      const { owner, identityId } = await furnish()
      const { status, body } = await getIdentity(owner.key, { identityId })
      expect(status).toBe(200)
      expect(body.data).toMatchObject({ identityId, externalId: "User_1", meta: { plan: "pro" } })
    })

    test("GET /v1/identities.listIdentities answers without body or parameters", async () => {
      const { owner, identityId } = await furnish()
      const { status, body } = await listIdentities(owner.key)
      expect(status).toBe(200)
      expect(body.data).toMatchObject([{ identityId, externalId: "User_1", meta: { plan: "pro" } }])
    })

    test("POST /v2/identities.createIdentity takes `externalId` and `meta`", async () => {
      const { owner } = await furnish()
      const { status, body } = await createIdentity(owner.key, { externalId: "User_2", meta: { seats: 3 } })
      expect(status).toBe(200)
      expect((await getIdentity(owner.key, { identityId: body.data.identityId })).body.data).toMatchObject({
        externalId: "User_2",
        meta: { seats: 3 },
      })
    })

    test("rule 1: listKeys with a key from a disabled workspace returns 403", async () => {
      const workspace = await furnish()
      await disable(workspace)
      expect(errorOf(await listKeys(workspace.owner.key))).toEqual(workspaceDisabled)
    })

    test("rule 2: getIdentity for an `identityId` that does not exist in the caller's workspace returns 404", async () => {
      const { owner } = await furnish()
      const identityId = "id_1CAiZx1YPnJZtcPxTdBGPS"
      expect(errorOf(await getIdentity(owner.key, { identityId }))).toEqual(identityNotFound)
    })

    test("rule 3: listIdentities lists all identities of the caller's workspace and finds the correct identifier", async () => {
      const [one, other] = [await furnish(), await furnish()]
      for (const externalId of ["a", "b", "c"]) await createIdentity(one.owner.key, { externalId })
      const { data } = (await listIdentities(one.owner.key)).body
      const externalIds = data.map(({ externalId }: { externalId: string }) => externalId)
      expect(externalIds).toEqual(["User_1", "a", "b", "c"])
      for (const identity of data) {
        const { body } = await getIdentity(one.owner.key, { identityId: identity.identityId })
        expect(body.data).toEqual(identity)
      }
      expect((await listIdentities(other.owner.key)).body.data).toHaveLength(1)
    })

    test("rule 4: createIdentity creates in the caller's workspace, and is the remedy when an identity was deleted", async () => {
      const [one, other] = [await furnish(), await furnish()]
      await keyward().ok("identities.deleteIdentity", { identity: one.identityId }, one.owner)
      const { identityId } = (await createIdentity(one.owner.key, { externalId: "User_1", meta: { anew: true } })).body
        .data
      expect(identityId).not.toBe(one.identityId)
      for (const body of [{ identityId }, { externalId: "User_1" }]) {
        expect((await getIdentity(one.owner.key, body)).body.data).toMatchObject({ identityId, meta: { anew: true } })
      }
      expect(errorOf(await getIdentity(other.owner.key, { identityId }))).toEqual(identityNotFound)
    })
  })

  describe("7 Errors:", () => {
    test("every error is an envelope of `meta.requestId` and `error` with detail, status, title and type", async () => {
      const { owner, apiKeys } = await furnish()
      const text = { method: "POST", headers: { ...bearer(owner.key), "Content-Type": "text/plain" }, body: "{}" }
      const broken = { ...text, headers: { ...bearer(owner.key), "Content-Type": "application/json" }, body: "{" }
      const replies = [
        await keyward().request("/v1/keys.listKeys", broken),
        await createIdentity(owner.key, {}),
        await listKeys("unknown"),
        await listKeys(apiKeys.enabled.key),
        await getIdentity(owner.key, { identityId: "unknown" }),
        await keyward().request("/v1/nothing.here"),
        await keyward().request("/v1/keys.listKeys"),
        await createIdentity(owner.key, { externalId: "User_1" }),
        await keyward().request("/v1/keys.listKeys", text),
      ]
      expect(replies.map(({ status }) => status)).toEqual([400, 400, 401, 403, 404, 404, 405, 409, 415])
      for (const { status, body } of replies) {
        expect(body).toEqual({
          meta: { requestId: expect.stringMatching(/^req_[1-9A-HJ-NP-Za-km-z]{22}$/) },
          error: {
            detail: expect.stringMatching(/./),
            status,
            title: STATUS_CODES[status],
            type: expect.stringMatching(new RegExp(`^${errors}/[a-z]+/[a-z_]+$`)),
            // A bad request also lists its violations.
            ...(status === 400 && { errors: expect.any(Array) }),
          },
        })
      }
    })

    test("7.1 workspace_disabled concerns keys of that workspace only, and clears when it is re-enabled", async () => {
      const [one, other] = [await furnish(), await furnish()]
      await disable(one)
      expect(errorOf(await listKeys(one.owner.key))).toEqual(workspaceDisabled)
      expect((await listKeys(other.owner.key)).status).toBe(200)
      await enable(one)
      expect((await listKeys(one.owner.key)).status).toBe(200)
      expect(errorOf(await listKeys(one.rootKeys.disabled.rootKey))).toEqual(refusal("authorization/key_disabled"))
    })

    test("7.2 identity_not_found: wrong or mistyped identifier", async () => {
      const { owner, identityId } = await furnish()
      for (const body of [
        { identityId: `${identityId}x` },
        { identityId: identityId.toUpperCase() },
        { identityId: "nothing like an id" },
        { identityId: "User_1" },
        { externalId: "User_11" },
      ]) {
        expect(errorOf(await getIdentity(owner.key, body))).toEqual(identityNotFound)
      }
    })

    test("7.2 identity_not_found: wrong letter case of an external identifier", async () => {
      const { owner } = await furnish()
      expect(errorOf(await getIdentity(owner.key, { externalId: "user_1" }))).toEqual(identityNotFound)
      expect((await getIdentity(owner.key, { externalId: "User_1" })).status).toBe(200)
    })

    test("7.2 identity_not_found: identity deleted, by either identifier", async () => {
      const { owner, identityId } = await furnish()
      await keyward().ok("identities.deleteIdentity", { identity: "User_1" }, owner)
      for (const body of [{ identityId }, { externalId: "User_1" }]) {
        expect(errorOf(await getIdentity(owner.key, body))).toEqual(identityNotFound)
      }
    })

    test("7.2 identity_not_found: identity belongs to another workspace, by either identifier", async () => {
      const [one, other] = [await furnish(), await furnish()]
      await createIdentity(other.owner.key, { externalId: "theirs" })
      for (const body of [{ identityId: other.identityId }, { externalId: "theirs" }]) {
        expect(errorOf(await getIdentity(one.owner.key, body))).toEqual(identityNotFound)
      }
    })
  })

  describe("9 Versioning:", () => {
    test("the version is part of the path: three operations at /v1, createIdentity at /v2 only", async () => {
      const { owner } = await furnish()
      const first = operations.flatMap(routesOf).filter(({ path }) => path.startsWith("/v1/"))
      expect(first.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
        "GET /v1/identities.listIdentities",
        "POST /v1/identities.getIdentity",
        "POST /v1/keys.listKeys",
      ])
      const misplaced = await post("/v1/identities.createIdentity", owner.key, { externalId: "x" })
      expect([misplaced.status, misplaced.body.error.type]).toEqual([404, `${errors}/application/route_not_found`])
    })

    test("error types carry `errors-v2` under either version", async () => {
      const { owner } = await furnish()
      for (const version of ["v1", "v2"]) {
        const { body } = await post(`/${version}/identities.getIdentity`, owner.key, { identityId: "unknown" })
        expect(body.error.type).toBe(`${docsBase}/api-reference/errors-v2/service/data/identity_not_found`)
      }
    })
  })
})
