import { kinds } from "../../transfer/kinds/index.ts"

/** The singular and plural of each kind of line, in the order of the output. */
const nouns = [...kinds.map(({ name, nouns }) => [name, ...nouns] as const), ["event", "event", "events"] as const]

/** For example `1 API, 2,000 keys`, or `nothing`. */
export function kindCounts(counts: ReadonlyMap<string, number>): string {
  const parts = nouns.flatMap(([kind, one, many]) => {
    const count = counts.get(kind) ?? 0
    return count === 0 ? [] : [`${count.toLocaleString("en")} ${count === 1 ? one : many}`]
  })
  return parts.length === 0 ? "nothing" : parts.join(", ")
}
