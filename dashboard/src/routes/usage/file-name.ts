import type { BillPeriod } from "../../bill-period.ts"
import type { UsageQuestion } from "./use-usage-rows.ts"

const names = { key: "keys", identity: "customers", api: "apis", tag: "tags" } as const

/** `usage-keys-2026-11.csv`, or with both ends of another time. */
export function fileName({ dimension }: UsageQuestion, { range, bounds }: BillPeriod): string {
  const text = (time: number) => new Date(time).toISOString().slice(0, 13).replace("T", "-")
  const month = new Date(bounds.from).toISOString().slice(0, 7)
  return `usage-${names[dimension]}-${range.type === "month" ? month : `${text(bounds.from)}-to-${text(bounds.to)}`}.csv`
}
