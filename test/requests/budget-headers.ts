import type { Reply } from "../harness/harness.ts"

export const rateLimited = "429 limits/workspace_rate_limited"

/** Limit, remaining requests, seconds until the reset, and seconds until a retry, as the headers show them. */
export function budgetOf({ headers }: Reply): readonly (string | null)[] {
  return ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset", "retry-after"].map((name) => headers.get(name))
}

export const noBudget = [null, null, null, null]
