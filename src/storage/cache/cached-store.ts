import { isIdShaped } from "../../core/id-shape.ts"
import type { Namespace } from "../../core/model.ts"
import type { CachedReads } from "../port/cached-reads.ts"
import type { Credential } from "../port/credentials.ts"
import type { NamespaceReads } from "../port/ratelimits.ts"
import type { Store } from "../port/store.ts"
import { createDependencies } from "./cache-dependencies.ts"
import type { Memory } from "./cache-memory.ts"
import { cachedKeys } from "./cached-keys.ts"
import { cachedOverrides } from "./cached-overrides.ts"
import { createRecordCache } from "./record-cache.ts"

/** The defaults suit a store without other writers. */
type Settings = Pick<Memory, "maxEntries" | "maxBytes"> &
  Partial<Memory> & {
    /** Called after a transaction with events, with what it has made stale. */
    onChange?(staleIds: readonly string[]): void
  }

export interface CachedStore extends Store {
  readonly cached: CachedReads
}

/** Caches authentication, verification and rate limits. The events of a transaction name the stale records, which are removed before it returns. */
export function cachedStore(store: Store, settings: Settings): CachedStore {
  const memory = { dependencies: createDependencies(), mayUseCache: () => true, ...settings }
  const { dependencies, mayUseCache } = memory
  const credentials = createRecordCache<Credential>(dependencies, { ...memory, bytesOf: bytesAsJson })
  const verification = cachedKeys(store.verification, memory)
  const loadCredential = async (hash: string) => {
    const credential = await store.credentials.find(hash)
    return credential && { value: credential, dependsOn: dependenciesOf(credential) }
  }
  const namespaces = cachedNamespaces(store.namespaces, memory)
  const overrides = cachedOverrides(store.overrides, memory)
  return {
    ...store,

    cached: {
      peekCredential: (hash) => (mayUseCache() ? (credentials.peek(hash) ?? undefined) : undefined),
      peekKey: verification.peek,
      peekRecord: verification.peekRecord,
      peekNamespace: namespaces.peek,
      peekOverrides: overrides.peek,
    },

    verification,

    credentials: {
      ...store.credentials,
      find(hash) {
        if (!mayUseCache()) return store.credentials.find(hash)
        return credentials.get(hash, () => loadCredential(hash))
      },
    },

    namespaces,
    overrides,

    async transaction(scope, work) {
      let staleIds: readonly string[] | undefined
      const onStale = (ids: readonly string[]) => {
        staleIds = ids
        scope.onStale?.(ids)
      }
      try {
        return await store.transaction({ ...scope, onStale }, work)
      } finally {
        // Also after a failed commit, because the commit may have succeeded although its reply was lost.
        if (staleIds !== undefined && staleIds.length > 0) dependencies.invalidate(staleIds)
        if (staleIds !== undefined) settings.onChange?.(staleIds)
      }
    },
  }
}

function bytesAsJson(value: unknown): number {
  return 4 * (JSON.stringify(value)?.length ?? 0)
}

interface CachedNamespaces extends NamespaceReads {
  /** By id or name. */
  peek(workspaceId: string, reference: string): Namespace | undefined
}

function cachedNamespaces(reads: NamespaceReads, memory: Memory): CachedNamespaces {
  const { dependencies, mayUseCache } = memory
  const found = createRecordCache<Namespace>(dependencies, { ...memory, bytesOf: bytesAsJson })
  const caching = (finder: Finder) => (workspaceId: string, reference: string) => {
    if (!mayUseCache()) return reads[finder](workspaceId, reference)
    return found.get(`${finder}/${workspaceId}/${reference}`, async () => {
      const namespace = await reads[finder](workspaceId, reference)
      return namespace && { value: namespace, dependsOn: [namespace.id] }
    })
  }
  return {
    ...reads,
    find: caching("find"),
    findByName: caching("findByName"),
    findDeleted: caching("findDeleted"),
    peek(workspaceId, reference) {
      if (!mayUseCache()) return undefined
      const finder: Finder = isIdShaped("rlns", reference) ? "find" : "findByName"
      return found.peek(`${finder}/${workspaceId}/${reference}`) ?? undefined
    },
  }
}

type Finder = "find" | "findByName" | "findDeleted"

function dependenciesOf(credential: Credential): readonly string[] {
  const { workspace } = credential
  if (credential.type === "root_key") return [credential.rootKey.id, workspace.id]
  const { id, apiId, identityId } = credential.key
  return [id, apiId, workspace.id, ...(identityId === null ? [] : [identityId])]
}
