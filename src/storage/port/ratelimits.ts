import type { Namespace, Override } from "../../core/model.ts"
import type { OverrideMatcher } from "../../core/override-matcher.ts"
import type { Listed, PageQuery } from "./collection.ts"

export interface NamespaceReads extends Listed<Namespace> {
  findByName(workspaceId: string, name: string): Promise<Namespace | undefined>
  /** Finds a deleted namespace by id or name, both of which stay reserved. */
  findDeleted(workspaceId: string, idOrName: string): Promise<Namespace | undefined>
}

export interface NamespaceWrites extends NamespaceReads {
  insert(workspaceId: string, namespace: Namespace): Promise<void>
  delete(id: string, now: number): Promise<void>
}

export interface OverrideReads {
  find(namespaceId: string, identifier: string): Promise<Override | undefined>
  /** Finds a deleted override. Setting it again restores it with its old id. */
  findDeleted(namespaceId: string, identifier: string): Promise<Override | undefined>
  list(namespaceId: string, query: PageQuery): Promise<readonly Override[]>
  listPatterns(namespaceId: string): Promise<readonly Override[]>
  /** Finds overrides whose identifier equals one of these; patterns are compared literally. */
  listEqual(namespaceId: string, identifiers: readonly string[]): Promise<readonly Override[]>
  /** The matcher only covers these identifiers. */
  matcherFor(namespaceId: string, identifiers: readonly string[]): Promise<OverrideMatcher<Override>>
  /** Includes patterns. */
  count(namespaceId: string): Promise<number>
  countPatterns(namespaceId: string): Promise<number>
}

export interface OverrideWrites extends OverrideReads {
  /** Inserts, replaces or restores by id. */
  put(namespaceId: string, override: Override): Promise<void>
  delete(id: string, now: number): Promise<void>
}
