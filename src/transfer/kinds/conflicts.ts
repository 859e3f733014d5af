import type { ImportTarget } from "../import-target.ts"
import type { Conflict, Conflicts, Entry } from "./kind.ts"

/** Asks for each entry why it cannot be stored. */
export async function conflictsOf<E extends Pick<Entry, "id">, Model>(
  entries: readonly E[],
  find: (entry: E) => Promise<Conflict<Model> | undefined> | Conflict<Model> | undefined,
): Promise<Conflicts<Model>> {
  const conflicts = new Map<string, Conflict<Model>>()
  await Promise.all(
    entries.map(async (entry) => {
      const conflict = await find(entry)
      if (conflict !== undefined) conflicts.set(entry.id, conflict)
    }),
  )
  return conflicts
}

interface UniqueName<Named, Model extends Named> {
  /** Sets the names of one kind apart from those of other kinds. */
  readonly noun: string
  nameOf(named: Named): string
  listHolders(target: ImportTarget, names: readonly string[]): Promise<readonly Model[]>
  /** Completes the sentence that starts with the id of the holder. */
  explain(name: string): string
}

/** A name that only one object of a workspace has. An equal object with the name can replace the one of the file. */
export function uniqueName<Named, Model extends Named & { readonly id: string }>(unique: UniqueName<Named, Model>) {
  const { noun, nameOf, listHolders, explain } = unique
  return {
    claims: (entry: Named) => [`${noun} ${nameOf(entry)}`],
    async listConflicts(target: ImportTarget, entries: readonly (Entry & Named)[]) {
      const holders = new Map((await listHolders(target, entries.map(nameOf))).map((model) => [nameOf(model), model]))
      return conflictsOf<Entry & Named, Model>(entries, (entry) => {
        const holder = holders.get(nameOf(entry))
        return holder && { reason: `${holder.id} ${explain(nameOf(entry))}`, substitute: holder }
      })
    },
  }
}

/** Finds entries of which a hash is already taken. */
export async function hashConflicts(
  entries: readonly { readonly id: string; readonly hashes: readonly string[] }[],
  listTaken: (hashes: readonly string[]) => Promise<ReadonlySet<string>>,
  reason: string,
): Promise<Conflicts<never>> {
  const taken = await listTaken(entries.flatMap(({ hashes }) => hashes))
  return conflictsOf(entries, ({ hashes }) => (hashes.some((hash) => taken.has(hash)) ? { reason } : undefined))
}
