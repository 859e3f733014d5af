import { z } from "zod"
import { exactlyOne } from "./exactly-one.ts"
import { keyFilter } from "./key-filter.ts"
import { cursor } from "./pagination.ts"
import { int, ref } from "./primitives.ts"

/** How many keys one call changes at most. */
export const selectedAtMost = 10_000

/** Chooses the keys of a bulk change. Only an API or an identity can have more keys than one call changes. */
const chosenKeys = exactlyOne(
  z.strictObject({
    keyIds: z
      .array(ref)
      .min(1)
      .max(selectedAtMost)
      .optional()
      .describe("Ids of the keys. They may be of several APIs."),
    apiId: ref.optional().describe("All keys of this API."),
    identity: ref.optional().describe("All keys of this identity, by its id or external id."),
    filter: keyFilter
      .optional()
      .describe(
        "All keys that keys.listKeys lists with these fields, at most 10,000. Send `expected` too. The caller also needs to read these keys.",
      ),
    expected: int(0, selectedAtMost)
      .optional()
      .describe(
        "How many keys match `filter`. With another number, nothing changes. A call with `cursor` does not count again.",
      ),
    limit: int(1, selectedAtMost)
      .optional()
      .describe("Keys that this call changes at most; `cursor` continues. Default: 10,000."),
    cursor: cursor
      .optional()
      .describe("Where to continue: `cursor` of the previous response. Leave it out for the first keys."),
  }),
  ["keyIds", "apiId", "identity", "filter"],
)

/** Ids are complete, and only a filter has a number to compare. */
const keySelection = chosenKeys
  .refine(isAbsentBesideIds("cursor"), { error: "must be absent beside `keyIds`", path: ["cursor"] })
  .refine(isAbsentBesideIds("limit"), { error: "must be absent beside `keyIds`", path: ["limit"] })
  .refine(({ filter, expected }) => (filter === undefined) === (expected === undefined), {
    error: "is required with `filter`, and must be absent without it",
    path: ["expected"],
  })

function isAbsentBesideIds(field: "cursor" | "limit") {
  return (value: z.infer<typeof chosenKeys>) => value.keyIds === undefined || value[field] === undefined
}

export type KeySelection = z.infer<typeof keySelection>

/** Adds the fields of a change to those that choose the keys. */
export function selectingKeys<Shape extends z.core.$ZodShape>(shape: Shape) {
  return keySelection.safeExtend(shape).meta({
    oneOf: [{ required: ["keyIds"] }, { required: ["apiId"] }, { required: ["identity"] }, { required: ["filter"] }],
    dependentSchemas: { keyIds: { properties: { cursor: false, limit: false } } },
    dependentRequired: { filter: ["expected"], expected: ["filter"] },
  })
}

/** A field of the response. */
export const keysCursor = z.string().optional().describe("Send it as `cursor` to continue. Absent after the last key.")

/** A field of the response. */
export const skippedKeys = z
  .int()
  .optional()
  .describe(
    "How many of the expected keys were left out, because they were changed or deleted during the call or no longer matched. Only with `filter`, and absent while keys are left.",
  )
