import { z } from "zod"
import { fault, found, invalidInput } from "../contract/errors.ts"
import { passkeyCreation, passkeyName } from "../contract/passkey.ts"
import { newPassword, oneTimeToken, personName } from "../contract/people.ts"
import type { Invitation, User } from "../core/people.ts"
import type { CheckedCreation } from "../secrets/passkeys.ts"
import type { Transaction } from "../storage/port/store.ts"
import type { Caller, ContextWith, MutationContext } from "./context.ts"
import { preparedMutation } from "./operation.ts"
import { purposeOfLink, userIdOfLink } from "./shared/people/account-of-link.ts"
import { addMember } from "./shared/people/add-member.ts"
import { createUser } from "./shared/people/create-user.ts"
import { requireInvitation } from "./shared/people/find-invitation.ts"
import { originOf } from "./shared/people/member-events.ts"
import { requireMaker } from "./shared/people/member-rights.ts"
import { offeredPasskeys } from "./shared/people/offered-passkeys.ts"
import { startSession } from "./shared/people/start-session.ts"
import { requireCreation, storePasskey } from "./shared/people/store-passkey.ts"
import { actorOf, userActor } from "./shared/transact.ts"

const input = z.strictObject({
  token: oneTimeToken,
  name: personName.optional(),
  password: newPassword.optional().describe("Only for a new account: its password, at least 12 characters."),
  passkey: passkeyCreation
    .optional()
    .describe(
      "Only for a new account, in place of a password: the result of `navigator.credentials.create` with the options of invitations.getInvitation.",
    ),
  passkeyName: passkeyName.default("First device"),
})

export const acceptInvitation = preparedMutation({
  name: "invitations.acceptInvitation",
  title: "Accept an invitation",
  summary: "Become a member of a workspace. A new person gets an account; others must have signed in.",
  touches: "one object",
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
    const { store, caller, input } = context
    const { workspaceId, email } = await requireInvitation(store, context, input.token)
    const isOwn = visitorOf(caller)?.email === email
    // An invitation never sets a credential of an existing account.
    if (isOwn && input.password !== undefined) throw notAllowed("password")
    if (isOwn && input.passkey !== undefined) throw notAllowed("passkey")
    return isOwn ? undefined : newSecret(context, workspaceId)
  },
  async run(context, secret) {
    const { tx, input, now } = context
    const invitation = await requireInvitation(tx, context, input.token)
    await tx.lockWorkspace(invitation.workspaceId)
    const workspace = found(await tx.workspaces.find(invitation.workspaceId), "data/invitation_not_found")
    if (!workspace.enabled) throw fault("authorization/workspace_disabled")
    await requireMaker(tx, context, invitation)
    found((await tx.invitations.delete(invitation.id)) || undefined, "data/invitation_not_found")
    const { user, actor, origin } = await (secret === undefined
      ? joinAs(context, invitation)
      : joinNew(context, invitation, secret))
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

type Input = z.infer<typeof input>
type AcceptContext = Omit<MutationContext<Input>, "workspace">

/** How a new person signs in from now on. */
type Secret = { readonly passwordHash: string } | { readonly passkey: CheckedCreation }

async function newSecret(
  context: ContextWith<"passwords" | "passkeys" | "vault" | "now"> & { readonly input: Input },
  workspaceId: string,
): Promise<Secret> {
  const { input, passwords, now } = context
  const { token, name, password, passkey } = input
  const isRequired = (field: string) => ({ location: `body.${field}`, message: "is required" })
  const violations = [
    ...(name === undefined ? [isRequired("name")] : []),
    ...(password === undefined && passkey === undefined ? [isRequired("password")] : []),
    ...(password !== undefined && passkey !== undefined ? [notBoth] : []),
  ]
  if (violations.length > 0) throw invalidInput(...violations)
  if (passkey !== undefined) {
    const sessionId = purposeOfLink(context, { kind: "invitation", token })
    return { passkey: requireCreation(await offeredPasskeys(context).checkCreation(passkey, { sessionId, now })) }
  }
  // Hashing before the account is looked up takes the same time for every address.
  return { passwordHash: await passwords.hash(password ?? "", workspaceId) }
}

const notBoth = { location: "body.passkey", message: "is not allowed beside `password`" }

/** The invited person has an account and has signed in. */
async function joinAs({ tx, caller, browser }: AcceptContext, { email, workspaceId }: Invitation) {
  const visitor = visitorOf(caller)
  const user = visitor && (await tx.users.find(visitor.id))
  if (user?.email !== email) throw fault("authentication/sign_in_failed")
  await refuseMember(tx, workspaceId, user)
  return { user, actor: actorOf(caller), origin: originOf(caller, browser()) }
}

/** `createUser` refuses an address that has an account. */
async function joinNew(context: AcceptContext, { email, createdAt }: Invitation, secret: Secret) {
  const { tx, mint, now, caller, input } = context
  const { token, name = "", passkeyName } = input
  const sessionId = mint.id("ses")
  const browser = context.browser()
  const credential =
    "passkey" in secret ? { id: userIdOfLink(context, { kind: "invitation", token }, createdAt) } : secret
  const user = await createUser(context, { ...credential, email, name, operator: false, sessionId })
  const actor = userActor(user, sessionId)
  if ("passkey" in secret) {
    await storePasskey({ tx, mint, now, actor }, { user, name: passkeyName, checked: secret.passkey })
  }
  await startSession({ tx, mint, now, caller, browser }, { type: "user", user }, { method: "invitation", sessionId })
  return { user, actor, origin: { address: browser.address, signInMethod: "invitation" } }
}

async function refuseMember(tx: Transaction, workspaceId: string, { id }: User): Promise<void> {
  if ((await tx.members.find(workspaceId, id)) === undefined) return
  throw fault("application/precondition_failed", { detail: "You are a member of this workspace already." })
}

function visitorOf(caller: Caller): User | undefined {
  return caller.type === "visitor" ? caller.signedIn?.user : undefined
}

function notAllowed(field: "password" | "passkey") {
  return invalidInput({
    location: `body.${field}`,
    message: "is not allowed: you have an account",
    fix: "Leave it out.",
  })
}
