import { z } from "zod"
import { exactlyOne } from "./exactly-one.ts"
import { cursor } from "./pagination.ts"
import { assignmentTexts, planChangeInput, planRef } from "./plan.ts"
import { ref } from "./primitives.ts"

/** How many identities one call changes at most. */
export const identitiesAtMost = 10_000

/** Chooses the identities of a bulk change. Only a plan can have more than one call changes. */
export const identitiesUpdate = exactlyOne(
  z.strictObject({
    identities: z.array(ref).min(1).max(identitiesAtMost).optional().describe("Ids or external ids of the identities."),
    plan: ref
      .optional()
      .describe("All identities that have this plan, by its id or name, as their own or as the default plan."),
    cursor: cursor
      .optional()
      .describe("Where to continue: `cursor` of the previous response. Leave it out for the first 10,000 identities."),
    set: z
      .strictObject({
        enabled: z.boolean().optional().describe("Whether keys of the identities work. Their own `enabled` stays."),
        plan: planRef.optional().describe(assignmentTexts.plan),
        planChange: planChangeInput.optional().describe(assignmentTexts.planChange),
      })
      .describe("What each of the identities gets. Fields that you leave out stay."),
  }),
  ["identities", "plan"],
)
  .refine(({ identities, cursor: position }) => identities === undefined || position === undefined, {
    error: "must be absent beside `identities`",
    path: ["cursor"],
  })
  .meta({
    oneOf: [{ required: ["identities"] }, { required: ["plan"] }],
    dependentSchemas: { identities: { properties: { cursor: false } } },
  })

export type IdentitySelection = Pick<z.infer<typeof identitiesUpdate>, "identities" | "plan">
