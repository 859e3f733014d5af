import { z } from "zod"
import { fault } from "../contract/errors.ts"
import { portalView } from "../contract/portal-view.ts"
import { query } from "./operation.ts"
import { portalCallerOf } from "./shared/portal/portal-caller.ts"
import { portalViewOf } from "./shared/portal/portal-view.ts"
import { readCurrent } from "./shared/verify/give-back.ts"

export const getView = query({
  name: "portal.getView",
  title: "Show the portal to a customer",
  summary: "Show what the page of the portal needs: its look, what the session may do, and what the customer has left.",
  callers: ["portal"],
  isOfPortal: true,
  needs: [],
  input: z.strictObject({}),
  output: portalView,
  errors: [],
  example: {},
  async run(context) {
    const { store, workspace, now } = context
    const caller = portalCallerOf(context.caller)
    const identity = await readCurrent(context, () => store.identities.find(workspace.id, caller.identity.id))
    if (identity === undefined) throw fault("authentication/session_expired")
    return portalViewOf({ reads: store, workspace, now }, { ...caller, identity })
  },
})
