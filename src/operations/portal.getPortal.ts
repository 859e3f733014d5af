import { z } from "zod"
import { portal } from "../contract/portal.ts"
import { query } from "./operation.ts"
import { currentPortal, toWirePortal } from "./shared/portal/portal-configuration.ts"

export const getPortal = query({
  name: "portal.getPortal",
  title: "Show the portal",
  summary: "Show how the portal of your customers is configured. A workspace has one; until you enable it, it is off.",
  needs: ["portal.*.read_portal"],
  input: z.strictObject({}),
  output: portal,
  errors: [],
  example: {},
  async run({ store, workspace, browser }) {
    return toWirePortal(await currentPortal(store, workspace.id), {
      workspace,
      url: browser().portal.urlOf(workspace.id),
    })
  },
})
