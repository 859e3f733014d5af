import { groupBy } from "./group-by.ts"
import type { Change, Observation } from "./history.ts"

/**
 * P1 and every acknowledged write: a read that starts after a change was acknowledged shows this change or a later one. No
 * read shows a refused change, or a change that has not started yet.
 */
export function checkRegisters(changes: readonly Change[], observations: readonly Observation[]): string[] {
  const byRegister = groupBy(changes, ({ register }) => register)
  return observations.flatMap((seen) => {
    const possible = possibleValues(byRegister.get(seen.register) ?? [], seen)
    return possible.has(seen.value) ? [] : [describe(seen, possible)]
  })
}

function possibleValues(changes: readonly Change[], { startedAt, endedAt }: Observation): ReadonlySet<string> {
  const begun = changes.filter((change) => change.startedAt <= endedAt && change.result !== "refused")
  const settled = begun.findLastIndex((change) => change.result === "done" && change.endedAt < startedAt)
  return new Set(begun.slice(Math.max(settled, 0)).map(({ value }) => value))
}

function describe({ register, value, node, startedAt }: Observation, possible: ReadonlySet<string>): string {
  const expected = [...possible].join(" or ") || "nothing"
  return `Node ${node} showed ${register} as ${value} to a read that started at ${startedAt.toFixed(1)}, when it was ${expected}`
}
