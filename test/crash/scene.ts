import { type Call, callsTo, dataOf, withRetries } from "./call.ts"
import { killNode, type Node, operatorKey, startNode } from "./node.ts"

export interface Key {
  readonly keyId: string
  readonly key: string
}

/** A server with a key that costs nothing to verify and one with credits. */
export interface Scene {
  readonly storage: string
  readonly node: Node
  readonly call: Call
  readonly rootKey: string
  readonly apiId: string
  readonly plain: Key
  readonly rich: Key
  /** Stored credits of the rich key. */
  balance(): Promise<number>
  /** Spends one of them; returns the code of the verdict, or the status if there is none. */
  spend(): Promise<string>
  restart(): Promise<void>
}

export const initialCredits = 10_000

export async function setScene(storage: string): Promise<Scene> {
  let node = await startNode(storage)
  const { rootKey } = await dataOf(callsTo(node.url, operatorKey)("workspaces.createWorkspace", { name: "Scene" }))
  let call = callsTo(node.url, rootKey)
  const { apiId } = await dataOf(call("apis.createApi", { name: "Scene" }))
  const plain: Key = await dataOf(call("keys.createKey", { apiId }))
  const rich: Key = await dataOf(call("keys.createKey", { apiId, credits: { remaining: initialCredits } }))
  return {
    storage,
    get node() {
      return node
    },
    get call() {
      return call
    },
    rootKey,
    apiId,
    plain,
    rich,
    // A server that a test has just overloaded may refuse it.
    balance: async () => (await dataOf(withRetries(call)("keys.getKey", { keyId: rich.keyId }))).credits.remaining,
    async spend() {
      const reply = await call("keys.verifyKey", { key: rich.key })
      return reply?.body.data?.code ?? String(reply?.status)
    },
    async restart() {
      await killNode(node)
      node = await startNode(storage)
      call = callsTo(node.url, rootKey)
    },
  }
}
