import { commit } from "../operations/credits.commit.ts"
import { verifyKey } from "../operations/keys.verifyKey.ts"
import type { Operation } from "../operations/operation.ts"
import { limit } from "../operations/ratelimit.limit.ts"
import { multiLimit } from "../operations/ratelimit.multiLimit.ts"

/** The operations whose requests fronts read themselves. They pass on all others as they came. */
export const frontOperations: readonly Operation[] = [verifyKey, limit, multiLimit, commit]
