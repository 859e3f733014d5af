import { groupBy } from "./group-by.ts"
import type { Change, Observation } from "./history.ts"

/**
 * P1 and every acknowledged write: what is seen by somebody who began to look after a change was answered is that change
 * or a later one. Nothing is ever seen that was refused, or that nobody had begun yet.
 */
export function checkRegisters(changes: readonly Change[], observations: readonly Observation[]): string[] {
  const byRegister = groupBy(changes, ({ register }) => register)
  return observations.flatMap((seen) => {
    const possible = possibleValues(byRegister.get(seen.register) ?? [], seen)
    return possible.has(seen.value) ? [] : [describe(seen, possible)]
  })
}

function possibleValues(changes: readonly Change[], { startedAt, endedAt }: Observation): ReadonlySet<string> {
  const begun = changes.filter((change) => change.startedAt <= endedAt && change.fate !== "refused")
  const settled = begun.findLastIndex((change) => change.fate === "done" && change.endedAt < startedAt)
  return new Set(begun.slice(Math.max(settled, 0)).map(({ value }) => value))
}

function describe({ register, value, node, startedAt }: Observation, possible: ReadonlySet<string>): string {
  const expected = [...possible].join(" or ") || "nothing"
  return `Node ${node} showed ${register} as ${value} to whoever asked at ${startedAt.toFixed(1)}, when it was ${expected}`
}
