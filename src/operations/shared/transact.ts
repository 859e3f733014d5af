import type { Actor } from "../../core/model.ts"
import type { User } from "../../core/people.ts"
import { isOpenedByPerson, type PortalCaller } from "../../core/portal.ts"
import type { Transaction } from "../../storage/port/store.ts"
import type { Caller, Context } from "../context.ts"

export type Transacting = Pick<Context<unknown>, "store" | "workspace" | "caller" | "requestId" | "now">

/** Starts a transaction for a query or consumption that must record events. */
export function transact<T>(context: Transacting, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const { store, workspace, caller, requestId, now } = context
  return store.transaction({ workspaceId: workspace.id, actor: actorOf(caller), requestId, now }, work)
}

/** A person acts under their own name. A key that was used to sign in acts through its session. */
export function actorOf(caller: Caller): Actor {
  if (caller.type === "api_key") return { type: "api_key", id: caller.key.id }
  if (caller.type === "portal") return portalActor(caller)
  const { signedIn } = caller
  if (signedIn?.user !== undefined) return userActor(signedIn.user, signedIn.session.id)
  const through = signedIn && { sessionId: signedIn.session.id }
  switch (caller.type) {
    case "operator":
      return { type: "operator", id: "operator", ...through }
    case "root_key":
      return { type: "root_key", id: caller.rootKey.id, ...through }
    case "user":
      return userActor(caller.user, caller.signedIn.session.id)
    case "visitor":
      return { type: "system", id: "sign_in" }
  }
}

/** A member who opened the portal as a customer acts under their own name. */
function portalActor({ session, identity, user }: PortalCaller): Actor {
  const { id: sessionId, actor, madeBy } = session
  if (user !== undefined) return userActor(user, sessionId)
  if (isOpenedByPerson(session)) return { type: "root_key", id: madeBy.id, sessionId }
  return { type: "identity", id: identity.id, ...(actor !== null && { name: actor }), sessionId }
}

export function userActor({ id, name }: User, sessionId: string): Actor {
  return { type: "user", id, name, sessionId }
}
