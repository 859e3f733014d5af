import { z } from "zod"
import { fault, invalidInput } from "../contract/errors.ts"
import { creditAmount, maxInteger, ref, text } from "../contract/primitives.ts"
import { lowAt, sharedLowAtInput } from "../contract/quota.ts"
import { type CreditChange, changeIdentityCredits } from "../core/change-identity-balance.ts"
import type { Identity } from "../core/model.ts"
import { withoutNulls } from "../core/nulls.ts"
import type { Transaction } from "../storage/port/store.ts"
import { mutation } from "./operation.ts"
import { changeIdentity, requireIdentityForUpdate } from "./shared/identities/change-identity.ts"

export const updateIdentityCredits = mutation({
  name: "identities.updateCredits",
  title: "Top up a customer",
  summary:
    "Set, increase or decrease the credits that all keys of an identity share. With a `reference`, such as a payment id, it counts once.",
  touches: "one object",
  needs: ["identity.{identityId}.update_credits"],
  input: z
    .strictObject({
      identity: ref.describe("Id or external id of the identity."),
      operation: z
        .enum(["set", "increment", "decrement"])
        .describe("What to do with the value. `increment` starts at 0 without credits; `decrement` stops at 0."),
      value: creditAmount
        .nullable()
        .optional()
        .describe("Number of credits. With `set`, null or no value removes the credits."),
      lowAt: sharedLowAtInput,
      reference: text(1, 255)
        .optional()
        .describe(
          "Your id of the payment or correction. Sent again with the same operation and value, it changes nothing, however much later.",
        ),
    })
    .superRefine(({ operation, value, lowAt }, context) => {
      if (operation !== "set" && !value) {
        const message = `must be an integer of at least 1 to ${operation}`
        context.addIssue({ code: "custom", path: ["value"], message })
      }
      if (operation === "set" && (value ?? null) === null && typeof lowAt === "number") {
        const message = "must be absent, because the credits are removed"
        context.addIssue({ code: "custom", path: ["lowAt"], message })
      }
    })
    .meta({
      if: { properties: { operation: { enum: ["increment", "decrement"] } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, in an object that is never awaited.
      then: { required: ["value"], properties: { value: { type: "integer", minimum: 1 } } },
    }),
  output: z.object({
    remaining: z.int().nullable().describe("Credits left. null means that the identity has no credits."),
    lowAt: lowAt.describe("At or below it, the notice `credits.low` is recorded. Absent if there is no threshold."),
    repeated: z.boolean().describe("Whether the reference was known, so that nothing changed."),
  }),
  errors: ["data/identity_not_found", "data/reference_already_used"],
  example: { identity: "user_42", operation: "increment", value: 5_000_000, reference: "pi_3MtwBwLkdIwHu7ix28a3tqPa" },
  async run({ input, workspace, tx, now, grant }) {
    const { operation, value = null, lowAt, reference } = input
    const identity = await requireIdentityForUpdate({ tx, workspace, now }, input.identity)
    grant({ identityId: identity.id })
    const change = { operation, value }
    if (reference !== undefined) {
      if (await isRepeated(tx, identity, { ...change, reference })) return shown(identity, true)
      await tx.identities.addReferences([
        { identityId: identity.id, reference, operation, amount: value, createdAt: now },
      ])
    }
    const changed = changeIdentityCredits(identity, { ...change, lowAt })
    if (changed.type !== "identity") throw invalidInput(refusals[changed.type])
    const note = reference === undefined ? undefined : { reference }
    return shown(await changeIdentity({ tx, now }, identity, changed.identity, note), false)
  },
})

function shown({ balance }: Identity, repeated: boolean) {
  const { remaining = null, threshold } = balance ?? {}
  return { remaining, ...withoutNulls({ lowAt: threshold?.lowAt ?? null }), repeated }
}

async function isRepeated(
  tx: Transaction,
  { id }: Identity,
  { operation, value, reference }: CreditChange & { readonly reference: string },
): Promise<boolean> {
  const known = await tx.identities.findReference(id, reference)
  if (known === undefined) return false
  if (known.operation === operation && known.amount === value) return true
  const amount = known.amount === null ? "" : ` ${known.amount}`
  const detail = `The reference ${JSON.stringify(reference)} was used for \`${known.operation}\`${amount}. Send the same operation and value, or another reference.`
  throw fault("data/reference_already_used", { detail })
}

const refusals = {
  no_credits: {
    location: "body.operation",
    message: "must be `set` or `increment`, because the identity has no credits",
  },
  too_large: { location: "body.value", message: `must not raise the balance beyond ${maxInteger}` },
} as const
