import type { Override } from "../../../core/model.ts"
import type { OverrideMatcher } from "../../../core/override-matcher.ts"
import { pause } from "../../../core/pauses.ts"
import type { Reads } from "../../../storage/port/store.ts"
import type { NamespacedRequest, ResolvedNamespace } from "./resolve-namespaces.ts"

/** A request with the limit that applies: that of the matching override, or its own. */
export interface OverriddenRequest extends NamespacedRequest {
  readonly limit: number
  readonly duration: number
  readonly override: Override | undefined
}

type Matcher = OverrideMatcher<Override>

/** Text searches between two pauses. They take a few milliseconds at most. */
const searchesAtOnce = 20_000

/** Returns one result per request, in order. It pauses during long work, so that other requests are not delayed. */
export async function applyOverrides(
  reads: Reads,
  requests: readonly NamespacedRequest[],
): Promise<readonly OverriddenRequest[]> {
  const namespaces = [...new Set(requests.map(({ resolved }) => resolved))]
  const found = await Promise.all(namespaces.map((resolved) => matcherOf(reads, resolved, requests)))
  const matchers = new Map(namespaces.map((resolved, index) => [resolved, found[index]]))
  const overridden: OverriddenRequest[] = []
  let searches = 0
  for (const request of requests) {
    const matcher = matchers.get(request.resolved) ?? noOverrides
    searches += matcher.searches
    if (searches > searchesAtOnce) {
      await pause()
      searches = matcher.searches
    }
    overridden.push(applyOverride(request, matcher))
  }
  return overridden
}

async function matcherOf(
  reads: Reads,
  resolved: ResolvedNamespace,
  requests: readonly NamespacedRequest[],
): Promise<Matcher> {
  if (resolved.state !== "live") return noOverrides
  const identifiers = requests.filter((each) => each.resolved === resolved).map(({ request }) => request.identifier)
  return reads.overrides.matcherFor(resolved.namespace.id, identifiers)
}

export function applyOverride({ request, resolved }: NamespacedRequest, matcher: Matcher): OverriddenRequest {
  const override = matcher.find(request.identifier)
  const { limit, duration } = override ?? request
  return { request, resolved, limit, duration, override }
}

const noOverrides: Matcher = { find: () => undefined, searches: 0 }
