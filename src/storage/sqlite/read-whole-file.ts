import type { OnDamage } from "../port/damage.ts"
import { damageIn } from "./damage-codes.ts"
import { type Position, readSlice } from "./read-slice.ts"
import { startThread, type ThreadClient } from "./thread-client.ts"
import { listTrees, type Tree } from "./trees.ts"

export interface WholeFile {
  readonly path: string
  readonly onDamage: OnDamage
  /** Waits between two slices, longer after a slice that took longer. False ends the reading. */
  pause(tookMs: number): Promise<boolean>
  readonly rowsPerSlice?: number
}

/** Each slice is a read of its own, because the write-ahead log cannot restart during a read. */
const usualRows = 10_000

/** Reads every table and index of a file in a thread of its own. Returns false if it was ended before. */
export async function readWholeFile({ path, onDamage, pause, rowsPerSlice = usualRows }: WholeFile): Promise<boolean> {
  const thread = startThread({ path, access: "read" })
  const note = (error: unknown, place?: string) => {
    const detail = damageIn(error)
    if (detail === undefined) throw error
    onDamage(place === undefined ? { detail } : { place, detail })
    return true
  }
  try {
    for (const tree of await listTrees(thread)) {
      const isRead = await readTree({ thread, tree, pause, rowsPerSlice }).catch((error) => note(error, tree.place))
      if (!isRead) return false
    }
    return true
  } catch (error) {
    return note(error)
  } finally {
    await thread.close()
  }
}

interface TreeReading extends Pick<WholeFile, "pause"> {
  readonly thread: ThreadClient
  readonly tree: Tree
  readonly rowsPerSlice: number
}

async function readTree({ thread, tree, pause, rowsPerSlice: rows }: TreeReading): Promise<boolean> {
  const seen = new Set<string>()
  let after: Position | undefined
  do {
    const startedAt = performance.now()
    after = await readSlice(thread, tree, { after, rows })
    const position = JSON.stringify(after)
    // A key that is not valid text is read as another key, perhaps as an earlier one.
    if (seen.has(position)) throw new UnorderedKeys()
    seen.add(position)
    if (!(await pause(performance.now() - startedAt))) return false
  } while (after !== undefined)
  return true
}

class UnorderedKeys extends Error {
  readonly code = "SQLITE_CORRUPT"

  constructor() {
    super("its keys are not in order")
  }
}
