import { absence, createDependencies, createRecordCache } from "./record-cache.ts"
import type { Credential, EventEntry, Store, VerificationRecord } from "./store.ts"

/**
 * A store that answers authentication and verification from memory. Nothing else knows: the events of a transaction
 * tell which records it made stale, and they are gone before the transaction is answered.
 */
export function cachedStore(store: Store, { maxEntries }: { readonly maxEntries: number }): Store {
  const dependencies = createDependencies()
  const verifications = createRecordCache<VerificationRecord>(dependencies, maxEntries)
  const credentials = createRecordCache<Credential>(dependencies, maxEntries)
  return {
    ...store,

    verification: {
      find: (hash) =>
        verifications.get(hash, async () => {
          const record = await store.verification.find(hash)
          return record && { value: record, dependsOn: record.dependsOn }
        }),
    },

    credentials: {
      ...store.credentials,
      find: (hash) =>
        credentials.get(hash, async () => {
          const credential = await store.credentials.find(hash)
          return credential && { value: credential, dependsOn: dependenciesOf(credential) }
        }),
    },

    async transaction(scope, work) {
      const changed: EventEntry[] = []
      const result = await store.transaction(scope, (tx) =>
        work({
          ...tx,
          record(entry) {
            changed.push(entry)
            tx.record(entry)
          },
        }),
      )
      if (changed.length > 0) dependencies.invalidate(changed.flatMap(spoiledBy))
      return result
    },
  }
}

function dependenciesOf(credential: Credential): readonly string[] {
  const { workspace } = credential
  if (credential.type === "root_key") return [credential.rootKey.id, workspace.id]
  return [credential.key.id, credential.key.apiId, workspace.id]
}

/** The changed object itself, and what was unknown where the change may have made it known. */
function spoiledBy({ type, resources: [changed] }: EventEntry): readonly string[] {
  return makesKeysFindable.has(type) ? [changed.id, absence] : [changed.id]
}

/** An update of a key may be its adoption, which gives it another hash. */
const makesKeysFindable: ReadonlySet<string> = new Set(["key.created", "key.updated", "root_key.created"])
