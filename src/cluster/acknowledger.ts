import type { Nodes } from "../storage/port/nodes.ts"

/** Reports the last applied change to the other nodes, one message at a time; each message covers all changes since. */
export interface Acknowledger {
  acknowledge(sequence: number): void
}

export function createAcknowledger({ acknowledge }: Pick<Nodes, "acknowledge">): Acknowledger {
  let latest = 0
  let reported = 0
  let isReporting = false

  const reportAll = async () => {
    isReporting = true
    while (reported < latest) {
      reported = latest
      // A lost message is harmless: waiting nodes also read the entry of this node, and its next renewal updates that.
      await acknowledge(latest).catch(() => {})
    }
    isReporting = false
  }

  return {
    acknowledge(sequence) {
      latest = Math.max(latest, sequence)
      if (!isReporting) void reportAll()
    },
  }
}
