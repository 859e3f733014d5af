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
  /** Whether an equal object with the same name may replace an object of the file. */
  readonly usesSubstitutes: boolean
  /** Ids of existing objects, by the id of the object that each replaces. */
  readonly substitutes: Map<string, string>
  readonly plaintexts: Plaintexts
  readonly isDryRun: boolean
  /** Objects that a dry run has accepted so far. */
  readonly planned: ReferencedObjects
  readonly plannedClaims: Set<string>
}

interface SessionOptions {
  readonly workspaceId: string
  readonly hasNewIds: boolean
  readonly plaintexts: Plaintexts
  readonly isDryRun: boolean
}

export function startImportSession({ workspaceId, hasNewIds, plaintexts, isDryRun }: SessionOptions): ImportSession {
  return {
    workspaceId,
    idOf: hasNewIds ? (id) => newId(workspaceId, id) : (id) => id,
    usesSubstitutes: hasNewIds,
    substitutes: new Map(),
    plaintexts,
    isDryRun,
    planned: noReferencedObjects(),
    plannedClaims: new Set(),
  }
}

/** Derives the same id on every import and keeps the creation time, so lists keep their order. */
function newId(workspaceId: string, id: string): string {
  const prefix = id.slice(0, id.indexOf("_"))
  return derivedId(prefix, { timeMs: timeOfId(id), seed: `${workspaceId}\n${id}` })
}
