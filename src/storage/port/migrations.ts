import type { Migration } from "../../core/model.ts"
import type { PageQuery } from "./collection.ts"

export interface MigrationReads {
  find(workspaceId: string, id: string): Promise<Migration | undefined>
  list(workspaceId: string, query: PageQuery): Promise<readonly Migration[]>
}

export interface MigrationWrites extends MigrationReads {
  insert(workspaceId: string, migration: Migration): Promise<void>
}
