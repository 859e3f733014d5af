import { z } from "zod"
import { pageInput } from "../contract/pagination.ts"
import { portalKey } from "../contract/portal-view.ts"
import { pagedQuery } from "./operation.ts"
import { pageById } from "./shared/page.ts"
import { listOwnKeys } from "./shared/portal/own-keys.ts"
import { portalCallerOf } from "./shared/portal/portal-caller.ts"
import { showOwnKey } from "./shared/portal/show-own-key.ts"

export const listKeys = pagedQuery({
  name: "portal.listKeys",
  title: "List the keys of a customer",
  summary: "List the keys of the customer in the portal, newest first.",
  callers: ["portal"],
  isOfPortal: true,
  needs: [],
  input: z.strictObject(pageInput),
  output: z.array(portalKey),
  errors: [],
  example: { limit: 20 },
  run(context) {
    const { store, now } = context
    const caller = portalCallerOf(context.caller)
    const present = (key: Parameters<typeof showOwnKey>[0]) => showOwnKey(key, now)
    return pageById(context, present, (page) => listOwnKeys(store, caller, page))
  },
})
