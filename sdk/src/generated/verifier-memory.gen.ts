// Written by `npm run gen` from src/core/verifier-memory.ts. Do not edit.

// The client has a copy of this file, so it imports nothing.

/** The records that a verifier holds, by name. They end with the connection that brought them. */
export interface VerifierMemory<Held> {
  find(name: string): Held | undefined
  /** Replaces the record of the same name. */
  hold(record: Held): void
  /** Forgets the records that depend on one of the ids. */
  drop(ids: readonly string[]): void
  /** Forgets the record that it has held for the longest time. */
  dropOldest(): void
  clear(): void
}

interface MemoryOptions<Held> {
  readonly maxRecords: number
  nameOf(record: Held): string
  dependenciesOf(record: Held): readonly string[]
  /** Called for each record that is replaced or dropped, not for those that are cleared. */
  onForget?(record: Held): void
}

export function createVerifierMemory<Held>(options: MemoryOptions<Held>): VerifierMemory<Held> {
  const { maxRecords, nameOf, dependenciesOf } = options
  const records = new Map<string, Held>()
  const holders = new Map<string, Set<Held>>()

  const forget = (record: Held) => {
    records.delete(nameOf(record))
    for (const id of dependenciesOf(record)) {
      const others = holders.get(id)
      others?.delete(record)
      if (others?.size === 0) holders.delete(id)
    }
    options.onForget?.(record)
  }
  const forgetName = (name: string | undefined) => {
    const record = name === undefined ? undefined : records.get(name)
    if (record !== undefined) forget(record)
  }

  // A key in use comes back with its next verification.
  const dropOldest = () => forgetName(records.keys().next().value)

  return {
    find: (name) => records.get(name),
    hold(record) {
      forgetName(nameOf(record))
      if (records.size >= maxRecords) dropOldest()
      records.set(nameOf(record), record)
      for (const id of dependenciesOf(record)) {
        const others = holders.get(id)
        if (others === undefined) holders.set(id, new Set([record]))
        else others.add(record)
      }
    },
    drop(ids) {
      for (const id of ids) for (const record of holders.get(id) ?? []) forget(record)
    },
    dropOldest,
    clear() {
      records.clear()
      holders.clear()
    },
  }
}
