import { z } from "zod"
import { currentSession } from "../contract/people.ts"
import { isUsable } from "../core/lifetime.ts"
import { withoutNulls } from "../core/nulls.ts"
import type { Session } from "../core/people.ts"
import { toWireUser } from "../core/people-wire.ts"
import type { Context, SignedIn } from "./context.ts"
import { query } from "./operation.ts"
import { shownMemberships, toWireMembership } from "./shared/people/memberships.ts"

export const getSession = query({
  name: "sessions.getSession",
  title: "Show the session",
  summary: "Show who has signed in with this browser, and what they may do. Without a session, `signedIn` is false.",
  callers: ["visitor"],
  needs: [],
  scope: "installation",
  takesSecrets: true,
  input: z.strictObject({}),
  output: currentSession,
  errors: [],
  example: {},
  async run(context) {
    const { caller, store } = context
    const signedIn = caller.type === "visitor" ? caller.signedIn : undefined
    const found = signedIn && (await holderOf(context, signedIn))
    // A user who has signed in proves that users exist, which saves the query on most page loads.
    const needsSetup = signedIn?.user === undefined && !(await store.users.exist())
    if (signedIn === undefined || found === undefined) {
      return { signedIn: false, needsSetup, operator: false, workspaces: [] }
    }
    return { signedIn: true, needsSetup, ...toWireStart(signedIn.session), ...found }
  },
})

type SessionContext = Pick<Context<unknown>, "store" | "operatorKeyHash" | "now">

/** Undefined if the user or the key of the session is gone, or the key must not act any more. */
async function holderOf({ store, operatorKeyHash, now }: SessionContext, { session, user }: SignedIn) {
  if (user !== undefined) {
    const memberships = await store.members.listOfUser(user.id, shownMemberships)
    return { user: toWireUser(user), operator: user.operator, workspaces: memberships.map(toWireMembership) }
  }
  if (session.rootKeyId === null) {
    return session.operatorKeyHash === operatorKeyHash ? { operator: true, workspaces: [] } : undefined
  }
  const found = await store.credentials.findRootKey(session.rootKeyId)
  if (found === undefined || !isUsable(found.rootKey, now)) return undefined
  const { rootKey, workspace } = found
  const { id, name, permissions } = rootKey
  return {
    rootKey: { rootKeyId: id, ...withoutNulls({ name }) },
    operator: false,
    workspaces: [{ workspaceId: workspace.id, name: workspace.name, enabled: workspace.enabled, permissions }],
  }
}

function toWireStart({ id, method, createdAt, expires }: Session) {
  return { sessionId: id, method, signedInAt: createdAt, expires }
}
