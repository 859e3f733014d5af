import { z } from "zod"
import { fault, found, invalidInput } from "../contract/errors.ts"
import { newPassword, oneTimeToken, personName } from "../contract/people.ts"
import type { Invitation, User } from "../core/people.ts"
import type { Transaction } from "../storage/port/store.ts"
import type { Caller, MutationContext } from "./context.ts"
import { preparedMutation } from "./operation.ts"
import { addMember } from "./shared/people/add-member.ts"
import { createUser } from "./shared/people/create-user.ts"
import { requireInvitation } from "./shared/people/find-invitation.ts"
import { originOf } from "./shared/people/member-events.ts"
import { requireMaker } from "./shared/people/member-rights.ts"
import { startSession } from "./shared/people/start-session.ts"
import { actorOf, userActor } from "./shared/transact.ts"

const input = z.strictObject({
  token: oneTimeToken,
  name: personName.optional(),
  password: newPassword.optional().describe("Only for a new account: its password, at least 12 characters."),
})

export const acceptInvitation = preparedMutation({
  name: "invitations.acceptInvitation",
  title: "Accept an invitation",
  summary: "Become a member of a workspace. A new person gets an account; others must have signed in.",
  callers: ["visitor"],
  needs: [],
  scope: "installation",
  chain: "installation",
  takesSecrets: true,
  input,
  output: z.object({
    workspaceId: z.string().describe("Id of the workspace that the person has joined."),
    userId: z.string().describe("Id of the user."),
  }),
  errors: [
    "data/invitation_not_found",
    "authentication/sign_in_failed",
    "limits/sign_in_rate_limited",
    "application/precondition_failed",
  ],
  example: {
    token: "kQ7m3XJ0mZk4cG0y8b1N5r2v9sPpYtQeWaUxLd6Hf3E",
    name: "Grace Hopper",
    password: "correct horse battery staple",
  },
  async prepare(context) {
    const { store, caller, input, passwords } = context
    const { workspaceId, email } = await requireInvitation(store, context, input.token)
    const isOwn = visitorOf(caller)?.email === email
    // An invitation never sets a credential of an existing account.
    if (isOwn && input.password !== undefined) throw notAllowed()
    if (isOwn) return undefined
    const missing = (["name", "password"] as const).filter((field) => input[field] === undefined)
    if (missing.length > 0) {
      throw invalidInput(...missing.map((field) => ({ location: `body.${field}`, message: "is required" })))
    }
    // Hashing before the account is looked up takes the same time for every address.
    return passwords.hash(input.password ?? "", workspaceId)
  },
  async run(context, passwordHash) {
    const { tx, input, now } = context
    const invitation = await requireInvitation(tx, context, input.token)
    await tx.lockWorkspace(invitation.workspaceId)
    const workspace = found(await tx.workspaces.find(invitation.workspaceId), "data/invitation_not_found")
    if (!workspace.enabled) throw fault("authorization/workspace_disabled")
    await requireMaker(tx, context, invitation)
    found((await tx.invitations.delete(invitation.id)) || undefined, "data/invitation_not_found")
    const { user, actor, origin } = await (passwordHash === undefined
      ? joinAs(context, invitation)
      : joinNew(context, invitation, passwordHash))
    const { workspaceId, role } = invitation
    await addMember({ tx, now, actor }, { user, workspaceId, role, origin })
    tx.record({
      type: "invitation.accepted",
      workspaceId,
      resources: [
        { type: "invitation", id: invitation.id },
        { type: "member", id: user.id },
      ],
      changes: { before: null, after: { userId: user.id, role } },
      actor,
    })
    return { workspaceId, userId: user.id }
  },
})

type AcceptContext = Omit<MutationContext<z.infer<typeof input>>, "workspace">

/** The invited person has an account and has signed in. */
async function joinAs({ tx, caller, browser }: AcceptContext, { email, workspaceId }: Invitation) {
  const visitor = visitorOf(caller)
  const user = visitor && (await tx.users.find(visitor.id))
  if (user?.email !== email) throw fault("authentication/sign_in_failed")
  await refuseMember(tx, workspaceId, user)
  return { user, actor: actorOf(caller), origin: originOf(caller, browser()) }
}

/** `createUser` refuses an address that has an account. */
async function joinNew(context: AcceptContext, { email }: Invitation, passwordHash: string) {
  const { tx, mint, now, caller, input } = context
  const sessionId = mint.id("ses")
  const browser = context.browser()
  const user = await createUser(context, { email, name: input.name ?? "", operator: false, passwordHash, sessionId })
  await startSession({ tx, mint, now, caller, browser }, { type: "user", user }, { method: "invitation", sessionId })
  const origin = { address: browser.address, signInMethod: "invitation" }
  return { user, actor: userActor(user, sessionId), origin }
}

async function refuseMember(tx: Transaction, workspaceId: string, { id }: User): Promise<void> {
  if ((await tx.members.find(workspaceId, id)) === undefined) return
  throw fault("application/precondition_failed", { detail: "You are a member of this workspace already." })
}

function visitorOf(caller: Caller): User | undefined {
  return caller.type === "visitor" ? caller.signedIn?.user : undefined
}

function notAllowed() {
  return invalidInput({
    location: "body.password",
    message: "is not allowed: you have an account",
    fix: "Leave it out.",
  })
}
