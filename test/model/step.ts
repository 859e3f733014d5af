import type { Reply } from "../harness/harness.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { authenticate, type Refusal } from "./access.ts"
import { agree } from "./agree.ts"
import type { Seen } from "./learn.ts"
import { settle } from "./reservations.ts"
import { at, type Model } from "./state.ts"

export interface Call {
  readonly operation: string
  readonly body: unknown
  readonly bearer: string
}

/** One call to the service, and its effect on the model. */
export interface Step extends Call {
  /**
   * Applies the call to the model; throws Divergence if the response differs. The model may be a copy of the one for which the
   * call was planned, so the call refers to objects by their positions.
   */
  apply(model: Model, reply: Reply): void
  /** For a verification: the tokens and credits that it may take, as far as the model can predict. */
  readonly stake?: Stake
}

export interface Stake {
  /** The balance, and the identity of the key, or else the key. Verifications that share tokens or credits share one of these. */
  readonly owners: readonly string[]
  readonly hasCredits: boolean
  readonly hasLimits: boolean
  /** Whether the next verification adopts the key. */
  readonly isToBeAdopted: boolean
}

/** A call to plan. The plan is undefined if the model has no object for it. */
export interface Intent {
  plan(model: Model): Step | undefined
  /** Set if the call may give credits to a key without credits, or change an identity or a plan. */
  readonly concerns?: "credits" | "identity" | "plan" | undefined
}

/** The expected response of a call: `data`, or a refusal. */
export type Expected = { readonly data: unknown } | Refusal

/** Applies a call with a known bearer to the model, and returns the expected response; takes only ids from `seen`. */
export type Effect = (model: Model, seen: Seen) => Expected

export function calling(call: Call, effect: Effect): Step {
  return { ...call, apply: (model, reply) => compare(model, { call, effect, reply }) }
}

/** A call by the root key with all permissions. */
export function managing(model: Model, operation: string, body: unknown, effect: Effect): Step {
  return calling({ operation, body, bearer: at(model.rootKeys, 0).secret }, effect)
}

/** A call by an operator, which works in any state of the workspace. */
export function operating(model: Model, operation: string, body: unknown, effect: Effect): Step {
  return calling({ operation, body, bearer: model.operatorKey }, effect)
}

interface Comparison {
  readonly call: Call
  readonly effect: Effect
  readonly reply: Reply
}

function compare(model: Model, { call, effect, reply }: Comparison): void {
  settle(model)
  const what = `${call.operation} ${JSON.stringify(call.body)}`
  const caller = authenticate(model, call.bearer)
  const expected = typeof caller === "string" ? caller : effect(model, reply.body?.data)
  agree(what, outcomeOf(reply), typeof expected === "string" ? expected : "200")
  if (typeof expected !== "string") agree(what, reply.body.data, expected.data)
}
