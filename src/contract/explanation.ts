import { z } from "zod"
import { exactlyOne } from "./exactly-one.ts"
import { millis, ref, workspaceRef } from "./primitives.ts"
import { codes, explainCodes } from "./verdicts.ts"
import { verificationInput } from "./verification.ts"

const { key, permissions, credits, ratelimits, ip } = verificationInput.shape

export const explanationInput = exactlyOne(
  z.strictObject({
    workspaceId: workspaceRef,
    key: key.optional().describe("The key to explain. An unknown key is explained as NOT_FOUND."),
    keyId: ref.optional().describe("Id of the key to explain, if you do not have the key itself."),
    permissions,
    credits,
    ratelimits,
    ip,
  }),
  ["key", "keyId"],
)

/** Verification returns no code for these, but an HTTP error. */
export const errorsOfVerification = [
  "limits/quota_exceeded",
  "authorization/workspace_disabled",
  "application/precondition_failed",
] as const

/** In the order of docs/contract.md#1320-keysexplainkey. */
export const checkNames = [
  "quota",
  "workspace",
  "existence",
  "enabled",
  "expiry",
  "ip",
  "permissions",
  "ratelimit",
  "credits",
] as const

const inputText = "The body of the call."
const fixedKeyId = z.string().describe("Id of the explained key.")

/** The calls that keys.explainKey proposes. docs/contract.md#1320-keysexplainkey says when. */
const fix = z
  .discriminatedUnion("operation", [
    z.object({
      operation: z.literal("keys.updateKey").describe("Enable the key, or allow the address."),
      input: z
        .object({
          keyId: fixedKeyId,
          enabled: z.literal(true).optional().describe("Enables the key. Absent if the address is allowed."),
          ipAllowlist: z
            .array(z.string())
            .optional()
            .describe("The allow list of the key, with the address of the request. Absent if the key is enabled."),
        })
        .describe(inputText),
    }),
    z.object({
      operation: z.literal("identities.updateIdentity").describe("Enable the identity of the key."),
      input: z
        .object({
          identity: z.string().describe("Id of the identity."),
          enabled: z.literal(true).describe("Enables every key of the identity that is enabled itself."),
        })
        .describe(inputText),
    }),
    z.object({
      operation: z.literal("keys.addPermissions").describe("Add the missing permissions."),
      input: z
        .object({
          keyId: fixedKeyId,
          permissions: z.array(z.string()).describe("Slugs of the missing permissions."),
        })
        .describe(inputText),
    }),
    z.object({
      operation: z.literal("keys.updateCredits").describe("Add the missing credits."),
      input: z
        .object({
          keyId: fixedKeyId,
          operation: z.literal("increment").describe("Adds to the balance."),
          value: z.int().describe("What the balance lacks for the cost of this request."),
        })
        .describe(inputText),
    }),
    z.object({
      operation: z.literal("identities.updateCredits").describe("Add the missing credits to the identity of the key."),
      input: z
        .object({
          identity: z.string().describe("Id of the identity."),
          operation: z.literal("increment").describe("Adds to the credits of the identity."),
          value: z.int().describe("What the identity lacks for the cost of this request."),
        })
        .describe(inputText),
    }),
    z.object({
      operation: z.literal("workspaces.enableWorkspace").describe("Enable the workspace."),
      input: z.object({ workspaceId: z.string().describe("Id of the workspace.") }).describe(inputText),
    }),
  ])
  .meta({
    id: "ExplainedFix",
    description: "One call of the API that makes a failed check pass: send `input` to `operation` unchanged.",
  })

export type Fix = z.infer<typeof fix>

const explainedCheck = z
  .object({
    check: z.enum(checkNames).describe("What was checked."),
    name: z
      .string()
      .optional()
      .describe(
        "Name of the rate limit; there is one entry per limit. `identity` for the check of quota and credits of the identity. Absent for other checks.",
      ),
    passed: z.boolean().describe("Whether the check passed."),
    detail: z.string().describe("What the check saw."),
    hint: z
      .string()
      .optional()
      .describe("What would make the check pass, in one sentence for people. Absent if it passed."),
    fix: fix
      .optional()
      .describe(
        "The call that makes the check pass. Absent if the check passed, if no single call helps, or if someone must decide how much to allow.",
      ),
    missing: z
      .array(z.string())
      .optional()
      .describe("Permissions that the key lacks for the query. Absent if it lacks none."),
    remaining: z
      .int()
      .optional()
      .describe(
        "What is left of the rate limit, or how many verifications are left of the quota. Absent for other checks.",
      ),
    reset: millis
      .optional()
      .describe(
        "When the next window of the limit, the next month or period of the quota or the next refill begins, in Unix milliseconds. Absent if there is none.",
      ),
    balance: z
      .int()
      .optional()
      .describe("Credits of the key, or the most that one call may cost the identity. Absent means unlimited."),
    expires: millis
      .optional()
      .describe(
        "With the check `expiry`: when the key expires, in Unix milliseconds. Absent for other checks, and if the key never expires.",
      ),
  })
  .meta({ id: "ExplainedCheck" })

export const explanation = z
  .object({
    code: z
      .enum([...codes, ...errorsOfVerification])
      .describe(`What keys.verifyKey would return now: a code, or the code of an error. ${explainCodes(codes)}`),
    checks: z.array(explainedCheck).describe("Every check, in order. An unknown key has only the first three."),
    validAgainAt: millis
      .optional()
      .describe(
        "When the same request becomes valid without any change, in Unix milliseconds, if nothing else is verified until then. Absent if it is valid now, or never becomes valid.",
      ),
  })
  .meta({ id: "Explanation" })
