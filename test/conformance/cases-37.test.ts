import { beforeAll, describe, expect, test } from "bun:test"
import { keyOperations as operations } from "../../src/operations/index.ts"
import { createApi } from "../harness/fixtures.ts"
import type { TestWorkspace } from "../harness/harness.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { password, tokenIn, visitor } from "../people/person.ts"
import { locationsOf } from "../requests/outcome.ts"
import { bearer, expectError, post } from "./exchange.ts"

describe("walking a list", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  const lists = operations.filter(({ paged }) => paged).map(({ name }) => name)
  let own: TestWorkspace
  let apiId: string
  let webhookId: string
  beforeAll(async () => {
    own = await keyward.createWorkspace()
    const ok = (operation: string, body: object) => keyward.ok(operation, body, { key: own.rootKey })
    apiId = await createApi(keyward, own.rootKey)
    await ok("portal.updatePortal", { enabled: true, apis: [apiId] })
    const invite = (email: string) => ok("members.inviteMember", { email, role: "developer" })
    for (const name of ["one", "two", "three"]) {
      await keyward.createWorkspace(name)
      await ok("apis.createApi", { name })
      const { key } = await ok("keys.createKey", { apiId, name, externalId: name })
      await ok("keys.verifyKey", { key })
      await ok("portal.createSession", { externalId: name })
      const { url } = await invite(`${name}@example.com`)
      const member = { token: tokenIn(url), name, password }
      const { userId } = await keyward.ok("invitations.acceptInvitation", member, visitor)
      await keyward.ok("users.createResetLink", { userId }, { key: keyward.operatorKey })
      await invite(`${name}.invited@example.com`)
      await ok("keys.createMigration", { name, algorithm: "sha256" })
      await ok("permissions.createPermission", { name, slug: name })
      await ok("permissions.createRole", { name })
      await ok("plans.createPlan", { name })
      await ok("rootKeys.createRootKey", { name, permissions: ["*"] })
      const hook = { url: `https://${name}.example/`, types: ["*"], description: name }
      webhookId = (await ok("webhooks.createWebhook", hook)).webhookId
      const counted = { namespace: name, identifier: "x", limit: 5, duration: 1000 }
      await ok("ratelimit.limit", counted)
      await ok("ratelimit.setOverride", { ...counted, namespace: "one", identifier: name })
    }
    const eventIds = (await ok("events.listEvents", { limit: 3 })).map(({ eventId }: { eventId: string }) => eventId)
    await ok("webhooks.redeliver", { webhookId, eventIds })
    // The log of verifications is written within two seconds.
    while ((await ok("usage.listVerifications", {})).length < 3) await Bun.sleep(20)
  })

  const bodyFor = (name: string) => {
    if (name === "apis.listKeys") return { apiId }
    if (name === "webhooks.listDeliveries") return { webhookId }
    return name === "ratelimit.listOverrides" ? { namespace: "one" } : {}
  }
  const ofOperators = ["workspaces.listWorkspaces", "users.listUsers", "users.listResetLinks"]
  const callerFor = (name: string) => (ofOperators.includes(name) ? keyward.operatorKey : own.rootKey)
  const idNames = [
    "rootKeyId",
    "keyId",
    "migrationId",
    "overrideId",
    "eventId",
    "userId",
    "invitationId",
    "webhookId",
    "sessionId",
    "id",
  ]
  const idOf = (name: string) => (object: Readonly<Record<string, string>>) => {
    const idName = name === "usage.listVerifications" ? "requestId" : idNames.find((each) => each in object)
    return object[idName ?? ""] ?? ""
  }
  const newestFirst = ["events.listEvents", "portal.listSessions", "usage.listVerifications", "webhooks.listDeliveries"]

  /** Without when it was last used: the walk itself uses the root key. */
  const unused = ({ lastUsedAt: _lastUsedAt, ...rest }: Readonly<Record<string, string>>) => rest

  test.each(lists)("case 37: %s with a limit of 1 yields every object once, in order", async (name) => {
    const call = (page: object) => keyward.call(name, { ...bodyFor(name), ...page }, { key: callerFor(name) })
    const all = (await call({})).body.data
    expect(all.length).toBeGreaterThanOrEqual(3)
    const walked: Readonly<Record<string, string>>[] = []
    let cursor: string | undefined
    do {
      const { body } = await call({ limit: 1, ...(cursor !== undefined && { cursor }) })
      expect(body.data).toHaveLength(1)
      walked.push(...body.data)
      expect("cursor" in body.pagination).toBe(body.pagination.hasMore)
      cursor = body.pagination.cursor
    } while (cursor !== undefined)
    expect(walked.map(unused)).toEqual(all.map(unused))
    const ids = walked.map(idOf(name))
    expect(new Set(ids).size).toBe(ids.length)
    const ascending = [...ids].sort()
    expect(ids).toEqual(newestFirst.includes(name) ? ascending.reverse() : ascending)
    const wrong = await call({ cursor: "!" })
    expectError(wrong, 400, "application/invalid_input")
    expect(locationsOf(wrong)).toEqual(["body.cursor"])
  })

  test("case 37: GET /v1/identities.listIdentities walks by query", async () => {
    const externalIds: string[] = []
    for (let query = "limit=1"; ; ) {
      const { body } = await keyward.request(`/v1/identities.listIdentities?${query}`, {
        headers: bearer(own.rootKey),
      })
      externalIds.push(...body.data.map(({ externalId }: { externalId: string }) => externalId))
      if (!body.pagination.hasMore) break
      query = `limit=1&cursor=${body.pagination.cursor}`
    }
    expect(externalIds).toEqual(["one", "two", "three"])
    const wrong = await keyward.request("/v1/identities.listIdentities?cursor=!", { headers: bearer(own.rootKey) })
    expectError(wrong, 400, "application/invalid_input")
    expect(locationsOf(wrong)).toEqual(["query.cursor"])
  })

  test("case 37: POST /v1/keys.listKeys walks as /v2 does", async () => {
    const page = await post(keyward, "/v1/keys.listKeys", own.rootKey, { limit: 2 })
    const rest = await post(keyward, "/v2/keys.listKeys", own.rootKey, { cursor: page.body.pagination.cursor })
    const names = [...page.body.data, ...rest.body.data].map(({ name }: { name: string }) => name)
    expect(names).toEqual(["one", "two", "three"])
  })
})
