import { z } from "zod"
import { createdAt, millis, updatedAt } from "./primitives.ts"

const start = z.string().meta({
  description: "First characters of the root key, so that people can distinguish keys.",
  examples: ["kw_root_4SzM"],
})
const enabled = z.boolean().describe("Whether the root key works. If not, its calls are refused.")
const permissions = z.array(z.string()).describe("What the root key may do, ascending. `*` is everything.")

export const rootKey = z
  .object({
    rootKeyId: z.string().describe("Id of the root key."),
    workspaceId: z.string().describe("Id of the workspace that the root key manages."),
    start,
    name: z.string().optional().describe("Name of the root key, for people. Absent if it has none."),
    enabled,
    permissions,
    expires: millis.optional().describe("When the root key expires, in Unix milliseconds. Absent means never."),
    createdBy: z.string().optional().describe("Id of the user who created it. Absent if no user did."),
    createdAt,
    updatedAt,
    lastUsedAt: millis
      .optional()
      .describe("When the root key last made a call, in Unix milliseconds; up to a minute late. Absent if never."),
  })
  .meta({ id: "RootKey" })

/** A root key as published Unkey clients read it: no field is omitted; null, 0 or "" stand for missing values. */
export const listedRootKey = z
  .object({
    keyId: z.string().describe("Id of the root key."),
    name: z.string().nullable().describe("Name of the root key, for people. null if it has none."),
    start,
    end: z.string().describe("Always empty: the end of a key is not stored."),
    enabled,
    createdAt,
    lastUsedAt: millis.describe("When it last made a call, in Unix milliseconds; up to a minute late. 0 if never."),
    expires: millis.nullable().describe("When the root key expires, in Unix milliseconds. null means never."),
    permissions,
  })
  .meta({ id: "ListedRootKey" })

/** The response of every operation that creates a root key. No other response shows the plaintext. */
export const mintedRootKey = z
  .object({
    rootKeyId: z.string().describe("Id of the new root key."),
    rootKey: z.string().describe("The root key itself. Store it now: no later response shows it."),
  })
  .meta({ id: "MintedRootKey" })
