import type { Random } from "../harness/random.ts"
import { type ApiRequest, type Ask, type Attempt, dataIn } from "./ask.ts"
import type { ClockBounds, WindowRequest } from "./check-windows.ts"
import type { Workspace } from "./cluster.ts"

interface Setting {
  readonly workspace: Workspace
  readonly nodes: number
  readonly ask: Ask
}

const clockReadings = 5

/**
 * Bounds for the differences between the clocks of the nodes and of the client. A node corrects its clock only towards that of
 * the database, which is the clock of the client here. So the bounds also hold afterwards.
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
  /** The limit of an identifier, or of a verified key. */
  readonly kind: "identifier" | "key"
  readonly limit: number
  readonly durationMs: number
  readonly clients: number
  readonly random: Random
}

/** Several clients that send random nodes more requests than a short window allows, until `isOver`. */
export async function takeFromWindow(
  plan: WindowPlan,
  isOver: (limitedRequests: readonly WindowRequest[]) => boolean,
): Promise<readonly WindowRequest[]> {
  const { nodes, ask, random, clients } = plan
  const limitedRequests: WindowRequest[] = []
  const requestOf = await requestsOf(plan)
  const client = async () => {
    while (!isOver(limitedRequests)) {
      const cost = 1 + random.below(3)
      const sentAt = Date.now()
      const attempt = await ask(random.below(nodes), requestOf(cost))
      const verdict = verdictIn(attempt)
      limitedRequests.push({ cost, sentAt, receivedAt: Date.now(), verdict })
      if (!verdict?.passed) await Bun.sleep(10)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return limitedRequests
}

async function requestsOf({
  kind,
  workspace,
  ask,
  limit,
  durationMs,
}: WindowPlan): Promise<(cost: number) => ApiRequest> {
  const { apiId, rootKey } = workspace
  if (kind === "identifier") {
    const body = { namespace: "windows", identifier: crypto.randomUUID(), limit, duration: durationMs }
    const requestOf = (cost: number) => ({ operation: "ratelimit.limit", body: { ...body, cost }, key: rootKey })
    // Creates the namespace.
    dataIn(await ask(0, requestOf(0)))
    return requestOf
  }
  const body = { apiId, ratelimits: [{ name: "requests", limit, duration: durationMs }] }
  const { key } = dataIn(await ask(0, { operation: "keys.createKey", body, key: rootKey }))
  return (cost) => ({
    operation: "keys.verifyKey",
    body: { key, ratelimits: [{ name: "requests", cost }] },
    key: rootKey,
  })
}

function verdictIn(attempt: Attempt): WindowRequest["verdict"] {
  if (attempt.reply?.status !== 200) return undefined
  const { success, valid, ratelimits } = dataIn(attempt)
  const { remaining, reset } = ratelimits?.[0] ?? dataIn(attempt)
  return { passed: success ?? valid, remaining, reset }
}
