import type { Progress } from "../storage/port/nodes.ts"
import type { VerifierDrops } from "../verifiers/drops.ts"

/** Keeps track of how far this node and its verifiers have applied changes. */
export interface ProgressReport {
  /** This node has applied the change. */
  applied(sequence: number): void
  close(): void
}

/** When the change had been applied, `drop` was the last drop. */
interface Mark {
  sequence: number
  readonly drop: number
}

/** Of more, those that are furthest behind are named, because a message has little room. All others count as one. */
const mostBehind = 100

/** In place of the number of a drop, where all are settled. */
const none = Number.POSITIVE_INFINITY

export function createProgressReport(
  drops: Pick<VerifierDrops, "latest" | "unsettled" | "onSettled">,
  report: (progress: Progress) => void,
): ProgressReport {
  let last: Mark = { sequence: 0, drop: -1 }
  /** Oldest first, without those that no unsettled drop needs. */
  let marks = [last]
  const markBefore = (drop: number) => marks[indexBefore(marks, drop)] ?? last
  const reportProgress = () => {
    const oldestFirst = [...drops.unsettled()].sort(([, one], [, other]) => one - other)
    const [, oldest = none] = oldestFirst[0] ?? []
    const [, firstNotNamed = none] = oldestFirst[mostBehind] ?? []
    const needless = indexBefore(marks, oldest)
    if (needless > 0) marks = marks.slice(needless)
    const { sequence } = markBefore(firstNotNamed)
    const named = oldestFirst.slice(0, mostBehind)
    const reached = named.map(([id, drop]) => [id, markBefore(drop).sequence] as const)
    report({ sequence, behind: new Map(reached.filter(([, before]) => before < sequence)) })
  }
  const stop = drops.onSettled(reportProgress)
  return {
    applied(sequence) {
      if (last.drop < drops.latest) {
        last = { sequence: last.sequence, drop: drops.latest }
        marks.push(last)
      }
      last.sequence = Math.max(last.sequence, sequence)
      reportProgress()
    },
    close: stop,
  }
}

/** The index of the last mark before the drop; 0 if there is none. */
function indexBefore(marks: readonly Mark[], drop: number): number {
  let [low, high] = [0, marks.length]
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if ((marks[middle]?.drop ?? 0) < drop) low = middle
    else high = middle
  }
  return low
}
