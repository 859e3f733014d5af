import type { Workspace } from "../../core/model.ts"
import type { Kept, SearchQuery } from "./collection.ts"

export interface WorkspaceReads {
  find(id: string): Promise<Workspace | undefined>
  list(query: SearchQuery & { readonly enabled: boolean | undefined }): Promise<readonly Workspace[]>
  /** Also true for a deleted workspace. */
  hasExisted(id: string): Promise<boolean>
  /** Counts live objects in short steps. Objects that are created or deleted meanwhile may be counted or not. */
  countObjects(id: string): Promise<ObjectCounts>
}

export interface ObjectCounts {
  readonly apis: number
  readonly identities: number
  readonly keys: number
  /** The APIs that have keys, and how many. */
  readonly keysByApi: ReadonlyMap<string, number>
}

export interface WorkspaceWrites extends WorkspaceReads, Kept<Workspace> {}
