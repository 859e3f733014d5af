import type { Failure } from "./failures.ts"
import { sumTallies, type Tally } from "./tally.ts"

/** What a pass, a static check or the whole run found. */
export interface Result {
  readonly tally: Tally
  readonly failures: readonly Failure[]
}

export function sumResults(results: readonly Result[]): Result {
  return {
    tally: sumTallies(results.map(({ tally }) => tally)),
    failures: results.flatMap(({ failures }) => failures),
  }
}
