import { z } from "zod"
import { pageInput } from "../contract/pagination.ts"
import { resetLink } from "../contract/people.ts"
import { toWireResetLink } from "../core/people-wire.ts"
import { pagedQuery } from "./operation.ts"
import { pageOf } from "./shared/page.ts"

export const listResetLinks = pagedQuery({
  name: "users.listResetLinks",
  title: "List reset links",
  summary: "List the reset links that can still be used, and who made them.",
  callers: ["operator"],
  needs: [],
  scope: "installation",
  input: z.strictObject(pageInput),
  output: z.array(resetLink),
  errors: [],
  example: { limit: 20 },
  run: ({ input, store, after, now, operatorKeyHash }) =>
    pageOf({
      limit: input.limit,
      after,
      list: (page) => store.links.listResets(page, { now, operatorKeyHash }),
      present: toWireResetLink,
      positionOf: ({ userId }) => userId,
    }),
})
