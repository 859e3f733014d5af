import { z } from "zod"
import { oneTimeToken } from "../contract/people.ts"
import { query } from "./operation.ts"
import { requireSetupLink } from "./shared/people/setup-link.ts"

/** The page of the setup offers this many. Another workspace can be named by its id. */
const shownWorkspaces = 100

export const getState = query({
  name: "setup.getState",
  title: "Show what the setup offers",
  summary: "Show what the setup can offer: the workspaces that the first user may own.",
  callers: ["visitor"],
  needs: [],
  scope: "installation",
  takesSecrets: true,
  input: z.strictObject({ token: oneTimeToken }),
  output: z.object({
    workspaces: z
      .array(
        z.object({
          workspaceId: z.string().describe("Id of the workspace."),
          name: z.string().describe("Name of the workspace."),
        }),
      )
      .describe("Up to 100 enabled workspaces that the first user can own, as `workspaceId` of setup.createFirstUser."),
  }),
  errors: ["authentication/sign_in_failed"],
  example: { token: "kQ7m3XJ0mZk4cG0y8b1N5r2v9sPpYtQeWaUxLd6Hf3E" },
  async run(context) {
    const { store, input } = context
    await requireSetupLink(store, context, input.token)
    const page = { limit: shownWorkspaces, after: undefined, enabled: true, search: undefined }
    const workspaces = await store.workspaces.list(page)
    return { workspaces: workspaces.map(({ id, name }) => ({ workspaceId: id, name })) }
  },
})
