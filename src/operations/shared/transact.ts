import type { Actor } from "../../core/model.ts"
import type { Transaction } from "../../storage/port/store.ts"
import type { Caller, Context } from "../operation.ts"

export type Transacting = Pick<Context<unknown>, "store" | "workspace" | "caller" | "requestId" | "now">

/** Starts a transaction for a query or consumption that must record events. */
export function transact<T>(context: Transacting, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const { store, workspace, caller, requestId, now } = context
  return store.transaction({ workspaceId: workspace.id, actor: actorOf(caller), requestId, now }, work)
}

export function actorOf(caller: Caller): Actor {
  switch (caller.type) {
    case "operator":
      return { type: "operator", id: "operator" }
    case "root_key":
      return { type: "root_key", id: caller.rootKey.id }
    case "api_key":
      return { type: "api_key", id: caller.key.id }
  }
}
