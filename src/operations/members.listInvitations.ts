import { z } from "zod"
import { pageInput } from "../contract/pagination.ts"
import { invitation } from "../contract/people.ts"
import { workspaceRef } from "../contract/primitives.ts"
import { toWireInvitation } from "../core/people-wire.ts"
import { pagedQuery } from "./operation.ts"
import { pageById } from "./shared/page.ts"

export const listInvitations = pagedQuery({
  name: "members.listInvitations",
  title: "List invitations",
  summary: "List the invitations that are not accepted yet.",
  callers: ["operator", "root_key"],
  needs: ["member.*.read_member"],
  worksWhileDisabled: true,
  input: z.strictObject({ ...pageInput, workspaceId: workspaceRef }),
  output: z.array(invitation),
  errors: ["data/workspace_not_found"],
  example: { limit: 20 },
  run: ({ input, workspace, store, after }) =>
    pageById({ input, after }, toWireInvitation, (page) => store.invitations.list(workspace.id, page)),
})
