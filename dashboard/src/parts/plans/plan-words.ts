import type { Plan } from "@keyward/client"
import { counted, formatWhole } from "../../ui/format.ts"

/** "2 permissions · 1 limit · up to 10 keys". */
export function planSummary({ permissions, ratelimits, maxKeys }: Plan): string {
  const parts = [
    permissions.length > 0 && counted(permissions.length, "permission"),
    ratelimits.length > 0 && counted(ratelimits.length, "limit"),
    maxKeys !== undefined && (maxKeys === 1 ? "1 key" : `up to ${formatWhole(maxKeys)} keys`),
  ]
  return parts.filter((part) => part !== false).join(" · ")
}
