import { describe, expect, test } from "bun:test"
import type { Ratelimit } from "./model.ts"
import { replaceRatelimits } from "./replace-ratelimits.ts"

const reads: Ratelimit = { id: "rl_1", name: "reads", limit: 10, duration: 1000, autoApply: false }
const writes: Ratelimit = { id: "rl_2", name: "writes", limit: 5, duration: 2000, autoApply: true }
const { id: _reads, ...wantedReads } = reads
const { id: _writes, ...wantedWrites } = writes

function mint(...ids: string[]): () => string {
  return () => ids.shift() ?? "more ids than expected"
}

describe("replacing a set of rate limits", () => {
  test("gives an entry with a new name an id of its own", () => {
    expect(replaceRatelimits([], [wantedReads], mint("rl_9"))).toEqual([{ ...reads, id: "rl_9" }])
  })

  test("keeps the id of a known name and takes everything else from the request", () => {
    const wanted = { name: "reads", limit: 11, duration: 3000, autoApply: true }
    expect(replaceRatelimits([reads], [wanted], mint())).toEqual([{ id: "rl_1", ...wanted }])
  })

  test("removes what is not named", () => {
    expect(replaceRatelimits([reads, writes], [wantedWrites], mint())).toEqual([writes])
    expect(replaceRatelimits([reads, writes], [], mint())).toEqual([])
  })

  test("gives back the very set it was given if nothing changes, in whatever order it is named", () => {
    const existing = [reads, writes]
    expect(replaceRatelimits(existing, [wantedWrites, wantedReads], mint())).toBe(existing)
    const none: readonly Ratelimit[] = []
    expect(replaceRatelimits(none, [], mint())).toBe(none)
  })

  test("compares names by case and orders them by bytes", () => {
    const names = ["\u{1f600}abc", "\uffedabc", "reads", "Reads"]
    const wanted = names.map((name) => ({ ...wantedReads, name }))
    const replaced = replaceRatelimits([reads], wanted, mint("rl_a", "rl_b", "rl_c"))
    expect(replaced.map(({ name }) => name)).toEqual(["Reads", "reads", "\uffedabc", "\u{1f600}abc"])
    expect(replaced.find(({ name }) => name === "reads")?.id).toBe("rl_1")
  })
})
