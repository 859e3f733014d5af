import { z } from "zod"
import { int, maxInteger, millis, text } from "./primitives.ts"

export const disableReasons = [
  "unpaid_billing",
  "terms_violation",
  "owner_request",
  "suspicious_activity",
  "account_closure",
  "quota_exceeded",
  "ownership_transfer",
] as const

export const disableReason = z.enum(disableReasons).meta({ id: "DisableReason" })
export type DisableReason = z.infer<typeof disableReason>

export const workspaceName = text(1, 256)

const limitsShape = {
  requestsPerMinute: int(1, 1_000_000_000).nullable(),
  keys: int(0, 1_000_000_000).nullable(),
  identities: int(0, 1_000_000_000).nullable(),
  verificationsPerMonth: int(0, maxInteger).nullable(),
  onExceeded: z.enum(["reject", "disable"]),
}

export const limits = z.object(limitsShape).meta({ id: "Limits" })
export type Limits = z.infer<typeof limits>

/** Merged into the limits that are there, member by member. */
export const limitsPatch = z
  .strictObject({
    requestsPerMinute: limitsShape.requestsPerMinute.exactOptional(),
    keys: limitsShape.keys.exactOptional(),
    identities: limitsShape.identities.exactOptional(),
    verificationsPerMonth: limitsShape.verificationsPerMonth.exactOptional(),
    onExceeded: limitsShape.onExceeded.exactOptional(),
  })
  .meta({ id: "LimitsPatch" })

export const workspace = z
  .object({
    id: z.string(),
    name: z.string(),
    enabled: z.boolean(),
    disabledReason: disableReason.optional(),
    disabledNote: z.string().optional(),
    disabledAt: millis.optional(),
    limits,
    createdAt: millis,
    updatedAt: millis.optional(),
  })
  .meta({ id: "Workspace" })
