import type { Random } from "../harness/random.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { type ApiRequest, type Ask, type Attempt, dataIn, resultOf } from "./ask.ts"
import { checkRegisters } from "./check-registers.ts"
import type { Change, Observation } from "./history.ts"
import type { Prepared, Revocation, Stage } from "./revocation.ts"

interface RevokeOptions {
  readonly ask: Ask
  readonly nodes: number
  readonly random: Random
  readonly stage: Stage
  /** Ends the run early. */
  isOver(): boolean
}

/** The result of a revocation during which clients ask every node without a pause. */
export interface Revoked {
  readonly result: Change["result"]
  readonly looks: number
  readonly violations: readonly string[]
}

/** Number of clients that ask one node repeatedly. */
const clientsPerNode = 2
/** Minimum number of looks at each node, before and after. */
const leastLooks = 3
/** Allows hundreds of looks per second, and leaves processor time for the nodes. */
const pauseMs = 5

/** Asks all nodes repeatedly, before and after one of them revokes. */
export async function revoke(
  { ask, nodes: count, random, stage, isOver }: RevokeOptions,
  revocation: Revocation,
): Promise<Revoked> {
  const startedAt = performance.now()
  const prepared = await revocation.prepare(stage)
  const register = `${revocation.what} (${revocation.by}, ${stage.serial})`
  const operation = revocation.by
  const first: Change = {
    register,
    value: prepared.before,
    operation,
    result: "done",
    requestId: undefined,
    node: 0,
    startedAt,
    endedAt: performance.now(),
  }
  const observations: Observation[] = []
  const unexpected: string[] = []
  const watch = { isOn: true }
  const nodes = Array.from({ length: count }, (_, node) => node)
  const looksAt = (node: number, since: number) =>
    observations.filter((seen) => seen.node === node && seen.startedAt > since).length
  const untilSeen = async (since: number) => {
    while (!isOver() && nodes.some((node) => looksAt(node, since) < leastLooks)) await Bun.sleep(2)
  }
  const hammer = async (node: number, look: ApiRequest) => {
    while (watch.isOn) {
      const seen = await ask(node, look)
      const value = valueIn(seen, prepared)
      if (value !== undefined)
        observations.push({ register, value, node, startedAt: seen.startedAt, endedAt: seen.endedAt })
      if (isDefect(seen)) unexpected.push(`Node ${node} answered ${look.operation}: ${seen.reply?.text}`)
      await Bun.sleep(prepared.pauseMs ?? pauseMs)
    }
  }
  const hammering = nodes.flatMap((node) => Array.from({ length: clientsPerNode }, () => hammer(node, prepared.look)))
  await untilSeen(first.endedAt)
  const attempt = await ask(random.below(count), prepared.revoke)
  if (isDefect(attempt)) unexpected.push(`Node ${attempt.node} answered ${operation}: ${attempt.reply?.text}`)
  const outcome = attempt.reply && outcomeOf(attempt.reply)
  const result = outcome === prepared.outcome ? "done" : refusalOf(attempt, prepared)
  await untilSeen(attempt.endedAt)
  watch.isOn = false
  await Promise.all(hammering)
  const { node, startedAt: sentAt, endedAt } = attempt
  const change: Change = { ...first, value: prepared.after, result, node, startedAt: sentAt, endedAt }
  return {
    result,
    looks: observations.length,
    violations: [...unexpected, ...checkRegisters([first, change], observations)],
  }
}

function refusalOf(attempt: Attempt, { maySurviveRefusal = false }: Prepared): Change["result"] {
  return maySurviveRefusal && attempt.wasSent ? "open" : resultOf(attempt)
}

/** Undefined if the node was unavailable, or a limit refused the request. */
function valueIn({ reply }: Attempt, { show }: Prepared): string | undefined {
  return reply === undefined || [503, 429].includes(reply.status) ? undefined : show(reply)
}

/** No fault may cause such a status. */
function isDefect({ reply }: Attempt): boolean {
  return reply !== undefined && reply.status >= 500 && reply.status !== 503
}

/** Calls of a stage to one node; a failed call throws. */
export function callsOn(ask: Ask, node: number, rootKey: string): Stage["call"] {
  return async (operation, body, key = rootKey) => dataIn(await ask(node, { operation, body, key }))
}
