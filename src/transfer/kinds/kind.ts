import type { z } from "zod"
import type { SearchQuery } from "../../storage/port/collection.ts"
import type { EventEntry } from "../../storage/port/events.ts"
import type { Reads, Transaction } from "../../storage/port/store.ts"
import type { ImportSession } from "../import-session.ts"
import type { ImportTarget } from "../import-target.ts"
import type { ReferencedObjects, References } from "../references.ts"

/** A line of an export. */
export interface Entry {
  readonly kind: string
  readonly id: string
  readonly lastUsedAt?: number | undefined
  readonly previousLastUsedAt?: number | undefined
}

export interface Identified {
  readonly id: string
}

/** Describes how objects of one kind become lines, and lines become objects of a workspace. */
export interface Kind<E extends Entry = Entry, Model extends Identified = Identified> {
  readonly name: E["kind"]
  /** One and many, as messages show them. */
  readonly nouns: readonly [string, string]
  readonly schema: z.ZodType<E> & { readonly shape: Readonly<Record<string, z.ZodType>> }
  /** Another workspace keeps its own objects of this kind. */
  readonly isRuledByTarget?: boolean
  /** Where last-used times are stored, if not with those of keys. */
  readonly lastUses?: "rootKeys"
  /** Reads all objects of a workspace in pages. */
  read(reads: Reads, workspaceId: string): AsyncIterable<readonly Model[]>
  lineOf(model: Model): E
  /** Replaces the ids of the file by those of the target workspace. */
  adapt(entry: E, session: ImportSession): E
  /** Ids that must exist before the line can be imported. */
  references(entry: E): References
  /** Ids of embedded objects, such as rate limits. */
  partIds(entry: E): readonly string[]
  /** Names that must be unique in the workspace, apart from ids. */
  claims(entry: E): readonly string[]
  listExisting(target: ImportTarget, ids: readonly string[], entries: readonly E[]): Promise<readonly Model[]>
  /** Finds the reason why an entry cannot be stored, by its id. */
  listConflicts(target: ImportTarget, entries: readonly E[]): Promise<Conflicts<Model>>
  /** The fields that must be equal for an existing object to count as unchanged. */
  comparable(entry: E): object
  /** The fields that must be equal for an object with another id to replace this one. */
  content?(entry: E): object
  build(input: BuildInput<E>): Built<Model>
  insert(tx: Transaction, workspaceId: string, models: readonly Model[]): Promise<void>
  eventOf(model: Model): Omit<EventEntry, "workspaceId">
  /** Makes the object available to later lines of a dry run. */
  remember?(planned: ReferencedObjects, model: Model): void
}

export interface Conflict<Model> {
  readonly reason: string
  /** An object with the same name, which can replace this one if their content is equal. */
  readonly substitute?: Model
}

/** By the id of the entry. */
export type Conflicts<Model> = ReadonlyMap<string, Conflict<Model>>

export interface BuildInput<E> {
  readonly entry: E
  /** The line before its ids were replaced. */
  readonly original: E
  readonly referenced: ReferencedObjects
  readonly session: ImportSession
}

export type Built<Model> =
  | { readonly type: "built"; readonly model: Model }
  | { readonly type: "refused"; readonly reason: string }

export function built<Model>(model: Model): Built<Model> {
  return { type: "built", model }
}

export function refused(reason: string): Built<never> {
  return { type: "refused", reason }
}

/** A kind whose lines refer to no others, contain no objects and have no unique names. */
export const standalone = {
  adapt: <E extends Entry>(entry: E, { idOf }: ImportSession): E => ({ ...entry, id: idOf(entry.id) }),
  references: () => ({}),
  partIds: () => [],
  claims: () => [],
  listConflicts: async () => new Map<string, never>(),
  comparable: (entry: Entry) => entry,
}

const pageLength = 500

export async function* readPages<Model extends Identified>(
  list: (page: SearchQuery) => Promise<readonly Model[]>,
): AsyncGenerator<readonly Model[]> {
  let after: string | undefined
  for (;;) {
    const models = await list({ limit: pageLength, after, search: undefined })
    yield models
    if (models.length < pageLength) return
    after = models.at(-1)?.id
  }
}

/** Inserts one object after another. */
export function insertEach<Model>(insert: (tx: Transaction, model: Model, workspaceId: string) => Promise<void>) {
  return async (tx: Transaction, workspaceId: string, models: readonly Model[]): Promise<void> => {
    for (const model of models) await insert(tx, model, workspaceId)
  }
}
