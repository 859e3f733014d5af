import type { Reply } from "../harness.ts"
import { outcomeOf } from "../outcome.ts"
import { authenticate, type Refusal } from "./access.ts"
import { agree } from "./agree.ts"
import type { Seen } from "./learn.ts"
import { at, type Model } from "./state.ts"

export interface Call {
  readonly operation: string
  readonly body: unknown
  readonly bearer: string
}

/** One call to the service, and what the model makes of its answer. */
export interface Step extends Call {
  /**
   * Moves the model on by this call; throws Divergence if that is not what the service answered. It may be given a copy
   * of the model that the call was planned on, so it finds its objects there by their places.
   */
  settle(model: Model, reply: Reply): void
  /** Of a verification: what it counts on, as far as the model can tell beforehand. */
  readonly stake?: Stake
}

export interface Stake {
  /** The identity of the key, or else the key, and its balance: what shares tokens or credits with it has one of these. */
  readonly owners: readonly string[]
  readonly hasCredits: boolean
  readonly hasLimits: boolean
  /** Whether the first verification that finds the key will change it. */
  readonly isToBeAdopted: boolean
}

/** Something to try. It is planned on the model of the moment, which may have nothing to try it on. */
export interface Intent {
  plan(model: Model): Step | undefined
  /** Where it may give credits to a key that has none, or change the state of the workspace. */
  readonly concerns?: "credits" | "workspace" | undefined
}

/** What a call must answer: `data`, or a refusal. */
export type Expected = { readonly data: unknown } | Refusal

/** Changes the model by a call whose bearer is known, and says what it must answer; `seen` is asked for ids only. */
export type Effect = (model: Model, seen: Seen) => Expected

export function calling(call: Call, effect: Effect): Step {
  return { ...call, settle: (model, reply) => compare(model, { call, effect, reply }) }
}

/** A call by the root key that holds everything. */
export function managing(model: Model, operation: string, body: unknown, effect: Effect): Step {
  return calling({ operation, body, bearer: at(model.rootKeys, 0).secret }, effect)
}

/** A call by an operator, whom no state of the workspace concerns. */
export function operating(model: Model, operation: string, body: unknown, effect: Effect): Step {
  return calling({ operation, body, bearer: model.operatorKey }, effect)
}

interface Comparison {
  readonly call: Call
  readonly effect: Effect
  readonly reply: Reply
}

function compare(model: Model, { call, effect, reply }: Comparison): void {
  const what = `${call.operation} ${JSON.stringify(call.body)}`
  const caller = authenticate(model, call.bearer)
  const expected = typeof caller === "string" ? caller : effect(model, reply.body?.data)
  agree(what, outcomeOf(reply), typeof expected === "string" ? expected : "200")
  if (typeof expected !== "string") agree(what, reply.body.data, expected.data)
}
