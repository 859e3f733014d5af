import type { Nodes, Progress } from "../storage/port/nodes.ts"

/** Reports the progress of this node to the others, one message at a time; each message covers all changes since. */
export interface Acknowledger {
  acknowledge(progress: Progress): void
  /** Reports nothing more: a restored database numbers its changes again from an earlier one. */
  close(): void
}

/** Most acknowledgements of verifiers arrive within this time, and one message then reports the whole change. */
const partWaitsMs = 5

export function createAcknowledger({ acknowledge }: Pick<Nodes, "acknowledge">): Acknowledger {
  let latest: Progress = { sequence: 0, behind: new Map() }
  let reported = latest
  let isReporting = false
  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const reportAll = async () => {
    clearTimeout(timer)
    timer = undefined
    if (isReporting) return
    isReporting = true
    while (!isClosed && isNews(latest, reported)) {
      reported = latest
      // A lost message is harmless: waiting nodes also read the entry of this node, and its next renewal updates that.
      await acknowledge(latest).catch(() => {})
    }
    isReporting = false
  }

  return {
    acknowledge(progress) {
      latest = progress
      const hasNewBehind = [...progress.behind.keys()].some((id) => !reported.behind.has(id))
      if (hasNewBehind) timer ??= setTimeout(reportAll, partWaitsMs)
      else void reportAll()
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

function isNews({ sequence, behind }: Progress, reported: Progress): boolean {
  if (sequence > reported.sequence) return true
  return [...reported.behind].some(([workspaceId, reached]) => (behind.get(workspaceId) ?? sequence) > reached)
}
