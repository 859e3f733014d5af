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
    createdBy: z.string().optional().describe("Id of the user who created it."),
    createdAt: millis,
    updatedAt: millis.optional(),
    lastUsedAt: millis.optional(),
  })
  .meta({ id: "RootKey" })

/** A root key as published Unkey clients read it: no field is omitted; null, 0 or "" stand for missing values. */
export const listedRootKey = z
  .object({
    keyId: z.string(),
    name: z.string().nullable(),
    start: z.string(),
    end: z.string().describe("Always empty: the end of a key is not stored."),
    enabled: z.boolean(),
    createdAt: millis,
    lastUsedAt: millis.describe("0 if it was never used."),
    expires: millis.nullable(),
    permissions: z.array(z.string()),
  })
  .meta({ id: "ListedRootKey" })

/** The response of every operation that creates a root key. No other response shows the plaintext. */
export const mintedRootKey = z.object({ rootKeyId: z.string(), rootKey: z.string() }).meta({ id: "MintedRootKey" })
