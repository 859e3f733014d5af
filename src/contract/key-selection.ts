import { z } from "zod"
import { exactlyOne } from "./exactly-one.ts"
import { cursor } from "./pagination.ts"
import { ref } from "./primitives.ts"

/** How many keys one call changes at most. */
export const selectedAtMost = 10_000

/** Chooses the keys of a bulk change. Only an API or an identity can have more keys than one call changes. */
const keySelection = exactlyOne(
  z.strictObject({
    keyIds: z
      .array(ref)
      .min(1)
      .max(selectedAtMost)
      .optional()
      .describe("Ids of the keys. They may be of several APIs."),
    apiId: ref.optional().describe("All keys of this API."),
    identity: ref.optional().describe("All keys of this identity, by its id or external id."),
    cursor: cursor
      .optional()
      .describe("Where to continue: `cursor` of the previous response. Leave it out for the first 10,000 keys."),
  }),
  ["keyIds", "apiId", "identity"],
).refine(({ keyIds, cursor: position }) => keyIds === undefined || position === undefined, {
  error: "must be absent beside `keyIds`",
  path: ["cursor"],
})
export type KeySelection = z.infer<typeof keySelection>

/** Adds the fields of a change to those that choose the keys. */
export function selectingKeys<Shape extends z.core.$ZodShape>(shape: Shape) {
  return keySelection.safeExtend(shape).meta({
    oneOf: [{ required: ["keyIds"] }, { required: ["apiId"] }, { required: ["identity"] }],
    dependentSchemas: { keyIds: { properties: { cursor: false } } },
  })
}

/** A field of the response. */
export const keysCursor = z.string().optional().describe("Send it as `cursor` to continue. Absent after the last key.")
