/** What verifiers of this node have not acknowledged: docs/verifier-protocol.md#what-the-server-does, rule 4. */
export interface VerifierDrops {
  /** Number of the last drop. */
  readonly latest: number
  /** No verifier can decide by anything that a drop up to this number has named. */
  readonly settled: number
  /** Resolves when every drop so far is settled; undefined if they are. */
  whenSettled(): Promise<void> | undefined
  /** Called when `settled` has grown. Returns what ends that. */
  onSettled(listener: () => void): () => void
  /** Tells every verifier to forget everything. */
  invalidateAll(): void
}

/** Of a process that has no verifiers. */
export const noVerifierDrops: VerifierDrops = {
  latest: 0,
  settled: 0,
  whenSettled: () => undefined,
  onSettled: () => () => {},
  invalidateAll() {},
}

interface Applied {
  readonly sequence: number
  /** The last drop when the change had been applied. */
  readonly drop: number
}

/** Passes on the number of the last change that this node and all its verifiers have applied. */
export interface AppliedReport {
  /** This node has applied the change. */
  applied(sequence: number): void
  close(): void
}

export function createAppliedReport(
  drops: Pick<VerifierDrops, "latest" | "settled" | "onSettled">,
  report: (sequence: number) => void,
): AppliedReport {
  let waiting: Applied[] = []
  const reportSettled = () => {
    const last = waiting.findLast(({ drop }) => drop <= drops.settled)
    if (last === undefined) return
    waiting = waiting.filter(({ drop }) => drop > drops.settled)
    report(last.sequence)
  }
  const stop = drops.onSettled(reportSettled)
  return {
    applied(sequence) {
      if (waiting.length === 0 && drops.settled >= drops.latest) return report(sequence)
      waiting.push({ sequence, drop: drops.latest })
      // Earlier ones may be settled by now.
      reportSettled()
    },
    close: stop,
  }
}
