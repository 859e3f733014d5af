import { z } from "zod"
import { searchInput } from "../contract/pagination.ts"
import { user } from "../contract/people.ts"
import { toWireUser } from "../core/people-wire.ts"
import { pagedQuery } from "./operation.ts"
import { pageById } from "./shared/page.ts"

export const listUsers = pagedQuery({
  name: "users.listUsers",
  title: "List users",
  summary: "List the users of the installation.",
  callers: ["operator"],
  needs: [],
  scope: "installation",
  input: z.strictObject(searchInput("Only users whose id, address or name contains this text.")),
  output: z.array(user),
  errors: [],
  example: { limit: 20 },
  run: ({ input, store, after }) =>
    pageById({ input, after }, toWireUser, (page) => store.users.list({ ...page, search: input.search })),
})
