import { beforeAll, describe, expect, test } from "bun:test"
import fc from "fast-check"
import { operations } from "../../src/operations/index.ts"
import { engines, type TestServer } from "../harness.ts"
import { serveKeyward } from "../serve-keyward.ts"
import { serveWorld } from "../serve-world.ts"

/** Lists over HTTP, walked page by page while others add to them and take from them. */

interface Listing {
  readonly operation: string
  /** What the list belongs to, where a workspace has several. */
  prepare?(ok: Ok): Promise<Readonly<Record<string, unknown>>>
  insert(ok: Ok, name: string, owner: Readonly<Record<string, unknown>>): Promise<string>
  remove(ok: Ok, id: string, owner: Readonly<Record<string, unknown>>): Promise<unknown>
}

/** Calls in the workspace of the walk. */
type Ok = TestServer["ok"]

const byApi = async (ok: Ok) => ({ apiId: (await ok("apis.createApi", { name: "Walked" })).apiId })
const insertKey: Listing["insert"] = async (ok, name, owner) => (await ok("keys.createKey", { ...owner, name })).keyId
const removeKey: Listing["remove"] = (ok, keyId) => ok("keys.deleteKey", { keyId })

const listings: readonly Listing[] = [
  {
    operation: "apis.listApis",
    insert: async (ok, name) => (await ok("apis.createApi", { name })).apiId,
    remove: (ok, apiId) => ok("apis.deleteApi", { apiId }),
  },
  { operation: "apis.listKeys", prepare: byApi, insert: insertKey, remove: removeKey },
  { operation: "keys.listKeys", prepare: byApi, insert: insertKey, remove: removeKey },
  {
    operation: "identities.listIdentities",
    insert: async (ok, externalId) => (await ok("identities.createIdentity", { externalId })).identityId,
    remove: (ok, identity) => ok("identities.deleteIdentity", { identity }),
  },
  {
    operation: "permissions.listPermissions",
    insert: async (ok, slug) => (await ok("permissions.createPermission", { name: slug, slug })).permissionId,
    remove: (ok, permission) => ok("permissions.deletePermission", { permission }),
  },
  {
    operation: "permissions.listRoles",
    insert: async (ok, name) => (await ok("permissions.createRole", { name })).roleId,
    remove: (ok, role) => ok("permissions.deleteRole", { role }),
  },
  {
    operation: "rootKeys.listRootKeys",
    insert: async (ok, name) => (await ok("rootKeys.createRootKey", { name, permissions: ["*"] })).rootKeyId,
    remove: (ok, rootKeyId) => ok("rootKeys.deleteRootKey", { rootKeyId }),
  },
  {
    operation: "rootKeys.listKeys",
    insert: async (ok, name) => (await ok("rootKeys.createKey", { name, permissions: ["*"] })).keyId,
    remove: (ok, keyId) => ok("rootKeys.deleteKey", { keyId }),
  },
  {
    operation: "ratelimit.listOverrides",
    async prepare(ok) {
      await ok("ratelimit.limit", { namespace: "walked", identifier: "a", limit: 1, duration: 1_000, cost: 0 })
      return { namespace: "walked" }
    },
    insert: async (ok, identifier, owner) =>
      (await ok("ratelimit.setOverride", { ...owner, identifier, limit: 1, duration: 1_000 })).overrideId,
    async remove(ok, overrideId, owner) {
      const overrides: { overrideId: string; identifier: string }[] = await ok("ratelimit.listOverrides", owner)
      const { identifier } = overrides.find((one) => one.overrideId === overrideId) ?? {}
      await ok("ratelimit.deleteOverride", { ...owner, identifier })
    },
  },
]

/** Between two pages: how many come, and which of those that are there go. */
const turn = fc.record({
  limit: fc.integer({ min: 1, max: 4 }),
  inserts: fc.integer({ min: 0, max: 2 }),
  deletes: fc.array(fc.nat(), { maxLength: 2 }),
})

describe.each([...engines])("cursors on %s", (engine) => {
  const server = serveKeyward({ engine })

  test.each(listings.map((listing) => [listing.operation, listing] as const))(
    "a walk through %s gives nothing twice, and nothing is left out that was there throughout",
    async (_name, listing) => {
      const walk = fc.asyncProperty(
        fc.integer({ min: 0, max: 6 }),
        fc.array(turn, { minLength: 1, maxLength: 12 }),
        (start, turns) => expectWalk(listing, start, turns),
      )
      await fc.assert(walk, { numRuns: 8 })
    },
  )

  async function expectWalk(
    listing: Listing,
    start: number,
    turns: readonly { limit: number; inserts: number; deletes: readonly number[] }[],
  ): Promise<void> {
    const workspace = await server.createWorkspace()
    const ok: Ok = (operation, body) => server.ok(operation, body, { key: workspace.rootKey })
    const owner = (await listing.prepare?.(ok)) ?? {}
    let count = 0
    const insert = () => {
      count += 1
      return listing.insert(ok, `object-${count}`, owner)
    }
    const ever: string[] = []
    for (let index = 0; index < start; index += 1) ever.push(await insert())
    const live = new Set(ever)
    const throughout = new Set(ever)
    const seen: string[] = []
    let cursor: string | undefined
    for (let page = 0; ; page += 1) {
      const { limit, inserts, deletes } = turns[page] ?? { limit: 4, inserts: 0, deletes: [] }
      const body = { ...owner, limit, ...(cursor !== undefined && { cursor }) }
      const reply = await server.call(listing.operation, body, { key: workspace.rootKey })
      const ids: string[] = reply.body.data.map(idOf).filter((id: string) => id !== workspace.rootKeyId)
      const { pagination, data } = reply.body
      expect(data.length).toBeLessThanOrEqual(limit)
      expect(Object.keys(pagination)).toEqual(pagination.hasMore ? ["cursor", "hasMore"] : ["hasMore"])
      if (pagination.hasMore) expect(data).toHaveLength(limit)
      for (const id of ids) expect(live.has(id)).toBe(true)
      seen.push(...ids)
      if (!pagination.hasMore) break
      cursor = pagination.cursor
      for (let index = 0; index < inserts; index += 1) {
        const id = await insert()
        ever.push(id)
        live.add(id)
      }
      for (const choice of deletes) {
        const id = [...live][choice % live.size]
        if (id === undefined) continue
        await listing.remove(ok, id, owner)
        live.delete(id)
        throughout.delete(id)
      }
    }
    expect(seen).toEqual([...new Set(seen)].sort())
    expect(ever.filter((id) => throughout.has(id) && !seen.includes(id))).toEqual([])
  }

  test("a walk through the events goes back in time, and what happens meanwhile does not disturb it", async () => {
    const workspace = await server.createWorkspace()
    const caller = { key: workspace.rootKey }
    for (let index = 0; index < 9; index += 1) await server.ok("apis.createApi", { name: `API ${index}` }, caller)
    const before: { eventId: string }[] = await server.ok("events.listEvents", {}, caller)
    const seen: string[] = []
    let cursor = ""
    do {
      const limit = 1 + (seen.length % 3)
      const { body } = await server.call("events.listEvents", { limit, cursor }, caller)
      seen.push(...body.data.map(({ eventId }: { eventId: string }) => eventId))
      cursor = body.pagination.cursor ?? ""
      await server.ok("apis.createApi", { name: "Meanwhile" }, caller)
    } while (cursor !== "")
    expect(seen).toEqual(before.map(({ eventId }) => eventId))
  })
})

function idOf(item: Readonly<Record<string, string>>): string | undefined {
  return item.keyId ?? item.rootKeyId ?? item.overrideId ?? item.id
}

describe.each([...engines])("a cursor on %s", (engine) => {
  const server = serveKeyward({ engine })
  const world = serveWorld(server)
  const other = serveWorld(server)
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

  test.each(paged.filter((name) => name !== "workspaces.listWorkspaces"))(
    "of %s from another workspace shows nothing but the caller's own",
    async (name) => {
      const caller = { key: other.rootKey }
      const body = bodyOf(name, other)
      const whole = await server.call(name, body, caller)
      const { body: page } = await server.call(name, { ...body, cursor: cursors.get(name) }, caller)
      const own = whole.body.data.map((item: unknown) => JSON.stringify(item))
      for (const item of page.data) expect(own).toContain(JSON.stringify(item))
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
    await ok("ratelimit.limit", { namespace: "second", identifier: "a", limit: 1, duration: 1_000 })
    await ok("ratelimit.setOverride", { namespace: world.namespaceId, identifier: "second", limit: 1, duration: 1_000 })
    await ok("keys.createMigration", { algorithm: "sha256" })
  }

  function bodyOf(name: string, { apiId, namespaceId } = world): Record<string, unknown> {
    if (name === "apis.listKeys") return { apiId }
    return name === "ratelimit.listOverrides" ? { namespace: namespaceId } : {}
  }

  function callerOf(name: string): string {
    return name === "workspaces.listWorkspaces" ? server.operatorKey : world.rootKey
  }

  async function expectRefused(name: string, cursor: string): Promise<void> {
    const reply = await server.call(name, { ...bodyOf(name), cursor }, { key: callerOf(name) })
    expect([name, reply.status, reply.body.error?.errors?.[0]?.location]).toEqual([name, 400, "body.cursor"])
  }
})
