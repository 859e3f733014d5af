import { z } from "zod"
import { invalidInput } from "../contract/errors.ts"
import { credits, lowAtOfChange } from "../contract/key.ts"
import { creditsOrUnlimited, keyRef, maxInteger } from "../contract/primitives.ts"
import { changeBalance, creditsOf } from "../core/balance.ts"
import { adjustCredits } from "../core/change-credits.ts"
import { noHolds } from "../core/holds.ts"
import { toWireCredits } from "../core/wire.ts"
import { mutation } from "./operation.ts"
import { changeKey, requireKeyForUpdate } from "./shared/keys/change-key.ts"

export const updateCredits = mutation({
  name: "keys.updateCredits",
  title: "Set or change credits",
  summary: "Set, increase or decrease the credits of a key and of all keys that share them. A decrease stops at 0.",
  touches: "one object",
  needs: ["api.{apiId}.update_key"],
  input: z
    .strictObject({
      keyId: keyRef,
      operation: z.enum(["set", "increment", "decrement"]).describe("What to do with the value."),
      value: creditsOrUnlimited
        .optional()
        .describe("Number of credits. With `set`, null or no value means unlimited and removes the refill."),
      lowAt: lowAtOfChange,
    })
    .superRefine(({ operation, value, lowAt }, context) => {
      if (operation === "set" && (value ?? null) === null && typeof lowAt === "number") {
        const message = "must be absent, because the key becomes unlimited"
        context.addIssue({ code: "custom", path: ["lowAt"], message })
      }
      if (operation !== "set" && !value) {
        context.addIssue({
          code: "custom",
          path: ["value"],
          message: `must be an integer of at least 1 to ${operation}`,
        })
      }
    })
    .meta({
      if: { properties: { operation: { enum: ["increment", "decrement"] } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, in an object that is never awaited.
      then: { required: ["value"], properties: { value: { type: "integer", minimum: 1 } } },
    }),
  output: credits,
  errors: ["data/key_not_found"],
  example: { keyId: "key_1CAiZx1YPnJZtcPxTdBGPS", operation: "increment", value: 500 },
  async run({ input, workspace, tx, mint, now, grant }) {
    const key = await requireKeyForUpdate({ tx, workspace, now }, input.keyId)
    grant({ apiId: key.apiId })
    const { reserved } = key.balance?.holds ?? noHolds
    const { operation, value = null } = input
    const adjusted = adjustCredits(creditsOf(key), { operation, value, reserved })
    if (adjusted.type !== "credits")
      throw invalidInput({ location: "body.operation", message: refusals[adjusted.type] })
    const change = {
      credits: adjusted.credits,
      isSet: input.operation === "set",
      isRaised: input.operation === "increment",
      lowAt: input.lowAt,
    }
    const balance = changeBalance(key.balance, change, () => mint.id("bal"))
    return toWireCredits((await changeKey({ tx, now }, key, { ...key, balance })).balance)
  },
})

const refusals = {
  unlimited: "must be `set`, because the key is unlimited",
  too_large: `must not raise the balance beyond ${maxInteger}`,
} as const
