import { beforeAll, describe, expect, test } from "bun:test"
import { keyOperations as operations } from "../../src/operations/index.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { serveWorld } from "../harness/serve-world.ts"
import { addPerson } from "../people/person.ts"

const ofInstallation = ["users.listUsers", "users.listResetLinks", "workspaces.listWorkspaces"]

/** A cursor belongs to one list, shows nothing of another workspace, and cannot be forged. */

describe("a cursor", () => {
  const server = serveKeyward({ engine: "sqlite" })
  const world = serveWorld(server, { hasPeople: true })
  const other = serveWorld(server, { hasPeople: true })
  const cursors = new Map<string, string>()
  const paged = operations.filter(({ paged }) => paged).map(({ name }) => name)

  beforeAll(async () => {
    await addSecondOfEachKind()
    for (const name of paged) {
      const { body } = await server.call(name, { ...bodyOf(name), limit: 1 }, { key: callerOf(name) })
      cursors.set(name, body.pagination.cursor)
    }
  })

  test("is opaque, of the allowed characters, and not longer than allowed", () => {
    expect([...cursors.keys()]).toEqual(paged)
    for (const cursor of cursors.values()) expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,512}$/)
  })

  test.each(paged)("of %s is refused by every other operation", async (name) => {
    for (const another of paged.filter((one) => one !== name)) {
      await expectRefused(another, cursors.get(name) ?? "")
    }
  })

  test.each(paged)("that %s did not issue is refused, even if it differs by one character", async (name) => {
    const cursor = cursors.get(name) ?? ""
    const middle = Math.floor(cursor.length / 2)
    const flip = (character: string | undefined) => (character === "A" ? "B" : "A")
    const forged = [
      `${flip(cursor[0])}${cursor.slice(1)}`,
      `${cursor.slice(0, middle)}${flip(cursor[middle])}${cursor.slice(middle + 1)}`,
      `${cursor.slice(0, -1)}${flip(cursor.at(-1))}`,
      cursor.slice(0, -1),
      `${cursor}A`,
      Buffer.from(world.keyId).toString("base64url"),
      world.keyId,
      "A",
    ]
    for (const one of forged) await expectRefused(name, one)
  })

  test("serves GET and POST of one operation alike, with a location of its own", async () => {
    const cursor = cursors.get("identities.listIdentities") ?? ""
    const posted = await server.call("identities.listIdentities", { cursor }, { key: world.rootKey })
    const headers = { Authorization: `Bearer ${world.rootKey}` }
    const got = await server.request(`/v1/identities.listIdentities?cursor=${cursor}`, { headers })
    expect(got.body.data).toEqual(posted.body.data)
    const foreign = await server.request(`/v1/identities.listIdentities?cursor=${cursors.get("apis.listApis")}`, {
      headers,
    })
    expect(foreign.status).toBe(400)
    expect(foreign.body.error.errors[0].location).toBe("query.cursor")
  })

  test.each(paged.filter((name) => !ofInstallation.includes(name)))(
    "of %s from another workspace shows nothing but the caller's own",
    async (name) => {
      const caller = { key: other.rootKey }
      const body = bodyOf(name, other)
      const whole = await server.call(name, body, caller)
      const { body: page } = await server.call(name, { ...body, cursor: cursors.get(name) }, caller)
      const own = whole.body.data.map(withoutLastUse)
      for (const item of page.data) expect(own).toContainEqual(withoutLastUse(item))
    },
  )

  test("fixes the position only: filters and limit are those of the request", async () => {
    const cursor = cursors.get("permissions.listPermissions")
    const find = (filter: unknown) =>
      server.ok("permissions.listPermissions", { cursor, ...Object(filter) }, { key: world.rootKey })
    expect(await find({ search: "documents.read" })).toEqual([])
    expect(await find({ search: "second" })).toHaveLength(1)
    expect(await find({ limit: 100 })).toHaveLength(1)
  })

  async function addSecondOfEachKind(): Promise<void> {
    const ok = (operation: string, body: unknown) => server.ok(operation, body, { key: world.rootKey })
    await ok("apis.createApi", { name: "Second" })
    await ok("keys.createKey", { apiId: world.apiId })
    await ok("identities.createIdentity", { externalId: "second" })
    await ok("permissions.createPermission", { name: "Second", slug: "second" })
    await ok("permissions.createRole", { name: "second" })
    await ok("plans.createPlan", { name: "second" })
    await ok("ratelimit.limit", { namespace: "second", identifier: "a", limit: 1, duration: 1_000 })
    await ok("ratelimit.setOverride", { namespace: world.namespaceId, identifier: "second", limit: 1, duration: 1_000 })
    await ok("keys.createMigration", { algorithm: "sha256" })
    await ok("portal.createSession", { externalId: "user_42" })
    await ok("webhooks.createWebhook", { url: "https://second.example/", types: ["*"] })
    await ok("webhooks.redeliver", { webhookId: world.otherIds.webhookId, eventIds: await newestOfKeys(ok) })
    await ok("members.inviteMember", { email: "second@example.com", role: "viewer" })
    await addPerson(server, { ...world, role: "viewer" })
    const asOperator = { key: server.operatorKey }
    for (const { userId } of await server.ok("users.listUsers", {}, asOperator)) {
      await server.ok("users.createResetLink", { userId }, asOperator)
    }
    for (const key of [world.key, "unknown"]) await ok("keys.verifyKey", { key })
    // The log of verifications is written within two seconds.
    while ((await ok("usage.listVerifications", {})).length < 2) await Bun.sleep(20)
    while ((await ok("usage.listUsage", {})).length < 2) await Bun.sleep(20)
  }

  function bodyOf(name: string, { apiId, namespaceId, otherIds } = world): Record<string, unknown> {
    if (name === "apis.listKeys") return { apiId }
    if (name === "webhooks.listDeliveries") return { webhookId: otherIds.webhookId }
    return name === "ratelimit.listOverrides" ? { namespace: namespaceId } : {}
  }

  function callerOf(name: string): string {
    return ofInstallation.includes(name) ? server.operatorKey : world.rootKey
  }

  async function expectRefused(name: string, cursor: string): Promise<void> {
    const reply = await server.call(name, { ...bodyOf(name), cursor }, { key: callerOf(name) })
    expect([name, reply.status, reply.body.error?.errors?.[0]?.location]).toEqual([name, 400, "body.cursor"])
  }
})

type Ok = (operation: string, body: unknown) => Promise<readonly { readonly eventId: string }[]>

/** The webhook of the world wants only events of keys. */
async function newestOfKeys(ok: Ok): Promise<readonly string[]> {
  return (await ok("events.listEvents", { types: ["key.*"], limit: 2 })).map(({ eventId }) => eventId)
}

/** The calls of the test itself move the time of the last use. */
function withoutLastUse({ lastUsedAt: _lastUsedAt, ...item }: Readonly<Record<string, unknown>>) {
  return item
}
