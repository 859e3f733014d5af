import { beforeAll, describe, expect, test } from "bun:test"
import { operations } from "../../src/operations/index.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { createWorld, type World } from "../harness/world.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { type Customer, openLink, openPortal } from "./customer.ts"

/** Two customers, two APIs and two workspaces: whatever belongs to another one is as if it did not exist. */

const unknown = {
  keyId: "key_1CeGXWUoiGrkJ5v2n3YvQb",
  apiId: "api_1CeGXWUoiGrkJ5v2n3YvQb",
}
const calls: readonly (readonly [string, (id: string) => object])[] = [
  ["portal.updateKey", (keyId) => ({ keyId, name: "stolen" })],
  ["portal.rotateKey", (keyId) => ({ keyId, overlap: 0 })],
  ["portal.finishRotation", (keyId) => ({ keyId })],
  ["portal.deleteKey", (keyId) => ({ keyId })],
  ["portal.getUsage", (keyId) => ({ keyId, from: 0, interval: "total" })],
  ["portal.listRefusals", (keyId) => ({ keyId })],
]

describe("a customer in the portal", () => {
  const server = serveKeyward({ engine: "sqlite" })
  let world: World
  let customer: Customer
  let neighbour: Customer
  let mine: { readonly keyId: string; readonly key: string }
  /** Ids and secrets that this customer must never see. */
  let foreign: readonly string[]
  let foreignKeys: readonly string[]

  beforeAll(async () => {
    world = await createWorld(server)
    const other = await createWorld(server)
    const ok = (name: string, body: object) => server.ok(name, body, { key: world.rootKey })
    const { apiId: hiddenApi } = await ok("apis.createApi", { name: "Hidden" })
    const hidden = { apiId: hiddenApi, externalId: "user_42", name: "canary of a hidden API", meta: { canary: true } }
    const elsewhere = await ok("keys.createKey", hidden)
    const ofNobody = await ok("keys.createKey", { apiId: world.apiId, name: "canary of nobody" })
    await ok("identities.updateIdentity", { identity: "user_42", meta: { canary: true } })
    await ok("portal.updatePortal", {
      actions: ["create", "rename", "restrict", "rotate", "revoke", "usage", "refusals"],
    })
    customer = await openPortal(server, world.rootKey, { externalId: "user_42" })
    neighbour = await openPortal(server, world.rootKey, { externalId: "user_43" })
    mine = await customer.ok("portal.createKey", { apiId: world.apiId, name: "Mine" })
    const theirs = await neighbour.ok("portal.createKey", { apiId: world.apiId, name: "canary of a neighbour" })
    // A key that this customer has used, and that belongs to the neighbour now.
    const moved = await customer.ok("portal.createKey", { apiId: world.apiId, name: "moved" })
    for (const { key } of [moved, mine]) await ok("keys.verifyKey", { key, permissions: "none", ip: "192.0.2.1" })
    while ((await customer.ok("portal.listRefusals")).length < 2) await Bun.sleep(20)
    await ok("keys.updateKey", { keyId: moved.keyId, externalId: "user_43", name: "canary of a moved key" })
    foreignKeys = [elsewhere, ofNobody, theirs, moved].map(({ keyId }) => keyId).concat(other.keyId)
    const all = [hiddenApi, world.identityId, other.apiId, other.identityId, other.workspaceId, world.rootKeyId]
    const secrets = [elsewhere, ofNobody, theirs, moved].map(({ key }) => key.slice(-12))
    foreign = [...foreignKeys, ...all, ...secrets, neighbour.sessionId, "canary", world.workspaceId]
  })

  test.each(calls)("%s answers a foreign key as it answers an unknown one", async (name, body) => {
    const answer = async (id: string) => {
      const { status, body: reply } = await customer.call(name, body(id))
      return { status, error: reply.error }
    }
    const expected = await answer(unknown.keyId)
    expect(expected.status).toBe(404)
    for (const id of foreignKeys) expect(await answer(id)).toEqual(expected)
  })

  test("portal.createKey answers a foreign API as it answers an unknown one, and creates nothing", async () => {
    const answer = async (apiId: string) => {
      const { status, body } = await customer.call("portal.createKey", { apiId, name: "x" })
      return { status, error: body.error }
    }
    const before = (await customer.ok("portal.listKeys")).length
    const expected = await answer(unknown.apiId)
    for (const id of foreign.filter((one) => one.startsWith("api_"))) expect(await answer(id)).toEqual(expected)
    expect(await customer.ok("portal.listKeys")).toHaveLength(before)
  })

  test("no response shows an id, a name, a count, a hash or meta of anything else", async () => {
    const range = { from: 0, interval: "total" }
    const replies = [
      await customer.call("portal.getView"),
      await customer.call("portal.listKeys"),
      await customer.call("portal.getUsage", { ...range, groupBy: ["key", "code"], limit: 100 }),
      await customer.call("portal.listRefusals"),
      await customer.call("portal.createKey", { apiId: world.apiId, name: "New" }),
      await customer.call("portal.rotateKey", { keyId: mine.keyId, overlap: 1_000 }),
      await customer.call("portal.updateKey", { keyId: mine.keyId, name: "Renamed" }),
    ]
    for (const reply of replies) {
      expect(outcomeOf(reply)).toBe("200")
      for (const secret of foreign) expect(reply.text).not.toContain(secret)
    }
    const [view, keys, usage, refusals] = replies.map(({ body }) => body.data)
    // The key of user_42 that the team made, and the one of this customer.
    expect(view.keys.count).toBe(keys.length)
    expect(view.apis).toEqual([{ apiId: world.apiId, name: "Payments" }])
    expect(keys.map(({ keyId }: { keyId: string }) => keyId).sort()).toEqual([world.keyId, mine.keyId].sort())
    expect(refusals).toMatchObject([{ keyId: mine.keyId }])
    expect(usage.groups).toMatchObject([
      { keyId: mine.keyId, total: 1 },
      { other: true, total: 1 },
    ])
  })

  test("a session that is limited to fewer APIs and actions has these alone", async () => {
    const { apiId: second } = await server.ok("apis.createApi", { name: "Second" }, { key: world.rootKey })
    await server.ok("portal.updatePortal", { apis: [world.apiId, second] }, { key: world.rootKey })
    const narrow = await openPortal(server, world.rootKey, {
      externalId: "user_42",
      apis: [second],
      actions: ["usage"],
    })
    const view = await narrow.ok("portal.getView")
    expect([view.apis, view.keys.count, view.session.actions]).toEqual([
      [{ apiId: second, name: "Second" }],
      0,
      ["usage"],
    ])
    expect(await narrow.ok("portal.listKeys")).toEqual([])
    expect((await narrow.ok("portal.getUsage", { from: 0, interval: "total" })).total).toBe(0)
    expect(outcomeOf(await narrow.call("portal.createKey", { apiId: second, name: "x" }))).toBe(
      "403 authorization/insufficient_permissions",
    )
    const wide = await server.call(
      "portal.createSession",
      { externalId: "user_42", apis: [foreign.find((id) => id.startsWith("api_"))] },
      { key: world.rootKey },
    )
    expect(outcomeOf(wide)).toBe("404 data/api_not_found")
  })

  test("a cursor and an Idempotency-Key of another customer are worth nothing", async () => {
    for (let index = 0; index < 2; index += 1) {
      await neighbour.ok("portal.createKey", { apiId: world.apiId, name: `${index}` })
    }
    for (const name of operations.filter((one) => one.isOfPortal && one.paged).map((one) => one.name)) {
      const { body } = await neighbour.call("portal.listKeys", { limit: 1 })
      const reply = await customer.call(name, { cursor: body.pagination.cursor })
      expect(outcomeOf(reply)).toBe("400 application/invalid_input")
    }
    const body = { apiId: world.apiId, name: "Same" }
    const key = { "Idempotency-Key": "shared" }
    const theirs = await neighbour.call("portal.createKey", body, key)
    const again = await neighbour.call("portal.createKey", body, key)
    expect(again.body.data).toEqual(theirs.body.data)
    const own = await customer.call("portal.createKey", body, key)
    expect(own.headers.get("idempotency-replayed")).toBeNull()
    expect(own.body.data.keyId).not.toBe(theirs.body.data.keyId)
    expect(own.text).not.toContain(theirs.body.data.key)
  })

  test("a stored secret is not repeated once its API has left the portal", async () => {
    const body = { apiId: world.apiId, name: "Stored" }
    const key = { "Idempotency-Key": "left" }
    expect(outcomeOf(await customer.call("portal.createKey", body, key))).toBe("200")
    const { apis } = await server.ok("portal.getPortal", {}, { key: world.rootKey })
    await server.ok("portal.updatePortal", { apis: [] }, { key: world.rootKey })
    expect(outcomeOf(await customer.call("portal.createKey", body, key))).toBe("404 data/api_not_found")
    await server.ok("portal.updatePortal", { apis, actions: ["usage"] }, { key: world.rootKey })
    expect(outcomeOf(await customer.call("portal.createKey", body, key))).toBe(
      "403 authorization/insufficient_permissions",
    )
    await server.ok("portal.updatePortal", { actions: null }, { key: world.rootKey })
  })

  test("cannot disable a workspace by filling its quota, and learns nothing of that quota", async () => {
    const { workspaceId } = world
    const limits = { keys: 0, onExceeded: "disable" }
    await server.ok("workspaces.updateWorkspace", { workspaceId, limits }, server.operator)
    const reply = await customer.call("portal.createKey", { apiId: world.apiId, name: "x" })
    expect(outcomeOf(reply)).toBe("403 limits/quota_exceeded")
    expect(reply.body.error.detail).not.toContain("limits.keys")
    const { enabled } = await server.ok("workspaces.getWorkspace", { workspaceId }, server.operator)
    expect(enabled).toBe(true)
  })

  test("neither tokens nor secrets are in the log or in events", async () => {
    const { url } = await server.ok("portal.createSession", { externalId: "user_42" }, { key: world.rootKey })
    await openLink(server, url)
    const events = JSON.stringify(await server.events({ workspaceId: world.workspaceId }))
    expect(events).toContain("portal_session.created")
    const tokens = [customer, neighbour].map(({ cookie }) => cookie.slice(cookie.indexOf("=") + 1))
    for (const secret of [...tokens, mine.key, url.slice(url.indexOf("#") + 1)]) {
      expect(events).not.toContain(secret)
      expect(server.log.join("\n")).not.toContain(secret)
    }
  })
})
