import { afterAll, beforeAll, describe } from "bun:test"
import { bulkConformance } from "./conformance/bulk.conformance.ts"
import { creditsConformance } from "./conformance/credits.conformance.ts"
import { deletionConformance } from "./conformance/deletion.conformance.ts"
import { eventsConformance } from "./conformance/events.conformance.ts"
import { findersConformance } from "./conformance/finders.conformance.ts"
import { hashesConformance } from "./conformance/hashes.conformance.ts"
import { idempotencyConformance } from "./conformance/idempotency.conformance.ts"
import { keysConformance } from "./conformance/keys.conformance.ts"
import { objectsConformance } from "./conformance/objects.conformance.ts"
import { pagingConformance } from "./conformance/paging.conformance.ts"
import { scansConformance } from "./conformance/scans.conformance.ts"
import { snapshotConformance } from "./conformance/snapshot.conformance.ts"
import { textConformance } from "./conformance/text.conformance.ts"
import { transactionsConformance } from "./conformance/transactions.conformance.ts"
import { usageConformance } from "./conformance/usage.conformance.ts"
import { verificationConformance } from "./conformance/verification.conformance.ts"
import type { Store } from "./port/store.ts"

export interface OpenStore {
  readonly store: Store
  close(): Promise<void>
}

/** Tests the obligations in store.ts on a real adapter. Each test uses its own workspace. */
export function storageConformance(name: string, open: () => Promise<OpenStore>): void {
  describe(`the store on ${name}`, () => {
    let opened: OpenStore | undefined
    const store = () => {
      if (opened === undefined) throw new Error("The store was not opened.")
      return opened.store
    }
    beforeAll(async () => {
      opened = await open()
    })
    afterAll(() => opened?.close())

    findersConformance(store)
    deletionConformance(store)
    textConformance(store)
    pagingConformance(store)
    objectsConformance(store)
    keysConformance(store)
    verificationConformance(store)
    transactionsConformance(store)
    hashesConformance(store)
    eventsConformance(store)
    idempotencyConformance(store)
    creditsConformance(store)
    usageConformance(store)
    bulkConformance(store)
    scansConformance(store)
    snapshotConformance(store)
  })
}
