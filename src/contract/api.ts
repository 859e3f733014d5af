import { z } from "zod"
import { apiNameLength } from "./bounds.ts"
import { createdAt, text, updatedAt } from "./primitives.ts"

export const apiName = text(apiNameLength.minimum, apiNameLength.maximum)

export const api = z
  .object({
    id: z.string().describe("Id of the API."),
    name: z.string().describe("Name of the API, for people."),
    defaultPrefix: z
      .string()
      .optional()
      .meta({ description: "Prefix of new keys that do not name one. Absent means none.", examples: ["acme_live"] }),
    defaultBytes: z
      .int()
      .optional()
      .describe("Random bytes in new keys that do not name a length. Absent means the default, 24."),
    deleteProtection: z.boolean().describe("Whether deleting the API is refused."),
    ipAllowlist: z
      .array(z.string())
      .describe("Networks (CIDR) or addresses that may use keys of the API. Empty means all."),
    createdAt,
    updatedAt,
  })
  .meta({ id: "Api" })
