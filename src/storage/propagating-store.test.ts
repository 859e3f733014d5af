import { beforeAll, beforeEach, describe, expect, test } from "bun:test"
import { rejection } from "../../test/harness/rejection.ts"
import { provideDatabase } from "../../test/storage/provide-database.ts"
import { installationChain } from "../core/event-chain.ts"
import { addWorkspace, change } from "./conformance/stored-objects.ts"
import type { Concerned } from "./port/propagation.ts"
import type { Store } from "./port/store.ts"
import { StorageUnavailable } from "./port/unavailable.ts"
import { propagatingStore } from "./propagating-store.ts"

describe("a change waits for the verifiers of", () => {
  const database = provideDatabase("sqlite")
  const waited: Concerned[] = []
  let store: Store
  let workspaceId: string
  beforeAll(async () => {
    workspaceId = (await addWorkspace(database.store)).id
    store = propagatingStore({
      ...database.store,
      async waitUntilPropagated(workspaces) {
        waited.push(workspaces)
        return { durationMs: 0, nodes: 1 }
      },
    })
  })
  beforeEach(() => {
    waited.length = 0
  })

  const recordOn = (chain: string, changed: readonly string[]) =>
    change(store, chain, async (tx) => {
      for (const id of changed) {
        const resources = [{ type: "workspace", id }] as const
        tx.record({ type: "workspace.updated", workspaceId: id, resources, changes: { before: null, after: null } })
      }
    })

  test("its workspace", async () => {
    await recordOn(workspaceId, [workspaceId])
    await recordOn(workspaceId, [])
    expect(waited).toEqual([[workspaceId], [workspaceId]])
  })

  test("every workspace whose events it records", async () => {
    const other = (await addWorkspace(database.store)).id
    await recordOn(installationChain, [workspaceId, other])
    expect(waited).toEqual([[installationChain, workspaceId, other]])
  })

  test("its workspace if it is refused, because the refusal may reveal another change", async () => {
    const refuse = (error: Error) => rejection(change(store, workspaceId, () => Promise.reject(error)))
    await refuse(new Error("taken"))
    await refuse(new StorageUnavailable("down"))
    expect(waited).toEqual([[workspaceId]])
  })

  test("every workspace that it locks, because what it reports of them may be another change", async () => {
    const refused = new Error("The workspace is disabled.")
    const error = await rejection(
      change(store, installationChain, async (tx) => {
        await tx.lockWorkspace(workspaceId)
        throw refused
      }),
    )
    expect(error).toBe(refused)
    expect(waited).toEqual([[installationChain, workspaceId]])
  })

  test("its workspace if it is the repetition of an earlier one; of all if that was of the installation", async () => {
    for (const own of [workspaceId, undefined]) {
      const key = { scope: `scope of ${own}`, operation: "keys.updateKey", keyHash: "hash" }
      const call = { bodyHash: "hash", claim: "claim", now: 1, expiresAt: 10 }
      await store.idempotency.claim(key, { ...call, workspaceId: own })
      await change(database.store, workspaceId, (tx) =>
        tx.idempotency.complete(key, { claim: "claim", response: "{}", required: [], expiresAt: 10 }),
      )
      expect((await store.idempotency.claim(key, { ...call, workspaceId: own })).type).toBe("kept")
    }
    expect(waited).toEqual([[workspaceId], "all"])
  })
})
