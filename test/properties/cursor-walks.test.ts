import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { engines, type TestServer } from "../harness/harness.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { positionIn } from "../requests/cursor-position.ts"

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
      // Anything else, such as a number of the installation, would tell of other workspaces.
      expect(positionIn(pagination.cursor)).toBe(idOf(data.at(-1)) ?? "")
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

  test("a walk through the events goes back in time, and new events do not disturb it", async () => {
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
