import type { Nodes } from "../storage/port/nodes.ts"

/** Tells the others how far this node is, with one message under way at a time: the next one tells of all since. */
export interface Acknowledger {
  acknowledge(sequence: number): void
}

export function createAcknowledger({ acknowledge }: Pick<Nodes, "acknowledge">): Acknowledger {
  let latest = 0
  let told = 0
  let isTelling = false

  const tellAll = async () => {
    isTelling = true
    while (told < latest) {
      told = latest
      // Whoever waits for it also looks at the entry of this node, which its next renewal brings up to date.
      await acknowledge(latest).catch(() => {})
    }
    isTelling = false
  }

  return {
    acknowledge(sequence) {
      latest = Math.max(latest, sequence)
      if (!isTelling) void tellAll()
    },
  }
}
