import type { Store } from "../port/store.ts"
import { newIdentity } from "./new-objects.ts"
import { newEntry } from "./recorded-events.ts"
import { addWorkspace, change } from "./stored-objects.ts"

/** An identity with a count that transactions read and write, so that a lost update shows. */
export async function addCountingIdentity(store: Store) {
  const { id: workspaceId } = await addWorkspace(store)
  const identity = newIdentity(workspaceId, { meta: { count: 0 } })
  await change(store, workspaceId, (tx) => tx.identities.insert([identity]))

  /** Adds one and records one event, on any node. */
  const increment = (on = store) =>
    change(on, workspaceId, async (tx) => {
      const found = await tx.identities.find(workspaceId, identity.id)
      if (found === undefined) throw new Error("The identity is gone.")
      await tx.identities.update(found, { ...found, meta: { count: Number(found.meta.count) + 1 } })
      tx.record(newEntry(workspaceId, { type: "identity.updated" }))
    })
  const count = async () => (await store.identities.find(workspaceId, identity.id))?.meta.count
  return { workspaceId, identityId: identity.id, increment, count }
}
