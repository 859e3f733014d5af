import { outcomeOf } from "../outcome.ts"
import type { Random } from "../random.ts"
import { type Ask, type Asked, dataIn, fateOf, type Question } from "./ask.ts"
import { checkRegisters } from "./check-registers.ts"
import type { Change, Observation } from "./history.ts"
import type { Prepared, Revocation, Stage } from "./revocation.ts"

interface Place {
  readonly ask: Ask
  readonly nodes: number
  readonly random: Random
  readonly stage: Stage
  /** No more is expected once this is true. */
  isOver(): boolean
}

/** What came of a revocation while every node was asked without a pause. */
export interface Revoked {
  readonly fate: Change["fate"]
  readonly looks: number
  readonly violations: readonly string[]
}

/** Clients that ask each node again and again. */
const clientsPerNode = 2
/** How often each node is asked at least, before and after. */
const leastLooks = 3
/** Enough for hundreds of looks in a second, and something left for whoever answers them. */
const pauseMs = 5

/** Asks all nodes all the time, takes something away at one of them, and goes on asking. */
export async function revoke(
  { ask, nodes: count, random, stage, isOver }: Place,
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
    fate: "done",
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
  const hammer = async (node: number, look: Question) => {
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
  const asked = await ask(random.below(count), prepared.revoke)
  if (isDefect(asked)) unexpected.push(`Node ${asked.node} answered ${operation}: ${asked.reply?.text}`)
  const outcome = asked.reply && outcomeOf(asked.reply)
  const fate = outcome === prepared.answer ? "done" : fateOf(asked)
  await untilSeen(asked.endedAt)
  watch.isOn = false
  await Promise.all(hammering)
  const { node, startedAt: sentAt, endedAt } = asked
  const change: Change = { ...first, value: prepared.after, fate, node, startedAt: sentAt, endedAt }
  return {
    fate,
    looks: observations.length,
    violations: [...unexpected, ...checkRegisters([first, change], observations)],
  }
}

/** Nothing where the node could not answer, or had been asked too often. */
function valueIn({ reply }: Asked, { show }: Prepared): string | undefined {
  return reply === undefined || [503, 429].includes(reply.status) ? undefined : show(reply)
}

/** Whatever is wrong, nobody may be told of a defect. */
function isDefect({ reply }: Asked): boolean {
  return reply !== undefined && reply.status >= 500 && reply.status !== 503
}

/** Calls of a stage at one node; throws where it is not done. */
export function callsOn(ask: Ask, node: number, rootKey: string): Stage["call"] {
  return async (operation, body, key = rootKey) => dataIn(await ask(node, { operation, body, key }))
}
