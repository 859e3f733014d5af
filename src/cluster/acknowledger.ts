import type { Nodes } from "../storage/nodes.ts"

/** Tells the others how far this node is, with one message under way at a time: the next one tells of all since. */
export interface Acknowledger {
  acknowledge(sequence: number): void
  /** Waits for what is under way. */
  close(): Promise<void>
}

export function createAcknowledger({ acknowledge }: Pick<Nodes, "acknowledge">): Acknowledger {
  let latest = 0
  let told = 0
  let telling: Promise<void> | undefined

  const tellAll = async () => {
    while (told < latest) {
      told = latest
      // Whoever waits for it also looks at the entry of this node, which its next renewal brings up to date.
      await acknowledge(latest).catch(() => {})
    }
    telling = undefined
  }

  return {
    acknowledge(sequence) {
      latest = Math.max(latest, sequence)
      telling ??= tellAll()
    },
    async close() {
      await telling
    },
  }
}
