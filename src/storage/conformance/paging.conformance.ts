import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { compareBytes } from "../../core/byte-order.ts"
import { startingState } from "../../core/webhook-rules.ts"
import type { PageQuery } from "../port/collection.ts"
import type { Reads, Store, Transaction } from "../port/store.ts"
import { newKey } from "./new-key.ts"
import {
  mintId,
  newApi,
  newIdentity,
  newMigration,
  newNamespace,
  newOverride,
  newPermission,
  newPlan,
  newRole,
  newRootKey,
  newWebhook,
  newWorkspace,
  time,
} from "./new-objects.ts"
import { addWorkspace, change, insertIn } from "./stored-objects.ts"
import { everyKey } from "./whole-lists.ts"

/** A list, with the insertion and the deletion of an object with a given id. */
interface Listing {
  /** Returns the id of the object that the list belongs to. */
  prepare(tx: Transaction, workspaceId: string): Promise<string>
  insert(tx: Transaction, owner: string, id: string, workspaceId: string): Promise<void>
  remove?(tx: Transaction, id: string): Promise<void>
  list(reads: Reads, owner: string, query: PageQuery): Promise<readonly { readonly id: string }[]>
}

type Deletable = "rootKeys" | "apis" | "identities" | "permissions" | "roles" | "plans" | "namespaces" | "webhooks"

function ofWorkspace(name: Deletable, insert: Listing["insert"]): Listing {
  return {
    prepare: async (_tx, workspaceId) => workspaceId,
    insert,
    remove: (tx, id) => tx[name].delete(id, time),
    list: (reads, workspaceId, query) => reads[name].list(workspaceId, { ...everyKey, ...query }),
  }
}

const listings: Readonly<Record<string, Listing>> = {
  "root keys": ofWorkspace("rootKeys", (tx, workspaceId, id) => tx.rootKeys.insert(newRootKey(workspaceId, { id }))),
  APIs: ofWorkspace("apis", (tx, workspaceId, id) => tx.apis.insert(newApi(workspaceId, { id }))),
  identities: ofWorkspace("identities", (tx, owner, id) => tx.identities.insert([newIdentity(owner, { id })])),
  "keys of a workspace": {
    prepare: async (_tx, workspaceId) => workspaceId,
    insert(tx, workspaceId, id) {
      const api = newApi(workspaceId)
      return insertIn(tx, workspaceId, { apis: [api], keys: [newKey(api, { id })] })
    },
    remove: (tx, id) => tx.keys.delete([id], time),
    list: (reads, workspaceId, query) => reads.keys.list(workspaceId, { ...everyKey, ...query }),
  },
  "keys of an identity": {
    async prepare(tx, workspaceId) {
      const identity = newIdentity(workspaceId)
      await tx.identities.insert([identity])
      return `${workspaceId} ${identity.id}`
    },
    insert(tx, owner, id) {
      const [workspaceId = "", identityId = ""] = owner.split(" ")
      const api = newApi(workspaceId)
      return insertIn(tx, workspaceId, { apis: [api], keys: [newKey(api, { id, identityId }), newKey(api)] })
    },
    remove: (tx, id) => tx.keys.erase([id]),
    list(reads, owner, query) {
      const [workspaceId = "", identityId] = owner.split(" ")
      return reads.keys.list(workspaceId, { ...everyKey, ...query, identityId })
    },
  },
  permissions: ofWorkspace("permissions", (tx, owner, id) => tx.permissions.insert(owner, [newPermission({ id })])),
  roles: ofWorkspace("roles", (tx, workspaceId, id) => tx.roles.insert(workspaceId, newRole({ id }))),
  plans: ofWorkspace("plans", (tx, workspaceId, id) => tx.plans.insert(newPlan(workspaceId, { id }))),
  webhooks: ofWorkspace("webhooks", (tx, workspaceId, id) =>
    tx.webhooks.insert(newWebhook(workspaceId, { id }), startingState(id, 0)),
  ),
  namespaces: ofWorkspace("namespaces", (tx, owner, id) => tx.namespaces.insert(owner, newNamespace({ id }))),
  overrides: {
    async prepare(tx, workspaceId) {
      const namespace = newNamespace()
      await tx.namespaces.insert(workspaceId, namespace)
      return namespace.id
    },
    insert: (tx, namespaceId, id) => tx.overrides.put(namespaceId, newOverride({ id })),
    remove: (tx, id) => tx.overrides.delete(id, time),
    list: (reads, namespaceId, query) => reads.overrides.list(namespaceId, query),
  },
  migrations: {
    prepare: async (_tx, workspaceId) => workspaceId,
    insert: (tx, workspaceId, id) => tx.migrations.insert(workspaceId, newMigration({ id })),
    list: (reads, workspaceId, query) => reads.migrations.list(workspaceId, query),
  },
}

/** A change between two pages. Positions are fractions of the existing objects, or of all possible ids. */
type Step =
  | { readonly type: "turn"; readonly limit: number }
  | { readonly type: "insert" }
  | { readonly type: "remove"; readonly place: number }

const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ type: fc.constant("turn"), limit: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ type: fc.constant("insert") }),
  fc.record({ type: fc.constant("remove"), place }),
)
const story = fc.record({ there: fc.integer({ min: 0, max: 10 }), steps: fc.array(step, { maxLength: 12 }) })

/** Sorts anywhere among the ids, because another node may create an id that is older than those already read. */
const randomId = () => mintId("key").slice(0, 4) + crypto.randomUUID().replaceAll("-", "")

export function pagingConformance(store: Store): void {
  describe.each(Object.entries(listings))("a list of %s", (_name, listing) => {
    test("ascends by id, and starts after the id it is given", async () => {
      const { id } = await addWorkspace(store)
      const stem = crypto.randomUUID()
      const ids = [..."BbZaAzÄé0", "\ue000", "\u{10000}"].map((letter) => `${stem}${letter}`)
      const owner = await change(store, id, async (tx) => {
        const made = await listing.prepare(tx, id)
        for (const one of ids) await listing.insert(tx, made, one, id)
        return made
      })
      const ordered = ids.toSorted(compareBytes)
      const idsAfter = async (after: string | undefined, limit: number) =>
        (await listing.list(store, owner, { limit, after })).map((object) => object.id)
      expect(await idsAfter(undefined, 100)).toEqual(ordered)
      expect(await idsAfter(undefined, 2)).toEqual(ordered.slice(0, 2))
      for (const [index, after] of ordered.entries())
        expect(await idsAfter(after, 3)).toEqual(ordered.slice(index + 1, index + 4))
    })

    test("has no gaps and no repeats while objects are inserted and deleted between its pages", async () => {
      await fc.assert(
        fc.asyncProperty(story, ({ there, steps }) => tell(store, listing, { there, steps })),
        { numRuns: 10 },
      )
    })
  })

  test("a list of workspaces ascends by id, omits deleted ones, and filters by state", async () => {
    const name = crypto.randomUUID()
    const workspaces = [true, false, true, true].map((enabled) => newWorkspace({ name, enabled }))
    const [first, second, third, fourth] = workspaces.map(({ id }) => id)
    await change(store, undefined, async (tx) => {
      for (const workspace of workspaces.toReversed()) await tx.workspaces.insert(workspace)
      await tx.workspaces.delete(third ?? "", time)
    })
    const list = async (query: { limit?: number; after?: string | undefined; enabled?: boolean }) =>
      (await store.workspaces.list({ limit: 10, after: undefined, enabled: undefined, search: name, ...query })).map(
        ({ id }) => id,
      )
    expect(await list({})).toEqual([first, second, fourth] as string[])
    expect(await list({ limit: 1 })).toEqual([first] as string[])
    expect(await list({ after: first })).toEqual([second, fourth] as string[])
    expect(await list({ enabled: true })).toEqual([first, fourth] as string[])
    expect(await list({ enabled: false })).toEqual([second] as string[])
  })
}

async function tell(store: Store, listing: Listing, { there, steps }: { there: number; steps: readonly Step[] }) {
  const { id: workspaceId } = await addWorkspace(store)
  const present = new Set(Array.from({ length: there }, randomId))
  const owner = await change(store, workspaceId, async (tx) => {
    const made = await listing.prepare(tx, workspaceId)
    for (const id of present) await listing.insert(tx, made, id, workspaceId)
    return made
  })
  const throughout = new Set(present)
  const seen: string[] = []
  const turn = async (limit: number) => {
    const page = (await listing.list(store, owner, { limit, after: seen.at(-1) })).map(({ id }) => id)
    for (const id of page) expect(present.has(id)).toBe(true)
    seen.push(...page)
    return page.length
  }
  for (const taken of steps) {
    if (taken.type === "turn") await turn(taken.limit)
    if (taken.type === "insert") {
      const id = randomId()
      await change(store, workspaceId, (tx) => listing.insert(tx, owner, id, workspaceId))
      present.add(id)
    }
    const id = taken.type === "remove" ? [...present][Math.floor(taken.place * present.size)] : undefined
    if (id !== undefined && listing.remove !== undefined) {
      await change(store, workspaceId, async (tx) => listing.remove?.(tx, id))
      present.delete(id)
      throughout.delete(id)
    }
  }
  while ((await turn(3)) > 0);
  expect(seen).toEqual([...new Set(seen)].sort(compareBytes))
  expect([...throughout].filter((id) => !seen.includes(id))).toEqual([])
}
