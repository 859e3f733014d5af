import { type HeldKey, heldKey } from "./held-key.ts"
import type { KeyRecord } from "./messages.ts"

/** The records of one connection. */
export interface Memory {
  find(hash: string): HeldKey | undefined
  hold(record: KeyRecord): void
  /** Forgets the records that depend on one of the ids. */
  drop(ids: readonly string[]): void
  clear(): void
}

export function createMemory(maxRecords: number): Memory {
  const held = new Map<string, HeldKey>()
  const holders = new Map<string, Set<HeldKey>>()

  const forget = (key: HeldKey) => {
    held.delete(key.record.hash)
    for (const id of key.record.on) {
      const others = holders.get(id)
      others?.delete(key)
      if (others?.size === 0) holders.delete(id)
    }
  }
  const forgetHash = (hash: string | undefined) => {
    const key = hash === undefined ? undefined : held.get(hash)
    if (key !== undefined) forget(key)
  }

  return {
    find: (hash) => held.get(hash),
    hold(record) {
      forgetHash(record.hash)
      // The oldest goes first. A key in use comes back with its next verification.
      if (held.size >= maxRecords) forgetHash(held.keys().next().value)
      const key = heldKey(record)
      held.set(record.hash, key)
      for (const id of record.on) {
        const others = holders.get(id)
        if (others === undefined) holders.set(id, new Set([key]))
        else others.add(key)
      }
    },
    drop(ids) {
      for (const id of ids) for (const key of holders.get(id) ?? []) forget(key)
    },
    clear() {
      held.clear()
      holders.clear()
    },
  }
}
