import { kinds } from "../../transfer/kinds/index.ts"

/** One and many of each kind of line, in the order of the output. */
const nouns = [...kinds.map(({ name, nouns }) => [name, ...nouns] as const), ["event", "event", "events"] as const]

/** `1 API, 2,000 keys`; `nothing` where there is none of any kind. */
export function kindCounts(counts: ReadonlyMap<string, number>): string {
  const parts = nouns.flatMap(([kind, one, many]) => {
    const count = counts.get(kind) ?? 0
    return count === 0 ? [] : [`${count.toLocaleString("en")} ${count === 1 ? one : many}`]
  })
  return parts.length === 0 ? "nothing" : parts.join(", ")
}
