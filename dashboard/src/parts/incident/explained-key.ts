import type { Explanation, Key } from "@keyward/client"
import type { Code } from "../../../../src/contract/verdicts.ts"
import type { WinningLimit } from "../keys/winning-limits.ts"
import type { Subject } from "./subject.ts"
import type { RefusedKey } from "./use-refused-keys.ts"

/** A key that was refused for a reason, with what the same call would give now. */
export interface ExplainedKey {
  readonly of: Subject
  readonly code: Code
  readonly apiKey: Key
  readonly explanation: Explanation
  readonly limits: readonly WinningLimit[]
  readonly refused: RefusedKey
  /** What concerns the customer is changed once, at the first key. */
  readonly isFirst: boolean
}
