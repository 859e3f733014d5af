import type { z } from "zod"
import type { EventEntry as Recorded, Transaction } from "../../storage/port/store.ts"
import type { Entry } from "../format.ts"
import type { ImportTarget } from "../import-target.ts"
import type { Known, References } from "../references.ts"
import type { Session } from "../session.ts"

/** How one kind of line becomes an object of a workspace. */
export interface Kind<E extends Entry, Model extends { readonly id: string }> {
  /** As in "the file has two roles". */
  readonly noun: string
  readonly schema: z.ZodType<E>
  /** The line as the target shall have it: with its ids there. */
  adapt(entry: E, session: Session): E
  /** What has to be there already. */
  references(entry: E): References
  /** Ids of parts that it brings along. */
  partIds(entry: E): readonly string[]
  /** What no two objects can share, beside their ids. */
  claims(entry: E): readonly string[]
  listExisting(place: ImportTarget, entries: readonly E[]): Promise<readonly Model[]>
  /** What stands in the way of entries, by their id. */
  listRivals(place: ImportTarget, entries: readonly E[]): Promise<ReadonlyMap<string, Rival<Model>>>
  lineOf(model: Model, entry: E): E
  /** What has to be equal for an object that is there to count as the one of the line. */
  essence(entry: E): object
  /** The same for an object under another id. */
  content?(entry: E): object
  build(making: Making<E>): Built<Model>
  insert(tx: Transaction, workspaceId: string, models: readonly Model[]): Promise<void>
  eventOf(model: Model): Pick<Recorded, "type" | "resources"> & { readonly after: Recorded["changes"]["after"] }
  /** For the lines that refer to it, where nothing is stored. */
  remember?(planned: Known, model: Model): void
}

export interface Rival<Model> {
  readonly reason: string
  /** Has the same name, so that it may be used instead where it says the same. */
  readonly standIn?: Model
}

export interface Making<E> {
  readonly entry: E
  /** As it stands in the file. */
  readonly original: E
  readonly known: Known
  readonly session: Session
}

export type Built<Model> =
  | { readonly type: "built"; readonly model: Model }
  | { readonly type: "refused"; readonly reason: string }

export function built<Model>(model: Model): Built<Model> {
  return { type: "built", model }
}

export const nothing: readonly never[] = []
export const noRivals: ReadonlyMap<string, never> = new Map<string, never>()
