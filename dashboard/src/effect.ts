import type { Result } from "@keyward/client"
import { formatWhole } from "./ui/format.ts"

/** The response to a change, and a sentence about when it took effect. */
export interface Effective<Data> {
  readonly data: Data
  readonly effect: string
}

/** Adds the sentence. A change returns after it has reached every node, so the time of its call is the time until then. */
export async function timed<Data>(call: () => Promise<Result<Data>>): Promise<Result<Effective<Data>>> {
  const start = performance.now()
  const result = await call()
  if (result.error) return result
  const effect = `In effect${nodesIn(result.headers)} after ${formatWhole(Math.ceil(performance.now() - start))} ms.`
  return { ...result, data: { data: result.data, effect } }
}

/** The server names the nodes that have acknowledged. If one did not, it lost its lease and reads from the database. */
function nodesIn(headers: Headers): string {
  const nodes = Number(/;nodes=(\d+)/.exec(headers.get("server-timing") ?? "")?.[1])
  if (nodes === 1) return ""
  return nodes > 1 ? ` on ${formatWhole(nodes)} nodes` : " on every node"
}
