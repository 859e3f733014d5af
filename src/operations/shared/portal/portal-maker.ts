import type { PortalMaker } from "../../../core/portal.ts"
import type { Caller } from "../../context.ts"

/** Who makes a link with this call. */
export function portalMakerOf(caller: Caller): PortalMaker {
  if (caller.type === "user") return { type: "user", id: caller.user.id, sessionId: caller.signedIn.session.id }
  if (caller.type !== "root_key") throw new Error("Only root keys and members make links to the portal.")
  const sessionId = caller.signedIn?.session.id
  return { type: "root_key", id: caller.rootKey.id, ...(sessionId !== undefined && { sessionId }) }
}
