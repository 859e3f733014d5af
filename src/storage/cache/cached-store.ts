import { whenKnown } from "../../core/awaitable.ts"
import type { Namespace } from "../../core/model.ts"
import type { Subject } from "../../core/verify.ts"
import type { Credential, NamespaceReads, Store, VerificationRecord } from "../port/store.ts"
import { createDependencies } from "./cache-dependencies.ts"
import type { Memory } from "./cache-memory.ts"
import { cachedOverrides } from "./cached-overrides.ts"
import { createRecordCache, type Loaded } from "./record-cache.ts"

/** Without the rest it is the memory of a store to which nobody else writes. */
type Settings = Pick<Memory, "maxEntries" | "maxBytes"> & Partial<Memory>

/**
 * A store that answers authentication, verification and rate limits from memory. Nothing else knows: the events of a
 * transaction tell which records it made stale, and they are gone before the transaction is answered.
 */
export function cachedStore(store: Store, settings: Settings): Store {
  const memory = { dependencies: createDependencies(), mayRemember: () => true, ...settings }
  const { dependencies, mayRemember } = memory
  const verifications = createRecordCache<Subject>(dependencies, { ...memory, bytesOf: bytesOfSubject })
  const credentials = createRecordCache<Credential>(dependencies, { ...memory, bytesOf: bytesAsJson })
  const findSubject = (workspaceId: string, hash: string) =>
    verifications.get(
      hash,
      () => whenKnown(store.verification.findUncached(workspaceId, hash), loadedSubject),
      workspaceId,
    )
  const findCredential = (hash: string) =>
    credentials.get(hash, async () => {
      const credential = await store.credentials.find(hash)
      return credential && { value: credential, dependsOn: dependenciesOf(credential) }
    })
  return {
    ...store,

    verification: {
      ...store.verification,
      find(workspaceId, hash) {
        if (!mayRemember()) return store.verification.find(workspaceId, hash)
        const known = verifications.peek(hash, workspaceId)
        return known === undefined ? findSubject(workspaceId, hash) : (known ?? undefined)
      },
    },

    credentials: {
      ...store.credentials,
      find(hash) {
        if (!mayRemember()) return store.credentials.find(hash)
        const known = credentials.peek(hash)
        return known === undefined ? findCredential(hash) : (known ?? undefined)
      },
    },

    namespaces: cachedNamespaces(store.namespaces, memory),
    overrides: cachedOverrides(store.overrides, memory),

    async transaction(scope, work) {
      let staleIds: readonly string[] = []
      const onStale = (ids: readonly string[]) => {
        staleIds = ids
        scope.onStale?.(ids)
      }
      try {
        return await store.transaction({ ...scope, onStale }, work)
      } finally {
        // Also where the commit failed: its response may be lost although it happened.
        if (staleIds.length > 0) dependencies.invalidate(staleIds)
      }
    },
  }
}

function loadedSubject(record: VerificationRecord | undefined): Loaded<Subject> | undefined {
  return record && { value: record.subject, dependsOn: record.dependsOn }
}

/** Hundreds of thousands of these are kept, so that measuring them must not cost more than loading them. */
function bytesOfSubject({ balanceId, profile: { presented, limits, permissions, ipAllowlist } }: Subject): number {
  const ofBalance = balanceId === null ? 0 : bytesOfBalance
  return 300 + ofBalance + presented.length + 200 * limits.length + 50 * (permissions.length + ipAllowlist.length)
}

/** As measured: the id, and a dependency that few other records share. */
const bytesOfBalance = 210

function bytesAsJson(value: unknown): number {
  return 4 * (JSON.stringify(value)?.length ?? 0)
}

function cachedNamespaces(reads: NamespaceReads, memory: Memory): NamespaceReads {
  const { dependencies, mayRemember } = memory
  const found = createRecordCache<Namespace | undefined>(dependencies, { ...memory, bytesOf: bytesAsJson })
  const load = (how: Finder, workspaceId: string, reference: string) =>
    found.get(`${how}/${workspaceId}/${reference}`, async () => {
      const namespace = await reads[how](workspaceId, reference)
      return namespace && { value: namespace, dependsOn: [namespace.id] }
    })
  const remembering = (how: Finder) => (workspaceId: string, reference: string) => {
    if (!mayRemember()) return reads[how](workspaceId, reference)
    const known = found.peek(`${how}/${workspaceId}/${reference}`)
    return known === undefined ? load(how, workspaceId, reference) : (known ?? undefined)
  }
  return {
    ...reads,
    find: remembering("find"),
    findByName: remembering("findByName"),
    findGone: remembering("findGone"),
  }
}

type Finder = "find" | "findByName" | "findGone"

function dependenciesOf(credential: Credential): readonly string[] {
  const { workspace } = credential
  if (credential.type === "root_key") return [credential.rootKey.id, workspace.id]
  return [credential.key.id, credential.key.apiId, workspace.id]
}
