import { z } from "zod"
import { passwordLength } from "./bounds.ts"
import { memberRole } from "./member-role.ts"
import { createdAt, millis, printedText, text, updatedAt } from "./primitives.ts"

export const personName = printedText(1, 128).describe("The name that others see.")

export const newPassword = text(passwordLength.minimum, passwordLength.maximum).describe(
  `At least ${passwordLength.minimum} characters.`,
)

export const givenPassword = text(1, passwordLength.maximum)

export const oneTimeToken = text(1, 128).describe("The part of the link after `#`.")

const person = {
  userId: z.string().describe("Id of the user."),
  email: z.string().describe("E-mail address of the user. It is unique in the installation."),
  name: z.string().describe("The name that others see."),
}

export const user = z
  .object({
    ...person,
    operator: z.boolean().describe("Whether the user may call the operations of operators."),
    createdAt,
    updatedAt,
  })
  .meta({ id: "User" })

export const member = z
  .object({
    ...person,
    role: memberRole.describe("The role of the user in the workspace."),
    createdAt: millis.describe("When the user became a member, in Unix milliseconds."),
    updatedAt,
  })
  .meta({ id: "Member" })

export const invitation = z
  .object({
    invitationId: z.string().describe("Id of the invitation."),
    email: z.string().describe("E-mail address of the invited person."),
    role: memberRole.describe("The role that the person gets."),
    createdAt,
    expires: millis.describe("When the link expires, in Unix milliseconds."),
  })
  .meta({ id: "Invitation" })

export const resetLink = z
  .object({
    ...person,
    createdBy: z
      .object({
        type: z.enum(["user", "operator"]).describe("`operator` for the operator key."),
        id: z.string().describe("Id of the user, or `operator`."),
        name: z.string().optional().describe("The name of the user. Absent for the operator key."),
      })
      .describe("Who made the link. It works only while this user is an operator, or this key the operator key."),
    createdAt,
    expires: millis.describe("When the link expires, in Unix milliseconds."),
  })
  .meta({ id: "ResetLink" })

export const session = z
  .object({
    sessionId: z.string().describe("Id of the session."),
    method: z
      .enum(["password", "passkey", "oidc", "key", "setup", "invitation", "reset"])
      .describe(
        "How the session was started: with a credential, or with a link for the setup, an invitation or a reset.",
      ),
    address: z.string().describe("IP address of the browser that signed in."),
    userAgent: z.string().optional().describe("`User-Agent` of that browser. Absent if it sent none."),
    createdAt: millis.describe("When the session was started, in Unix milliseconds."),
    lastUsedAt: millis.describe("When the session last made a call, in Unix milliseconds."),
    expires: millis.describe(
      "When the session ends, in Unix milliseconds. It ends earlier after 12 hours without a call.",
    ),
    isCurrent: z.boolean().describe("Whether this session makes the call."),
  })
  .meta({ id: "Session" })

export const oidcAccount = z
  .object({
    issuer: z.string().describe("URL of the provider."),
    subject: z.string().describe("The id that the provider gives the user."),
    createdAt: millis.describe("When the account was linked, in Unix milliseconds."),
  })
  .meta({ id: "OidcAccount" })

/** The response of every operation that signs in. The token is in a cookie, which no script can read. */
export const startedSession = z
  .object({
    sessionId: z.string().describe("Id of the session."),
    userId: z.string().optional().describe("Id of the user. Absent for a session that was started with a key."),
    expires: millis.describe(
      "When the session ends, in Unix milliseconds. It ends earlier after 12 hours without a call.",
    ),
  })
  .meta({ id: "StartedSession" })

export const membership = z
  .object({
    workspaceId: z.string().describe("Id of the workspace."),
    name: z.string().describe("Name of the workspace."),
    enabled: z.boolean().describe("Whether the workspace works. If not, every key of it is refused."),
    role: memberRole.describe("The role of the user in the workspace."),
    permissions: z.array(z.string()).describe("What the role allows, as permissions of root keys."),
  })
  .meta({ id: "Membership" })

/** Whether a person has signed in with this browser, and what that person may do. A page asks for it first. */
export const currentSession = z
  .object({
    signedIn: z.boolean().describe("Whether the browser has a valid session. If not, only `needsSetup` has a meaning."),
    needsSetup: z
      .boolean()
      .describe("Whether no user exists yet. `keyward setup-link` creates the link for the first one."),
    sessionId: z.string().optional().describe("Id of the session. Absent without one."),
    method: session.shape.method.optional().describe("How the session was started. Absent without one."),
    signedInAt: millis.optional().describe("When the session was started, in Unix milliseconds. Absent without one."),
    expires: millis
      .optional()
      .describe(
        "When the session ends, in Unix milliseconds. It ends earlier after 12 hours without a call. Absent without one.",
      ),
    user: user.optional().describe("The user who has signed in. Absent for a session that was started with a key."),
    rootKey: z
      .object({
        rootKeyId: z.string().describe("Id of the root key."),
        name: z.string().optional().describe("Name of the root key, for people. Absent if it has none."),
      })
      .optional()
      .describe("The root key that started the session. Absent if none did."),
    operator: z.boolean().describe("Whether the session may call the operations of operators."),
    workspaces: z
      .array(membership.extend({ role: memberRole.optional().describe("The role of the user. Absent for a key.") }))
      .describe("Up to 1,000 workspaces, ascending by id. A root key has one, without a role."),
  })
  .meta({ id: "CurrentSession" })
