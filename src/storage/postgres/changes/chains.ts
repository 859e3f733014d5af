import type { ChainPosition } from "../../../core/event-chain.ts"
import type { Event } from "../../../core/model.ts"
import type { SentStatements } from "./sent-statements.ts"

interface ChainRow {
  readonly length: string
  readonly hash: string
}

/** The ends of the event chains that a transaction has locked. The lock of its chain is the lock of a workspace. */
export interface Chains {
  readonly ends: ReadonlyMap<string, ChainPosition>
  lock(workspaceId: string): Promise<void>
  /** Locks the other chains of these events. The writes may create one of them, so they are sent first. */
  lockMissing(events: readonly Event[], sendWrites: () => void): Promise<void>
}

export function createChains({ ask }: Pick<SentStatements, "ask">): Chains {
  const ends = new Map<string, ChainPosition>()
  const lock = async (id: string) => {
    const [row] = await ask(
      (on) => on<ChainRow[]>`select length, hash from event_chains where workspace_id = ${id} for update`,
    )
    if (row !== undefined) ends.set(id, { length: Number(row.length), hash: row.hash })
  }
  return {
    ends,
    lock,
    async lockMissing(events, sendWrites) {
      const ids = new Set(events.map(({ workspaceId }) => workspaceId))
      const missing = [...ids].filter((id) => !ends.has(id))
      if (missing.length > 0) sendWrites()
      for (const id of missing) await lock(id)
    },
  }
}
