import { describe } from "bun:test"
import type { EngineName } from "../../test/harness/harness.ts"
import { provideDatabase } from "../../test/storage/provide-database.ts"
import { bulkConformance } from "./conformance/bulk.conformance.ts"
import { creditsConformance } from "./conformance/credits.conformance.ts"
import { deletionConformance } from "./conformance/deletion.conformance.ts"
import { eventsConformance } from "./conformance/events.conformance.ts"
import { findersConformance } from "./conformance/finders.conformance.ts"
import { hashesConformance } from "./conformance/hashes.conformance.ts"
import { idempotencyConformance } from "./conformance/idempotency.conformance.ts"
import { idempotencyProgressConformance } from "./conformance/idempotency-progress.conformance.ts"
import { keyFiltersConformance } from "./conformance/key-filters.conformance.ts"
import { keysConformance } from "./conformance/keys.conformance.ts"
import { noticesConformance } from "./conformance/notices.conformance.ts"
import { objectsConformance } from "./conformance/objects.conformance.ts"
import { overridesConformance } from "./conformance/overrides.conformance.ts"
import { pagingConformance } from "./conformance/paging.conformance.ts"
import { peopleConformance } from "./conformance/people.conformance.ts"
import { plansConformance } from "./conformance/plans.conformance.ts"
import { portalsConformance } from "./conformance/portals.conformance.ts"
import { previousSecretsConformance } from "./conformance/previous-secrets.conformance.ts"
import { quotasConformance } from "./conformance/quotas.conformance.ts"
import { reservationsConformance } from "./conformance/reservations.conformance.ts"
import { scansConformance } from "./conformance/scans.conformance.ts"
import { schedulesConformance } from "./conformance/schedules.conformance.ts"
import { searchConformance } from "./conformance/search.conformance.ts"
import { signInConformance } from "./conformance/sign-in.conformance.ts"
import { snapshotConformance } from "./conformance/snapshot.conformance.ts"
import { textConformance } from "./conformance/text.conformance.ts"
import { transactionsConformance } from "./conformance/transactions.conformance.ts"
import { usageConformance } from "./conformance/usage.conformance.ts"
import { verificationConformance } from "./conformance/verification.conformance.ts"
import { webhooksConformance } from "./conformance/webhooks.conformance.ts"
import type { Store } from "./port/store.ts"

/** Tests the obligations in port/store.ts on a real adapter. Each test uses its own workspace. */
export function storageConformance(name: EngineName): void {
  describe(`the store on ${name}`, () => {
    const database = provideDatabase(name)
    const { store } = database

    findersConformance(store)
    deletionConformance(store)
    textConformance(store)
    searchConformance(store)
    pagingConformance(store)
    objectsConformance(store)
    overridesConformance(store)
    keysConformance(store)
    previousSecretsConformance(store)
    verificationConformance(store)
    transactionsConformance(store)
    hashesConformance(store)
    eventsConformance(store)
    idempotencyConformance(store)
    idempotencyProgressConformance(store)
    creditsConformance(store)
    reservationsConformance(store)
    usageConformance(store)
    bulkConformance(store)
    keyFiltersConformance(store)
    scansConformance(store)
    snapshotConformance(store)
    peopleConformance(store)
    signInConformance(store)
    quotasConformance(store)
    plansConformance(store)
    webhooksConformance(store)
    portalsConformance(store)
    noticesConformance(store)
    schedulesConformance(database)

    describe("whose changes prepare first", () => {
      const preparing = preparingFirst(store)

      transactionsConformance(preparing)
      hashesConformance(preparing)
      eventsConformance(preparing)
      quotasConformance(preparing)
    })
  })
}

/** The given store has its members only when tests run. */
function preparingFirst(store: Store): Store {
  const transaction: Store["transaction"] = (scope, work) => store.transaction({ ...scope, preparesFirst: true }, work)
  return Object.assign(Object.create(store), { transaction })
}
