import { z } from "zod"
import { millis } from "./primitives.ts"

export const rootKey = z
  .object({
    rootKeyId: z.string(),
    workspaceId: z.string(),
    start: z.string(),
    name: z.string().optional(),
    enabled: z.boolean(),
    permissions: z.array(z.string()),
    expires: millis.optional(),
    createdAt: millis,
    updatedAt: millis.optional(),
    lastUsedAt: millis.optional(),
  })
  .meta({ id: "RootKey" })

/** The answer of every operation that makes a root key: the only time its plaintext is shown. */
export const mintedRootKey = z.object({ rootKeyId: z.string(), rootKey: z.string() }).meta({ id: "MintedRootKey" })
