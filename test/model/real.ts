import type { Reply, TestServer } from "../harness.ts"
import { outcomeOf } from "../outcome.ts"
import type { Model } from "./state.ts"
import type { Intent, Step } from "./step.ts"

/** The service, with a clock that the test moves, and notes of what it answered. */
export interface Real {
  readonly server: TestServer
  readonly clock: { now: number }
  /** How often each verdict, and each outcome of any other call, was given. */
  readonly tally: Map<string, number>
  /** What was done in this sequence, for whoever has to find out why it failed. */
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

/** Does it, if there is anything to do it on, and holds the answer against the model. */
export async function perform(model: Model, real: Real, intent: Intent): Promise<void> {
  const step = intent.plan(model)
  step?.settle(model, await send(real, step))
}
