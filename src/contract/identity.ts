import { z } from "zod"
import { createdAt, meta, updatedAt } from "./primitives.ts"
import { ratelimit } from "./ratelimit.ts"

export const identity = z
  .object({
    id: z.string().describe("Id of the identity."),
    identityId: z.string().describe("The same as `id`."),
    externalId: z.string().describe("Your own id of the customer or user. It is unique in the workspace."),
    enabled: z.boolean().describe("Whether keys of the identity work. If not, verifications return `DISABLED`."),
    meta: meta
      .optional()
      .describe("Your own data about the identity; `{}` if there is none. Absent only when a key describes itself."),
    ratelimits: z.array(ratelimit).describe("Rate limits that all keys of the identity share, ascending by name."),
    permissions: z
      .array(z.string())
      .optional()
      .describe(
        "Slugs of the permissions that all keys of the identity hold, ascending. Absent where a key shows its identity.",
      ),
    createdAt,
    updatedAt,
  })
  .meta({ id: "Identity" })
