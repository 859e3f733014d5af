import type { Reply } from "../harness/harness.ts"
import { Divergence } from "./agree.ts"
import type { Model } from "./state.ts"
import type { Step } from "./step.ts"

/** A call, when it started and when it ended. */
export interface Happening {
  readonly step: Step
  readonly reply: Reply
  readonly began: number
  readonly ended: number
}

/**
 * Concurrent calls must look as if they had run one after the other, each at some moment between its start and its end.
 * Returns the model after such an order; throws if there is none.
 */
export function linearize(model: Model, happenings: readonly Happening[]): Model {
  const search: Search = { deepest: 0, reason: undefined }
  const byEnd = [...happenings].sort((one, other) => one.ended - other.ended)
  const after = extend(model, byEnd, { depth: 0, search })
  if (after !== undefined) return after
  const calls = byEnd.map(({ step, reply, began, ended }) => {
    return `  ${began}-${ended} ${step.operation} ${JSON.stringify(step.body)} -> ${reply.status} ${reply.text}`
  })
  throw new Error(`No order explains these answers:\n${calls.join("\n")}\n${search.reason}`)
}

interface Search {
  deepest: number
  reason: Divergence | undefined
}

/** Tries each call that may be next, which means that no other call ended before it started. */
function extend(
  model: Model,
  left: readonly Happening[],
  { depth, search }: { depth: number; search: Search },
): Model | undefined {
  if (left.length === 0) return model
  const firstEnd = Math.min(...left.map(({ ended }) => ended))
  for (const next of left.filter(({ began }) => began < firstEnd)) {
    const copy = structuredClone(model)
    try {
      next.step.apply(copy, next.reply)
    } catch (error) {
      if (!(error instanceof Divergence)) throw error
      if (depth >= search.deepest) Object.assign(search, { deepest: depth, reason: error })
      continue
    }
    const rest = left.filter((one) => one !== next)
    const after = extend(copy, rest, { depth: depth + 1, search })
    if (after !== undefined) return after
  }
  return undefined
}
