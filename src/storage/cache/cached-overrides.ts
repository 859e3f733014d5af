import type { Override } from "../../core/model.ts"
import { compileOverrides, compilePatterns, type OverrideMatcher } from "../../core/override-matcher.ts"
import type { OverrideReads } from "../port/ratelimits.ts"
import type { Memory } from "./cache-memory.ts"
import { createRecordCache } from "./record-cache.ts"

/** A namespace with more overrides caches only its patterns, and each call reads its identifiers from the store. */
const rememberedOverrides = 2_000

interface Compiled {
  readonly matcher: OverrideMatcher<Override>
  /** Whether the matcher covers every exact override. */
  readonly isComplete: boolean
  readonly bytes: number
}

export interface CachedOverrides extends OverrideReads {
  /** Returns the cached matcher that covers every override of the namespace. */
  peek(namespaceId: string): OverrideMatcher<Override> | undefined
}

/** The overrides of a namespace, compiled once and cached until one of them changes. */
export function cachedOverrides(reads: OverrideReads, memory: Memory): CachedOverrides {
  const { dependencies, mayUseCache } = memory
  const compiled = createRecordCache<Compiled>(dependencies, { ...memory, bytesOf: ({ bytes }) => bytes })
  const load = (namespaceId: string) =>
    compiled.get(namespaceId, async () => ({ value: await compile(reads, namespaceId), dependsOn: [namespaceId] }))
  return {
    ...reads,
    peek(namespaceId) {
      const known = mayUseCache() ? compiled.peek(namespaceId) : undefined
      return known?.isComplete === true ? known.matcher : undefined
    },
    async matcherFor(namespaceId, identifiers) {
      const loaded = mayUseCache() ? await load(namespaceId) : undefined
      if (loaded === undefined) return reads.matcherFor(namespaceId, identifiers)
      const { matcher, isComplete } = loaded
      if (isComplete) return matcher
      const equal = new Map((await reads.listEqual(namespaceId, identifiers)).map((one) => [one.identifier, one]))
      return { find: (identifier) => equal.get(identifier) ?? matcher.find(identifier), searches: matcher.searches }
    },
  }
}

async function compile(reads: OverrideReads, namespaceId: string): Promise<Compiled> {
  const some = await reads.list(namespaceId, { limit: rememberedOverrides + 1, after: undefined })
  if (some.length <= rememberedOverrides) {
    return { matcher: compileOverrides(some), isComplete: true, bytes: bytesOf(some) }
  }
  const patterns = await reads.listPatterns(namespaceId)
  return { matcher: compilePatterns(patterns), isComplete: false, bytes: bytesOf(patterns) }
}

function bytesOf(overrides: readonly Override[]): number {
  return overrides.reduce((sum, { identifier }) => sum + 400 + 8 * identifier.length, 0)
}
