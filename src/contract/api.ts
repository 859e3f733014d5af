import { z } from "zod"
import { millis, text } from "./primitives.ts"

export const apiName = text(3, 256)

export const api = z
  .object({
    id: z.string(),
    name: z.string(),
    defaultPrefix: z.string().optional(),
    defaultBytes: z.int().optional(),
    deleteProtection: z.boolean(),
    ipAllowlist: z.array(z.string()),
    createdAt: millis,
    updatedAt: millis.optional(),
  })
  .meta({ id: "Api" })
