import type { Reply, TestServer } from "../harness/harness.ts"
import { outcomeOf } from "../requests/outcome.ts"
import type { Model } from "./state.ts"
import type { Intent, Step } from "./step.ts"

/** The service, with a clock that the test moves, and a record of its responses. */
export interface Real {
  readonly server: TestServer
  readonly clock: { now: number }
  /** Number of times that each verdict, and each outcome of other calls, was returned. */
  readonly tally: Map<string, number>
  /** The calls of this sequence, for the message of a failure. */
  readonly trace: string[]
}

export async function send({ server, clock, tally, trace }: Real, step: Step): Promise<Reply> {
  const { operation, body, bearer } = step
  const reply = await server.call(operation, body, { key: bearer })
  const outcome = reply.body?.data?.code ?? outcomeOf(reply)
  tally.set(outcome, (tally.get(outcome) ?? 0) + 1)
  trace.push(`${new Date(clock.now).toISOString()} ${operation} ${JSON.stringify(body)} -> ${outcome}`)
  return reply
}

/** Makes the call, if the model has an object for it, and compares the response with the model. */
export async function perform(model: Model, real: Real, intent: Intent): Promise<void> {
  const step = intent.plan(model)
  step?.apply(model, await send(real, step))
}
