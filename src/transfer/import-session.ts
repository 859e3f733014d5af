import type { Vault } from "../secrets/vault.ts"
import { derivedId, timeOfId } from "./derived-id.ts"
import { noReferencedObjects, type ReferencedObjects } from "./references.ts"

export type Plaintexts =
  /** Decrypting needs the key that encrypted the plaintexts; absent if no encryption key is set. */
  { readonly type: "kept"; readonly vault: Vault | undefined } | { readonly type: "dropped" }

/** The state of one import into one workspace. */
export interface ImportSession {
  readonly workspaceId: string
  /** Maps an id of the file to its id in the target workspace. */
  idOf(id: string): string
  /** The same, or the id of the existing object that replaces the object of the file. */
  referenceTo(id: string): string
  /** Whether an equal object with the same name may replace an object of the file. */
  readonly usesSubstitutes: boolean
  /** Ids of existing objects, by the id of the object that each replaces. */
  readonly substitutes: Map<string, string>
  readonly plaintexts: Plaintexts
  /** Objects that a dry run has accepted so far. */
  readonly planned: ReferencedObjects
  readonly plannedClaims: Set<string>
}

interface SessionOptions extends Pick<ImportSession, "workspaceId" | "plaintexts"> {
  readonly hasNewIds: boolean
}

export function startImportSession(options: SessionOptions): ImportSession {
  const { workspaceId, hasNewIds, plaintexts } = options
  const substitutes = new Map<string, string>()
  const idOf = (id: string) => (hasNewIds ? newId(workspaceId, id) : id)
  return {
    workspaceId,
    idOf,
    referenceTo(id) {
      const own = idOf(id)
      return substitutes.get(own) ?? own
    },
    usesSubstitutes: hasNewIds,
    substitutes,
    plaintexts,
    planned: noReferencedObjects(),
    plannedClaims: new Set(),
  }
}

/** Derives the same id on every import and keeps the creation time, so lists keep their order. */
function newId(workspaceId: string, id: string): string {
  const prefix = id.slice(0, id.indexOf("_"))
  return derivedId(prefix, { timeMs: timeOfId(id), seed: `${workspaceId}\n${id}` })
}
