import type { Reply, TestServer } from "../harness/harness.ts"
import { until } from "../harness/until.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { verifiedThisMonth } from "./quota.ts"
import { at, type Model } from "./state.ts"
import type { Intent, Step } from "./step.ts"

/** The service, with a clock that the test moves, and a record of its responses. */
export interface Real {
  readonly server: TestServer
  /** The nodes that get the calls of a sequence in turn. */
  readonly nodes: readonly Pick<TestServer, "call">[]
  /** Calls of this sequence so far. */
  calls: number
  readonly clock: { now: number }
  /** Number of times that each verdict, and each outcome of other calls, was returned. */
  readonly tally: Map<string, number>
  /** The calls of this sequence, for the message of a failure. */
  readonly trace: string[]
}

/** Which node gets the next call. */
export function nextNode(real: Real): number {
  return real.calls++ % real.nodes.length
}

export async function send(real: Real, step: Step, node = nextNode(real)): Promise<Reply> {
  const { nodes, clock, tally, trace } = real
  const { operation, body, bearer } = step
  const reply = await at(nodes, node).call(operation, body, { key: bearer })
  const outcome = reply.body?.data?.code ?? outcomeOf(reply)
  tally.set(outcome, (tally.get(outcome) ?? 0) + 1)
  trace.push(`${new Date(clock.now).toISOString()} ${node} ${operation} ${JSON.stringify(body)} -> ${outcome}`)
  return reply
}

/** Makes the call, if the model has an object for it, and compares the response with the model. */
export async function perform(model: Model, real: Real, intent: Intent): Promise<void> {
  const step = intent.plan(model)
  if (step === undefined) return
  step.apply(model, await send(real, step))
  if (step.operation === "workspaces.updateWorkspace") await waitForCount(model, real)
}

/** docs/contract.md#108-limits-and-quotas: a new limit counts earlier verifications of other nodes a little later. */
async function waitForCount(model: Model, { server }: Real): Promise<void> {
  const { id, state } = model.workspace
  if (state === "deleted") return
  const counted = async () =>
    (await server.ok("workspace.getLimits", { workspaceId: id }, server.operator)).apiBillableOperationsCountMaxPerMonth
      .current
  await until(
    async () => (await counted()) === verifiedThisMonth(model),
    async () => `${await counted()} verifications are counted, not ${verifiedThisMonth(model)}.`,
    60_000,
  )
}
