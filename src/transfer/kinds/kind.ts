import type { z } from "zod"
import type { EventEntry as Recorded, Transaction } from "../../storage/port/store.ts"
import type { Entry } from "../format.ts"
import type { ImportSession } from "../import-session.ts"
import type { ImportTarget } from "../import-target.ts"
import type { ReferencedObjects, References } from "../references.ts"

/** Describes how lines of one kind become objects of a workspace. */
export interface Kind<E extends Entry, Model extends { readonly id: string }> {
  /** Singular, as messages show it. */
  readonly noun: string
  readonly schema: z.ZodType<E>
  /** Replaces the ids of the file by those of the target workspace. */
  adapt(entry: E, session: ImportSession): E
  /** Ids that must exist before the line can be imported. */
  references(entry: E): References
  /** Ids of embedded objects, such as rate limits. */
  partIds(entry: E): readonly string[]
  /** Names that must be unique in the workspace, apart from ids. */
  claims(entry: E): readonly string[]
  listExisting(target: ImportTarget, entries: readonly E[]): Promise<readonly Model[]>
  /** Finds the reason why an entry cannot be stored, by its id. */
  listConflicts(target: ImportTarget, entries: readonly E[]): Promise<ReadonlyMap<string, Conflict<Model>>>
  lineOf(model: Model, entry: E): E
  /** The fields that must be equal for an existing object to count as unchanged. */
  comparable(entry: E): object
  /** The fields that must be equal for an object with another id to replace this one. */
  content?(entry: E): object
  build(input: BuildInput<E>): Built<Model>
  insert(tx: Transaction, workspaceId: string, models: readonly Model[]): Promise<void>
  eventOf(model: Model): Pick<Recorded, "type" | "resources"> & { readonly after: Recorded["changes"]["after"] }
  /** Makes the object available to later lines of a dry run. */
  remember?(planned: ReferencedObjects, model: Model): void
}

export interface Conflict<Model> {
  readonly reason: string
  /** An object with the same name, which can replace this one if their content is equal. */
  readonly substitute?: Model
}

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

export const nothing: readonly never[] = []

/** A kind whose lines refer to no others, contain no objects and have no unique names. */
export const standalone = {
  references: () => ({}),
  partIds: () => nothing,
  claims: () => nothing,
  listConflicts: async () => new Map<string, never>(),
}
