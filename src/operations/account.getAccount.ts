import { z } from "zod"
import { membership, user } from "../contract/people.ts"
import { millis } from "../contract/primitives.ts"
import { toWireUser } from "../core/people-wire.ts"
import { query } from "./operation.ts"
import { shownMemberships, toWireMembership } from "./shared/memberships.ts"
import { requireUser } from "./shared/own-session.ts"

export const getAccount = query({
  name: "account.getAccount",
  summary: "Show who has signed in, the workspaces of this user, and what the user may do there.",
  callers: ["user"],
  needs: [],
  scope: "installation",
  input: z.strictObject({}),
  output: user.extend({
    sessionId: z.string(),
    signedInAt: millis,
    memberships: z.array(membership).describe("Up to 1,000 workspaces, ascending by id."),
  }),
  errors: [],
  example: {},
  async run({ caller, store }) {
    const { user, signedIn } = requireUser(caller)
    const memberships = await store.members.listOfUser(user.id, shownMemberships)
    return {
      ...toWireUser(user),
      sessionId: signedIn.session.id,
      signedInAt: signedIn.session.createdAt,
      memberships: memberships.map(toWireMembership),
    }
  },
})
