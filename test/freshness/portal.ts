import { type Customer, openPortal } from "../portal/customer.ts"
import { outcomeOf } from "../requests/outcome.ts"
import type { Effect, Scene } from "./effects.ts"

const ended = "401 authentication/session_expired"

/** A customer in the portal, as its next call sees it. */
function ofCustomer(by: string, change: (scene: Scene) => Promise<unknown>): Effect {
  let customer: Customer
  return {
    by,
    async prepare({ server, world: { rootKey } }) {
      customer = await openPortal(server, rootKey, { externalId: "user_42" })
      return { sessionId: customer.sessionId }
    },
    see: async () => outcomeOf(await customer.call("portal.listKeys")),
    before: "200",
    change,
    after: ended,
  }
}

export const portalEffects: readonly Effect[] = [
  ofCustomer("portal.updatePortal", ({ ok }) => ok("portal.updatePortal", { enabled: false })),
  ofCustomer("portal.revokeSessions", ({ ok, prepared: { sessionId } }) => ok("portal.revokeSessions", { sessionId })),
  ofCustomer("identities.updateIdentity", ({ ok }) =>
    ok("identities.updateIdentity", { identity: "user_42", enabled: false }),
  ),
  {
    by: "portal.createSession",
    see: async ({ ok }) => (await ok("portal.listSessions")).length,
    before: 1,
    change: ({ ok }) => ok("portal.createSession", { externalId: "user_43" }),
    after: 2,
  },
]
