import type { Store, Transaction, TransactionScope } from "../../src/storage/port/store.ts"

/** Runs every change twice and keeps the second run, as PostgreSQL does if a group of changes fails or a connection is lost. */
export function discardingStore(store: Store): Store {
  return {
    ...store,
    async transaction(scope, work) {
      await runAndDiscard(store, scope, work)
      return store.transaction(scope, work)
    },
  }
}

class Discarded extends Error {
  override readonly name = "Discarded"
}

/** A refusal is discarded too: only the second run decides. */
async function runAndDiscard(
  store: Store,
  scope: TransactionScope,
  work: (tx: Transaction) => Promise<unknown>,
): Promise<void> {
  const discarded = store.transaction(scope, async (tx) => {
    await work(tx)
    throw new Discarded()
  })
  await discarded.catch(() => {})
}
