import { describe, expect, test } from "bun:test"
import { createRandom } from "../../harness/random.ts"
import { allRules, type ModelRules } from "./rules.ts"
import { type StaleDecision, walk } from "./walk.ts"

/** `npm run test:long` walks 20,000 times. */
const walks = Number(process.env.KEYWARD_TEST_VERIFIER_WALKS ?? 1_500)
/** The rarest missing rule is found after some 2,000. */
const mostWalks = Math.max(walks, 20_000)

/** Walks until one decides from an old state. */
function firstStale(
  rules: ModelRules,
  most: number,
): { readonly seed: number; readonly stale: StaleDecision } | undefined {
  for (let seed = 1; seed <= most; seed += 1) {
    const { below } = createRandom(seed)
    const stale = walk(rules, () => below(1_000_000) / 1_000_000)
    if (stale !== undefined) return { seed, stale }
  }
  return undefined
}

test("no random walk decides from a state before a change that was answered", () => {
  expect(firstStale(allRules, walks)).toBeUndefined()
})

describe.each(Object.keys(allRules) as (keyof ModelRules)[])("without the rule %s", (rule) => {
  test("a random walk does", () => {
    expect(firstStale({ ...allRules, [rule]: false }, mostWalks)).toBeDefined()
  })
})
