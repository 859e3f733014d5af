import type { Vault } from "../secrets/vault.ts"
import { derivedId, timeOfId } from "./derived-id.ts"
import { type Known, nothingKnown } from "./references.ts"

/** What to do with the encrypted plaintexts of recoverable keys. */
export type Plaintexts =
  /** Needs the encryption key under which they were sealed; absent where none is set. */
  { readonly type: "kept"; readonly vault: Vault | undefined } | { readonly type: "dropped" }

/** One import of an export into one workspace, from its first line to its last. */
export interface Session {
  readonly workspaceId: string
  /** The id in the target, by the one in the file. */
  idOf(id: string): string
  /** Whether what has the same name and says the same may be used instead. */
  readonly usesStandIns: boolean
  /** By the id, in the target, of what they stand in for. */
  readonly standIns: Map<string, string>
  readonly plaintexts: Plaintexts
  readonly isDryRun: boolean
  /** What a dry run would have stored by now. */
  readonly planned: Known
  readonly plannedClaims: Set<string>
}

interface Beginning {
  readonly workspaceId: string
  readonly hasNewIds: boolean
  readonly plaintexts: Plaintexts
  readonly isDryRun: boolean
}

export function beginSession({ workspaceId, hasNewIds, plaintexts, isDryRun }: Beginning): Session {
  return {
    workspaceId,
    idOf: hasNewIds ? (id) => newId(workspaceId, id) : (id) => id,
    usesStandIns: hasNewIds,
    standIns: new Map(),
    plaintexts,
    isDryRun,
    planned: nothingKnown(),
    plannedClaims: new Set(),
  }
}

/** From the same file and workspace always the same, and of the same time, so that lists keep their order. */
function newId(workspaceId: string, id: string): string {
  const prefix = id.slice(0, id.indexOf("_"))
  return derivedId(prefix, { timeMs: timeOfId(id), seed: `${workspaceId}\n${id}` })
}
