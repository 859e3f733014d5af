import { type Awaitable, allKnown, whenKnown } from "../../core/awaitable.ts"
import type { Override } from "../../core/model.ts"
import type { OverrideMatcher } from "../../core/override-matcher.ts"
import { pause } from "../../core/pauses.ts"
import type { Reads } from "../../storage/port/store.ts"
import type { Aimed, Target } from "./resolve-namespaces.ts"

/** A check with the limit that counts for it: the request's own, or that of an override. */
export interface Overridden extends Aimed {
  readonly limit: number
  readonly duration: number
  readonly override: Override | undefined
}

type Matcher = OverrideMatcher<Override>

/** Text searches between two pauses: a few milliseconds at worst, since an identifier has at most 512 characters. */
const searchesAtOnce = 20_000

/** One for each of them, in their order; at once where that is little work, else with pauses in which others are served. */
export function applyOverrides(reads: Reads, aimed: readonly Aimed[]): Awaitable<readonly Overridden[]> {
  const matchers = new Map<Target, Awaitable<Matcher>>()
  for (const target of new Set(aimed.map((each) => each.target))) matchers.set(target, matcherOf(reads, target, aimed))
  return whenKnown(allKnown(aimed.map(({ target }) => matchers.get(target) ?? noOverrides)), (found) => {
    const searches = found.reduce((sum, matcher) => sum + matcher.searches, 0)
    if (searches > searchesAtOnce) return overrideInTurns(aimed, found)
    return aimed.map((each, index) => override(each, found[index]))
  })
}

function matcherOf(reads: Reads, target: Target, aimed: readonly Aimed[]): Awaitable<Matcher> {
  if (target.state !== "live") return noOverrides
  const identifiers = aimed.filter((each) => each.target === target).map(({ request }) => request.identifier)
  return reads.overrides.matcherFor(target.namespace.id, identifiers)
}

async function overrideInTurns(aimed: readonly Aimed[], matchers: readonly Matcher[]): Promise<readonly Overridden[]> {
  const overridden: Overridden[] = []
  let searches = 0
  for (const [index, each] of aimed.entries()) {
    const matcher = matchers[index]
    searches += matcher?.searches ?? 0
    if (searches > searchesAtOnce) {
      await pause()
      searches = matcher?.searches ?? 0
    }
    overridden.push(override(each, matcher))
  }
  return overridden
}

export function override({ request, target }: Aimed, matcher: Matcher | undefined): Overridden {
  const chosen = matcher?.find(request.identifier)
  const { limit, duration } = chosen ?? request
  return { request, target, limit, duration, override: chosen }
}

const noOverrides: Matcher = { find: () => undefined, searches: 0 }
