import type { Quota } from "../../../core/quota.ts"
import type { IdentityRow } from "./schema.ts"

/** The quota of an identity or a plan, in the columns that both tables have. */

export const quotaColumnNames = ["quota_limit", "quota_interval", "quota_overage"] as const

export type QuotaColumns = Pick<IdentityRow, (typeof quotaColumnNames)[number]>

export function quotaOf({ quota_limit, quota_interval, quota_overage }: QuotaColumns): Quota | null {
  if (quota_limit === null || quota_interval === null) return null
  return { limit: quota_limit, interval: quota_interval, overage: quota_overage }
}

export function quotaColumnsOf(quota: Quota | null): QuotaColumns {
  return {
    quota_limit: quota?.limit ?? null,
    quota_interval: quota?.interval ?? null,
    quota_overage: quota?.overage ?? null,
  }
}
