import { z } from "zod"
import { membership, oidcAccount, user } from "../contract/people.ts"
import { millis } from "../contract/primitives.ts"
import { toWireOidcAccount, toWireUser } from "../core/people-wire.ts"
import { query } from "./operation.ts"
import { shownMemberships, toWireMembership } from "./shared/people/memberships.ts"
import { requireUser } from "./shared/people/own-session.ts"

export const getAccount = query({
  name: "account.getAccount",
  title: "Show the account",
  summary: "Show who has signed in, the workspaces of this user, and what the user may do there.",
  callers: ["user"],
  needs: [],
  scope: "installation",
  input: z.strictObject({}),
  output: user.extend({
    sessionId: z.string().describe("Id of the session that makes the call."),
    signedInAt: millis.describe("When this session was started, in Unix milliseconds."),
    hasPassword: z.boolean().describe("Whether the user can sign in with a password."),
    oidcAccounts: z.array(oidcAccount).describe("Accounts at an OpenID Connect provider that the user signs in with."),
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
      hasPassword: (await store.users.findPasswordHash(user.id)) !== undefined,
      oidcAccounts: (await store.oidcAccounts.listOfUser(user.id)).map(toWireOidcAccount),
      memberships: memberships.map(toWireMembership),
    }
  },
})
