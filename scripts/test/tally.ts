export type Tally = { readonly passed: number; readonly failed: number; readonly skipped: number }

/**
 * Reads the summary at the end of the output of `bun test`. A run without a summary, such as a crash or
 * `process.exit`, counts as a failure, whatever its exit code.
 */
export function readTally(output: string, exitCode: number): Tally {
  const summary = findSummary(output)
  if (summary === undefined) return { passed: 0, failed: 1, skipped: 0 }
  const failed = count(summary, "fail")
  return {
    passed: count(summary, "pass"),
    failed: exitCode === 0 ? failed : Math.max(failed, 1),
    skipped: count(summary, "skip") + count(summary, "todo"),
  }
}

/** The counts at the end of the output; undefined if it ends without them. */
export function findSummary(output: string): string | undefined {
  return Bun.stripANSI(output).match(/((?:\n +\d+ .+)+)\nRan \d+ tests? across \d+ files?\..*\s*$/)?.[1]
}

export function sumTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce((sum, tally) => ({
    passed: sum.passed + tally.passed,
    failed: sum.failed + tally.failed,
    skipped: sum.skipped + tally.skipped,
  }))
}

export function describeTally({ passed, failed, skipped }: Tally): string {
  const counts = `${passed} passed, ${failed} failed`
  return skipped > 0 ? `${counts}, ${skipped} skipped` : counts
}

/** A skipped test checks nothing, so it fails the run. */
export function isSuccess({ passed, failed, skipped }: Tally): boolean {
  return passed > 0 && failed === 0 && skipped === 0
}

function count(summary: string, word: "pass" | "fail" | "skip" | "todo"): number {
  return Number(summary.match(new RegExp(`^ +(\\d+) ${word}$`, "m"))?.[1] ?? 0)
}
