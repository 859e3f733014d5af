import type { Random } from "../random.ts"
import { type Ask, type Asked, dataIn, type Question } from "./ask.ts"
import type { ClockBounds, WindowTaking } from "./check-windows.ts"
import type { Workspace } from "./cluster.ts"

interface Setting {
  readonly workspace: Workspace
  readonly nodes: number
  readonly ask: Ask
}

const clockReadings = 5

/**
 * How far the clocks of all nodes are from the client's. A node corrects its clock only towards that of the database,
 * which is the client's here, so that the bounds also hold afterwards.
 */
export async function readClocks({ workspace, nodes, ask }: Setting): Promise<ClockBounds> {
  const { apiId, rootKey } = workspace
  const bounds = { leastMs: 0, mostMs: 0 }
  for (let node = 0; node < nodes; node++) {
    const own = { leastMs: Number.NEGATIVE_INFINITY, mostMs: Number.POSITIVE_INFINITY }
    for (let reading = 0; reading < clockReadings; reading++) {
      const sentAt = Date.now()
      const { keyId } = dataIn(await ask(node, { operation: "keys.createKey", body: { apiId }, key: rootKey }))
      const receivedAt = Date.now()
      const { createdAt } = dataIn(await ask(node, { operation: "keys.getKey", body: { keyId }, key: rootKey }))
      // One millisecond more, because both clocks round down.
      own.leastMs = Math.max(own.leastMs, createdAt - receivedAt - 1)
      own.mostMs = Math.min(own.mostMs, createdAt - sentAt + 1)
    }
    bounds.leastMs = Math.min(bounds.leastMs, own.leastMs)
    bounds.mostMs = Math.max(bounds.mostMs, own.mostMs)
  }
  return bounds
}

interface WindowPlan extends Setting {
  /** Of an identifier, or of a key that is verified. */
  readonly kind: "identifier" | "key"
  readonly limit: number
  readonly durationMs: number
  readonly clients: number
  readonly random: Random
}

/** Several clients that ask random nodes for more than a short window allows, until it is over. */
export async function takeFromWindow(
  plan: WindowPlan,
  isOver: (takings: readonly WindowTaking[]) => boolean,
): Promise<readonly WindowTaking[]> {
  const { nodes, ask, random, clients } = plan
  const takings: WindowTaking[] = []
  const questionOf = await questionsOf(plan)
  const client = async () => {
    while (!isOver(takings)) {
      const cost = 1 + random.below(3)
      const sentAt = Date.now()
      const asked = await ask(random.below(nodes), questionOf(cost))
      const verdict = verdictIn(asked)
      takings.push({ cost, sentAt, receivedAt: Date.now(), verdict })
      if (!verdict?.passed) await Bun.sleep(10)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return takings
}

async function questionsOf({
  kind,
  workspace,
  ask,
  limit,
  durationMs,
}: WindowPlan): Promise<(cost: number) => Question> {
  const { apiId, rootKey } = workspace
  if (kind === "identifier") {
    const body = { namespace: "windows", identifier: crypto.randomUUID(), limit, duration: durationMs }
    const questionOf = (cost: number) => ({ operation: "ratelimit.limit", body: { ...body, cost }, key: rootKey })
    // Creates the namespace.
    dataIn(await ask(0, questionOf(0)))
    return questionOf
  }
  const body = { apiId, ratelimits: [{ name: "requests", limit, duration: durationMs }] }
  const { key } = dataIn(await ask(0, { operation: "keys.createKey", body, key: rootKey }))
  return (cost) => ({
    operation: "keys.verifyKey",
    body: { key, ratelimits: [{ name: "requests", cost }] },
    key: rootKey,
  })
}

function verdictIn(asked: Asked): WindowTaking["verdict"] {
  if (asked.reply?.status !== 200) return undefined
  const { success, valid, ratelimits } = dataIn(asked)
  const { remaining, reset } = ratelimits?.[0] ?? dataIn(asked)
  return { passed: success ?? valid, remaining, reset }
}
