import type { Workspace } from "../../core/model.ts"
import type { Kept, SearchQuery } from "./collection.ts"

export interface WorkspaceReads {
  find(id: string): Promise<Workspace | undefined>
  list(query: SearchQuery & { readonly enabled: boolean | undefined }): Promise<readonly Workspace[]>
  /** Also true for a deleted workspace. */
  hasExisted(id: string): Promise<boolean>
  /** Counts live objects in short steps. The count may miss or include objects that change during it. */
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
