import { z } from "zod"
import { keyStatus } from "./key-status.ts"
import { externalId, millis, ref, search } from "./primitives.ts"
import { ratelimitName } from "./ratelimit.ts"

/** The filters of every list of keys. They combine with "and". */
export const keyFilterShape = {
  externalId: externalId.optional().describe("Only keys of the identity with this external id."),
  identityId: ref.optional().describe("Only keys of the identity with this id."),
  enabled: z.boolean().optional().describe("Only enabled keys, or only disabled ones."),
  status: keyStatus.optional(),
  expiresBefore: millis
    .optional()
    .describe("Only keys that expire before this time, in Unix milliseconds. Expired keys are included."),
  role: ref.optional().describe("Only keys with this role, by its id or name."),
  permission: ref
    .optional()
    .describe("Only keys that hold this permission, directly or through a role, by its id or slug."),
  ratelimit: ratelimitName
    .optional()
    .describe("Only keys with a rate limit of this name of their own. It beats the one of their identity."),
  search: search.optional().describe("Only keys whose name, start or id contains this text."),
}

/** The filters of keys.listKeys, which searches all APIs or one. */
export const keyFilter = z.strictObject({ apiId: ref.optional().describe("Only keys of this API."), ...keyFilterShape })
export type KeyFilterInput = z.infer<typeof keyFilter>
