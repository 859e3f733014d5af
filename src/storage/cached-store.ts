import { absence, createDependencies, createRecordCache, type Dependencies, type Loaded } from "./record-cache.ts"
import type {
  Credential,
  EventEntry,
  NamespaceReads,
  OverrideReads,
  Store,
  Transaction,
  VerificationRecord,
} from "./store.ts"

/**
 * A store that answers authentication, verification and rate limits from memory. Nothing else knows: the events of a
 * transaction tell which records it made stale, and they are gone before the transaction is answered.
 */
export function cachedStore(store: Store, { maxEntries }: { readonly maxEntries: number }): Store {
  const dependencies = createDependencies()
  const verifications = createRecordCache<VerificationRecord>(dependencies, maxEntries)
  const credentials = createRecordCache<Credential>(dependencies, maxEntries)
  return {
    ...store,

    verification: {
      ...store.verification,
      find: (hash) =>
        verifications.get(hash, () => {
          const record = store.verification.find(hash)
          return record instanceof Promise ? record.then(loadedRecord) : loadedRecord(record)
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

    namespaces: cachedNamespaces(store.namespaces, dependencies, maxEntries),
    overrides: cachedOverrides(store.overrides, dependencies),

    async transaction(scope, work) {
      const changed: EventEntry[] = []
      const recording = (tx: Transaction): Transaction => ({
        ...tx,
        record(entry) {
          changed.push(entry)
          tx.record(entry)
        },
      })
      try {
        return await store.transaction(scope, (tx) => work(recording(tx)))
      } finally {
        // Also where it failed: the answer to a commit may be lost although it happened.
        if (changed.length > 0) dependencies.invalidate(changed.flatMap(spoiledBy))
      }
    },
  }
}

function loadedRecord(record: VerificationRecord | undefined): Loaded<VerificationRecord> | undefined {
  return record && { value: record, dependsOn: record.dependsOn }
}

function cachedNamespaces(reads: NamespaceReads, dependencies: Dependencies, maxEntries: number): NamespaceReads {
  const found = createRecordCache<Awaited<ReturnType<NamespaceReads["find"]>>>(dependencies, maxEntries)
  const remembering = (how: "find" | "findByName" | "findGone") => async (workspaceId: string, reference: string) =>
    found.get(`${how}/${workspaceId}/${reference}`, async () => {
      const namespace = await reads[how](workspaceId, reference)
      return namespace && { value: namespace, dependsOn: [namespace.id] }
    })
  return {
    ...reads,
    find: remembering("find"),
    findByName: remembering("findByName"),
    findGone: remembering("findGone"),
  }
}

/** A namespace with more overrides than this is asked for those that matter, each time. */
const rememberedOverrides = 1_000

function cachedOverrides(reads: OverrideReads, dependencies: Dependencies): OverrideReads {
  const lists = createRecordCache<Awaited<ReturnType<OverrideReads["list"]>>>(dependencies, 10_000)
  return {
    ...reads,
    async listCandidates(namespaceId, identifiers) {
      const all = await lists.get(namespaceId, async () => ({
        value: await reads.list(namespaceId, { limit: rememberedOverrides + 1, after: undefined }),
        dependsOn: [namespaceId],
      }))
      if (all === undefined || all.length > rememberedOverrides) return reads.listCandidates(namespaceId, identifiers)
      return all.filter(({ identifier }) => identifiers.includes(identifier) || identifier.includes("*"))
    },
  }
}

function dependenciesOf(credential: Credential): readonly string[] {
  const { workspace } = credential
  if (credential.type === "root_key") return [credential.rootKey.id, workspace.id]
  return [credential.key.id, credential.key.apiId, workspace.id]
}

/** The changed object itself, what holds it as part of a list, and what was unknown where it may be known now. */
function spoiledBy({ type, resources: [changed, holder] }: EventEntry): readonly string[] {
  if (makesFindable.has(type)) return [changed.id, absence]
  const isOverride = changed.type === "ratelimit_override"
  return isOverride && holder !== undefined ? [changed.id, holder.id] : [changed.id]
}

/** An update of a key may be its adoption, which gives it another hash; a deleted namespace is found as gone. */
const makesFindable: ReadonlySet<string> = new Set([
  "key.created",
  "key.updated",
  "root_key.created",
  "ratelimit_namespace.created",
  "ratelimit_namespace.deleted",
])
