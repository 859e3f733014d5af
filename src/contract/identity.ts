import { z } from "zod"
import { meta, millis } from "./primitives.ts"
import { ratelimit } from "./ratelimit.ts"

export const identity = z
  .object({
    id: z.string(),
    identityId: z.string(),
    externalId: z.string(),
    meta: meta.optional().describe("Absent only when a key describes itself."),
    ratelimits: z.array(ratelimit),
    createdAt: millis,
    updatedAt: millis.optional(),
  })
  .meta({ id: "Identity" })
