import { z } from "zod"
import { memberRole } from "./member-role.ts"
import { millis, text } from "./primitives.ts"

export const personName = text(1, 128)
  .regex(/^[^\p{C}]*$/u, { error: "must not contain control or formatting characters" })
  .describe("The name that others see.")

/** Long enough that guessing is hopeless; the maximum bounds the work of hashing. */
export const newPassword = text(12, 512).describe("At least 12 characters.")

export const givenPassword = text(1, 512)

export const oneTimeToken = text(1, 128).describe("The part of the link after `#`.")

export const user = z
  .object({
    userId: z.string(),
    email: z.string(),
    name: z.string(),
    operator: z.boolean().describe("Whether the user may call the operations of operators."),
    createdAt: millis,
    updatedAt: millis.optional(),
  })
  .meta({ id: "User" })

export const member = z
  .object({
    userId: z.string(),
    email: z.string(),
    name: z.string(),
    role: memberRole,
    createdAt: millis,
    updatedAt: millis.optional(),
  })
  .meta({ id: "Member" })

export const invitation = z
  .object({ invitationId: z.string(), email: z.string(), role: memberRole, createdAt: millis, expires: millis })
  .meta({ id: "Invitation" })

export const session = z
  .object({
    sessionId: z.string(),
    method: z.enum(["password", "passkey", "oidc", "key", "setup", "invitation", "reset"]),
    address: z.string(),
    userAgent: z.string().optional(),
    createdAt: millis,
    lastUsedAt: millis,
    expires: millis,
    isCurrent: z.boolean().describe("Whether this session makes the call."),
  })
  .meta({ id: "Session" })

export const oidcAccount = z
  .object({ issuer: z.string().describe("The provider."), subject: z.string(), createdAt: millis })
  .meta({ id: "OidcAccount" })

/** The response of every operation that signs in. The token is in a cookie, which no script can read. */
export const startedSession = z
  .object({ sessionId: z.string(), userId: z.string().optional(), expires: millis })
  .meta({ id: "StartedSession" })

export const membership = z
  .object({
    workspaceId: z.string(),
    name: z.string(),
    enabled: z.boolean(),
    role: memberRole,
    permissions: z.array(z.string()).describe("What the role allows, as permissions of root keys."),
  })
  .meta({ id: "Membership" })

/** Whether somebody has signed in, and what they may do. A page asks for it first. */
export const currentSession = z
  .object({
    signedIn: z.boolean().describe("Without a valid session, the other fields are empty."),
    needsSetup: z.boolean().describe("No user exists yet. `keyward setup-link` creates the link for the first one."),
    sessionId: z.string().optional(),
    method: session.shape.method.optional(),
    signedInAt: millis.optional(),
    expires: millis.optional(),
    user: user.optional().describe("Absent for a session that was started with a key."),
    rootKey: z
      .object({ rootKeyId: z.string(), name: z.string().optional() })
      .optional()
      .describe("The root key that started the session."),
    operator: z.boolean().describe("Whether the session may call the operations of operators."),
    workspaces: z
      .array(membership.extend({ role: memberRole.optional() }))
      .describe("Up to 1,000 workspaces, ascending by id. A root key has one, without a role."),
  })
  .meta({ id: "CurrentSession" })
