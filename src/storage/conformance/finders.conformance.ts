import { describe, expect, test } from "bun:test"
import type { Reads, Store, Transaction } from "../port/store.ts"
import { objectReads } from "./every-read.ts"
import { addFamily, type Family, insertFamily } from "./family.ts"
import { newNamespace, time } from "./new-objects.ts"
import { addWorkspace, change, insert } from "./stored-objects.ts"

/** The names of all reads that can see an object, as they start, and what deletes the object. */
interface Kind {
  readonly reads: RegExp
  /** No operation deletes a migration. */
  readonly remove?: (tx: Transaction, family: Family) => Promise<void>
}

const keyReads = /^keys\./

const kinds: Readonly<Record<string, Kind>> = {
  "a root key": { reads: /^rootKeys\./, remove: (tx, { rootKey }) => tx.rootKeys.delete(rootKey.id, time) },
  "an API": { reads: /^apis\./, remove: (tx, { api }) => tx.apis.delete(api.id, time) },
  // A balance is erased with the last key that refers to it.
  "a balance": { reads: /^balances\./, remove: (tx, { key }) => tx.keys.erase([key.id]) },
  "an identity": { reads: /^identities\./, remove: (tx, { identity }) => tx.identities.delete(identity.id, time) },
  "a key": { reads: keyReads, remove: (tx, { key }) => tx.keys.delete([key.id], time) },
  "a key that is erased": { reads: keyReads, remove: (tx, { key }) => tx.keys.erase([key.id]) },
  "a key whose API is deleted": { reads: keyReads, remove: (tx, { api }) => tx.apis.delete(api.id, time) },
  "a permission": { reads: /^permissions\./, remove: (tx, { permission }) => tx.permissions.delete(permission.id) },
  "a role": { reads: /^roles\.(find|list$|list |listNamed)/, remove: (tx, { role }) => tx.roles.delete(role.id) },
  "a plan": {
    reads: /^plans\.(find$|findByName|list$|list |listNamed)/,
    remove: (tx, { plan }) => tx.plans.delete(plan.id, time),
  },
  "a webhook": {
    reads: /^webhooks\.(find$|list$|list )/,
    remove: (tx, { webhook }) => tx.webhooks.delete(webhook.id, time),
  },
  "a namespace": {
    reads: /^namespaces\.(find$|findByName|list)/,
    remove: (tx, { namespace }) => tx.namespaces.delete(namespace.id, time),
  },
  "a migration": { reads: /^migrations\./ },
}

export function findersConformance(store: Store): void {
  describe.each(Object.entries(kinds))("%s", (_name, { reads }) => {
    test("is seen by every read of its workspace, before and after the commit", async () => {
      const workspace = await addWorkspace(store)
      const family = await change(store, workspace.id, async (tx) => {
        const inserted = await insertFamily(tx, workspace)
        expect(await seenBy(reads, tx, inserted)).toEqual(namesOf(reads))
        return inserted
      })
      expect(await seenBy(reads, store, family)).toEqual(namesOf(reads))
    })

    test("is seen by no read of another workspace", async () => {
      const other = await addWorkspace(store)
      const family = { ...(await addFamily(store)), workspace: other }
      expect(await seenBy(reads, store, family)).toEqual([])
      expect(await change(store, other.id, (tx) => seenBy(reads, tx, family))).toEqual([])
    })
  })

  const deletable = Object.entries(kinds).filter(([, { remove }]) => remove !== undefined)
  test.each(deletable)("%s is seen by no read once it is deleted", async (_name, { reads, remove }) => {
    const family = await addFamily(store)
    await change(store, family.workspace.id, async (tx) => {
      await remove?.(tx, family)
      expect(await seenBy(reads, tx, family)).toEqual([])
    })
    expect(await seenBy(reads, store, family)).toEqual([])
  })

  test("an override is seen in its own namespace only, and by findDeleted only once it is deleted", async () => {
    const reads = /^overrides\.(?!.*Patterns)/
    const family = await addFamily(store)
    const { workspace, namespace, override } = family
    const other = newNamespace()
    await insert(store, workspace.id, { namespaces: [other] })
    expect(await seenBy(reads, store, family)).toEqual(namesOf(reads))
    expect(await seenBy(reads, store, { ...family, namespace: other })).toEqual([])
    await change(store, workspace.id, async (tx) => {
      expect(await tx.overrides.findDeleted(namespace.id, override.identifier)).toBeUndefined()
      await tx.overrides.delete(override.id, time)
      expect(await tx.overrides.findDeleted(namespace.id, override.identifier)).toEqual(override)
      expect(await tx.overrides.findDeleted(other.id, override.identifier)).toBeUndefined()
    })
    expect(await seenBy(reads, store, family)).toEqual([])
  })
}

function namesOf(pattern: RegExp): readonly string[] {
  const names = Object.keys(objectReads({} as Store, {} as Family)).filter((name) => pattern.test(name))
  expect(names).not.toEqual([])
  return names
}

async function seenBy(pattern: RegExp, reads: Reads, family: Family): Promise<readonly string[]> {
  const all = objectReads(reads, family)
  const seen: string[] = []
  for (const name of namesOf(pattern)) if (isSeen(await all[name]?.())) seen.push(name)
  return seen
}

function isSeen(result: unknown): boolean {
  if (typeof result === "number") return result > 0
  return Array.isArray(result) ? result.length > 0 : result !== undefined
}
