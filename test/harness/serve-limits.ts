import type { EngineName } from "./harness.ts"
import { serveKeyward } from "./serve-keyward.ts"

/** The start of a minute. */
export const start = 1767225600000

/** A check of a namespace, with other settings than these if any are given. */
export function check(namespace: string, settings: object = {}) {
  return { namespace, identifier: "user_1", limit: 10, duration: 60_000, ...settings }
}

interface Namespace {
  readonly id: string
  readonly name: string
  readonly createdAt: number
}

/** A server for the operations on rate limits, with a clock that starts at `start`. */
export function serveLimits(engine: EngineName) {
  const clock = { now: start }
  const keyward = serveKeyward({ engine, clock })
  const take = (namespace: string, settings: object = {}) => keyward.ok("ratelimit.limit", check(namespace, settings))
  const namespaces = (search?: string): Promise<Namespace[]> => keyward.ok("ratelimit.listNamespaces", { search })
  return {
    clock,
    keyward,
    take,
    namespaces,
    remaining: async (namespace: string, settings: object = {}): Promise<number> =>
      (await take(namespace, { ...settings, cost: 0 })).remaining,
    async namespaceId(name: string): Promise<string> {
      const found = (await namespaces(name)).find((each) => each.name === name)
      if (found === undefined) throw new Error(`There is no namespace ${name}.`)
      return found.id
    },
    setOverride: (namespace: string, identifier: string, settings: object = {}): Promise<{ overrideId: string }> =>
      keyward.ok("ratelimit.setOverride", { namespace, identifier, limit: 5, duration: 60_000, ...settings }),
  }
}
