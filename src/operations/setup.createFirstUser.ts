import { z } from "zod"
import { email } from "../contract/email.ts"
import { found } from "../contract/errors.ts"
import { exactlyOne } from "../contract/exactly-one.ts"
import { passkeyCreation, passkeyName } from "../contract/passkey.ts"
import { newPassword, oneTimeToken, personName, startedSession } from "../contract/people.ts"
import { ref } from "../contract/primitives.ts"
import { workspaceName } from "../contract/workspace.ts"
import { installationChain } from "../core/event-chain.ts"
import type { MutationContext } from "./context.ts"
import { preparedMutation } from "./operation.ts"
import { purposeOfLink, userIdOfLink } from "./shared/people/account-of-link.ts"
import { addMember } from "./shared/people/add-member.ts"
import { createUser } from "./shared/people/create-user.ts"
import { offeredPasskeys } from "./shared/people/offered-passkeys.ts"
import { requireSetupLink } from "./shared/people/setup-link.ts"
import { startSession } from "./shared/people/start-session.ts"
import { requireCreation, storePasskey } from "./shared/people/store-passkey.ts"
import { userActor } from "./shared/transact.ts"
import { insertWorkspace } from "./shared/workspaces/create-workspace.ts"

const input = exactlyOne(
  z.strictObject({
    token: oneTimeToken,
    email: email.describe("E-mail address of the first user."),
    name: personName,
    password: newPassword.optional(),
    passkey: passkeyCreation
      .optional()
      .describe(
        "The result of `navigator.credentials.create` with the options of setup.getState, in place of a password.",
      ),
    passkeyName: passkeyName.default("First device"),
    workspaceId: ref.optional().describe("Id of the existing workspace that the user will own."),
    workspaceName: workspaceName.optional().describe("Name of a new workspace that the user will own."),
  }),
  ["workspaceId", "workspaceName"],
  ["password", "passkey"],
)

export const createFirstUser = preparedMutation({
  name: "setup.createFirstUser",
  title: "Create the first user",
  summary: "Use the setup link: create the first user, an operator and owner of a workspace, and sign in.",
  touches: "one object",
  callers: ["visitor"],
  needs: [],
  scope: "installation",
  chain: "installation",
  takesSecrets: true,
  input,
  output: startedSession,
  errors: [
    "authentication/sign_in_failed",
    "limits/sign_in_rate_limited",
    "data/workspace_not_found",
    "application/precondition_failed",
  ],
  example: {
    token: "kQ7m3XJ0mZk4cG0y8b1N5r2v9sPpYtQeWaUxLd6Hf3E",
    email: "ada@example.com",
    name: "Ada Lovelace",
    password: "correct horse battery staple",
    workspaceName: "Acme",
  },
  async prepare(context) {
    const { store, input, now } = context
    const { token, password, passkey } = input
    await requireSetupLink(store, context, token)
    if (password !== undefined) return { passwordHash: await context.passwords.hash(password, "setup") }
    if (passkey === undefined) return {}
    const sessionId = purposeOfLink(context, { kind: "setup", token })
    return { passkey: requireCreation(await offeredPasskeys(context).checkCreation(passkey, { sessionId, now })) }
  },
  async run(context, { passwordHash, passkey }) {
    const { tx, mint, now, caller, input } = context
    const { email, name, token } = input
    const { createdAt } = await requireSetupLink(tx, context, token)
    await tx.links.deleteSetup()
    const sessionId = mint.id("ses")
    const credential = passkey ? { id: userIdOfLink(context, { kind: "setup", token }, createdAt) } : { passwordHash }
    const user = await createUser(context, { ...credential, email, name, operator: true, sessionId })
    const actor = userActor(user, sessionId)
    if (passkey !== undefined)
      await storePasskey({ tx, mint, now, actor }, { user, name: input.passkeyName, checked: passkey })
    tx.record({
      type: "setup.used",
      workspaceId: installationChain,
      resources: [{ type: "user", id: user.id }],
      changes: { before: null, after: { userId: user.id } },
      actor,
    })
    const browser = context.browser()
    const started = await startSession(
      { tx, mint, now, caller, browser },
      { type: "user", user },
      { method: "setup", sessionId },
    )
    const origin = { address: browser.address, signInMethod: "setup" }
    await addMember({ tx, now, actor }, { user, workspaceId: await ownedWorkspace(context), role: "owner", origin })
    return started
  },
})

type SetupContext = Omit<MutationContext<z.infer<typeof input>>, "workspace">

async function ownedWorkspace({ tx, mint, now, input }: SetupContext): Promise<string> {
  const { workspaceId, workspaceName } = input
  if (workspaceName !== undefined) return (await insertWorkspace({ tx, mint, now }, workspaceName)).id
  const workspace = found(await tx.workspaces.find(workspaceId ?? ""), "data/workspace_not_found")
  await tx.lockWorkspace(workspace.id)
  return workspace.id
}
