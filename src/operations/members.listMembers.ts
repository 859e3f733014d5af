import { z } from "zod"
import { searchInput } from "../contract/pagination.ts"
import { member } from "../contract/people.ts"
import { workspaceRef } from "../contract/primitives.ts"
import { toWireMember } from "../core/people-wire.ts"
import { pagedQuery } from "./operation.ts"
import { pageOf } from "./shared/page.ts"

export const listMembers = pagedQuery({
  name: "members.listMembers",
  title: "List members",
  summary: "List the people who are members of a workspace, with their roles.",
  callers: ["operator", "root_key"],
  needs: ["member.*.read_member"],
  worksWhileDisabled: true,
  input: z.strictObject({
    ...searchInput("Only members whose id, address or name contains this text."),
    workspaceId: workspaceRef,
  }),
  output: z.array(member),
  errors: ["data/workspace_not_found"],
  example: { limit: 20 },
  run: ({ input, workspace, store, after }) =>
    pageOf({
      limit: input.limit,
      after,
      list: (page) => store.members.list(workspace.id, { ...page, search: input.search }),
      present: toWireMember,
      positionOf: ({ userId }) => userId,
    }),
})
